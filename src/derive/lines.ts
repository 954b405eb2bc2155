/** On which line of the stage a message travels, and which message carries its Pod's token. */
import type { StageView } from '../protocol/protocol.ts';
import { shortened, type Point } from './geometry.ts';
import type { Homes } from './homes-draft.ts';
import type { StageLayout } from './layout-types.ts';
import { messageArriving, podOf, type Message, type MessageLabel } from './messages.ts';
import { kubeletLine } from './stage-layout.ts';
import { textWidth } from './text-width.ts';
import type { TraceBuffer } from './trace-buffer.ts';

export interface Line {
  /** "line/kubectl/up", "line/kubelet/node-a/down". */
  readonly id: string;
  /** Arrowhead at the end. */
  readonly points: readonly Point[];
  /** The way of what travels: it stops before the arrowhead. */
  readonly travel: readonly Point[];
}

const nodeIndexes = new WeakMap<StageView, ReadonlyMap<string, number>>();

function nodeIndex(view: StageView, name: string): number {
  let known = nodeIndexes.get(view);
  if (known === undefined) {
    known = new Map(view.nodes.map((node, i) => [node.name, i]));
    nodeIndexes.set(view, known);
  }
  return known.get(name) ?? -1;
}

/** A binding leaves from its chevron; whatever else the scheduler writes leaves from the edge of its box. */
function schedulerUp(layout: StageLayout, message: Message): readonly Point[] {
  const { schedulerUp: line } = layout.lines;
  return message.detail === 'bind' ? line : [{ x: line[2]?.x ?? 0, y: layout.scheduler.y }, ...line.slice(3)];
}

function pointsOf(message: Message, view: StageView, layout: StageLayout): readonly Point[] | undefined {
  const { actor, up } = message;
  const { lines } = layout;
  switch (actor.kind) {
    case 'kubectl':
      return up ? lines.kubectlUp : lines.kubectlDown;
    case 'controllers':
      return up ? lines.controllersUp : lines.controllersDown;
    case 'lesson':
      // Where there is no box, they too act from beyond the edge.
      return up ? (lines.lessonUp ?? lines.controllersUp) : (lines.lessonDown ?? lines.controllersDown);
    case 'scheduler':
      return up ? schedulerUp(layout, message) : lines.schedulerDown;
    case 'kubelet': {
      const index = nodeIndex(view, actor.node);
      if (index < 0 || layout.nodes.boxes[index] === undefined) return undefined;
      const line = kubeletLine(layout, index);
      return up ? [...line].reverse() : line;
    }
  }
}

/** Undefined: who sends or hears it is not on the stage. */
export function lineOf(message: Message, view: StageView, layout: StageLayout): Line | undefined {
  const points = pointsOf(message, view, layout);
  if (points === undefined) return undefined;
  const who = message.actor.kind === 'kubelet' ? `kubelet/${message.actor.node}` : message.actor.kind;
  const id = `line/${who}/${message.up ? 'up' : 'down'}`;
  const stop = message.kind === 'response' ? 12 : travelSize(id, layout) / 2 + 8;
  return { id, points, travel: shortened(points, stop) };
}

export interface LabelSpot {
  readonly x: number;
  /** Base line of the first of `lines`. */
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly lines: readonly string[];
}

const LINE_HEIGHT = 13;

/** On the bus there is less room than in the gap over the scheduler. */
export const travelSize = (id: string, layout: StageLayout): number =>
  id.startsWith('line/kubelet/') || (layout.kind === 'phone' && !id.startsWith('line/scheduler/'))
    ? Math.min(layout.travel, 22)
    : layout.travel;

/** In the gap before the right column; of two boxes there, both speak between their pairs of lines. */
function rightSpot(id: string, { lines, lessons }: StageLayout, count: number): Point {
  const [from, to] = id.endsWith('up') ? lines.controllersUp : lines.controllersDown;
  const x = ((from?.x ?? 0) + (to?.x ?? 0)) / 2;
  const above = -16 - (count - 1) * LINE_HEIGHT;
  if (lessons === undefined) return { x, y: (from?.y ?? 0) + (id.endsWith('up') ? 24 : above) };
  if (id.startsWith('line/lesson/')) return { x, y: (lines.lessonDown?.[0]?.y ?? 0) + above };
  return { x, y: (lines.controllersUp[0]?.y ?? 0) + 22 };
}

/** In full where there is room for it: a longer one would leave the stage, or lie on the next line. */
function wordsWithin(room: number, { verb, what, brief }: MessageLabel): readonly string[] {
  const whole = `${verb} ${what}`.trim();
  return [textWidth(whole, 11, true) <= room ? whole : `${verb} ${brief}`.trim()];
}

/** Beside its line, never on it; in two lines where the space between two boxes is narrow. */
export function labelSpot(id: string, layout: StageLayout, words: MessageLabel): LabelSpot {
  const { verb, what, brief } = words;
  const { lines, api, scheduler, busY, kind } = layout;
  const phone = kind === 'phone';
  const one = [`${verb} ${phone ? brief : what}`.trim()];
  const two = brief === '' ? [verb] : [verb, brief];
  const beside = (line: readonly Point[], i: number) => line[i] ?? { x: 0, y: 0 };
  const gapY = (api.y + api.h + scheduler.y) / 2 + 4;
  switch (id) {
    case 'line/kubectl/up':
      return phone
        ? { x: 72, y: gapY, anchor: 'start', lines: one }
        : { x: api.x - 8, y: beside(lines.kubectlUp, 0).y - 28, anchor: 'end', lines: wordsWithin(api.x - 12, words) };
    case 'line/kubectl/down':
      return phone
        ? { x: 72, y: gapY, anchor: 'start', lines: one }
        : {
            x: api.x - 8,
            y: beside(lines.kubectlDown, 0).y + 28,
            anchor: 'end',
            lines: wordsWithin(api.x - 12, words),
          };
    case 'line/controllers/up':
    case 'line/controllers/down':
    case 'line/lesson/up':
    case 'line/lesson/down':
      if (phone) return { x: layout.width - 72, y: gapY, anchor: 'end', lines: one };
      return { ...rightSpot(id, layout, two.length), anchor: 'middle', lines: two };
    case 'line/scheduler/up': {
      const x = (lines.schedulerUp.at(-1)?.x ?? 0) - layout.travel / 2 - 9;
      const room = x - beside(lines.schedulerDown, 0).x - layout.travel / 2 - 4;
      return { x, y: gapY, anchor: 'end', lines: phone ? one : wordsWithin(room, words) };
    }
    case 'line/scheduler/down':
      return { x: beside(lines.schedulerDown, 0).x + layout.travel / 2 + 9, y: gapY, anchor: 'start', lines: one };
    default:
      return { x: (lines.bus.at(-2)?.x ?? 0) - 10, y: busY - 8, anchor: 'end', lines: one };
  }
}

/** A message that carries its Pod's token. */
export interface Carried {
  readonly message: Message;
  /** The whole way of the token. */
  readonly way: readonly Point[];
  readonly group: string;
}

/** At the step of an arrival a Pod may have two: what has just arrived, and what that set off. */
export interface Journey {
  readonly arriving?: Carried;
  readonly leaving?: Carried;
}

/** Messages that change where a Pod lives carry its token; all others about it travel as a sheet. */
function carries(message: Message, key: string, homes: Homes): boolean {
  const { actor, up, kind, detail } = message;
  if (up) return detail === 'bind' || detail === 'create';
  if (kind !== 'watch' || detail !== 'ADDED') return false;
  const home = homes.spots.get(key);
  if (actor.kind === 'scheduler') return home?.group === 'api-server' || home?.group === 'fifo';
  if (actor.kind === 'kubelet') return home?.group === `node/${actor.node}` && home.phase === 'bound';
  return false;
}

/** A binding leaves from where its Pod stands in the cycle, which is on the line. */
const fromCycle = (travel: readonly Point[], { cycleLane }: StageLayout): readonly Point[] =>
  travel.map((p, i) => (i === 0 ? { x: p.x, y: cycleLane } : p));

/**
 * Through the api-server: from where the write came in to where the event goes out, along the foot of the box, so that
 * nothing is covered but the words under the strip.
 */
function wayOf(
  trace: TraceBuffer,
  message: Message,
  line: Line,
  view: StageView,
  layout: StageLayout,
): readonly Point[] {
  const write = message.up ? undefined : messageArriving(trace, message.sent);
  const came = write === undefined ? undefined : lineOf(write, view, layout)?.travel.at(-1);
  const out = line.travel[0];
  if (message.up && message.actor.kind === 'scheduler') return fromCycle(line.travel, layout);
  if (came === undefined || out === undefined) return line.travel;
  const { api } = layout;
  const y = api.y + api.h - 13;
  const x = Math.max(api.x + 14, Math.min(came.x, api.x + api.w - 14));
  return [came, { x, y: came.y }, { x, y }, { x: out.x, y }, ...line.travel];
}

/** The Pod's key of a message; a create with a generated name gets its name where it arrives. */
function carriedPod(trace: TraceBuffer, message: Message): string {
  const arrived = podOf(trace.object(message.arrives));
  return arrived === '' ? podOf(message.object) : arrived;
}

/** At most one message on its way carries a Pod: the one that left last. Keys are Pods. */
export function journeys(
  messages: readonly Message[],
  view: StageView,
  homes: Homes,
  layout: StageLayout,
  trace: TraceBuffer,
): ReadonlyMap<string, Journey> {
  const found = new Map<string, Journey>();
  for (const message of messages) {
    const key = carriedPod(trace, message);
    if (key === '' || !carries(message, key, homes)) continue;
    const line = lineOf(message, view, layout);
    if (line === undefined) continue;
    const carried = { message, way: wayOf(trace, message, line, view, layout), group: line.id };
    const known = found.get(key) ?? {};
    found.set(key, message.arrives === view.step ? { ...known, arriving: carried } : { ...known, leaving: carried });
  }
  return found;
}
