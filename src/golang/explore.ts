/**
 * The explorer: every way in which a program of goroutines can end, by walking what the machine leaves open. First the
 * search for a while; where that is not the end of it some runs by seeded chance, which come to far places sooner; then the
 * search until it is complete or meets its bound. No clock and no true chance: equal programs give equal answers.
 */
import type { Program } from './ast.ts';
import type { Code } from './code.ts';
import { compile } from './compile.ts';
import { Findings } from './explore-found.ts';
import { Search } from './explore-search.ts';
import { hanging, Stepper } from './explore-step.ts';
import type { Bound, Exploration, ExploreOptions, Explorer } from './explore-types.ts';
import { Walk, Walks } from './explore-walks.ts';
import type { Op, Outcome } from './machine-types.ts';

/** Steps of the search before the runs by chance. */
const FIRST_PHASE = 4_000;
/** Ways found and runs by chance that are looked at for races in the end, and steps of each. */
const CHECKED = 12;
const CHECKED_STEPS = 300;
const HOUR = 3_600_000_000_000;

/** @throws CompileError for what the checker should have refused */
export function createExplorer(program: Program, options: ExploreOptions = {}): Explorer {
  return explorerOf(compile(program), options);
}

export function explorerOf(code: Code, options: ExploreOptions = {}): Explorer {
  const { maxStates = 200_000, maxDepth = 20_000, horizon = HOUR, reduce = true } = options;
  const findings = new Findings();
  const stepper = new Stepper(code, findings, horizon);
  const start = stepper.begin();
  const search = new Search(stepper, { maxStates, maxDepth, reduce }, start);
  const walks = new Walks(stepper, start);
  let checked = false;
  /** The search sees races of steps that are open at once; what only the order of a whole run shows is found here. */
  const check = (): void => {
    checked = true;
    const seeds = Array.from({ length: CHECKED }, (_, seed) => seed);
    const ways = findings.outcomes().slice(0, CHECKED);
    const runs = [
      ...ways.map(({ picks }) => new Walk(stepper, start, undefined, picks)),
      ...seeds.map((seed) => new Walk(stepper, start, seed)),
    ];
    for (const run of runs) {
      while (run.outcome === undefined && run.ops.length < Math.min(CHECKED_STEPS, maxDepth)) run.advance();
      run.tellRaces();
    }
  };
  const bound = (): Bound => (search.bound === 'none' && stepper.gaveUp ? 'alone' : search.bound);
  const told = (): Exploration => ({
    done: search.done,
    complete: search.done && bound() === 'none',
    bound: bound(),
    states: search.states,
    steps: stepper.steps,
    depth: search.deepest,
    outcomes: findings.outcomes(),
    troubles: findings.troubles(),
  });
  return {
    advance(budget) {
      const until = stepper.work + budget;
      while (!search.done && stepper.work < until) {
        if (stepper.steps >= FIRST_PHASE && !walks.done) walks.advance();
        else search.advance();
      }
      if (search.done && !checked) check();
      return told();
    },
  };
}

/**
 * One whole run. @param seed undefined = undisturbed: who runs goes on until it blocks
 * @returns its steps and how it ended; past `horizon` (virtual nanoseconds) or 20,000 steps it hangs
 */
export function runOnce(
  code: Code,
  seed: number | undefined,
  horizon: number = HOUR,
): { readonly ops: readonly Op[]; readonly outcome: Outcome } {
  const stepper = new Stepper(code, new Findings(), horizon);
  const walk = new Walk(stepper, stepper.begin(), seed);
  while (walk.outcome === undefined && walk.ops.length < 20_000) walk.advance();
  return { ops: walk.ops, outcome: walk.outcome ?? hanging(walk.stdout) };
}
