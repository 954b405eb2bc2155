import { describe, expect, it } from 'vitest';
import type { KubeObject, Node, Pod, Taint } from '../../../src/model/objects.ts';
import { planFor } from '../../../src/components/controllers/daemonset/plan.ts';
import { nodeVerdict, podRequest, targetNode } from '../../../src/components/controllers/daemonset/template.ts';
import type { DaemonSet } from '../../../src/components/controllers/daemonset/types.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { EVENT } from '../../../src/model/events.ts';
import { dump, dumpNames, openEngine, runToRest } from '../../fixtures/dumps.ts';
import { cluster, node as numbered, type Act, type TestCluster } from './harness.ts';

const node = (name: string): Node => ({
  ...numbered(0),
  metadata: { name, uid: `uid-${name}`, labels: { 'kubernetes.io/hostname': name } },
});

const set = (spec: object = {}): DaemonSet => ({
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: { name: 'agent', namespace: 'default', uid: 'u', annotations: { [GENERATION]: '1' } },
  spec: {
    selector: { matchLabels: { app: 'agent' } },
    template: {
      metadata: { labels: { app: 'agent' } },
      spec: { containers: [{ name: 'agent', image: 'agent:1' }], terminationGracePeriodSeconds: 5, ...spec },
    },
  },
});
const GENERATION = 'deprecated.daemonset.template.generation';

const tainted = (name: string, ...taints: readonly Taint[]) => ({ ...node(name), spec: { taints } });

const create: Act['request'] = { verb: 'create', resource: 'daemonsets', namespace: 'default', body: set() };

const daemons = (of: TestCluster): Record<string, string> =>
  Object.fromEntries(
    (of.apiServer.list('pods') as readonly Pod[]).map((pod) => [targetNode(pod), pod.status?.phase ?? '']),
  );
const statusOf = (of: TestCluster): unknown => of.apiServer.get('DaemonSet/default/agent')?.status;

describe('which nodes a DaemonSet is for (NodeShouldRunDaemonPod)', () => {
  const GPU: Taint = { key: 'dedicated', value: 'gpu', effect: 'NoSchedule' };
  it('a taint that it does not tolerate keeps it off; NoExecute drives it away', () => {
    expect(nodeVerdict(node('a'), set())).toEqual({ shouldRun: true, mayStay: true });
    expect(nodeVerdict(tainted('a', GPU), set())).toEqual({ shouldRun: false, mayStay: true });
    expect(nodeVerdict(tainted('a', { ...GPU, effect: 'NoExecute' }), set())).toEqual({
      shouldRun: false,
      mayStay: false,
    });
    expect(nodeVerdict(tainted('a', { ...GPU, effect: 'PreferNoSchedule' }), set()).shouldRun).toBe(true);
    const tolerant = set({ tolerations: [{ key: 'dedicated', operator: 'Exists' }] });
    expect(nodeVerdict(tainted('a', GPU), tolerant).shouldRun).toBe(true);
  });

  it('the condition of a node does not; its labels and its name do', () => {
    for (const key of ['disk-pressure', 'memory-pressure', 'pid-pressure', 'unschedulable']) {
      const taint = { key: `node.kubernetes.io/${key}`, effect: 'NoSchedule' };
      expect(nodeVerdict(tainted('a', taint), set()).shouldRun).toBe(true);
    }
    const network = { key: 'node.kubernetes.io/network-unavailable', effect: 'NoSchedule' };
    expect(nodeVerdict(tainted('a', network), set()).shouldRun).toBe(false);
    expect(nodeVerdict(tainted('a', network), set({ hostNetwork: true })).shouldRun).toBe(true);
    expect(nodeVerdict(node('a'), set({ nodeSelector: { disk: 'ssd' } }))).toEqual({
      shouldRun: false,
      mayStay: false,
    });
    expect(nodeVerdict(node('a'), set({ nodeName: 'b' })).shouldRun).toBe(false);
  });
});

describe('the Pod it makes, as recorded (1.35)', () => {
  const recorded = (name: string): { set: DaemonSet; pods: Pod[] } => {
    const { apiServer } = openEngine(dump(name)).cluster;
    const [found] = apiServer.list('daemonsets') as readonly DaemonSet[];
    if (found === undefined) throw new Error('no DaemonSet');
    return { set: found, pods: [...(apiServer.list('pods') as readonly Pod[])] };
  };

  it.each(['i-daemonset--1-two.list.yaml', 'i-daemonset--3-four.list.yaml'])('%s', (name) => {
    const found = recorded(name);
    const current = found.set.metadata.annotations?.[GENERATION];
    const pods = found.pods.filter(({ metadata }) => metadata.labels?.['pod-template-generation'] === current);
    expect(pods.length).toBeGreaterThan(1);
    for (const pod of pods) {
      const body = podRequest(found.set, targetNode(pod), '').body as Pod;
      expect(body.spec.affinity).toEqual(pod.spec.affinity);
      expect(body.spec.tolerations).toEqual(pod.spec.tolerations);
      expect(body.metadata.ownerReferences).toEqual(pod.metadata.ownerReferences);
      expect(body.metadata.generateName).toBe(pod.metadata.generateName);
      expect(body.metadata.labels?.['pod-template-generation']).toBe(current);
    }
  });

  const AT_REST = dumpNames().filter((name) => name.startsWith('i-daemonset'));
  const written = (engine: Engine): string[] => {
    const { trace } = engine.cluster.world;
    const keys: string[] = [];
    for (let k = 1; k <= trace.length; k++) if (trace.kind(k) === EVENT['store.written']) keys.push(trace.object(k));
    return keys;
  };
  it.each(AT_REST)('%s: numbers and Pods are right as they are (CONTRACT 1)', (name) => {
    expect(written(runToRest(openEngine(dump(name)))).filter((key) => !key.startsWith('Lease/'))).toEqual([]);
  });
});

describe('a DaemonSet at work', () => {
  it('makes one Pod a node, bound by the scheduler, and says so', () => {
    const it = cluster({ objects: [node('a'), node('b')], acts: [{ at: 1, request: create }] }).runUntil(10);
    expect(daemons(it)).toEqual({ a: 'Running', b: 'Running' });
    expect(statusOf(it)).toEqual({
      currentNumberScheduled: 2,
      desiredNumberScheduled: 2,
      numberAvailable: 2,
      numberMisscheduled: 0,
      numberReady: 2,
      observedGeneration: 1,
      updatedNumberScheduled: 2,
    });
    const binders = it.writes('Pod').filter(({ verb }) => verb === 'bind');
    expect(new Set(binders.map(({ who }) => who))).toEqual(new Set(['kube-scheduler']));
    expect(it.events().filter((text) => text.includes('SuccessfulCreate'))).toHaveLength(2);
  });

  it('replaces a Pod that was deleted, and makes no second one meanwhile', () => {
    const first = cluster({ objects: [node('a')], acts: [{ at: 1, request: create }] }).runUntil(8);
    const [pod] = first.apiServer.list('pods');
    const remove: Act['request'] = {
      verb: 'delete',
      resource: 'pods',
      namespace: 'default',
      name: pod?.metadata.name ?? '',
    };
    const acts = [
      { at: 1, request: create },
      { at: 10, request: remove },
    ];
    const it = cluster({ objects: [node('a')], acts }).runUntil(30);
    const [second, ...more] = it.apiServer.list('pods');
    expect(more).toEqual([]);
    expect(second?.metadata.name).not.toBe(pod?.metadata.name);
    const writes = it.writes('Pod');
    const creations = writes.filter(({ before }) => before === undefined);
    // As recorded: one that has stopped does not count any more, gone or not.
    const stopped = writes.find(({ after }) => (after as Pod | undefined)?.status?.phase === 'Succeeded');
    expect(creations).toHaveLength(2);
    expect(creations[1]?.step).toBeGreaterThan(stopped?.step ?? Infinity);
  });

  it('follows its nodes: one that is added gets a Pod, one with NoExecute loses its own', () => {
    const taint: Act['request'] = {
      verb: 'patch',
      resource: 'nodes',
      name: 'a',
      patchType: 'merge',
      body: { spec: { taints: [{ key: 'x', effect: 'NoExecute' }] } },
    };
    const join: Act['request'] = { verb: 'create', resource: 'nodes', body: node('c') };
    const acts = [
      { at: 1, request: create },
      { at: 10, request: taint },
      { at: 20, request: join },
    ];
    const it = cluster({ objects: [node('a'), node('b')], acts }).runUntil(40);
    expect(daemons(it)['a']).toBeUndefined();
    expect(daemons(it)['b']).toBe('Running');
    // A new node is marked as not ready, which a daemon's Pod tolerates only for NoExecute; it says that it is ready.
    expect(daemons(it)['c']).toBe('Running');
  });

  it('W-3 forked anywhere and run on, it is the same run', () => {
    const run = (): TestCluster => cluster({ objects: [node('a'), node('b')], acts: [{ at: 1, request: create }] });
    const whole = run().runUntil(10);
    const digest = whole.world.digest();
    for (let at = 1; at < whole.world.step; at += 37) {
      const forked = run().runUntil(10);
      forked.world.fork(at);
      forked.runUntil(10);
      expect(forked.world.digest()).toBe(digest);
    }
  });
});

describe('Pods too many (podsShouldBeOnNode)', () => {
  const pod = (name: string, more: Partial<Pod['spec']> = {}, status: NonNullable<Pod['status']> = {}): Pod => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', creationTimestamp: `2026-01-01T00:00:0${name.slice(-1)}Z` },
    spec: { containers: [], nodeName: 'a', ...more },
    status,
  });
  const names = (pods: readonly KubeObject[]): string[] => pods.map(({ metadata }) => metadata.name);

  it('the oldest of those with a node stays', () => {
    const { affinity } = (podRequest(set(), 'a', '').body as Pod).spec;
    const waiting = pod('p0', { nodeName: '', ...(affinity === undefined ? {} : { affinity }) });
    expect(
      names(
        planFor({ set: set(), hash: '', nodes: [node('a')], pods: [pod('p3'), waiting, pod('p1')], nowMicros: 0 })
          .remove,
      ),
    ).toEqual(['p3', 'p0']);
  });

  it('one that ended makes way, one that waits for a node that is gone is deleted', () => {
    const failed = planFor({
      set: set(),
      hash: '',
      nodes: [node('a')],
      pods: [pod('p1', {}, { phase: 'Failed' })],
      nowMicros: 0,
    });
    expect(failed.ended).toMatchObject([
      {
        reason: 'FailedDaemonPod',
        message: 'Found failed daemon pod default/p1 on node a, will try to kill it',
      },
    ]);
    expect(failed.create).toEqual([]);
    const { affinity } = (podRequest(set(), 'gone', '').body as Pod).spec;
    const lost = pod('p1', { nodeName: '', ...(affinity === undefined ? {} : { affinity }) });
    const plan = planFor({ set: set(), hash: '', nodes: [node('a')], pods: [lost], nowMicros: 0 });
    expect(names(plan.remove)).toEqual(['p1']);
    expect(plan.create).toEqual(['a']);
  });
});
