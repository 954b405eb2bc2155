import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clampWindow,
  fitted,
  followed,
  layoutTimeline,
  overviewStep,
  overviewX,
  resized,
  rulerSteps,
  usualSpan,
  windowStep,
  windowX,
  zoomed,
} from '../../src/derive/timeline-layout.ts';

const layout = layoutTimeline(1440, 128, 6);

describe('the window', () => {
  test('UX 8: a click on a mark is a seek to its step', () => {
    const window = { from: 88, span: 112 };
    for (const step of [88, 100, 128, 200]) {
      expect(windowStep(layout, window, 640, windowX(layout, window, step))).toBe(step);
      expect(windowStep(layout, window, 640, windowX(layout, window, step) + 4)).toBe(step);
    }
    for (const step of [0, 1, 320, 640])
      expect(overviewStep(layout, 640, overviewX(layout, 640, step) + 0.01)).toBe(step);
    expect(overviewStep(layout, 640, -50)).toBe(0);
    expect(overviewStep(layout, 640, 9999)).toBe(640);
  });

  test('always lies within the run and always shows the play-head', () => {
    const steps = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(
        steps,
        fc.integer({ min: -500, max: 120_000 }),
        fc.integer({ min: 1, max: 5000 }),
        fc.nat(),
        (n, from, span, k) => {
          const step = k % (n + 1);
          const window = followed({ from, span }, step, n);
          expect(window.from).toBeGreaterThanOrEqual(0);
          expect(window.from + window.span).toBeLessThanOrEqual(Math.max(n, window.span));
          expect(step >= window.from && step <= window.from + window.span).toBe(true);
        },
      ),
    );
  });

  test('stays where it is while the play-head is inside, turns over when it leaves', () => {
    expect(followed({ from: 100, span: 50 }, 140, 640)).toEqual({ from: 100, span: 50 });
    expect(followed({ from: 100, span: 50 }, 151, 640)).toEqual({ from: 133, span: 50 });
    // At its very end nothing that follows would be in sight.
    expect(followed({ from: 100, span: 50 }, 150, 640)).toEqual({ from: 132, span: 50 });
    expect(followed({ from: 590, span: 50 }, 640, 640)).toEqual({ from: 590, span: 50 });
  });

  test('its ends move one at a time and do not pass each other', () => {
    expect(resized({ from: 100, span: 50 }, 'start', 120, 640)).toEqual({ from: 120, span: 30 });
    expect(resized({ from: 100, span: 50 }, 'start', 149, 640)).toEqual({ from: 140, span: 10 });
    expect(resized({ from: 100, span: 50 }, 'end', 300, 640)).toEqual({ from: 100, span: 200 });
    expect(clampWindow({ from: 600, span: 200 }, 640)).toEqual({ from: 440, span: 200 });
  });

  test('zooms around the step that stays where it is, down to ten steps and up to all', () => {
    const window = { from: 100, span: 100 };
    const half = zoomed(window, 0.5, 125, 640);
    expect(half).toEqual({ from: 112.5, span: 50 });
    expect(windowX(layout, half, 125)).toBeCloseTo(windowX(layout, window, 125));
    expect(zoomed(window, 0.001, 150, 640).span).toBe(10);
    expect(zoomed(window, 100, 150, 640)).toEqual({ from: 0, span: 640 });
    expect(zoomed({ from: 0, span: 4 }, 0.5, 2, 4)).toEqual({ from: 0, span: 4 });
  });

  test('fits around a stretch of steps', () => {
    const { from, span } = fitted(200, 300, 640);
    expect(from).toBeLessThan(200);
    expect(from + span).toBeGreaterThan(300);
    expect(fitted(5, 5, 640)).toEqual({ from: 0, span: 10 });
    expect(fitted(0, 640, 640)).toEqual({ from: 0, span: 640 });
  });

  test('usually has a mark every eleven pixels, and a short run whole', () => {
    expect(usualSpan(layout, 640)).toBe(119);
    expect(usualSpan(layout, 23)).toBe(23);
  });

  test('the ruler has round steps', () => {
    expect(rulerSteps(0, 640, 1300, 160)).toEqual([0, 100, 200, 300, 400, 500, 600]);
    expect(rulerSteps(88, 200, 1300, 110)).toEqual([90, 100, 110, 120, 130, 140, 150, 160, 170, 180, 190, 200]);
  });

  test('a low strip is a scrubber', () => {
    expect(layoutTimeline(360, 28, 6).slim).toBe(true);
    expect(layout.slim).toBe(false);
  });
});
