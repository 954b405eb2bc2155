/** A node that is not heard from: what the stage and the table of objects say of it. */
import { expect, it } from 'vitest';
import { openEngine, runToRest } from '../fixtures/dumps.ts';

const SPEC = { queueRows: 5, nodes: 10, cycleRows: 5 };

const engine = runToRest(
  openEngine({
    name: 'lost.yaml',
    data: `apiVersion: steplane.dev/v1
kind: Scenario
spec:
  kubernetesVersion: "1.35"
  generate: {nodes: 2}
  timeline:
  - {at: 1s, kubeletPauses: node-0001, for: 120s}
  - {at: 100s, annotate: {kind: Node, name: node-0000, annotations: {a: b}}}
  - {at: 180s, annotate: {kind: Node, name: node-0000, annotations: {a: c}}}
`,
  }),
);
const { trace } = engine.cluster.world;

function wordsAt(seconds: number): readonly unknown[] {
  let step = trace.length;
  while (step > 1 && trace.time(step) > seconds * 1_000_000) step--;
  const mark = engine.view(step, SPEC).nodes.find(({ name }) => name === 'node-0001');
  const row = engine.objects(step).find(({ key }) => key === 'Node/node-0001');
  return [mark?.ready, mark?.taints ?? [], row?.status];
}

it('is Ready until the grace period is over, then NotReady with both taints, and Ready again when it is heard', () => {
  const unreachable = (effect: string): string => `node.kubernetes.io/unreachable=:${effect}`;
  expect(wordsAt(30)).toEqual([true, [], 'Ready']);
  expect(wordsAt(100)).toEqual([false, [unreachable('NoSchedule'), unreachable('NoExecute')], 'NotReady']);
  expect(wordsAt(180)).toEqual([true, [], 'Ready']);
});
