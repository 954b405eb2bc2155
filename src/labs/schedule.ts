/** The schedule of a point: turns first, then whoever ran goes on. The same transitions give the same run. */
import type { Op, Transition } from '../golang/machine-types.ts';
import type { Turn } from './lab.ts';

export interface Schedule {
  /** @returns undefined = nothing can run: time has to move */
  pick(open: readonly Transition[]): Transition | undefined;
  /** Tells what the step that was picked did. */
  took(op: Op): void;
}

export function scheduleOf(turns: readonly Turn[]): Schedule {
  let at = 0;
  let last = 1;
  return {
    pick(open) {
      for (let turn = turns[at]; turn !== undefined; turn = turns[++at]) {
        const { goroutine, option = 0 } = turn;
        const own = open.filter((one) => one.goroutine === goroutine);
        const next = own.find((one) => one.option === option) ?? own[0];
        if (next !== undefined) return next;
      }
      return open.find((one) => one.goroutine === last) ?? open[0];
    },
    took(op) {
      last = op.goroutine;
      const turn = turns[at];
      if (turn?.goroutine === op.goroutine && turn.until === op.kind) at++;
    },
  };
}
