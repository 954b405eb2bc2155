import { describe, expect, test } from 'vitest';
import { buildScene, pick, type Scene, type SceneInput, type SceneItem } from '../../src/derive/scene.ts';
import type { LayoutKind } from '../../src/derive/layout-types.ts';
import type { StageView } from '../../src/protocol/protocol.ts';
import { TraceBuffer } from '../../src/derive/trace-buffer.ts';
import { frameOf, TABLES, viewOf } from './fixtures.ts';
import { journeyTrace, journeyView, POD_KEY } from './journey.ts';

const trace = journeyTrace();
const SIZES: Readonly<Record<LayoutKind, SceneInput['size']>> = {
  wide: { width: 920, height: 636 },
  compact: { width: 944, height: 512 },
  simple: { width: 1040, height: 404 },
  phone: { width: 360, height: 312 },
};

function sceneOf(step: number, progress = 0, more: Partial<SceneInput> = {}): Scene {
  const layout = more.layout ?? 'wide';
  return buildScene({
    before: journeyView(step),
    after: journeyView(Math.min(step + 1, trace.length)),
    progress,
    trace,
    playhead: step,
    size: SIZES[layout],
    layout,
    selection: undefined,
    lang: 'en',
    reducedMotion: false,
    ...more,
  });
}

const tokens = (scene: Scene): SceneItem[] => scene.items.filter((item) => item.kind === 'token');
const tokenOf = (scene: Scene, key: string): SceneItem => {
  const [found, ...rest] = tokens(scene).filter((item) => item.id === key);
  if (found === undefined || rest.length > 0) throw new Error(`${rest.length + (found ? 1 : 0)} tokens of ${key}`);
  return found;
};
const podsOf = (view: StageView): string[] =>
  [view.active, view.backoff, view.unschedulable, view.elsewhere, ...view.nodes.map((node) => node.pods)]
    .flat()
    .map((mark) => mark.key);

describe('one solid token a Pod', () => {
  const layouts: readonly LayoutKind[] = ['wide', 'compact', 'simple', 'phone'];
  test.each(layouts)('%s: at every step and between steps no Pod is drawn twice', (layout) => {
    for (let step = 0; step < trace.length; step++) {
      for (const progress of [0, 0.2, 0.5, 0.8, 1]) {
        const ids = tokens(sceneOf(step, progress, { layout })).map((item) => item.id);
        expect(new Set(ids).size).toBe(ids.length);
      }
    }
  });

  test('on a desk every Pod of the view is drawn at rest', () => {
    for (let step = 0; step <= trace.length; step++) {
      const drawn = new Set(tokens(sceneOf(step)).map((item) => item.id));
      expect(podsOf(journeyView(step)).filter((key) => !drawn.has(key))).toEqual([]);
    }
  });

  test('a Pod that travels leaves a ghost where it will be, not a second token', () => {
    const scene = sceneOf(16, 0.5);
    expect(tokenOf(scene, POD_KEY).group).toBe('line/scheduler/up');
    expect(scene.items.filter((item) => item.kind === 'ghost').map((item) => [item.object, item.group])).toEqual([
      [POD_KEY, 'node/node-c'],
    ]);
  });
});

describe('messages', () => {
  test('a token stands at its part of the way between Sent and Delivered', () => {
    const way = [0, 0.25, 0.5, 0.75, 1].map((p) => tokenOf(sceneOf(16, p), POD_KEY));
    const start = way[0];
    const end = way[4];
    if (start === undefined || end === undefined) throw new Error('five places');
    // From the Bind chevron to below the api-server: up and to the left, never back.
    for (let i = 1; i < way.length; i++) {
      expect(way[i]?.x).toBeLessThanOrEqual(way[i - 1]?.x ?? 0);
      expect(way[i]?.y).toBeLessThanOrEqual(way[i - 1]?.y ?? 0);
    }
    expect(start.y).toBeGreaterThan(end.y + 50);
    const { api } = sceneOf(16).layout;
    expect(end.y).toBeGreaterThan(api.y + api.h);
    expect(end.y).toBeLessThan(api.y + api.h + 30);
  });

  test('the message of the step is the accent: line, arrowhead and one label', () => {
    const edges = sceneOf(17).items.filter((item) => item.kind === 'edge');
    expect(edges.map((item) => [item.group, item.text, item.emphasis])).toEqual([
      ['line/scheduler/up', 'POST web-…-m4tzd/binding', 'now'],
    ]);
  });

  test('several are on their way at once: the Pod to the scheduler, a sheet to the controllers', () => {
    const scene = sceneOf(9, 0.6);
    expect(tokenOf(scene, POD_KEY).group).toBe('line/scheduler/down');
    const sheets = scene.items.filter((item) => item.kind === 'sheet');
    expect(sheets.map((item) => [item.group, item.object])).toEqual([['line/controllers/down', POD_KEY]]);
  });

  test('other kinds travel as sheets, answers as replies', () => {
    expect(
      sceneOf(1, 0.5)
        .items.filter((item) => item.kind === 'sheet')
        .map((item) => item.object),
    ).toEqual(['Deployment/default/web']);
    expect(sceneOf(2, 0.5).items.some((item) => item.kind === 'reply' && item.group === 'line/kubectl/down')).toBe(
      true,
    );
  });

  test('rule 3: a Pod on its way to a kubelet comes from the api-server, never from the scheduler', () => {
    const { layout } = sceneOf(18);
    const places = [0.1, 0.3, 0.5, 0.7, 0.9].map((p) => tokenOf(sceneOf(18, p), POD_KEY));
    for (const place of places) {
      const { scheduler } = layout;
      const inside =
        place.x < scheduler.x + scheduler.w && place.y > scheduler.y && place.y < scheduler.y + scheduler.h;
      expect(inside).toBe(false);
      expect(place.group).toBe('line/kubelet/node-c/down');
    }
  });

  test('things on one line keep their distance', () => {
    const busy = new TraceBuffer(TABLES);
    const text = [1, 2, 3].map((i) => `${i} request.sent | kubectl | ConfigMap/default/c${i} | create`);
    const done = [1, 2, 3].map(
      (i) => `${2000 + i} store.written <${i} | kubectl | ConfigMap/default/c${i} | create | ${i}`,
    );
    busy.append(frameOf([...text, ...done].join('\n')));
    const view = viewOf('step 3\nnode node-a -');
    const scene = sceneOf(3, 0.9, { trace: busy, before: view, after: { ...view, step: 4 }, playhead: 3 });
    const places = scene.items.filter((item) => item.kind === 'sheet').map((item) => item.x);
    expect(places).toHaveLength(3);
    const sorted = [...places].sort((a, b) => a - b);
    expect((sorted[2] ?? 0) - (sorted[1] ?? 0)).toBeGreaterThanOrEqual(15.9);
  });
});

describe('motion is a function of the play-head', () => {
  test('the end of a step is the beginning of the next: no token jumps, and one appears only where it is sent', () => {
    const appeared: string[] = [];
    for (let step = 0; step + 1 < trace.length; step++) {
      const ends = new Map(tokens(sceneOf(step, 1)).map((item) => [item.id, item]));
      for (const item of tokens(sceneOf(step + 1))) {
        const before = ends.get(item.id);
        if (before === undefined) appeared.push(`${step + 1} ${item.id} on ${item.group}`);
        else
          expect([step, item.id, Math.hypot(before.x - item.x, before.y - item.y) < 1]).toEqual([step, item.id, true]);
      }
    }
    expect(appeared).toEqual([`8 ${POD_KEY} on line/controllers/up`]);
  });

  test('a journey has no leaps: in a fortieth of a step nothing goes farther than a hand', () => {
    let last: SceneItem | undefined;
    for (let step = 8; step < trace.length; step++) {
      for (let i = 0; i < 40; i++) {
        const here = tokenOf(sceneOf(step, i / 40), POD_KEY);
        const far = last === undefined ? 0 : Math.hypot(here.x - last.x, here.y - last.y);
        expect([step, i, far < 120]).toEqual([step, i, true]);
        last = here;
      }
    }
  });

  test('stepping back shows the same pictures in reverse', () => {
    const forth = [0, 0.3, 0.6, 1].map((p) => sceneOf(12, p).items);
    const back = [1, 0.6, 0.3, 0].map((p) => sceneOf(12, p).items);
    expect(back.reverse()).toEqual(forth);
  });

  test('the phase changes at the half of a step, on the way only where it ends', () => {
    expect([0.4, 0.6].map((p) => tokenOf(sceneOf(12, p), POD_KEY).phase)).toEqual(['pending', 'sched']);
    expect([0.4, 0.9].map((p) => tokenOf(sceneOf(16, p), POD_KEY).phase)).toEqual(['sched', 'sched']);
    expect(tokenOf(sceneOf(17), POD_KEY).phase).toBe('bound');
  });

  test('UX 11: without motion there is nothing between two steps, and what changed is framed', () => {
    const cut = { reducedMotion: true };
    const one = sceneOf(12, 0.3, cut);
    expect(sceneOf(12, 0.7, cut).items).toEqual(one.items);
    // The Pod went from activeQ into its cycle, and who stood behind it moved up.
    expect(one.items.filter((item) => item.kind === 'outline').map((item) => item.id)).toEqual([
      'outline/Pod/default/api-5f77f6bdb4-q8jn7',
      `outline/${POD_KEY}`,
    ]);
    expect(tokenOf(one, POD_KEY).group).toBe('cycle');
    expect(sceneOf(12, 0, cut).items.some((item) => item.kind === 'outline')).toBe(false);
  });
});

describe('picking and selection', () => {
  test('the pointer finds each token where it was drawn', () => {
    const scene = sceneOf(14);
    for (const item of tokens(scene)) expect(pick(scene, item.x, item.y)?.id).toBe(item.id);
    expect(pick(scene, 1, 600)).toBeUndefined();
  });

  test('the selected Pod is marked, and only it', () => {
    const scene = sceneOf(14, 0, { selection: POD_KEY });
    expect(
      tokens(scene)
        .filter((item) => item.emphasis === 'selected')
        .map((item) => item.id),
    ).toEqual([POD_KEY]);
  });
});

describe('many Pods', () => {
  const crowd = (each: number): StageView => {
    const node = (n: number): string =>
      `node node-${n} - pods ${Array.from({ length: each }, (_, i) => `run:p-${n}-${i}`).join(' ')}`;
    return viewOf(`step 0\n${[1, 2, 3, 4].map(node).join('\n')}`);
  };
  const sceneFor = (view: StageView): Scene =>
    sceneOf(0, 0, { before: view, after: view, trace: new TraceBuffer(TABLES) });

  test('tokens shrink while they fit and are counted by phase when they do not', () => {
    const few = sceneFor(crowd(3));
    const some = sceneFor(crowd(25));
    expect(tokens(few).every((item) => item.w === 20)).toBe(true);
    expect(tokens(some)).toHaveLength(100);
    expect(tokens(some).every((item) => item.w < 20)).toBe(true);
    const many = sceneFor(crowd(200));
    expect(tokens(many)).toEqual([]);
    expect(
      many.items.filter((item) => item.kind === 'group').map((item) => [item.group, item.phase, item.text]),
    ).toEqual([1, 2, 3, 4].map((n) => [`node/node-${n}`, 'run', '200']));
  });

  test('tiles and cells hold no tokens', () => {
    const view = viewOf(
      `step 0\n${Array.from({ length: 40 }, (_, n) => `node node-${n} - pods run:p-${n}`).join('\n')}`,
    );
    expect(tokens(sceneFor(view))).toEqual([]);
    expect(sceneFor(view).layout.nodes.style).toBe('tile');
  });
});

describe('tiles: a Pod that moves is a token between two counts', () => {
  const at = (step: number, bound: string): StageView =>
    viewOf(
      `step ${step}\n${step === 0 ? 'elsewhere sched:mover' : ''}\n${Array.from(
        { length: 40 },
        (_, n) => `node node-${n} - pods run:p-${n} ${n === 7 ? bound : ''}`,
      ).join('\n')}`,
    );
  const views = [at(0, ''), at(1, 'bound:mover')] as const;
  const sceneWith = (progress: number): Scene =>
    sceneOf(0, progress, { before: views[0], after: views[1], trace: new TraceBuffer(TABLES) });

  test('it is drawn while it moves, and counted by its tile when it is there', () => {
    const mover = 'Pod/default/mover';
    expect(tokens(sceneWith(0)).map((item) => item.id)).toEqual([mover]);
    expect(tokenOf(sceneWith(0.7), mover).group).toBe('node/node-7');
    expect(tokens(sceneWith(1))).toEqual([]);
  });
});
