/** A cluster of the size that the speed aim names, twice. */
import { expect, it } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import { openEngine, runToRest } from '../fixtures/dumps.ts';

const PODS = 1000;
const NODES = 100;
const SCENARIO = {
  name: 'thousand.yaml',
  data: `apiVersion: steplane.dev/v1\nkind: Scenario\nmetadata: {name: thousand}\nspec: {kubernetesVersion: "1.35", generate: {nodes: ${String(NODES)}, pods: ${String(PODS)}, zones: 3}}\n`,
};

const nodesOf = (engine: Engine): readonly string[] =>
  engine
    .objects(engine.run.status.steps)
    .filter(({ kind, phase }) => kind === 'Pod' && phase === 'run')
    .map(({ node }) => node);

it('1,000 Pods on 100 nodes come to Running, twice with one digest at every hundredth step', () => {
  const [a, b] = [runToRest(openEngine(SCENARIO)), runToRest(openEngine(SCENARIO))];
  const { steps, state } = a.run.status;
  expect(state).toBe('quiescent');
  expect(b.run.status).toEqual(a.run.status);
  expect(nodesOf(a)).toHaveLength(PODS);
  expect(new Set(nodesOf(a)).size).toBe(NODES);
  for (let step = 0; step <= steps; step += 100)
    expect([step, b.moment(step).digest]).toEqual([step, a.moment(step).digest]);
  expect(b.moment(steps).digest).toBe(a.moment(steps).digest);
});

it('another seed is another run, in which all of them run too', () => {
  const data = SCENARIO.data.replace('spec: {', 'spec: {seed: 99, ');
  const other = runToRest(openEngine({ name: 'other.yaml', data }));
  expect(nodesOf(other)).toHaveLength(PODS);
});
