import { checkGo } from '../../src/golang/check.ts';
import type { Code } from '../../src/golang/code.ts';
import { compile } from '../../src/golang/compile.ts';
import { machineOf } from '../../src/golang/machine.ts';
import type { Machine, Op, Outcome } from '../../src/golang/machine-types.ts';
import { parseGo } from '../../src/golang/parse.ts';
import { explorerOf } from '../../src/golang/explore.ts';
import { findRaces } from '../../src/golang/race.ts';
import { LABS } from '../../src/labs/index.ts';
import { textOf, type Lab, type Trouble, type Turn, type Variant } from '../../src/labs/lab.ts';
import { scheduleOf } from '../../src/labs/schedule.ts';
import { lightCells, run } from '../golang/machine-run.ts';

export function lab(id: string): Lab {
  const found = LABS.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no lab ${id}`);
  return found;
}

export function variant(labId: string, id: string): Variant {
  const found = lab(labId).variants.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no variant ${labId}/${id}`);
  return found;
}

/** Parsed, checked, compiled. */
export function codeFor(text: string): Code {
  const parsed = parseGo(text);
  const problems = parsed.kind === 'program' ? checkGo(parsed.program) : parsed.problems;
  if (parsed.kind !== 'program' || problems.length > 0) throw new Error(JSON.stringify(problems));
  return compile(parsed.program);
}

export const codeOfVariant = (labId: string, id: string, values: Readonly<Record<string, number>> = {}): Code =>
  codeFor(textOf(variant(labId, id), values));

/** Standard output of runs under seeds 0 to n - 1, each distinct one once. */
export function outputs(code: Code, n: number): readonly string[] {
  const seen = new Set<string>();
  for (let seed = 0; seed < n; seed++) {
    const { outcome } = run(code, seed);
    if (outcome?.exit !== 0) throw new Error(`seed ${seed}: ${outcome?.stderr ?? 'no end'}`);
    seen.add(outcome.stdout.join(' | '));
  }
  return [...seen].sort();
}

/** All that went wrong in a run. */
export function troubles(one: Variant, outcome: Outcome, ops: readonly Op[]): ReadonlySet<Trouble> {
  const found = new Set<Trouble>();
  if (outcome.stderr.endsWith('deadlock!')) found.add('deadlock');
  else if (outcome.stderr !== '') found.add('panic');
  if (outcome.leaked.some(({ state }) => state !== 'running')) found.add('leak');
  if (findRaces(ops).length > 0) found.add('race');
  const { sign, expect } = one;
  if (sign !== undefined && outcome.stdout.some((line) => line.startsWith(sign)))
    found.add(one.faulty ? expect : 'wrong-result');
  return found;
}

/** The run of a point: the machine stands after the last step. */
export function scheduled(
  code: Code,
  turns: readonly Turn[],
): { readonly ops: readonly Op[]; readonly machine: Machine } {
  const machine = machineOf(code, lightCells());
  const schedule = scheduleOf(turns);
  const ops: Op[] = [];
  while (machine.outcome() === undefined && ops.length < 2_000) {
    const next = schedule.pick(machine.transitions());
    const op = next === undefined ? machine.fireTimer() : machine.take(next);
    if (next !== undefined) schedule.took(op);
    ops.push(op);
  }
  return { ops, machine };
}

/** The text of a variant with other constants than a person may choose: the counts of the article. */
export function withConstants(text: string, values: Readonly<Record<string, number>>): string {
  return Object.entries(values).reduce((now, [name, value]) => {
    const next = now.replace(new RegExp(`^(\\t${name} += )\\d+$`, 'm'), `$1${value}`);
    if (next === now && !now.includes(` ${value}\n`)) throw new Error(`no constant ${name}`);
    return next;
  }, text);
}

/** All outcomes of all schedules. */
export function everyEnd(code: Code): readonly Outcome[] {
  const explorer = explorerOf(code);
  let known = explorer.advance(10_000);
  for (let i = 0; i < 40 && !known.done; i++) known = explorer.advance(10_000);
  if (!known.complete) throw new Error(`${known.states} states and no end`);
  return known.outcomes.map(({ outcome }) => outcome);
}

export const printed = (ends: readonly Outcome[]): readonly string[] =>
  [...new Set(ends.map(({ stdout }) => stdout.join(' | ')))].sort();
