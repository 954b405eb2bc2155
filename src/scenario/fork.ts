/** What a fork does to a scenario's timeline: entries that come after the fork are forgotten, the fork's own are added. */
import type { ForkEntry, Outcome } from '../protocol/protocol.ts';
import { isScenarioError } from './problem.ts';
import { readTimeline } from './timeline.ts';
import type { TimelineEntry } from './types.ts';
import { VERB_SHAPES } from './verbs.ts';
import { timelineOf, withTimeline, type RawEntry } from './raw-timeline.ts';

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

/** An entry of a fork at `step`, as a scenario file has it. */
export const rawEntry = (step: number, { verb, body, options = {} }: ForkEntry): RawEntry => ({
  afterStep: step,
  [verb]: body,
  ...options,
});

/** The same the other way round. @returns undefined for an entry without a verb */
export function forkEntry({
  afterStep: _step,
  afterMillis: _millis,
  at: _at,
  ...rest
}: RawEntry): ForkEntry | undefined {
  const fields = Object.entries(rest);
  const verb = fields.find(([name]) => Object.hasOwn(VERB_SHAPES, name));
  if (verb === undefined) return undefined;
  const options = Object.fromEntries(fields.filter(([name]) => name !== verb[0]));
  return { verb: verb[0], body: verb[1], ...(Object.keys(options).length === 0 ? {} : { options }) };
}

export interface LastFork {
  readonly step: number;
  readonly entries: readonly ForkEntry[];
  /** The canonical text as it was before. */
  readonly without: string;
}

/** The fork that a canonical text carries out last; undefined where nothing in it waits for a step. */
export function lastForkOf(canonical: string): LastFork | undefined {
  const timeline = timelineOf(canonical);
  const steps = timeline.flatMap((entry) => stepOfRaw(entry) ?? []);
  if (steps.length === 0) return undefined;
  const step = Math.max(...steps);
  const kept = keptByFork(timeline, stepOfRaw, step);
  const entries = timeline.filter((entry) => !kept.includes(entry)).flatMap((entry) => forkEntry(entry) ?? []);
  return { step, entries, without: withTimeline(canonical, kept) };
}

/** The canonical text of a scenario as it is after a fork at `step`. */
export const forkedText = (canonical: string, step: number, entries: readonly RawEntry[]): string =>
  withTimeline(canonical, [...keptByFork(timelineOf(canonical), stepOfRaw, step), ...entries]);
