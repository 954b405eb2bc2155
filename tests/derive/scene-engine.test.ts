import { describe, expect, test } from 'vitest';
import { buildScene, type Scene } from '../../src/derive/scene.ts';
import { TraceBuffer } from '../../src/derive/trace-buffer.ts';
import type { StageView } from '../../src/protocol/protocol.ts';
import { gallery, openEngine, runToRest } from '../fixtures/dumps.ts';
import { TABLES } from './fixtures.ts';

const engine = runToRest(openEngine(gallery('web')));
const trace = new TraceBuffer(TABLES);
trace.append(engine.advance(0));
const SPEC = { queueRows: 12, nodes: 5000, cycleRows: 12 };
const views = Array.from({ length: trace.length + 1 }, (_, k) => engine.view(k, SPEC));
const viewAt = (k: number): StageView => {
  const view = views[Math.min(k, trace.length)];
  if (view === undefined) throw new Error(`no view of step ${k}`);
  return view;
};

const sceneOf = (step: number, progress: number): Scene =>
  buildScene({
    before: viewAt(step),
    after: viewAt(step + 1),
    progress,
    trace,
    playhead: step,
    size: { width: 920, height: 636 },
    layout: 'wide',
    selection: undefined,
    lang: 'en',
    reducedMotion: false,
  });

const tokens = (scene: Scene) => scene.items.filter((item) => item.kind === 'token');

describe('the prepared scenario on the stage', () => {
  test('the frames brought the whole run', () => {
    expect(trace.length).toBe(engine.cluster.world.step);
  });

  test('at every step each Pod of the store has exactly one token, in its phase', () => {
    for (let k = 0; k <= trace.length; k++) {
      const drawn = tokens(sceneOf(k, 0));
      const expected = engine.objects(k).filter((row) => row.kind === 'Pod');
      const known = new Set(expected.map((row) => row.key));
      const inStore = drawn.filter((item) => known.has(item.id));
      const phases = inStore.map((item) => `${item.id} ${item.phase ?? ''}`).sort();
      expect([k, phases]).toEqual([k, expected.map((row) => `${row.key} ${row.phase}`).sort()]);
      // What is not in the store yet is on its way to it.
      const others = drawn.filter((item) => !known.has(item.id));
      expect(others.every((item) => /^line\/(kubectl|controllers)\/up$/.test(item.group))).toBe(true);
    }
  });

  test('no token jumps from the end of a step to the beginning of the next', () => {
    for (let k = 0; k + 1 < trace.length; k++) {
      const ends = new Map(tokens(sceneOf(k, 1)).map((item) => [item.id, item]));
      for (const item of tokens(sceneOf(k + 1, 0))) {
        const end = ends.get(item.id);
        if (end === undefined) expect([k, item.group]).toEqual([k, 'line/controllers/up']);
        else expect([k, item.id, Math.round(Math.hypot(end.x - item.x, end.y - item.y))]).toEqual([k, item.id, 0]);
      }
    }
  });

  test('several things are under way at once while it plays', () => {
    let most = 0;
    for (let k = 0; k < trace.length; k++) {
      const moving = sceneOf(k, 0.5).items.filter((item) => item.group.startsWith('line/') && item.kind !== 'edge');
      most = Math.max(most, moving.length);
    }
    expect(most).toBeGreaterThan(4);
  });
});
