/** What the informer microscope draws: which hop a step lights, which slots and chips have room, where a ring's marks stand. */
import type {
  DedupView,
  DeltaView,
  FifoView,
  InformerAnswer,
  ListenerView,
  QueueSlotView,
} from '../protocol/protocol.ts';
import type { TraceBuffer } from './trace-buffer.ts';

/** Whose events: what is asked of each step of the log. */
export interface InformerScope {
  readonly id: string;
  readonly process: string;
  /** Of its objects: "Pod". */
  readonly kind: string;
  readonly listeners: readonly string[];
}

export const scopeOf = ({ id, process, kind, listeners }: InformerAnswer): InformerScope => ({
  id,
  process,
  kind,
  listeners: listeners.map(({ name }) => name),
});

/**
 * One listener hears several informers of its process, each of another kind: object and name together tell. So it is with
 * lists, which a process asks for, and whose object is the kind alone.
 */
export function concerns(trace: TraceBuffer, step: number, scope: InformerScope): boolean {
  const { id, process, kind, listeners } = scope;
  const subject = trace.subject(step);
  if (subject === id) return true;
  if (trace.kindName(step) === 'handler.called') {
    return listeners.includes(subject) && trace.object(step).startsWith(`${kind}/`);
  }
  return subject === process && trace.object(step) === kind && isOfList(trace, step);
}

const isOfList = (trace: TraceBuffer, step: number): boolean =>
  trace.kindName(step) === 'list.delivered' || trace.detail(step) === 'list';

/** The next step, or the one before, that this informer or one of its handlers makes; undefined = none of `most` is. */
export function nextOf(
  trace: TraceBuffer,
  from: number,
  by: 1 | -1,
  scope: InformerScope,
  most = Number.MAX_SAFE_INTEGER,
): number | undefined {
  for (let step = from + by, left = most; step >= 1 && step <= trace.length && left > 0; step += by, left--) {
    if (concerns(trace, step, scope)) return step;
  }
  return undefined;
}

/** What the step did in this informer. */
export type Hop =
  | { readonly at: 'none' }
  /** Something came to the reflector. `into`: what it wrote into the queue. */
  | {
      readonly at: 'reflector';
      readonly what: string;
      readonly key: string;
      readonly number: number;
      readonly into: string;
    }
  | { readonly at: 'pop'; readonly types: readonly string[]; readonly key: string; readonly left: number }
  | { readonly at: 'indexer' }
  | { readonly at: 'handler'; readonly listener: string; readonly call: string; readonly key: string };

const INTO: Readonly<Record<string, string>> = {
  ADDED: 'Added',
  MODIFIED: 'Updated',
  DELETED: 'Deleted',
  'list.delivered': 'Replace',
  'resync.checked': 'Resync',
};

/** "Pod/default/web-1" -> "default/web-1" */
const cacheKey = (object: string): string => object.slice(object.indexOf('/') + 1);

export function hopOf(trace: TraceBuffer, step: number, scope: InformerScope): Hop {
  if (step < 1 || !concerns(trace, step, scope)) return { at: 'none' };
  const kind = trace.kindName(step);
  const detail = trace.detail(step);
  const key = cacheKey(trace.object(step));
  if (kind === 'handler.called') return { at: 'handler', listener: trace.subject(step), call: detail, key };
  if (kind === 'informer.popped') return { at: 'pop', types: detail.split(','), key, left: trace.number(step) };
  // The sender goes on with what was popped before.
  if (kind === 'sender.resumed') return { at: 'pop', types: [], key: '', left: trace.number(step) };
  if (kind === 'cache.altered') return { at: 'indexer' };
  const what = kind === 'watch.delivered' ? detail : kind;
  return { at: 'reflector', what, key, number: trace.number(step), into: INTO[what] ?? '' };
}

export interface Chip extends DeltaView {
  /** It belongs to this step. */
  readonly now: boolean;
  /** Dedup took it out in this step: it is not in the queue any more. */
  readonly dropped: boolean;
}

const newer = (delta: DeltaView, now: boolean): Chip => ({ ...delta, now, dropped: false });

/**
 * The chips of a slot, oldest first. Where this step compared two deltas of the key, both are there, though one is out.
 * @param now the newest one came in this step
 */
export function chipsOf({ key, deltas }: QueueSlotView, dedup: DedupView | undefined, now: boolean): readonly Chip[] {
  if (dedup?.key !== key) return deltas.map((delta, i) => newer(delta, now && i === deltas.length - 1));
  const { older, newer: last, stays } = dedup;
  return [
    ...deltas.slice(0, -1).map((delta) => newer(delta, false)),
    { ...older, now: true, dropped: stays === 'newer' },
    { ...last, now: true, dropped: stays === 'older' },
  ];
}

export interface ShownSlot {
  /** 0 = the head. */
  readonly place: number;
  readonly slot: QueueSlotView;
  readonly chips: readonly Chip[];
  /** Its key is what this step is about. */
  readonly now: boolean;
  /** Slots that were left out between the one before and this one. */
  readonly skipped: number;
}

/** The slots that have room: the head first, and always the one of this step. @param room how many fit */
export function slotsShown(
  queue: FifoView,
  hop: Hop,
  room: number,
): { readonly shown: readonly ShownSlot[]; readonly more: number } {
  const lit = litPlace(queue, hop);
  const places = queue.slots.map((_, place) => place).slice(0, room);
  if (lit >= room) places[Math.max(0, room - 1)] = lit;
  const shown = places.flatMap((place, i): readonly ShownSlot[] => {
    const slot = queue.slots[place];
    if (slot === undefined) return [];
    const now = place === lit;
    const before = places[i - 1] ?? -1;
    return [{ place, slot, now, chips: chipsOf(slot, queue.dedup, now), skipped: place - before - 1 }];
  });
  const last = places.at(-1) ?? -1;
  return { shown, more: queue.entries - last - 1 };
}

/** -1 = none. What came last stands behind what the key had before. */
function litPlace({ slots, dedup }: FifoView, hop: Hop): number {
  if (dedup !== undefined) return slots.findIndex(({ key }) => key === dedup.key);
  if (hop.at !== 'reflector' || hop.into === '') return -1;
  const { key, into } = hop;
  return lastPlace(slots, (slot) =>
    into === 'Replace' ? slot.deltas.some(({ type }) => type === 'ReplacedAll') : slot.key === key,
  );
}

function lastPlace(slots: readonly QueueSlotView[], fits: (slot: QueueSlotView) => boolean): number {
  for (let place = slots.length - 1; place >= 0; place--) {
    const slot = slots[place];
    if (slot !== undefined && fits(slot)) return place;
  }
  return -1;
}

/** A ring, unrolled: cells of equal width, and which of them hold something. */
export interface Ring {
  readonly cells: number;
  /** Notifications that one cell stands for. */
  readonly perCell: number;
  /** Stretches of filled cells, first and behind the last. */
  readonly filled: readonly (readonly [from: number, to: number])[];
  /** Where the next read and the next write go, 0..1 of the width. */
  readonly read: number;
  readonly write: number;
}

const FIRST_RING = 1024;
const FIRST_CELLS = 64;
const CELLS_MAX = 256;

/** The first ring has 64 cells; when it doubles, they halve their width. A channel has a cell a place while they fit. */
export function ringOf({ pending, capacity, read, write }: ListenerView, blocking: boolean): Ring {
  const wanted = blocking ? capacity : (capacity / FIRST_RING) * FIRST_CELLS;
  const cells = Math.max(1, Math.min(CELLS_MAX, Math.ceil(wanted)));
  const perCell = capacity / cells;
  const from = Math.floor((blocking ? 0 : read) / perCell);
  const used = Math.min(cells, Math.ceil(pending / perCell));
  const to = from + used;
  const filled: (readonly [number, number])[] = [];
  if (used > 0) filled.push([from, Math.min(to, cells)]);
  if (to > cells) filled.push([0, to - cells]);
  return { cells, perCell, filled, read: read / capacity, write: write / capacity };
}

/** How much of the call is done, 0..1; undefined where no handler runs, or where it never ends. */
export function progressOf({ inHandler }: ListenerView, now: number): number | undefined {
  const { startedTick, endsTick } = inHandler ?? {};
  if (startedTick === undefined || endsTick === undefined) return undefined;
  if (endsTick <= startedTick) return 1;
  return Math.min(1, Math.max(0, (now - startedTick) / (endsTick - startedTick)));
}

/** Ticks: a notification that has waited longer than this in front of a handler tells that the handler is slow. */
const SLOW_TICKS = 10_000;

export const isSlow = (listener: ListenerView): boolean =>
  listener.blocksSender || (listener.pending > 0 && (listener.oldestTicks ?? 0) > SLOW_TICKS);

/** What the title says: what stands still first, then what the step did. */
export type Headline =
  | { readonly code: 'blocked'; readonly listener: ListenerView }
  | { readonly code: 'dedup'; readonly dedup: DedupView }
  | { readonly code: 'hop'; readonly hop: Exclude<Hop, { at: 'none' }> }
  | { readonly code: 'slow'; readonly listener: ListenerView }
  | { readonly code: 'quiet' };

/** The slow listener with the longest line; undefined = all are on time. */
export const slowest = ({ listeners }: InformerAnswer): ListenerView | undefined =>
  listeners.filter(isSlow).sort((a, b) => b.pending - a.pending)[0];

export function headlineOf(answer: InformerAnswer, hop: Hop): Headline {
  const { queue, listeners } = answer;
  const blocked = listeners.find(({ blocksSender }) => blocksSender);
  if (blocked !== undefined) return { code: 'blocked', listener: blocked };
  if (queue.dedup !== undefined) return { code: 'dedup', dedup: queue.dedup };
  if (hop.at !== 'none') return { code: 'hop', hop };
  const slow = slowest(answer);
  return slow === undefined ? { code: 'quiet' } : { code: 'slow', listener: slow };
}
