/** 12,000 plans of faults: twelve clusters, 1,000 seeds each; every invariant that no fault suspends holds under them. */
import { expect, it } from 'vitest';
import { failureOf, planOf, reportOf } from '../plans/plan.ts';
import { BASES } from '../plans/scenarios.ts';

const SEEDS = 1000;

it.each(BASES)(
  '$name: 1,000 plans',
  (base) => {
    const started = performance.now();
    for (let seed = 0; seed < SEEDS; seed++) {
      const failure = failureOf(base, planOf(seed, base), seed);
      if (failure !== undefined) expect.fail(reportOf(base, seed, failure));
    }
    const millis = (performance.now() - started) / SEEDS;
    process.stderr.write(`${base.name}: ${millis.toFixed(1)} ms a plan\n`);
  },
  3_600_000,
);
