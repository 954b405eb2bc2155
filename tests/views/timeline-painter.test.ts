/** How much is drawn depends on the pixels, not on the length of the run. */
import { describe, expect, test } from 'vitest';
import { StepList, stepListOf } from '../../src/derive/step-list.ts';
import { stageWords } from '../../src/derive/stage-words.ts';
import { layoutTimeline, type StepWindow } from '../../src/derive/timeline-layout.ts';
import { TimelineRows } from '../../src/derive/timeline-rows.ts';
import { TraceBuffer } from '../../src/derive/trace-buffer.ts';
import { timelineWords } from '../../src/derive/words/timeline.ts';
import type { Palette } from '../../src/views/stage/palette.ts';
import type { TimelinePicture } from '../../src/views/timeline/picture.ts';
import { paintTimeline } from '../../src/views/timeline/timeline-painter.ts';
import { faultAt, markAt, stepAt } from '../../src/views/timeline/under-pointer.ts';
import { frameOf, TABLES } from '../derive/fixtures.ts';

const palette: Palette = { theme: 'light', get: (name) => name };

function recorder() {
  const calls = new Map<string, number>();
  const rings: number[] = [];
  const state: Record<string, unknown> = {};
  const g = new Proxy(state, {
    get: (_, name) => {
      if (name === 'measureText') return (said: string) => ({ width: said.length * 6 });
      return (...args: number[]) => {
        const key = name === 'fillRect' ? `rect ${String(state['fillStyle'])}` : String(name);
        calls.set(key, (calls.get(key) ?? 0) + 1);
        if (name === 'arc' && args[2] === 3.4) rings.push(args[0] ?? 0);
      };
    },
  }) as unknown as CanvasRenderingContext2D;
  const rects = (): number => [...calls].filter(([key]) => key.startsWith('rect')).reduce((sum, [, n]) => sum + n, 0);
  return { g, calls, rings, rects };
}

/** Every event wakes the next; lanes take turns. */
function longTrace(steps: number): TraceBuffer {
  const trace = new TraceBuffer(TABLES);
  const frame = frameOf(
    '1 store.written | kubectl | Pod/d/a | bind | 7\n2 cycle.started <1 | kube-scheduler | Pod/d/b',
  );
  const column = <T extends Uint8Array | Uint32Array | Float64Array>(from: T, make: (i: number) => number): T =>
    new (from.constructor as new (n: number) => T)(steps).map((_: number, i: number) => make(i)) as T;
  trace.append({
    ...frame,
    length: steps,
    time: column(frame.time, (i) => i * 100),
    kind: column(frame.kind, (i) => frame.kind[i % 2] ?? 0),
    lane: column(frame.lane, (i) => i % TABLES.lanes.length),
    cause: column(frame.cause, (i) => i),
    subject: column(frame.subject, (i) => frame.subject[i % 2] ?? 0),
    object: column(frame.object, (i) => frame.object[i % 2] ?? 0),
    detail: column(frame.detail, () => 0),
    number: column(frame.number, () => 0),
    flags: column(frame.flags, () => 0),
  });
  return trace;
}

function pictureOf(trace: TraceBuffer, window: StepWindow, more: Partial<TimelinePicture> = {}) {
  const rows = new TimelineRows(trace);
  const recorded = recorder();
  const picture: TimelinePicture = {
    g: recorded.g,
    palette,
    layout: layoutTimeline(1440, 128, rows.shownLanes.length, rows.rows.length),
    trace,
    rows,
    window,
    step: Math.min(trace.length, Math.round(window.from + window.span / 2)),
    steps: trace.length,
    selected: -1,
    bookmarks: [],
    stops: new StepList(),
    breaches: new StepList(),
    chain: [],
    words: stageWords('en'),
    more: timelineWords('en'),
    lang: 'en',
    ...more,
  };
  return { picture, ...recorded };
}

const short = longTrace(2_000);
const long = longTrace(200_000);

describe('work of a frame', () => {
  const PIXELS = 1440 - 112 - 16;

  test('marks: no more than a third of the pixels, however long the run', () => {
    const of = (trace: TraceBuffer): number => {
      const { picture, rects } = pictureOf(trace, { from: 900, span: 400 });
      paintTimeline(picture, () => undefined);
      return rects();
    };
    expect(of(long)).toBeLessThan(PIXELS / 3 + 60);
    expect(Math.abs(of(long) - of(short))).toBeLessThan(20);
  });

  test('densities: a bar every three pixels in each row', () => {
    const { picture, rects } = pictureOf(long, { from: 0, span: long.length });
    paintTimeline(picture, () => undefined);
    expect(rects()).toBeGreaterThan(100);
    expect(rects()).toBeLessThan((PIXELS / 3) * picture.rows.rows.length + 60);
  });

  test('a chain of 200,000 causes draws the links in sight', () => {
    const chain = Array.from({ length: 4096 }, (_, i) => 110_000 - i);
    const { picture, calls } = pictureOf(long, { from: 109_800, span: 200 }, { step: 110_000, chain });
    paintTimeline(picture, () => undefined);
    expect(calls.get('bezierCurveTo')).toBeGreaterThan(190);
    expect(calls.get('bezierCurveTo')).toBeLessThan(220);
  });

  test('rings of 200,000 stops do not touch', () => {
    const stops = stepListOf(Array.from({ length: long.length }, (_, i) => i + 1));
    const { picture, rings } = pictureOf(long, { from: 0, span: long.length }, { stops });
    paintTimeline(picture, () => undefined);
    expect(rings.length).toBeGreaterThan(100);
    expect(rings.length).toBeLessThanOrEqual(PIXELS / 5 + 2);
    rings.slice(1).forEach((x, i) => {
      expect(x - (rings[i] ?? 0)).toBeGreaterThan(4.9);
    });
  });

  test('stops that are apart have a ring each', () => {
    const { picture, rings } = pictureOf(short, { from: 0, span: 200 }, { stops: stepListOf([10, 60, 61, 150, 900]) });
    paintTimeline(picture, () => undefined);
    expect(rings).toHaveLength(4);
  });
});

describe('under the pointer', () => {
  test('a mark is met in its own row only; elsewhere the event at or before', () => {
    const { picture } = pictureOf(short, { from: 0, span: 100 });
    const { layout, rows } = picture;
    const step = 50;
    const x = layout.x0 + ((layout.x1 - layout.x0) * step) / 100;
    const yOf = (row: number): number => layout.windowTop + (row + 0.5) * layout.laneHeight;
    const row = rows.rowOf(step) ?? -1;
    expect(markAt(picture, x + 2, yOf(row))).toBe(step);
    expect(markAt(picture, x + 2, yOf((row + 3) % 6))).toBeUndefined();
    expect(stepAt(picture, x + 2, yOf((row + 3) % 6))).toBe(step);
    expect(faultAt(picture, x, yOf(row))).toBeUndefined();
  });
});
