/** The lower half of the timeline: a mark an event in its row, or how many there are where marks would be too narrow. */
import type { StepList } from '../../derive/step-list.ts';
import { rulerSteps } from '../../derive/timeline-layout.ts';
import { headBox, type HeadBox } from '../../derive/timeline-names.ts';
import type { TimelineRow } from '../../derive/timeline-rows.ts';
import { count, simTime } from '../../derive/words/numbers.ts';
import {
  firstShown,
  font,
  lastShown,
  markWidth,
  markX,
  rowsBottom,
  rowTop,
  text,
  type TimelinePicture,
} from './picture.ts';

export function paintGrid(p: TimelinePicture): void {
  const { g, palette, layout, window, trace } = p;
  const head = headOf(p);
  const { x0, x1, windowTop } = layout;
  g.strokeStyle = palette.get('line');
  g.lineWidth = 1;
  g.textAlign = 'start';
  const bottom = rowsBottom(p);
  for (const k of rulerSteps(window.from, window.from + window.span, x1 - x0, 110)) {
    const x = Math.round(markX(p, k)) + 0.5;
    g.beginPath();
    g.moveTo(x, windowTop - 4);
    g.lineTo(x, bottom);
    g.stroke();
    const label = `${count(k)}  ${simTime(trace.time(k))}`;
    g.font = font(palette);
    const end = x + 4 + g.measureText(label).width;
    const covered = head.left < end + 6 && x + 4 < head.left + head.width + 6;
    if (end > x1 || covered || ringWithin(p, x, end)) continue;
    text(p, label, x + 4, windowTop - 4, 'ink-3');
  }
  p.rows.rows.forEach((row, i) => {
    const foot = Math.round(rowTop(p, i + 1)) - 0.5;
    rowLabel(p, row, i);
    g.beginPath();
    g.moveTo(x0, foot);
    g.lineTo(x1, foot);
    g.stroke();
  });
}

/** A number of the ruler gives way to a ring. */
function ringWithin({ layout, window, stops, breaches }: TimelinePicture, left: number, right: number): boolean {
  const stepOf = (x: number): number => window.from + ((x - layout.x0) / (layout.x1 - layout.x0)) * window.span;
  return [stops, breaches].some((list) => {
    const next = list.next(Math.ceil(stepOf(left - RING)) - 1);
    return next !== 0 && next <= stepOf(right + RING);
  });
}

const LABEL_LEFT = 16;
const INDENT = 8;

function rowLabel(p: TimelinePicture, row: TimelineRow, i: number): void {
  const { g, palette, layout, words, more, trace } = p;
  const lane = trace.tables.lanes[row.lane] ?? '';
  const said =
    row.kind === 'lane'
      ? (words.lanes[lane] ?? lane)
      : row.kind === 'others'
        ? more.others(count(row.names))
        : row.name === ''
          ? more.nobody
          : row.name;
  const left = row.kind === 'lane' ? LABEL_LEFT : LABEL_LEFT + INDENT;
  const y = rowTop(p, i) + layout.laneHeight / 2;
  g.font = font(palette);
  text(p, cut(g, said, layout.x0 - 6 - left), left, y + 4, row.kind === 'lane' ? 'ink-2' : 'ink-3');
  if (row.kind === 'lane') caret(p, y, p.rows.filter.open === lane);
}

/** Before the name of a lane: it opens. */
function caret({ g, palette }: TimelinePicture, y: number, open: boolean): void {
  g.fillStyle = palette.get('ink-3');
  g.beginPath();
  if (open) {
    g.moveTo(4.5, y - 1.5);
    g.lineTo(11.5, y - 1.5);
    g.lineTo(8, y + 3);
  } else {
    g.moveTo(6, y - 3);
    g.lineTo(10.5, y + 0.5);
    g.lineTo(6, y + 4);
  }
  g.fill();
}

/** A long name loses its middle. */
function cut(g: CanvasRenderingContext2D, said: string, room: number): string {
  if (g.measureText(said).width <= room) return said;
  for (let keep = said.length - 2; keep > 3; keep--) {
    const shown = `${said.slice(0, Math.ceil(keep / 2))}…${said.slice(said.length - Math.floor(keep / 2))}`;
    if (g.measureText(shown).width <= room) return shown;
  }
  return said.slice(0, 3);
}

/** Where a fault stands its row is shaded, from the step at which it began to the one at which it ended. */
export function paintFaults(p: TimelinePicture): void {
  const { g, palette, layout, rows, steps } = p;
  for (const { began, ended = steps, lane, target } of rows.faults.spans) {
    const row = rows.placeOf(lane, target);
    if (row === undefined || ended === began) continue;
    const a = Math.max(layout.x0, markX(p, began));
    const b = Math.min(layout.x1, markX(p, ended));
    if (b < layout.x0 || a > layout.x1) continue;
    const top = Math.round(rowTop(p, row));
    const h = Math.round(layout.laneHeight) - 1;
    g.fillStyle = palette.get('n3');
    g.fillRect(a, top, b - a, h);
    g.fillStyle = palette.get('ink');
    g.fillRect(a, top, b - a, 1.25);
    for (const x of [a, b]) g.fillRect(x - 0.5, top, 1.25, h);
  }
}

/** One mark an event: no more than there is room for, whatever the run's length. */
export function paintMarks(p: TimelinePicture): void {
  const { g, palette, layout, trace, step, selected, rows } = p;
  const w = markWidth(p);
  const h = Math.max(3, layout.laneHeight - 5);
  const [first, last] = [firstShown(p), lastShown(p)];
  rows.rows.forEach(({ steps }, row) => {
    const y = rowTop(p, row) + 2;
    for (let at = steps.below(first); at < steps.length; at++) {
      const k = steps.at(at);
      if (k > last) break;
      const mine = trace.objectId(k) === selected;
      g.fillStyle = palette.get(k === step ? 'accent' : mine ? 'ink' : k < step ? 'mark' : 'mark-soft');
      g.fillRect(markX(p, k) - w / 2, y, w, h);
    }
  });
}

const BIN = 3;

/** Too many events for a mark each: their density, past darker than future. */
export function paintHistogram(p: TimelinePicture): void {
  p.rows.rows.forEach(({ steps }, row) => {
    rowHistogram(p, steps, row);
  });
}

function rowHistogram(p: TimelinePicture, list: StepList, row: number): void {
  const { g, palette, layout, window, step } = p;
  const bins = Math.floor((layout.x1 - layout.x0) / BIN);
  const perBin = window.span / bins;
  const foot = Math.round(rowTop(p, row + 1)) - 1;
  let at = list.below(Math.floor(window.from) + 1);
  for (let bin = 0; bin < bins; bin++) {
    const from = Math.floor(window.from + bin * perBin) + 1;
    const next = list.below(Math.floor(window.from + (bin + 1) * perBin) + 1, at);
    const found = next - at;
    at = next;
    if (found === 0) continue;
    const h = Math.max(1, Math.round(Math.min(1, found / perBin) * (layout.laneHeight - 2)));
    g.fillStyle = palette.get(from <= step ? 'mark' : 'mark-soft');
    // On whole pixels: thousands of soft edges are what a frame would cost.
    g.fillRect(layout.x0 + bin * BIN, foot - h, BIN - 1, h);
  }
}

const RING = 3.4;
const RING_PITCH = 5;

/** Hollow rings on the ruler where a run stops; full diamonds where an invariant was broken. */
export function paintStops(p: TimelinePicture): void {
  const { g, palette, layout } = p;
  const y = layout.windowTop - 5;
  g.strokeStyle = palette.get('accent');
  g.fillStyle = palette.get('surface');
  g.lineWidth = 1.5;
  apart(p, p.stops, (x) => {
    g.beginPath();
    g.arc(x, y, RING, 0, 2 * Math.PI);
    g.fill();
    g.stroke();
  });
  g.fillStyle = palette.get('bad');
  apart(p, p.breaches, (x) => {
    diamond(g, x, y);
  });
}

/** Where marks would touch, one stands for its neighbours. */
function apart(p: TimelinePicture, list: StepList, draw: (x: number) => void): void {
  const { layout, window } = p;
  const least = Math.max(1, Math.ceil((RING_PITCH * window.span) / (layout.x1 - layout.x0)));
  const last = window.from + window.span;
  for (let k = list.next(Math.ceil(window.from) - 1); k !== 0 && k <= last; k = list.next(k + least - 1))
    draw(markX(p, k));
}

const DIAMOND = 4.6;

export function diamond(g: CanvasRenderingContext2D, x: number, y: number): void {
  g.beginPath();
  g.moveTo(x, y - DIAMOND);
  g.lineTo(x + DIAMOND, y);
  g.lineTo(x, y + DIAMOND);
  g.lineTo(x - DIAMOND, y);
  g.fill();
}

/** The number over the play-head. */
function headOf(p: TimelinePicture): HeadBox {
  const { g, palette, layout, step } = p;
  g.font = font(palette, 600);
  return headBox(markX(p, step), g.measureText(count(step)).width, layout.x0, layout.width);
}

export function paintPlayHead(p: TimelinePicture): void {
  const { g, palette, layout, window, step } = p;
  if (step < window.from - 0.5 || step > window.from + window.span + 0.5) return;
  const x = markX(p, step);
  const { left, width } = headOf(p);
  g.fillStyle = palette.get('accent');
  g.fillRect(x - 0.75, layout.windowTop - 4, 1.5, rowsBottom(p) - layout.windowTop + 4);
  g.beginPath();
  g.roundRect(left, layout.windowTop - 16, width, 15, 3);
  g.fill();
  g.font = font(palette, 600);
  g.fillStyle = palette.get('on-accent');
  g.textAlign = 'center';
  g.fillText(count(step), left + width / 2, layout.windowTop - 4.5);
}
