/**
 * The one loop of the stage. Each animation frame it reads where the play-head is and paints, if anything differs from what
 * is on the canvas. React tells it what to look at and never runs inside it.
 */
import type { LayoutKind } from '../../derive/layout-types.ts';
import { prepareScene, sceneAt, type Prepared, type Scene } from '../../derive/scene.ts';
import type { TraceBuffer } from '../../derive/trace-buffer.ts';
import type { Lang } from '../../derive/words/lang.ts';
import type { StageView } from '../../protocol/protocol.ts';
import { readPalette, type Palette } from './palette.ts';
import { paintScene } from './painter.ts';
import { Sprites } from './sprites.ts';

export interface LoopInput {
  readonly trace: TraceBuffer;
  readonly viewAt: (step: number) => StageView | undefined;
  readonly playhead: () => { readonly step: number; readonly progress: number };
  readonly size: { readonly width: number; readonly height: number };
  readonly layout: LayoutKind;
  readonly selection: string | undefined;
  readonly hover: string;
  readonly lang: Lang;
  readonly theme: string;
  readonly reducedMotion: boolean;
}

export class FrameLoop {
  private readonly canvas: HTMLCanvasElement;
  private input: LoopInput | undefined;
  private prepared: Prepared | undefined;
  private palette: Palette | undefined;
  private sprites: Sprites | undefined;
  private painted = '';
  /** The two steps that `prepared` lies between. */
  private kept = '';
  private handle = 0;
  /** What is on the canvas; the pointer picks in it. */
  scene: Scene | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
  }

  start(): void {
    const turn = (): void => {
      this.frame();
      this.handle = requestAnimationFrame(turn);
    };
    this.handle = requestAnimationFrame(turn);
  }

  stop(): void {
    cancelAnimationFrame(this.handle);
  }

  /** What to look at from the next frame on. */
  look(input: LoopInput): void {
    if (input.theme !== this.input?.theme) this.palette = undefined;
    this.input = input;
    this.prepared = undefined;
    this.painted = '';
  }

  private frame(): void {
    const { input } = this;
    if (input === undefined) return;
    const { step, progress } = input.playhead();
    const prepared = this.prepare(input, step);
    if (prepared === undefined) return;
    const ratio = globalThis.devicePixelRatio;
    const state = `${step}/${progress}/${ratio}`;
    if (state === this.painted && prepared === this.prepared) return;
    this.prepared = prepared;
    this.painted = state;
    this.scene = sceneAt(prepared, progress);
    this.paint(input, this.scene, ratio);
  }

  /** Undefined while the view of that step is still on its way: the last picture stays. */
  private prepare(input: LoopInput, step: number): Prepared | undefined {
    const { viewAt, reducedMotion } = input;
    const here = viewAt(step);
    if (here === undefined) return undefined;
    const [before, after] = reducedMotion ? [viewAt(step - 1) ?? here, here] : [here, viewAt(step + 1) ?? here];
    const between = `${before.step}/${after.step}`;
    if (this.prepared?.input.trace === input.trace && this.kept === between) return this.prepared;
    this.kept = between;
    const { trace, size, layout, selection, lang } = input;
    return prepareScene({ before, after, trace, playhead: before.step, size, layout, selection, lang, reducedMotion });
  }

  private paint(input: LoopInput, scene: Scene, ratio: number): void {
    const { canvas } = this;
    const { width, height } = scene.layout;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    this.palette ??= readPalette(canvas, input.theme);
    if (this.sprites?.ratio !== ratio || this.sprites.palette !== this.palette) {
      this.sprites = new Sprites(this.palette, ratio);
    }
    const g = canvas.getContext('2d');
    if (g === null) return;
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.clearRect(0, 0, width, height);
    paintScene({ g, palette: this.palette, sprites: this.sprites, hover: input.hover }, scene);
  }
}
