/** Where everything on the stage stands. A pure function of size, kind of layout and number of nodes; pixels, no colours. */
import { box, chevronMiddle, point, type Box, type Point } from './geometry.ts';
import { CELL_W, type LayoutKind, type Lines, type StageLayout } from './layout-types.ts';
import { dropX, MOST_CARDS, planNodes } from './node-layout.ts';
import { phoneLayout } from './stage-layout-phone.ts';
import { rightColumn, type RightColumn } from './stage-layout-right.ts';
import { simpleLayout } from './stage-layout-simple.ts';

export const CYCLE_POINTS = ['PreFilter', 'Filter', 'Score', 'Reserve', 'Permit', 'Bind'] as const;

const MARGIN = 16;
/** Width of kubectl's box, and where the api-server begins; a narrow stage leaves the room to the api-server. */
const ROOMY = { kubectl: 136, apiX: 204, leastGap: 70 };
const NARROW = { kubectl: 100, apiX: 152, leastGap: 80 };
const NARROW_BELOW = 720;
const CONTROLLERS_W = 188;
const QUEUES_W = 224;
/** From the left edge of the api-server to its bind line: the watch line's inset, and the two labels. */
const API_LABELS = 130;
/** Below this there is no room for three boxes side by side. */
const PHONE_BELOW = 640;
/** And where the stage is low, too: there the words of the upper row need more. */
const LOW_PHONE_BELOW = 690;
const COMPACT_BELOW = 600;
export const LEAST_HEIGHT: Readonly<Record<LayoutKind, number>> = { wide: 600, compact: 496, simple: 404, phone: 300 };

export function layoutKindFor(width: number, height: number): LayoutKind {
  if (width < PHONE_BELOW) return 'phone';
  if (height < LEAST_HEIGHT.compact) return width < LOW_PHONE_BELOW ? 'phone' : 'simple';
  return height < COMPACT_BELOW ? 'compact' : 'wide';
}

/** Vertical measures: clients row, gap for messages, scheduler, gap for the bus, foot. */
interface Rows {
  readonly tight: boolean;
  readonly y1: number;
  readonly h1: number;
  readonly y2: number;
  readonly h2: number;
  readonly y3: number;
  readonly h3: number;
}

function rowsFor(height: number, tight: boolean): Rows {
  const y1 = 1;
  const h1 = tight ? 112 : 114;
  const y2 = y1 + h1 + (tight ? 30 : 46);
  const h2 = tight ? 242 : 304;
  const y3 = y2 + h2 + (tight ? 33 : 42);
  return { tight, y1, h1, y2, h2, y3, h3: Math.max(60, height - y3 - (tight ? 8 : 10)) };
}

function queueBoxes(
  x: number,
  top: number,
  tight: boolean,
): Pick<StageLayout, 'fifo' | 'active'> & {
  backoff: Box;
  unschedulable: Box;
} {
  const fifoY = top + (tight ? 54 : 62);
  const fifoH = tight ? 36 : 38;
  const first = fifoY + fifoH + (tight ? 8 : 18) + 18;
  const pitch = tight ? 44 : 56;
  const slot = (i: number): Box => box(x, first + i * pitch, QUEUES_W, tight ? 22 : 26);
  return {
    fifo: [0, 1, 2].map((i) => box(x + i * 76, fifoY, 72, fifoH)),
    active: slot(0),
    backoff: slot(1),
    unschedulable: slot(2),
  };
}

function lines(l: {
  r: Rows;
  kubectlRight: number;
  api: Box;
  column: RightColumn;
  chevron: Box;
  right: number;
  busEnd: number;
}): Lines {
  const { r, api } = l;
  const apiRight = api.x + api.w;
  const foot = r.y1 + r.h1;
  const kubectlY = r.y1 + 28;
  // Where the api-server is narrow, both labels of the gap still stand between the two lines.
  const bindX = apiRight - Math.min(112, Math.max(50, api.w - API_LABELS));
  const railX = l.right - 18;
  const busY = r.y3 - 12;
  return {
    kubectlUp: [point(l.kubectlRight, kubectlY + 20), point(api.x, kubectlY + 20)],
    kubectlDown: [point(api.x, kubectlY + 40), point(l.kubectlRight, kubectlY + 40)],
    ...l.column.lines,
    // It turns over the box, so that what travels does not pass the title of the cycle.
    schedulerUp: [
      point(chevronMiddle(l.chevron), l.chevron.y),
      point(chevronMiddle(l.chevron), r.y2 - 8),
      point(bindX, r.y2 - 8),
      point(bindX, foot),
    ],
    schedulerDown: [point(api.x + 24, foot), point(api.x + 24, r.y2)],
    bus: [
      point(apiRight - 20, foot),
      point(apiRight - 20, r.y2 - (r.tight ? 16 : 22)),
      point(railX, r.y2 - (r.tight ? 16 : 22)),
      point(railX, busY),
      point(l.busEnd, busY),
    ],
  };
}

function deskLayout(kind: 'wide' | 'compact', { width, height, nodeCount, lessons }: Wanted): StageLayout {
  const tight = kind === 'compact' || nodeCount > 4;
  const r = rowsFor(height, tight);
  const right = width - MARGIN;
  const controllersX = right - CONTROLLERS_W;
  const { kubectl, apiX: inset, leastGap } = width < NARROW_BELOW ? NARROW : ROOMY;
  const apiX = MARGIN + inset;
  const api = box(apiX, r.y1, Math.min(Math.round(width * 0.455), controllersX - leastGap - apiX), r.h1);
  const controllers = box(controllersX, r.y1, CONTROLLERS_W, r.h1);
  const column = rightColumn({ at: controllers, apiRight: api.x + api.w, lessons, down: 46, up: 76 });
  const scheduler = box(MARGIN, r.y2, right - 48 - MARGIN, r.h2);
  const queues = queueBoxes(MARGIN + 16, r.y2, tight);
  const cycleX = MARGIN + 16 + QUEUES_W + 34;
  const cycleW = scheduler.x + scheduler.w - 16 - cycleX;
  const chevronY = r.y2 + (tight ? 45 : 53);
  const step = cycleW / CYCLE_POINTS.length;
  const chevrons = CYCLE_POINTS.map((_, i) => box(cycleX + i * step, chevronY, step - 2, 22));
  const nodeArea = box(MARGIN, r.y3, right - MARGIN, r.h3);
  const nodes = planNodes(nodeArea, nodeCount, MOST_CARDS);
  const firstNode = nodes.boxes[0] ?? nodeArea;
  const cells = Math.max(3, Math.min(10, Math.floor((api.w - 32) / CELL_W)));
  const cellW = Math.floor((api.w - 32) / cells);
  return {
    kind,
    width,
    height,
    tight,
    folded: false,
    kubectl: box(MARGIN, r.y1 + 28, kubectl, 56),
    api,
    ...column.boxes,
    scheduler,
    strip: box(api.x + 16, r.y1 + 40, cellW * cells, tight ? 38 : 40),
    cells,
    waiting: box(api.x + 128, r.y1 + 10, Math.max(20, api.w - 128 - 116), 20),
    ...queues,
    chevrons,
    points: CYCLE_POINTS,
    cycle: box(cycleX, r.y2, cycleW, r.h2),
    cycleLane: r.y2 + (tight ? 33 : 39),
    nodes,
    nodeArea,
    busY: r.y3 - 12,
    lines: lines({
      r,
      kubectlRight: MARGIN + kubectl,
      api,
      column,
      chevron: chevrons[chevrons.length - 1] ?? scheduler,
      right,
      busEnd: nodes.style === 'card' || nodes.style === 'slim' ? dropX(firstNode) : firstNode.x + firstNode.w / 2,
    }),
    travel: tight ? 22 : 26,
  };
}

interface Wanted {
  readonly width: number;
  readonly height: number;
  readonly nodeCount: number;
  readonly lessons: boolean;
}

function build(kind: LayoutKind, wanted: Wanted): StageLayout {
  const { width, height, nodeCount, lessons } = wanted;
  if (kind === 'phone') return phoneLayout(width, height, nodeCount);
  return kind === 'simple' ? simpleLayout(width, height, nodeCount, lessons) : deskLayout(kind, wanted);
}

let last: { readonly key: string; readonly layout: StageLayout } | undefined;

/**
 * The same question again gives the same object: with thousands of nodes, a layout is worth keeping.
 * @param height the space there is; the layout may need more (`height` of the answer), then the stage scrolls
 * @param lessons lesson controllers have a box of their own
 */
export function layoutStage(
  kind: LayoutKind,
  width: number,
  height: number,
  nodeCount: number,
  lessons = false,
): StageLayout {
  const tall = Math.max(LEAST_HEIGHT[kind], height);
  const key = `${kind}/${width}/${tall}/${nodeCount}/${String(lessons)}`;
  if (last?.key !== key) last = { key, layout: build(kind, { width, height: tall, nodeCount, lessons }) };
  return last.layout;
}

/** The line between the api-server and one node's kubelet, away from the api-server. */
export function kubeletLine(layout: StageLayout, index: number): readonly Point[] {
  const node = layout.nodes.boxes[index] ?? layout.nodeArea;
  const rail = layout.lines.bus.slice(0, -1);
  const cardLike = layout.nodes.style === 'card' || layout.nodes.style === 'slim';
  const x = cardLike ? dropX(node) : node.x + node.w / 2;
  return [...rail, point(x, layout.busY), point(x, node.y)];
}
