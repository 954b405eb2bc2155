/** Every invariant catches a planted defect, and none is broken where nothing was planted. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BREACH_IDS, breachWords } from '../../src/derive/words/breaches.ts';
import { createEngine, type Engine } from '../../src/engine/engine.ts';
import { INVARIANTS, SUSPENDED_BY, type InvariantId } from '../../src/engine/invariants/invariants.ts';
import type { Collection, Handler, World } from '../../src/kernel/kernel.ts';
import { EVENT } from '../../src/model/events.ts';
import { objectKey, type KubeObject } from '../../src/model/objects.ts';
import { dump, dumpNames, openEngine, runToRest } from '../fixtures/dumps.ts';
import { runScenario } from '../plans/plan.ts';

const pod = (name: string, more: object = {}, labels: object = { app: 'web' }, owner?: KubeObject): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name,
    namespace: 'default',
    uid: `uid-${name}`,
    creationTimestamp: '2026-01-01T00:00:00Z',
    labels: labels as Readonly<Record<string, string>>,
    ...(owner === undefined ? {} : { ownerReferences: [reference(owner)] }),
  },
  spec: { containers: [{ name: 'c', image: 'i' }] },
  status: { phase: 'Pending' },
  ...more,
});
const reference = ({
  apiVersion,
  kind,
  metadata,
}: KubeObject): NonNullable<KubeObject['metadata']['ownerReferences']>[number] => ({
  apiVersion,
  kind,
  name: metadata.name,
  uid: metadata.uid ?? '',
  controller: true,
});
const maker = (kind: string, spec: object, name = 'm', more: object = {}): KubeObject => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name, namespace: 'default', uid: `uid-${kind}-${name}`, ...more },
  spec,
});
const onNode = { spec: { containers: [{ name: 'c', image: 'i' }], nodeName: 'node-0000' } };
const ready = { conditions: [{ type: 'Ready', status: 'True' }], phase: 'Running' };
const marked = (object: KubeObject, more: object = {}): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, deletionTimestamp: '2026-01-01T00:10:00Z', deletionGracePeriodSeconds: 30, ...more },
});

/**
 * A write as the store would have made it, whoever asked; `verb` "" makes an event that is no write, "MODIFIED" a delivery to
 * `by` of what was not written now.
 */
interface Planted {
  readonly object: KubeObject;
  readonly by?: string;
  readonly verb?: string;
  readonly gone?: true;
  /** The next one if absent. */
  readonly revision?: number;
}

/** Opens a cluster of two nodes, lets it come to rest and makes these writes one by one, past the api-server. */
function plant(writes: readonly Planted[]): Engine {
  const engine = createEngine();
  const opened = engine.open({ files: [{ name: 'a.yaml', data: EMPTY }] });
  if (!opened.ok) throw new Error(JSON.stringify(opened.problem));
  while (engine.run.status.state === 'running') engine.run.advance(1000);
  const { world } = engine.cluster;
  const etcd = world.collections().find(({ name }) => name === 'etcd') as unknown as Collection<KubeObject>;
  let revision = 1000;
  for (const { object, by = 'kube-scheduler', verb = 'update', gone, revision: given } of writes) {
    const number = given ?? ++revision;
    const key = objectKey(object);
    inPop(world, () => {
      if (verb === 'MODIFIED') {
        world.emit(EVENT['watch.delivered'], { subject: by, object: key, detail: verb, number });
        return;
      }
      if (gone === true) etcd.delete(key);
      else etcd.set(key, { ...object, metadata: { ...object.metadata, resourceVersion: String(number) } });
      const kind = verb === '' ? EVENT['request.served'] : EVENT['store.written'];
      world.emit(kind, { subject: by, object: key, detail: verb, number });
    });
  }
  // What components keep beside their collections is made anew from them.
  for (const rebuild of (world as unknown as { rebuilds: (() => void)[] }).rebuilds) rebuild();
  return engine;
}

const GALLERY = new URL('../../src/scenario/gallery/', import.meta.url);

const EMPTY = `apiVersion: steplane.dev/v1
kind: Scenario
spec: {kubernetesVersion: "1.35", generate: {nodes: 2}}
`;

/** One handler of the world does this instead, once: what a defect in it is. */
function inPop(world: World, act: () => void): void {
  const [row] = (world as unknown as { handlers: { handler: Handler<object>; run: () => void }[] }).handlers;
  if (row === undefined) throw new Error('a world has handlers');
  const { run } = row;
  row.run = act;
  world.after(0, 0, row.handler, {});
  world.advance(1);
  row.run = run;
}

const idsOf = (engine: Engine): readonly string[] => engine.breaches(engine.cluster.world.step).map(({ id }) => id);

const set = maker('ReplicaSet', { replicas: 1 });
const rolled = maker('Deployment', { replicas: 2, strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } });
const rolledSet = maker('ReplicaSet', { replicas: 2 }, 'r', { ownerReferences: [reference(rolled)] });
const job = maker('Job', { parallelism: 1, completions: 1 });
const ordered = maker('StatefulSet', { replicas: 2 });
const budget = maker('PodDisruptionBudget', { minAvailable: 2, selector: { matchLabels: { app: 'web' } } }, 'b');
const disrupted = {
  conditions: [...ready.conditions, { type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI' }],
};

const PLANTED: Readonly<Record<InvariantId, readonly Planted[]>> = {
  'bind-first': [{ object: pod('a', { status: ready }), verb: 'create' }],
  'bind-once': [
    { object: pod('a', onNode), verb: 'create' },
    { object: pod('a', { spec: { ...onNode.spec, nodeName: 'node-0001' } }) },
  ],
  'bind-node': [
    { object: pod('a'), verb: 'create' },
    { object: pod('a', { spec: { ...onNode.spec, nodeName: 'x' } }), verb: 'bind' },
  ],
  'bind-taint': [
    {
      object: {
        apiVersion: 'v1',
        kind: 'Node',
        metadata: { name: 't', uid: 'n' },
        spec: { taints: [{ key: 'k', effect: 'NoSchedule' }] },
      },
    },
    { object: pod('a'), verb: 'create' },
    { object: pod('a', { spec: { ...onNode.spec, nodeName: 't' } }) },
  ],
  'bind-gate': [
    { object: pod('a'), verb: 'create' },
    { object: pod('a', { spec: { ...onNode.spec, schedulingGates: [{ name: 'g' }] } }), verb: 'bind' },
  ],
  'bind-room': [
    { object: pod('a'), verb: 'create' },
    {
      object: pod('a', {
        spec: { nodeName: 'node-0000', containers: [{ name: 'c', resources: { requests: { cpu: '33' } } }] },
      }),
      verb: 'bind',
    },
  ],
  phase: [
    { object: pod('a', { ...onNode, status: { phase: 'Failed' } }), verb: 'create' },
    { object: pod('a', { ...onNode, status: { phase: 'Running' } }) },
  ],
  undelete: [{ object: marked(pod('a', onNode)), verb: 'create' }, { object: pod('a', onNode) }],
  'replicaset-count': [
    { object: set, verb: 'create' },
    { object: pod('a', {}, {}, set), verb: 'create' },
    { object: pod('b', {}, {}, set), verb: 'create' },
  ],
  'rolling-limits': [
    { object: rolled, verb: 'create' },
    { object: rolledSet, verb: 'create' },
    { object: { ...rolledSet, spec: { replicas: 3 } } },
  ],
  'job-parallelism': [
    { object: job, verb: 'create' },
    { object: pod('a', {}, {}, job), verb: 'create' },
    { object: pod('b', {}, {}, job), verb: 'create' },
  ],
  'job-completions': [
    { object: job, verb: 'create' },
    { object: pod('a', { ...onNode, status: { phase: 'Succeeded' } }, {}, job), verb: 'create' },
    { object: pod('b', {}, {}, job), verb: 'create' },
  ],
  'statefulset-order': [
    { object: ordered, verb: 'create' },
    { object: pod('m-1', {}, {}, ordered), verb: 'create' },
  ],
  budget: [
    { object: budget, verb: 'create' },
    { object: set, verb: 'create' },
    { object: pod('a', { ...onNode, status: ready }, { app: 'web' }, set), verb: 'create' },
    { object: marked(pod('a', { ...onNode, status: { ...ready, ...disrupted } }, { app: 'web' }, set)), verb: 'evict' },
  ],
  'revision-rises': [
    { object: set, verb: 'create' },
    { object: maker('ReplicaSet', {}, 'n'), verb: 'create', revision: 900 },
  ],
  'through-api-server': [{ object: set, verb: '' }],
  finalizers: [
    { object: { ...set, metadata: { ...set.metadata, finalizers: ['example.com/f'] } }, verb: 'create' },
    { object: { ...set, metadata: { ...set.metadata, finalizers: ['example.com/f'] } }, verb: 'delete', gone: true },
  ],
  identity: [{ object: set, verb: 'create' }, { object: { ...set, metadata: { ...set.metadata, uid: 'another' } } }],
  generation: [
    { object: { ...set, metadata: { ...set.metadata, generation: 4 } }, verb: 'create' },
    { object: { ...set, metadata: { ...set.metadata, generation: 3 } } },
  ],
  'watch-order': [
    { object: set, by: 'kube-scheduler replicasets', verb: 'MODIFIED', revision: 700 },
    { object: set, by: 'kube-scheduler replicasets', verb: 'MODIFIED', revision: 699 },
  ],
  'watch-truth': [
    { object: set, verb: 'create', revision: 1234 },
    { object: pod('a'), by: 'kube-scheduler pods', verb: 'MODIFIED', revision: 1234 },
  ],
  'informer-cache': [{ object: maker('StatefulSet', { replicas: 0 }), verb: 'create' }],
  'replicas-converge': [{ object: maker('ReplicaSet', { replicas: 3 }), verb: 'create' }],
  'job-goes-on': [{ object: job, verb: 'create' }],
  'orphans-collected': [{ object: rolledSet, verb: 'create' }],
  'deletes-complete': [{ object: marked(pod('a', onNode)), verb: 'create' }],
  'pending-tried': [{ object: pod('a'), verb: 'create' }],
  'kubelet-reports': [{ object: pod('a', onNode), verb: 'create' }],
  'pod-address': [
    {
      object: pod('a', { ...onNode, status: { ...ready, podIP: '10.0.0.1', containerStatuses: [{ name: 'c' }] } }),
      verb: 'create',
    },
    {
      object: pod('b', { ...onNode, status: { ...ready, podIP: '10.0.0.1', containerStatuses: [{ name: 'c' }] } }),
      verb: 'create',
    },
  ],
  'deletion-time': [
    { object: marked(pod('a', onNode)), verb: 'create' },
    { object: marked(pod('a', onNode), { deletionTimestamp: '2026-01-01T00:20:00Z' }) },
  ],
};

describe('the table', () => {
  it('has words in two languages for each, and no fault suspends what is not in it', () => {
    const ids = INVARIANTS.map(({ id }) => id);
    expect([...BREACH_IDS].sort()).toEqual([...ids].sort());
    for (const id of ids)
      for (const lang of ['en', 'ja'] as const)
        expect(breachWords({ id, step: 1, object: 'Pod/default/a', is: 1, wanted: 2, other: 'x' }, lang)).toContain(
          'Pod/default/a',
        );
    for (const { ids: suspended } of Object.values(SUSPENDED_BY)) for (const id of suspended) expect(ids).toContain(id);
  });
});

describe('a write that a defect made', () => {
  it.each(Object.entries(PLANTED))('%s is caught', (id, writes) => {
    const found = plant(writes);
    expect(idsOf(found)).toContain(id);
    const breach = found.breaches(found.cluster.world.step).find((one) => one.id === id);
    expect(breach?.step).toBe(found.cluster.world.step);
  });
});

const workloads = `apiVersion: steplane.dev/v1
kind: Scenario
spec:
  kubernetesVersion: "1.35"
  generate: {nodes: 2}
  timeline:
  - {at: 1s, create: {apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: default}, spec: {replicas: 2, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: nginx}]}}}}}
  - {at: 1s, create: {apiVersion: apps/v1, kind: StatefulSet, metadata: {name: db, namespace: default}, spec: {replicas: 3, serviceName: db, selector: {matchLabels: {app: db}}, template: {metadata: {labels: {app: db}}, spec: {containers: [{name: c, image: nginx}]}}}}}
`;
const nameOf = (engine: Engine, prefix: string): string => {
  const rows = engine.objects(engine.run.status.steps).map(({ key }) => key);
  return rows.find((key) => key.startsWith(prefix))?.split('/')[2] ?? '';
};

describe('a person', () => {
  const before = runToRest(openEngine({ name: 'a.yaml', data: workloads }));
  const after = (entries: string): Engine => runToRest(openEngine({ name: 'a.yaml', data: `${workloads}${entries}` }));

  it('may delete any Pod, and drain a node: no order is kept, and none is promised', () => {
    const pod = nameOf(before, 'Pod/default/web-');
    const engine = after(`  - {at: 40s, delete: [{kind: Pod, name: ${pod}, namespace: default}]}
  - {at: 50s, delete: [{kind: Pod, name: db-0, namespace: default}, {kind: Pod, name: db-1, namespace: default}]}
  - {at: 90s, drain: node-0000}
  - {at: 95s, uncordon: node-0000}
  - {at: 95s, drain: node-0001}
`);
    expect(engine.breaches(engine.run.status.steps)).toEqual([]);
  });

  it('may delete a Namespace or a Deployment: what goes with it keeps no order', () => {
    const inTeam = workloads
      .replaceAll('namespace: default', 'namespace: team')
      .replace(
        'timeline:',
        'timeline:\n  - {at: 0s, create: {apiVersion: v1, kind: Namespace, metadata: {name: team}}}',
      );
    // A finalizer keeps the Namespace, and the controllers work on beside its controller.
    const engine = runToRest(
      openEngine({
        name: 'a.yaml',
        data: `${inTeam}  - {at: 2s, create: {apiVersion: v1, kind: ConfigMap, metadata: {name: stuck, namespace: team, finalizers: [example.com/hold]}}}
  - {at: 40s, delete: {kind: Namespace, name: team}}
  - {at: 80s, patch: {kind: ConfigMap, name: stuck, namespace: team, type: merge, patch: {metadata: {finalizers: null}}}}
`,
      }),
    );
    const { steps } = engine.run.status;
    expect(engine.objects(steps).filter(({ key }) => key.startsWith('Pod/team/'))).toEqual([]);
    expect(engine.breaches(steps)).toEqual([]);
    const gone = after(`  - {at: 40s, delete: {kind: Deployment, name: web, namespace: default}}\n`);
    expect(gone.breaches(gone.run.status.steps)).toEqual([]);
  });

  it('who scales a ReplicaSet behind the back of its Deployment breaks the limits of the rollout', () => {
    const set = nameOf(before, 'ReplicaSet/default/web-');
    const engine = after(`  - {at: 40s, scale: {kind: ReplicaSet, name: ${set}, namespace: default, replicas: 4}}\n`);
    const [first] = engine.breaches(engine.run.status.steps);
    // 2 replicas, and 25 % of them rounded up: 3.
    expect(first).toMatchObject({ id: 'rolling-limits', object: `ReplicaSet/default/${set}`, is: 4, wanted: 3 });
  });

  /** replica_set.go manageReplicas makes all Pods of the difference that its sync began with, whatever is written meanwhile. */
  it.each([4, 8])(
    'and no more: a sync that began with %d replicas makes its Pods, though the Deployment has 2 again',
    (n) => {
      const set = nameOf(before, 'ReplicaSet/default/web-');
      const engine = after(
        `  - {at: 40s, scale: {kind: ReplicaSet, name: ${set}, namespace: default, replicas: ${String(n)}}}\n`,
      );
      const breaches = engine.breaches(engine.run.status.steps);
      expect(new Set(breaches.map(({ id }) => id))).toEqual(new Set(['rolling-limits']));
    },
  );

  it('a Pod beyond the size that the controller has seen last is one too many, however large the set once was', () => {
    const grown = (generation: number, replicas: number, observedGeneration: number): KubeObject => ({
      ...set,
      metadata: { ...set.metadata, generation },
      spec: { ...(set.spec as object), replicas },
      status: { observedGeneration },
    });
    const sizes = [
      { object: grown(1, 3, 1), verb: 'create' },
      { object: grown(2, 1, 1) },
      { object: pod('a', {}, {}, set), verb: 'create' },
      { object: pod('b', {}, {}, set), verb: 'create' },
    ];
    const counts = (writes: typeof sizes): readonly object[] =>
      plant(writes)
        .breaches(Infinity)
        .filter(({ id }) => id === 'replicaset-count');
    expect(counts(sizes)).toEqual([]);
    const seen = [...sizes, { object: grown(2, 1, 2) }, { object: pod('c', {}, {}, set), verb: 'create' }];
    expect(counts(seen)).toMatchObject([{ id: 'replicaset-count', is: 3, wanted: 1 }]);
  });
});

describe('nothing is broken', () => {
  it('in an empty cluster', () => {
    expect(plant([]).breaches(Infinity)).toEqual([]);
  });

  it.each(readdirSync(GALLERY))('in gallery item %s', (name) => {
    expect(runScenario(readFileSync(new URL(name, GALLERY), 'utf8')).breaches).toEqual([]);
  });

  it.each(dumpNames())('in dump %s', (name) => {
    const engine = runToRest(openEngine(dump(name)));
    expect(engine.breaches(engine.run.status.steps)).toEqual([]);
  });
});

describe('an answer', () => {
  it('goes on with the run, and begins anew on another branch', () => {
    const engine = plant(PLANTED['bind-once']);
    const all = engine.breaches(engine.cluster.world.step);
    const [first] = all;
    expect(engine.breaches(engine.cluster.world.step)).toEqual(all);
    engine.fork((first?.step ?? 0) - PLANTED['bind-once'].length, []);
    expect(engine.breaches(engine.cluster.world.step).map(({ id }) => id)).not.toContain('bind-once');
  });
});
