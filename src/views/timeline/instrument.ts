/**
 * The timeline's canvas and its window. A pan or a zoom is drawn from here, once a frame; React hears of the window only when
 * it has come to rest.
 */
import {
  clampWindow,
  followed,
  overviewX,
  usualSpan,
  windowAbout,
  type StepWindow,
} from '../../derive/timeline-layout.ts';
import { readPalette, type Palette } from '../stage/palette.ts';
import { paintStrips } from './overview-painter.ts';
import type { TimelinePicture } from './picture.ts';
import { paintTimeline } from './timeline-painter.ts';

export type InstrumentInput = Omit<TimelinePicture, 'g' | 'palette' | 'window'> & { readonly theme: string };

/** A window that has not moved for so long is at rest. */
const REST_MILLIS = 120;

export class Instrument {
  window: StepWindow | undefined;
  private readonly canvas: HTMLCanvasElement;
  private readonly root: HTMLElement;
  private readonly onRest: (window: StepWindow) => void;
  private input: InstrumentInput | undefined;
  private palette: Palette | undefined;
  private handle = 0;
  private timer = 0;
  private readonly strips = document.createElement('canvas');
  private stripsKey = '';

  constructor(canvas: HTMLCanvasElement, root: HTMLElement, onRest: (window: StepWindow) => void) {
    this.canvas = canvas;
    this.root = root;
    this.onRest = onRest;
  }

  /** What is shown changed: the window goes along with the play-head, and all is drawn at once. */
  show(input: InstrumentInput): void {
    const before = this.input;
    this.input = input;
    if (this.palette?.theme !== input.theme) this.palette = readPalette(this.canvas, input.theme);
    const { step, steps } = input;
    const window = this.windowFor(input, before);
    this.window =
      before?.step === step && before.steps > 0 ? clampWindow(window, steps) : followed(window, step, steps);
    this.draw();
    if (this.timer === 0) this.rest();
  }

  /** Until a person zooms the window is as wide as a mark an event allows. */
  private windowFor({ layout, step, steps }: InstrumentInput, before: InstrumentInput | undefined): StepWindow {
    const span = usualSpan(layout, steps);
    if (this.window === undefined || before === undefined) return windowAbout(step, span, steps);
    const untouched = this.window.span === usualSpan(before.layout, before.steps);
    return untouched ? { from: this.window.from, span } : this.window;
  }

  move(window: StepWindow): void {
    if (this.input === undefined) return;
    this.window = clampWindow(window, this.input.steps);
    if (this.handle === 0) this.handle = requestAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.timer = globalThis.setTimeout(this.rest, REST_MILLIS) as unknown as number;
  }

  /** Tells of the window now: a key was pressed, and who reads it is not to wait. */
  readonly rest = (): void => {
    clearTimeout(this.timer);
    this.timer = 0;
    if (this.input !== undefined && this.window !== undefined) this.placeHandles(this.input, this.window);
    if (this.window !== undefined) this.onRest(this.window);
  };

  stop(): void {
    cancelAnimationFrame(this.handle);
    clearTimeout(this.timer);
    this.handle = 0;
    this.timer = 0;
  }

  /** What is drawn, for who asks what lies under the pointer. */
  get picture(): TimelinePicture | undefined {
    const { input, window, palette } = this;
    const g = this.canvas.getContext('2d');
    if (input === undefined || window === undefined || palette === undefined || g === null) return undefined;
    return { ...input, g, window, palette };
  }

  private readonly frame = (): void => {
    this.handle = 0;
    this.draw();
  };

  private draw(): void {
    const { picture } = this;
    if (picture === undefined) return;
    const ratio = globalThis.devicePixelRatio;
    picture.g.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintTimeline(picture, (p) => {
      this.paintStrips(p, ratio);
    });
  }

  /** The overview's densities change with the run alone: a pan copies them. */
  private paintStrips(p: TimelinePicture, ratio: number): void {
    const { layout, rows, steps, palette } = p;
    const key = [layout.width, layout.overviewBottom, ratio, rows.id, rows.version, steps, palette.theme].join();
    const { strips } = this;
    if (key !== this.stripsKey) {
      this.stripsKey = key;
      strips.width = Math.round(layout.width * ratio);
      strips.height = Math.round((layout.overviewBottom + 4) * ratio);
      const g = strips.getContext('2d');
      if (g === null) return;
      g.setTransform(ratio, 0, 0, ratio, 0, 0);
      paintStrips({ ...p, g });
    }
    p.g.drawImage(strips, 0, 0, strips.width / ratio, strips.height / ratio);
  }

  /** The handles are elements, so that keys and screen readers find them; what is seen of them is painted. */
  private placeHandles({ layout, steps }: InstrumentInput, window: StepWindow): void {
    if (layout.slim) return;
    const a = overviewX(layout, steps, window.from);
    const b = Math.max(a + 6, overviewX(layout, steps, window.from + window.span));
    const [start = null, end = null] = this.handles;
    if (start !== null) start.style.transform = `translateX(${String(a - 22)}px)`;
    if (end !== null) end.style.transform = `translateX(${String(b - 2)}px)`;
  }

  private get handles(): readonly (HTMLElement | null)[] {
    return ['start', 'end'].map((name) => this.root.querySelector<HTMLElement>(`.tl-handle.${name}`));
  }
}
