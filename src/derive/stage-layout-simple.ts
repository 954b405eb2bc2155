/** The stage where it is only a picture of the whole: the first screen, and windows that are too low for the heat map. */
import { box, chevronMiddle, point, type Box } from './geometry.ts';
import { CELL_W, type Lines, type StageLayout } from './layout-types.ts';
import { dropX, planNodes } from './node-layout.ts';
import { rightColumn, type RightColumn } from './stage-layout-right.ts';

const POINTS = ['Filter', 'Score', 'Bind'] as const;
const QUEUE_W = 190;
const API_H = 106;
const API_MOST = 336;
const SCHEDULER_H = 88;
/** Widths of the upper row: where there is little room, the outer boxes give way so that the api-server keeps its words. */
const ROOMY = { kubectl: 166, controllers: 188, gaps: 180 };
const NARROW = { kubectl: 108, controllers: 156, gaps: 168 };
const NARROW_BELOW = 860;

/** Tops of the rows; a taller window widens the gaps and the nodes, up to a measure. */
interface Rows {
  readonly top: number;
  readonly scheduler: number;
  readonly nodes: number;
  readonly nodesH: number;
}

/** From the left edge of the api-server to its bind line: room for the words of both lines between them. */
const API_LABELS = 156;
const LEAST = 404;
const MOST_SLACK = 160;

function rowsFor(height: number): Rows {
  const slack = Math.max(0, Math.min(MOST_SLACK, height - LEAST));
  const part = (share: number): number => Math.round(slack * share);
  const top = 24 + part(0.1);
  const scheduler = top + API_H + 44 + part(0.3);
  const nodes = scheduler + SCHEDULER_H + 52 + part(0.3);
  return { top, scheduler, nodes, nodesH: Math.max(60, Math.min(96, height - nodes - 20)) };
}

interface Boxes {
  readonly rows: Rows;
  readonly left: number;
  readonly right: number;
  readonly kubectl: Box;
  readonly api: Box;
  readonly column: RightColumn;
  readonly bind: Box;
  readonly busEnd: number;
}

function linesOf({ rows, left, right, kubectl, api, column, bind, busEnd }: Boxes): Lines {
  const apiRight = api.x + api.w;
  const foot = api.y + api.h;
  const bindX = Math.round(api.x + Math.max(api.w * 0.62, API_LABELS));
  const busY = rows.nodes - 22;
  return {
    kubectlUp: [point(left + kubectl.w, kubectl.y + 24), point(api.x, kubectl.y + 24)],
    kubectlDown: [point(api.x, kubectl.y + 46), point(left + kubectl.w, kubectl.y + 46)],
    ...column.lines,
    schedulerUp: [
      point(chevronMiddle(bind), bind.y),
      point(chevronMiddle(bind), rows.scheduler + 9),
      point(bindX, rows.scheduler + 9),
      point(bindX, foot),
    ],
    schedulerDown: [point(api.x + 50, foot), point(api.x + 50, rows.scheduler)],
    bus: [
      point(apiRight - 30, foot),
      point(apiRight - 30, foot + 22),
      point(right - 18, foot + 22),
      point(right - 18, busY),
      point(busEnd, busY),
    ],
  };
}

export function simpleLayout(width: number, height: number, nodeCount: number, lessons: boolean): StageLayout {
  const margin = Math.min(48, Math.max(16, Math.round((width - 800) / 4)));
  const rows = rowsFor(height);
  const measures = width < NARROW_BELOW ? NARROW : ROOMY;
  const left = margin;
  const right = width - margin;
  const kubectl = box(left, rows.top + 16, measures.kubectl, 66);
  const controllers = box(right - measures.controllers, rows.top, measures.controllers, API_H);
  const room = controllers.x - (left + kubectl.w);
  const apiW = Math.min(API_MOST, room - measures.gaps);
  const api = box(left + kubectl.w + Math.round((room - apiW) / 2) + 9, rows.top, apiW, API_H);
  const column = rightColumn({ at: controllers, apiRight: api.x + api.w, lessons, down: 36, up: 70 });
  const scheduler = box(left, rows.scheduler, right - 56 - left, SCHEDULER_H);
  const chevronX = left + 14 + QUEUE_W + 14;
  const pitch = (scheduler.x + scheduler.w - 14 - chevronX) / POINTS.length;
  const chevrons = POINTS.map((_, i) => box(chevronX + i * pitch, rows.scheduler + 38, pitch - 2, 32));
  const nodeArea = box(left, rows.nodes, right - left, rows.nodesH);
  const nodes = planNodes(nodeArea, nodeCount, 4);
  const firstNode = nodes.boxes[0] ?? nodeArea;
  const cells = Math.max(3, Math.floor((api.w - 28) / CELL_W));
  const busEnd = nodes.style === 'card' ? dropX(firstNode) : firstNode.x + firstNode.w / 2;
  return {
    kind: 'simple',
    width,
    height,
    tight: true,
    folded: true,
    kubectl,
    api,
    ...column.boxes,
    scheduler,
    strip: box(api.x + 14, rows.top + 38, Math.floor((api.w - 28) / cells) * cells, 34),
    cells,
    waiting: box(api.x + 122, rows.top + 10, Math.max(20, api.w - 122 - 110), 20),
    fifo: [],
    active: box(left + 14, rows.scheduler + 39, QUEUE_W, 30),
    chevrons,
    points: POINTS,
    cycleLane: rows.scheduler + 24,
    nodes,
    nodeArea,
    busY: rows.nodes - 22,
    lines: linesOf({ rows, left, right, kubectl, api, column, bind: chevrons[2] ?? scheduler, busEnd }),
    travel: 26,
  };
}
