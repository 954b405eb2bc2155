/** What a fork does to a scenario's timeline: entries that come after the fork are forgotten, the fork's own are added. */
import type { Outcome } from '../protocol/protocol.ts';
import { canonicalJson } from './plain.ts';
import { isScenarioError } from './problem.ts';
import { readTimeline } from './timeline.ts';
import type { TimelineEntry } from './types.ts';

/** An entry as a scenario file has it: `{afterStep: 12, delete: {…}}`. */
export type RawEntry = Readonly<Record<string, unknown>>;

/** Checks entries as if they stood in a file. */
export function readEntries(entries: readonly RawEntry[]): Outcome<readonly TimelineEntry[]> {
  const value = { spec: { timeline: entries } };
  try {
    return { ok: true, value: readTimeline('', { text: JSON.stringify(value), line: 1, value }, entries) };
  } catch (error) {
    if (isScenarioError(error)) return { ok: false, problem: error.problem };
    throw error;
  }
}

/**
 * The entries that a fork at `step` keeps. What waits for a step belongs to the run in which that step was counted, so it
 * stays only if it was carried out before the fork, with whatever comes after it in the list.
 */
export function keptByFork<T>(entries: readonly T[], stepOf: (entry: T) => number | undefined, step: number): T[] {
  let thread = -1;
  return entries.filter((entry) => {
    thread = stepOf(entry) ?? thread;
    return thread < step;
  });
}

export const stepOfEntry = ({ when }: TimelineEntry): number | undefined =>
  when.kind === 'step' ? when.step : undefined;

const stepOfRaw = ({ afterStep }: RawEntry): number | undefined =>
  typeof afterStep === 'number' ? afterStep : undefined;

interface Canonical {
  readonly items: readonly { readonly spec?: { readonly timeline?: readonly RawEntry[] } }[];
}

/** The canonical text of a scenario as it is after a fork at `step`. */
export function forkedText(canonical: string, step: number, entries: readonly RawEntry[]): string {
  const list = JSON.parse(canonical) as Canonical;
  const [document, ...objects] = list.items;
  const timeline = [...keptByFork(document?.spec?.timeline ?? [], stepOfRaw, step), ...entries];
  return canonicalJson({ ...list, items: [{ ...document, spec: { ...document?.spec, timeline } }, ...objects] });
}
