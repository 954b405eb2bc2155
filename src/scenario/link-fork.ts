/**
 * The way back from a fork, for when the page that made it is gone. An entry of the browser's history keeps it beside its
 * address, so that a reload, Back or Forward brings a fork on screen that can still be undone; a link keeps it for whoever is
 * given the fork.
 */
import { addedEntries, withTimeline, type RawEntry } from './raw-timeline.ts';

export interface KeptFork {
  /** The last step that it shares with what was before. */
  readonly from: number;
  /** Address of what was before: `location.hash`. "" = none that everybody can open. */
  readonly home: string;
  /** Timeline of what was before; all else is as in the fork's own text. Absent in entries of earlier versions. */
  readonly timeline?: readonly RawEntry[];
  /** Notes of what was before were marked as those of another run already. */
  readonly marked?: true;
  /** What was before may be a fork itself. */
  readonly before?: KeptFork;
}

/** Browsers bound what an entry may hold; each address may have 64 KiB. */
const DEEPEST = 6;

/** @param state of an entry of the browser's history, or a link's moment, written by any version of the page */
export function forkIn(state: unknown, depth = DEEPEST): KeptFork | undefined {
  if (typeof state !== 'object' || state === null || depth === 0) return undefined;
  const { fork } = state as { readonly fork?: unknown };
  if (typeof fork !== 'object' || fork === null) return undefined;
  const { from, home, timeline, marked, before } = fork as Partial<Record<keyof KeptFork, unknown>>;
  if (typeof from !== 'number' || !Number.isInteger(from) || from < 0 || typeof home !== 'string') return undefined;
  const earlier = forkIn({ fork: before }, depth - 1);
  return {
    from,
    home,
    ...(isTimeline(timeline) ? { timeline } : {}),
    ...(marked === true ? { marked } : {}),
    ...(earlier === undefined ? {} : { before: earlier }),
  };
}

const isTimeline = (value: unknown): value is readonly RawEntry[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one));

/** As a link has it: a prepared scenario is everybody's; any other address would hold the whole scenario a second time. */
export function forLink({ home, before, ...rest }: KeptFork): KeptFork {
  return {
    ...rest,
    home: home.startsWith('#g.') ? home : '',
    ...(before === undefined ? {} : { before: forLink(before) }),
  };
}

/** @param canonical text of the fork @returns that of what was before; undefined where only its address tells */
export const textBefore = (canonical: string, { timeline, marked }: KeptFork): string | undefined =>
  timeline === undefined ? undefined : withTimeline(canonical, timeline, marked !== true);

/** What was done in this fork, and before it in those that it is a fork of. @param canonical text of the fork */
export function deedsOf(canonical: string, fork: KeptFork): readonly RawEntry[] {
  let first = fork;
  while (first.before !== undefined) first = first.before;
  return first.timeline === undefined ? [] : addedEntries(canonical, first.timeline);
}
