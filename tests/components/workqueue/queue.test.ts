import { describe, expect, test } from 'vitest';
import { createWorld, type Handler, type World } from '../../../src/kernel/kernel.ts';
import { EVENT, EVENT_KIND_NAMES, LANE, LANES } from '../../../src/model/events.ts';
import { createWorkQueue, workQueueAt, type WorkQueue } from '../../../src/components/workqueue/workqueue.ts';

type Action = (queue: WorkQueue) => void;

interface Bench {
  readonly world: World;
  readonly queue: WorkQueue;
  /** "time key" of each start of a sync. */
  readonly started: string[];
  /** Does something to the queue in a pop of its own. */
  readonly at: (time: number, action: Action) => void;
}

/** A queue whose syncs take `syncTicks` and end well. */
function bench(options: { workers?: number; syncTicks?: number } = {}): Bench {
  const world = createWorld({
    seed: 1,
    ticksPerSecond: 1_000_000,
    kinds: EVENT_KIND_NAMES,
    lanes: LANES,
    checks: true,
  });
  const started: string[] = [];
  const actions: Action[] = [];
  const act: Handler<number> = world.handler<number>('act', (index) => {
    world.emit(EVENT['handler.called'], { subject: 'test' });
    actions[index]?.(queue);
  });
  const finished = world.handler<{ readonly key: string }>('finished', ({ key }) => {
    world.emit(EVENT['sync.finished'], { subject: 'test', object: key });
    queue.done(key);
  });
  const process = world.handler<{ readonly key: string }>('process', ({ key }) => {
    world.emit(EVENT['sync.started'], { subject: 'test', object: key, number: queue.length });
    started.push(`${world.now} ${key}`);
    world.after(options.syncTicks ?? 100, LANE.controllers, finished, { key });
  });
  const queue = createWorkQueue({
    world,
    name: 'test',
    lane: LANE.controllers,
    workers: options.workers ?? 1,
    delay: 50,
    process,
  });
  world.begin();
  const at = (time: number, action: Action): void => {
    world.after(time, LANE.clients, act, actions.push(action) - 1);
  };
  return { world, queue, started, at };
}

const add =
  (...keys: readonly string[]): Action =>
  (queue) =>
    keys.forEach((key) => queue.add(key));

const kinds = (world: World): string[] =>
  Array.from({ length: world.step }, (_, i) => EVENT_KIND_NAMES[world.trace.kind(i + 1)] ?? '');

describe('7.1 add, take, done', () => {
  test('keys run in the order of arrival, one worker one key, `delay` after key and worker are there', () => {
    const { world, started, at } = bench();
    at(0, add('b', 'a', 'c'));
    world.advance(100);
    expect(started).toEqual(['50 b', '200 a', '350 c']);
  });

  test('any number of adds while a key waits is one run', () => {
    const { world, started, at } = bench();
    at(0, add('busy', 'a', 'a'));
    at(60, add('a'));
    world.advance(100);
    expect(started).toEqual(['50 busy', '200 a']);
  });

  test('any number of adds while a key is processed is exactly one more run, at the tail', () => {
    const { world, started, at } = bench();
    at(0, add('a'));
    at(100, add('a', 'b', 'a'));
    world.advance(100);
    expect(started).toEqual(['50 a', '200 b', '350 a']);
  });

  test('several workers take several keys, but never two the same', () => {
    const { world, started, at } = bench({ workers: 2 });
    at(0, add('a', 'b', 'c'));
    at(60, add('a'));
    world.advance(100);
    expect(started).toEqual(['50 a', '50 b', '200 c', '200 a']);
  });

  test('the queue is readable as of each step', () => {
    const { world, at } = bench();
    const empty = { queue: [], processing: [], dirty: [], delaying: [], failures: [] };
    at(0, add('b', 'a', 'c'));
    at(10, (queue) => {
      queue.addAfter('later', 1000);
      queue.addAfter('a', 500);
      queue.addRateLimited('soon');
    });
    at(60, add('b'));
    world.advance(100);
    expect(workQueueAt(world, 'test', 0)).toEqual(empty);
    expect(workQueueAt(world, 'test', 2)).toEqual({
      queue: ['a', 'c'],
      processing: ['b'],
      dirty: ['a', 'c'],
      delaying: [
        { key: 'a', dueTick: 510 },
        { key: 'later', dueTick: 1010 },
        { key: 'soon', dueTick: 5010 },
      ],
      failures: [{ key: 'soon', count: 1 }],
    });
    // Steps 3 and 4: b's sync begins, b is added meanwhile.
    expect(workQueueAt(world, 'test', 4)).toMatchObject({
      queue: ['a', 'c'],
      processing: ['b'],
      dirty: ['a', 'b', 'c'],
    });
    expect(workQueueAt(world, 'test', world.step)).toEqual({ ...empty, failures: [{ key: 'soon', count: 1 }] });
    expect(workQueueAt(world, 'no such queue', 2)).toEqual(empty);
  });
});

describe('7.3 delays', () => {
  test('a delayed key enters when it is due, in a step of its own', () => {
    const { world, started, at } = bench();
    at(0, (queue) => queue.addAfter('a', 1000));
    world.advance(100);
    expect(started).toEqual(['1050 a']);
    expect(kinds(world)).toEqual(['handler.called', 'workqueue.added', 'sync.started', 'sync.finished']);
  });

  test('of several delays of a key the earliest wins', () => {
    const { world, started, at } = bench();
    at(0, (queue) => queue.addAfter('a', 1000));
    at(1, (queue) => queue.addAfter('a', 5000));
    at(2, (queue) => queue.addAfter('b', 5000));
    at(3, (queue) => queue.addAfter('b', 1000));
    world.advance(100);
    expect(started).toEqual(['1050 a', '1200 b']);
    expect(world.pendingWork).toBe(0);
  });

  test('no delay is an add', () => {
    const { world, started, at } = bench();
    at(0, (queue) => queue.addAfter('a', 0));
    world.advance(100);
    expect(started).toEqual(['50 a']);
  });

  test('an add does not cancel a timer', () => {
    const { world, started, at } = bench();
    at(0, (queue) => queue.addAfter('a', 1000));
    at(10, add('a'));
    world.advance(100);
    expect(started).toEqual(['60 a', '1050 a']);
  });

  test('a timer whose key waits anyway makes no step, and the key can be delayed anew', () => {
    const { world, started, at } = bench({ syncTicks: 2000 });
    at(0, add('busy', 'a'));
    at(1, (queue) => queue.addAfter('a', 1000));
    at(1500, (queue) => queue.addAfter('a', 6000));
    world.advance(100);
    expect(started).toEqual(['50 busy', '2100 a', '7550 a']);
    expect(kinds(world).filter((kind) => kind === 'workqueue.added')).toHaveLength(1);
  });

  test('a timer that is due in the tick of a later delay is not lost', () => {
    const { world, started, at } = bench();
    at(0, (queue) => queue.addAfter('a', 1000));
    at(1000, (queue) => queue.addAfter('a', 5000));
    world.advance(100);
    expect(started).toEqual(['1050 a', '6050 a']);
  });
});

describe('7.4 rate limits', () => {
  test('a key waits 5, 10, 20 ms and so on, until it is forgotten', () => {
    const { world, queue, started, at } = bench();
    const times = [0, 20_000, 50_000, 100_000];
    for (const time of times.slice(0, 3)) at(time, (q) => q.addRateLimited('a'));
    at(99_000, (q) => q.forget('a'));
    at(100_000, (q) => q.addRateLimited('a'));
    world.advance(100);
    expect(started).toEqual([5050, 30_050, 70_050, 105_050].map((time) => `${time} a`));
    expect(queue.numRequeues('a')).toBe(1);
  });

  test('all keys share a bucket of 100, refilled by 10 a second', () => {
    const { world, started, at } = bench({ workers: 200 });
    at(0, (queue) => {
      for (let i = 0; i < 102; i++) queue.addRateLimited(`k${i}`);
    });
    world.advance(1000);
    expect(started.slice(98)).toEqual(['5050 k98', '5050 k99', '100050 k100', '200050 k101']);
  });
});
