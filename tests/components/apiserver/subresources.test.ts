import { describe, expect, test } from 'vitest';
import type { ApiRequest } from '../../../src/components/apiserver/apiserver.ts';
import type { KubeObject } from '../../../src/model/objects.ts';
import { container, createPod, must, rig } from './rig.ts';

const runningPod = (name: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default', uid: name, resourceVersion: '1', labels: { app: 'x' }, generation: 1 },
  spec: { containers: [container], nodeName: 'n', terminationGracePeriodSeconds: 30 },
  status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
});

const budget = (name: string, disruptionsAllowed: number): KubeObject => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name, namespace: 'default', resourceVersion: '2', generation: 1 },
  spec: { minAvailable: 1, selector: { matchLabels: { app: 'x' } } },
  status: {
    observedGeneration: 1,
    disruptionsAllowed,
    currentHealthy: 1 + disruptionsAllowed,
    desiredHealthy: 1,
    expectedPods: 2,
  },
});

const evict = (name: string): ApiRequest => ({
  verb: 'create',
  resource: 'pods',
  namespace: 'default',
  name,
  subresource: 'eviction',
  body: { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name } },
});

describe('1.8 eviction', () => {
  test('1.8 a budget with room is charged first, then the pod says why it goes, then it is marked: three commits', () => {
    const r = rig({ objects: [runningPod('a'), runningPod('b'), budget('x', 1)] });
    const answer = r.ask(evict('a'));
    expect(answer).toEqual({ code: 201, written: true });
    expect(must(r.api.get('PodDisruptionBudget/default/x')).status).toMatchObject({
      disruptionsAllowed: 0,
      disruptedPods: { a: '2026-02-01T00:00:00Z' },
    });
    expect(must(r.api.get('Pod/default/a')).metadata.deletionGracePeriodSeconds).toBe(30);
    expect(r.lines().filter((line) => line.startsWith('store.written'))).toEqual([
      'store.written | tester | PodDisruptionBudget/default/x | evict | 3',
      'store.written | tester | Pod/default/a | evict | 4',
      'store.written | tester | Pod/default/a | evict | 5',
    ]);
  });

  test('1.8 a budget without room answers 429 and keeps the pod', () => {
    const r = rig({ objects: [runningPod('a'), budget('x', 0)] });
    const answer = r.ask(evict('a'));
    expect(answer.code).toBe(429);
    expect(answer.status).toEqual({
      reason: 'TooManyRequests',
      message: "Cannot evict pod as it would violate the pod's disruption budget.",
      causes: [
        { reason: 'DisruptionBudget', message: 'The disruption budget x needs 1 healthy pods and has 1 currently' },
      ],
    });
    expect(must(r.api.get('Pod/default/a')).metadata.deletionTimestamp).toBeUndefined();
  });
});

describe('1.3 scale', () => {
  const deployment: ApiRequest = {
    verb: 'create',
    resource: 'deployments',
    namespace: 'default',
    body: {
      metadata: { name: 'd' },
      spec: {
        replicas: 3,
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } },
      },
    },
  };
  const scale = { resource: 'deployments', namespace: 'default', name: 'd', subresource: 'scale' } as const;

  test('1.3 reads and writes replicas alone; the generation rises', () => {
    const { ask, api } = rig();
    ask(deployment);
    expect(ask({ verb: 'get', ...scale }).object).toMatchObject({
      kind: 'Scale',
      spec: { replicas: 3 },
      status: { replicas: 0, selector: 'a=b' },
    });
    ask({ verb: 'patch', patchType: 'merge', ...scale, body: { spec: { replicas: 5 } } });
    const after = must(api.get('Deployment/default/d'));
    expect(after.metadata.generation).toBe(2);
    expect(after.spec).toMatchObject({ replicas: 5, selector: { matchLabels: { a: 'b' } } });
  });
});

describe('1.13 server-side apply', () => {
  const config = (data: object): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data });
  const apply = (manager: string, data: object, force = false): ApiRequest => ({
    verb: 'patch',
    resource: 'configmaps',
    namespace: 'default',
    name: 'c',
    patchType: 'apply',
    body: config(data),
    options: { fieldManager: manager, force },
  });

  test('1.13 creates, shares equal values, refuses others’ with one cause a field, takes them with force', () => {
    const { ask, api } = rig();
    expect(ask(apply('one', { a: '1', b: '1' })).code).toBe(201);
    expect(ask(apply('two', { a: '1' })).code).toBe(200);
    const conflict = ask(apply('two', { a: '2' }));
    expect(conflict.code).toBe(409);
    expect(conflict.status).toEqual({
      reason: 'Conflict',
      message: 'Apply failed with 1 conflict: conflict with "one": .data.a',
      causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "one"', field: '.data.a' }],
    });
    ask(apply('two', { a: '2' }, true));
    expect(must(api.get('ConfigMap/default/c'))).toMatchObject({ data: { a: '2', b: '1' } });
  });

  test('1.13 a field that its manager no longer names is gone; applying the same again writes nothing', () => {
    const { ask, api } = rig();
    ask(apply('one', { a: '1', b: '1' }));
    ask(apply('one', { a: '1' }));
    expect(must(api.get('ConfigMap/default/c'))).toMatchObject({ data: { a: '1' } });
    const { revision } = api;
    expect(ask(apply('one', { a: '1' }))).toMatchObject({ code: 200, written: false });
    expect(api.revision).toBe(revision);
  });

  test('1.13 on an object that was applied, other writers move ownership too', () => {
    const { ask } = rig();
    ask(apply('one', { a: '1' }));
    ask({
      verb: 'patch',
      resource: 'configmaps',
      namespace: 'default',
      name: 'c',
      patchType: 'merge',
      body: { data: { a: '9' } },
    });
    expect(ask(apply('one', { a: '1' })).status?.message).toBe(
      'Apply failed with 1 conflict: conflict with "tester" using v1: .data.a',
    );
  });

  test('1.13 managedFields in the applied object are refused', () => {
    const { ask } = rig();
    const body = { ...config({}), metadata: { name: 'c', managedFields: [] } };
    expect(ask({ ...apply('one', {}), body }).status?.message).toBe('metadata.managedFields must be nil');
  });
});

describe('1.2 admission', () => {
  test('1.2 a quota counts what is there; a pod beyond it is forbidden', () => {
    const quota: KubeObject = {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'q', namespace: 'default' },
      spec: { hard: { pods: '1' } },
      status: { hard: { pods: '1' }, used: { pods: '0' } },
    };
    const { ask } = rig({ objects: [quota] });
    expect(ask(createPod('a')).code).toBe(201);
    expect(ask(createPod('b')).status?.message).toBe(
      'pods "b" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1',
    );
  });

  test('1.2 a gated pod says so from its first moment', () => {
    const { object } = rig().ask(createPod('g', { schedulingGates: [{ name: 'example.com/wait' }] }));
    expect(must(object).status).toMatchObject({
      phase: 'Pending',
      conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }],
    });
  });

  test('1.2 a priority class gives a pod its number', () => {
    const urgent: KubeObject = {
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata: { name: 'urgent' },
      value: 1000,
      preemptionPolicy: 'Never',
    } as KubeObject;
    const { object } = rig({ objects: [urgent] }).ask(createPod('p', { priorityClassName: 'urgent' }));
    expect(must(object).spec).toMatchObject({ priority: 1000, preemptionPolicy: 'Never' });
  });
});
