/** One Pod is one token for its whole life: shape and letter say its phase, and so does the hue. */
import type { TokenPhase } from '../../protocol/protocol.ts';

export interface TokenShape {
  /** SVG path in a 20 x 20 box. */
  readonly path: string;
  readonly letter: string;
  /** Where the letter stands: middle and baseline, and its size, in the same box. */
  readonly letterX: number;
  readonly letterY: number;
  readonly letterSize: number;
}

const shape = (path: string, letter: string, letterX: number, letterY: number, letterSize = 12.5): TokenShape => ({
  path,
  letter,
  letterX,
  letterY,
  letterSize,
});

export const TOKEN_SHAPES: Readonly<Record<TokenPhase, TokenShape>> = {
  pending: shape('M10 1.5a8.5 8.5 0 1 1 0 17a8.5 8.5 0 1 1 0-17Z', 'P', 10.2, 14.4),
  sched: shape('M10 .5 19.5 10 10 19.5 .5 10Z', 'S', 10, 14.4),
  bound: shape('M2.5 1.5h15V11.5L10 19 2.5 11.5Z', 'B', 10.2, 13.2, 12),
  run: shape(
    'M4 1.5h12a2.5 2.5 0 0 1 2.5 2.5v12a2.5 2.5 0 0 1-2.5 2.5H4A2.5 2.5 0 0 1 1.5 16V4A2.5 2.5 0 0 1 4 1.5Z',
    'R',
    10.3,
    14.4,
  ),
  unsched: shape('M10 .8 19.6 18.4H.4Z', 'U', 10, 16.2, 10.5),
  term: shape('M2.5 1.5h15v17L10 13.8 2.5 18.5Z', 'T', 10, 11.8, 11.5),
  done: shape('M5.2 2h9.6L19.4 10l-4.6 8H5.2L.6 10Z', 'C', 10, 14.4),
  fail: shape(
    'M5.2.8 10 4.4 14.8.8 19.2 5.2 15.6 10 19.2 14.8 14.8 19.2 10 15.6 5.2 19.2.8 14.8 4.4 10 .8 5.2Z',
    'F',
    10.3,
    14,
    11,
  ),
};

export const TOKEN_PHASES = Object.keys(TOKEN_SHAPES) as readonly TokenPhase[];

/** Stroke of a token's outline in pixels, at any size. */
export const TOKEN_STROKE = 1.25;
/** Smallest edge that still carries its letter. */
export const LETTER_EDGE = 13;
