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
    expect(writtenKinds(engine)).toEqual(['Event', 'Lease', 'Pod']);
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
      return { ...pod, status: { ...pod.status, conditions } } as Pod;
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
