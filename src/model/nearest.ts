/** Which existing word was meant. */

/** Levenshtein distance, a swap of neighbours counted as one. */
export function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

export interface Near {
  readonly word: string;
  readonly distance: number;
}

/** The nearest of `words`, the first of equals; undefined where there is none or only the word itself. */
export function nearest(word: string, words: Iterable<string>): Near | undefined {
  let best: Near | undefined;
  for (const other of words) {
    // A word that differs more in length alone cannot be nearer.
    if (other === word || Math.abs(other.length - word.length) >= (best?.distance ?? Infinity)) continue;
    const d = distance(word, other);
    if (best === undefined || d < best.distance) best = { word: other, distance: d };
  }
  return best;
}

/** A word that only lacks its end is meant too, from this length on. */
const STEM_MIN = 4;

/** Is it near enough to be a slip of the pen? Two letters, or less than half of a short word; case never counts. */
export function isSlip(word: string, { word: other, distance: d }: Near): boolean {
  if (word.toLowerCase() === other.toLowerCase()) return true;
  const [short, long] = word.length < other.length ? [word, other] : [other, word];
  if (short.length >= STEM_MIN && long.startsWith(short)) return true;
  return d <= 2 && d * 2 < long.length + 1;
}

/** The one of `words` that was meant; undefined where none is near enough. */
export function meant(word: string, words: Iterable<string>): string | undefined {
  const near = nearest(word, words);
  return near !== undefined && isSlip(word, near) ? near.word : undefined;
}
