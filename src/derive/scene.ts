/**
 * One picture of the stage as a list of items: a pure function of two neighbouring views, the trace and where the play-head
 * stands between them. The painter draws the items, the pointer picks among them, tests count them. Nothing here knows
 * a clock: stepping back is the same pictures in reverse.
 */
import { quadtree, type Quadtree } from 'd3-quadtree';
import type { StageView, TokenPhase } from '../protocol/protocol.ts';
import { between, easeSettle, easeTravel, type Point } from './geometry.ts';
import type { GroupMark, Homes, Spot } from './homes-draft.ts';
import type { StageLayout } from './layout-types.ts';
import { labelSpot, lineOf, travelSize, type Line } from './lines.ts';
import { messageLabel, type Message } from './messages.ts';
import {
  isNow,
  onTheWay,
  prepareScene,
  timingOf,
  type OnTheWay,
  type Prepared,
  type Underway,
} from './scene-motion.ts';
import type { Scene, SceneInput, SceneItem } from './scene-types.ts';
import type { TraceBuffer } from './trace-buffer.ts';

export { prepareScene, timingOf, type Prepared } from './scene-motion.ts';
export type { Scene, SceneInput, SceneItem } from './scene-types.ts';

/** Edge of a message that is on its way but does not belong to this step. */
const OTHER_SHEET = 18;
/** More messages than this at once are a crowd: the Pods among them are still drawn. */
const MOST_SHEETS = 60;

export function sceneAt(prepared: Prepared, progress: number): Scene {
  const { input, layout, cutFrom } = prepared;
  const p = input.reducedMotion ? 0 : progress;
  const underway = onTheWay(prepared, p);
  const flying = messageItems(prepared, underway);
  const items = [
    ...flying.edges,
    ...groupItems(prepared, p),
    ...ghostItems(prepared, p, underway),
    ...tokenItems(prepared, p, underway),
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

/** Items by position, topmost last; made when a pointer first asks about a scene. */
const trees = new WeakMap<Scene, Quadtree<number>>();

function treeOf(scene: Scene): Quadtree<number> {
  const known = trees.get(scene);
  if (known !== undefined) return known;
  const pickable = [...scene.items.keys()].filter((i) => !['edge', 'outline'].includes(scene.items[i]?.kind ?? 'edge'));
  const tree = quadtree(
    pickable,
    (i) => scene.items[i]?.x ?? 0,
    (i) => scene.items[i]?.y ?? 0,
  );
  trees.set(scene, tree);
  return tree;
}

/** The topmost item at a position that stands for an object or a group. */
export function pick(scene: Scene, x: number, y: number, slack = 2): SceneItem | undefined {
  let best = -1;
  const reach = Math.max(0, ...scene.items.map((i) => Math.max(i.w, i.h) / 2)) + slack;
  treeOf(scene).visit((node, x0, y0, x1, y1) => {
    // A leaf is an object, an inner node a list of four.
    for (let leaf = Array.isArray(node) ? undefined : node; leaf !== undefined; leaf = leaf.next) {
      const item = scene.items[leaf.data];
      if (item === undefined) continue;
      const hit = Math.abs(item.x - x) <= item.w / 2 + slack && Math.abs(item.y - y) <= item.h / 2 + slack;
      if (hit) best = Math.max(best, leaf.data);
    }
    return x0 > x + reach || x1 < x - reach || y0 > y + reach || y1 < y - reach;
  });
  return scene.items[best];
}

const emphasisOf = (prepared: Prepared, key: string): { emphasis?: 'selected' } =>
  prepared.input.selection === key ? { emphasis: 'selected' } : {};

function messageItems(prepared: Prepared, underway: Underway): { edges: SceneItem[]; sheets: SceneItem[] } {
  const { layout, input } = prepared;
  const edges: SceneItem[] = [];
  const sheets = new Map<string, SceneItem>();
  const labelled = new Set<string>();
  for (const { flying, at } of underway.values()) {
    const { message, line, carries } = flying;
    const now = isNow(message, input.playhead);
    if (now) edges.push(edgeItem(prepared, message, line, labelled));
    const id = `${line.id}/${message.object}`;
    if (carries || sheets.has(id) || (!now && sheets.size >= MOST_SHEETS)) continue;
    const size = message.kind === 'response' ? 10 : now ? travelSize(line.id, layout) : OTHER_SHEET;
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
function ghostItems(prepared: Prepared, p: number, underway: Underway): SceneItem[] {
  const { from, to } = prepared;
  const items = new Map<string, SceneItem>();
  const add = (spot: Spot): void => {
    if (!items.has(spot.key)) items.set(spot.key, ghostItem(prepared, spot));
  };
  for (const key of prepared.journeys.keys()) {
    const home = from.spots.get(key);
    if (home === undefined || travelling(prepared, key, underway) === undefined) continue;
    // A ghost stays until what its Pod travels for has arrived.
    for (const ghost of from.ghosts) if (ghost.key === key) add(ghost);
    if (home.group.startsWith('node/') && !home.hidden) add(home);
  }
  for (const ghost of (p < 0.5 ? from : to).ghosts) add(ghost);
  return [...items.values()];
}

/** Where the Pod's token is on its way; undefined while it is at home. */
function travelling(prepared: Prepared, key: string, underway: Underway): OnTheWay | undefined {
  const journey = prepared.journeys.get(key);
  if (journey === undefined) return undefined;
  const leaving = journey.leaving === undefined ? undefined : underway.get(journey.leaving.message);
  return leaving ?? (journey.arriving === undefined ? undefined : underway.get(journey.arriving.message));
}

function tokenItems(prepared: Prepared, p: number, underway: Underway): SceneItem[] {
  const { from, to } = prepared;
  const resting: SceneItem[] = [];
  const moving: SceneItem[] = [];
  const add = (key: string, spot: Spot | undefined, target: Spot | undefined): void => {
    const item = tokenItem(prepared, key, spot, target, p, underway);
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
  underway: Underway,
): SceneItem | undefined {
  const away = travelling(prepared, key, underway);
  if (away !== undefined) {
    const size = travelSize(away.flying.line.id, prepared.layout);
    return token(prepared, key, spot?.phase ?? 'pending', away.at, size, away.flying.line.id);
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
