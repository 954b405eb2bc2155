/** docs/spec/workqueue.md, a test a rule: limiters, retries and metrics. */
import { describe, expect, test } from 'vitest';
import { runReconciler, type Outcome } from '../../../src/components/controllers/sync.ts';
import { createApiServer } from '../../../src/components/apiserver/apiserver.ts';
import {
  BucketRateLimiter,
  createWorkQueue,
  defaultControllerRateLimiter,
  DelayingQueue,
  inMemory,
  ItemExponentialFailureRateLimiter,
  ItemFastSlowRateLimiter,
  MaxOfRateLimiter,
  QueueMetrics,
  WithMaxWaitRateLimiter,
  workQueueMetricsAt,
  WorkQueueSets,
  type WorkQueue,
} from '../../../src/components/workqueue/workqueue.ts';
import { createWorld, type World } from '../../../src/kernel/kernel.ts';
import { EVENT, EVENT_KIND_NAMES, LANE, LANES } from '../../../src/model/events.ts';
import { DEFAULT_LATENCIES } from '../../../src/model/latencies.ts';
import { add, taken } from './sets.ts';

const MILLI = 1e6;
const SECOND = 1e9;

describe('7.4', () => {
  const waits = (count: number, wait: () => number): number[] => Array.from({ length: count }, wait);

  test('7.4.1 exponential, capped, also beyond the largest duration', () => {
    const limiter = new ItemExponentialFailureRateLimiter(new Map(), 5 * MILLI, 1000 * SECOND);
    expect(waits(4, () => limiter.when('a'))).toEqual([5, 10, 20, 40].map((ms) => ms * MILLI));
    for (let i = 0; i < 2000; i++) limiter.when('a');
    expect(limiter.when('a')).toBe(1000 * SECOND);
  });

  test('7.4.2 fast, then slow', () => {
    const limiter = new ItemFastSlowRateLimiter(new Map(), 5, 100, 2);
    expect(waits(4, () => limiter.when('a'))).toEqual([5, 5, 100, 100]);
  });

  test('7.4.3 a bucket that all share', () => {
    const limiter = new BucketRateLimiter(new Map(), 10, 2);
    const keys = ['a', 'b', 'c', 'd'];
    expect(keys.map((key) => limiter.when(key, 0))).toEqual([0, 0, 100 * MILLI, 200 * MILLI]);
    expect(limiter.when('e', SECOND)).toBe(0);
  });

  test('7.4.4 the maximum asks each, so a token goes even where another limiter waits longer', () => {
    const bucket = new BucketRateLimiter(new Map(), 10, 2);
    const slow = new ItemExponentialFailureRateLimiter(new Map(), SECOND, SECOND);
    const limiter = new MaxOfRateLimiter([slow, bucket]);
    expect([limiter.when('a', 0), limiter.when('a', 0)]).toEqual([SECOND, SECOND]);
    expect(bucket.when('b', 0)).toBe(100 * MILLI);
  });

  test('7.4.5 a longest wait caps', () => {
    const limiter = new WithMaxWaitRateLimiter(new ItemExponentialFailureRateLimiter(new Map(), 200, 100_000), 500);
    expect(waits(4, () => limiter.when('a', 0))).toEqual([200, 400, 500, 500]);
    expect(limiter.numRequeues('a')).toBe(4);
  });

  test('7.4.6 Forget sets the count back, and neither timer nor key moves', () => {
    const { world, queue, at, started } = bench();
    at(0, () => {
      queue.addRateLimited('a');
    });
    at(1000, () => {
      expect(queue.numRequeues('a')).toBe(1);
      queue.forget('a');
      expect(queue.numRequeues('a')).toBe(0);
    });
    world.advance(100);
    expect(started).toEqual(['5050 a']);
  });

  test('7.4.7 the default of controllers', () => {
    const limiter = defaultControllerRateLimiter({ failures: new Map(), bucket: new Map() });
    const own = Array.from({ length: 20 }, (_, i) => limiter.when('a', i * 2000 * SECOND) / MILLI);
    expect(own.slice(0, 4)).toEqual([5, 10, 20, 40]);
    expect(own.slice(16)).toEqual([327_680, 655_360, 1_000_000, 1_000_000]);
    const fresh = defaultControllerRateLimiter({ failures: new Map(), bucket: new Map() });
    const shared = Array.from({ length: 102 }, (_, i) => fresh.when(`k${i}`, 0) / MILLI);
    expect(shared.slice(98)).toEqual([5, 5, 100, 200]);
  });
});

// --- on virtual time ---

const newWorld = (): World =>
  createWorld({ seed: 1, ticksPerSecond: 1_000_000, kinds: EVENT_KIND_NAMES, lanes: LANES, checks: true });

interface Bench {
  readonly world: World;
  readonly queue: WorkQueue;
  readonly started: string[];
  readonly at: (tick: number, act: () => void) => void;
}

/** One worker, syncs of 100 ticks, 50 ticks to take a key. */
function bench(): Bench {
  const world = newWorld();
  const started: string[] = [];
  const acts: (() => void)[] = [];
  const act = world.handler<number>('act', (index) => {
    world.emit(EVENT['handler.called'], { subject: 'test' });
    acts[index]?.();
  });
  const finished = world.handler<{ readonly key: string }>('finished', ({ key }) => {
    world.emit(EVENT['sync.finished'], { subject: 'test', object: key });
    queue.done(key);
  });
  const process = world.handler<{ readonly key: string }>('process', ({ key }) => {
    world.emit(EVENT['sync.started'], { subject: 'test', object: key });
    started.push(`${world.now} ${key}`);
    world.after(100, LANE.controllers, finished, { key });
  });
  const queue = createWorkQueue({ world, name: 'test', lane: LANE.controllers, workers: 1, delay: 50, process });
  world.begin();
  const at = (tick: number, run: () => void): void => {
    world.after(tick, LANE.clients, act, acts.push(run) - 1);
  };
  return { world, queue, started, at };
}

/** A controller whose syncs fail as often as told. @returns ticks at which its syncs begin, and its queue */
function failing(failures: number, maxRetries?: number): { starts: number[]; queue: WorkQueue; processing: number[] } {
  const world = newWorld();
  const apiServer = createApiServer({ world, version: '1.37', latencies: DEFAULT_LATENCIES, epochMicros: 0 });
  const starts: number[] = [];
  const queue = runReconciler<object>(
    { world, client: apiServer.connect('test', LANE.controllers), latencies: DEFAULT_LATENCIES },
    {
      subject: 'test-controller',
      name: 'test',
      workers: 1,
      ...(maxRetries === undefined ? {} : { maxRetries }),
      objectOf: (key) => key,
      begin: (): Outcome<object> => {
        starts.push(world.now);
        return starts.length <= failures ? { kind: 'failed', reason: 'no' } : { kind: 'done' };
      },
      resume: (): Outcome<object> => ({ kind: 'done' }),
    },
  );
  queue.add('a');
  world.begin();
  world.advance(Infinity);
  const processing = Array.from({ length: world.step + 1 }, (_, step) => workQueueMetricsAt(world, 'test', step)).map(
    ({ longestRunningProcessor }) => longestRunningProcessor,
  );
  return { starts, queue, processing };
}

describe('7.5', () => {
  const pauses = (starts: readonly number[]): number[] =>
    starts.slice(1).map((tick, i) => tick - (starts[i] ?? 0) - DEFAULT_LATENCIES.sync - DEFAULT_LATENCIES.workqueue);

  test('7.5.1 a failure is added again, rate limited; a success forgets', () => {
    const { starts, queue } = failing(3);
    expect(pauses(starts)).toEqual([5000, 10_000, 20_000]);
    expect(queue.numRequeues('a')).toBe(0);
  });

  test('7.5.2 after the last retry the key is dropped and forgotten', () => {
    const { starts, queue } = failing(100, 4);
    expect(starts).toHaveLength(5);
    expect(queue.numRequeues('a')).toBe(0);
  });

  test('7.5.3 Done follows in each case: nobody holds the key in the end', () => {
    for (const { processing, queue } of [failing(0), failing(2), failing(100, 2)]) {
      expect(processing.at(-1)).toBe(0);
      // As of sync.started: in the step of sync.finished it is done already.
      expect(Math.max(...processing)).toBe(DEFAULT_LATENCIES.workqueue);
      expect(queue.length).toBe(0);
    }
  });
});

describe('7.6', () => {
  function counted(): {
    sets: WorkQueueSets;
    delaying: DelayingQueue;
    metrics: QueueMetrics;
    at: (time: number) => void;
  } {
    let now = 0;
    const metrics = new QueueMetrics(() => now);
    const sets = new WorkQueueSets(inMemory(), metrics);
    return {
      sets,
      delaying: new DelayingQueue(sets),
      metrics,
      at: (time) => {
        now = time;
      },
    };
  }

  test('7.6.1 adds count changes of dirty, depth what was not taken', () => {
    const { sets, metrics } = counted();
    add(sets, 'a', 'a', 'b');
    expect([metrics.adds, metrics.depth]).toEqual([2, 2]);
    expect(taken(sets)).toBe('a');
    add(sets, 'a');
    // A held key counts, though it does not stand in the queue.
    expect([metrics.adds, metrics.depth, sets.length]).toEqual([3, 2, 1]);
    const b = bench();
    b.at(0, () => {
      for (const key of ['a', 'a', 'b']) b.queue.add(key);
    });
    b.at(100, () => {
      b.queue.add('a');
    });
    b.world.advance(3);
    expect(workQueueMetricsAt(b.world, 'test', b.world.step)).toMatchObject({ addsTotal: 3, depth: 2 });
    expect(workQueueMetricsAt(b.world, 'test', 0)).toMatchObject({ addsTotal: 0, depth: 0 });
    expect(workQueueMetricsAt(b.world, 'no such queue', 3)).toMatchObject({ addsTotal: 0, depth: 0 });
  });

  test('7.6.2 retries count AddAfter and AddRateLimited', () => {
    const { delaying, metrics } = counted();
    for (const delay of [0, 5, 9]) delaying.addAfter('a', delay, 0);
    expect(metrics.retries).toBe(3);
    delaying.shutDown();
    delaying.addAfter('a', 5, 0);
    expect(metrics.retries).toBe(3);
    const b = bench();
    b.at(0, () => {
      b.queue.addRateLimited('a');
      b.queue.addAfter('a', 0);
      b.queue.add('a');
    });
    b.world.advance(1);
    expect(workQueueMetricsAt(b.world, 'test', 1).retriesTotal).toBe(2);
  });

  test('7.6.3 durations run from add to Get and from Get to Done', () => {
    const { sets, metrics, at } = counted();
    add(sets, 'a');
    at(3);
    add(sets, 'a');
    expect(taken(sets)).toBe('a');
    at(10);
    add(sets, 'a');
    at(11);
    sets.done('a');
    at(20);
    expect(taken(sets)).toBe('a');
    expect([metrics.queueDurations, metrics.workDurations]).toEqual([[3, 10], [8]]);
  });

  test('7.6.4 the sum and the greatest of the times that workers are at their keys', () => {
    const { sets, metrics, at } = counted();
    add(sets, 'a', 'b');
    expect(taken(sets)).toBe('a');
    at(5);
    expect(taken(sets)).toBe('b');
    at(7);
    expect([metrics.unfinishedWork, metrics.longestRunning]).toEqual([9, 7]);
    const b = bench();
    b.at(0, () => {
      b.queue.add('a');
    });
    b.at(120, () => {
      b.queue.add('a');
    });
    // Step 4: a is done and taken again at once.
    b.world.advance(4);
    expect([1, 2, 3, 4].map((step) => workQueueMetricsAt(b.world, 'test', step).unfinishedWork)).toEqual([
      0, 50, 120, 0,
    ]);
  });
});
