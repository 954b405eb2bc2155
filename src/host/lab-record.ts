/** A run as the page draws it: what each step did, and who could go on, what lay in buffers, who held locks after it. */
import { GO_EVENT_KINDS } from '../golang/go-world.ts';
import type { GoroutineView, Machine, ObjectView } from '../golang/machine-types.ts';
import type { World } from '../kernel/kernel.ts';
import type { LabGoroutine, LabObject, LabOp, LabState } from '../protocol/lab.ts';

interface Known {
  readonly states: Map<number, LabState>;
  readonly lines: Map<number, number>;
  readonly buffers: Map<string, number>;
  readonly owners: Map<string, number>;
}

/** @param max steps; @returns each step, and the goroutines' names by number */
export function recordRun(
  world: World,
  machine: Machine,
  max: number,
  optionsNow: () => number,
): { readonly ops: readonly LabOp[]; readonly names: readonly string[] } {
  const known: Known = { states: new Map(), lines: new Map(), buffers: new Map(), owners: new Map() };
  const ops: LabOp[] = [];
  let goroutines = machine.goroutines();
  note(known, goroutines, machine.objects());
  while (ops.length < max) {
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
      object: trace.object(step),
      detail: trace.detail(step),
      time: trace.time(step),
      cost: trace.number(step),
      options: Math.max(options, choices),
      ...changed,
    });
  }
  return { ops, names: goroutines.map((one) => one.name) };
}

function note(
  known: Known,
  goroutines: readonly GoroutineView[],
  objects: readonly ObjectView[],
): Pick<LabOp, 'turned' | 'buffers' | 'owners'> {
  const turned: { goroutine: number; state: LabState }[] = [];
  const buffers: { name: string; length: number; capacity: number }[] = [];
  const owners: { name: string; owner: number }[] = [];
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
  }
  return { turned, buffers, owners };
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

export function objectOf(view: ObjectView): LabObject {
  const { cell: _, ...rest } = view;
  return rest;
}
