/** Random scripts against queues made the naive way (oracle.ts). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createWorkQueue,
  defaultControllerRateLimiter,
  DelayingQueue,
  inMemory,
  WorkQueueSets,
  type Got,
} from '../../../src/components/workqueue/workqueue.ts';
import { createWorld } from '../../../src/kernel/kernel.ts';
import { EVENT, EVENT_KIND_NAMES, LANE, LANES } from '../../../src/model/events.ts';
import { NaiveDefaultLimiter, NaiveQueue } from './oracle.ts';

const KEYS = ['a', 'b', 'c', 'd'];
const key = fc.constantFrom(...KEYS);
const RUNS = 400;

const words = (got: Got): string => (got.kind === 'key' ? got.key : got.kind === 'blocked' ? 'nothing' : 'over');

describe('plain queue (7.1, 7.2)', () => {
  const operation = fc.oneof(
    { weight: 5, arbitrary: fc.record({ op: fc.constant('add'), key }) },
    { weight: 4, arbitrary: fc.record({ op: fc.constant('get'), key: fc.constant('') }) },
    // Keys that nobody holds too: 7.1.7 and 7.2.6.
    { weight: 4, arbitrary: fc.record({ op: fc.constant('done'), key }) },
    { weight: 1, arbitrary: fc.record({ op: fc.constantFrom('shutDown', 'drain'), key: fc.constant('') }) },
  );

  test('any script leaves the same queue, gives the same keys and ends the same drains', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 60 }), (script) => {
        const sets = new WorkQueueSets(inMemory());
        const naive = new NaiveQueue();
        for (const { op, key: of } of script) {
          if (op === 'add') {
            sets.add(of);
            naive.add(of);
          } else if (op === 'get') expect(words(sets.get())).toBe(naive.get());
          else if (op === 'done') {
            sets.done(of);
            naive.done(of);
          } else if (op === 'shutDown') {
            sets.shutDown();
            naive.shutDown();
            // One drain at a time: two of them wait for each other's signals (7.2.7).
          } else if (naive.drainReturned === undefined) {
            sets.shutDownWithDrain();
            naive.drain();
          }
          expect(sets.length).toBe(naive.queue.length);
          expect(sets.inProcess).toBe(naive.processing.length);
          expect(KEYS.filter((k) => sets.isDirty(k))).toEqual(KEYS.filter((k) => naive.dirty.includes(k)));
          expect(sets.drainReturned[0]).toBe(naive.drainReturned);
        }
      }),
      { numRuns: RUNS, seed: 11 },
    );
  });

  test('workers that behave hold different keys, and every add is followed by a Get of its key', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ op: fc.constantFrom('add', 'get', 'done'), key }), { maxLength: 80 }),
        (script) => {
          const sets = new WorkQueueSets(inMemory());
          const held = new Set<string>();
          const wanted = new Set<string>();
          const take = (): boolean => {
            const got = sets.get();
            if (got.kind !== 'key') return false;
            expect(held.has(got.key)).toBe(false);
            held.add(got.key);
            wanted.delete(got.key);
            return true;
          };
          for (const { op, key: of } of script) {
            if (op === 'add') {
              sets.add(of);
              wanted.add(of);
            } else if (op === 'get') take();
            else if (held.delete(of)) sets.done(of);
          }
          for (const of of held) sets.done(of);
          held.clear();
          while (take());
          expect([...wanted]).toEqual([]);
        },
      ),
      { numRuns: RUNS, seed: 12 },
    );
  });
});

describe('delaying queue (7.3)', () => {
  test('any script gives the same keys at the same times', () => {
    const operation = fc.oneof(
      { weight: 4, arbitrary: fc.record({ op: fc.constant('addAfter'), key, ms: fc.integer({ min: -1, max: 8 }) }) },
      { weight: 2, arbitrary: fc.record({ op: fc.constant('advance'), key: fc.constant(''), ms: fc.nat(5) }) },
      { weight: 2, arbitrary: fc.record({ op: fc.constantFrom('add', 'done'), key, ms: fc.constant(0) }) },
      { weight: 2, arbitrary: fc.record({ op: fc.constant('get'), key: fc.constant(''), ms: fc.constant(0) }) },
      { weight: 1, arbitrary: fc.record({ op: fc.constant('shutDown'), key: fc.constant(''), ms: fc.constant(0) }) },
    );
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 60 }), fc.boolean(), (script, mayEnd) => {
        const sets = new WorkQueueSets(inMemory());
        const delaying = new DelayingQueue(sets);
        const naive = new NaiveQueue();
        let now = 0;
        script.forEach(({ op, key: of, ms }, i) => {
          // No two due at once: the order of those is upstream's heap's (7.3.6), which has rows of its own.
          const delay = ms <= 0 ? ms : ms * 1000 + i;
          if (op === 'addAfter') {
            delaying.addAfter(of, delay, now);
            naive.addAfter(of, delay, now);
          } else if (op === 'advance') {
            now += ms * 1000;
            delaying.settle(now);
            naive.settle(now);
          } else if (op === 'add') {
            sets.add(of);
            naive.add(of);
          } else if (op === 'done') {
            sets.done(of);
            naive.done(of);
          } else if (op === 'get') expect(words(sets.get())).toBe(naive.get());
          else if (mayEnd) {
            delaying.shutDown();
            naive.shutDown();
          }
          expect(sets.length).toBe(naive.queue.length);
        });
      }),
      { numRuns: RUNS, seed: 13 },
    );
  });
});

describe('rate limited queue (7.4)', () => {
  test('the limiter of controllers waits as a schedule of tokens and a list of failures say', () => {
    const operation = fc.record({
      op: fc.constantFrom('when', 'when', 'when', 'many', 'forget', 'advance'),
      key,
      ms: fc.nat(2000),
    });
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 80 }), (script) => {
        const limiter = defaultControllerRateLimiter({ failures: new Map(), bucket: new Map() });
        const naive = new NaiveDefaultLimiter();
        let now = 0;
        const ask = (of: string): void => {
          // Upstream counts tokens in floating point.
          expect(Math.abs(limiter.when(of, now) - naive.when(of, now))).toBeLessThan(1000);
        };
        for (const { op, key: of, ms } of script) {
          if (op === 'when') ask(of);
          else if (op === 'many') for (let i = 0; i < 40; i++) ask(`${of} ${ms} ${i}`);
          else if (op === 'forget') {
            limiter.forget(of);
            naive.forget(of);
          } else now += ms * 1e6;
          expect(limiter.numRequeues(of)).toBe(naive.numRequeues(of));
        }
      }),
      { numRuns: RUNS, seed: 14 },
    );
  });
});

// --- the queue with its workers, on virtual time ---

const TAKE = 50;

interface Act {
  readonly op: 'add' | 'addAfter' | 'addRateLimited' | 'forget';
  readonly key: string;
  /** Ticks. */
  readonly at: number;
  readonly delay: number;
}

/** "tick key" of each start. @returns undefined where two things happen in one tick, whose order is another matter */
function naiveStarts(acts: readonly Act[], workers: number, work: number, end: number): string[] | undefined {
  const queue = new NaiveQueue();
  const limiter = new NaiveDefaultLimiter();
  const starts: string[] = [];
  const ends: { readonly at: number; readonly key: string }[] = [];
  for (let now = 0; now <= end; now++) {
    const done = ends.filter((e) => e.at === now);
    const due = queue.timers.filter((timer) => timer.due === now);
    const mine = acts.filter((act) => act.at === now);
    if (done.length + due.length + mine.length > 1) return undefined;
    queue.settle(now);
    for (const { key: of } of done) queue.done(of);
    for (const act of mine) {
      if (act.op === 'add') queue.add(act.key);
      else if (act.op === 'addAfter') queue.addAfter(act.key, act.delay, now);
      else if (act.op === 'forget') limiter.forget(act.key);
      else queue.addAfter(act.key, Math.ceil(limiter.when(act.key, now * 1e3) / 1e3), now);
    }
    while (queue.queue.length > 0 && queue.processing.length < workers) {
      const of = queue.get();
      starts.push(`${now + TAKE} ${of}`);
      ends.push({ at: now + TAKE + work, key: of });
    }
  }
  return starts;
}

function starts(acts: readonly Act[], workers: number, work: number, end: number): string[] {
  const world = createWorld({
    seed: 1,
    ticksPerSecond: 1_000_000,
    kinds: EVENT_KIND_NAMES,
    lanes: LANES,
    checks: true,
  });
  const found: string[] = [];
  const finished = world.handler<{ readonly key: string }>('finished', ({ key: of }) => {
    world.emit(EVENT['sync.finished'], { subject: 'test', object: of });
    queue.done(of);
  });
  const process = world.handler<{ readonly key: string }>('process', ({ key: of }) => {
    world.emit(EVENT['sync.started'], { subject: 'test', object: of, number: queue.length });
    found.push(`${world.now} ${of}`);
    world.after(work, LANE.controllers, finished, { key: of });
  });
  const queue = createWorkQueue({ world, name: 'test', lane: LANE.controllers, workers, delay: TAKE, process });
  const act = world.handler<number>('act', (index) => {
    world.emit(EVENT['handler.called'], { subject: 'test' });
    const { op, key: of, delay } = acts[index] ?? { op: 'forget', key: '', delay: 0 };
    if (op === 'addAfter') queue.addAfter(of, delay);
    else queue[op](of);
  });
  acts.forEach(({ at }, index) => {
    world.after(at, LANE.clients, act, index);
  });
  world.begin();
  world.advance(Infinity, () => (world.nextTime ?? Infinity) > end);
  return found.filter((line) => Number(line.split(' ')[0]) <= end);
}

describe('the queue with its workers, in virtual time (7.1 to 7.4)', () => {
  test('any script starts the same keys at the same ticks', () => {
    let compared = 0;
    const act = fc.record({
      op: fc.constantFrom<Act['op']>('add', 'add', 'addAfter', 'addRateLimited', 'forget'),
      key,
      at: fc.nat(3000),
      delay: fc.integer({ min: -5, max: 3000 }),
    });
    fc.assert(
      fc.property(
        fc.array(act, { maxLength: 14 }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 1500 }),
        (acts, workers, work) => {
          const end = 20_000;
          const expected = naiveStarts(acts, workers, work, end);
          fc.pre(expected !== undefined);
          compared++;
          expect(starts(acts, workers, work, end)).toEqual(
            expected.filter((line) => Number(line.split(' ')[0]) <= end),
          );
        },
      ),
      { numRuns: 150, seed: 15 },
    );
    expect(compared).toBeGreaterThanOrEqual(150);
  });
});
