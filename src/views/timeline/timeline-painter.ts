/** Paints the timeline. Everything on it is a mark of one event or a count of many; the controls above it are DOM. */
import type { LaneDensity } from '../../derive/lane-density.ts';
import type { StageWords } from '../../derive/stage-words.ts';
import { headBox, placeNames, type HeadBox, type NameWish } from '../../derive/timeline-names.ts';
import {
  LEAST_MARK_PITCH,
  overviewX,
  rulerSteps,
  windowX,
  type StepWindow,
  type TimelineLayout,
} from '../../derive/timeline-layout.ts';
import type { TraceBuffer } from '../../derive/trace-buffer.ts';
import { eventName } from '../../derive/words/event-names.ts';
import type { Lang } from '../../derive/words/lang.ts';
import { count, simTime } from '../../derive/words/numbers.ts';
import type { Palette } from '../stage/palette.ts';

export interface TimelinePicture {
  readonly g: CanvasRenderingContext2D;
  readonly palette: Palette;
  readonly layout: TimelineLayout;
  readonly trace: TraceBuffer;
  readonly density: LaneDensity;
  readonly window: StepWindow;
  readonly step: number;
  readonly steps: number;
  /** Steps about the selected object. */
  readonly mine: ReadonlySet<number>;
  readonly words: StageWords;
  readonly lang: Lang;
}

const font = (palette: Palette, weight = 400): string => `${weight} 11px ${palette.get('font-ui')}`;

function text(
  { g, palette }: TimelinePicture,
  what: string,
  x: number,
  y: number,
  tone: 'ink-3' | 'ink-2' = 'ink-3',
): void {
  g.font = font(palette);
  g.fillStyle = palette.get(tone);
  g.fillText(what, x, y);
}

/** A density is taken over at least so many steps. */
const SMOOTH_STEPS = 8;

/** Density of each lane as opacity, one bin every four pixels. */
function overview(p: TimelinePicture): void {
  const { g, palette, layout, density, trace, steps } = p;
  const bins = Math.max(1, Math.floor((layout.x1 - layout.x0) / 4));
  const lanes = trace.tables.lanes.length;
  const perBin = steps / bins;
  // Short runs have less than an event a bin: then each bin counts its neighbours too.
  const spread = Math.max(0, (SMOOTH_STEPS - perBin) / 2);
  const width = (layout.x1 - layout.x0) / bins;
  g.fillStyle = palette.get('mark');
  for (let lane = 0; lane < lanes; lane++) {
    for (let bin = 0; bin < bins; bin++) {
      const first = bin * perBin + 1 - spread;
      const last = Math.round(first + perBin + 2 * spread) - 1;
      const found = density.count(lane, Math.max(1, Math.round(first)), last);
      if (found === 0) continue;
      g.globalAlpha = 0.12 + 0.88 * Math.min(1, (found / (perBin + 2 * spread)) * 1.8);
      const y = layout.overviewTop + lane * layout.stripPitch;
      g.fillRect(layout.x0 + bin * width, y, width - 0.6, layout.stripHeight);
    }
  }
  g.globalAlpha = 1;
}

function overviewRuler(p: TimelinePicture): void {
  const { g, layout, steps, words } = p;
  g.textAlign = 'start';
  g.font = font(p.palette);
  const all = words.steps(count(steps));
  // Of a long run the number alone: the strips begin at x0.
  text(
    p,
    16 + g.measureText(all).width + 6 > layout.x0 ? count(steps) : all,
    16,
    (layout.overviewTop + layout.overviewBottom) / 2 + 4,
  );
  const last = overviewX(layout, steps, steps);
  for (const k of rulerSteps(0, steps, layout.x1 - layout.x0, 160)) {
    const x = overviewX(layout, steps, k);
    if (k !== steps && last - x < 60 + (count(steps).length - 3) * 6) continue;
    g.textAlign = k === 0 ? 'start' : k === steps ? 'end' : 'center';
    text(p, count(k), x, 12);
  }
  g.textAlign = 'end';
  if (steps > 0) text(p, count(steps), last, 12);
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

function windowGrid(p: TimelinePicture): void {
  const { g, palette, layout, window, trace, words } = p;
  const head = headOf(p);
  const { x0, x1, windowTop, laneHeight } = layout;
  g.strokeStyle = palette.get('line');
  g.lineWidth = 1;
  g.textAlign = 'start';
  const bottom = windowTop + trace.tables.lanes.length * laneHeight;
  for (const k of rulerSteps(window.from, window.from + window.span, x1 - x0, 110)) {
    const x = Math.round(windowX(layout, window, k)) + 0.5;
    g.beginPath();
    g.moveTo(x, windowTop - 4);
    g.lineTo(x, bottom);
    g.stroke();
    const label = `${count(k)}  ${simTime(trace.time(k))}`;
    g.font = font(palette);
    const end = x + 4 + g.measureText(label).width;
    if (end > x1 || (head.left < end + 6 && x + 4 < head.left + head.width + 6)) continue;
    text(p, label, x + 4, windowTop - 4);
  }
  trace.tables.lanes.forEach((name, i) => {
    const y = windowTop + i * laneHeight;
    text(p, words.lanes[name] ?? name, 16, y + laneHeight / 2 + 4, 'ink-2');
    g.beginPath();
    g.moveTo(x0, Math.round(y + laneHeight) - 0.5);
    g.lineTo(x1, Math.round(y + laneHeight) - 0.5);
    g.stroke();
  });
}

const pitchOf = ({ layout, window }: TimelinePicture): number => (layout.x1 - layout.x0) / Math.max(1, window.span);

function markWidth(p: TimelinePicture): number {
  const pitch = pitchOf(p);
  return Math.max(1, pitch > 5 ? Math.min(pitch - 3, 12) : pitch - 1);
}

function marks(p: TimelinePicture): void {
  const { g, palette, layout, window, trace, step, mine } = p;
  const w = markWidth(p);
  const h = Math.max(3, layout.laneHeight - 5);
  const last = Math.min(trace.length, window.from + window.span);
  for (let k = Math.max(1, window.from); k <= last; k++) {
    const y = layout.windowTop + trace.lane(k) * layout.laneHeight + 2;
    const tone = k === step ? 'accent' : mine.has(k) ? 'ink' : k < step ? 'mark' : 'mark-soft';
    g.fillStyle = palette.get(tone);
    g.fillRect(windowX(layout, window, k) - w / 2, y, w, h);
  }
}

/** Too many events for a mark each: their density, past darker than future. */
function histogram(p: TimelinePicture): void {
  const { g, palette, layout, window, trace, density, step } = p;
  const width = 3;
  const bins = Math.floor((layout.x1 - layout.x0) / width);
  const perBin = window.span / bins;
  for (let lane = 0; lane < trace.tables.lanes.length; lane++) {
    const foot = layout.windowTop + (lane + 1) * layout.laneHeight - 1;
    for (let bin = 0; bin < bins; bin++) {
      const from = Math.floor(window.from + bin * perBin) + 1;
      const found = density.count(lane, from, Math.floor(window.from + (bin + 1) * perBin));
      if (found === 0) continue;
      const h = Math.max(1, Math.min(1, found / perBin) * (layout.laneHeight - 2));
      g.fillStyle = palette.get(from <= step ? 'mark' : 'mark-soft');
      g.fillRect(layout.x0 + bin * width, foot - h, width - 0.6, h);
    }
  }
}

const laneMiddle = ({ layout, trace }: TimelinePicture, k: number): number =>
  layout.windowTop + trace.lane(k) * layout.laneHeight + layout.laneHeight / 2 - 0.5;

const MOST_EFFECTS = 24;

/** From the cause a solid line, to the effects dashed ones. */
function causes(p: TimelinePicture): void {
  const { g, palette, layout, trace, window, step } = p;
  if (step < 1) return;
  const x = windowX(layout, window, step);
  const y = laneMiddle(p, step);
  g.save();
  g.beginPath();
  g.rect(layout.x0, layout.windowTop - 4, layout.x1 - layout.x0, layout.height);
  g.clip();
  g.strokeStyle = palette.get('ink');
  const arc = (k: number, dashed: boolean): void => {
    const kx = windowX(layout, window, k);
    const ky = laneMiddle(p, k);
    const bend = ky === y ? y - layout.laneHeight : (y + ky) / 2;
    g.setLineDash(dashed ? [3, 2] : []);
    g.lineWidth = dashed ? 1.25 : 1.5;
    g.beginPath();
    g.moveTo(x, y);
    g.bezierCurveTo(x, bend, kx, bend, kx, ky);
    g.stroke();
    g.beginPath();
    g.setLineDash([]);
    g.arc(kx, ky, 2.5, 0, 2 * Math.PI);
    g.fillStyle = palette.get(dashed ? 'surface' : 'ink');
    g.fill();
    g.stroke();
  };
  for (const effect of trace.effectsOf(step).slice(0, MOST_EFFECTS)) arc(effect, true);
  const cause = trace.cause(step);
  if (cause > 0) arc(cause, false);
  g.restore();
}

/** Only what a person would name: bindings, and Pods that start, become ready, find no node or go. */
const NAMED: ReadonlySet<string> = new Set(['pod.ready', 'pod.gone', 'cycle.failed', 'kubelet.rejected']);

const isNamed = ({ trace }: TimelinePicture, k: number): boolean =>
  NAMED.has(trace.kindName(k)) || (trace.kindName(k) === 'store.written' && trace.detail(k) === 'bind');

const nameAt = ({ trace, lang }: TimelinePicture, k: number): string =>
  eventName(
    {
      kind: trace.kindName(k),
      subject: trace.subject(k),
      object: trace.object(k),
      detail: trace.detail(k),
      number: trace.number(k),
    },
    lang,
  );

function namesToPlace(p: TimelinePicture): NameWish[] {
  const { g, palette, trace, window, layout, step } = p;
  const wish = (k: number, now: boolean): NameWish => {
    g.font = font(palette, now ? 600 : 400);
    const width = g.measureText(nameAt(p, k)).width;
    return { step: k, lane: trace.lane(k), x: windowX(layout, window, k), width, now };
  };
  const wishes = step >= window.from && step > 0 ? [wish(step, true)] : [];
  for (let k = Math.max(1, window.from); k <= Math.min(trace.length, window.from + window.span); k++) {
    if (k !== step && isNamed(p, k)) wishes.push(wish(k, false));
  }
  return wishes.filter(({ width }) => width > 0);
}

function markMiddles({ trace, window, layout }: TimelinePicture): number[][] {
  const lanes: number[][] = trace.tables.lanes.map(() => []);
  for (let k = Math.max(1, window.from); k <= Math.min(trace.length, window.from + window.span); k++) {
    lanes[trace.lane(k)]?.push(windowX(layout, window, k));
  }
  return lanes;
}

function names(p: TimelinePicture): void {
  const { g, palette, layout, window, step, trace } = p;
  const spots = placeNames(namesToPlace(p), {
    from: layout.x0,
    to: layout.width - 2,
    lanes: trace.tables.lanes.length,
    aside: pitchOf(p) / 2 + 3,
    markWidth: markWidth(p),
    marks: markMiddles(p),
    playHead: windowX(layout, window, step),
  });
  g.textAlign = 'start';
  for (const spot of spots) {
    const now = spot.step === step;
    const y = layout.windowTop + (spot.lane + 0.5) * layout.laneHeight + 3.5;
    const name = nameAt(p, spot.step);
    g.font = font(palette, now ? 600 : 400);
    // A line from a cause may pass here: under the name it stops.
    g.fillStyle = palette.get('surface');
    g.fillRect(spot.x - 2, y - 9, g.measureText(name).width + 4, Math.min(12, layout.laneHeight));
    g.fillStyle = palette.get(now ? 'accent' : 'ink');
    g.fillText(name, spot.x, y);
  }
}

/** The number over the play-head. */
function headOf({ g, palette, layout, window, step }: TimelinePicture): HeadBox {
  g.font = font(palette, 600);
  return headBox(windowX(layout, window, step), g.measureText(count(step)).width, layout.x0, layout.width);
}

function playHead(p: TimelinePicture): void {
  const { g, palette, layout, window, step, trace } = p;
  const x = windowX(layout, window, step);
  const { left, width } = headOf(p);
  g.fillStyle = palette.get('accent');
  g.fillRect(x - 0.75, layout.windowTop - 4, 1.5, trace.tables.lanes.length * layout.laneHeight + 4);
  g.beginPath();
  g.roundRect(left, layout.windowTop - 16, width, 15, 3);
  g.fill();
  g.fillStyle = palette.get('on-accent');
  g.textAlign = 'center';
  g.fillText(count(step), left + width / 2, layout.windowTop - 4.5);
}

/** A scrubber: how many events lie where, and the play-head. */
function slim(p: TimelinePicture): void {
  const { g, palette, layout, density, trace, steps, step } = p;
  const bins = Math.max(1, Math.floor((layout.x1 - layout.x0) / 4.7));
  const per = Math.max(1, steps / bins);
  const foot = layout.overviewBottom;
  const counts = Array.from({ length: Math.min(bins, steps) }, (_, bin) => {
    const from = Math.floor(bin * per) + 1;
    let found = 0;
    const [start, end] = [trace.time(from - 1), trace.time(Math.min(steps, Math.floor((bin + 1) * per)))];
    for (let lane = 0; lane < trace.tables.lanes.length; lane++) found += density.count(lane, from, from + per - 1);
    return found / (1 + Math.log2(1 + (end - start) / 1000));
  });
  const most = Math.max(1, ...counts);
  counts.forEach((value, bin) => {
    const h = 2 + (value / most) * (foot - layout.overviewTop - 4);
    const x = overviewX(layout, steps, bin * per);
    g.fillStyle = palette.get(bin * per < step ? 'mark' : 'mark-soft');
    g.fillRect(x, foot - h, 3.2, h);
  });
  const x = overviewX(layout, steps, step);
  g.fillStyle = palette.get('line');
  g.fillRect(layout.x0, foot, layout.x1 - layout.x0, 1);
  g.fillStyle = palette.get('accent');
  g.fillRect(x - 1, 2, 2, layout.height - 4);
  g.beginPath();
  g.arc(x, foot, 6, 0, 2 * Math.PI);
  g.fill();
}

export function paintTimeline(p: TimelinePicture): void {
  p.g.clearRect(0, 0, p.layout.width, p.layout.height);
  if (p.steps === 0) return;
  if (p.layout.slim) {
    slim(p);
    return;
  }
  overview(p);
  overviewRuler(p);
  brush(p);
  windowGrid(p);
  if (pitchOf(p) >= LEAST_MARK_PITCH) {
    marks(p);
    causes(p);
    names(p);
  } else histogram(p);
  playHead(p);
}
