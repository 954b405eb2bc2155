/** Where things stand on the timeline: an overview of all steps over a window of some; steps are the axis of both. */
import { ticks } from 'd3-array';

/** Steps from..from + span, both ends included; a window that is being moved may begin between two steps. */
export interface StepWindow {
  readonly from: number;
  readonly span: number;
}

export interface TimelineLayout {
  readonly width: number;
  readonly height: number;
  /** Left and right end of both axes. */
  readonly x0: number;
  readonly x1: number;
  /** One strip for all lanes and no window: where there is only the height of a scrubber. */
  readonly slim: boolean;
  readonly overviewTop: number;
  readonly stripHeight: number;
  readonly stripPitch: number;
  readonly overviewBottom: number;
  readonly windowTop: number;
  readonly laneHeight: number;
}

const LABELS = 112;
const SLIM_BELOW = 60;
/** Below this, marks become a histogram. */
export const LEAST_MARK_PITCH = 3;
const USUAL_MARK_PITCH = 11;
const LEAST_SPAN = 10;
const ROW_PITCH = 12;
/** Few rows do not become bars. */
const ROW_MAX = 22;

/** @param strips lanes of the overview @param rows rows of the window */
export function layoutTimeline(width: number, height: number, strips: number, rows = strips): TimelineLayout {
  const slim = height < SLIM_BELOW;
  const overviewTop = slim ? 2 : 18;
  const stripHeight = strips > 5 ? 2 : strips > 3 ? 4 : 6;
  const stripPitch = stripHeight + 1;
  const overviewBottom = slim ? height - 8 : overviewTop + Math.max(3, strips) * stripPitch;
  const windowTop = overviewBottom + (height > 126 ? 19 : 17);
  return {
    width,
    height,
    x0: slim ? 10 : LABELS,
    x1: width - (slim ? 10 : 16),
    slim,
    overviewTop,
    stripHeight,
    stripPitch,
    overviewBottom,
    windowTop,
    laneHeight: Math.min(ROW_MAX, (height - windowTop - 5) / Math.max(1, rows)),
  };
}

/** Pixels that the timeline takes more than usual, so that more rows than usual are as high as those are. */
export const extraHeight = (rows: number, usual: number): number => Math.max(0, rows - usual) * ROW_PITCH;

/** As many steps as have room for a mark each. */
export const usualSpan = ({ x0, x1 }: TimelineLayout, steps: number): number =>
  Math.max(1, Math.min(steps, Math.max(LEAST_SPAN, Math.floor((x1 - x0) / USUAL_MARK_PITCH))));

/** The window moved and cut so that it lies within the run. */
export function clampWindow(window: StepWindow, steps: number): StepWindow {
  const span = Math.max(1, Math.min(Math.max(window.span, Math.min(LEAST_SPAN, steps)), steps));
  return { from: Math.max(0, Math.min(window.from, steps - span)), span };
}

/** @param factor below 1: fewer steps @param at the step that stays where it is */
export function zoomed(window: StepWindow, factor: number, at: number, steps: number): StepWindow {
  const span = Math.max(Math.min(LEAST_SPAN, steps), Math.min(window.span * factor, steps));
  return clampWindow({ from: at - ((at - window.from) * span) / Math.max(1, window.span), span }, steps);
}

/** A window in which steps first..last are seen, with a little air. */
export function fitted(first: number, last: number, steps: number): StepWindow {
  const span = Math.max(LEAST_SPAN, (last - first) * 1.1);
  return clampWindow({ from: (first + last - span) / 2, span }, steps);
}

/** Where a window begins that was made for a step: what came before it, and more of what follows. */
const AHEAD = 0.36;
/** Nearer to the window's end than this the next events would be out of sight. */
const LAST = 0.94;

export const windowAbout = (step: number, span: number, steps: number): StepWindow =>
  clampWindow({ from: step - span * AHEAD, span }, steps);

/** The window, turned over like a page where the step has left it, or is about to. */
export function followed(window: StepWindow, step: number, steps: number): StepWindow {
  const inside = step >= window.from && step <= window.from + window.span * LAST;
  return inside ? clampWindow(window, steps) : windowAbout(step, window.span, steps);
}

/** @param end which end of the window is moved, to which step */
export function resized(window: StepWindow, end: 'start' | 'end', step: number, steps: number): StepWindow {
  const last = window.from + window.span;
  if (end === 'end') return clampWindow({ from: window.from, span: Math.max(LEAST_SPAN, step - window.from) }, steps);
  const from = Math.max(0, Math.min(step, last - LEAST_SPAN));
  return clampWindow({ from, span: last - from }, steps);
}

// d3-scale would do these four, and bring colours and number formats along: 9 KiB of the first load.
export const overviewX = ({ x0, x1 }: TimelineLayout, steps: number, step: number): number =>
  x0 + ((x1 - x0) * step) / Math.max(1, steps);

export const windowX = ({ x0, x1 }: TimelineLayout, { from, span }: StepWindow, step: number): number =>
  x0 + ((x1 - x0) * (step - from)) / Math.max(1, span);

/** The event at or before a position of the overview. */
export const overviewStep = ({ x0, x1 }: TimelineLayout, steps: number, x: number): number =>
  cut(((x - x0) / (x1 - x0)) * steps, steps);

/** The event whose mark is at or before a position of the window; a mark reaches half its pitch to both sides. */
export const windowStep = ({ x0, x1 }: TimelineLayout, { from, span }: StepWindow, steps: number, x: number): number =>
  cut(from + ((x - x0) / (x1 - x0)) * span + 0.5, steps);

const cut = (step: number, steps: number): number => Math.max(0, Math.min(steps, Math.floor(step)));

/** Round steps about `pixels` apart, for the ruler. */
export const rulerSteps = (from: number, to: number, width: number, pixels: number): number[] =>
  ticks(from, to, Math.max(1, width / pixels)).filter(Number.isInteger);
