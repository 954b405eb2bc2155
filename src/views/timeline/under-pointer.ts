/** What of the timeline lies under the pointer. */
import { overviewStep, windowStep } from '../../derive/timeline-layout.ts';
import { flagsOf } from './overview-painter.ts';
import { markWidth, markX, rowTop, type TimelinePicture } from './picture.ts';

/** A mark is met within so many pixels. */
const REACH = 6;

/** The row at a height; undefined above and below them. */
export function rowAt(p: TimelinePicture, y: number): number | undefined {
  const row = Math.floor((y - p.layout.windowTop) / p.layout.laneHeight);
  return row < 0 || row >= p.rows.rows.length ? undefined : row;
}

/** The event whose mark lies there; undefined where none does. */
export function markAt(p: TimelinePicture, x: number, y: number): number | undefined {
  const row = rowAt(p, y);
  const steps = row === undefined ? undefined : p.rows.rows[row]?.steps;
  if (steps === undefined || x < p.layout.x0 - REACH) return undefined;
  const near = windowStep(p.layout, p.window, p.steps, x);
  const found = [steps.previous(near + 1), steps.next(near)].filter((k) => k > 0);
  const reach = Math.max(REACH, markWidth(p) / 2);
  const [best] = found
    .map((k) => ({ k, away: Math.abs(markX(p, k) - x) }))
    .filter(({ away }) => away <= reach)
    .sort((a, b) => a.away - b.away);
  return best?.k;
}

/** A click seeks the mark under it, or the event at or before it. */
export const stepAt = (p: TimelinePicture, x: number, y: number): number =>
  p.layout.slim ? overviewStep(p.layout, p.steps, x) : (markAt(p, x, y) ?? windowStep(p.layout, p.window, p.steps, x));

/** The bookmark whose flag or name lies there. */
export function flagAt(p: TimelinePicture, x: number, y: number): number | undefined {
  if (y > p.layout.overviewTop) return undefined;
  return flagsOf(p).find(({ left, right }) => x >= left - 2 && x <= right + 2)?.step;
}

/** The standing fault whose band lies there. */
export function faultAt(p: TimelinePicture, x: number, y: number): number | undefined {
  const row = rowAt(p, y);
  return p.rows.faults.spans.find(
    ({ began, ended = p.steps, lane, target }) =>
      row !== undefined && p.rows.placeOf(lane, target) === row && x >= markX(p, began) && x <= markX(p, ended),
  )?.began;
}

/** The lane whose name lies there. */
export function laneNameAt(p: TimelinePicture, x: number, y: number): string | undefined {
  const at = rowAt(p, y);
  const row = at === undefined || x >= p.layout.x0 - REACH ? undefined : p.rows.rows[at];
  return row === undefined ? undefined : p.trace.tables.lanes[row.lane];
}

/** Whether a press there takes hold of the play-head: on the ruler, or beside its line. */
export const onPlayHead = (p: TimelinePicture, x: number, y: number): boolean =>
  p.layout.slim || y < rowTop(p, 0) - 3 || Math.abs(x - markX(p, p.step)) <= REACH;
