/** Dumps as people have them: with Pods that wait, and with kinds left out. */
import { describe, expect, it } from 'vitest';
import { EVENT } from '../../src/model/events.ts';
import type { Deployment, KubeObject, Pod, ReplicaSet } from '../../src/model/objects.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { dump, openEngine, runToRest } from '../fixtures/dumps.ts';

const MESSAGE = '0/2 nodes are available: 2 node(s) said so when the dump was taken.';

function items(name: string): KubeObject[] {
  const { data } = dump(name);
  const list = JSON.parse(new TextDecoder().decode(data as Uint8Array)) as { readonly items: readonly KubeObject[] };
  return [...list.items];
}

const BASE = items('a-deployment--1-running.list.json');

const open = (objects: readonly KubeObject[]): Engine =>
  openEngine({ name: 'dump.json', data: JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }) });

/** As the scheduler left it: tried, and without a node. */
function waiting(pod: Pod, spec: Readonly<Record<string, unknown>> = {}): Pod {
  const { nodeName: _, ...rest } = pod.spec;
  const condition = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: MESSAGE } as const;
  return { ...pod, spec: { ...rest, ...spec }, status: { phase: 'Pending', conditions: [condition] } };
}

const podsIn = (objects: readonly KubeObject[]): Pod[] => objects.filter(({ kind }) => kind === 'Pod') as Pod[];

/** Of the whole run: how often each kind was written. */
function writtenKinds(engine: Engine): string[] {
  const { trace } = engine.cluster.world;
  const kinds = new Set<string>();
  for (let k = 1; k <= trace.length; k++) {
    if (trace.kind(k) === EVENT['store.written']) kinds.add(trace.object(k).split('/')[0] ?? '');
  }
  return [...kinds].sort();
}

function countOf(engine: Engine, kind: number): number {
  const { trace } = engine.cluster.world;
  let count = 0;
  for (let k = 1; k <= trace.length; k++) if (trace.kind(k) === kind) count++;
  return count;
}

describe('a Deployment that came to its end, long ago, and has a Pod that waits', () => {
  const victim = podsIn(BASE).find(({ metadata }) => metadata.ownerReferences?.[0]?.kind === 'ReplicaSet');
  if (victim === undefined) throw new Error('no Pod of a ReplicaSet');

  function withOneLess<T extends Deployment | ReplicaSet>(object: T): T {
    const { availableReplicas = 0, readyReplicas = 0 } = object.status ?? {};
    const counts = { availableReplicas: availableReplicas - 1, readyReplicas: readyReplicas - 1 };
    return { ...object, status: { ...object.status, ...counts } };
  }

  function deployment(object: Deployment): Deployment {
    const old = { lastUpdateTime: '2025-01-01T00:00:00Z', lastTransitionTime: '2025-01-01T00:00:00Z' };
    const unavailable = {
      status: 'False',
      reason: 'MinimumReplicasUnavailable',
      message: 'Deployment does not have minimum availability.',
    };
    const conditions = (object.status?.conditions ?? []).map((c) => ({
      ...c,
      ...(c.type === 'Progressing' ? old : unavailable),
    }));
    const less = withOneLess(object);
    return { ...less, status: { ...less.status, conditions, unavailableReplicas: 1 } };
  }

  // The Service's slice still names the Pod as it was: upstream's controller takes it out, too.
  it('comes to rest, and writes nothing but leases and what the tries of the Pod bring (progress.go)', () => {
    const owner = victim.metadata.ownerReferences?.[0]?.name;
    const objects = BASE.map((o): KubeObject => {
      if (o === victim) return waiting(victim, { nodeSelector: { no: 'where' } });
      if (o.kind === 'ReplicaSet' && o.metadata.name === owner) return withOneLess(o as ReplicaSet);
      return o.kind === 'Deployment' && owner?.startsWith(o.metadata.name) === true ? deployment(o as Deployment) : o;
    });
    const engine = runToRest(open(objects));
    expect(engine.run.status.state).toBe('quiescent');
    expect(engine.run.status.steps).toBeLessThan(2000);
    expect(countOf(engine, EVENT['cycle.started'])).toBeGreaterThan(0);
    expect(writtenKinds(engine)).toEqual(['EndpointSlice', 'Event', 'Lease', 'Pod']);
  });
});

describe('looks that keep coming back', () => {
  it('do not keep a run from rest: a ready Pod that does not say since when is never available (minReadySeconds)', () => {
    const objects = BASE.map((o): KubeObject => {
      const patient = { ...o, spec: { ...(o.spec as object), minReadySeconds: 20 } } as KubeObject;
      if (o.kind === 'Deployment' || o.kind === 'ReplicaSet') return patient;
      if (o.kind !== 'Pod') return o;
      const pod = o as Pod;
      const conditions = (pod.status?.conditions ?? []).map(({ lastTransitionTime: _, ...rest }) => rest);
      return { ...pod, status: { ...pod.status, conditions } };
    });
    const engine = runToRest(open(objects));
    expect(engine.run.status.state).toBe('quiescent');
    expect(engine.run.status.simMicros).toBeLessThan(120_000_000);
    const { trace } = engine.cluster.world;
    const looks = Array.from({ length: trace.length }, (_, i) => i + 1).filter(
      (k) => trace.kind(k) === EVENT['sync.started'] && trace.periodic(k),
    );
    expect(looks.length).toBeGreaterThan(0);
  });
});

describe('a Pod that cannot be judged keeps its condition', () => {
  const [first] = podsIn(BASE).filter(({ metadata }) => metadata.ownerReferences?.[0]?.kind === 'ReplicaSet');
  if (first === undefined) throw new Error('no Pod of a ReplicaSet');
  const key = `Pod/${first.metadata.namespace ?? ''}/${first.metadata.name}`;
  const without = (...kinds: readonly string[]): KubeObject[] => BASE.filter(({ kind }) => !kinds.includes(kind));
  const withPod = (objects: readonly KubeObject[], spec: Readonly<Record<string, unknown>>): KubeObject[] => [
    ...objects.filter((o) => o !== first),
    waiting(first, spec),
  ];
  const { namespace = 'default' } = first.metadata;
  const made = (kind: string, apiVersion: string, rest: object): KubeObject => ({
    apiVersion,
    kind,
    metadata: { name: 'data', uid: `uid-${kind}` },
    ...rest,
  });
  const claim = (spec: object, more: object = {}): KubeObject => {
    const metadata = { name: 'data', namespace, uid: 'uid-claim', ...more };
    return made('PersistentVolumeClaim', 'v1', { metadata, spec, status: { phase: 'Pending' } });
  };
  const storageClass = (volumeBindingMode: string, provisioner = 'disk.example.org', more: object = {}): KubeObject =>
    made('StorageClass', 'storage.k8s.io/v1', { provisioner, volumeBindingMode, ...more });
  const USES_CLAIM = { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }] };
  const waits = { storageClassName: 'data' };
  const bound = claim(
    { storageClassName: 'data', volumeName: 'data' },
    { annotations: { 'pv.kubernetes.io/bind-completed': 'yes' } },
  );

  const cases: readonly (readonly [what: string, objects: readonly KubeObject[], spec: object, needs: string[]])[] = [
    ['resource claims, which are not modelled', BASE, { resourceClaims: [{ name: 'gpu' }] }, ['ResourceClaim']],
    ['no claims', BASE, USES_CLAIM, ['PersistentVolume', 'PersistentVolumeClaim', 'StorageClass']],
    ['a claim, no classes', [...BASE, claim(waits)], USES_CLAIM, ['PersistentVolume', 'StorageClass']],
    [
      'a claim of a class whose volumes are made by hand, no volumes',
      [...BASE, claim(waits), storageClass('WaitForFirstConsumer', 'kubernetes.io/no-provisioner')],
      USES_CLAIM,
      ['PersistentVolume'],
    ],
    [
      'a claim of a class that brings volumes to some nodes alone, no volumes',
      [
        ...BASE,
        claim(waits),
        storageClass('WaitForFirstConsumer', 'disk.example.org', {
          allowedTopologies: [{ matchLabelExpressions: [{ key: 'topology.kubernetes.io/zone', values: ['zone-0'] }] }],
        }),
      ],
      USES_CLAIM,
      ['PersistentVolume'],
    ],
    ['a bound claim, not its volume', [...BASE, bound], USES_CLAIM, ['PersistentVolume', 'StorageClass']],
    ['no Node', without('Node'), {}, ['Node']],
    ['Pods alone', podsIn(BASE), {}, ['Node']],
  ];
  it.each(cases)('%s: nothing is tried, the run rests, why says what is missing', (_what, objects, spec, needs) => {
    const engine = runToRest(open(withPod(objects, spec as Readonly<Record<string, unknown>>)));
    expect(engine.run.status.state).toBe('quiescent');
    expect(engine.run.status.simMicros).toBeLessThan(120_000_000);
    expect(countOf(engine, EVENT['cycle.started'])).toBe(0);
    const answer = engine.why(engine.run.status.steps, key);
    expect(answer).toMatchObject({ state: 'pending', message: MESSAGE, attempts: [] });
    expect([...answer.needs].sort()).toEqual(needs);
    expect(engine.fixes(engine.run.status.steps, key).fixes).toEqual([]);
    const kept = engine.cluster.apiServer.get(key) as Pod;
    expect(kept.status?.conditions).toMatchObject([{ type: 'PodScheduled', status: 'False', message: MESSAGE }]);
    expect(kept.spec.nodeName).toBeUndefined();
  });

  it.each([
    ['a claim that is not there', [claim(waits, { name: 'another' })], 'persistentvolumeclaim "data" not found'],
    [
      'an unbound claim of a class that binds at once',
      [claim(waits), storageClass('Immediate')],
      'pod has unbound immediate PersistentVolumeClaims',
    ],
  ])('%s is reason enough to reject: it is tried', (_what, more, text) => {
    const engine = runToRest(open(withPod([...BASE, ...more], USES_CLAIM)));
    expect(countOf(engine, EVENT['cycle.started'])).toBeGreaterThan(0);
    expect(engine.why(engine.run.status.steps, key).message).toContain(text);
  });

  it('a claim of a class that brings a volume to any node: those that are there already decide nothing, it is bound', () => {
    const engine = runToRest(open(withPod([...BASE, claim(waits), storageClass('WaitForFirstConsumer')], USES_CLAIM)));
    expect((engine.cluster.apiServer.get(key) as Pod).spec.nodeName).toBeDefined();
  });

  it('a term that picks namespaces by label cannot be judged without Namespaces', () => {
    const term = {
      labelSelector: { matchLabels: { app: 'db' } },
      namespaceSelector: { matchLabels: { team: 'a' } },
      topologyKey: 'kubernetes.io/hostname',
    };
    const affinity = { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
    const engine = runToRest(open(withPod(without('Namespace'), { affinity })));
    expect(countOf(engine, EVENT['cycle.started'])).toBe(0);
    expect(engine.why(engine.run.status.steps, key).needs).toEqual(['Namespace']);
  });

  it('a Pod behind a gate is held when the gate opens', () => {
    const schedulingGates = [{ name: 'example.org/later' }];
    const timeline = {
      apiVersion: 'steplane.dev/v1',
      kind: 'Scenario',
      spec: {
        timeline: [
          {
            at: '1s',
            patch: {
              kind: 'Pod',
              name: first.metadata.name,
              namespace,
              type: 'merge',
              patch: { spec: { schedulingGates: [] } },
            },
          },
        ],
      },
    };
    const list = { apiVersion: 'v1', kind: 'List', items: withPod(without('Node'), { schedulingGates }) };
    const engine = openEngine(
      { name: 'dump.json', data: JSON.stringify(list) },
      { name: 'timeline.json', data: JSON.stringify(timeline) },
    );
    expect(engine.why(0, key).state).toBe('gated');
    runToRest(engine);
    expect(engine.cluster.refusals()).toEqual([]);
    expect(countOf(engine, EVENT['cycle.started'])).toBe(0);
    expect(engine.why(engine.run.status.steps, key)).toMatchObject({ state: 'pending', needs: ['Node'] });
  });
});
