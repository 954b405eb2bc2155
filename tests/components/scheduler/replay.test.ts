import { describe, expect, it } from 'vitest';
import { EVENT } from '../../../src/model/events.ts';
import type { Pod } from '../../../src/model/objects.ts';
import type { KubernetesVersion } from '../../../src/model/versions.ts';
import { explainCycle } from '../../../src/components/scheduler/scheduler.ts';
import { create, node, pod, testCluster, type TestCluster } from './cluster.ts';

/** Spread, affinity, ports, priorities, Pods too large, nodes that join, Pods that go: chance as the seed has it. */
function busyCluster(version: KubernetesVersion, seed: number): TestCluster {
  const zone = (i: number) => ({ 'topology.kubernetes.io/zone': `z${i % 3}` });
  const nodes = Array.from({ length: 6 }, (_, i) => node(`n${i}`, '4', { labels: zone(i) }));
  const cluster = testCluster(nodes, { version, seed });
  const labels = { app: 'web' };
  const term = { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: labels } };
  const spread = { maxSkew: 1, topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'DoNotSchedule' };
  const shapes = [
    pod('', '500m', {}, labels),
    pod('', '1', { topologySpreadConstraints: [{ ...spread, labelSelector: { matchLabels: labels } }] }, labels),
    pod('', '250m', {
      affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } },
    }),
    pod('', '2', { priority: 10 }),
    pod('', '9'),
    pod('', '100m', {
      affinity: {
        podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 5, podAffinityTerm: term }] },
      },
    }),
  ];
  for (let i = 0; i < 36; i++) {
    const shape = shapes[i % shapes.length];
    if (shape === undefined) continue;
    cluster.send(create({ ...shape, metadata: { ...shape.metadata, name: `p${i}` } }), i * 900);
  }
  cluster.send(create(node('late', '8', { labels: zone(1) })), 3_000_000);
  cluster.send({ verb: 'delete', resource: 'pods', namespace: 'default', name: 'p0' }, 5_000_000);
  cluster.world.advance(100_000, () => cluster.world.pendingWork === 0);
  return cluster;
}

interface Recorded {
  readonly object: string;
  readonly attempt: number;
  evaluated?: number;
  feasible?: number;
  host: string;
  total: number;
}

/** What each cycle's own events say, by its first step. */
function recordedCycles({ world }: TestCluster): Map<number, Recorded> {
  const { trace } = world;
  const cycles = new Map<number, Recorded>();
  let open: Recorded | undefined;
  for (let step = 1; step <= trace.length; step++) {
    const kind = trace.kind(step);
    if (kind === EVENT['cycle.started']) {
      open = { object: trace.object(step), attempt: trace.number(step), host: '', total: 0 };
      cycles.set(step, open);
    } else if (open?.object !== trace.object(step)) continue;
    else if (kind === EVENT['cycle.filter']) open.feasible = trace.number(step);
    else if (kind === EVENT['cycle.score']) {
      open.host = trace.detail(step);
      open.total = trace.number(step);
    } else if (kind === EVENT['cycle.failed']) open.evaluated = trace.number(step);
  }
  return cycles;
}

const messageOf = (object: unknown): string | undefined =>
  (object as Pod | undefined)?.status?.conditions?.find(
    ({ type, status }) => type === 'PodScheduled' && status === 'False',
  )?.message;

/** The texts of condition PodScheduled=False that a Pod was given, in order by Pod. */
function messages({ world }: TestCluster): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (let step = 1; step <= world.step; step++) {
    for (const { collection, key, before, after } of world.changesAt(step)) {
      const message = messageOf(after);
      if (collection === 'etcd' && key.startsWith('Pod/') && message !== undefined && message !== messageOf(before))
        found.set(key, [...(found.get(key) ?? []), message]);
    }
  }
  return found;
}

describe('explanations are recomputed (ARCHITECTURE 1.3)', () => {
  it.each([
    ['1.34', 1],
    ['1.34', 2],
    ['1.35', 3],
    ['1.37', 4],
  ] as const)('every cycle of a busy cluster runs again as recorded (%s, seed %i)', (version, seed) => {
    const cluster = busyCluster(version, seed);
    const cycles = recordedCycles(cluster);
    expect(cycles.size).toBeGreaterThan(36);
    const told = messages(cluster);
    const last = new Map<string, string | undefined>();
    let nextStart = 0;
    for (const [cycleStep, recorded] of cycles) {
      const { input, result, attempt } = explainCycle({ world: cluster.world, version, cycleStep });
      expect(`Pod/${input.pod.metadata.namespace}/${input.pod.metadata.name}`).toBe(recorded.object);
      expect(attempt).toBe(recorded.attempt);
      expect(input.startIndex).toBe(nextStart);
      nextStart = result.nextStart;
      expect(result.host ?? '').toBe(recorded.host);
      expect(result.feasible.length).toBe(recorded.feasible);
      if (result.host === undefined) {
        expect(result.evaluated).toBe(recorded.evaluated);
        // What the Pod says already is not written again.
        if (result.message !== last.get(recorded.object))
          expect(result.message).toBe(told.get(recorded.object)?.shift());
        last.set(recorded.object, result.message);
      } else expect(result.totals[result.feasible.indexOf(result.host)] ?? 0).toBe(recorded.total);
    }
    expect([...told.values()].flat()).toEqual([]);
  });

  it('refuses a step that starts no cycle', () => {
    const cluster = busyCluster('1.35', 5);
    expect(() => explainCycle({ world: cluster.world, version: '1.35', cycleStep: 1 })).toThrow(
      'starts no scheduling cycle',
    );
  });
});

describe('the scheduler in time', () => {
  it('W-3 goes on as before after a fork to any moment', () => {
    const cluster = busyCluster('1.34', 6);
    const { world } = cluster;
    const end = world.step;
    const digest = world.digest();
    for (const share of [0.1, 0.35, 0.6, 0.9]) {
      world.fork(Math.floor(end * share));
      world.advance(end - world.step);
      expect(world.step).toBe(end);
      expect(world.digest()).toBe(digest);
    }
    expect(world.recomputeStateDigest(end)).toBe(world.stateDigest(end));
  });

  it('the seed decides what is drawn: 1.34 breaks ties differently', () => {
    const hosts = [7, 8, 9].map((seed) =>
      [...recordedCycles(busyCluster('1.34', seed)).values()].map(({ host }) => host).join(),
    );
    expect(new Set(hosts).size).toBe(3);
    expect(busyCluster('1.34', 7).world.digest()).toBe(busyCluster('1.34', 7).world.digest());
  });
});
