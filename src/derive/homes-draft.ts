/** The nouns of `homes.ts`, and the list it fills. */
import type { TokenPhase } from '../protocol/protocol.ts';
import type { Box } from './geometry.ts';

/** Where a token stands (its middle). */
export interface Spot {
  readonly key: string;
  readonly phase: TokenPhase;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** What it stands in: "node/node-a", "queue/active", "queue/backoff", "queue/unschedulable", "cycle", "fifo", "api-server". */
  readonly group: string;
  /** Counted in a group's mark, not painted while it stays. */
  readonly hidden: boolean;
}

/** A mark with a count that stands for many Pods. */
export interface GroupMark {
  readonly id: string;
  /** Undefined: Pods of several phases, only the count is shown. */
  readonly phase?: TokenPhase;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly group: string;
  readonly count: number;
}

/** A word that belongs to a token: its name below or beside it. */
export interface HomeLabel {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly tone: 'mono' | 'plain' | 'now';
}

export interface Homes {
  readonly spots: ReadonlyMap<string, Spot>;
  readonly ghosts: readonly Spot[];
  readonly groups: readonly GroupMark[];
  readonly labels: readonly HomeLabel[];
  /** Frames of the entries of a queue, head left. */
  readonly slots: readonly Box[];
}

/** What the functions below fill. */
export interface HomesDraft {
  readonly spots: Map<string, Spot>;
  readonly ghosts: Spot[];
  readonly groups: GroupMark[];
  readonly labels: HomeLabel[];
  readonly slots: Box[];
}

/** The first home given to a Pod stays its home. */
export function settle(draft: HomesDraft, spot: Spot): void {
  if (!draft.spots.has(spot.key)) draft.spots.set(spot.key, spot);
}

export const nameOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1);
/** The part of a name that tells siblings apart: what a generated name ends with, or as much of its start as fits. */
export function lastPart(key: string): string {
  const name = hostLabel(nameOf(key));
  const end = name.slice(name.lastIndexOf('-') + 1);
  // An ordinal alone tells nobody which StatefulSet: "db-0".
  if (key.startsWith('Pod/') && /^\d{1,3}$/.test(end) && name.length <= LAST_PART) return name;
  return end.length <= LAST_PART ? end : `${end.slice(0, LAST_PART - 1)}…`;
}

/**
 * "ip-10-0-5-38.eu-west-1.compute.internal" -> "ip-10-0-5-38": hosts of one cloud share the rest. An address that has
 * dots ("10.0.0.1") stays as it is.
 */
export function hostLabel(name: string): string {
  const first = name.slice(0, Math.max(0, name.indexOf('.')));
  return /[a-z]/.test(first) ? first : name;
}

/** What a shortened name ends with. Numbers alone tell little: as many of them as half the room holds. */
function tailOf(name: string, most: number): string {
  let at = name.lastIndexOf('-') + 1;
  for (let next = at; /^[\d-]*$/.test(name.slice(next)) && name.length - next <= most / 2 && next > 0;) {
    at = next;
    next = name.lastIndexOf('-', at - 2) + 1;
  }
  return name.slice(at).slice(-8);
}

/** A name of at most about `most` characters: first a host loses its domain, then a name its middle, never its end. */
export function fitName(whole: string, most: number): string {
  if (whole.length <= most) return whole;
  const name = hostLabel(whole);
  if (name.length <= most) return name;
  if (most < 10) return `…${name.slice(1 - most)}`;
  const end = tailOf(name, most);
  const head = name.slice(0, Math.max(2, most - end.length - 3)).replace(/-$/, '');
  return `${head}-…-${end}`;
}

const LAST_PART = 7;
