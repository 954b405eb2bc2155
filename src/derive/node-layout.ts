/** Where nodes stand: cards of up to four a row, slim cards to twelve, then tiles, then cells; never a scroll bar. */
import { box, type Box } from './geometry.ts';

export type NodeStyle = 'card' | 'slim' | 'tile' | 'cell';

export interface NodePlan {
  readonly style: NodeStyle;
  readonly boxes: readonly Box[];
  readonly columns: number;
}

const GAP = 12;
/** A lower card has no room for its Pods: then tiles say more. */
const LEAST_CARD = 36;
const TILE_LARGEST = 48;
const TILE_SMALLEST = 14;

export const MOST_CARDS = 12;
export const MOST_TILES = 200;

function grid(area: Box, count: number, columns: number, w: number, h: number, gap: number): readonly Box[] {
  const boxes: Box[] = [];
  for (let i = 0; i < count; i++) {
    boxes.push(box(area.x + (i % columns) * (w + gap), area.y + Math.floor(i / columns) * (h + gap), w, h));
  }
  return boxes;
}

/** Smaller squares than this stand edge to edge. */
const LEAST_WITH_GAP = 3;

/** The largest edge, at most `most`, at which `count` squares fit the area. */
function edgeThatFits(area: Box, count: number, most: number, usualGap: number): { edge: number; gap: number } {
  for (let edge = most; edge > 1; edge--) {
    const gap = edge < LEAST_WITH_GAP ? 0 : usualGap;
    const columns = Math.floor((area.w + gap) / (edge + gap));
    if (Math.ceil(count / columns) * (edge + gap) - gap <= area.h) return { edge, gap };
  }
  return { edge: 1, gap: 0 };
}

function squares(area: Box, count: number, most: number, usualGap: number): { boxes: readonly Box[]; columns: number } {
  const { edge, gap } = edgeThatFits(area, count, most, usualGap);
  const columns = Math.max(1, Math.floor((area.w + gap) / (edge + gap)));
  return { boxes: grid(area, count, columns, edge, edge, gap), columns };
}

function cards(area: Box, count: number, gap: number): NodePlan {
  const columns = count < 4 ? 3 : 4;
  const rows = Math.ceil(count / columns);
  const w = (area.w - (columns - 1) * gap) / columns;
  const h = rows === 1 ? area.h : (area.h - (rows - 1) * 8) / rows;
  const boxes: Box[] = [];
  for (let i = 0; i < count; i++) {
    boxes.push(box(area.x + (i % columns) * (w + gap), area.y + Math.floor(i / columns) * (h + 8), w, h));
  }
  return { style: rows === 1 ? 'card' : 'slim', boxes, columns };
}

/** @param mostCards 12 where there is room for rows of cards, 4 on a phone */
export function planNodes(area: Box, count: number, mostCards: number): NodePlan {
  if (count === 0) return { style: 'card', boxes: [], columns: 4 };
  if (count <= mostCards) {
    const plan = cards(area, count, mostCards === MOST_CARDS ? GAP : 8);
    if ((plan.boxes[0]?.h ?? 0) >= LEAST_CARD) return plan;
  }
  if (count <= MOST_TILES) {
    const tiles = squares(area, count, TILE_LARGEST, 4);
    if ((tiles.boxes[0]?.w ?? 0) >= TILE_SMALLEST) return { style: 'tile', ...tiles };
  }
  return { style: 'cell', ...squares(area, count, 12, 1) };
}

/** The bus ends over the first node; a drop leads down to each node of the first row. */
export const dropX = (node: Box): number => node.x + node.w - Math.min(24, node.w / 2);
