import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { headBox, placeNames, type NameRoom, type NameWish } from '../../src/derive/timeline-names.ts';

const room = (marks: readonly (readonly number[])[], playHead = -100): NameRoom => ({
  from: 112,
  to: 900,
  lanes: marks.length,
  aside: 8.5,
  markWidth: 8,
  marks,
  playHead,
});
const wish = (lane: number, x: number, width: number, now = false): NameWish => ({ step: x, lane, x, width, now });

describe('names on the timeline', () => {
  test('right of the mark where that is free, left of it where it is not', () => {
    expect(placeNames([wish(0, 200, 60)], room([[200]]))).toEqual([{ step: 200, lane: 0, x: 208.5 }]);
    expect(placeNames([wish(0, 200, 60)], room([[200, 211]]))).toEqual([{ step: 200, lane: 0, x: 131.5 }]);
  });

  test('no name rather than one over other marks', () => {
    expect(placeNames([wish(0, 200, 60)], room([[189, 200, 211]]))).toEqual([]);
  });

  test("the step's own name moves to a neighbouring lane", () => {
    expect(placeNames([wish(1, 200, 60, true)], room([[], [189, 200, 211], []], 200))).toEqual([
      { step: 200, lane: 0, x: 208.5 },
    ]);
  });

  test('nothing lies over anything, wherever the marks are', () => {
    const middles = fc.array(fc.integer({ min: 112, max: 900 }), { maxLength: 40 });
    const drawn = fc.array(middles, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(drawn, fc.integer({ min: 20, max: 120 }), (lanes, width) => {
        const marks = lanes.map((lane) => [...lane].sort((a, b) => a - b));
        const wishes = marks.flatMap((lane, i) => lane.map((x, k) => wish(i, x, width, i === 0 && k === 0)));
        const head = marks[0]?.[0] ?? -100;
        const spots = placeNames(wishes, room(marks, head));
        spots.forEach(({ lane, x }, i) => {
          expect(x).toBeGreaterThanOrEqual(112);
          expect(x + width).toBeLessThanOrEqual(900);
          expect(head > x && head < x + width).toBe(false);
          for (const mark of marks[lane] ?? []) expect(mark + 4 > x && mark - 4 < x + width).toBe(false);
          for (const other of spots.slice(i + 1)) {
            expect(other.lane === lane && other.x < x + width && x < other.x + width).toBe(false);
          }
        });
      }),
    );
  });
});

describe('the number of the play-head', () => {
  test('six digits at the right edge are not cut', () => {
    const { left, width } = headBox(1424, 46, 112, 1440);
    expect(left + width).toBeLessThanOrEqual(1438);
    expect(width).toBeGreaterThanOrEqual(46 + 8);
  });

  test('stands over the play-head elsewhere', () => {
    expect(headBox(700, 46, 112, 1440)).toEqual({ left: 670, width: 60 });
  });
});
