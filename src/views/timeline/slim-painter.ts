/** A scrubber: how many events lie where, and the play-head. */
import { overviewX } from '../../derive/timeline-layout.ts';
import type { TimelinePicture } from './picture.ts';
import { diamond } from './window-painter.ts';

const BAR = 4.7;

/** Heights of the bars, 0..1: events for the time that they took. */
function bars({ layout, rows, trace, steps }: TimelinePicture): readonly number[] {
  const bins = Math.max(1, Math.floor((layout.x1 - layout.x0) / BAR));
  const per = Math.max(1, steps / bins);
  const counts = Array.from({ length: Math.min(bins, steps) }, (_, bin) => {
    const from = Math.floor(bin * per) + 1;
    const [start, end] = [trace.time(from - 1), trace.time(Math.min(steps, Math.floor((bin + 1) * per)))];
    let found = 0;
    for (const lane of rows.shownLanes) found += rows.lane(lane)?.within(from, Math.floor(from + per - 1)) ?? 0;
    return found / (1 + Math.log2(1 + (end - start) / 1000));
  });
  const most = Math.max(1, ...counts);
  return counts.map((value) => value / most);
}

export function paintSlim(p: TimelinePicture): void {
  const { g, palette, layout, steps, step } = p;
  const foot = layout.overviewBottom;
  const heights = bars(p);
  const per = Math.max(1, steps / Math.max(1, Math.floor((layout.x1 - layout.x0) / BAR)));
  heights.forEach((height, bin) => {
    const h = 2 + height * (foot - layout.overviewTop - 4);
    g.fillStyle = palette.get(bin * per < step ? 'mark' : 'mark-soft');
    g.fillRect(overviewX(layout, steps, bin * per), foot - h, 3.2, h);
  });
  const x = overviewX(layout, steps, step);
  g.fillStyle = palette.get('line');
  g.fillRect(layout.x0, foot, layout.x1 - layout.x0, 1);
  slimStops(p, foot);
  g.fillStyle = palette.get('accent');
  g.fillRect(x - 1, 2, 2, layout.height - 4);
  g.beginPath();
  g.arc(x, foot, 6, 0, 2 * Math.PI);
  g.fill();
}

const RING_PITCH = 7;

function slimStops({ g, palette, layout, steps, stops, breaches }: TimelinePicture, foot: number): void {
  g.strokeStyle = palette.get('accent');
  g.fillStyle = palette.get('surface');
  g.lineWidth = 1.5;
  const least = Math.max(1, Math.ceil((RING_PITCH * steps) / (layout.x1 - layout.x0)));
  for (let k = stops.next(0); k !== 0 && k <= steps; k = stops.next(k + least - 1)) {
    g.beginPath();
    g.arc(overviewX(layout, steps, k), foot, 3, 0, 2 * Math.PI);
    g.fill();
    g.stroke();
  }
  g.fillStyle = palette.get('bad');
  for (let k = breaches.next(0); k !== 0 && k <= steps; k = breaches.next(k + least - 1))
    diamond(g, overviewX(layout, steps, k), foot);
}
