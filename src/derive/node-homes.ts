/** Where the Pods of a node stand: as large as they fit, and counted by phase where they do not. */
import type { NodeMark, PodMark, StageView, TokenPhase } from '../protocol/protocol.ts';
import { box, type Box } from './geometry.ts';
import { lastPart, settle, type HomesDraft } from './homes-draft.ts';
import type { StageLayout } from './layout-types.ts';

interface Fit {
  readonly size: number;
  readonly pitch: number;
  readonly columns: number;
  readonly rows: number;
}

/** Edge of a token and distance of two, from the largest down. */
const SIZES: readonly (readonly [size: number, pitch: number])[] = [
  [20, 27],
  [20, 23],
  [17, 20],
  [13, 15],
  [10, 11],
];

/** More solid tokens than this are counted, not drawn. */
export const MOST_TOKENS = 2000;

/** A slim card of this height has a second line, for the numbers. */
export const TWO_LINES = 56;

/** The part of a card that is free for tokens. */
export function tokenArea(node: Box, layout: StageLayout): Box {
  if (layout.kind === 'phone') return box(node.x + 8, node.y + 34, node.w - 12, node.h - 38);
  if (layout.kind === 'simple') return box(node.x + 118, node.y + 30, node.w - 126, node.h - 36);
  if (layout.nodes.style === 'slim') {
    const top = node.h >= TWO_LINES ? 37 : 20;
    return box(node.x + 10, node.y + top, node.w - 18, node.h - top - 2);
  }
  const top = layout.tight ? 61 : 74;
  return box(node.x + 14, node.y + top, node.w - 22, node.h - top - 4);
}

export function fitTokens(area: Box, count: number): Fit | undefined {
  for (const [size, pitch] of SIZES) {
    const columns = Math.floor((area.w + pitch - size) / pitch);
    const rows = Math.floor((area.h + pitch - size) / pitch);
    if (columns > 0 && rows > 0 && columns * rows >= count) return { size, pitch, columns, rows };
  }
  return undefined;
}

function laidOut(draft: HomesDraft, node: NodeMark, area: Box, fit: Fit, named: boolean): void {
  const group = `node/${node.name}`;
  const all = node.pods.length + node.ghosts.length;
  const free = all > fit.columns ? 0 : area.w - (all - 1) * fit.pitch - fit.size;
  const spaced = Math.max(0, Math.min(14, free));
  const place = (mark: PodMark, i: number, shift: number) => ({
    ...mark,
    x: area.x + fit.size / 2 + (i % fit.columns) * fit.pitch + shift,
    y: area.y + fit.size / 2 + Math.floor(i / fit.columns) * fit.pitch,
    size: fit.size,
    group,
    hidden: false,
  });
  const label = (x: number, y: number, key: string, tone: 'mono' | 'now') => {
    if (named) draft.labels.push({ x, y: y + 24, text: lastPart(key), anchor: 'middle', tone });
  };
  node.pods.forEach((mark, i) => {
    const spot = place(mark, i, 0);
    settle(draft, spot);
    if (mark.phase === 'bound' && node.pods[i - 1]?.phase !== 'bound') label(spot.x, spot.y, mark.key, 'mono');
  });
  node.ghosts.forEach((mark, i) => {
    const spot = place(mark, node.pods.length + i, spaced);
    draft.ghosts.push(spot);
    if (i === 0) label(spot.x, spot.y, mark.key, 'now');
  });
}

function countByPhase(pods: readonly PodMark[]): Map<TokenPhase, PodMark[]> {
  const phases = new Map<TokenPhase, PodMark[]>();
  for (const mark of pods) {
    const known = phases.get(mark.phase);
    if (known === undefined) phases.set(mark.phase, [mark]);
    else known.push(mark);
  }
  return phases;
}

const GROUP_PITCH = 52;

/** One token a phase with a count beside it; where not all phases fit, the rest is one count. */
function grouped(draft: HomesDraft, node: NodeMark, area: Box): void {
  const group = `node/${node.name}`;
  const size = area.h < 20 ? 13 : 17;
  const columns = Math.max(1, Math.floor(area.w / GROUP_PITCH));
  const rows = Math.max(1, Math.floor((area.h + 4) / (size + 4)));
  const phases = [...countByPhase(node.pods)].sort(([, a], [, b]) => b.length - a.length);
  const shown = phases.length <= columns * rows ? phases.length : columns * rows - 1;
  phases.forEach(([phase, marks], i) => {
    const at = Math.min(i, shown);
    const x = area.x + size / 2 + (at % columns) * GROUP_PITCH;
    const y = area.y + size / 2 + Math.floor(at / columns) * (size + 4);
    if (i < shown) {
      draft.groups.push({ id: `group/${node.name}/${phase}`, phase, x, y, size, group, count: marks.length });
    }
    for (const mark of marks) settle(draft, { ...mark, x, y, size, group, hidden: true });
  });
  if (shown === phases.length) return;
  const count = phases.slice(shown).reduce((sum, [, marks]) => sum + marks.length, 0);
  const y = area.y + size / 2 + Math.floor(shown / columns) * (size + 4);
  draft.groups.push({ id: `group/${node.name}`, x: area.x + area.w, y, size: 0, group, count });
}

/** Tiles and cells show no tokens: what stands there is counted by the node's mark itself. */
function inTile(draft: HomesDraft, node: NodeMark, tile: Box): void {
  const group = `node/${node.name}`;
  const [x, y] = [tile.x + tile.w / 2, tile.y + tile.h / 2];
  const size = Math.min(17, Math.max(6, tile.w - 2));
  for (const mark of node.pods) settle(draft, { ...mark, x, y, size, group, hidden: true });
}

/** @param alive nodes whose Pods get homes although tiles and cells show none: something moves there */
export function nodeHomes(draft: HomesDraft, view: StageView, layout: StageLayout, alive: ReadonlySet<string>): void {
  const { style, boxes } = layout.nodes;
  const total = view.nodes.reduce((sum, node) => sum + node.pods.length, 0);
  view.nodes.forEach((node, i) => {
    const nodeBox = boxes[i];
    if (nodeBox === undefined) return;
    if (style === 'tile' || style === 'cell') {
      if (alive.has(node.name)) inTile(draft, node, nodeBox);
      return;
    }
    const area = tokenArea(nodeBox, layout);
    const fit = total > MOST_TOKENS ? undefined : fitTokens(area, node.pods.length + node.ghosts.length);
    if (fit === undefined) grouped(draft, node, area);
    else laidOut(draft, node, area, fit, style === 'card' && !layout.tight && fit.rows === 1 && area.h >= 38);
  });
}

const samePods = (a: readonly PodMark[], b: readonly PodMark[]): boolean =>
  a === b || (a.length === b.length && a.every((mark, i) => mark.key === b[i]?.key && mark.phase === b[i].phase));

/** Names of nodes whose Pods differ between two views: of thousands, a step touches a few. */
export function changedNodes(before: StageView, after: StageView): Set<string> {
  const names = new Set<string>();
  if (before === after) return names;
  before.nodes.forEach((node, i) => {
    const then = after.nodes[i];
    if (then?.name === node.name && samePods(node.pods, then.pods)) return;
    names.add(node.name);
    if (then !== undefined) names.add(then.name);
  });
  for (const node of after.nodes.slice(before.nodes.length)) names.add(node.name);
  return names;
}
