/**
 * The difference of two texts as refusals show it: k8s.io/apimachinery pkg/util/diff (v0.35), which writes both values as
 * JSON with an indent of one and compares lines as github.com/pmezard/go-difflib (a port of Python's difflib) does.
 */

/** a[from, from + size) equals b[to, to + size). */
interface Match {
  readonly from: number;
  readonly to: number;
  readonly size: number;
}

interface Change {
  readonly equal: boolean;
  readonly a0: number;
  readonly a1: number;
  readonly b0: number;
  readonly b1: number;
}

const CONTEXT = 3;
/** From so many lines on, a line that is more than a hundredth of all is no anchor. */
const JUNK_FROM = 200;

/** Unified difference with three lines of context, without file names; "" where nothing differs. */
export function valueDiff(a: unknown, b: unknown): string {
  const before = JSON.stringify(a, null, 1).split('\n');
  const after = JSON.stringify(b, null, 1).split('\n');
  return groups(changes(before, after))
    .map((group) => hunk(group, before, after))
    .join('');
}

function hunk(group: readonly Change[], a: readonly string[], b: readonly string[]): string {
  const first = group[0];
  const last = group.at(-1);
  if (first === undefined || last === undefined) return '';
  const head = `@@ -${range(first.a0, last.a1)} +${range(first.b0, last.b1)} @@\n`;
  const lines = group.flatMap((change) =>
    change.equal
      ? a.slice(change.a0, change.a1).map((line) => ` ${line}`)
      : [
          ...a.slice(change.a0, change.a1).map((line) => `-${line}`),
          ...b.slice(change.b0, change.b1).map((line) => `+${line}`),
        ],
  );
  return head + lines.map((line) => `${line}\n`).join('');
}

function range(start: number, stop: number): string {
  const length = stop - start;
  if (length === 1) return String(start + 1);
  return `${length === 0 ? start : start + 1},${length}`;
}

/** Equal stretches are cut to the context; a long one between two changes ends a group. */
function groups(all: readonly Change[]): readonly (readonly Change[])[] {
  const result: Change[][] = [];
  let group: Change[] = [];
  all.forEach((change, i) => {
    if (!change.equal) {
      group.push(change);
      return;
    }
    const size = change.a1 - change.a0;
    const head = i === 0 ? 0 : Math.min(CONTEXT, size);
    const tail = i === all.length - 1 ? 0 : Math.min(CONTEXT, size);
    if (i > 0 && i < all.length - 1 && size <= 2 * CONTEXT) {
      group.push(change);
      return;
    }
    if (i > 0) {
      group.push({ ...change, a1: change.a0 + head, b1: change.b0 + head });
      result.push(group);
    }
    group = tail === 0 ? [] : [{ ...change, a0: change.a1 - tail, b0: change.b1 - tail }];
  });
  if (group.some(({ equal }) => !equal)) result.push(group);
  return result;
}

function changes(a: readonly string[], b: readonly string[]): readonly Change[] {
  const result: Change[] = [];
  let i = 0;
  let j = 0;
  for (const { from, to, size } of [...matches(a, b), { from: a.length, to: b.length, size: 0 }]) {
    if (i < from || j < to) result.push({ equal: false, a0: i, a1: from, b0: j, b1: to });
    if (size > 0) result.push({ equal: true, a0: from, a1: from + size, b0: to, b1: to + size });
    i = from + size;
    j = to + size;
  }
  return result;
}

/** Stretches that are equal, in order; neighbours are one. */
function matches(a: readonly string[], b: readonly string[]): readonly Match[] {
  const places = anchors(b);
  const found: Match[] = [];
  const queue: (readonly [number, number, number, number])[] = [[0, a.length, 0, b.length]];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const [a0, a1, b0, b1] = next;
    const match = longest(a, b, places, next);
    if (match.size === 0) continue;
    found.push(match);
    queue.push([a0, match.from, b0, match.to], [match.from + match.size, a1, match.to + match.size, b1]);
  }
  found.sort((x, y) => x.from - y.from);
  return joined(found);
}

function joined(found: readonly Match[]): readonly Match[] {
  const result: Match[] = [];
  for (const match of found) {
    const last = result.at(-1);
    if (last !== undefined && last.from + last.size === match.from && last.to + last.size === match.to) {
      result[result.length - 1] = { ...last, size: last.size + match.size };
    } else result.push(match);
  }
  return result;
}

/** Where each line of `b` stands; frequent lines of a long text are left out. */
function anchors(b: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  b.forEach((line, i) => {
    const known = places.get(line);
    if (known === undefined) places.set(line, [i]);
    else known.push(i);
  });
  if (b.length < JUNK_FROM) return places;
  const most = Math.floor(b.length / 100) + 1;
  return new Map([...places].filter(([, at]) => at.length <= most));
}

/** The longest equal stretch, the first of several; anchors find it, then it grows over lines that are none. */
function longest(
  a: readonly string[],
  b: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  [a0, a1, b0, b1]: readonly [number, number, number, number],
): Match {
  let best: Match = { from: a0, to: b0, size: 0 };
  let lengths = new Map<number, number>();
  for (let i = a0; i < a1; i++) {
    const next = new Map<number, number>();
    for (const j of places.get(a[i] ?? '') ?? []) {
      if (j < b0) continue;
      if (j >= b1) break;
      const size = (lengths.get(j - 1) ?? 0) + 1;
      next.set(j, size);
      if (size > best.size) best = { from: i - size + 1, to: j - size + 1, size };
    }
    lengths = next;
  }
  let { from, to, size } = best;
  while (from > a0 && to > b0 && a[from - 1] === b[to - 1]) [from, to, size] = [from - 1, to - 1, size + 1];
  while (from + size < a1 && to + size < b1 && a[from + size] === b[to + size]) size++;
  return { from, to, size };
}
