/** Kind "trace" of the control plane's recordings: a whole scenario by milestones (ROWS, trace). */
import type { KubernetesVersion } from '../../model/versions.ts';
import { candidateOf, managersOf } from '../trace/candidate.ts';
import { drive, type Driven, type GivenTrace } from '../trace/drive.ts';
import { judge, type ExpectedTrace } from '../trace/judge.ts';
import { same } from '../trace/json.ts';
import type { Row, RuleAdapter } from '../types.ts';

interface Answer {
  readonly entry: number;
  readonly exit: number;
}

interface Managed {
  readonly afterEntry: number;
  readonly object: string;
  readonly entries: readonly unknown[];
}

/** What ROWS calls freedom of the real system is a choice: a row holds under every seed. */
export function failuresOf(row: Row, version: KubernetesVersion, seed: number): readonly string[] {
  const given = row.given as GivenTrace;
  const expected = row.expect as ExpectedTrace & { answers?: readonly Answer[]; managedFields?: Managed };
  const driven = drive(given, version, seed);
  const quiet = new Set(given.timeline.filter(({ afterQuiet }) => afterQuiet === true).map(({ entry }) => entry));
  const candidate = candidateOf(driven.recording, quiet);
  return [
    ...answersOf(driven, expected.answers ?? []),
    ...judge(candidate, expected),
    ...(expected.managedFields === undefined ? [] : ownersOf(driven, expected.managedFields)),
  ];
}

function answersOf({ refused }: Driven, answers: readonly Answer[]): readonly string[] {
  const failed = answers.filter(({ exit }) => exit !== 0).map(({ entry }) => entry);
  return [
    ...failed.filter((entry) => !refused.has(entry)).map((entry) => `answer: entry ${String(entry)} must be refused`),
    ...[...refused]
      .filter(([entry]) => !failed.includes(entry))
      .map(([entry, words]) => `answer: entry ${String(entry)} was refused: ${words}`),
  ];
}

function ownersOf({ objectAfter }: Driven, { afterEntry, object, entries }: Managed): readonly string[] {
  const [kind = '', name = ''] = object.split('/');
  const got = managersOf(objectAfter(afterEntry, `${kind}/default/${name}`));
  const missing = entries.filter((entry) => !got.some((one) => same(one, entry)));
  const extra = got.filter((one) => !entries.some((entry) => same(one, entry)));
  return [
    ...missing.map((entry) => `managedFields: ${JSON.stringify(entry)} is missing`),
    ...extra.map((entry) => `managedFields: ${JSON.stringify(entry)} is not expected`),
  ];
}

export const trace: RuleAdapter = {
  source: 'control-plane',
  kind: 'trace',
  failures: (row, version) => failuresOf(row, version, 1),
};
