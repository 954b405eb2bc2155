import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DisplayTime, STAGE_MILLIS } from '../../src/derive/display-time.ts';
import { traceOf } from './fixtures.ts';
import { journeyTrace } from './journey.ts';

describe('display time', () => {
  test('grows with every step, also where no virtual time passes', () => {
    const trace = journeyTrace();
    const display = new DisplayTime(trace);
    for (let k = 0; k < trace.length; k++) expect(display.lengthOf(k)).toBeGreaterThan(0);
    // Steps 7 and 8, 10 and 11 are at the same instant.
    expect(display.lengthOf(7)).toBe(STAGE_MILLIS.queue);
    expect(display.lengthOf(10)).toBe(STAGE_MILLIS.message);
    expect(display.toDisplay(0)).toBe(0);
    expect(display.end).toBe(display.toDisplay(trace.length));
  });

  test('the way to an arrival takes at least the length of a message', () => {
    const display = new DisplayTime(journeyTrace());
    expect(display.lengthOf(1)).toBeGreaterThanOrEqual(STAGE_MILLIS.message);
    expect(display.lengthOf(16)).toBeGreaterThanOrEqual(STAGE_MILLIS.message);
  });

  test('nothing waits thirty seconds for a grace period; the longer wait is still not the shorter one', () => {
    const trace = traceOf(`
      0        sync.started  | kube-controller-manager | ReplicaSet/default/a
      20000    sync.started  | kube-controller-manager | ReplicaSet/default/b
      30020000 sync.started  | kube-controller-manager | ReplicaSet/default/c
    `);
    const display = new DisplayTime(trace);
    expect(display.lengthOf(2)).toBeCloseTo(1200, 6);
    expect(display.lengthOf(1)).toBeLessThan(display.lengthOf(2));
  });

  test('a world with other ticks shows the same lengths', () => {
    const text = (unit: number) => `
      0 sync.started | kube-controller-manager | ReplicaSet/default/a
      ${7 * unit} sync.started | kube-controller-manager | ReplicaSet/default/a
    `;
    const micro = new DisplayTime(traceOf(text(1000)));
    const nano = new DisplayTime(traceOf(text(1_000_000)), 1e9);
    expect(nano.end).toBeCloseTo(micro.end, 9);
  });

  test('a moment goes to display time and back', () => {
    const trace = journeyTrace();
    const display = new DisplayTime(trace);
    const moment = fc.tuple(fc.nat(trace.length - 1), fc.double({ min: 0, max: 0.999, noNaN: true }));
    fc.assert(
      fc.property(moment, ([step, progress]) => {
        const back = display.fromDisplay(display.toDisplay(step, progress));
        expect(back.step + back.progress).toBeCloseTo(step + progress, 6);
      }),
    );
    expect(display.fromDisplay(-5)).toEqual({ step: 0, progress: 0 });
    expect(display.fromDisplay(1e9)).toEqual({ step: trace.length, progress: 0 });
  });

  test('grows with the trace and keeps what it said', () => {
    const trace = journeyTrace();
    const display = new DisplayTime(trace);
    const before = display.toDisplay(12);
    const frame = { from: 24, length: 1, status: { steps: 24, simMicros: 0, state: 'running' as const } };
    const id = new Uint32Array(1);
    trace.append({
      branch: 0,
      ...frame,
      time: Float64Array.of(20_000),
      kind: new Uint8Array(1),
      lane: new Uint8Array(1),
      cause: id,
      subject: id,
      object: id,
      detail: id,
      number: new Float64Array(1),
      flags: new Uint8Array(1),
      firstText: 0,
      texts: [],
    });
    expect(display.toDisplay(12)).toBe(before);
    expect(display.toDisplay(24)).toBeGreaterThan(display.toDisplay(23));
  });
});
