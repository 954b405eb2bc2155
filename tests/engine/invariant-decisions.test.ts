/** What a scheduler could not know when it decided breaks no invariant. */
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import { Decisions } from '../../src/engine/invariants/decisions.ts';
import { EVENT } from '../../src/model/events.ts';
import type { KubeObject } from '../../src/model/objects.ts';
import { openEngine, runToRest } from '../fixtures/dumps.ts';

const pod = (name: string): KubeObject => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'default' } });

describe('a taint that comes while a Pod is on its way to the node', () => {
  const data = `apiVersion: steplane.dev/v1
kind: Scenario
spec:
  kubernetesVersion: "1.35"
  generate: {nodes: 1}
  timeline:
  - {at: 1s, create: {apiVersion: v1, kind: Pod, metadata: {name: a, namespace: default}, spec: {containers: [{name: c, image: i}]}}}
`;
  const cycleOf = (engine: Engine): number => {
    const { trace } = engine.cluster.world;
    for (let step = 1; step <= engine.run.status.steps; step++)
      if (trace.kind(step) === EVENT['cycle.started']) return step;
    throw new Error('no cycle');
  };

  it('is a race that a real cluster has too: the api-server binds in spite of it', () => {
    const cycle = cycleOf(runToRest(openEngine({ name: 'a.yaml', data })));
    const entry = `  - {afterStep: ${String(cycle)}, taint: {node: node-0000, key: k, effect: NoSchedule}}\n`;
    const engine = runToRest(openEngine({ name: 'a.yaml', data: data + entry }));
    const { steps } = engine.run.status;
    expect(engine.objects(steps).find(({ key }) => key === 'Pod/default/a')).toMatchObject({ node: 'node-0000' });
    expect(engine.breaches(steps)).toEqual([]);
  });

  it.each([
    ['after the cycle began', 9_000_000, false],
    ['a moment before, still on its way to the scheduler', 4_999_000, false],
    ['long before', 3_000_000, true],
    ['before the run', -Infinity, true],
  ])('%s: is the scheduler to blame?', (_when, tick, knew) => {
    const decisions = new Decisions(1_000_000);
    const taint = { key: 'k', effect: 'NoSchedule' } as const;
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 't' }, spec: { taints: [taint] } };
    decisions.noteNode(node, false, tick);
    // What is written again without change is no newer for that.
    decisions.noteNode(node, false, 9_500_000);
    decisions.noteCycle('Pod/default/a', 5_000_000);
    expect(decisions.knewTaint(pod('a'), 't', taint)).toBe(knew);
    decisions.noteNode(node, true, tick);
    expect(decisions.knewGone(pod('a'), 't')).toBe(knew);
    expect(decisions.knewTaint(pod('b'), 't', taint)).toBe(true);
  });
});
