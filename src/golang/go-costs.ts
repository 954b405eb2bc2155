/**
 * What steps cost in virtual time: nanoseconds by kind of step. The preset is fitted to one published figure, a map write
 * under an uncontended lock against one through a channel of 256 (21.66 and 64.10 ns, ratio 2.96); the rest is our guess.
 */
import type { Op, OpKind } from './machine-types.ts';

export interface Costs {
  readonly kinds: Readonly<Partial<Record<OpKind, number>>>;
  /** Of a kind that is not named. */
  readonly other: number;
  /** Added where the goroutine parks, and for each goroutine that the step makes run again. */
  readonly park: number;
  readonly wake: number;
}

export const PUBLISHED_COSTS: Costs = {
  kinds: {
    'map-read': 5,
    'map-write': 5,
    lock: 6,
    unlock: 6,
    send: 65,
    receive: 55,
    select: 80,
    read: 1,
    write: 1,
    atomic: 5,
    print: 200,
    start: 250,
    end: 50,
  },
  other: 10,
  park: 100,
  wake: 60,
};

/** After them there is no goroutine to park. */
const LAST: readonly OpKind[] = ['end', 'exit', 'fatal'];

/** Of a step and of what its goroutine does alone with maps after it. Whole nanoseconds, at least one: every step takes its goroutine some time. */
export function costOf(costs: Costs, op: Op, parked: boolean): number {
  const own = costs.kinds[op.kind] ?? costs.other;
  const maps = op.work * (costs.kinds['map-write'] ?? costs.other);
  return Math.max(1, own + maps + (parked && !LAST.includes(op.kind) ? costs.park : 0) + op.wakes.length * costs.wake);
}
