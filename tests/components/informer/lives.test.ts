/** Deaths of a process, panics of a handler, writes into the cache, and what pictures of an informer show. */
import { describe, expect, test } from 'vitest';
import { HandlerPanic } from '../../../src/components/informer/informer.ts';
import { informerStateAt } from '../../../src/components/informer/informer-view.ts';
import type { KubeObject } from '../../../src/model/objects.ts';
import { bench, GENERATIONS, pod, run } from './builders.ts';
import { noting, Rig } from './rig.ts';

const detailsOf = (rig: Rig, kind: string): string[] => {
  const { world } = rig;
  const steps = Array.from({ length: world.step }, (_, i) => i + 1);
  return steps
    .filter((step) => world.options.kinds[world.trace.kind(step)] === kind)
    .map((step) => world.trace.detail(step));
};

describe.each(GENERATIONS)('%s', (generation) => {
  test.each(['list-watch', 'watch-list'] as const)(
    'a process that dies forgets all, and starts with a list: %s',
    (mode) => {
      const rig = new Rig({ generation, settings: { mode, resyncTicks: 5_000_000 } }).seed('a');
      const heard: string[] = [];
      rig.informer.addEventHandler('x', noting(heard), { handlerTicks: 500_000 });
      rig.begin();
      rig.act(() => rig.informer.addEventHandler('late', noting(heard)));
      rig.create('b');
      rig.run(0.2);
      heard.length = 0;
      rig.act(() => rig.informer.stop());
      expect(rig.cache).toEqual({});
      const dead = rig.state();
      expect([dead.reflector.state, dead.queue.hasSynced, dead.reflector.lastRevision]).toEqual(['stopped', false, 0]);
      expect(dead.listeners.map(({ name, inHandler }) => [name, inHandler])).toEqual([['x', undefined]]);
      rig.remove('a');
      rig.run(30);
      expect(heard).toEqual([]);
      rig.act(() => rig.informer.start());
      rig.run(1);
      expect(heard).toEqual(['!b1']);
      expect(rig.cache).toEqual({ b: '1' });
      rig.create('c');
      rig.run(1);
      expect(heard.slice(1)).toContain('+c1');
    },
  );

  test('W-3 a step back over a death, a late listener and a removal changes nothing', () => {
    const rig = new Rig({ generation, settings: { mode: 'list-watch' } }).seed('a');
    rig.informer.addEventHandler('x', noting([]), { handlerTicks: 300 });
    const { world, informer } = rig;
    const acts = [
      () => informer.addEventHandler('late', noting([]), { handlerTicks: 4000 }),
      () => informer.removeEventHandler('x'),
      () => informer.stop(),
      () => informer.start(),
      () => informer.addEventHandler('late', noting([]), { handlerTicks: 4000 }),
    ];
    const acting = world.handler<{ readonly index: number }>('scripted', ({ index }) => {
      world.emit(0, { subject: 'test' });
      rig.write('create', `o${index}`, '1');
      acts[index]?.();
    });
    acts.forEach((_, index) => world.after(10_000 * (index + 1), 0, acting, { index }));
    informer.start();
    world.begin();
    world.advance(10_000);
    const last = world.step;
    const digest = world.digest();
    for (let step = 0; step < last; step += 3) {
      world.fork(step);
      world.advance(last - step);
      expect(world.digest()).toBe(digest);
      world.undoFork();
    }
    expect(world.digest()).toBe(digest);
    expect(rig.state().listeners.map(({ name }) => name)).toEqual(['x', 'late']);
  });

  test('6.5 a call that panics is lost, and the next one comes a second later', () => {
    const rig = new Rig({ generation });
    const at: [string, number][] = [];
    rig.informer.addEventHandler('x', {
      onAdd: ({ metadata }) => {
        if (metadata.name === 'a') throw new HandlerPanic('boom');
        at.push([metadata.name, rig.world.now]);
      },
    });
    rig.begin();
    const began = rig.world.now;
    for (const name of ['a', 'b', 'c']) rig.create(name);
    rig.run(5);
    expect(at.map(([name]) => name)).toEqual(['b', 'c']);
    expect(at[0]?.[1]).toBeGreaterThan(began + 1_000_000);
    expect(at[0]?.[1]).toBeLessThan(began + 1_100_000);
    expect(detailsOf(rig, 'handler.called')).toEqual(['panic', 'add', 'add']);
  });

  test('the mutation detector panics within a second of a write into a cached object; without it nobody knows', () => {
    for (const mutationDetector of [true, false]) {
      const rig = new Rig({ generation, settings: { mutationDetector } }).seed('a').begin();
      const changed = { ...(rig.informer.indexer.get('default/a') as KubeObject), data: { value: 'mine' } };
      rig.act(() => rig.informer.mutateCached('default/a', changed));
      expect(rig.cache).toEqual({ a: 'mine' });
      rig.run(1.1);
      const said = detailsOf(rig, 'cache.altered');
      expect(said).toEqual(mutationDetector ? ['cache *v1.ConfigMap modified'] : []);
      expect(rig.state().reflector.state).toBe(mutationDetector ? 'stopped' : 'watching');
    }
  });

  test('a picture tells where the reflector stands', () => {
    const rig = new Rig({ generation, settings: { mode: 'list-watch' } }).seed('a', 'b').begin();
    const { reflector, indexer } = rig.state();
    expect(reflector).toMatchObject({ state: 'watching', relists: 0, lastRevision: rig.apiServer.revision });
    expect(reflector.watchFrom).toBe(rig.apiServer.revision);
    expect(reflector.list).toEqual({ resourceVersion: '0', objects: 2, revision: rig.apiServer.revision });
    expect(indexer.count).toBe(2);
    expect(indexer.indexes).toContainEqual({ name: 'namespace', values: [{ value: 'default', keys: 2 }] });
    expect(indexer.revisions.map(({ key }) => key)).toEqual(['default/a', 'default/b']);
    rig.act(() => rig.apiServer.faults.cut('cut', () => true));
    rig.run(0.01);
    const waiting = rig.state().reflector;
    expect(waiting).toMatchObject({ state: 'waiting', lastEnd: { code: 503 }, watchFrom: undefined });
    expect(waiting.backoffTicks).toBeGreaterThan(0);
    rig.act(() => rig.apiServer.faults.lift('cut'));
    rig.run(70);
    expect(rig.state().reflector).toMatchObject({ state: 'watching', backoffTicks: undefined });
  });
});

test('3 a picture shows the comparison of two deletions in the step that made it, and which of them stays', () => {
  // Pops are slow, so that the deletion still waits when the list says that the object is gone.
  const latencies = { informerPop: 60_000_000 };
  const { world, server, informer } = bench({ generation: 'deltafifo', latencies });
  server.seed(pod('a'));
  server.seed(pod('b'));
  informer.prime();
  world.begin();
  server.remove(10, pod('a'));
  server.compact(5000);
  run(world);
  const states = Array.from({ length: world.step + 1 }, (_, step) => informerStateAt(world, informer.id, step));
  const found = states.flatMap((state, step) => (state?.queue.dedup === undefined ? [] : [{ step, state }]));
  expect(found).toHaveLength(1);
  const [only] = found;
  expect(only?.state.queue.lockHolder).toBe('Replace');
  expect(only?.state.queue.dedup).toEqual({
    key: 'default/a',
    older: { type: 'Deleted', revision: '3', tombstone: false, objects: undefined },
    newer: { type: 'Deleted', revision: '3', tombstone: true, objects: undefined },
    stays: 'older',
  });
});
