/** A Node that falls silent, and what becomes of its Pods: pkg/controller/nodelifecycle, tainteviction and podgc (v1.35). */
import { describe, expect, it } from 'vitest';
import { createCluster, type Cluster } from '../../../src/engine/create-cluster.ts';
import { EVENT, EVENT_KIND_NAMES } from '../../../src/model/events.ts';
import { readFlags, type Flags } from '../../../src/model/flags.ts';
import type { KubeObject, Node, Pod } from '../../../src/model/objects.ts';
import { readScenario } from '../../../src/scenario/scenario.ts';
import { disruptionOf, zoneState, type Zone } from '../../../src/components/controllers/nodelifecycle/zones.ts';
import { ttlSeconds } from '../../../src/components/controllers/ttl/ttl.ts';
import { unknownStatus } from '../../../src/components/controllers/nodelifecycle/health.ts';

const DEPLOYMENT = `
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: default}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: c, image: i}]}
`;

function run(timeline: string, options: { nodes?: number; flags?: Partial<Flags>; rest?: string } = {}): Cluster {
  const { nodes = 3, flags = {}, rest = DEPLOYMENT } = options;
  const data = `apiVersion: steplane.dev/v1
kind: Scenario
metadata: {name: silence}
spec:
  kubernetesVersion: "1.35"
  seed: 5
  generate: {nodes: ${String(nodes)}}
  timeline:
${timeline}
${rest}`;
  const outcome = readScenario([{ name: 'silence.yaml', data }], {});
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  const cluster = createCluster({ ...outcome.value, flags });
  const { world } = cluster;
  while (world.pendingWork > 0 || world.now < 60e6) if (world.advance(1) === 0) break;
  expect(cluster.refusals()).toEqual([]);
  return cluster;
}

interface Write {
  readonly time: number;
  readonly who: string;
  readonly verb: string;
  readonly key: string;
  readonly after: KubeObject | undefined;
}

function writes({ world }: Cluster, prefix: string): readonly Write[] {
  const out: Write[] = [];
  for (let k = 1; k <= world.trace.length; k++) {
    const key = world.trace.object(k);
    if (world.trace.kind(k) !== EVENT['store.written'] || !key.startsWith(prefix)) continue;
    const change = [...world.changesAt(k)].find((one) => one.collection === 'etcd' && one.key === key);
    const [who, verb] = [world.trace.subject(k), world.trace.detail(k)];
    out.push({ time: world.trace.time(k) / 1e6, who, verb, key, after: change?.after as KubeObject | undefined });
  }
  return out;
}

const taints = (object: KubeObject | undefined): string =>
  ((object as Node | undefined)?.spec?.taints ?? []).map(({ key, effect }) => `${key}:${effect}`).join();
const ready = (object: KubeObject | undefined): string | undefined =>
  (object as Node | Pod | undefined)?.status?.conditions?.find(({ type }) => type === 'Ready')?.status;
const told = (cluster: Cluster): readonly (readonly [number, string])[] =>
  writes(cluster, 'Event/').flatMap(({ time, after }) => {
    const { reason, message } = after as unknown as { reason: string; message: string };
    return [[time, `${reason}: ${message}`] as const];
  });
const toldOf = (cluster: Cluster, reason: string): readonly string[] =>
  told(cluster).flatMap(([, text]) => (text.startsWith(`${reason}: `) ? [text] : []));

describe('a kubelet that is paused for two minutes', () => {
  const cluster = run(
    '  - {at: 30s, kubeletPauses: node-0000}\n  - {at: 150s, kubeletResumes: node-0000}',
    // 20 s, as in the recordings of a real cluster.
    { flags: readFlags({ 'kube-apiserver': ['--default-unreachable-toleration-seconds=20'] }) },
  );
  const ofNode = writes(cluster, 'Node/node-0000');
  const lapse = ofNode.find(({ after }) => ready(after) === 'Unknown');
  const at = lapse?.time ?? 0;

  it('is given up after 50 s of grace, at a look of every five seconds (recorded: 43 to 54 s after the stop)', () => {
    expect(at - 30).toBeGreaterThan(40);
    expect(at - 30).toBeLessThan(55);
    expect(Math.floor(at) % 5).toBe(0);
    expect(lapse).toMatchObject({ who: 'kube-controller-manager', verb: 'update status' });
    // A generated Node has said no more than that it is ready.
    const never = ['MemoryPressure', 'DiskPressure', 'PIDPressure'].map((type) => [type, 'NodeStatusNeverUpdated']);
    const conditions = (lapse?.after as Node).status?.conditions ?? [];
    expect(conditions.map(({ type, reason }) => [type, reason])).toEqual([['Ready', 'NodeStatusUnknown'], ...never]);
    expect(conditions[0]?.message).toBe('Kubelet stopped posting node status.');
    const silent = told(cluster).filter(([time]) => time >= at && time < at + 5);
    expect(silent.map(([, text]) => text)).toEqual([
      'NodeNotReady: Node node-0000 status is now: NodeNotReady',
      'NodeNotReady: Node is not ready',
    ]);
  });

  it('is tainted NoSchedule at once, NoExecute with the next look at its zone; NoSchedule goes first when it is back', () => {
    const course = ofNode.map(({ time, after }) => [time, taints(after)] as const);
    const changes = course.filter(([, text], i) => text !== (course[i - 1]?.[1] ?? ''));
    const unreachable = 'node.kubernetes.io/unreachable';
    expect(changes.map(([, text]) => text)).toEqual([
      `${unreachable}:NoSchedule`,
      `${unreachable}:NoSchedule,${unreachable}:NoExecute`,
      `${unreachable}:NoExecute`,
      '',
    ]);
    const [first = 0, second = 0, third = 0, fourth = 0] = changes.map(([time]) => time);
    expect(first - at).toBeLessThan(0.05);
    expect(second - at).toBeGreaterThan(0.05);
    expect(second - at).toBeLessThan(0.3);
    // Its second status after it went on, then the next look.
    expect(third).toBeGreaterThan(160);
    expect(third).toBeLessThan(160.1);
    expect(fourth).toBeGreaterThan(165);
    expect(fourth).toBeLessThan(165.1);
  });

  it('its Pod is not ready at once, is marked tolerationSeconds after the taint, and goes when the kubelet is back', () => {
    const victim = writes(cluster, 'Pod/').find(
      ({ who, verb }) => who === 'kube-controller-manager' && verb === 'update status',
    );
    const ofPod = writes(cluster, victim?.key ?? '?');
    const marked = ofPod.find(({ after }) => after?.metadata.deletionTimestamp !== undefined);
    expect((victim?.time ?? 0) - at).toBeLessThan(0.05);
    expect(ready(victim?.after)).toBe('False');
    expect((marked?.time ?? 0) - at).toBeGreaterThan(20);
    expect((marked?.time ?? 0) - at).toBeLessThan(20.5);
    const condition = (marked?.after as Pod).status?.conditions?.find(({ type }) => type === 'DisruptionTarget');
    expect(condition).toMatchObject({ status: 'True', reason: 'DeletionByTaintManager' });
    const between = ofPod.filter(({ time }) => time > (marked?.time ?? 0) && time < 150);
    expect(between).toEqual([]);
    expect(ofPod.at(-1)?.after).toBeUndefined();
    expect(ofPod.at(-1)?.time).toBeGreaterThan(150);
  });

  it('its Lease is renewed at once when it goes on, its conditions are what the kubelet says, and it tells so', () => {
    const leases = writes(cluster, 'Lease/kube-node-lease/node-0000').map(({ time }) => time);
    expect(leases.filter((time) => time > 30 && time < 150)).toEqual([]);
    expect(leases.find((time) => time > 150)).toBeLessThan(150.1);
    expect(ready(cluster.apiServer.get('Node/node-0000'))).toBe('True');
    expect(
      told(cluster)
        .filter(([time]) => time > 155)
        .map(([, text]) => text),
    ).toEqual(
      ['NodeHasSufficientMemory', 'NodeHasNoDiskPressure', 'NodeHasSufficientPID', 'NodeReady'].map(
        (reason) => `${reason}: Node node-0000 status is now: ${reason}`,
      ),
    );
  });

  it('a fork inside the silence gives the same', () => {
    const { world } = cluster;
    const { step } = world;
    const digest = world.digest();
    const steps = [];
    for (let k = 1; k <= step; k++) if (EVENT_KIND_NAMES[world.trace.kind(k)]?.startsWith('fault')) steps.push(k);
    for (const from of steps) {
      world.fork(from + 3);
      while (world.step < step) if (world.advance(1) === 0) break;
      expect(world.digest()).toBe(digest);
    }
  });
});

it('a Pod that was not evicted is ready again with the next batch of statuses, and its deletion is cancelled', () => {
  const cluster = run('  - {at: 30s, kubeletPauses: node-0000}\n  - {at: 90s, kubeletResumes: node-0000}');
  const pods = cluster.apiServer.list('pods') as readonly Pod[];
  expect(pods).toHaveLength(3);
  expect(pods.map(ready)).toEqual(['True', 'True', 'True']);
  const [pod] = writes(cluster, 'Pod/').filter(({ verb, who }) => verb === 'update status' && who !== 'kubectl');
  const again = writes(cluster, pod?.key ?? '?').at(-1);
  expect(again?.who).toBe('kubelet node-0000');
  expect((again?.time ?? 0) - 90).toBeLessThan(10.1);
  const name = (pod?.key ?? '').replace('Pod/', '');
  expect(toldOf(cluster, 'TaintManagerEviction')).toEqual([`TaintManagerEviction: Cancelling deletion of Pod ${name}`]);
});

it('a kubelet that was paused past the room in its watch opens it anew, and hears what it missed', () => {
  // Ten events wait for a watch by node; the eleventh ends it. What came since is still in the watch cache: no list.
  const late = Array.from({ length: 15 }, (_, i) => `late-${String(i)}`);
  const pod = (name: string): string =>
    `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: default}, spec: {nodeName: node-0000, containers: [{name: c, image: i}]}}`;
  const timeline = ['  - {at: 30s, kubeletPauses: node-0000}', '  - {at: 60s, kubeletResumes: node-0000}'];
  for (const name of late) timeline.splice(-1, 0, `  - {at: 40s, create: ${pod(name)}}`);
  const cluster = run(timeline.join('\n'));
  const { world } = cluster;
  const heard: string[] = [];
  const lists: number[] = [];
  for (let k = 1; k <= world.trace.length; k++) {
    const [kind, subject] = [world.trace.kind(k), world.trace.subject(k)];
    if (kind === EVENT['watch.delivered'] && subject === 'kubelet node-0000 pods') heard.push(world.trace.detail(k));
    if (kind === EVENT['list.delivered'] && subject === 'kubelet node-0000') lists.push(world.trace.time(k) / 1e6);
  }
  expect(heard).toContain('CLOSED');
  expect(lists).toEqual([]);
  expect(heard.slice(heard.indexOf('CLOSED')).filter((type) => type === 'ADDED')).toHaveLength(late.length);
  for (const name of late) expect(ready(cluster.apiServer.get(`Pod/default/${name}`))).toBe('True');
});

it('a kubelet that is cut off is given up like one that is silent, and hears what it missed', () => {
  const cluster = run(
    '  - {at: 30s, cut: {client: kubelet node-0000}, for: 60s}\n  - {at: 40s, scale: {kind: Deployment, name: web, replicas: 9}}',
  );
  expect(toldOf(cluster, 'NodeNotReady')).toContain('NodeNotReady: Node node-0000 status is now: NodeNotReady');
  expect(ready(cluster.apiServer.get('Node/node-0000'))).toBe('True');
  const pods = cluster.apiServer.list('pods') as readonly Pod[];
  expect(pods.map(ready)).toEqual(Array.from({ length: 9 }, () => 'True'));
  expect(new Set(pods.map(({ spec }) => spec.nodeName))).toContain('node-0000');
});

it('a machine that stops loses its Pods after the default 300 s; what they were replaced by stays', () => {
  const cluster = run('  - {at: 30s, kubeletStops: node-0001}');
  const [marked] = writes(cluster, 'Pod/').filter(({ after }) => after?.metadata.deletionTimestamp !== undefined);
  expect(marked?.time).toBeGreaterThan(30 + 40 + 300);
  expect(marked?.time).toBeLessThan(30 + 55 + 301);
  const pods = cluster.apiServer.list('pods') as readonly Pod[];
  // It stays, on its way out, until somebody says that the machine is gone.
  expect(pods).toHaveLength(4);
  expect(pods.filter(({ metadata }) => metadata.deletionTimestamp !== undefined)).toHaveLength(1);
});

it('when no Node reports any more nothing is evicted', () => {
  const cluster = run('  - {at: 30s, kubeletStops: node-0000}\n  - {at: 31s, kubeletStops: node-0001}', { nodes: 2 });
  const nodes = cluster.apiServer.list('nodes');
  expect(nodes.map(ready)).toEqual(['Unknown', 'Unknown']);
  const left = ['node.kubernetes.io/unreachable:NoSchedule', 'node.kubernetes.io/unreachable:NoSchedule'];
  expect(nodes.map(taints)).toEqual(left);
});

it('in a zone that is in order one Node in ten seconds is given up (--node-eviction-rate)', () => {
  // Generated Nodes lie in three zones by turns: seven a zone.
  const names = ['node-0000', 'node-0003', 'node-0006'];
  const cluster = run(names.map((name) => `  - {at: 30s, kubeletStops: ${name}}`).join('\n'), { nodes: 21 });
  const times = names.flatMap((name) => {
    const first = writes(cluster, `Node/${name}`).find(({ after }) => taints(after).includes('NoExecute'));
    return first === undefined ? [] : [first.time];
  });
  expect(times).toHaveLength(3);
  const [a = 0, b = 0, c = 0] = times.sort((x, y) => x - y);
  expect(b - a).toBeGreaterThanOrEqual(9.9);
  expect(c - b).toBeGreaterThanOrEqual(9.9);
  expect(c - a).toBeLessThan(30);
});

describe('a Node that is deleted', () => {
  const cluster = run('  - {at: 30s, kubeletStops: node-0001}\n  - {at: 31s, delete: {kind: Node, name: node-0001}}');

  it('its Pods fail and go after two looks of the collector, 40 s apart (quarantine)', () => {
    const [failed] = writes(cluster, 'Pod/').filter(
      ({ after }) => (after as Pod | undefined)?.status?.phase === 'Failed',
    );
    expect(failed?.time).toBeGreaterThan(80);
    expect(failed?.time).toBeLessThan(80.1);
    expect((failed?.after as Pod).status?.conditions?.find(({ type }) => type === 'DisruptionTarget')).toMatchObject({
      status: 'True',
      reason: 'DeletionByPodGC',
      message: 'PodGC: node no longer exists',
    });
    const course = writes(cluster, failed?.key ?? '?').slice(-2);
    expect(course.map(({ verb, who }) => [verb, who])).toEqual([
      ['delete', 'kube-controller-manager'],
      ['delete', 'kube-controller-manager'],
    ]);
    expect(course.at(-1)?.after).toBeUndefined();
    const pods = cluster.apiServer.list('pods') as readonly Pod[];
    expect(pods.map(ready)).toEqual(['True', 'True', 'True']);
    expect(pods.map(({ spec }) => spec.nodeName)).not.toContain('node-0001');
  });

  it('is taken leave of; one that joins is welcomed, with the next look', () => {
    expect(toldOf(cluster, 'RemovingNode')).toEqual([
      'RemovingNode: Node node-0001 event: Removing Node node-0001 from Controller',
    ]);
    const joined = run('  - {at: 31s, nodeJoins: {name: late, cores: 4, memoryMiB: 8192}}');
    const welcome = told(joined).find(([, text]) => text.startsWith('RegisteredNode'));
    expect(welcome?.[1]).toBe('RegisteredNode: Node late event: Registered Node late in Controller');
    expect(welcome?.[0]).toBeGreaterThan(35);
    expect(welcome?.[0]).toBeLessThan(35.1);
    // Of up to a hundred Nodes (pkg/controller/ttl).
    const annotations = joined.apiServer.get('Node/late')?.metadata.annotations;
    expect(annotations).toEqual({ 'node.alpha.kubernetes.io/ttl': '0' });
  });
});

it('a Pod that goes from a node out of service is given up by the collector', () => {
  const cluster = run(
    [
      '  - {at: 30s, kubeletStops: node-0001}',
      '  - {at: 100s, taint: {node: node-0001, key: node.kubernetes.io/out-of-service, value: nodeshutdown, effect: NoExecute}}',
    ].join('\n'),
  );
  const pods = cluster.apiServer.list('pods') as readonly Pod[];
  expect(pods).toHaveLength(3);
  expect(pods.map(ready)).toEqual(['True', 'True', 'True']);
  const gone = writes(cluster, 'Pod/').filter(({ after }) => after === undefined);
  expect(gone).toHaveLength(1);
  expect(gone[0]?.time).toBeGreaterThan(120);
  expect(gone[0]?.time).toBeLessThan(120.1);
});

it('ended Pods beyond --terminated-pod-gc-threshold go, the oldest first', () => {
  const pod = (name: string): string =>
    `---\napiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: default}\nspec: {restartPolicy: Never, containers: [{name: c, image: i, command: [sh, -c, sleep 1]}]}\n`;
  const cluster = run(
    '  - {at: 5s, create: {apiVersion: v1, kind: Pod, metadata: {name: late, namespace: default}, spec: {restartPolicy: Never, containers: [{name: c, image: i, command: [sh, -c, sleep 1]}]}}}',
    { rest: pod('a') + pod('b'), flags: { terminatedPodGcThreshold: 1 } },
  );
  expect(cluster.apiServer.list('pods').map(({ metadata }) => metadata.name)).toEqual(['late']);
});

describe('zones (ComputeZoneState, ReducedQPSFunc)', () => {
  const up = (n: number): boolean[] => Array.from({ length: n }, () => true);
  const down = (n: number): boolean[] => Array.from({ length: n }, () => false);

  it.each([
    [up(3), 'Normal'],
    [[...up(1), ...down(2)], 'Normal'],
    [[...up(3), ...down(3)], 'Normal'],
    [[...up(2), ...down(3)], 'PartialDisruption'],
    [[...up(9), ...down(11)], 'PartialDisruption'],
    [down(1), 'FullDisruption'],
  ] as const)('%j is %s', (ready_, state) => {
    expect(zoneState(ready_)).toBe(state);
  });

  const nodes = (size: number): readonly Node[] =>
    Array.from({ length: size }, (_, i) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name: String(i) } }));
  const rate = (size: number, ready_: number, before: Zone): number | undefined =>
    disruptionOf(nodes(size), ({ metadata }) => Number(metadata.name) < ready_, new Map([['', before]])).zones.get('')
      ?.rate;
  const normal: Zone = { state: 'Normal', rate: 0.1 };

  it('a small zone that is partly down is left alone, a large one is emptied slowly', () => {
    expect(rate(50, 10, normal)).toBe(0);
    expect(rate(51, 10, normal)).toBe(0.01);
    expect(rate(51, 50, { state: 'PartialDisruption', rate: 0.01 })).toBe(0.1);
    expect(rate(5, 0, normal)).toBe(0);
  });
});

it.each([
  [100, 0],
  [101, 15],
  [501, 30],
  [1001, 60],
  [2001, 300],
])('in a cluster of %i Nodes a kubelet keeps Secrets for %i s', (nodes, seconds) => {
  expect(ttlSeconds(nodes)).toBe(seconds);
});

it('conditions that no kubelet ever set are added (NodeStatusNeverUpdated)', () => {
  const metadata = { name: 'n', creationTimestamp: '2026-01-01T00:00:00Z' };
  const status = unknownStatus({ apiVersion: 'v1', kind: 'Node', metadata }, '2026-01-01T00:01:00Z');
  expect(status.conditions).toHaveLength(4);
  expect(status.conditions?.[0]).toEqual({
    type: 'Ready',
    status: 'Unknown',
    lastHeartbeatTime: '2026-01-01T00:00:00Z',
    lastTransitionTime: '2026-01-01T00:01:00Z',
    reason: 'NodeStatusNeverUpdated',
    message: 'Kubelet never posted node status.',
  });
});

it.each([
  [{ 'kube-controller-manager': { 'node-monitor-grace-period': '40s' } }, { nodeMonitorGracePeriod: 40 }],
  ['--node-monitor-grace-period=2m --v=2', { nodeMonitorGracePeriod: 120 }],
  [{ 'default-unreachable-toleration-seconds': 20 }, { defaultUnreachableTolerationSeconds: 20 }],
  [{ defaultUnreachableTolerationSeconds: 20 }, { defaultUnreachableTolerationSeconds: 20 }],
  [{}, {}],
])('flags are read as they are written: %j', (given, flags) => {
  expect(readFlags(given)).toEqual(flags);
});
