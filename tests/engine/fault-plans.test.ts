/** A few random plans of faults; `npm run soak` has 12,000. */
import { expect, it } from 'vitest';
import { failureOf, planOf, reportOf, runScenario, scenarioOf } from '../plans/plan.ts';
import { BASES } from '../plans/scenarios.ts';

const SEEDS = [0, 1, 2, 3];

it.each(BASES.flatMap((base) => SEEDS.map((seed) => ({ name: base.name, base, seed }))))(
  '$name, seed $seed: what no fault suspends holds',
  ({ base, seed }) => {
    const failure = failureOf(base, planOf(seed, base), seed);
    if (failure !== undefined) expect.fail(reportOf(base, seed, failure));
  },
);

it.each(BASES)('$name without faults breaks nothing, and a plan replays', (base) => {
  expect(runScenario(scenarioOf(base, [], 1)).breaches).toEqual([]);
  const data = scenarioOf(base, planOf(5, base), 5);
  const digest = (): string => runScenario(data).engine.cluster.world.digest();
  expect(digest()).toBe(digest());
});

it('the report of a failing plan has only the faults that it needs, a scenario and a link', () => {
  const [base] = BASES;
  const seed = 3;
  const faults = base === undefined ? [] : planOf(seed, base);
  const culprit = faults.at(-1);
  if (base === undefined || culprit === undefined || faults.length < 2) throw new Error('seed 3 has several faults');
  const report = reportOf(base, seed, 'first', (_base, left) =>
    left.some(({ at }) => at === culprit.at) ? 'still' : undefined,
  );
  expect(report).toContain(`rollout, seed ${String(seed)}: still`);
  expect(report).toContain(culprit.entry);
  for (const { entry } of faults.slice(0, -1)) expect(report).not.toContain(entry);
  expect(report).toMatch(/1\.[A-Za-z0-9_-]+$/);
});
