/** A worker's part in a batch over shared memory. It blocks; the conductor does not. */
import { wrongIn } from './check.ts';
import { Counter } from './counter.ts';
import { HandOver } from './hand-over.ts';
import type { LockBatch, Report } from './jobs.ts';
import { Mutex } from './mutex.ts';
import { CLOSED, Ring, type RingShape } from './ring.ts';
import { KEYS, rangeOf, ROWS } from './rows.ts';
import { RwLock } from './rw-lock.ts';
import { Start } from './start.ts';
import { Table } from './table.ts';
import { TABLE, TOOL } from './shared-layout.ts';

/** The only two things that a channel's ends do. */
interface Channel {
  readonly send: (value: number) => void;
  readonly receive: () => number;
  readonly close: () => void;
}

function channelOf({ row, words, writers, spins }: LockBatch): Channel | undefined {
  const kind = ROWS[row];
  const ends = {
    senders: writers === 1 ? 'one' : 'many',
    receivers: 'one',
    spins,
  } as const satisfies Partial<RingShape>;
  if (kind.kind === 'channel') return new Ring(words, TOOL, { ...ends, capacity: kind.buffer });
  if (kind.kind === 'handover') return new HandOver(words, TOOL, kind.waits === 'park' ? { ...ends, spins: 0 } : ends);
  return undefined;
}

export function runShared(batch: LockBatch, now: () => number): Report {
  const { words, place, writers } = batch;
  const start = new Start(words, 0);
  const channel = channelOf(batch);
  const others = channel === undefined ? writers - 1 : writers;
  if (place === 0) {
    start.awaitReady(others);
    const from = now();
    start.go();
    if (channel === undefined) write(batch, 0);
    else drain(channel, new Table(words, TABLE));
    start.awaitDone(others);
    const millis = now() - from;
    const wrong = wrongIn(batch.row, writers, batch.writes, leftover(batch));
    return { kind: 'timed', millis, ...(wrong === undefined ? {} : { wrong }) };
  }
  start.ready();
  if (channel === undefined) write(batch, place);
  else if (fill(channel, batch, place - 1, start)) channel.close();
  start.done();
  return { kind: 'done' };
}

function leftover({ row, words }: LockBatch): Parameters<typeof wrongIn>[3] {
  const table = new Table(words, TABLE);
  const writes = row === 'counter' ? new Counter(words, TOOL).value : table.writes;
  return { writes, keys: table.size, get: (key) => table.get(key) };
}

function drain(channel: Channel, table: Table): void {
  for (let i = channel.receive(); i !== CLOSED; i = channel.receive()) table.put(i % KEYS, i);
}

/** @returns whether this was the last writer to end */
function fill(channel: Channel, { writers, writes }: LockBatch, writer: number, start: Start): boolean {
  const [from, to] = rangeOf(writer, writers, writes);
  for (let i = from; i < to; i++) channel.send(i);
  return start.sent() === writers;
}

function write({ row, words, writers, writes, spins }: LockBatch, writer: number): void {
  const range = rangeOf(writer, writers, writes);
  if (row === 'counter') {
    countUp(new Counter(words, TOOL), range);
    return;
  }
  const table = new Table(words, TABLE);
  if (row === 'rwmutex') writeUnderRwLock(new RwLock(words, TOOL, spins), table, range);
  else writeUnderMutex(new Mutex(words, TOOL, spins), table, range);
}

type Range = readonly [from: number, to: number];

// One loop a lock: a loop shared by all would call through a table, which costs as much as what is measured.
function countUp(counter: Counter, [from, to]: Range): void {
  for (let i = from; i < to; i++) counter.add();
}

function writeUnderRwLock(lock: RwLock, table: Table, [from, to]: Range): void {
  for (let i = from; i < to; i++) {
    lock.lock();
    table.put(i % KEYS, i);
    lock.unlock();
  }
}

function writeUnderMutex(lock: Mutex, table: Table, [from, to]: Range): void {
  for (let i = from; i < to; i++) {
    lock.lock();
    table.put(i % KEYS, i);
    lock.unlock();
  }
}
