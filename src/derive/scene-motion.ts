/** What is under way between two steps, and where it stands. */
import type { StageView } from '../protocol/protocol.ts';
import { DisplayTime } from './display-time.ts';
import { along, easeTravel, lengthOf, type Point } from './geometry.ts';
import { homesOf } from './homes.ts';
import type { Homes } from './homes-draft.ts';
import type { StageLayout } from './layout-types.ts';
import { changedNodes } from './node-homes.ts';
import { journeys, lineOf, type Journey, type Line } from './lines.ts';
import { Deeds, Flights, hasLessons, type Message } from './messages.ts';
import type { SceneInput } from './scene-types.ts';
import { layoutStage } from './stage-layout.ts';
import { stageWords } from './stage-words.ts';
import type { TraceBuffer } from './trace-buffer.ts';

export interface Timing {
  readonly flights: Flights;
  readonly deeds: Deeds;
  readonly display: DisplayTime;
}

const timings = new WeakMap<TraceBuffer, Timing>();

/** Index of messages and display times of a trace: derived once, grown with it. */
export function timingOf(trace: TraceBuffer): Timing {
  const known = timings.get(trace);
  if (known !== undefined) return known;
  const made = { flights: new Flights(trace), deeds: new Deeds(trace), display: new DisplayTime(trace) };
  timings.set(trace, made);
  return made;
}

/** A message that may be on its way between two steps, and on which way. */
export interface Flying {
  readonly message: Message;
  readonly line: Line;
  readonly way: readonly Point[];
  readonly length: number;
  /** It carries its Pod's token. */
  readonly carries: boolean;
}

/** Everything about a scene that does not change while the play-head is between the same two steps. */
export interface Prepared {
  readonly input: Omit<SceneInput, 'progress'>;
  readonly layout: StageLayout;
  readonly from: Homes;
  readonly to: Homes;
  readonly flying: readonly Flying[];
  readonly journeys: ReadonlyMap<string, Journey>;
  readonly timing: Timing;
  /** Without motion: the homes of the step before. */
  readonly cutFrom?: Homes;
}

/** Without motion there is nothing between two steps: the picture is the later step's, and what changed is framed. */
function prepareCut(input: Omit<SceneInput, 'progress'>): Prepared {
  const later = { ...input, before: input.after, playhead: input.after.step };
  const prepared = prepareMotion(later);
  const cutFrom = input.after === input.before ? undefined : prepareMotion({ ...input, after: input.before }).from;
  return cutFrom === undefined ? prepared : { ...prepared, cutFrom };
}

function prepareMotion(input: Omit<SceneInput, 'progress'>): Prepared {
  const { before, after, trace, playhead, size } = input;
  const layoutFor = (view: StageView): StageLayout =>
    layoutStage(input.layout, size.width, size.height, view.nodes.length, hasLessons(view));
  const words = stageWords(input.lang);
  const seconds = (ticks: number): string => words.seconds((ticks / 1e6).toFixed(1));
  const timing = timingOf(trace);
  const layout = layoutFor(before);
  const messages = playhead === 0 && layout.kind === 'simple' ? timing.flights.at(1) : timing.flights.at(playhead);
  const alive = changedNodes(before, after);
  for (const { actor } of messages) if (actor.kind === 'kubelet') alive.add(actor.node);
  const from = homesOf(before, layout, seconds, alive);
  const to = after === before ? from : homesOf(after, layoutFor(after), seconds, alive);
  const found = journeys(messages, before, from, layout, trace);
  const flying = flyingOn(messages, found, before, layout);
  return { input, layout, from, to, flying, journeys: found, timing };
}

function flyingOn(
  messages: readonly Message[],
  found: ReadonlyMap<string, Journey>,
  view: StageView,
  layout: StageLayout,
): Flying[] {
  const ways = new Map<Message, readonly Point[]>();
  for (const { arriving, leaving } of found.values()) {
    if (arriving !== undefined) ways.set(arriving.message, arriving.way);
    if (leaving !== undefined) ways.set(leaving.message, leaving.way);
  }
  const flying: Flying[] = [];
  for (const message of messages) {
    const line = lineOf(message, view, layout);
    if (line === undefined) continue;
    const way = ways.get(message) ?? line.travel;
    flying.push({ message, line, way, length: lengthOf(way), carries: ways.has(message) });
  }
  return flying;
}

/** @param input with `reducedMotion`, the picture is that of `after` */
export const prepareScene = (input: Omit<SceneInput, 'progress'>): Prepared =>
  input.reducedMotion ? prepareCut(input) : prepareMotion(input);

/** On the first screen the first message stands ready: a press of Step sends it. */
const ABOUT_TO_LEAVE = 0.4;

/** Where something on its way stands. */
export interface OnTheWay {
  readonly flying: Flying;
  readonly at: Point;
}

export type Underway = ReadonlyMap<Message, OnTheWay>;

/** Things on one line keep this far from each other, as long as there is room behind. */
const SPACING = 16;
const MOST_SPACED = 12;

/** Everything that is on its way, by message; the one that has come farthest leads, the others stay behind it. */
export function onTheWay(prepared: Prepared, p: number): Underway {
  const byLine = new Map<string, { flying: Flying; left: number }[]>();
  for (const flying of prepared.flying) {
    const gone = wayGone(prepared, flying.message, p);
    if (gone < 0) continue;
    const entry = { flying, left: (1 - easeTravel(gone)) * flying.length };
    const known = byLine.get(flying.line.id);
    if (known === undefined) byLine.set(flying.line.id, [entry]);
    else known.push(entry);
  }
  const found = new Map<Message, OnTheWay>();
  for (const entries of byLine.values()) {
    if (entries.length > 1)
      entries.sort((a, b) => a.left - b.left || a.flying.message.arrives - b.flying.message.arrives);
    let least = 0;
    let object = '';
    entries.forEach(({ flying, left }, i) => {
      const { message, way, length } = flying;
      const spaced = i > MOST_SPACED || message.object === object ? left : Math.max(left, least);
      found.set(message, { flying, at: along(way, 1 - Math.min(1, spaced / length)) });
      least = spaced + SPACING;
      object = message.object;
    });
  }
  return found;
}

/** Part of its way that a message has gone: 0..1, or -1 while it is not on its way. */
function wayGone(prepared: Prepared, message: Message, p: number): number {
  const { display } = prepared.timing;
  const { playhead, trace } = prepared.input;
  if (playhead === 0) return p === 0 ? ABOUT_TO_LEAVE : -1;
  const leaves = message.sent === playhead && trace.kindName(message.sent) === 'request.sent';
  if (message.sent === playhead && p === 0 && !leaves) return -1;
  if (message.arrives === playhead && p > 0) return -1;
  const start = display.toDisplay(message.sent);
  const end = display.toDisplay(message.arrives);
  return Math.min(1, (display.toDisplay(playhead, p) - start) / (end - start));
}

/** Whether a message belongs to the step: it leaves or arrives at it. */
export const isNow = (message: Message, playhead: number): boolean =>
  message.sent === playhead || message.arrives === playhead || playhead === 0;
