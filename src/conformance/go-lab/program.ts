/** A recorded case as a program of the goroutine machine, and runs of it. */
import type { Code } from '../../golang/code.ts';
import { compile } from '../../golang/compile.ts';
import { explorerOf, runOnce } from '../../golang/explore.ts';
import type { Exploration } from '../../golang/explore-types.ts';
import type { Op, Outcome } from '../../golang/machine-types.ts';
import { parseGo } from '../../golang/parse.ts';
import { goTextOf, type GoLabGiven } from '../go-lab-text.ts';

/** The recorder stopped a program after 1.5 s. */
const PATIENCE = 1_500_000_000;
/** Large loops meet it: what was found until then counts. */
const STATES = 10_000;
/** Orders that are tried for a verdict on races. */
const ORDERS = 100;

/** @throws Error where the program's text is refused */
export const codeOf = (given: unknown): Code => compiled(goTextOf(given as GoLabGiven));

/** @throws Error where the text is refused */
export function compiled(text: string): Code {
  const parsed = parseGo(text);
  if (parsed.kind !== 'program') throw new Error(JSON.stringify(parsed.problems));
  return compile(parsed.program);
}

export function explored(code: Code): Exploration {
  const explorer = explorerOf(code, { maxStates: STATES, horizon: PATIENCE });
  for (;;) {
    const known = explorer.advance(10_000);
    if (known.done) return known;
  }
}

/** How it ends where each goroutine runs on until it blocks. */
export function undisturbed(code: Code): Outcome {
  return runOnce(code, undefined, PATIENCE).outcome;
}

/** The steps of the undisturbed run, then of runs by seeded chance. */
export function schedules(code: Code): readonly (readonly Op[])[] {
  const seeds = Array.from({ length: ORDERS }, (_, seed) => seed);
  return [undefined, ...seeds].map((seed) => runOnce(code, seed, PATIENCE).ops);
}
