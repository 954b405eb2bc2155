import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LaneDensity } from '../../src/derive/lane-density.ts';
import {
  clampWindow,
  followed,
  layoutTimeline,
  overviewStep,
  overviewX,
  resized,
  rulerSteps,
  usualSpan,
  windowStep,
  windowX,
} from '../../src/derive/timeline-layout.ts';
import { traceOf } from './fixtures.ts';

const layout = layoutTimeline(1440, 128, 6);

describe('lane density', () => {
  const subjects = ['kubectl', 'kube-scheduler', 'kubelet node-a', 'kube-controller-manager'];
  test('counts what a walk over the steps counts', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3), { minLength: 1, maxLength: 300 }), fc.nat(), fc.nat(), (drawn, a, b) => {
        const trace = traceOf(drawn.map((who, i) => `${i} sync.started | ${subjects[who]} | Node/a`).join('\n'));
        const density = new LaneDensity(trace);
        const from = 1 + (a % drawn.length);
        const to = from + (b % drawn.length);
        for (let lane = 0; lane < 6; lane++) {
          let naive = 0;
          for (let k = from; k <= Math.min(to, trace.length); k++) if (trace.lane(k) === lane) naive++;
          expect(density.count(lane, from, to)).toBe(naive);
        }
      }),
      { numRuns: 60 },
    );
  });
});

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
  });

  test('its ends move one at a time and do not pass each other', () => {
    expect(resized({ from: 100, span: 50 }, 'start', 120, 640)).toEqual({ from: 120, span: 30 });
    expect(resized({ from: 100, span: 50 }, 'start', 149, 640)).toEqual({ from: 140, span: 10 });
    expect(resized({ from: 100, span: 50 }, 'end', 300, 640)).toEqual({ from: 100, span: 200 });
    expect(clampWindow({ from: 600, span: 200 }, 640)).toEqual({ from: 440, span: 200 });
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
