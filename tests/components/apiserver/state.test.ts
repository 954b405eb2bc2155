import { describe, expect, test } from 'vitest';
import { apiServerStateAt, commitsBefore, ownership, ownershipAt } from '../../../src/components/apiserver/looking.ts';
import { bindPod, createMap, createPod, must, patchMap, rig } from './rig.ts';

describe('A-1 what the room shows is read off histories, at any step', () => {
  test('A-1 revision, windows, watches with what is on its way to them', () => {
    const r = rig();
    r.watch('kubelet n pods', { resource: 'pods', nodeName: 'n', fromRevision: 0 });
    r.watch('all configmaps', { resource: 'configmaps', fromRevision: 0 });
    r.ask(createPod('p'));
    r.ask(createMap('a'));
    r.ask(bindPod('p', 'n'));
    const bound = r.world.step;
    const state = apiServerStateAt(r.world, bound);
    expect(state).toMatchObject({ revision: 3, compacted: 0, faults: [] });
    expect(state.windows).toEqual([
      { resource: 'configmaps', objects: 1, events: 1, capacity: 100, oldest: 2, newest: 2 },
      { resource: 'pods', objects: 1, events: 2, capacity: 100, oldest: 1, newest: 3 },
    ]);
    expect(
      state.watches.map(({ id, client, selector, seen, lastSent, underWay }) => [
        id,
        client,
        selector,
        seen,
        lastSent,
        underWay,
      ]),
    ).toEqual([
      ['kubelet n pods', 'kubelet n', 'spec.nodeName=n', 3, 3, 0],
      ['all configmaps', 'all', '', 2, 2, 0],
    ]);
    let written = bound;
    while (r.lines(written)[0]?.includes('| bind | 3') !== true || !(r.lines(written)[0] ?? '').startsWith('store'))
      written--;
    expect(apiServerStateAt(r.world, written).watches[0]).toMatchObject({ seen: 0, lastSent: 3, underWay: 1 });
    expect(apiServerStateAt(r.world, 0)).toMatchObject({ revision: 0, windows: [], watches: [] });
  });

  test('A-1 a fault stands in it while it lasts, and what waits in line is under way', () => {
    const r = rig();
    r.watch('w pods', { resource: 'pods', fromRevision: 0 });
    r.fault(({ faults }) => faults.slow('f', (id) => id === 'w pods', 5_000_000));
    r.client.send(createPod('p'));
    r.world.advance(2);
    const affects = (_: unknown, id: string): boolean => id === 'w pods';
    const state = apiServerStateAt(r.world, r.world.step, affects);
    expect(state.faults).toEqual([{ id: 'f', kind: 'slow', ticks: 5_000_000, sinceTick: 0 }]);
    expect(state.watches[0]).toMatchObject({ slowedTicks: 5_000_000, underWay: 1, seen: 0, lastSent: 1 });
  });

  test('A-2 the last commits, newest first, with who wrote what', () => {
    const r = rig();
    r.ask(createMap('a'));
    r.ask(patchMap('a', { data: { x: '1' } }));
    r.ask({ verb: 'delete', resource: 'configmaps', namespace: 'default', name: 'a' });
    expect(
      commitsBefore(r.world, r.world.step, 2).map(({ revision, type, verb, client, key }) => [
        revision,
        type,
        verb,
        client,
        key,
      ]),
    ).toEqual([
      [3, 'DELETED', 'delete', 'tester', 'ConfigMap/default/a'],
      [2, 'MODIFIED', 'patch', 'tester', 'ConfigMap/default/a'],
    ]);
  });

  test('A-3 owners of fields are worked out from the commits, where nobody kept them', () => {
    const r = rig();
    r.ask(createMap('a', { x: '1', y: '1' }));
    r.ask({
      ...patchMap('a', { data: { x: '2' } }),
      patchType: 'apply',
      body: { data: { z: '3' } },
      options: { fieldManager: 'me' },
    });
    const kept = ownership(must(r.api.get('ConfigMap/default/a')));
    const names = kept.map(({ manager, operation }) => `${manager} ${operation}`);
    expect(names).toEqual(['me Apply', 'tester Update']);
    r.ask(createMap('b', { x: '1', y: '1' }));
    r.ask(patchMap('b', { data: { x: '2' } }));
    expect(must(r.api.get('ConfigMap/default/b')).metadata.managedFields).toBeUndefined();
    const derived = ownershipAt(r.world, r.world.step, 'ConfigMap/default/b', (tick) => r.api.timestamp(tick));
    expect(derived).toEqual([
      expect.objectContaining({
        manager: 'tester',
        operation: 'Update',
        paths: [['data'], ['data', 'x'], ['data', 'y']],
      }),
    ]);
  });
});
