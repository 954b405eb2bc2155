/**
 * The large dump with the workloads behind it, every controller on, one simulated hour: a cluster where nothing happens
 * renews leases and reports nodes, tries again what waits, and touches nothing that is complete.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import { EVENT } from '../../src/model/events.ts';
import type { KubeObject, Pod } from '../../src/model/objects.ts';
import { dump, openEngine } from '../fixtures/dumps.ts';

const CASES = new URL('../cases/control-plane/', import.meta.url);
const MINUTE = 60_000_000;
const NODES = 60;

interface Recorded {
  readonly namespace: string;
  readonly pod: string;
  /** null: a Pod of another scheduler, which has no condition. */
  readonly message: string | null;
}

const pending = JSON.parse(readFileSync(new URL('big-dump-messages.json', CASES), 'utf8')) as readonly Recorded[];
const workloads = JSON.parse(
  gunzipSync(readFileSync(new URL('big-dump-workloads.json.gz', CASES))).toString('utf8'),
) as { readonly items: readonly KubeObject[] };

const keyOf = ({ kind, metadata }: KubeObject): string => `${kind}/${metadata.namespace ?? ''}/${metadata.name}`;

/** Of Deployments, ReplicaSets, StatefulSets: wanted and ready; other kinds have no such numbers. */
function replicas(object: KubeObject | undefined): { readonly wanted: number; readonly ready: number } | undefined {
  const { spec, status } = (object ?? {}) as { spec?: { replicas?: number }; status?: { readyReplicas?: number } };
  return spec?.replicas === undefined ? undefined : { wanted: spec.replicas, ready: status?.readyReplicas ?? 0 };
}
const isComplete = (object: KubeObject): boolean => {
  const counts = replicas(object);
  return counts !== undefined && counts.ready === counts.wanted;
};

describe('one simulated hour of a cluster at rest', { timeout: 120_000 }, () => {
  let engine: Engine;
  const written = new Map<string, number>();

  beforeAll(() => {
    engine = openEngine(dump('big-dump-1--dump.yaml'), {
      name: 'workloads.json',
      data: JSON.stringify(workloads),
    });
    const { world } = engine.cluster;
    while ((world.nextTime ?? Infinity) <= 60 * MINUTE && world.advance(1) > 0);
    for (let step = 1; step <= world.step; step++) {
      if (world.trace.kind(step) !== EVENT['store.written']) continue;
      const key = world.trace.object(step);
      written.set(key, (written.get(key) ?? 0) + 1);
    }
  }, 120_000);

  const now = (key: string): KubeObject | undefined => engine.cluster.apiServer.get(key);
  const ofKind = (kind: string): readonly (readonly [string, number])[] =>
    [...written].filter(([key]) => key.startsWith(`${kind}/`));

  it('leaves everything that was complete exactly as it was', () => {
    const complete = workloads.items.filter(isComplete);
    expect(complete.length).toBeGreaterThan(60);
    for (const before of complete)
      expect([keyOf(before), now(keyOf(before))?.status]).toEqual([keyOf(before), before.status]);
    for (const before of complete) expect(written.has(keyOf(before))).toBe(false);
    for (const kind of ['DaemonSet', 'Job', 'CronJob', 'Service', 'ReplicaSet', 'StatefulSet', 'Pod'])
      expect([kind, ofKind(kind)]).toEqual([kind, []]);
  });

  it('keeps every Pod that waits waiting, for the reason that was recorded', () => {
    for (const { namespace, pod, message } of pending) {
      const found = now(`Pod/${namespace}/${pod}`) as Pod | undefined;
      expect([pod, found?.spec.nodeName]).toEqual([pod, undefined]);
      const condition = found?.status?.conditions?.find(({ type }) => type === 'PodScheduled');
      expect([pod, condition?.message ?? null]).toEqual([pod, message]);
    }
  });

  it('says once of each Deployment that waits that its progress deadline is over', () => {
    const late = ofKind('Deployment');
    const waiting = workloads.items.filter((o) => o.kind === 'Deployment' && !isComplete(o)).map(keyOf);
    expect(late.map(([key]) => key).sort()).toEqual(waiting.sort());
    for (const [key, count] of late) {
      expect([key, count]).toEqual([key, 1]);
      const { conditions } = now(key)?.status as { conditions: readonly Record<string, string>[] };
      const progressing = conditions.find(({ type }) => type === 'Progressing');
      expect([key, progressing?.['status'], progressing?.['reason']]).toEqual([
        key,
        'False',
        'ProgressDeadlineExceeded',
      ]);
    }
  });

  it('is leases every ten seconds, node reports every five minutes, and one more try for what waits as often', () => {
    const sum = (kind: string): number => ofKind(kind).reduce((total, [, count]) => total + count, 0);
    expect(ofKind('Lease')).toHaveLength(NODES);
    for (const [key, count] of ofKind('Lease')) expect([key, count >= 359 && count <= 361]).toEqual([key, true]);
    for (const [key, count] of ofKind('Node')) expect([key, count >= 11 && count <= 12]).toEqual([key, true]);
    const { trace } = engine.cluster.world;
    const tries = new Map<string, number>();
    for (let k = 1; k <= trace.length; k++) {
      if (trace.kind(k) !== EVENT['cycle.started']) continue;
      tries.set(trace.object(k), (tries.get(trace.object(k)) ?? 0) + 1);
    }
    for (const [key, count] of tries) expect([key, count >= 10 && count <= 13]).toEqual([key, true]);
    // A lease is three steps; they are four fifths of all and more.
    expect(sum('Lease') * 3).toBeGreaterThan(trace.length * 0.8);
    expect(trace.length).toBeLessThan(90_000);
  });
});
