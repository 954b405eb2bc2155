/** Paints a scene on a canvas: what moves, and the tokens. The structure under it is SVG and React's. */
import type { Scene, SceneItem } from '../../derive/scene.ts';
import type { Palette } from './palette.ts';
import { SPRITE_PAD, type Sprites } from './sprites.ts';

const SMALLEST_SPRITE = 8;

export interface Brush {
  readonly g: CanvasRenderingContext2D;
  readonly palette: Palette;
  readonly sprites: Sprites;
  /** Id of the item under the pointer. */
  readonly hover: string;
}

function line({ g, palette }: Brush, item: SceneItem): void {
  const points = item.points ?? [];
  const end = points[points.length - 1];
  const before = points[points.length - 2];
  if (end === undefined || before === undefined) return;
  const angle = Math.atan2(end.y - before.y, end.x - before.x);
  g.strokeStyle = palette.get('accent');
  g.fillStyle = palette.get('accent');
  g.lineWidth = 2;
  g.lineJoin = 'miter';
  g.beginPath();
  points.forEach((p, i) => {
    const last = i === points.length - 1;
    const [x, y] = last ? [p.x - 6 * Math.cos(angle), p.y - 6 * Math.sin(angle)] : [p.x, p.y];
    if (i === 0) g.moveTo(x, y);
    else g.lineTo(x, y);
  });
  g.stroke();
  g.save();
  g.translate(end.x, end.y);
  g.rotate(angle);
  g.beginPath();
  g.moveTo(0, 0);
  g.lineTo(-8, -4);
  g.lineTo(-8, 4);
  g.closePath();
  g.fill();
  g.restore();
}

function lineLabel({ g, palette }: Brush, item: SceneItem): void {
  const { label } = item;
  if (label === undefined || item.text === '') return;
  g.font = `600 11px ${palette.get('font-ui')}`;
  g.textAlign = label.anchor === 'middle' ? 'center' : label.anchor;
  g.lineWidth = 4;
  g.lineJoin = 'round';
  g.strokeStyle = palette.get('bg');
  g.fillStyle = palette.get('accent');
  label.lines.forEach((text, i) => {
    g.strokeText(text, label.x, label.y + i * 13);
    g.fillText(text, label.x, label.y + i * 13);
  });
}

function sheet({ g, palette }: Brush, item: SceneItem): void {
  const x = item.x - item.w / 2;
  const y = item.y - item.h / 2;
  const unit = item.w / 26;
  g.strokeStyle = palette.get(item.emphasis === 'now' ? 'accent' : 'mark');
  g.fillStyle = palette.get('surface');
  g.lineWidth = 1.5;
  g.lineJoin = 'round';
  g.beginPath();
  g.roundRect(x + 2 * unit, y + 2 * unit, item.w - 4 * unit, item.h - 4 * unit, 3);
  g.fill();
  g.stroke();
  g.beginPath();
  for (const [at, to] of [
    [9, 19],
    [13, 19],
    [17, 15],
  ] as const) {
    g.moveTo(x + 7 * unit, y + at * unit);
    g.lineTo(x + to * unit, y + at * unit);
  }
  g.stroke();
}

function reply({ g, palette }: Brush, item: SceneItem): void {
  g.beginPath();
  g.arc(item.x, item.y, item.w / 2 - 1, 0, 2 * Math.PI);
  g.fillStyle = palette.get('surface');
  g.fill();
  g.lineWidth = 1.5;
  g.strokeStyle = palette.get(item.emphasis === 'now' ? 'accent' : 'mark');
  g.stroke();
}

function ring({ g, palette }: Brush, item: SceneItem, edge: number): void {
  g.lineWidth = 2;
  g.strokeStyle = palette.get('accent');
  g.beginPath();
  g.roundRect(item.x - edge / 2, item.y - edge / 2, edge, edge, 4);
  g.stroke();
}

function token(brush: Brush, item: SceneItem): void {
  const { g, palette, sprites } = brush;
  const phase = item.phase ?? 'pending';
  if (item.w < SMALLEST_SPRITE) {
    g.fillStyle = palette.get(`p-${phase}`);
    g.fillRect(item.x - 2, item.y - 2, 4, 4);
    return;
  }
  if (item.id === brush.hover) {
    g.fillStyle = palette.get('hover');
    g.beginPath();
    g.arc(item.x, item.y, item.w / 2 + 5, 0, 2 * Math.PI);
    g.fill();
  }
  const sprite = sprites.get(phase, item.w, item.kind === 'ghost');
  const edge = sprite.width / sprites.ratio;
  const half = item.w / 2 + SPRITE_PAD;
  // On whole device pixels a sprite is copied, between them it would be filtered: several times the cost.
  const snap = (v: number): number => Math.round((v - half) * sprites.ratio) / sprites.ratio;
  g.drawImage(sprite, snap(item.x), snap(item.y), edge, edge);
  if (item.emphasis === 'selected' && item.kind === 'token') ring(brush, item, item.w + 8);
}

function group(brush: Brush, item: SceneItem): void {
  const { g, palette } = brush;
  g.font = `11px ${palette.get('font-ui')}`;
  g.fillStyle = palette.get('ink-2');
  if (item.phase === undefined) {
    g.textAlign = 'end';
    g.fillText(item.text ?? '', item.x, item.y + 4);
    return;
  }
  token(brush, item);
  g.textAlign = 'start';
  g.fillStyle = palette.get('ink-2');
  g.fillText(item.text ?? '', item.x + item.w / 2 + 4, item.y + 4);
}

/** @param painted hears the id of each item that was painted, in order */
export function paintScene(brush: Brush, scene: Scene, painted?: (id: string) => void): void {
  for (const item of scene.items) {
    switch (item.kind) {
      case 'edge':
        line(brush, item);
        break;
      case 'group':
        group(brush, item);
        break;
      case 'ghost':
      case 'token':
        token(brush, item);
        break;
      case 'sheet':
        sheet(brush, item);
        break;
      case 'reply':
        reply(brush, item);
        break;
      case 'outline':
        ring(brush, item, item.w);
        break;
    }
    painted?.(item.id);
  }
  for (const item of scene.items) if (item.kind === 'edge') lineLabel(brush, item);
}
