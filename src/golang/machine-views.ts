/** The machine's state as a person sees it. */
import { brief } from './brief.ts';
import type { GoroutineView, ObjectView } from './machine-types.ts';
import { printedValue } from './natives.ts';
import { placeOf } from './places.ts';
import { codeOf, stored } from './runtime.ts';
import { memory, meta } from './memory.ts';
import type { Go, Rt, Frame } from './runtime-state.ts';
import { isKind, isNil, type Value } from './values.ts';
import type { ChanCell, ContextCell, MapCell, MemoryCell, TimerCell } from './cells.ts';
import { compareBytes } from '../kernel/kernel.ts';

export function goroutineViews(rt: Rt): GoroutineView[] {
  const views: GoroutineView[] = [];
  for (let id = 1; id <= meta(rt).goroutines; id++) views.push(goroutineView(rt, stored(rt, id)));
  return views;
}

function goroutineView(rt: Rt, g: Go): GoroutineView {
  const top = g.frames.at(-1);
  const stack = g.frames.map((one, i) => ({ func: codeOf(rt, one).name, at: placeOf(rt, g, i) })).reverse();
  return {
    id: g.id,
    name: g.name,
    state: g.status === 'run' ? 'runnable' : g.status,
    wait: g.wait,
    on: g.on,
    at: stack[0]?.at ?? g.at,
    stack,
    locals: top === undefined ? [] : locals(rt, top),
  };
}

function locals(rt: Rt, frame: Frame): { readonly name: string; readonly value: string }[] {
  const shown = new Map<string, string>();
  for (const { slot, name, heap, t } of codeOf(rt, frame).locals) {
    const held = frame.locals[slot];
    if (held === undefined) continue;
    const pointsHere = heap && isKind(held, 'ptr');
    if (heap && !pointsHere) continue;
    const value: Value = pointsHere ? memory(rt, held.root).v : held;
    const valued = /^(pointer|slice|map|chan|func|interface)$/.test(t.k) || !isNil(value);
    if (valued)
      shown.set(name, isKind(value, 'chan') || isKind(value, 'func') ? brief(rt, value) : printedValue(rt, t, value));
  }
  return [...shown].map(([name, value]) => ({ name, value }));
}

export function objectViews(rt: Rt): ObjectView[] {
  const cells = [...rt.cells.entries()].sort(([a], [b]) => compareBytes(a, b));
  return cells.flatMap(([key, cell]) => objectsIn(rt, key, cell as { readonly k?: string }));
}

function objectsIn(rt: Rt, key: string, cell: { readonly k?: string }): ObjectView[] {
  switch (cell.k) {
    case 'chan':
      return [channelView(rt, key, cell as ChanCell)];
    case 'map':
      return [mapView(rt, key, cell as MapCell)];
    case 'mem': {
      const { v, name, own } = cell as MemoryCell;
      return placeViews(rt, key, name, v, own === 0);
    }
    case 'timer': {
      const { active, when, name } = cell as TimerCell;
      return [counter(key, name, 'timer', active ? String(when) : 'stopped')];
    }
    case 'ctx': {
      const { err, name } = cell as ContextCell;
      return [counter(key, name, 'context', isNil(err) ? 'active' : brief(rt, err))];
    }
    default:
      return [];
  }
}

function counter(
  cell: string,
  name: string,
  of: Extract<ObjectView, { kind: 'counter' }>['of'],
  value: string,
  waiters: readonly number[] = [],
): ObjectView {
  return { kind: 'counter', cell, name: name === '' ? cell : name, of, value, waiters };
}

function channelView(rt: Rt, cell: string, one: ChanCell): ObjectView {
  return {
    kind: 'chan',
    cell,
    name: one.name === '' ? cell : one.name,
    capacity: one.timer === '' ? one.cap : 0,
    buffer: one.buf.map((value) => brief(rt, value)),
    closed: one.closed,
    senders: one.sendq.map((waiter) => waiter.g),
    receivers: one.recvq.map((waiter) => waiter.g),
  };
}

function mapView(rt: Rt, cell: string, one: MapCell): ObjectView {
  const entries = one.keys.flatMap((id) => {
    const entry = one.entries[id];
    return entry === undefined ? [] : [{ key: brief(rt, entry.key), value: brief(rt, entry.value) }];
  });
  return { kind: 'map', cell, name: one.name === '' ? cell : one.name, entries, length: entries.length };
}

/** Locks and the like inside a variable, and plain variables that are shared. */
function placeViews(rt: Rt, cell: string, name: string, value: Value, shared: boolean): ObjectView[] {
  if (typeof value !== 'object') return shared ? [counter(cell, name, 'variable', brief(rt, value))] : [];
  switch (value.k) {
    case 'mutex':
      return [mutex(cell, name, value.owner, [], value.waiters)];
    case 'rwmutex':
      return [
        mutex(cell, name, value.pending ? value.w.owner : 0, value.readers, [
          ...value.writerQueue,
          ...value.w.waiters,
          ...value.readerQueue,
        ]),
      ];
    case 'wg':
      return [counter(cell, name, 'waitgroup', String(value.n), value.waiters)];
    case 'once':
      return [counter(cell, name, 'once', brief(rt, value), value.m.waiters)];
    case 'cond':
      return [counter(cell, name, 'cond', String(value.waiters.length), value.waiters)];
    case 'atomic':
      return [counter(cell, name, 'atomic', brief(rt, value.v))];
    case 'syncmap':
      return [
        {
          kind: 'map',
          cell,
          name,
          entries: value.entries.map((one) => ({ key: brief(rt, one.key), value: brief(rt, one.value) })),
          length: value.entries.length,
        },
      ];
    case 'struct':
      return Object.entries(value.f).flatMap(([field, one]) =>
        placeViews(rt, `${cell}.${field}`, `${name}.${field}`, one, shared),
      );
    case 'array':
      return value.v.length > 64
        ? [counter(cell, name, 'variable', `[${value.v.length}]`)]
        : value.v.flatMap((one, i) => placeViews(rt, `${cell}.${i}`, `${name}[${i}]`, one, shared));
    default:
      return [];
  }
}

function mutex(
  cell: string,
  name: string,
  owner: number,
  readers: readonly number[],
  waiters: readonly number[],
): ObjectView {
  return { kind: 'mutex', cell, name: name === '' ? cell : name, owner, readers, waiters };
}
