/** The clock's smallest step, and what follows from it. */

/** A batch lasts so many steps, so that the clock's grain is one per cent of it at most. */
export const STEPS_PER_BATCH = 100;

/** Nothing measured here needs a finer grain; below it the search for the next step would only measure itself. */
const FINEST_MILLIS = 0.0001;

/** @returns the smallest difference seen between two readings, in milliseconds. Takes up to `steps` steps of the clock. */
export function clockStep(now: () => number, steps = 40): number {
  let smallest = Infinity;
  let before = now();
  const until = before + 200;
  for (let seen = 0; seen < steps && before < until;) {
    const next = now();
    if (next > before) {
      smallest = Math.min(smallest, next - before);
      before = next;
      seen++;
    }
  }
  return Math.max(smallest === Infinity ? 200 : smallest, FINEST_MILLIS);
}
