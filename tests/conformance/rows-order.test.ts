/** Scenarios that ORDER.md tells of in words: each line of it, where its moment or its order is told, by hand. */
import { describe, expect, it } from 'vitest';
import { barePod, daemonSet, deployment, runRow, service, statefulSet, type Told } from './rows.ts';

const place = (told: Told, object: string, path: string, value: string): number => {
  const at = told.track(object, path).findIndex((one) => one.endsWith(value));
  expect(at, `${object} ${path} = ${value}`).toBeGreaterThanOrEqual(0);
  return told.candidate.tracks.get(object)?.get(path)?.[at]?.write.index ?? -1;
};
const ready = 'condition[Ready]';
const SEEDS = [1, 2, 3];

describe.each(SEEDS)('a bad image, seed %i', (seed) => {
  const ref = { kind: 'Deployment', name: 'web' };
  const told = runRow(
    [
      { apply: [service('web'), deployment('web', 3, { spec: { progressDeadlineSeconds: 10 } })] },
      { setImage: { ...ref, containers: { c: 'web:missing' } }, afterMillis: 4000 },
      { rollback: ref, afterMillis: 25_000 },
    ],
    { seed, environment: { unpullable: ['*missing*'] } },
  );

  it('the Deployment says that it does not progress, and takes it back with the rollback', () => {
    expect(told.track('Deployment/web', 'condition[Progressing]')).toEqual([
      '0 True NewReplicaSetCreated',
      '0 True ReplicaSetUpdated',
      '0 True NewReplicaSetAvailable',
      '1 True NewReplicaSetCreated',
      '1 True ReplicaSetUpdated',
      '1 False ProgressDeadlineExceeded',
      '2 True ReplicaSetUpdated',
      '2 True NewReplicaSetAvailable',
    ]);
    expect(told.track('Deployment/web', 'condition[Progressing].message')).toContain(
      '1 ReplicaSet "web@2" has timed out progressing.',
    );
    // 25 % of 3 may be unavailable, rounded down: none of the old ones goes.
    expect(told.track('ReplicaSet/web@1', 'spec.replicas')).toEqual(['0 3']);
    expect(told.track('Deployment/web', 'condition[Available]').filter((value) => value.startsWith('1'))).toEqual([]);
    expect(told.track('ReplicaSet/web@2', 'spec.replicas')).toEqual(['1 1', '2 0']);
    expect(told.track('ReplicaSet/web@1', 'annotation[revision]')).toEqual(['0 1', '2 3']);
  });

  it('the Pod waits for its image, has an address meanwhile, and ends as one whose container never was', () => {
    const pod = 'Pod/web@2#0';
    expect(told.track(pod, 'container[c].state')).toEqual([
      '1 waiting ContainerCreating',
      '1 waiting ErrImagePull',
      '1 waiting ImagePullBackOff',
      '2 terminated ContainerStatusUnknown 137',
    ]);
    expect(told.track(pod, 'status.phase')).toEqual(['1 Pending', '2 Failed']);
    expect(told.track('EndpointSlice/web#0', 'endpoint[web@2#0]').slice(0, 2)).toEqual([
      '1 not-ready not-serving',
      '2 not-ready not-serving terminating',
    ]);
    expect(told.events(pod).some((event) => event.includes('Killing'))).toBe(false);
    expect(told.broken).toEqual([]);
  });
});

describe.each(SEEDS)('a kubelet that is stopped for 100 s, seed %i', (seed) => {
  const told = runRow(
    [
      { apply: [service('web'), deployment('web', 3), daemonSet('agent', undefined), statefulSet('db', 3)] },
      { kubeletPauses: 'node-1', afterMillis: 4000 },
      { kubeletResumes: 'node-1', afterMillis: 100_000, afterQuiet: false },
      { cordon: 'node-0', afterMillis: 20_000, afterQuiet: false },
    ],
    { seed, environment: { flags: { 'kube-apiserver': ['--default-unreachable-toleration-seconds=20'] } } },
  );
  const podsOn = (kind: string): string[] =>
    [...told.candidate.tracks.keys()].filter((name) => {
      const on = told.track(name, 'spec.nodeName')[0];
      return name.startsWith(`Pod/${kind}`) && on?.endsWith(' node-1') === true;
    });

  it('the Node is given up after its grace, tainted twice, and taken back in the order that ORDER tells', () => {
    const node = 'Node/node-1';
    expect(told.track(node, ready)).toEqual(['1 Unknown NodeStatusUnknown', '1 True KubeletReady']);
    expect(told.track(node, 'spec.taints')).toEqual([
      '1 ["node.kubernetes.io/unreachable=:NoSchedule"]',
      '1 ["node.kubernetes.io/unreachable=:NoExecute","node.kubernetes.io/unreachable=:NoSchedule"]',
      '1 ["node.kubernetes.io/unreachable=:NoExecute"]',
      '1 []',
    ]);
    const [silent = 0, back = 0] = told.times(node, ready);
    const [noSchedule = 0, noExecute = 0, first = 0, none = 0] = told.times(node, 'spec.taints');
    expect(noSchedule - silent).toBeLessThan(0.2);
    expect(noExecute - noSchedule).toBeLessThan(0.5);
    expect(first - back).toBeLessThan(0.2);
    expect(none - first).toBeLessThan(5.1);
    expect(told.events(node)).toContain('1 NodeNotReady: Node node-1 status is now: NodeNotReady');
  });

  it('its Pods are not ready, and go 20 s after the taint: but for the DaemonSet’s, which tolerates it', () => {
    const [, noExecute = 0] = told.times('Node/node-1', 'spec.taints');
    const going = [...podsOn('web'), ...podsOn('db')];
    expect(going.length).toBeGreaterThan(0);
    for (const pod of going) {
      expect(told.track(pod, ready)).toContain('1 False');
      expect(told.events(pod)).toContain('1 NodeNotReady: Node is not ready');
      const [marked = 0] = told.times(pod, 'metadata.deletionTimestamp');
      expect(marked - noExecute).toBeGreaterThan(19.9);
      expect(marked - noExecute).toBeLessThan(21);
      expect(told.track(pod, 'condition[DisruptionTarget]')).toEqual(['1 True DeletionByTaintManager']);
      expect(place(told, pod, 'condition[DisruptionTarget]', 'DeletionByTaintManager')).toBeLessThan(
        place(told, pod, 'metadata.deletionTimestamp', 'set'),
      );
    }
    expect(told.track('Pod/agent#node-1', 'metadata.deletionTimestamp')).toEqual([]);
    expect(told.track('Pod/agent#node-1', ready).slice(-2)).toEqual(['1 False', '1 True']);
  });

  it('a ReplicaSet replaces its Pod at once, a StatefulSet when the old one is gone, which takes the kubelet', () => {
    const resumed = 104;
    for (const pod of podsOn('db')) {
      if (pod.includes('~')) continue;
      const gone = told.times(pod, '@').at(-1) ?? 0;
      const [again = 0] = told.times(`${pod}~2`, '@');
      expect(gone).toBeGreaterThan(resumed);
      expect(again).toBeGreaterThanOrEqual(gone);
    }
    const [, noExecute = 0] = told.times('Node/node-1', 'spec.taints');
    const made = [...told.candidate.tracks.keys()].filter((name) => {
      const [at = 0] = told.times(name, '@');
      return name.startsWith('Pod/web@1') && at > noExecute && at < resumed;
    });
    expect(made).toHaveLength(podsOn('web').filter((pod) => (told.times(pod, '@')[0] ?? 0) < noExecute).length);
    expect(told.broken).toEqual([]);
  });
});

describe.each(SEEDS)('preemption under a budget, seed %i', (seed) => {
  const cpu = { resources: { requests: { cpu: '3' } } };
  const classes = [
    { metadata: { name: 'low' }, value: 10 },
    { metadata: { name: 'high' }, value: 1000 },
  ].map((one) => ({ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', ...one }));
  const told = runRow(
    [
      {
        apply: [
          ...classes,
          deployment('low', 3, {
            pod: { priorityClassName: 'low', terminationGracePeriodSeconds: 10 },
            container: cpu,
          }),
        ],
      },
      { apply: [barePod('high', { priorityClassName: 'high' }, cpu)], afterMillis: 4000 },
    ],
    { seed },
  );
  const victim = [...told.candidate.tracks.keys()].find(
    (name) => told.track(name, 'condition[DisruptionTarget]').length > 0,
  );

  it('the victim is marked, then deleted, and the preemptor bound when it has ended, before it is gone', () => {
    const pod = victim ?? '';
    expect(told.track(pod, 'condition[DisruptionTarget]')).toEqual(['1 True PreemptionByScheduler']);
    const marked = place(told, pod, 'condition[DisruptionTarget]', 'PreemptionByScheduler');
    const deleted = place(told, pod, 'metadata.deletionTimestamp', 'set');
    const ended = place(told, pod, 'status.phase', 'Succeeded');
    const gone = place(told, pod, '@', 'DELETED');
    const [bound] = told.candidate.tracks.get('Pod/high')?.get('spec.nodeName') ?? [];
    const places = [marked, deleted, ended, bound?.write.index ?? -1, gone];
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(told.track('Pod/high', 'status.nominatedNodeName')[1]).toBe('1 null');
    expect(told.track('Pod/high', 'condition[PodScheduled].message')[0]).toBe(
      '1 0/3 nodes are available: 3 Insufficient cpu.',
    );
    expect(told.events(pod).filter((event) => event.includes('Preempted'))).toEqual([
      '1 Preempted: Preempted by pod high on node <its node>',
    ]);
  });

  it('the victim’s replacement is tried again when it has ended, and says so anew', () => {
    const waiting = [...told.candidate.tracks.keys()].find(
      (name) => name.startsWith('Pod/low') && told.track(name, 'spec.nodeName').length === 0,
    );
    expect(told.events(waiting ?? '')).toEqual([
      '2 FailedScheduling: 0/3 nodes are available: 3 Insufficient cpu. no new claims to deallocate, preemption: 0/3 nodes are available: 3 No preemption victims found for incoming pod.',
    ]);
    expect(told.broken).toEqual([]);
  });
});
