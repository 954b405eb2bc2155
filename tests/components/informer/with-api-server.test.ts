/** An informer on the real api-server: what the fake of the other tests must not hide. */
import { expect, test } from 'vitest';
import { createWorld } from '../../../src/kernel/kernel.ts';
import { EVENT_KIND_NAMES, LANE, LANES } from '../../../src/model/events.ts';
import { DEFAULT_LATENCIES } from '../../../src/model/latencies.ts';
import { createApiServer } from '../../../src/components/apiserver/apiserver.ts';
import { createSharedInformer } from '../../../src/components/informer/informer.ts';
import { GENERATIONS, informerTrace } from './builders.ts';

const body = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default' },
  spec: { containers: [{ name: 'c', image: 'busybox' }] },
});

const MODES = GENERATIONS.flatMap((generation) =>
  (['list-watch', 'watch-list'] as const).map((mode) => [generation, mode] as const),
);

test.each(MODES)('2.1, 2.2, 2.3 gets all there is, watches and follows, %s %s', (generation, mode) => {
  const world = createWorld({
    seed: 1,
    ticksPerSecond: 1_000_000,
    kinds: EVENT_KIND_NAMES,
    lanes: LANES,
    checks: true,
  });
  const latencies = DEFAULT_LATENCIES;
  const apiServer = createApiServer({ world, version: '1.37', latencies, epochMicros: 1_700_000_000_000_000 });
  apiServer.seed({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' }, status: { phase: 'Active' } });
  apiServer.handle({ verb: 'create', resource: 'pods', namespace: 'default', body: body('old') }, 'test');
  const client = apiServer.connect('kubelet', LANE.kubelets);
  const informer = createSharedInformer(
    { world, apiServer, client, latencies, generation, settings: { mode } },
    { process: 'kubelet', resource: 'pods', lane: LANE.informers },
  );
  const heard: string[] = [];
  informer.addEventHandler('kubelet', {
    onAdd: (object, initial) => heard.push(`add ${object.metadata.name} ${initial}`),
    onUpdate: (_, object) => heard.push(`update ${object.metadata.name}`),
    onDelete: (object) => heard.push(`delete ${object.metadata.name}`),
  });
  informer.start();
  world.begin();
  world.advance(1000);
  client.send({ verb: 'create', resource: 'pods', namespace: 'default', body: body('new') });
  client.send({ verb: 'delete', resource: 'pods', namespace: 'default', name: 'old' });
  world.advance(1000);
  // 1.8: a Pod without a node is deleted with grace 0, which is stored first and then removes it.
  expect(heard).toEqual(['add old true', 'add new false', 'update old', 'delete old']);
  expect(informer.indexer.list().map(({ metadata }) => metadata.name)).toEqual(['new']);
  expect(informer.lastSyncResourceVersion).toBe(apiServer.revision);
  const lists = informerTrace(world).filter((line) => line.includes('list.delivered'));
  expect(lists).toHaveLength(mode === 'list-watch' ? 1 : 0);
  const bookmarks = informerTrace(world).filter((line) => line.includes('BOOKMARK'));
  expect(bookmarks).toHaveLength(mode === 'list-watch' ? 0 : 1);
  expect(world.pendingWork).toBe(0);
});
