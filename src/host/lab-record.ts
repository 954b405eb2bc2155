/** A run as the page draws it: what each step did, and who could go on, what lay in buffers, who held locks after it. */
import { INTERRUPTIONS_MAX } from '../golang/explore-endless.ts';
import { GO_EVENT_KINDS } from '../golang/go-world.ts';
import type { GoroutineView, Machine, ObjectView } from '../golang/machine-types.ts';
import type { World } from '../kernel/kernel.ts';
import type { LabGoroutine, LabObject, LabOp, LabRun, LabState } from '../protocol/lab.ts';

interface Known {
  readonly states: Map<number, LabState>;
  readonly lines: Map<number, number>;
  readonly buffers: Map<string, number>;
  readonly owners: Map<string, number>;
  readonly groups: Map<string, string>;
}

/** All interruptions of private work in one run, at most: each is as long as many steps. */
const INTERRUPTIONS_ALL = 200;

/**
 * Goroutines that do long work alone. A run is not followed further when nobody else can go on and the one has done
 * `ALONE_MAX` instructions, or when all such work together is too much.
 */
class Alone {
  private readonly times = new Map<number, number>();
  private all = 0;

  constructor(private readonly tired: (goroutine: number) => boolean) {}

  /** @returns whether the run ends here */
  took(goroutine: number, machine: Machine): boolean {
    const times = this.tired(goroutine) ? (this.times.get(goroutine) ?? 0) + 1 : 0;
    this.times.set(goroutine, times);
    if (times === 0) return false;
    if (++this.all >= INTERRUPTIONS_ALL) return true;
    return times >= INTERRUPTIONS_MAX && machine.transitions().every((one) => this.isEndless(one.goroutine));
  }

  private isEndless(goroutine: number): boolean {
    return (this.times.get(goroutine) ?? 0) >= INTERRUPTIONS_MAX;
  }
}

/**
 * @param max steps
 * @returns each step, the goroutines' names by number, and who was left in work that nobody sees: then the run is cut there
 */
export function recordRun(
  world: World,
  machine: Machine,
  max: number,
  optionsNow: () => number,
): Pick<LabRun, 'ops' | 'names' | 'endless'> {
  const known: Known = {
    states: new Map(),
    lines: new Map(),
    buffers: new Map(),
    owners: new Map(),
    groups: new Map(),
  };
  const ops: LabOp[] = [];
  const go = world.collections().find((one) => one.name === 'go');
  const alone = new Alone((id) => isTired(go?.get(`go/${id}`)));
  let endless: LabRun['endless'];
  let goroutines = machine.goroutines();
  note(known, goroutines, machine.objects());
  while (ops.length < max && endless === undefined) {
    const options = optionsNow();
    if (world.advance(1) === 0) break;
    const before = new Map(known.lines);
    goroutines = machine.goroutines();
    const changed = note(known, goroutines, machine.objects());
    const { trace, step } = world;
    const goroutine = Number(/\d+$/.exec(trace.subject(step))?.[0] ?? 0);
    const choices = world.choicesAt(step).reduce((most, one) => Math.max(most, one.count), 1);
    ops.push({
      goroutine,
      kind: GO_EVENT_KINDS[trace.kind(step)] ?? '',
      line: before.get(goroutine) ?? 0,
      object: shownName(trace.object(step)),
      detail: trace.detail(step),
      time: trace.time(step),
      cost: trace.number(step),
      options: Math.max(options, choices),
      ...changed,
    });
    if (alone.took(goroutine, machine)) endless = { goroutine, line: goroutines[goroutine - 1]?.at.line ?? 0 };
  }
  return { ops, names: goroutines.map((one) => one.name), endless };
}

const isTired = (cell: unknown): boolean =>
  typeof cell === 'object' && cell !== null && 'tired' in cell && cell.tired === true;

function note(
  known: Known,
  goroutines: readonly GoroutineView[],
  objects: readonly ObjectView[],
): Pick<LabOp, 'turned' | 'buffers' | 'owners' | 'groups'> {
  const turned: { goroutine: number; state: LabState }[] = [];
  const buffers: { name: string; length: number; capacity: number }[] = [];
  const owners: { name: string; owner: number }[] = [];
  const groups: { name: string; count: number; waiters: readonly number[] }[] = [];
  for (const { id, state, at } of goroutines) {
    known.lines.set(id, at.line);
    const now = state === 'running' ? 'runnable' : state;
    if (known.states.get(id) === now) continue;
    known.states.set(id, now);
    turned.push({ goroutine: id, state: now });
  }
  for (const one of objects) {
    if (one.kind === 'chan' && known.buffers.get(one.cell) !== one.buffer.length) {
      known.buffers.set(one.cell, one.buffer.length);
      buffers.push({ name: one.name, length: one.buffer.length, capacity: one.capacity });
    }
    if (one.kind === 'mutex' && (known.owners.get(one.cell) ?? 0) !== one.owner) {
      known.owners.set(one.cell, one.owner);
      owners.push({ name: one.name, owner: one.owner });
    }
    if (one.kind === 'counter' && one.of === 'waitgroup') {
      const now = `${one.value} ${one.waiters.join()}`;
      if ((known.groups.get(one.cell) ?? '0 ') === now) continue;
      known.groups.set(one.cell, now);
      groups.push({ name: one.name, count: Number(one.value), waiters: one.waiters });
    }
  }
  return { turned, buffers, owners, groups };
}

/** @param last who made the step that is shown: it runs, if it can */
export function goroutineOf(view: GoroutineView, last: number): LabGoroutine {
  const { id, name, state, wait, at, stack, locals } = view;
  return {
    id,
    name,
    state: state === 'runnable' && id === last ? 'running' : state,
    wait,
    line: at.line,
    stack: stack.map((one) => ({ func: one.func, line: one.at.line })),
    locals,
  };
}

/** What holds a builder's text is the builder. */
const shownName = (name: string): string => name.replace(/\.text_$/, '');

export function objectOf(view: ObjectView): LabObject {
  const { cell: _, ...rest } = view;
  return { ...rest, name: shownName(rest.name) };
}

/** The files of the system are no objects of the program. */
export const isOwn = ({ cell }: ObjectView): boolean => !cell.startsWith('pkg/os.');
