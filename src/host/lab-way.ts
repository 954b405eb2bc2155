/** Runs of the laboratory on the kernel: one step after the other by picks, as the explorer tells its ways. */
import { createWorld, type World } from '../kernel/kernel.ts';
import type { Code } from '../golang/code.ts';
import { costOf, type Costs } from '../golang/go-costs.ts';
import { GO_EVENT_KINDS } from '../golang/go-world.ts';
import { machineOf } from '../golang/machine.ts';
import type { Cells, Machine, Op, Transition } from '../golang/machine-types.ts';
import type { LabPick } from '../protocol/lab.ts';

export interface WayWorld {
  readonly world: World;
  readonly machine: Machine;
  /** Of the steps taken so far. */
  readonly ops: readonly Op[];
}

/** Who ran goes on, unless a pick says otherwise. Time of the world is what the work costs, and the waits between. */
export function createWayWorld(code: Code, picks: readonly LabPick[], costs: Costs): WayWorld {
  const world = createWorld({ seed: 0, ticksPerSecond: 1e9, kinds: GO_EVENT_KINDS, lanes: ['steps'] });
  const collection = world.collection<object>('go');
  const cells: Cells = {
    get: (key) => collection.get(key),
    set: (key, value) => {
      collection.set(key, value);
    },
    delete: (key) => {
      collection.delete(key);
    },
    entries: () => collection.entries(),
  };
  const machine = machineOf(code, cells);
  const chosen = new Map(picks.map((one) => [one.step, one]));
  const ops: Op[] = [];
  let last = 1;
  const step = world.handler<object>('step', () => {
    const open = machine.transitions();
    const next = nextOf(open, chosen.get(ops.length), last);
    const before = machine.now;
    const op = next === undefined ? machine.fireTimer() : machine.take(next);
    ops.push(op);
    if (op.goroutine !== 0) last = op.goroutine;
    const stays = machine.transitions().some((one) => one.goroutine === op.goroutine);
    const cost = op.goroutine === 0 ? 0 : costOf(costs, op, !stays && op.kind !== 'end' && op.kind !== 'exit');
    world.emit(GO_EVENT_KINDS.indexOf(op.kind), {
      subject: op.goroutine === 0 ? 'timer' : `goroutine ${op.goroutine}`,
      object: op.object,
      detail: op.detail,
      number: cost,
    });
    if (machine.outcome() === undefined) world.after(cost + (machine.now - before), 0, step, {});
  });
  world.after(0, 0, step, {});
  world.begin();
  return { world, machine, ops };
}

/** @returns undefined = time moves */
function nextOf(open: readonly Transition[], pick: LabPick | undefined, last: number): Transition | undefined {
  if (pick?.goroutine === 0 && pick.option < 0) return undefined;
  const picked = open.find((one) => one.goroutine === pick?.goroutine && one.option === pick.option);
  return picked ?? open.find((one) => one.goroutine === last) ?? open[0];
}
