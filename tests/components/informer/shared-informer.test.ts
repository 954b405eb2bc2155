import { describe, expect, test } from 'vitest';
import { queuedDeltasAt } from '../../../src/components/informer/informer.ts';
import { bench, GENERATIONS, informerTrace, pod, podOn, run } from './builders.ts';

describe.each(GENERATIONS)('shared informer, %s', (generation) => {
  test('5.1 a created object is delivered, popped, indexed and told to the handler, each in its own step', () => {
    const { world, server, informer } = bench({ generation });
    const heard: string[] = [];
    informer.addEventHandler('kube-scheduler', {
      onAdd: (object, initial) =>
        heard.push(`add ${object.metadata.name} ${initial} ${informer.indexer.list().length}`),
    });
    informer.prime();
    world.begin();
    server.create(0, pod('a'));
    run(world);
    expect(informerTrace(world)).toEqual([
      '1000 watch.delivered Pod/default/a ADDED 1',
      '1050 informer.popped Pod/default/a Added 0',
      '1070 handler.called Pod/default/a add 0',
    ]);
    expect(heard).toEqual(['add a false 1']);
    expect(informer.lastSyncResourceVersion).toBe(1);
  });

  test('W-2 the queue is readable as of each step, head first', () => {
    const { world, server, informer } = bench({ generation });
    informer.prime();
    world.begin();
    server.create(0, pod('b'));
    server.create(0, pod('a'));
    run(world);
    const shown = Array.from({ length: world.step + 1 }, (_, step) =>
      queuedDeltasAt(world, informer.id, step)
        .map(({ key, deltas }) => `${key}:${deltas.map(({ type }) => type).join('+')}`)
        .join(' '),
    );
    // Two writes, two deliveries, two pops.
    expect(shown).toEqual(['', '', '', 'default/b:Added', 'default/b:Added default/a:Added', 'default/a:Added', '']);
  });

  test('5.1 the store and not the delta decides between add and update; deletes carry the last object', () => {
    const { world, server, informer } = bench({ generation });
    const heard: string[] = [];
    informer.addEventHandler('x', {
      onAdd: (object) => heard.push(`+${object.metadata.resourceVersion}`),
      onUpdate: (before, after) => heard.push(`${before.metadata.resourceVersion}>${after.metadata.resourceVersion}`),
      onDelete: (object) => heard.push(`-${object.metadata.resourceVersion}`),
    });
    server.seed(pod('a'));
    informer.prime();
    world.begin();
    server.update(10, pod('a'));
    server.remove(5000, pod('a'));
    server.create(9000, pod('a'));
    run(world);
    expect(heard).toEqual(['1>2', '-3', '+4']);
  });

  test('6.2 a filter turns updates over its border into add and delete, and what it drops costs no step', () => {
    const { world, server, informer } = bench({ generation });
    const heard: string[] = [];
    informer.addEventHandler('assigned', {
      filter: (object) => (object.spec as { nodeName?: string } | undefined)?.nodeName !== undefined,
      onAdd: (object) => heard.push(`add ${object.metadata.name}`),
      onUpdate: (_, after) => heard.push(`update ${after.metadata.name}`),
      onDelete: (object) => heard.push(`delete ${object.metadata.name}`),
    });
    informer.prime();
    world.begin();
    server.create(0, pod('a'));
    server.update(5000, podOn('a', 'n1'));
    server.update(10_000, podOn('a', 'n1'));
    server.update(15_000, pod('a'));
    run(world);
    expect(heard).toEqual(['add a', 'update a', 'delete a']);
    expect(informerTrace(world).filter((line) => line.includes('handler.called'))).toHaveLength(3);
  });

  test('6.3 a slow handler gets its calls in order, one at a time, and holds neither pops nor others back', () => {
    const { world, server, informer } = bench({ generation, latencies: { handler: 1000 } });
    const heard: string[] = [];
    informer.addEventHandler('slow', { onAdd: (object) => heard.push(`${world.now} ${object.metadata.name}`) });
    informer.prime();
    world.begin();
    for (const name of ['a', 'b', 'c']) server.create(0, pod(name));
    run(world);
    expect(informerTrace(world).filter((line) => line.includes('popped'))).toEqual([
      '1050 informer.popped Pod/default/a Added 2',
      '1100 informer.popped Pod/default/b Added 1',
      '1150 informer.popped Pod/default/c Added 0',
    ]);
    expect(heard).toEqual(['2050 a', '3050 b', '4050 c']);
  });

  test('2.2, 2.4 an ERROR 410 event ends the round: after the back-off the informer lists again and misses nothing', () => {
    const { world, server, informer } = bench({ generation });
    const heard: string[] = [];
    informer.addEventHandler('x', {
      onAdd: (object) => heard.push(`add ${object.metadata.name}`),
      onDelete: (object) => heard.push(`delete ${object.metadata.name}`),
      onUpdate: (before, after) =>
        heard.push(
          `update ${after.metadata.name} ${before.metadata.resourceVersion}>${after.metadata.resourceVersion}`,
        ),
    });
    for (const name of ['gone', 'kept', 'changed']) server.seed(pod(name));
    informer.prime();
    world.begin();
    server.compact(10);
    server.remove(20_000, pod('gone'));
    server.update(20_000, pod('changed'));
    server.create(20_000, pod('fresh'));
    run(world);
    // C-49: DeltaFIFO tells new items first, the others tombstones first. 6.1: an unchanged object is a sync update.
    const items = ['update changed 3>5', 'add fresh', 'update kept 2>2'];
    expect(heard).toEqual(generation === 'deltafifo' ? [...items, 'delete gone'] : ['delete gone', ...items]);
    const listed = informerTrace(world).find((line) => line.includes('list.delivered'));
    const at = Number(listed?.split(' ')[0]);
    // ERROR at 1010, a wait in [0.8, 1.6) s, and the answer's way.
    expect(at).toBeGreaterThanOrEqual(1010 + 800_000 + 1000);
    expect(at).toBeLessThan(1010 + 1_600_000 + 1000);
    expect(informer.lastSyncResourceVersion).toBe(6);
    server.create(0, pod('later'));
    run(world);
    expect(heard.at(-1)).toBe('add later');
  });

  test('2.4 refused lists are repeated with doubled waits', () => {
    const { world, server, informer } = bench({ generation });
    informer.prime();
    world.begin();
    server.refuseLists(0, 500);
    server.compact(1);
    server.refuseLists(12_000_000, 0);
    run(world);
    const answers: number[] = [];
    for (let step = 1; step <= world.step; step++) {
      const { trace } = world;
      if (trace.subject(step) === 'fake') answers.push(trace.time(step));
    }
    const waits = answers.map((time, i) => time - (answers[i - 1] ?? 1001) - 1000);
    waits.forEach((wait, i) => {
      expect(wait).toBeGreaterThanOrEqual(800_000 * 2 ** i);
      expect(wait).toBeLessThan(1_600_000 * 2 ** i);
    });
    expect(waits.length).toBeGreaterThan(3);
  });

  test('2.7 an informer that starts hears its first list as initial adds', () => {
    const { world, server, informer } = bench({ generation });
    const heard: string[] = [];
    informer.addEventHandler('x', { onAdd: (object, initial) => heard.push(`${object.metadata.name} ${initial}`) });
    server.seed(pod('a'));
    server.seed(pod('b'));
    informer.start();
    world.begin();
    server.create(10_000, pod('c'));
    run(world);
    expect(heard).toEqual(['a true', 'b true', 'c false']);
    const types = informerTrace(world).filter((line) => line.includes('popped'));
    expect(types.map((line) => line.split(' ').at(-2))).toEqual(
      generation === 'atomic' ? ['ReplacedAll', 'Added'] : ['Replaced', 'Replaced', 'Added'],
    );
  });

  test('indexes by namespace, node and controller follow the cache', () => {
    const { world, server, informer } = bench({ generation });
    const owned: Parameters<typeof pod>[1] = {
      metadata: {
        name: 'c',
        namespace: 'other',
        ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r', uid: 'u1', controller: true }],
      },
    };
    server.seed(podOn('b', 'n1'));
    server.seed(podOn('a', 'n1'));
    server.seed(pod('c', owned));
    informer.prime();
    world.begin();
    const names = (objects: readonly { metadata: { name: string } }[]): string[] => objects.map((o) => o.metadata.name);
    const { indexer } = informer;
    expect(names(indexer.byIndex('nodeName', 'n1'))).toEqual(['a', 'b']);
    expect(names(indexer.byIndex('controller', 'u1'))).toEqual(['c']);
    expect(names(indexer.list('default'))).toEqual(['a', 'b']);
    expect(names(indexer.list())).toEqual(['a', 'b', 'c']);
    server.update(0, podOn('a', 'n2'));
    run(world);
    expect(names(indexer.byIndex('nodeName', 'n1'))).toEqual(['b']);
    expect(names(indexer.byIndex('nodeName', 'n2'))).toEqual(['a']);
  });
});

test('3 DeltaFIFO stacks the deltas of a key that waits; RealFIFO keeps one an entry', () => {
  const popped = (generation: 'deltafifo' | 'realfifo'): string[] => {
    const { world, server, informer } = bench({ generation, latencies: { informerPop: 5000 } });
    informer.prime();
    world.begin();
    server.create(0, pod('a'));
    server.update(100, pod('a'));
    server.remove(200, pod('a'));
    run(world);
    return informerTrace(world).filter((line) => line.includes('popped'));
  };
  expect(popped('deltafifo')).toEqual(['6000 informer.popped Pod/default/a Added,Updated,Deleted 0']);
  expect(popped('realfifo')).toEqual([
    '6000 informer.popped Pod/default/a Added 2',
    '11000 informer.popped Pod/default/a Updated 1',
    '16000 informer.popped Pod/default/a Deleted 0',
  ]);
});

test('4 a batch takes distinct keys only', () => {
  const { world, server, informer } = bench({ generation: 'atomic', batchSize: 1000 });
  informer.prime();
  world.begin();
  for (const name of ['a', 'b']) server.create(0, pod(name));
  server.update(0, pod('a'));
  run(world);
  expect(informerTrace(world).filter((line) => line.includes('popped'))).toEqual([
    '1050 informer.popped Pod/default/b Added,Added 1',
    '1100 informer.popped Pod/default/a Updated 0',
  ]);
});
