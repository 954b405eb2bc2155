/** A Pod's way up and down on its node; orders and texts from recordings of Kubernetes 1.35.4. */
import { describe, expect, it } from 'vitest';
import type { ApiRequest } from '../../../src/components/apiserver/apiserver.ts';
import type { KubeObject, Node, Pod } from '../../../src/model/objects.ts';
import {
  cluster,
  create,
  isReady,
  node,
  NODES,
  podsOf,
  SECOND,
  type Act,
  type TestCluster,
} from '../controllers/harness.ts';

const bare = (name: string, more: Partial<Pod['spec']> = {}): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default' },
  spec: { containers: [{ name: 'app', image: 'app:1', resources: { requests: { cpu: '100m' } } }], ...more },
});

const post = (at: number, pod: Pod): Act => ({ at, request: create(pod, 'pods') });

const remove = (at: number, name: string, options?: ApiRequest['options']): Act => ({
  at,
  request: {
    verb: 'delete',
    resource: 'pods',
    namespace: 'default',
    name,
    ...(options === undefined ? {} : { options }),
  },
});

/** Kinds of events about a Pod, watch deliveries and messages aside. */
function kindsAbout({ world }: TestCluster, key: string): string[] {
  const { trace } = world;
  const kinds: string[] = [];
  for (let k = 1; k <= trace.length; k++) {
    const kind = world.options.kinds[trace.kind(k)] ?? '';
    if (trace.object(k) === key && /^(kubelet|image|container|pod)\./.test(kind)) kinds.push(kind);
  }
  return kinds;
}

const writesOf = (run: TestCluster, key: string): string[] =>
  run
    .writes()
    .filter((write) => write.key === key)
    .map(({ who, verb }) => `${who.split(' ')[0]} ${verb}`);

const reasons = (run: TestCluster): string[] => run.events().map((text) => text.split(':')[0] ?? '');

describe('way up', () => {
  const run = cluster({ objects: NODES, acts: [post(1, bare('a'))] }).runUntil(5);

  it('admitted, pulled, started, observed, ready', () => {
    expect(kindsAbout(run, 'Pod/default/a')).toEqual([
      'kubelet.admitted',
      'image.pulling',
      'image.pulled',
      'container.started',
      'kubelet.observed',
      'pod.ready',
    ]);
  });

  it('law bind-first: created, bound, then two statuses by its kubelet', () => {
    expect(writesOf(run, 'Pod/default/a')).toEqual([
      'kubectl create',
      'kube-scheduler bind',
      'kubelet patch status',
      'kubelet patch status',
    ]);
  });

  it('Events and their texts', () => {
    const own = run.events().filter((text) => !/^(Scheduled|NodeReady)/.test(text));
    expect(own).toEqual([
      'Pulling: Pulling image "app:1"',
      'Pulled: Successfully pulled image "app:1" in 700ms (700ms including waiting). Image size: 0 bytes.',
      'Created: Container created',
      'Started: Container started',
    ]);
    const started = run.apiServer.list('events').at(-1) as unknown as { source: object; involvedObject: object };
    expect(started.source).toMatchObject({ component: 'kubelet' });
    expect(started.involvedObject).toMatchObject({ fieldPath: 'spec.containers{app}', name: 'a' });
  });

  it('PLEG: the second status comes within a second of the start', () => {
    const { trace, options } = run.world;
    const when = (kind: string): number => {
      for (let k = 1; k <= trace.length; k++) {
        if (options.kinds[trace.kind(k)] === kind && trace.object(k) === 'Pod/default/a') return trace.time(k);
      }
      throw new Error(`no ${kind}`);
    };
    const wait = when('kubelet.observed') - when('container.started');
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(SECOND);
  });

  it('an address of its node', () => {
    const [pod] = podsOf(run);
    const index = Number(pod?.spec.nodeName?.slice(-1));
    expect(pod?.status).toMatchObject({ hostIP: `10.1.0.1${index + 1}`, podIP: `10.244.${index}.2` });
  });

  it('an image that is there is not pulled again', () => {
    const twice = cluster({ objects: [node(0)], acts: [post(1, bare('a')), post(5, bare('b'))] }).runUntil(9);
    expect(kindsAbout(twice, 'Pod/default/b')).not.toContain('image.pulling');
    expect(twice.events()).toContain(
      'Pulled: Container image "app:1" already present on machine and can be accessed by the pod',
    );
  });

  it('one pull at a time on a node', () => {
    const images = ['x:1', 'y:1', 'z:1'];
    const acts = images.map((image, i) => post(1, bare(`p${i}`, { containers: [{ name: 'app', image }] })));
    const many = cluster({ objects: [node(0)], acts }).runUntil(9);
    const { trace, options } = many.world;
    let pulling = 0;
    let pulls = 0;
    for (let k = 1; k <= trace.length; k++) {
      const kind = options.kinds[trace.kind(k)];
      if (kind === 'image.pulling') pulls++;
      if (kind === 'image.pulling') expect(++pulling).toBe(1);
      if (kind === 'image.pulled') pulling--;
    }
    expect(pulls).toBe(3);
    expect(podsOf(many).every(isReady)).toBe(true);
  });

  it('11.2 init containers end before the others start', () => {
    const spec = { initContainers: [{ name: 'prepare', image: 'app:1' }] };
    const initialised = cluster({ objects: [node(0)], acts: [post(1, bare('a', spec))] }).runUntil(9);
    expect(kindsAbout(initialised, 'Pod/default/a').filter((kind) => kind.startsWith('container'))).toEqual([
      'container.started',
      'container.stopped',
      'container.started',
    ]);
    expect(podsOf(initialised).every(isReady)).toBe(true);
  });
});

describe('way down', () => {
  it('five writes: marked, seen, ended, marked with grace 0, gone', () => {
    const run = cluster({ objects: NODES, acts: [post(1, bare('a')), remove(5, 'a')] }).runUntil(10);
    expect(writesOf(run, 'Pod/default/a').slice(4)).toEqual([
      'kubectl delete',
      'kubelet patch status',
      'kubelet patch status',
      'kubelet delete',
      'kubelet delete',
    ]);
    expect(kindsAbout(run, 'Pod/default/a').slice(6)).toEqual([
      'container.stopping',
      'container.stopped',
      'kubelet.observed',
      'pod.gone',
    ]);
    expect(run.events().at(-1)).toBe('Killing: Stopping container app');
    const phases = run.writes('Pod').map(({ after }) => (after as Pod | undefined)?.status?.phase);
    expect(phases.at(-3)).toBe('Succeeded');
    expect(run.apiServer.list('pods')).toEqual([]);
  });

  it('the terminal status is written no earlier than the containers have stopped', () => {
    const slow = { containerStop: 3_000_000 };
    const run = cluster({ objects: NODES, acts: [post(1, bare('a')), remove(5, 'a')], latencies: slow }).runUntil(15);
    const ended = run.writes('Pod').find(({ after }) => (after as Pod | undefined)?.status?.phase === 'Succeeded');
    expect(ended?.time).toBeGreaterThanOrEqual(8);
  });

  it('the last delete waits until the last status is answered', () => {
    const distant = { response: 3_000_000 };
    const run = cluster({ objects: NODES, acts: [post(1, bare('a')), remove(10, 'a')], latencies: distant }).runUntil(
      30,
    );
    const ended = run.writes('Pod').find(({ after }) => (after as Pod | undefined)?.status?.phase === 'Succeeded');
    const gone = run.writes('Pod').find(({ after }) => after === undefined);
    expect((gone?.time ?? 0) - (ended?.time ?? Infinity)).toBeGreaterThanOrEqual(3);
  });

  it('the grace period bounds it: what is left then is killed, exit code 137', () => {
    const stubborn = { containerStop: 60_000_000 };
    const acts = [post(1, bare('a', { terminationGracePeriodSeconds: 4 })), remove(5, 'a')];
    const run = cluster({ objects: NODES, acts, latencies: stubborn }).runUntil(15);
    const ended = run.writes('Pod').find(({ after }) => (after as Pod | undefined)?.status?.phase === 'Failed');
    expect(ended?.time).toBeGreaterThan(8.5);
    expect(ended?.time).toBeLessThan(9.5);
    const [container] = (ended?.after as Pod | undefined)?.status?.containerStatuses ?? [];
    expect(container?.state?.terminated).toMatchObject({ exitCode: 137, reason: 'Error' });
  });

  it('forced: gone at once, the kubelet kills after', () => {
    const acts = [post(1, bare('a')), remove(5, 'a', { gracePeriodSeconds: 0 })];
    const run = cluster({ objects: NODES, acts }).runUntil(10);
    expect(writesOf(run, 'Pod/default/a').slice(4)).toEqual(['kubectl delete', 'kubectl delete']);
    expect(reasons(run).at(-1)).toBe('Killing');
    const kinds = kindsAbout(run, 'Pod/default/a');
    expect(kinds.slice(6)).toEqual(['container.stopping', 'container.stopped', 'pod.gone']);
    expect([...run.world.collections()].find(({ name }) => name === 'kubelet/pods')?.size).toBe(0);
  });

  it('deleted while its image is on its way: no container ever starts', () => {
    const run = cluster({ objects: NODES, acts: [post(1, bare('a')), remove(1.3, 'a')] }).runUntil(10);
    expect(kindsAbout(run, 'Pod/default/a')).not.toContain('container.started');
    const phases = run.writes('Pod').map(({ after }) => (after as Pod | undefined)?.status?.phase);
    expect(phases).toContain('Failed');
    expect(run.apiServer.list('pods')).toEqual([]);
  });
});

describe('1.7 nothing checks capacity at the binding: the kubelet does', () => {
  it('a Pod too many is Failed with OutOfcpu', () => {
    const big = bare('big', {
      nodeName: 'node-0',
      containers: [{ name: 'app', image: 'app:1', resources: { requests: { cpu: '5' } } }],
    });
    const run = cluster({ objects: NODES, acts: [post(1, big)] }).runUntil(5);
    const [pod] = podsOf(run);
    expect(pod?.status).toMatchObject({ phase: 'Failed', reason: 'OutOfcpu' });
    expect(pod?.status?.message).toBe(
      "Pod was rejected: Node didn't have enough resource: cpu, requested: 5000, used: 0, capacity: 4000",
    );
    expect(kindsAbout(run, 'Pod/default/big')).toEqual(['kubelet.rejected']);
  });
});

describe('11.7 leases', () => {
  const run = cluster({ objects: NODES }).runUntil(61);

  it('each node renews every 10 s, not all at once', () => {
    const times = new Map<string, number[]>();
    for (const { key, time } of run.writes('Lease')) times.set(key, [...(times.get(key) ?? []), time]);
    expect(times.size).toBe(3);
    const firsts = [...times.values()].map(([first]) => first);
    expect(new Set(firsts).size).toBe(3);
    for (const list of times.values()) {
      for (let i = 1; i < list.length; i++) expect((list[i] ?? 0) - (list[i - 1] ?? 0)).toBeCloseTo(10, 6);
      expect(list.length).toBeGreaterThanOrEqual(6);
    }
  });

  it('is made once, owned by its Node, and then updated', () => {
    const verbs = run
      .writes('Lease')
      .filter(({ key }) => key.endsWith('node-0'))
      .map(({ verb }) => verb);
    expect(verbs[0]).toBe('create');
    expect(new Set(verbs.slice(1))).toEqual(new Set(['update']));
    const lease = run.apiServer.get('Lease/kube-node-lease/node-0') as KubeObject & { spec: object };
    expect(lease.spec).toMatchObject({ holderIdentity: 'node-0', leaseDurationSeconds: 40 });
    expect(lease.metadata.ownerReferences?.[0]).toMatchObject({ kind: 'Node', name: 'node-0', uid: 'node-uid-0' });
  });

  it('is periodic: a quiet cluster has no other work', () => {
    expect(run.world.pendingWork).toBe(0);
  });

  it('the Node itself is written every five minutes only', () => {
    expect(run.writes('Node')).toEqual([]);
    const long = cluster({ objects: [node(0)] }).runUntil(620);
    const writes = long.writes('Node').map(({ time }) => time);
    expect(writes.length).toBeGreaterThanOrEqual(1);
    expect(writes.length).toBeLessThanOrEqual(2);
  });
});

describe('a node joins', () => {
  const fresh: Node = { ...node(3), status: { ...node(3).status, conditions: [] } };
  const { name, labels = {} } = fresh.metadata;
  const joined = create({ ...fresh, metadata: { name, labels } }, 'nodes');
  const spec = { nodeSelector: { 'kubernetes.io/hostname': 'node-3' } };
  const run = cluster({ objects: NODES, acts: [post(1, bare('a', spec)), { at: 5, request: joined }] }).runUntil(20);

  it('is tainted not-ready until its kubelet says Ready, and then takes the Pod that waits', () => {
    const taints = run.writes('Node').map(({ after }) => ((after as Node).spec?.taints ?? []).map(({ key }) => key));
    expect(taints[0]).toEqual(['node.kubernetes.io/not-ready']);
    expect(taints.at(-1)).toEqual([]);
    const [pod] = podsOf(run);
    expect(pod?.spec.nodeName).toBe('node-3');
    expect(pod === undefined ? false : isReady(pod)).toBe(true);
    const bound = run.writes('Pod').find(({ verb }) => verb === 'bind');
    const untainted = run.writes('Node').find(({ after }) => ((after as Node).spec?.taints ?? []).length === 0);
    expect(bound?.step).toBeGreaterThan(untainted?.step ?? Infinity);
  });
});

describe('observed Pods', () => {
  const before = cluster({ objects: NODES, acts: [post(1, bare('a')), remove(5, 'a')] });

  it.each([
    ['bound and not yet seen', 1.01],
    ['on its way up', 1.5],
    ['running', 4],
    ['being deleted', 5.5],
    ['ended', 6.02],
  ])('%s: goes on from where it was', (_name, second) => {
    const from = cluster({ objects: NODES, acts: [post(1, bare('a')), remove(5, 'a')] }).runUntil(second);
    const objects = [...from.apiServer.list('nodes'), ...from.apiServer.list('pods')];
    const expected = second >= 5 ? [] : [true];
    const run = cluster({ objects }).runUntil(30);
    expect(podsOf(run).map(isReady)).toEqual(expected);
  });

  it('a running one is written to by nobody', () => {
    before.runUntil(4);
    const objects = [...before.apiServer.list('nodes'), ...before.apiServer.list('pods')];
    const run = cluster({ objects }).runUntil(60);
    expect(run.writes('Pod')).toEqual([]);
    expect(run.world.collections().find(({ name }) => name === 'kubelet/pods')?.size).toBe(1);
  });

  it('on a node that has stopped reporting nothing happens', () => {
    const dead: Node = {
      ...node(0),
      status: { ...node(0).status, conditions: [{ type: 'Ready', status: 'Unknown' }] },
    };
    const objects: KubeObject[] = [
      dead,
      { ...bare('a', { nodeName: 'node-0' }), metadata: { ...bare('a').metadata, uid: 'u' } },
    ];
    const run = cluster({ objects }).runUntil(30);
    expect(run.writes().filter(({ key }) => !key.startsWith('Node/'))).toEqual([]);
  });
});

describe('W-3: what is derived is rebuilt', () => {
  it('after a fork a kubelet still knows what runs on its node', () => {
    const small: Node = {
      ...node(0),
      status: { ...node(0).status, allocatable: { cpu: '4', memory: '8Gi', pods: '1' } },
    };
    const second = bare('b', { nodeName: 'node-0' });
    const run = cluster({
      objects: [small],
      acts: [post(1, bare('a', { nodeName: 'node-0' })), post(5, second)],
    }).runUntil(9);
    const { world } = run;
    const digest = world.digest();
    let step = world.trace.length;
    while (world.trace.time(step) > 0.5 * SECOND) step--;
    // Nothing ran then; going on and back again must not leave anything behind.
    world.fork(step);
    run.runUntil(9);
    expect(world.digest()).toBe(digest);
    step = world.trace.length;
    while (world.trace.time(step) > 4 * SECOND) step--;
    world.fork(step);
    run.runUntil(9);
    expect(world.digest()).toBe(digest);
    const rejected = podsOf(run).find(({ metadata }) => metadata.name === 'b');
    expect(rejected?.status).toMatchObject({ phase: 'Failed', reason: 'OutOfpods' });
  });
});
