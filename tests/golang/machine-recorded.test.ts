import { describe, expect, test } from 'vitest';
import { caseFile } from '../conformance/cases.ts';
import { goTextOf, type GoLabGiven } from '../../src/conformance/go-lab-text.ts';
import { codeOf, run } from './machine-run.ts';

interface Recorded {
  readonly exit: number | 'hangs';
  readonly stdout: readonly string[];
  readonly stderr?: string;
  readonly waitStates?: readonly string[];
}
interface Case {
  readonly id: string;
  readonly kind: string;
  readonly given: GoLabGiven;
  readonly expect: { readonly complete?: boolean; readonly outcomes: readonly Recorded[] };
}

const CASES = (caseFile('go-lab/handed-outcomes.ndjson').text ?? '')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case)
  .filter((one) => one.kind === 'go-outcome');

/** Programs whose six recorded runs agreed although Go promises less: what else a schedule may give. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  // The woken sender may print before the receiver does.
  'chan-blocked-sender-refills-buffer': ['[0,["len=1 cap=1","sender free","c=1","len=1 cap=1","c=2"],"",[]]'],
  // The worker is still on its way to its end when Wait returns.
  'ctx-worker-loop': ['[0,["stopped","goroutines=2"],"",[]]'],
};

/** The recorder kept the first line of standard error. */
const text = ({ exit, stdout, stderr = '', waitStates = [] }: Recorded): string =>
  JSON.stringify([exit, stdout, stderr.split('\n')[0], waitStates]);

function outcomeText(code: ReturnType<typeof codeOf>, pick: 'natural' | number): string {
  const { outcome, machine } = run(code, pick, 12_000);
  return text({ stdout: machine.stdout, ...outcome, exit: outcome?.exit ?? 'hangs' });
}

describe('programs recorded from go1.26', () => {
  test.each(CASES)('$id', ({ id, given, expect: recorded }) => {
    const code = codeOf(goTextOf(given));
    const known = new Set([...recorded.outcomes.map(text), ...(ALSO[id] ?? [])]);
    const undisturbed = outcomeText(code, 'natural');
    expect(recorded.outcomes.map(text)).toContain(undisturbed);
    const long = id === 'atomic-counter' || recorded.outcomes.some((one) => one.exit === 'hangs');
    const seen = new Set<string>();
    const { complete = false } = recorded;
    for (let seed = 0; seed < (long ? 5 : complete ? 1500 : 300); seed++) seen.add(outcomeText(code, seed));
    if (complete) expect([...seen].sort()).toEqual(recorded.outcomes.map(text).sort());
    expect([...seen].filter((one) => !known.has(one))).toEqual([]);
  });
});
