/** Cause and effect on the timeline: solid from the cause, dashed to the effects, and on demand all the way back. */
import { firstShown, lastShown, markX, middleOf, rowsBottom, type TimelinePicture } from './picture.ts';

const MOST_EFFECTS = 24;

export function paintArrows(p: TimelinePicture): void {
  const { g, palette, layout, trace, step, chain } = p;
  if (step < 1) return;
  g.save();
  g.beginPath();
  g.rect(layout.x0, layout.windowTop - 4, layout.x1 - layout.x0, rowsBottom(p) - layout.windowTop + 4);
  g.clip();
  g.strokeStyle = palette.get('ink');
  for (const effect of trace.effectsOf(step).slice(0, MOST_EFFECTS)) arc(p, step, effect, true);
  const cause = trace.cause(step);
  if (cause > 0) arc(p, step, cause, false);
  if (chain.length > 2) chainArcs(p);
  g.restore();
}

/** Links of which an end is in sight: no more than there are marks. */
function chainArcs(p: TimelinePicture): void {
  const [first, last] = [firstShown(p), lastShown(p)];
  for (let i = 1; i + 1 < p.chain.length; i++) {
    const [effect = 0, cause = 0] = [p.chain[i], p.chain[i + 1]];
    if (effect < first) break;
    if (cause <= last) arc(p, effect, cause, false);
  }
}

function arc(p: TimelinePicture, from: number, to: number, dashed: boolean): void {
  const { g, palette, layout } = p;
  const [y, toY] = [middleOf(p, from), middleOf(p, to)];
  if (y === undefined || toY === undefined) return;
  const [x, toX] = [markX(p, from), markX(p, to)];
  const bend = toY === y ? y - layout.laneHeight : (y + toY) / 2;
  g.setLineDash(dashed ? [3, 2] : []);
  g.lineWidth = dashed ? 1.25 : 1.5;
  g.beginPath();
  g.moveTo(x, y);
  g.bezierCurveTo(x, bend, toX, bend, toX, toY);
  g.stroke();
  g.beginPath();
  g.setLineDash([]);
  g.arc(toX, toY, 2.5, 0, 2 * Math.PI);
  g.fillStyle = palette.get(dashed ? 'surface' : 'ink');
  g.fill();
  g.stroke();
}
