/** Nodes as tiles and cells: two bars a node, cpu left and memory right. Painted once a step, for SVG would not hold thousands. */
import type { Box } from '../../derive/geometry.ts';
import type { StageLayout } from '../../derive/layout-types.ts';
import type { NodeMark, StageView } from '../../protocol/protocol.ts';
import { share } from './node-cards.tsx';
import type { Palette } from './palette.ts';

interface UnderBrush {
  readonly g: CanvasRenderingContext2D;
  readonly palette: Palette;
  readonly selection: string | undefined;
}

const FULL = 0.95;
/** From here on a tile has room for the count of its Pods. */
const COUNT_EDGE = 28;

function cross(g: CanvasRenderingContext2D, at: Box): void {
  g.beginPath();
  g.moveTo(at.x + 1.5, at.y + 1.5);
  g.lineTo(at.x + at.w - 1.5, at.y + at.h - 1.5);
  g.moveTo(at.x + at.w - 1.5, at.y + 1.5);
  g.lineTo(at.x + 1.5, at.y + at.h - 1.5);
  g.stroke();
}

function slash(g: CanvasRenderingContext2D, at: Box): void {
  g.beginPath();
  g.moveTo(at.x + 1, at.y + at.h - 1);
  g.lineTo(at.x + at.w - 1, at.y + 1);
  g.stroke();
}

function bars({ g, palette }: UnderBrush, node: NodeMark, at: Box): void {
  const gap = at.w > 6 ? 1 : 0;
  const w = (at.w - gap) / 2;
  const each = [
    [share(node.cpu), at.x, 'ink-2'],
    [share(node.memory), at.x + w + gap, 'mark-soft'],
  ] as const;
  for (const [value, x, tone] of each) {
    const h = value === 0 ? 0 : Math.max(1, Math.round(value * at.h));
    g.fillStyle = palette.get(value > FULL ? 'p-unsched' : tone);
    g.fillRect(x, at.y + at.h - h, w, h);
  }
}

function cell(brush: UnderBrush, node: NodeMark, at: Box): void {
  const { g, palette } = brush;
  if (!node.ready) {
    g.strokeStyle = palette.get('bad');
    g.lineWidth = 1.25;
    cross(g, at);
    return;
  }
  g.fillStyle = palette.get('n3');
  g.fillRect(at.x, at.y, at.w, at.h);
  bars(brush, node, at);
  if (node.cordoned) {
    g.strokeStyle = palette.get('ink');
    g.lineWidth = 1.25;
    slash(g, at);
  }
}

function tile(brush: UnderBrush, node: NodeMark, at: Box): void {
  const { g, palette } = brush;
  const counted = at.h >= COUNT_EDGE;
  g.fillStyle = palette.get('surface');
  g.strokeStyle = palette.get(node.ready ? 'line-strong' : 'bad');
  g.lineWidth = 1;
  g.beginPath();
  g.roundRect(at.x + 0.5, at.y + 0.5, at.w - 1, at.h - 1, 3);
  g.fill();
  g.stroke();
  const inner: Box = { x: at.x + 4, y: at.y + 4, w: at.w - 8, h: at.h - (counted ? 22 : 8) };
  cell(brush, node, inner);
  if (!counted) return;
  g.font = `11px ${palette.get('font-ui')}`;
  g.textAlign = 'center';
  g.fillStyle = palette.get('ink-2');
  g.fillText(String(node.pods.length), at.x + at.w / 2, at.y + at.h - 6);
}

export function paintNodes(brush: UnderBrush, layout: StageLayout, view: StageView): void {
  const { style, boxes } = layout.nodes;
  if (style !== 'tile' && style !== 'cell') return;
  const host = view.cycle?.open === true ? view.cycle.host : '';
  view.nodes.forEach((node, i) => {
    const at = boxes[i];
    if (at === undefined) return;
    if (style === 'tile') tile(brush, node, at);
    else cell(brush, node, at);
    if (node.name !== host && `Node/${node.name}` !== brush.selection) return;
    brush.g.strokeStyle = brush.palette.get('accent');
    brush.g.lineWidth = 2;
    brush.g.strokeRect(at.x - 1, at.y - 1, at.w + 2, at.h + 2);
  });
}
