/** Whether something else worked on the machine while it was measured: then batches of one row differ much. */
import type { Results } from './results.ts';
import { median, ROUGH, spread } from './statistics.ts';

/** Rows whose workers have a core each: others differ by how they are scheduled, on a quiet machine too. */
function alone({ cells, stamp }: Results): readonly (readonly number[])[] {
  return cells.filter(({ workers, nanos }) => workers <= stamp.cores && nanos.length > 1).map(({ nanos }) => nanos);
}

/** The middle row's half interval against its median. */
export function spreadOf(results: Results): number {
  const rows = alone(results);
  return rows.length === 0 ? 0 : median(rows.map(spread));
}

export const isBusy = (results: Results): boolean => spreadOf(results) > ROUGH;
