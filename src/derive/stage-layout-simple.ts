/** The stage where it is only a picture of the whole: the first screen, and windows that are too low for the heat map. */
import { box, chevronMiddle, point, type Box } from './geometry.ts';
import type { Lines, StageLayout } from './layout-types.ts';
import { dropX, planNodes } from './node-layout.ts';

const POINTS = ['Filter', 'Score', 'Bind'] as const;
const TOP = 24;
const API_H = 106;
const SCHEDULER_Y = TOP + API_H + 44;
const SCHEDULER_H = 88;
const NODES_Y = SCHEDULER_Y + SCHEDULER_H + 52;
const KUBECTL_W = 166;
const CONTROLLERS_W = 188;
const QUEUE_W = 190;

interface Boxes {
  readonly left: number;
  readonly right: number;
  readonly kubectl: Box;
  readonly api: Box;
  readonly controllers: Box;
  readonly bind: Box;
  readonly busEnd: number;
}

function linesOf({ left, right, kubectl, api, controllers, bind, busEnd }: Boxes): Lines {
  const apiRight = api.x + api.w;
  const foot = api.y + api.h;
  const bindX = Math.round(api.x + api.w * 0.62);
  const busY = NODES_Y - 22;
  return {
    kubectlUp: [point(left + kubectl.w, kubectl.y + 24), point(api.x, kubectl.y + 24)],
    kubectlDown: [point(api.x, kubectl.y + 46), point(left + kubectl.w, kubectl.y + 46)],
    controllersUp: [point(controllers.x, TOP + 70), point(apiRight, TOP + 70)],
    controllersDown: [point(apiRight, TOP + 36), point(controllers.x, TOP + 36)],
    schedulerUp: [
      point(chevronMiddle(bind), bind.y),
      point(chevronMiddle(bind), SCHEDULER_Y + 9),
      point(bindX, SCHEDULER_Y + 9),
      point(bindX, foot),
    ],
    schedulerDown: [point(api.x + 68, foot), point(api.x + 68, SCHEDULER_Y)],
    bus: [
      point(apiRight - 38, foot),
      point(apiRight - 38, foot + 22),
      point(right - 18, foot + 22),
      point(right - 18, busY),
      point(busEnd, busY),
    ],
  };
}

export function simpleLayout(width: number, height: number, nodeCount: number): StageLayout {
  const margin = Math.min(48, Math.max(16, Math.round((width - 800) / 4)));
  const left = margin;
  const right = width - margin;
  const kubectl = box(left, TOP + 16, KUBECTL_W, 66);
  const controllers = box(right - CONTROLLERS_W, TOP, CONTROLLERS_W, API_H);
  const room = controllers.x - (left + KUBECTL_W);
  const apiW = Math.min(336, room - 180);
  const api = box(left + KUBECTL_W + Math.round((room - apiW) / 2) + 9, TOP, apiW, API_H);
  const scheduler = box(left, SCHEDULER_Y, right - 56 - left, SCHEDULER_H);
  const chevronX = left + 14 + QUEUE_W + 14;
  const pitch = (scheduler.x + scheduler.w - 14 - chevronX) / POINTS.length;
  const chevrons = POINTS.map((_, i) => box(chevronX + i * pitch, SCHEDULER_Y + 38, pitch - 2, 32));
  const nodeArea = box(left, NODES_Y, right - left, Math.max(60, Math.min(96, height - NODES_Y - 20)));
  const nodes = planNodes(nodeArea, nodeCount, 4);
  const firstNode = nodes.boxes[0] ?? nodeArea;
  const cells = Math.max(3, Math.floor((api.w - 28) / 38));
  const busEnd = nodes.style === 'card' ? dropX(firstNode) : firstNode.x + firstNode.w / 2;
  return {
    kind: 'simple',
    width,
    height,
    tight: true,
    folded: true,
    kubectl,
    api,
    controllers,
    scheduler,
    strip: box(api.x + 14, TOP + 38, Math.floor((api.w - 28) / cells) * cells, 34),
    cells,
    waiting: box(api.x + 122, TOP + 10, Math.max(20, api.w - 122 - 110), 20),
    fifo: [],
    active: box(left + 14, SCHEDULER_Y + 39, QUEUE_W, 30),
    chevrons,
    points: POINTS,
    cycleLane: SCHEDULER_Y + 24,
    nodes,
    nodeArea,
    busY: NODES_Y - 22,
    lines: linesOf({ left, right, kubectl, api, controllers, bind: chevrons[2] ?? scheduler, busEnd }),
    travel: 26,
  };
}
