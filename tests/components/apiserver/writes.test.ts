import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../src/model/objects.ts';
import { bindPod, container, createMap, createPod, must, patchMap, podBody, rig } from './rig.ts';

const GENERATED = /^web-[bcdfghjklmnpqrstvwxz2456789]{5}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/;

describe('1.1 resourceVersion', () => {
  test('1.1 one counter for all kinds; it goes on above the highest seen in the input', () => {
    const { ask, api } = rig({
      objects: [{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n', resourceVersion: '3000000000' } }],
    });
    expect(api.revision).toBe(3_000_000_000);
    expect(ask(createMap('a')).object?.metadata.resourceVersion).toBe('3000000001');
    expect(ask(createPod('p')).object?.metadata.resourceVersion).toBe('3000000002');
    expect(api.revision).toBe(3_000_000_002);
  });

  test('1.1 a seeded object is kept as it was observed', () => {
    const node = {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'n', resourceVersion: '5', uid: 'u' },
      spec: { x: 1 },
    };
    const { api } = rig({ objects: [node] });
    expect(api.get('Node/n')).toBe(node);
  });
});

describe('1.2 create', () => {
  test('1.2 the server sets uid, creationTimestamp and resourceVersion', () => {
    const { metadata } = must(
      rig().ask(createMap('c', {}, { uid: 'mine', creationTimestamp: '1999-01-01T00:00:00Z' })).object,
    );
    expect(metadata.uid).toMatch(UUID);
    expect(metadata.creationTimestamp).toBe('2026-02-01T00:00:00Z');
    expect(metadata.resourceVersion).toBe('1');
  });

  test('1.2 a resourceVersion of the client is refused', () => {
    const answer = rig().ask(createMap('c', {}, { resourceVersion: '7' }));
    expect(answer.code).toBe(500);
    expect(answer.status?.message).toBe('resourceVersion should not be set on objects to be created');
  });

  test('1.2 a name that is taken is 409 AlreadyExists', () => {
    const { ask } = rig();
    ask(createMap('c'));
    const answer = ask(createMap('c'));
    expect(answer.code).toBe(409);
    expect(answer.status).toEqual({ reason: 'AlreadyExists', message: 'configmaps "c" already exists', causes: [] });
  });

  test('1.2 generateName appends five letters of upstream’s alphabet, each time others', () => {
    const { ask } = rig();
    const names = [0, 1, 2].map(() => ask(createPod('', {}, { generateName: 'web-' })).object?.metadata.name);
    for (const name of names) expect(name).toMatch(GENERATED);
    expect(new Set(names).size).toBe(3);
  });

  test('1.2 an unknown resource and an unknown namespace are 404', () => {
    const { ask } = rig();
    expect(ask({ verb: 'list', resource: 'widgets' }).code).toBe(404);
    const answer = ask({ ...createMap('c'), namespace: 'nowhere' });
    expect(answer.status?.message).toBe('namespaces "nowhere" not found');
  });

  test('1.2 a namespace is not missed where the input left out namespaces', () => {
    const { ask } = rig({ unknownKinds: new Set(['Namespace']) });
    expect(ask({ ...createMap('c'), namespace: 'nowhere' }).code).toBe(201);
  });
});

describe('1.3 update', () => {
  const put = (metadata: object, data: object) =>
    ({
      verb: 'update',
      resource: 'configmaps',
      namespace: 'default',
      name: 'c',
      body: { metadata: { name: 'c', ...metadata }, data },
    }) as const;

  test('1.3 with the stored resourceVersion it writes, with another it is a conflict and writes nothing', () => {
    const { ask, api } = rig();
    ask(createMap('c', { a: '1' }));
    expect(ask(put({ resourceVersion: '1' }, { a: '2' })).object?.metadata.resourceVersion).toBe('2');
    const answer = ask(put({ resourceVersion: '1' }, { a: '3' }));
    expect(answer.code).toBe(409);
    expect(answer.status).toEqual({
      reason: 'Conflict',
      message:
        'Operation cannot be fulfilled on configmaps "c": the object has been modified; please apply your changes to the latest version and try again',
      causes: [],
    });
    expect(api.revision).toBe(2);
  });

  test('1.3 without a resourceVersion it is unconditional', () => {
    const { ask } = rig();
    ask(createMap('c', { a: '1' }));
    const { code, object } = ask(put({}, { a: '2' }));
    expect([code, object?.metadata.resourceVersion]).toEqual([200, '2']);
  });

  test('1.3 uid and creationTimestamp stay what the server made them', () => {
    const { ask, api } = rig();
    const before = must(ask(createMap('c')).object).metadata;
    ask(put({ creationTimestamp: '1999-01-01T00:00:00Z' }, { a: '2' }));
    expect(must(api.get('ConfigMap/default/c')).metadata).toMatchObject({
      uid: before.uid,
      creationTimestamp: before.creationTimestamp,
    });
  });

  test('1.3 an object that is not there is 404', () => {
    expect(rig().ask(put({ resourceVersion: '5' }, {})).status?.message).toBe('configmaps "c" not found');
  });
});

describe('1.4 writes that change nothing', () => {
  test('1.4 answer 200 with the same resourceVersion, no commit, no watch event', () => {
    const r = rig();
    r.ask(createMap('c', { a: '1' }));
    r.watch('w', { resource: 'configmaps', fromRevision: 1 });
    const answer = r.ask(patchMap('c', { data: { a: '1' } }));
    expect(answer).toMatchObject({ code: 200, written: false });
    expect(answer.object?.metadata.resourceVersion).toBe('1');
    expect(r.seen).toEqual([]);
    expect(r.lines(4)).toContain('request.served | tester | ConfigMap/default/c | patch | 200');
  });
});

describe('1.5 generation', () => {
  test('1.5 starts at 1, rises with the spec, not with labels or status', () => {
    const { ask, api } = rig();
    ask({
      verb: 'create',
      resource: 'deployments',
      namespace: 'default',
      body: {
        metadata: { name: 'd' },
        spec: {
          selector: { matchLabels: { a: 'b' } },
          template: { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } },
        },
      },
    });
    const generation = (): unknown => must(api.get('Deployment/default/d')).metadata.generation;
    const change = {
      verb: 'patch',
      resource: 'deployments',
      namespace: 'default',
      name: 'd',
      patchType: 'merge',
    } as const;
    expect(generation()).toBe(1);
    ask({ ...change, body: { metadata: { labels: { x: 'y' } } } });
    expect(generation()).toBe(1);
    ask({ ...change, subresource: 'status', body: { status: { replicas: 1 } } });
    expect(generation()).toBe(1);
    ask({ ...change, body: { spec: { replicas: 3 } } });
    expect(generation()).toBe(2);
  });

  test('1.5 Pods have one from 1.33 on, Nodes never', () => {
    expect(rig({ version: '1.35' }).ask(createPod('p')).object?.metadata.generation).toBe(1);
    expect(rig({ version: '1.32' }).ask(createPod('p')).object?.metadata.generation).toBeUndefined();
    const node = rig().ask({ verb: 'create', resource: 'nodes', body: { metadata: { name: 'n' } } });
    expect(node.object?.metadata.generation).toBeUndefined();
  });
});

describe('1.6 status subresource', () => {
  test('1.6 a write of the object leaves status, a write of status leaves spec; both raise one resourceVersion', () => {
    const { ask, api } = rig();
    ask(createPod('p'));
    ask(bindPod('p', 'n'));
    const sent = must(api.get('Pod/default/p')) as Pod;
    const put = { verb: 'update', resource: 'pods', namespace: 'default', name: 'p' } as const;
    ask({
      ...put,
      body: { ...sent, metadata: { ...sent.metadata, labels: { x: 'y' } }, status: { phase: 'Running' } },
    });
    expect((api.get('Pod/default/p') as Pod).status?.phase).toBe('Pending');
    const late = ask({ ...put, subresource: 'status', body: { ...sent, status: { phase: 'Running' } } });
    expect(late.code).toBe(409);
    const now = must(api.get('Pod/default/p')) as Pod;
    ask({ ...put, subresource: 'status', body: { ...now, spec: { containers: [] }, status: { phase: 'Running' } } });
    const after = api.get('Pod/default/p') as Pod;
    expect(after.status?.phase).toBe('Running');
    expect(after.spec.containers).toHaveLength(1);
  });
});

describe('1.7 binding', () => {
  const node = {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: 'n',
      labels: { 'topology.kubernetes.io/zone': 'z', 'topology.kubernetes.io/region': 'r', other: 'o' },
    },
  };

  test('1.7 sets node and condition in one write, and copies zone and region from 1.35 on', () => {
    const { ask, api, lines } = rig({ objects: [node] });
    ask(createPod('p', {}, { labels: { app: 'a' } }));
    expect(ask(bindPod('p', 'n', { annotations: { note: 'x' } }))).toMatchObject({ code: 201, written: true });
    const pod = api.get('Pod/default/p') as Pod;
    expect(pod.spec.nodeName).toBe('n');
    expect(pod.status?.conditions).toEqual([
      { type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: '2026-02-01T00:00:00Z' },
    ]);
    expect(pod.metadata.labels).toEqual({
      app: 'a',
      'topology.kubernetes.io/zone': 'z',
      'topology.kubernetes.io/region': 'r',
    });
    expect(pod.metadata.annotations).toEqual({ note: 'x' });
    expect(pod.metadata.generation).toBe(1);
    expect(lines().filter((line) => line.startsWith('store.written'))).toEqual([
      'store.written | tester | Pod/default/p | create | 1',
      'store.written | tester | Pod/default/p | bind | 2',
    ]);
  });

  test('1.7 no labels before 1.35', () => {
    const { ask, api } = rig({ version: '1.34', objects: [node] });
    ask(createPod('p'));
    ask(bindPod('p', 'n'));
    expect(must(api.get('Pod/default/p')).metadata.labels).toBeUndefined();
  });

  test('1.7 409 where the pod has a node already, even the same, or is being deleted, or has another uid', () => {
    const { ask } = rig({ objects: [node] });
    ask(createPod('p'));
    expect(ask(bindPod('p', 'n', { uid: '00000000-0000-0000-0000-000000000000' })).code).toBe(409);
    ask(bindPod('p', 'n'));
    const twice = ask(bindPod('p', 'n'));
    expect(twice.code).toBe(409);
    expect(twice.status?.message).toBe(
      'Operation cannot be fulfilled on pods/binding "p": pod p is already assigned to node "n"',
    );
    ask(createPod('q', {}, { finalizers: ['example.com/keep'] }));
    ask({ verb: 'delete', resource: 'pods', namespace: 'default', name: 'q' });
    expect(ask(bindPod('q', 'n')).status?.message).toContain('pod q is being deleted, cannot be assigned to a host');
    expect(ask(bindPod('nobody', 'n')).code).toBe(404);
  });
});

test('W-4 a body that the client goes on using is not changed', () => {
  const body = podBody('p');
  const copy = structuredClone(body);
  rig().ask({ verb: 'create', resource: 'pods', namespace: 'default', body });
  expect(body).toEqual(copy);
});
