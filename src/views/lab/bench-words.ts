import { type BenchWords, benchWords } from '../../derive/words/bench.ts';
import { count } from '../../derive/words/numbers.ts';
import { ROWS, type RowId } from '../../bench/concurrency/page.ts';
import { useLayout } from '../kit/shell.ts';

export const useBenchWords = (): BenchWords => benchWords(useLayout((s) => s.language));

export function rowName(row: RowId, words: BenchWords): string {
  const kind = ROWS[row];
  switch (kind.kind) {
    case 'channel':
      return words.channel(count(kind.buffer));
    case 'handover':
      return words.handover[kind.waits];
    default:
      return words.rows[kind.kind];
  }
}
