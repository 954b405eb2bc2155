import { describe, expect, it, test } from 'vitest';
import type { Box, Point } from '../../src/derive/geometry.ts';
import type { LayoutKind, StageLayout } from '../../src/derive/layout-types.ts';
import { kubeletLine, layoutKindFor, layoutStage } from '../../src/derive/stage-layout.ts';
import { textWidth } from '../../src/derive/text-width.ts';

const CASES: readonly (readonly [LayoutKind, number, number])[] = [
  ['wide', 920, 636],
  ['wide', 1400, 900],
  ['compact', 944, 512],
  ['wide', 640, 641],
  ['compact', 700, 540],
  ['phone', 640, 187],
  ['simple', 1040, 404],
  ['simple', 724, 404],
  ['phone', 360, 312],
  ['phone', 500, 420],
];
const COUNTS = [0, 1, 3, 4, 5, 12, 13, 40, 200, 201, 5000];

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.w - 0.5 && b.x < a.x + a.w - 0.5 && a.y < b.y + b.h - 0.5 && b.y < a.y + a.h - 0.5;
const inside = (a: Box, l: StageLayout): boolean =>
  a.x >= 0 && a.y >= 0 && a.x + a.w <= l.width && a.y + a.h <= l.height + 0.5;
const components = (l: StageLayout): Box[] =>
  [l.kubectl, l.api, l.controllers, l.scheduler, l.nodeArea].filter((box) => box !== undefined);
const touches = (p: Point | undefined, b: Box): boolean =>
  p !== undefined && p.x >= b.x - 1 && p.x <= b.x + b.w + 1 && p.y >= b.y - 1 && p.y <= b.y + b.h + 1;

describe.each(CASES)('%s at %i x %i', (kind, width, height) => {
  test('the room decides which layout it is', () => {
    expect(layoutKindFor(width, height)).toBe(kind);
  });

  test.each(COUNTS)('with %i nodes nothing overlaps and nothing is cut', (count) => {
    const layout = layoutStage(kind, width, height, count);
    const boxes = components(layout);
    boxes.forEach((a, i) => {
      expect([i, inside(a, layout)]).toEqual([i, true]);
      boxes.slice(i + 1).forEach((b) => expect(overlap(a, b)).toBe(false));
    });
    const nodes = layout.nodes.boxes;
    expect(nodes).toHaveLength(count);
    expect(nodes.every((box) => inside(box, layout))).toBe(true);
    for (let i = 1; i < nodes.length; i++) {
      const [a, b] = [nodes[i - 1], nodes[i]];
      expect(a !== undefined && b !== undefined && overlap(a, b)).toBe(false);
    }
  });

  test('rule 3: every line touches the api-server', () => {
    const layout = layoutStage(kind, width, height, 4);
    const { lines, api } = layout;
    const up = [lines.kubectlUp, lines.controllersUp, lines.schedulerUp];
    const down = [lines.kubectlDown, lines.controllersDown, lines.schedulerDown, lines.bus, kubeletLine(layout, 2)];
    for (const line of up) expect(touches(line.at(-1), api)).toBe(true);
    for (const line of down) expect(touches(line[0], api)).toBe(true);
  });

  test('lines have right angles only, and the bus goes round the scheduler', () => {
    const layout = layoutStage(kind, width, height, 4);
    for (const line of [...Object.values<readonly Point[]>({ ...layout.lines }), kubeletLine(layout, 0)]) {
      line.slice(1).forEach((p, i) => expect(p.x === line[i]?.x || p.y === line[i]?.y).toBe(true));
    }
    const rail = layout.lines.bus.at(-2);
    expect(rail?.x).toBeGreaterThan(layout.scheduler.x + layout.scheduler.w);
  });
});

describe('node styles', () => {
  const styleOf = (count: number): string => layoutStage('wide', 920, 636, count).nodes.style;
  test('up to 4 a row, to 12 in rows of 4, to 200 tiles, above that cells', () => {
    expect([1, 4, 5, 12, 13, 200, 201, 5000].map(styleOf)).toEqual([
      'card',
      'card',
      'slim',
      'slim',
      'tile',
      'tile',
      'cell',
      'cell',
    ]);
    expect(layoutStage('wide', 920, 636, 12).nodes.columns).toBe(4);
  });

  test('5,000 nodes fit on one screen', () => {
    const { nodes, nodeArea } = layoutStage('wide', 920, 636, 5000);
    const last = nodes.boxes.at(-1);
    expect(last !== undefined && last.y + last.h <= nodeArea.y + nodeArea.h + 0.5).toBe(true);
    expect(last?.w).toBeGreaterThanOrEqual(3);
  });
});

describe('room for words', () => {
  const sizes: (readonly [number, number])[] = [];
  for (let width = 320; width <= 1600; width += 10)
    for (const height of [180, 404, 512, 636, 900]) sizes.push([width, height]);
  const layouts = sizes.map(([w, h]) => layoutStage(layoutKindFor(w, h), w, h, 6));

  test('the title of the api-server and a revision of six digits stand beside each other', () => {
    for (const { api, kind } of layouts) {
      const title = textWidth(kind === 'phone' ? 'api-server' : 'kube-apiserver', 13, true);
      expect(title + 8 + textWidth('100632', 13, true)).toBeLessThanOrEqual(api.w - (kind === 'phone' ? 20 : 32));
    }
  });

  test('both labels of the gap over the scheduler stand between their lines', () => {
    for (const { lines } of layouts) {
      const between = (lines.schedulerUp.at(-1)?.x ?? 0) - (lines.schedulerDown[0]?.x ?? 0);
      expect(between).toBeGreaterThanOrEqual(2 * 18 + textWidth('watch') + 8 + textWidth('bind'));
    }
  });

  test('a revision of six digits does not touch its neighbour', () => {
    for (const { strip, cells, kind } of layouts) {
      if (kind !== 'phone') expect(strip.w / cells).toBeGreaterThan(textWidth('100632') * 1.1);
    }
  });

  test('what travels to the api-server keeps clear of the title of the cycle', () => {
    for (const { lines, cycle, travel } of layouts) {
      if (cycle === undefined) continue;
      expect((lines.schedulerUp[1]?.y ?? 0) + travel / 2).toBeLessThan(cycle.y + 20 - 10);
    }
  });
});

it.each([
  ['wide', 920, 636],
  ['compact', 800, 520],
  ['simple', 700, 420],
] as const)('lesson controllers have a box and lines of their own: %s', (kind, width, height) => {
  const plain = layoutStage(kind, width, height, 4);
  const { controllers, lessons, lines } = layoutStage(kind, width, height, 4, true);
  expect([plain.lessons, plain.lines.lessonUp, plain.lines.lessonDown]).toEqual([undefined, undefined, undefined]);
  if (controllers === undefined || lessons === undefined) throw new Error('a box is missing');
  expect(controllers.y + controllers.h).toBeLessThan(lessons.y);
  expect(lessons.y + lessons.h).toBe((plain.controllers?.y ?? 0) + (plain.controllers?.h ?? 0));
  const within = (line: readonly { y: number }[] | undefined, box: { y: number; h: number }): boolean =>
    line?.length === 2 && line.every(({ y }) => y > box.y && y < box.y + box.h);
  expect([lines.controllersUp, lines.controllersDown].map((line) => within(line, controllers))).toEqual([true, true]);
  expect([lines.lessonUp, lines.lessonDown].map((line) => within(line, lessons))).toEqual([true, true]);
});
