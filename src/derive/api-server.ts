/** The api-server's room, worked out for the page: one axis of revisions, marks of owners, what a refusal comes down to. */
import { ticks } from 'd3-array';
import type {
  ApiServerAnswer,
  CommitView,
  ConflictAnswer,
  OwnershipAnswer,
  WatchView,
  WindowView,
} from '../protocol/protocol.ts';

/** Revisions that the axis has room for; what is older stands at its left end. */
const AXIS_MOST = 400;
const AXIS_LEAST = 10;

export interface Axis {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
}

/** From the oldest revision that a window or a watch has to do with up to the present one. */
export function axisOf({ revision, windows, watches, compacted }: ApiServerAnswer): Axis {
  const olds = [
    ...windows.map(({ oldest }) => oldest ?? revision),
    ...watches.map(({ openedFrom }) => openedFrom),
    ...(compacted > 0 ? [compacted] : []),
  ];
  const oldest = olds.reduce((least, one) => Math.min(least, one), revision);
  const from = Math.max(0, Math.min(Math.max(oldest, revision - AXIS_MOST), revision - AXIS_LEAST));
  return { from, to: revision, ticks: ticks(from, revision, 6).filter(Number.isInteger) };
}

/** Where on the axis: 0 its left end, 100 its right one. What is older than the axis is at its left end. */
export function placeOn({ from, to }: Axis, revision: number): number {
  if (to === from) return 100;
  return Math.min(100, Math.max(0, ((revision - from) / (to - from)) * 100));
}

export interface WatchGroup {
  readonly window: WindowView;
  /** Those with something to tell first. */
  readonly watches: readonly WatchView[];
}

/** Windows with the watches of their resource; those that nobody watches come last. */
export function watchGroups({ windows, watches }: Pick<ApiServerAnswer, 'windows' | 'watches'>): readonly WatchGroup[] {
  const groups = windows.map((window) => ({
    window,
    watches: watches
      .filter(({ resource }) => resource === window.resource)
      .sort((a, b) => trouble(b) - trouble(a) || b.underWay - a.underWay),
  }));
  return groups.sort((a, b) => Number(b.watches.length > 0) - Number(a.watches.length > 0));
}

export const trouble = ({ cut, stalled, slowedTicks = 0 }: WatchView): number =>
  cut ? 3 : stalled ? 2 : slowedTicks > 0 ? 1 : 0;

/** Commits of which kind, object, client or verb has the text. */
export function commitsLike(commits: readonly CommitView[], filter: string): readonly CommitView[] {
  const wanted = filter.trim().toLowerCase();
  if (wanted === '') return commits;
  return commits.filter(({ key, client, verb, type }) =>
    [key, client, verb, type].some((text) => text.toLowerCase().includes(wanted)),
  );
}

/** What a refusal comes down to; each has a sentence about what to do. */
export type Advice =
  | 'apply'
  | 'own-write'
  | 'modified'
  | 'precondition'
  | 'bound'
  | 'exists'
  | 'missing'
  | 'expired'
  | 'invalid'
  | 'forbidden'
  | 'budget'
  | 'unavailable'
  | 'other';

const BY_CODE: Readonly<Record<number, Advice>> = {
  403: 'forbidden',
  404: 'missing',
  410: 'expired',
  422: 'invalid',
  429: 'budget',
  503: 'unavailable',
};

export function adviceOf({ code, reason, verb, message, client, between }: ConflictAnswer): Advice {
  if (reason === 'AlreadyExists') return 'exists';
  if (code !== 409) return BY_CODE[code] ?? 'other';
  if (verb.startsWith('apply')) return 'apply';
  if (verb === 'bind') return 'bound';
  if (message.includes('recondition')) return 'precondition';
  return between.length > 0 && between.every((commit) => commit.client === client) ? 'own-write' : 'modified';
}

/** The mark of an owner: a letter, and a step of the slate ramp. After six, steps come again, the letters do not. */
export interface OwnerMark {
  readonly letter: string;
  readonly heat: number;
}

const HEATS = [6, 2, 4, 1, 5, 3];

export function ownerMark(index: number): OwnerMark {
  const letter = index < 26 ? String.fromCharCode(65 + index) : String(index + 1);
  return { letter, heat: HEATS[index % HEATS.length] ?? 0 };
}

/** Lines of each owner, and those that belong to nobody though something stands on them. */
export function lineCounts({ owners, lines }: OwnershipAnswer): {
  readonly owned: readonly number[];
  readonly nobodys: number;
} {
  return {
    owned: owners.map((_, i) => lines.filter((line) => line.owners.includes(i)).length),
    nobodys: lines.filter((line) => line.owners.length === 0 && !line.branch).length,
  };
}

/** Does a line begin a run of lines with these owners? There the names are written out. */
export function beginsRun({ lines }: OwnershipAnswer, at: number): boolean {
  const own = lines[at]?.owners ?? [];
  if (own.length === 0) return false;
  for (let before = at - 1; before >= 0; before--) {
    const line = lines[before];
    // A line that only opens what is below it does not end a run.
    if (line === undefined || (line.branch && line.owners.length === 0)) continue;
    return line.owners.join() !== own.join();
  }
  return true;
}

/** What the room shows; a link has it as one word. */
export type RoomPart = 'revisions' | 'refused' | 'fields';

export interface RoomFocus {
  readonly part: RoomPart;
  /** Of revisions a revision, of refused requests the step; undefined = the newest. */
  readonly at: number | undefined;
}

const PARTS: readonly RoomPart[] = ['revisions', 'refused', 'fields'];

/** "", "revisions/49", "refused", "refused/606", "fields". What is none of these is the first. */
export function readFocus(word: string): RoomFocus {
  const [name = '', number = ''] = word.split('/');
  const part = PARTS.find((one) => one === name) ?? 'revisions';
  return { part, at: /^\d+$/.test(number) ? Number(number) : undefined };
}

export function writeFocus({ part, at }: RoomFocus): string {
  if (at !== undefined) return `${part}/${String(at)}`;
  return part === 'revisions' ? '' : part;
}
