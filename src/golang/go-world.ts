/**
 * The goroutine machine on a World: each step is an event, time is nanoseconds, what Go leaves open is `choose`. So steps go
 * back, fork and are compared like everything else of the kernel.
 *
 * Models: the scheduler of go1.26 as far as it shows: P processors, each runs one goroutine until it blocks; a step keeps
 * its goroutine and its processor busy for what it costs, and has its effect when it begins. Left out: time slices, which
 * processor steals from which, the run queue's order (any waiting goroutine may be next: a choice).
 */
import { createWorld, type Collection, type Pin, type World } from '../kernel/kernel.ts';
import type { Code } from './code.ts';
import { costOf, type Costs } from './go-costs.ts';
import { machineOf, setClock } from './machine.ts';
import type { Cells, Machine, Op, OpKind, Transition } from './machine-types.ts';

export interface GoWorldOptions {
  readonly seed: number;
  /** GOMAXPROCS, at least 1. */
  readonly processors: number;
  readonly costs: Costs;
  /** Any goroutine may go on after each step, not only where one blocks. */
  readonly preempts?: boolean;
  readonly pins?: readonly Pin[];
  /** Is told each step as it is taken, with what the world's trace leaves out. */
  readonly onStep?: (op: Op) => void;
  /** The kernel's own checks; slow. */
  readonly checks?: boolean;
}

export interface GoWorld {
  readonly world: World;
  /** Look only: steps are taken by `world.advance`. */
  readonly machine: Machine;
}

/** The closed table of event kinds, all kinds of steps. */
export const GO_EVENT_KINDS: readonly OpKind[] = [
  'start',
  'end',
  'panic',
  'fatal',
  'exit',
  'switch',
  'rand',
  'print',
  'read',
  'write',
  'map-read',
  'map-write',
  'send',
  'receive',
  'close',
  'select',
  'lock',
  'unlock',
  'rlock',
  'runlock',
  'trylock',
  'add',
  'done',
  'wait',
  'once',
  'cond-wait',
  'signal',
  'broadcast',
  'atomic',
  'sync-map',
  'sleep',
  'timer',
  'context',
  'cancel',
  'block',
];

/** Timers come before processors in one instant. */
const LANE = { timers: 0, processors: 1 };

/** What a processor does: the goroutine it holds (0 = none), busy until then. */
interface Processor {
  readonly g: number;
  readonly until: number;
}

interface Ready {
  readonly at: number;
}

/** @param code of `compile` */
export function createGoWorld(code: Code, options: GoWorldOptions): GoWorld {
  const { seed, processors, costs } = options;
  const world = createWorld({
    seed,
    ticksPerSecond: 1e9,
    kinds: GO_EVENT_KINDS,
    lanes: ['timers', 'processors'],
    ...(options.pins === undefined ? {} : { pins: options.pins }),
    ...(options.checks === undefined ? {} : { checks: options.checks }),
  });
  const cells = cellsOver(world.collection<object>('go'));
  const held = world.collection<Processor>('processors');
  const machine = machineOf(code, cells);
  const names = Array.from({ length: processors }, (_, i) => `P${i}`);
  /** When a goroutine that was woken can run: after the step that woke it. */
  const ready = world.collection<Ready>('ready');
  for (const name of names) held.set(name, { g: 0, until: 0 });

  const processorOf = (name: string): Processor => held.get(name) ?? { g: 0, until: 0 };
  const isReady = ({ goroutine }: Transition) => (ready.get(String(goroutine))?.at ?? 0) <= world.now;
  const runnable = (): Transition[] => machine.transitions().filter((one) => one.goroutine !== 0 && isReady(one));

  /** Goroutines that this processor may run now. */
  const candidates = (name: string): number[] => {
    const taken = new Set(names.filter((one) => one !== name).map((one) => processorOf(one).g));
    const free = [...new Set(runnable().map((one) => one.goroutine))].filter((id) => !taken.has(id));
    const { g } = processorOf(name);
    return options.preempts !== true && free.includes(g) ? [g] : free;
  };

  /** Emits a step, and sees to what it sets going. */
  const record = (op: Op, cost: number, timerBefore: number | undefined): void => {
    options.onStep?.(op);
    world.emit(GO_EVENT_KINDS.indexOf(op.kind), {
      subject: op.goroutine === 0 ? 'timer' : `goroutine ${op.goroutine}`,
      object: op.object,
      detail: op.detail,
      number: cost,
    });
    const next = machine.nextTimer;
    if (next !== undefined && (next !== timerBefore || op.goroutine === 0)) {
      world.after(Math.max(0, next - world.now), LANE.timers, timers, {});
    }
    for (const id of op.wakes) ready.set(String(id), { at: world.now + cost });
    for (const name of names) {
      if (processorOf(name).until <= world.now)
        world.after(op.wakes.length > 0 ? cost : 0, LANE.processors, dispatch, { name });
    }
  };

  const dispatch = world.handler<{ readonly name: string }>('dispatch', ({ name }) => {
    if (machine.outcome() !== undefined || processorOf(name).until > world.now) return;
    const free = candidates(name);
    const g = free[free.length < 2 ? 0 : world.choose('run', name, free.length)];
    if (g === undefined) return;
    setClock(cells, world.now);
    const before = machine.nextTimer;
    const open = runnable().filter((one) => one.goroutine === g);
    const next = open[open.length < 2 ? 0 : world.choose('option', `goroutine ${g}`, open.length)];
    if (next === undefined) return;
    const op = machine.take(next);
    const stays = machine.transitions().some((one) => one.goroutine === g);
    const cost = costOf(costs, op, !stays);
    held.set(name, { g: stays ? g : 0, until: world.now + cost });
    world.after(cost, LANE.processors, dispatch, { name });
    record(op, cost, before);
  });

  const timers = world.handler<object>('timers', () => {
    const when = machine.nextTimer;
    if (when === undefined || when > world.now) return;
    setClock(cells, world.now);
    const due = machine.transitions().filter((one) => one.goroutine === 0);
    const next = due[due.length < 2 ? 0 : world.choose('timer', 'due', due.length)];
    if (next !== undefined) record(machine.take(next), 0, when);
  });

  for (const name of names) world.after(0, LANE.processors, dispatch, { name });
  world.begin();
  return { world, machine };
}

function cellsOver(collection: Collection<object>): Cells {
  return {
    get: (key) => collection.get(key),
    set: (key, value) => {
      collection.set(key, value);
    },
    delete: (key) => {
      collection.delete(key);
    },
    entries: () => collection.entries(),
  };
}
