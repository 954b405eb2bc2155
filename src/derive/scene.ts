/**
 * One picture of the stage as a list of items: a pure function of two neighbouring views, the trace and where the play-head
 * stands between them. The painter draws the items, the pointer picks among them, tests count them. Nothing here knows
 * a clock: stepping back is the same pictures in reverse.
 */
import type { StageView, TokenPhase } from '../protocol/protocol.ts';
import { DisplayTime } from './display-time.ts';
import type { Point } from './geometry.ts';
import { along, between, easeSettle, easeTravel } from './geometry.ts';
import { homesOf } from './homes.ts';
import type { GroupMark, Homes, Spot } from './homes-draft.ts';
import type { LayoutKind, StageLayout } from './layout-types.ts';
import {
  journeys,
  labelSpot,
  lineOf,
  travelSize,
  type LabelSpot,
  type Carried,
  type Journey,
  type Line,
} from './lines.ts';
import { Deeds, Flights, messageLabel, type Message } from './messages.ts';
import { layoutStage } from './stage-layout.ts';
import { stageWords } from './stage-words.ts';
import type { TraceBuffer } from './trace-buffer.ts';
import type { Lang } from './words/lang.ts';

export type ItemKind = 'edge' | 'group' | 'ghost' | 'token' | 'sheet' | 'reply' | 'outline';

export interface SceneItem {
  /** A token's id is its Pod's key; exactly one item of kind "token" has it. */
  readonly id: string;
  readonly kind: ItemKind;
  readonly phase?: TokenPhase;
  /** Middle, in pixels of the stage. */
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  /** What it stands in or travels on: "node/node-a", "queue/active", "line/scheduler/up". */
  readonly group: string;
  readonly text?: string;
  /** now = belongs to this step; selected = the reader's object. */
  readonly emphasis?: 'now' | 'selected';
  /** Edges: the line, arrowhead at its end. */
  readonly points?: readonly Point[];
  /** Edges: where `text` is written, a line each. */
  readonly label?: LabelSpot;
  /** The object that it stands for: "Pod/ns/name". */
  readonly object?: string;
}

export interface Scene {
  readonly step: number;
  readonly progress: number;
  readonly layout: StageLayout;
  /** In painting order. */
  readonly items: readonly SceneItem[];
}

export interface SceneInput {
  /** The view as of `playhead`. */
  readonly before: StageView;
  /** The view as of the next step; the same as `before` at the live edge. */
  readonly after: StageView;
  /** 0 = at `playhead`, 1 = at the next step. */
  readonly progress: number;
  readonly trace: TraceBuffer;
  readonly playhead: number;
  readonly size: { readonly width: number; readonly height: number };
  readonly layout: LayoutKind;
  readonly selection: string | undefined;
  readonly lang: Lang;
  readonly reducedMotion: boolean;
}

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

/** Everything about a scene that does not change while the play-head is between the same two steps. */
export interface Prepared {
  readonly input: Omit<SceneInput, 'progress'>;
  readonly layout: StageLayout;
  readonly from: Homes;
  readonly to: Homes;
  readonly messages: readonly Message[];
  readonly journeys: ReadonlyMap<string, Journey>;
  readonly carrying: ReadonlySet<Message>;
  readonly timing: Timing;
  /** Without motion: the homes of the step before. */
  readonly cutFrom?: Homes;
}

/** More messages than this at once are a crowd: the Pods among them are still drawn. */
const MOST_SHEETS = 60;

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
    layoutStage(input.layout, size.width, size.height, view.nodes.length);
  const words = stageWords(input.lang);
  const seconds = (ticks: number): string => words.seconds((ticks / 1e6).toFixed(1));
  const timing = timingOf(trace);
  const layout = layoutFor(before);
  const messages = playhead === 0 && layout.kind === 'simple' ? timing.flights.at(1) : timing.flights.at(playhead);
  const from = homesOf(before, layout, seconds);
  const to = after === before ? from : homesOf(after, layoutFor(after), seconds);
  const found = journeys(messages, before, from, layout, trace);
  const carrying = new Set<Message>();
  for (const { arriving, leaving } of found.values()) {
    if (arriving !== undefined) carrying.add(arriving.message);
    if (leaving !== undefined) carrying.add(leaving.message);
  }
  return { input, layout, from, to, messages, journeys: found, carrying, timing };
}

/** @param input with `reducedMotion`, the picture is that of `after` */
export const prepareScene = (input: Omit<SceneInput, 'progress'>): Prepared =>
  input.reducedMotion ? prepareCut(input) : prepareMotion(input);

export function sceneAt(prepared: Prepared, progress: number): Scene {
  const { input, layout, cutFrom } = prepared;
  const p = input.reducedMotion ? 0 : progress;
  const flying = messageItems(prepared, p);
  const items = [
    ...flying.edges,
    ...groupItems(prepared, p),
    ...ghostItems(prepared, p),
    ...tokenItems(prepared, p),
    ...flying.sheets,
    ...(cutFrom === undefined ? [] : outlines(cutFrom, prepared.to)),
  ];
  return { step: input.playhead, progress: p, layout, items };
}

/** With `reducedMotion`, progress 0 is the picture of `before` and anything above it the picture of `after`. */
export function buildScene(input: SceneInput): Scene {
  const cut = input.reducedMotion && input.progress === 0 ? { ...input, after: input.before } : input;
  return sceneAt(prepareScene(cut), input.progress);
}

/** Ids of the lines on which something of this step travels: their standing labels make room. */
export function nowLines(trace: TraceBuffer, view: StageView, layout: StageLayout): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const message of timingOf(trace).flights.at(view.step)) {
    const line = isNow(message, view.step) ? lineOf(message, view, layout) : undefined;
    if (line !== undefined) ids.add(line.id);
  }
  return ids;
}

/** The topmost item at a position that stands for an object or a group. */
export function pick(scene: Scene, x: number, y: number, slack = 2): SceneItem | undefined {
  for (let i = scene.items.length - 1; i >= 0; i--) {
    const item = scene.items[i];
    if (item === undefined || item.kind === 'edge' || item.kind === 'outline') continue;
    if (Math.abs(item.x - x) <= item.w / 2 + slack && Math.abs(item.y - y) <= item.h / 2 + slack) return item;
  }
  return undefined;
}

/** On the first screen the first message stands ready: a press of Step sends it. */
const ABOUT_TO_LEAVE = 0.4;

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

const isNow = (message: Message, playhead: number): boolean =>
  message.sent === playhead || message.arrives === playhead || playhead === 0;

const emphasisOf = (prepared: Prepared, key: string): { emphasis?: 'selected' } =>
  prepared.input.selection === key ? { emphasis: 'selected' } : {};

function messageItems(prepared: Prepared, p: number): { edges: SceneItem[]; sheets: SceneItem[] } {
  const { layout, input } = prepared;
  const edges: SceneItem[] = [];
  const sheets = new Map<string, SceneItem>();
  const labelled = new Set<string>();
  for (const message of prepared.messages) {
    const gone = wayGone(prepared, message, p);
    const line = gone < 0 ? undefined : lineOf(message, prepared.input.before, layout);
    if (line === undefined) continue;
    const now = isNow(message, input.playhead);
    if (now) edges.push(edgeItem(prepared, message, line, labelled));
    const id = `${line.id}/${message.object}`;
    if (prepared.carrying.has(message) || sheets.has(id) || (!now && sheets.size >= MOST_SHEETS)) continue;
    const size = message.kind === 'response' ? 10 : travelSize(line.id, layout);
    const at = along(line.travel, easeTravel(gone));
    sheets.set(id, {
      id,
      kind: message.kind === 'response' ? 'reply' : 'sheet',
      x: at.x,
      y: at.y,
      w: size,
      h: size,
      group: line.id,
      object: message.object,
      ...(now ? { emphasis: 'now' } : {}),
    });
  }
  return { edges, sheets: [...sheets.values()] };
}

function edgeItem(prepared: Prepared, message: Message, line: Line, labelled: Set<string>): SceneItem {
  const { trace } = prepared.input;
  const words = messageLabel(message, trace.number(message.arrives));
  const end = line.points[line.points.length - 1] ?? { x: 0, y: 0 };
  const text = labelled.has(line.id) ? '' : `${words.verb} ${words.what}`.trim();
  const label = labelSpot(line.id, prepared.layout, words);
  labelled.add(line.id);
  return {
    id: `edge/${line.id}/${message.arrives}`,
    kind: 'edge',
    x: end.x,
    y: end.y,
    w: 0,
    h: 0,
    group: line.id,
    points: line.points,
    text,
    label,
    emphasis: 'now',
  };
}

function groupItems(prepared: Prepared, p: number): SceneItem[] {
  const homes = p < 0.5 ? prepared.from : prepared.to;
  return homes.groups.map((mark: GroupMark) => ({
    id: mark.id,
    kind: 'group',
    ...(mark.phase === undefined ? {} : { phase: mark.phase }),
    x: mark.x,
    y: mark.y,
    w: Math.max(mark.size, 16),
    h: Math.max(mark.size, 16),
    group: mark.group,
    text: mark.phase === undefined ? `+${mark.count}` : String(mark.count),
  }));
}

function ghostItem(prepared: Prepared, spot: Spot): SceneItem {
  return {
    id: `ghost/${spot.key}`,
    kind: 'ghost',
    phase: spot.phase,
    x: spot.x,
    y: spot.y,
    w: spot.size,
    h: spot.size,
    group: spot.group,
    object: spot.key,
    ...emphasisOf(prepared, spot.key),
  };
}

/** Where Pods will be: assumed or nominated, and bound Pods whose kubelet is still to hear of them. */
function ghostItems(prepared: Prepared, p: number): SceneItem[] {
  const { from, to } = prepared;
  const items = new Map<string, SceneItem>();
  const add = (spot: Spot): void => {
    if (!items.has(spot.key)) items.set(spot.key, ghostItem(prepared, spot));
  };
  for (const key of prepared.journeys.keys()) {
    const home = from.spots.get(key);
    if (home === undefined || travelling(prepared, key, p) === undefined) continue;
    // A ghost stays until what its Pod travels for has arrived.
    for (const ghost of from.ghosts) if (ghost.key === key) add(ghost);
    if (home.group.startsWith('node/') && !home.hidden) add(home);
  }
  for (const ghost of (p < 0.5 ? from : to).ghosts) add(ghost);
  return [...items.values()];
}

/** Whether the Pod's token is on its way, and how far it has come. */
function travelling(prepared: Prepared, key: string, p: number): { carried: Carried; gone: number } | undefined {
  const journey = prepared.journeys.get(key);
  for (const carried of [journey?.leaving, journey?.arriving]) {
    const gone = carried === undefined ? -1 : wayGone(prepared, carried.message, p);
    if (carried !== undefined && gone >= 0) return { carried, gone };
  }
  return undefined;
}

function tokenItems(prepared: Prepared, p: number): SceneItem[] {
  const { from, to } = prepared;
  const resting: SceneItem[] = [];
  const moving: SceneItem[] = [];
  const add = (key: string, spot: Spot | undefined, target: Spot | undefined): void => {
    const item = tokenItem(prepared, key, spot, target, p);
    if (item !== undefined) (item.x === spot?.x && item.y === spot.y ? resting : moving).push(item);
  };
  for (const [key, spot] of from.spots) add(key, spot, to.spots.get(key));
  for (const [key, spot] of to.spots) if (!from.spots.has(key)) add(key, undefined, spot);
  for (const key of prepared.journeys.keys()) {
    if (!from.spots.has(key) && !to.spots.has(key)) add(key, undefined, undefined);
  }
  return [...resting, ...moving];
}

function tokenItem(
  prepared: Prepared,
  key: string,
  spot: Spot | undefined,
  target: Spot | undefined,
  p: number,
): SceneItem | undefined {
  const away = travelling(prepared, key, p);
  if (away !== undefined) {
    const at = along(away.carried.way, easeTravel(away.gone));
    const phase = spot?.phase ?? 'pending';
    const size = travelSize(away.carried.group, prepared.layout);
    return token(prepared, key, phase, at, size, away.carried.group);
  }
  const phase = (p < 0.5 ? (spot ?? target) : (target ?? spot))?.phase ?? 'pending';
  const arrived = p > 0 ? prepared.journeys.get(key)?.arriving?.way.at(-1) : undefined;
  const start = arrived ?? spot;
  // A Pod that appears or goes without a message does so at the half of the step.
  if (start === undefined) return p < 0.5 || target === undefined ? undefined : still(prepared, target, phase);
  if (target === undefined) return p >= 0.5 || spot === undefined ? undefined : still(prepared, spot, phase);
  if (p === 0 || (start.x === target.x && start.y === target.y)) {
    return still(prepared, p < 0.5 ? (spot ?? target) : target, phase);
  }
  if (p === 1 && target.hidden) return undefined;
  const settles = arrived === undefined && spot?.group === target.group;
  const at = between(start, target, settles ? easeSettle(p) : easeTravel(p));
  return token(prepared, key, phase, at, (p < 0.5 ? (spot ?? target) : target).size, target.group);
}

const still = (prepared: Prepared, spot: Spot, phase: TokenPhase): SceneItem | undefined =>
  spot.hidden ? undefined : token(prepared, spot.key, phase, spot, spot.size, spot.group);

function token(prepared: Prepared, key: string, phase: TokenPhase, at: Point, size: number, group: string): SceneItem {
  return {
    id: key,
    kind: 'token',
    phase,
    x: at.x,
    y: at.y,
    w: size,
    h: size,
    group,
    object: key,
    ...emphasisOf(prepared, key),
  };
}

/** What differs between two steps, framed. */
function outlines(from: Homes, to: Homes): SceneItem[] {
  const items: SceneItem[] = [];
  for (const [key, { x, y, size, phase, group, hidden }] of to.spots) {
    const old = from.spots.get(key);
    if (hidden || (old?.x === x && old.y === y && old.phase === phase)) continue;
    const edge = size + 8;
    items.push({ id: `outline/${key}`, kind: 'outline', x, y, w: edge, h: edge, group, emphasis: 'now' });
  }
  return items;
}
