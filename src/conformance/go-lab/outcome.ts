/**
 * How real programs of go1.26 ended (source go-lab, kind go-outcome), against the explorer. A row without a proof that it
 * is complete was recorded undisturbed (`deterministic`): where other schedules would end otherwise, what is compared is the
 * run that nobody disturbs. `complete: false` says that there may be more: then only what is listed must be found.
 */
import { firstMismatch } from '../compare.ts';
import { isFields } from '../read.ts';
import type { CompareOptions, GoAdapter } from '../types.ts';
import type { Outcome } from '../../golang/machine-types.ts';
import { codeOf, explored, undisturbed } from './program.ts';

/** How often something was seen, and how the row is to be read. */
const NOT_COMPARED = /(?:^|\.)(?:count|runs|deterministic|complete)$/;

const COMPARE: CompareOptions = {
  isSet: (path) => path === 'outcomes',
  isComplete: (path) => path.startsWith('outcomes.'),
  isNotCompared: (path) => NOT_COMPARED.test(path),
};

function recorded({ exit, stdout, stderr, waitStates }: Outcome): Readonly<Record<string, unknown>> {
  return {
    exit: exit ?? 'hangs',
    stdout,
    // The recorder kept the first line.
    ...(stderr === '' ? {} : { stderr: stderr.split('\n')[0] }),
    ...(waitStates.length === 0 ? {} : { waitStates }),
  };
}

function isListed(expected: unknown, outcome: unknown): boolean {
  const listed = isFields(expected) && Array.isArray(expected['outcomes']) ? (expected['outcomes'] as unknown[]) : [];
  return listed.some((one) => firstMismatch(one, outcome, COMPARE, 'outcomes.*') === undefined);
}

export const goOutcome: GoAdapter = {
  source: 'go-lab',
  kind: 'go-outcome',
  release: 'go1.26',
  compare: COMPARE,
  run({ given, expect }) {
    const code = codeOf(given);
    const found = explored(code).outcomes.map(({ outcome }) => recorded(outcome));
    if (!isFields(expect)) return { outcomes: found };
    if (expect['complete'] === false) return { outcomes: found.filter((one) => isListed(expect, one)) };
    const proven = expect['complete'] === true;
    return { outcomes: proven || found.length === 1 ? found : [recorded(undisturbed(code))] };
  },
};
