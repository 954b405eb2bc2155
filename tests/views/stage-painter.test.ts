import { describe, expect, test } from 'vitest';
import { buildScene } from '../../src/derive/scene.ts';
import type { Palette } from '../../src/views/stage/palette.ts';
import { paintScene } from '../../src/views/stage/painter.ts';
import type { Sprites } from '../../src/views/stage/sprites.ts';
import { TOKEN_PHASES, TOKEN_SHAPES } from '../../src/views/stage/token-paths.ts';
import { journeyTrace, journeyView, POD_KEY } from '../derive/journey.ts';

const trace = journeyTrace();

/** A canvas that writes down what is drawn on it. */
function recorder() {
  const drawn: string[] = [];
  const context = new Proxy<Record<string, unknown>>(
    {},
    {
      get: (target, name) => {
        if (name in target) return target[String(name)];
        return (...args: unknown[]) => {
          if (name === 'drawImage') drawn.push(`sprite at ${String(args[1])},${String(args[2])}`);
          if (name === 'fillText') drawn.push(`text ${String(args[0])}`);
        };
      },
    },
  );
  return { drawn, g: context as unknown as CanvasRenderingContext2D };
}

const palette: Palette = { theme: 'light', get: (name) => `var(--${name})` };
const asked: string[] = [];
const sprites = {
  ratio: 1,
  palette,
  get: (phase: string, size: number, ghost: boolean) => {
    asked.push(`${phase}/${size}${ghost ? '/ghost' : ''}`);
    return { width: size + 4, height: size + 4 };
  },
} as unknown as Sprites;

function paint(step: number, progress: number) {
  const scene = buildScene({
    before: journeyView(step),
    after: journeyView(step + 1),
    progress,
    trace,
    playhead: step,
    size: { width: 920, height: 636 },
    layout: 'wide',
    selection: POD_KEY,
    lang: 'en',
    reducedMotion: false,
  });
  const { drawn, g } = recorder();
  const ids: string[] = [];
  paintScene({ g, palette, sprites, hover: '' }, scene, (id) => ids.push(id));
  return { scene, drawn, ids };
}

describe('the painter', () => {
  test('paints each item of a scene once, and each Pod once', () => {
    for (const [step, progress] of [
      [9, 0.5],
      [16, 0.5],
      [17, 0],
      [18, 0.4],
    ] as const) {
      const { scene, ids } = paint(step, progress);
      expect(ids).toEqual(scene.items.map((item) => item.id));
      expect(ids.filter((id) => id === POD_KEY)).toHaveLength(1);
    }
  });

  test('one sprite a token or ghost, on whole pixels', () => {
    const { scene, drawn } = paint(16, 0.37);
    const placed = drawn.filter((line) => line.startsWith('sprite'));
    expect(placed).toHaveLength(scene.items.filter((item) => item.kind === 'token' || item.kind === 'ghost').length);
    expect(placed.every((line) => /^sprite at -?\d+,-?\d+$/.test(line))).toBe(true);
  });

  test('the label of the message of the step is written', () => {
    expect(paint(17, 0).drawn).toContain('text POST web-…-m4tzd/binding');
  });

  test('UX 30: every phase has a shape and a letter of its own', () => {
    const shapes = TOKEN_PHASES.map((phase) => TOKEN_SHAPES[phase]);
    expect(TOKEN_PHASES).toHaveLength(8);
    expect(new Set(shapes.map((shape) => shape.path)).size).toBe(8);
    expect(new Set(shapes.map((shape) => shape.letter)).size).toBe(8);
  });
});
