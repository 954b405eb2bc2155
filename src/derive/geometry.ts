/** Points, boxes and the way along a line of right angles, in CSS pixels. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly w: number;
  readonly h: number;
}

export const point = (x: number, y: number): Point => ({ x, y });
export const box = (x: number, y: number, w: number, h: number): Box => ({ x, y, w, h });

/** A chevron's tip makes its middle look a little to the left. */
export const chevronMiddle = (b: Box): number => b.x + b.w / 2 - 3;

const ORIGIN: Point = { x: 0, y: 0 };

/** From a point to the nearest of a line, whose legs are level or upright. */
export function distanceTo(line: readonly Point[], x: number, y: number): number {
  let least = Infinity;
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1] ?? ORIGIN, line[i] ?? ORIGIN];
    const nearX = Math.max(Math.min(a.x, b.x), Math.min(x, Math.max(a.x, b.x)));
    const nearY = Math.max(Math.min(a.y, b.y), Math.min(y, Math.max(a.y, b.y)));
    least = Math.min(least, Math.hypot(x - nearX, y - nearY));
  }
  return least;
}

export const lerp = (a: number, b: number, f: number): number => a + (b - a) * f;
export const between = (a: Point, b: Point, f: number): Point => point(lerp(a.x, b.x, f), lerp(a.y, b.y, f));

const legLength = (a: Point, b: Point): number => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);

/** Length of a line along its legs. */
export function lengthOf(line: readonly Point[]): number {
  let total = 0;
  for (let i = 1; i < line.length; i++) total += legLength(line[i - 1] ?? ORIGIN, line[i] ?? ORIGIN);
  return total;
}

/** Where a thing stands that has gone the part `f` (0..1) of a line, measured along its legs. */
export function along(line: readonly Point[], f: number): Point {
  const first = line[0] ?? point(0, 0);
  let left = lengthOf(line) * f;
  for (let i = 1; i < line.length; i++) {
    const a = line[i - 1] ?? first;
    const b = line[i] ?? first;
    const leg = legLength(a, b);
    if (left <= leg) return leg === 0 ? b : between(a, b, left / leg);
    left -= leg;
  }
  return line[line.length - 1] ?? first;
}

/** The line, shorter by `by` pixels at its end, so that what travels stops before the arrowhead. */
export function shortened(line: readonly Point[], by: number): readonly Point[] {
  const end = line[line.length - 1];
  const before = line[line.length - 2];
  if (end === undefined || before === undefined) return line;
  const leg = legLength(before, end);
  const f = leg <= by ? 0.5 : 1 - by / leg;
  return [...line.slice(0, -1), between(before, end, f)];
}

/** A Bezier ease by its two control points, solved for y at x (as in CSS). */
function ease(x1: number, y1: number, x2: number, y2: number): (x: number) => number {
  const at = (a: number, b: number, t: number): number => 3 * a * t * (1 - t) ** 2 + 3 * b * t * t * (1 - t) + t ** 3;
  return (x) => {
    if (x <= 0) return 0;
    if (x >= 1) return 1;
    let low = 0;
    let high = 1;
    for (let i = 0; i < 16; i++) {
      const t = (low + high) / 2;
      if (at(x1, x2, t) < x) low = t;
      else high = t;
    }
    return at(y1, y2, (low + high) / 2);
  };
}

/** A message along an edge: leaves softly, arrives and stops. */
export const easeTravel = ease(0.45, 0, 0.2, 1);
/** A queue closes a gap. */
export const easeSettle = ease(0.2, 0, 0, 1);

export const contains = (b: Box, x: number, y: number): boolean =>
  x >= b.x && x <= b.x + b.w && y >= b.y && y <= b.y + b.h;
