import { describe, expect, test } from 'vitest';
import { bindPod, createMap, createPod, deletePod, patchMap, rig } from './rig.ts';

describe('1.10 list', () => {
  test('1.10 sorted by key, with the revision that it reflects; selectors take their part', () => {
    const r = rig();
    for (const name of ['b', 'a', 'c']) r.ask(createPod(name, {}, { labels: { is: name } }));
    r.ask(createMap('m'));
    r.ask(bindPod('c', 'n'));
    const all = r.ask({ verb: 'list', resource: 'pods' });
    expect(all.items?.map(({ metadata }) => metadata.name)).toEqual(['a', 'b', 'c']);
    expect(all.revision).toBe(5);
    const names = (options: object): unknown =>
      r.ask({ verb: 'list', resource: 'pods', options }).items?.map(({ metadata }) => metadata.name);
    expect(names({ labelSelector: 'is in (a, b)' })).toEqual(['a', 'b']);
    expect(names({ fieldSelector: 'spec.nodeName=n' })).toEqual(['c']);
    expect(r.ask({ verb: 'list', resource: 'pods', namespace: 'other' }).items).toEqual([]);
  });
});

describe('1.11 watch', () => {
  test('1.11 every event above the revision, of one resource, in order of revision', () => {
    const r = rig();
    r.ask(createMap('a'));
    r.ask(createMap('b'));
    r.watch('w', { resource: 'configmaps', fromRevision: 1 });
    r.ask(createPod('p'));
    r.ask(patchMap('a', { data: { x: '1' } }));
    r.ask({ verb: 'delete', resource: 'configmaps', namespace: 'default', name: 'b' });
    expect(r.seen).toEqual([
      'w ADDED ConfigMap/default/b 2',
      'w MODIFIED ConfigMap/default/a 4',
      'w DELETED ConfigMap/default/b 5',
    ]);
  });

  test('1.11 a selector: entering is ADDED, staying MODIFIED, leaving DELETED with the old content and the new revision', () => {
    const r = rig();
    r.watch('kubelet', { resource: 'pods', nodeName: 'n', fromRevision: 0 });
    r.watch('unassigned', { resource: 'pods', nodeName: '', fromRevision: 0 });
    r.watch('other', { resource: 'pods', nodeName: 'm', fromRevision: 0 });
    r.ask(createPod('p'));
    r.ask(bindPod('p', 'n'));
    r.ask(deletePod('p', { gracePeriodSeconds: 0 }));
    expect(r.seen).toEqual([
      'unassigned ADDED Pod/default/p 1',
      'kubelet ADDED Pod/default/p 2',
      'unassigned DELETED Pod/default/p 2',
      'kubelet MODIFIED Pod/default/p 3',
      'kubelet DELETED Pod/default/p 4',
    ]);
  });

  test('1.11 the same selector over events of the past', () => {
    const r = rig();
    r.ask(createPod('p'));
    r.ask(createPod('q'));
    r.ask(bindPod('p', 'n'));
    r.watch('kubelet', { resource: 'pods', nodeName: 'n', fromRevision: 1 });
    r.watch('one', { resource: 'pods', name: 'q', fromRevision: 0 });
    r.sleep(1);
    expect(r.seen).toEqual(['kubelet ADDED Pod/default/p 3', 'one ADDED Pod/default/q 2']);
  });

  test('1.11 a namespace, and a watch that was closed', () => {
    const r = rig({ unknownKinds: new Set(['Namespace']) });
    r.watch('w', { resource: 'configmaps', namespace: 'other', fromRevision: 0 });
    r.ask(createMap('a'));
    r.ask({ ...createMap('b'), namespace: 'other' });
    r.unwatch('w');
    r.ask({ ...createMap('c'), namespace: 'other' });
    expect(r.seen).toEqual(['w ADDED ConfigMap/other/b 2']);
  });

  test('1.11 below the revision of the input nothing is known: an ERROR event, and the watch is closed', () => {
    const r = rig({ objects: [{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n', resourceVersion: '50' } }] });
    r.watch('w', { resource: 'configmaps', fromRevision: 49 });
    r.ask(createMap('a'));
    expect(r.seen).toEqual(['w ERROR Status/ 50']);
  });

  test('1.12 the window grows while all in it are younger than 75 s', () => {
    const r = rig();
    r.ask(createPod('p'));
    for (let i = 0; i < 120; i++) r.ask(createMap(`m${i}`));
    r.sleep(80);
    r.watch('old', { resource: 'configmaps', fromRevision: 1 });
    r.sleep(1);
    expect(r.seen).toHaveLength(120);
  });

  test('1.12 full of what is older, it gives the oldest away: the least revision is that of the oldest event, less one', () => {
    const r = rig();
    r.ask(createPod('p'));
    for (let i = 0; i < 100; i++) r.ask(createMap(`m${i}`));
    r.sleep(80);
    r.ask(createMap('late'));
    r.watch('old', { resource: 'configmaps', fromRevision: 1 });
    r.watch('pods', { resource: 'pods', fromRevision: 0 });
    r.watch('near', { resource: 'configmaps', fromRevision: 2 });
    r.sleep(1);
    expect(r.seen.slice(0, 2)).toEqual(['old ERROR Status/ 102', 'pods ADDED Pod/default/p 1']);
    expect(r.seen.slice(2)).toHaveLength(100);
    expect(r.seen[2]).toBe('near ADDED ConfigMap/default/m1 3');
  });

  test('1.11 bookmarks about once a minute, where asked for; they keep no world busy', () => {
    const r = rig();
    r.ask(createMap('a'));
    const opened = r.world.now;
    r.watch('w', { resource: 'configmaps', fromRevision: 1, bookmarks: true });
    r.watch('quiet', { resource: 'configmaps', fromRevision: 1 });
    expect(r.world.pendingWork).toBe(0);
    r.world.advance(2);
    expect(r.seen).toEqual(['w BOOKMARK ConfigMap/ 1', 'w BOOKMARK ConfigMap/ 1']);
    expect(r.world.now - opened).toBe(120_001_000);
  });
});

test('1.11 an answer and a watch event are messages: sent, committed, delivered, each caused by the one before', () => {
  const r = rig({
    setUp: ({ client, deliver }) => {
      client.watch('w', { resource: 'configmaps', fromRevision: 0 }, deliver);
    },
  });
  r.ask(createMap('a'));
  const { trace } = r.world;
  expect(r.lines()).toEqual([
    'request.sent | tester | ConfigMap/default/a | create | 0',
    'store.written | tester | ConfigMap/default/a | create | 1',
    'response.delivered | tester | ConfigMap/default/a | create | 201',
    'watch.delivered | w | ConfigMap/default/a | ADDED | 1',
  ]);
  expect([1, 2, 3, 4].map((step) => trace.time(step))).toEqual([0, 2000, 2500, 3000]);
  expect([1, 2, 3, 4].map((step) => trace.cause(step))).toEqual([0, 1, 2, 2]);
});

test('1.10 a list is delivered as one event that counts; a refusal says its reason; without a reply nothing comes back', () => {
  const r = rig();
  r.ask(createMap('a'));
  const from = r.world.step + 1;
  r.ask({ verb: 'list', resource: 'configmaps', namespace: 'default' });
  r.ask(createMap('a'));
  r.client.send(createMap('b'));
  r.settle();
  expect(r.lines(from)).toEqual([
    'request.sent | tester | ConfigMap/default | list | 0',
    'request.served | tester | ConfigMap/default | list | 200',
    'list.delivered | tester | ConfigMap/default |  | 1',
    'request.sent | tester | ConfigMap/default/a | create | 0',
    'request.refused | tester | ConfigMap/default/a | AlreadyExists | 409',
    'response.delivered | tester | ConfigMap/default/a | create | 409',
    'request.sent | tester | ConfigMap/default/b | create | 0',
    'store.written | tester | ConfigMap/default/b | create | 2',
  ]);
});
