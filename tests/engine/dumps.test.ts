import { describe, expect, it } from 'vitest';
import { EVENT } from '../../src/model/events.ts';
import type { Pod } from '../../src/model/objects.ts';
import { dump, dumpNames, openEngine, runToRest } from '../fixtures/dumps.ts';
import type { Engine } from '../../src/engine/engine.ts';

/** Keys written in the whole run. */
function written(engine: Engine): string[] {
  const { trace } = engine.cluster.world;
  const keys: string[] = [];
  for (let k = 1; k <= trace.length; k++) if (trace.kind(k) === EVENT['store.written']) keys.push(trace.object(k));
  return keys;
}

const AT_REST = dumpNames().filter((n) => /^a3?-/.test(n));

describe('a cluster that was at rest stays at rest (CONTRACT 1)', () => {
  it.each(AT_REST)('%s: 60 simulated seconds write nothing but leases', (name) => {
    const engine = runToRest(openEngine(dump(name)));
    expect(engine.run.status.simMicros).toBeGreaterThanOrEqual(60_000_000);
    expect(engine.run.status.state).toBe('quiescent');
    const keys = written(engine);
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((k) => !k.startsWith('Lease/'))).toEqual([]);
  });

  it.each(AT_REST)('%s: a Pod that is deleted is replaced', (name) => {
    const before = openEngine(dump(name)).cluster.apiServer.list('pods') as readonly Pod[];
    const victim = before.find((p) => p.metadata.ownerReferences?.[0]?.kind === 'ReplicaSet');
    if (victim === undefined) throw new Error('no Pod of a ReplicaSet');
    const timeline = JSON.stringify({
      apiVersion: 'steplane.dev/v1',
      kind: 'Scenario',
      spec: {
        timeline: [
          { at: '1s', delete: { kind: 'Pod', name: victim.metadata.name, namespace: victim.metadata.namespace } },
        ],
      },
    });
    const engine = runToRest(openEngine(dump(name), { name: 'delete.json', data: timeline }));
    const after = engine.cluster.apiServer.list('pods') as readonly Pod[];
    expect(engine.cluster.refusals()).toEqual([]);
    expect(after.map((p) => p.metadata.name)).not.toContain(victim.metadata.name);
    expect(after).toHaveLength(before.length);
    expect(after.every((p) => p.status?.phase === 'Running' && p.spec.nodeName !== undefined)).toBe(true);
  });
});

describe('every handed dump', () => {
  it.each(dumpNames())('%s loads and comes to rest, twice with one digest', (name) => {
    const a = runToRest(openEngine(dump(name)));
    const b = runToRest(openEngine(dump(name)));
    expect(a.run.status.state).not.toBe('event-limit');
    expect(a.cluster.world.digest()).toBe(b.cluster.world.digest());
    expect(a.cluster.world.step).toBe(b.cluster.world.step);
    // Every Pending Pod of the default scheduler was tried.
    const { trace } = a.cluster.world;
    const tried = new Set<string>();
    for (let k = 1; k <= trace.length; k++) if (trace.kind(k) === EVENT['cycle.started']) tried.add(trace.object(k));
    for (const row of a.objects(0)) {
      const pod = a.cluster.apiServer.get(row.key) as Pod | undefined;
      if (row.kind !== 'Pod' || row.node !== '' || pod === undefined) continue;
      const gated = (pod.spec.schedulingGates?.length ?? 0) > 0;
      const ours = (pod.spec.schedulerName ?? 'default-scheduler') === 'default-scheduler';
      if (ours && !gated && pod.metadata.deletionTimestamp === undefined) expect(tried).toContain(row.key);
    }
  });

  it('rows of Pods without a node say what they were told and what made them, the others do not', () => {
    const rows = openEngine(dump('big-dump-1--dump.yaml')).objects(0);
    expect(rows.find(({ key }) => key === 'Pod/batch/polite-598fd78c66-npllw')?.waits).toEqual({
      message:
        '0/60 nodes are available: 1 node(s) were unschedulable, 12 node(s) had untolerated taint(s), 47 Insufficient cpu. no new claims to deallocate, preemption: not eligible due to preemptionPolicy=Never.',
      maker: 'ReplicaSet/polite-598fd78c66',
    });
    expect(rows.filter(({ waits }) => waits !== undefined)).toHaveLength(30);
  });
});
