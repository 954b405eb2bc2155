/** The stage at 360 pixels: api-server, scheduler, nodes; kubectl and the controllers, who have no box here, act from the edge. */
import { box, chevronMiddle, point } from './geometry.ts';
import type { StageLayout } from './layout-types.ts';
import { dropX, planNodes } from './node-layout.ts';

const MARGIN = 14;
/** From the edge to where the lines of those that have no box begin. */
const EDGE = 4;
const POINTS = ['Filter', 'Score', 'Bind'] as const;

export function phoneLayout(width: number, height: number, nodeCount: number): StageLayout {
  const right = width - MARGIN;
  const api = box(MARGIN, 4, right - MARGIN, 66);
  const scheduler = box(MARGIN, 114, right - MARGIN - 28, 78);
  const nodesTop = nodeCount > 4 ? 242 : Math.max(242, height - 118);
  const nodeArea = box(MARGIN, nodesTop, right - MARGIN, height - nodesTop - 8);
  const nodes = planNodes(nodeArea, nodeCount, 4);
  const firstNode = nodes.boxes[0] ?? nodeArea;
  const cells = Math.max(4, Math.min(10, Math.floor((api.w - 20) / 52)));
  const chevronX = MARGIN + 82;
  const step = (scheduler.x + scheduler.w - 8 - chevronX) / POINTS.length;
  const chevrons = POINTS.map((_, i) => box(chevronX + i * step, 151, step - 2, 30));
  const bind = chevrons[2] ?? scheduler;
  const busY = nodesTop - 16;
  // Both act from the edge, through the gap under the api-server: what has arrived there is still seen whole.
  const kubectl = [point(EDGE, 98), point(28, 98), point(28, 70)];
  const controllers = [point(width - EDGE, 98), point(right - 40, 98), point(right - 40, 70)];
  const bindX = Math.round(width * 0.57);
  return {
    kind: 'phone',
    width,
    height,
    tight: true,
    folded: true,
    api,
    scheduler,
    strip: box(MARGIN + 10, 31, Math.floor((api.w - 20) / cells) * cells, 28),
    cells,
    waiting: box(MARGIN + 88, 12, Math.max(20, api.w - 200), 16),
    fifo: [],
    active: box(MARGIN + 10, 150, 62, 30),
    chevrons,
    points: POINTS,
    cycleLane: 136,
    nodes,
    nodeArea,
    busY,
    lines: {
      kubectlUp: kubectl,
      kubectlDown: [...kubectl].reverse(),
      controllersUp: controllers,
      controllersDown: [...controllers].reverse(),
      schedulerUp: [
        point(chevronMiddle(bind), bind.y),
        point(chevronMiddle(bind), 124),
        point(bindX, 124),
        point(bindX, 70),
      ],
      schedulerDown: [point(52, 70), point(52, 114)],
      bus: [
        point(right - 10, 70),
        point(right - 10, busY),
        point(nodes.style === 'card' ? dropX(firstNode) : firstNode.x + firstNode.w / 2, busY),
      ],
    },
    travel: 24,
  };
}
