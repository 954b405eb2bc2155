/** Tokens drawn once a phase, size, theme and device pixel ratio, then copied: the cost of a frame is the copies alone. */
import type { TokenPhase } from '../../protocol/protocol.ts';
import type { Palette } from './palette.ts';
import { LETTER_EDGE, TOKEN_SHAPES, TOKEN_STROKE } from './token-paths.ts';

/** Space around the token inside its sprite, in CSS pixels. */
export const SPRITE_PAD = 2;

export class Sprites {
  private readonly cache = new Map<string, HTMLCanvasElement>();
  readonly palette: Palette;
  readonly ratio: number;

  constructor(palette: Palette, ratio: number) {
    this.palette = palette;
    this.ratio = ratio;
  }

  /** @param size edge in CSS pixels */
  get(phase: TokenPhase, size: number, ghost: boolean): HTMLCanvasElement {
    const id = `${phase}/${size}${ghost ? '/ghost' : ''}`;
    const known = this.cache.get(id);
    if (known !== undefined) return known;
    const made = this.draw(phase, size, ghost);
    this.cache.set(id, made);
    return made;
  }

  private draw(phase: TokenPhase, size: number, ghost: boolean): HTMLCanvasElement {
    const canvas = document.createElement('canvas');
    const edge = Math.ceil((size + 2 * SPRITE_PAD) * this.ratio);
    canvas.width = edge;
    canvas.height = edge;
    const g = canvas.getContext('2d');
    if (g === null) return canvas;
    const { path, letter, letterX, letterY, letterSize } = TOKEN_SHAPES[phase];
    const unit = 20 / size;
    g.scale(this.ratio / unit, this.ratio / unit);
    g.translate(SPRITE_PAD * unit, SPRITE_PAD * unit);
    const outline = new Path2D(path);
    g.lineJoin = 'round';
    g.lineWidth = TOKEN_STROKE * unit;
    g.strokeStyle = this.palette.get(`p-${phase}-l`);
    if (ghost) g.setLineDash([3 * unit, 2.2 * unit]);
    else {
      g.fillStyle = this.palette.get(`p-${phase}`);
      g.fill(outline);
    }
    g.stroke(outline);
    if (size >= LETTER_EDGE) {
      g.font = `700 ${letterSize}px ${this.palette.get('font-ui')}`;
      g.textAlign = 'center';
      g.fillStyle = this.palette.get(ghost ? `p-${phase}-l` : `p-${phase}-i`);
      g.fillText(letter, letterX, letterY);
    }
    return canvas;
  }
}
