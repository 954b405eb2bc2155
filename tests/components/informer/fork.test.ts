import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LANE, EVENT } from '../../../src/model/events.ts';
import { namespacedName } from '../../../src/model/objects.ts';
import type { World } from '../../../src/kernel/kernel.ts';
import { createWorkQueue, workQueueAt } from '../../../src/components/workqueue/workqueue.ts';
import { queuedDeltasAt } from '../../../src/components/informer/informer.ts';
import { bench, GENERATIONS, pod, run } from './builders.ts';

interface Operation {
  readonly at: number;
  readonly kind: 'create' | 'update' | 'remove' | 'compact';
  readonly name: string;
}

const operations = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 3_000_000 }),
    kind: fc.constantFrom('create', 'update', 'remove', 'create', 'update', 'compact' as const),
    name: fc.constantFrom('a', 'b', 'c', 'd'),
  }),
  { minLength: 5, maxLength: 40 },
);

/** An informer that feeds a queue of two workers, which succeed, fail or ask for a later look by chance. */
function cluster(generation: (typeof GENERATIONS)[number], script: readonly Operation[]): World {
  // Slow pops and slower handlers, so that queues and lines behind listeners are never empty for long.
  const latencies = { informerPop: 30_000, handler: 70_000 };
  const { world, server, informer } = bench({ generation, latencies, checkpointEvery: 16 });
  const started = world.handler<{ readonly key: string }>('sync', ({ key }) => {
    world.emit(EVENT['sync.started'], { subject: 'test', object: key, number: queue.length });
    world.after(40_000, LANE.controllers, finished, { key });
  });
  const finished = world.handler<{ readonly key: string }>('sync end', ({ key }) => {
    world.emit(EVENT['sync.finished'], { subject: 'test', object: key });
    const outcome = world.choose('outcome', key, 4);
    if (outcome === 0 && queue.numRequeues(key) < 4) queue.addRateLimited(key);
    else queue.forget(key);
    if (outcome === 1) queue.addAfter(key, 100_000 * (1 + world.choose('delay', key, 5)));
    queue.done(key);
  });
  const queue = createWorkQueue({
    world,
    name: 'test',
    lane: LANE.controllers,
    workers: 2,
    delay: 50,
    process: started,
  });
  informer.addEventHandler('controller', {
    onAdd: (object) => queue.add(namespacedName(object)),
    onUpdate: (_, object) => queue.add(namespacedName(object)),
    onDelete: (object) => queue.add(namespacedName(object)),
  });
  informer.addEventHandler('watcher', { onUpdate: () => undefined });
  server.seed(pod('a'));
  informer.prime();
  for (const { at, kind, name } of script) {
    if (kind === 'compact') server.compact(at);
    else server[kind](at, pod(name));
  }
  world.begin();
  return world;
}

describe.each(GENERATIONS)('W-3 fork, %s', (generation) => {
  test('a run that goes on after a fork in its middle is the run that was', () => {
    fc.assert(
      fc.property(operations, fc.double({ min: 0, max: 1, noNaN: true }), (script, where) => {
        const world = cluster(generation, script);
        run(world);
        const end = world.step;
        const middle = Math.floor(end * where);
        const digests = [middle, end].map((step) => world.digest(step));
        const views = [middle, end].map((step) => [
          queuedDeltasAt(world, 'kube-scheduler pods', step),
          workQueueAt(world, 'test', step),
        ]);
        world.fork(middle);
        expect(world.recomputeStateDigest(middle)).toBe(world.stateDigest(middle));
        run(world);
        expect(world.step).toBe(end);
        expect([middle, end].map((step) => world.digest(step))).toEqual(digests);
        expect(
          [middle, end].map((step) => [
            queuedDeltasAt(world, 'kube-scheduler pods', step),
            workQueueAt(world, 'test', step),
          ]),
        ).toEqual(views);
        expect(world.recomputeStateDigest(end)).toBe(world.stateDigest(end));
      }),
      { numRuns: 60, seed: 3 },
    );
  });

  test('at rest the cache holds what the server holds, and every queue is empty', () => {
    fc.assert(
      fc.property(operations, (script) => {
        const world = cluster(generation, script);
        run(world);
        const contents = (name: string): unknown =>
          new Map(
            [
              ...(world
                .collections()
                .find((c) => c.name === name)
                ?.entries() ?? []),
            ].map(([k, v]) => [k.replace('Pod/', ''), v]),
          );
        expect(contents('cache kube-scheduler pods')).toEqual(contents('fake objects'));
        expect(queuedDeltasAt(world, 'kube-scheduler pods', world.step)).toEqual([]);
        expect(workQueueAt(world, 'test', world.step)).toEqual({
          queue: [],
          processing: [],
          dirty: [],
          delaying: [],
          failures: [],
        });
        expect(world.pendingWork).toBe(0);
      }),
      { numRuns: 60, seed: 4 },
    );
  });
});
