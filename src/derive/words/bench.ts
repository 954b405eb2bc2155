import { benchEn, type BenchWords } from './bench-en.ts';
import { benchJa } from './bench-ja.ts';
import type { Lang } from './lang.ts';
import { count } from './numbers.ts';

export type { BenchWords } from './bench-en.ts';

export type RowKindName = 'mutex' | 'rwmutex' | 'counter' | 'message' | 'channel' | 'handover';

const TABLES: Readonly<Record<Lang, BenchWords>> = { en: benchEn, ja: benchJa };

export const benchWords = (lang: Lang): BenchWords => TABLES[lang];

/** A measured time, three figures: "6.21 ns", "38.4 ns", "163 ns", "5.30 µs", "1.52 ms". */
export function shortTime(nanos: number): string {
  const [value, unit] =
    nanos < 1000
      ? [nanos, 'ns']
      : nanos < 1e6
        ? [nanos / 1e3, 'µs']
        : nanos < 1e9
          ? [nanos / 1e6, 'ms']
          : [nanos / 1e9, 's'];
  return `${count(value, value < 10 ? 2 : value < 100 ? 1 : 0)} ${unit}`;
}

/** A probability as a test gives it: "p = 0.21"; below a thousandth only that. */
export const chance = (p: number, words: BenchWords): string =>
  p < 0.001 ? words.pBelow : words.p(p.toFixed(p < 0.1 ? 3 : 2));
