/** What the timeline shows, and what all its painters need. */
import type { StageWords } from '../../derive/stage-words.ts';
import type { StepList } from '../../derive/step-list.ts';
import { windowX, type StepWindow, type TimelineLayout } from '../../derive/timeline-layout.ts';
import type { Bookmark } from '../../derive/timeline-marks.ts';
import type { TimelineRows } from '../../derive/timeline-rows.ts';
import type { TraceBuffer } from '../../derive/trace-buffer.ts';
import type { Lang } from '../../derive/words/lang.ts';
import type { TimelineWords } from '../../derive/words/timeline.ts';
import type { Palette, PaletteName } from '../stage/palette.ts';

export interface TimelinePicture {
  readonly g: CanvasRenderingContext2D;
  readonly palette: Palette;
  readonly layout: TimelineLayout;
  readonly trace: TraceBuffer;
  readonly rows: TimelineRows;
  readonly window: StepWindow;
  readonly step: number;
  readonly steps: number;
  /** Text id of the selected object; -1 = none. */
  readonly selected: number;
  /** By step. */
  readonly bookmarks: readonly Bookmark[];
  /** Steps at which a run stops. */
  readonly stops: StepList;
  /** Steps at which an invariant was broken. */
  readonly breaches: StepList;
  /** Steps from this one back to what nothing caused; empty: only the cause itself is shown. */
  readonly chain: readonly number[];
  readonly words: StageWords;
  readonly more: TimelineWords;
  readonly lang: Lang;
}

export const font = (palette: Palette, weight = 400): string => `${String(weight)} 11px ${palette.get('font-ui')}`;

export function text({ g, palette }: TimelinePicture, what: string, x: number, y: number, tone: PaletteName): void {
  g.font = font(palette);
  g.fillStyle = palette.get(tone);
  g.fillText(what, x, y);
}

/** Pixels a step. */
export const pitchOf = ({ layout, window }: TimelinePicture): number =>
  (layout.x1 - layout.x0) / Math.max(1, window.span);

export const firstShown = ({ window }: TimelinePicture): number => Math.max(1, Math.ceil(window.from));
export const lastShown = ({ window, trace }: TimelinePicture): number =>
  Math.min(trace.length, Math.floor(window.from + window.span));

/** Middle of a step's mark. */
export const markX = (p: TimelinePicture, step: number): number => windowX(p.layout, p.window, step);

export function markWidth(p: TimelinePicture): number {
  const pitch = pitchOf(p);
  return Math.max(1, pitch > 5 ? Math.min(pitch - 3, 12) : pitch - 1);
}

export const rowTop = ({ layout }: TimelinePicture, row: number): number => layout.windowTop + row * layout.laneHeight;
export const rowsBottom = (p: TimelinePicture): number => rowTop(p, p.rows.rows.length);

/** Middle of the row where a step stands, or would stand if it were not filtered out; undefined where its lane is not shown. */
export function middleOf(p: TimelinePicture, step: number): number | undefined {
  const row = p.rows.rowOf(step) ?? p.rows.placeOf(p.trace.lane(step), p.trace.subjectId(step));
  return row === undefined ? undefined : rowTop(p, row) + p.layout.laneHeight / 2 - 0.5;
}
