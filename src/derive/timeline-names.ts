/** Where names of events stand on the timeline: never over a mark, the play-head, or each other; otherwise not at all. */

export interface NameWish {
  readonly step: number;
  readonly lane: number;
  /** Middle of its mark. */
  readonly x: number;
  /** Of the text. */
  readonly width: number;
  /** The step itself: its name may also stand in the lane above or below. */
  readonly now: boolean;
}

export interface NameSpot {
  readonly step: number;
  /** Left end of the text. */
  readonly x: number;
  readonly lane: number;
}

export interface NameRoom {
  /** Ends of the axis. */
  readonly from: number;
  readonly to: number;
  readonly lanes: number;
  /** Half of a mark and a little air: a name begins this far from the middle of its mark. */
  readonly aside: number;
  readonly markWidth: number;
  /** Middles of the marks of a lane, ascending. */
  readonly marks: readonly (readonly number[])[];
  readonly playHead: number;
}

/** Air between a name and what stands beside it. */
const AIR = 2;
const BETWEEN = 8;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Whether a mark of the lane reaches into the span. */
function marked(middles: readonly number[], span: Span, half: number): boolean {
  let low = 0;
  let high = middles.length;
  while (low < high) {
    const at = (low + high) >> 1;
    if ((middles[at] ?? 0) + half < span.from) low = at + 1;
    else high = at;
  }
  const next = middles[low];
  return next !== undefined && next - half < span.to;
}

/** Right of its mark, or left of it; the step's own name, over or under it, too. */
function candidates({ lane, x, width, now }: NameWish, room: NameRoom): { lane: number; x: number }[] {
  const sides = [x + room.aside, x - room.aside - width];
  const lanes = now ? [lane, lane - 1, lane + 1] : [lane];
  return lanes
    .filter((each) => each >= 0 && each < room.lanes)
    .flatMap((each) => sides.map((side) => ({ lane: each, x: side })));
}

/** @param wishes the most important first */
export function placeNames(wishes: readonly NameWish[], room: NameRoom): readonly NameSpot[] {
  const taken: Span[][] = Array.from({ length: room.lanes }, () => []);
  const half = room.markWidth / 2;
  const free = (lane: number, span: Span): boolean =>
    span.from >= room.from &&
    span.to <= room.to &&
    (room.playHead < span.from - AIR || room.playHead > span.to + AIR) &&
    !marked(room.marks[lane] ?? [], { from: span.from - AIR, to: span.to + AIR }, half) &&
    !(taken[lane] ?? []).some((other) => span.from < other.to + BETWEEN && other.from < span.to + BETWEEN);
  const spots: NameSpot[] = [];
  for (const wish of wishes) {
    const spot = candidates(wish, room).find(({ lane, x }) => free(lane, { from: x, to: x + wish.width }));
    if (spot === undefined) continue;
    taken[spot.lane]?.push({ from: spot.x, to: spot.x + wish.width });
    spots.push({ step: wish.step, ...spot });
  }
  return spots;
}

export interface HeadBox {
  readonly left: number;
  readonly width: number;
}

/** The number of the play-head: over it, as far as the edges of the timeline let it. */
export function headBox(x: number, textWidth: number, from: number, width: number): HeadBox {
  const w = Math.max(30, textWidth + 14);
  return { left: Math.max(from - w / 2, Math.min(x - w / 2, width - 2 - w)), width: w };
}
