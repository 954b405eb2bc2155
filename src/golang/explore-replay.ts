/** From a way that the explorer found back to a run: on a machine, and as pinned choices of a World. */
import type { Pin } from '../kernel/kernel.ts';
import type { Code } from './code.ts';
import { lightCells } from './explore-cells.ts';
import { TIME } from './explore-step.ts';
import type { Pick } from './explore-types.ts';
import { machineOf } from './machine.ts';
import type { Cells, Op, Transition } from './machine-types.ts';

type Seen = (open: readonly Transition[], taken: Transition | undefined) => void;

/**
 * All steps of a run by the picks of a `Way`; where the picks end it goes on undisturbed, at most `limit` steps.
 * @param cells empty
 * @param seen is told before each step what was open and what is taken; undefined = time moves
 */
export function replay(
  code: Code,
  cells: Cells,
  picks: readonly Pick[],
  limit = 20_000,
  seen: Seen = () => undefined,
): readonly Op[] {
  const machine = machineOf(code, cells);
  const chosen = new Map(picks.map((one) => [one.step, one]));
  const ops: Op[] = [];
  let last = 1;
  while (machine.outcome() === undefined && ops.length < limit) {
    const open = machine.transitions();
    const pick = chosen.get(ops.length);
    const passes = pick?.goroutine === 0 && pick.option === TIME;
    const picked = open.find((one) => one.goroutine === pick?.goroutine && one.option === pick.option);
    const next = passes ? undefined : (picked ?? open.find((one) => one.goroutine === last) ?? open[0]);
    seen(open, next);
    ops.push(next === undefined ? machine.fireTimer() : machine.take(next));
    if (next !== undefined && next.goroutine > 0) last = next.goroutine;
  }
  return ops;
}

/**
 * The same way as pins of a World (`createGoWorld` with one processor, `preempts`), as far as `steps` of it. Time passes
 * there while goroutines work: where two timers fire in one instant, or goroutines only spin until one fires, the World
 * comes to other choices, and may refuse the pins (RangeError).
 */
export function pinsOf(code: Code, picks: readonly Pick[], steps: number): readonly Pin[] {
  const pins: Pin[] = [];
  const counts = new Map<string, number>();
  const pin = (label: string, object: string, count: number, option: number): void => {
    if (count < 2) return;
    const key = `${label} ${object}`;
    const occurrence = counts.get(key) ?? 0;
    counts.set(key, occurrence + 1);
    pins.push({ label, object, occurrence, option });
  };
  replay(code, lightCells(), picks, steps, (open, taken) => {
    if (taken === undefined) return;
    const own = open.filter((one) => one.goroutine === taken.goroutine);
    if (taken.goroutine === 0) {
      pin('timer', 'due', own.length, own.indexOf(taken));
      return;
    }
    const able = [...new Set(open.map((one) => one.goroutine))].filter((id) => id !== 0);
    pin('run', 'P0', able.length, able.indexOf(taken.goroutine));
    pin('option', `goroutine ${taken.goroutine}`, own.length, own.indexOf(taken));
  });
  return pins;
}
