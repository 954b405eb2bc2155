/** What keys, the wheel and the tools do to the timeline. Letters count by where they are on the keyboard, as in a game. */
import { fitted, zoomed, type StepWindow } from '../../derive/timeline-layout.ts';
import type { TimelineRows } from '../../derive/timeline-rows.ts';
import type { WindowWish } from '../../store/timeline.ts';
import { isComposing } from '../kit/composing.ts';
import type { Instrument } from './instrument.ts';
import type { TimelineProps } from './timeline.tsx';

export interface Deeds {
  readonly instrument: () => Instrument | undefined;
  readonly props: () => TimelineProps & { readonly rows: TimelineRows };
}

const CLOSER = 0.6;
/** A press moves by this part of the window. */
const SHIFT = 0.25;

const shifted = ({ from, span }: StepWindow, by: number): StepWindow => ({ from: from + span * by, span });

/** Around the play-head where it is in sight, else around the middle. */
function anchor({ from, span }: StepWindow, step: number): number {
  return step >= from && step <= from + span ? step : from + span / 2;
}

export function carryOut(wish: WindowWish, { instrument, props }: Deeds): void {
  const it = instrument();
  const window = it?.window;
  if (it === undefined || window === undefined) return;
  const { step, steps } = props();
  switch (wish) {
    case 'in':
      it.move(zoomed(window, CLOSER, anchor(window, step), steps));
      break;
    case 'out':
      it.move(zoomed(window, 1 / CLOSER, anchor(window, step), steps));
      break;
    case 'left':
      it.move(shifted(window, -SHIFT));
      break;
    case 'right':
      it.move(shifted(window, SHIFT));
      break;
    case 'all':
      it.move({ from: 0, span: steps });
      break;
    case 'selection':
      it.move(ofSelection(window, props()));
      break;
  }
  it.rest();
}

/** All that is about the selection; where that is the window already, or nothing is selected, all steps. */
function ofSelection(window: StepWindow, { trace, selection, steps }: TimelineProps): StepWindow {
  const about = selection === undefined ? [] : trace.eventsOfObject(selection);
  const [first, last] = [about[0], about.at(-1)];
  if (first === undefined || last === undefined) return { from: 0, span: steps };
  const fit = fitted(first, last, steps);
  return fit.from === window.from && fit.span === window.span ? { from: 0, span: steps } : fit;
}

const WISHES: Readonly<Record<string, WindowWish>> = {
  KeyW: 'in',
  KeyS: 'out',
  KeyA: 'left',
  KeyD: 'right',
  KeyF: 'selection',
};

/** @returns whether the key was one of the timeline's */
function pressed(code: string, deeds: Deeds): boolean {
  const { trace, step, rows, onSeek, onBookmark, onChain } = deeds.props();
  const go = (to: number | undefined): void => {
    if (to !== undefined && to > 0) onSeek(to);
  };
  const wish = WISHES[code];
  if (wish !== undefined) carryOut(wish, deeds);
  else if (code === 'KeyC') go(trace.cause(step));
  else if (code === 'KeyE') go(trace.effectsOf(step)[0]);
  else if (code === 'KeyN') go(rows.neighbour(step, 1));
  else if (code === 'KeyP') go(rows.neighbour(step, -1));
  else if (code === 'KeyM') onBookmark();
  else if (code === 'KeyH') onChain();
  else return false;
  return true;
}

const WHEEL_ZOOM = 0.002;
/** Lines and pages of a wheel, in pixels. */
const WHEEL_UNITS = [1, 16, 400];

/** @returns how to let go */
export function bindTimelineKeys(root: HTMLElement, deeds: Deeds): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!pressed(event.code, deeds)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onWheel = (event: WheelEvent): void => {
    const it = deeds.instrument();
    const picture = it?.picture;
    if (it?.window === undefined || picture === undefined || picture.layout.slim) return;
    const unit = WHEEL_UNITS[event.deltaMode] ?? 1;
    const { layout } = picture;
    const { from, span } = it.window;
    const across = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    if (event.ctrlKey || event.metaKey) {
      const x = event.clientX - root.getBoundingClientRect().left;
      const at = from + ((x - layout.x0) / (layout.x1 - layout.x0)) * span;
      it.move(zoomed(it.window, Math.exp(event.deltaY * unit * WHEEL_ZOOM), at, picture.steps));
    } else if (across !== 0) it.move({ from: from + (across * unit * span) / (layout.x1 - layout.x0), span });
    else return;
    event.preventDefault();
  };
  root.addEventListener('keydown', onKey);
  root.addEventListener('wheel', onWheel, { passive: false });
  return () => {
    root.removeEventListener('keydown', onKey);
    root.removeEventListener('wheel', onWheel);
  };
}
