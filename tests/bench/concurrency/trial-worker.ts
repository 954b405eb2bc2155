/** A worker that does one thing with a primitive and tells what it saw. */
import { parentPort } from 'node:worker_threads';
import { Counter } from '../../../src/bench/concurrency/counter.ts';
import { HandOver } from '../../../src/bench/concurrency/hand-over.ts';
import { Mutex } from '../../../src/bench/concurrency/mutex.ts';
import { CLOSED, Ring, type RingShape } from '../../../src/bench/concurrency/ring.ts';
import { RwLock } from '../../../src/bench/concurrency/rw-lock.ts';
import type { Words } from '../../../src/bench/concurrency/waiting.ts';

/** The tool begins here; before it lie plain words for the trial. */
export const TOOL = 64;

export type Trial = { readonly words: Words; readonly times: number } & (
  | { readonly kind: 'count under mutex'; readonly spins: number }
  | { readonly kind: 'count' }
  | { readonly kind: 'write under lock' | 'read under lock' }
  | { readonly kind: 'send'; readonly shape: RingShape; readonly from: number; readonly last: number }
  | { readonly kind: 'receive'; readonly shape: RingShape }
);

function channel(words: Words, shape: RingShape): Ring | HandOver {
  return shape.capacity === 0 ? new HandOver(words, TOOL, shape) : new Ring(words, TOOL, shape);
}

/** Whether both words were the same, each time. */
function readPair(lock: RwLock, words: Words, times: number): boolean {
  let same = true;
  for (let i = 0; i < times; i++) {
    lock.readLock();
    same &&= words[0] === words[1];
    lock.readUnlock();
  }
  return same;
}

function run(trial: Trial): unknown {
  const { words, times } = trial;
  switch (trial.kind) {
    case 'count under mutex': {
      const mutex = new Mutex(words, TOOL, trial.spins);
      for (let i = 0; i < times; i++) {
        mutex.lock();
        words[0] = (words[0] as number) + 1;
        mutex.unlock();
      }
      return undefined;
    }
    case 'count': {
      const counter = new Counter(words, TOOL);
      for (let i = 0; i < times; i++) counter.add();
      return undefined;
    }
    case 'write under lock': {
      const lock = new RwLock(words, TOOL, 10);
      for (let i = 0; i < times; i++) {
        lock.lock();
        words[0] = (words[0] as number) + 1;
        words[1] = (words[1] as number) + 1;
        lock.unlock();
      }
      return undefined;
    }
    case 'read under lock':
      return readPair(new RwLock(words, TOOL, 10), words, times);
    case 'send': {
      const out = channel(words, trial.shape);
      for (let i = 0; i < times; i++) out.send(trial.from + i);
      if (Atomics.add(words, 2, 1) + 1 === trial.last) out.close();
      return undefined;
    }
    case 'receive': {
      const from = channel(words, trial.shape);
      const got: number[] = [];
      for (let value = from.receive(); value !== CLOSED; value = from.receive()) got.push(value);
      return got;
    }
  }
}

parentPort?.on('message', (trial: Trial) => parentPort?.postMessage({ saw: run(trial) }));
