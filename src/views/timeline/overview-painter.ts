/** The upper half of the timeline: all steps, what part of them the window shows, and bookmarks over both. */
import type { StepList } from '../../derive/step-list.ts';
import { overviewX, rulerSteps } from '../../derive/timeline-layout.ts';
import { placeFlags, type FlagSpot } from '../../derive/timeline-marks.ts';
import { count } from '../../derive/words/numbers.ts';
import { font, text, type TimelinePicture } from './picture.ts';

/** A density is taken over at least so many steps. */
const SMOOTH_STEPS = 8;
const BIN = 4;

/** Density of each lane as opacity, one bin every four pixels. It changes with the run, not with the window. */
export function paintStrips(p: TimelinePicture): void {
  const { g, palette, layout, rows } = p;
  rows.shownLanes.forEach((lane, i) => {
    const steps = rows.lane(lane);
    const y = layout.overviewTop + i * layout.stripPitch;
    g.fillStyle = palette.get('mark');
    if (steps !== undefined) strip(p, steps, y);
  });
  g.globalAlpha = 1;
  faultStrips(p);
}

function strip({ g, layout, steps }: TimelinePicture, list: StepList, y: number): void {
  const bins = Math.max(1, Math.floor((layout.x1 - layout.x0) / BIN));
  const perBin = steps / bins;
  const width = (layout.x1 - layout.x0) / bins;
  // Short runs have less than an event a bin: then each bin counts its neighbours too.
  const spread = Math.max(0, (SMOOTH_STEPS - perBin) / 2);
  for (let bin = 0; bin < bins; bin++) {
    const first = bin * perBin + 1 - spread;
    const last = Math.round(first + perBin + 2 * spread) - 1;
    const found = list.within(Math.max(1, Math.round(first)), last);
    if (found === 0) continue;
    g.globalAlpha = 0.12 + 0.88 * Math.min(1, (found / (perBin + 2 * spread)) * 1.8);
    g.fillRect(layout.x0 + bin * width, y, width - 0.6, layout.stripHeight);
  }
}

/** A standing fault is a line under the strip of what it befalls. */
function faultStrips({ g, palette, layout, rows, steps }: TimelinePicture): void {
  const shown = rows.shownLanes;
  g.fillStyle = palette.get('ink');
  for (const { began, ended = steps, lane } of rows.faults.spans) {
    const i = shown.indexOf(lane);
    if (i < 0 || ended === began) continue;
    const x = overviewX(layout, steps, began);
    const y = layout.overviewTop + (i + 1) * layout.stripPitch - 1.25;
    g.fillRect(x, y, Math.max(2, overviewX(layout, steps, ended) - x), 1.25);
  }
}

export function paintOverview(p: TimelinePicture): void {
  const flags = flagsOf(p);
  ruler(p, flags);
  for (const flag of flags) paintFlag(p, flag);
  brush(p);
}

export function flagsOf({ g, palette, layout, steps, bookmarks }: TimelinePicture): readonly FlagSpot[] {
  g.font = font(palette);
  const inside = bookmarks.filter(({ step }) => step <= steps);
  return placeFlags(
    inside,
    (step) => overviewX(layout, steps, step),
    (what) => g.measureText(what).width,
    layout.x1,
  );
}

function paintFlag(p: TimelinePicture, { x, text: name }: FlagSpot): void {
  const { g, palette } = p;
  g.beginPath();
  g.moveTo(x - 3.5, 2.5);
  g.lineTo(x + 3.5, 2.5);
  g.lineTo(x + 3.5, 12);
  g.lineTo(x, 9.4);
  g.lineTo(x - 3.5, 12);
  g.closePath();
  g.fillStyle = palette.get('surface');
  g.fill();
  g.strokeStyle = palette.get('ink-2');
  g.lineWidth = 1.25;
  g.stroke();
  g.textAlign = 'start';
  if (name !== '') text(p, name, x + 8, 12, 'ink-2');
}

function ruler(p: TimelinePicture, flags: readonly FlagSpot[]): void {
  const { g, layout, steps, words } = p;
  g.textAlign = 'start';
  g.font = font(p.palette);
  const all = words.steps(count(steps));
  const middle = (layout.overviewTop + layout.overviewBottom) / 2 + 4;
  // Of a long run the number alone: the strips begin at x0.
  text(p, 16 + g.measureText(all).width + 6 > layout.x0 ? count(steps) : all, 16, middle, 'ink-3');
  const last = overviewX(layout, steps, steps);
  const ends = 60 + (count(steps).length - 3) * 6;
  for (const k of rulerSteps(0, steps, layout.x1 - layout.x0, 160)) {
    const x = overviewX(layout, steps, k);
    if (k !== steps && last - x < ends) continue;
    number(p, flags, k, k === 0 ? 'start' : k === steps ? 'end' : 'center');
  }
  if (steps > 0) number(p, flags, steps, 'end');
}

/** A number gives way to a bookmark. */
function number(p: TimelinePicture, flags: readonly FlagSpot[], k: number, align: 'start' | 'end' | 'center'): void {
  const { g, layout, steps } = p;
  const said = count(k);
  const x = overviewX(layout, steps, k);
  const width = g.measureText(said).width;
  const left = align === 'start' ? x : align === 'end' ? x - width : x - width / 2;
  if (flags.some((flag) => flag.left < left + width + 4 && left < flag.right + 4)) return;
  g.textAlign = align;
  text(p, said, x, 12, 'ink-3');
}

function brush(p: TimelinePicture): void {
  const { g, palette, layout, window, steps, step } = p;
  const a = overviewX(layout, steps, window.from);
  const b = Math.max(a + 6, overviewX(layout, steps, window.from + window.span));
  const top = layout.overviewTop - 3;
  const h = layout.overviewBottom - layout.overviewTop + 5;
  g.fillStyle = palette.get('accent');
  g.globalAlpha = 0.08;
  g.fillRect(a, top, b - a, h);
  g.globalAlpha = 1;
  g.strokeStyle = palette.get('accent');
  g.lineWidth = 1.25;
  g.strokeRect(a, top, b - a, h);
  for (const x of [a, b]) g.fillRect(x - 2, top + h / 2 - 6, 4, 12);
  g.fillRect(overviewX(layout, steps, step) - 1, top, 2, h);
  g.strokeStyle = palette.get('line');
  g.lineWidth = 1;
  g.beginPath();
  g.moveTo(a, top + h);
  g.lineTo(layout.x0, layout.windowTop - 4);
  g.moveTo(b, top + h);
  g.lineTo(layout.x1, layout.windowTop - 4);
  g.stroke();
}
