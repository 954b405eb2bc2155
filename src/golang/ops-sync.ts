/**
 * Locks, groups, Once, Cond. Models: sync and internal/sync of go1.26: an unlock frees the lock and wakes the first waiter,
 * which tries again and may find that another was faster. Left out: the starvation mode of Mutex.
 */
import { fatal } from './places.ts';
import { GoPanic, type Go, type Rt } from './runtime-state.ts';
import { complete, park, start, wake } from './runtime.ts';
import { placeName, pointerOf, readPlace, writePlace } from './memory.ts';
import {
  NIL,
  as,
  isKind,
  num,
  placeKey,
  type MutexValue,
  type Place,
  type RWMutexValue,
  type Value,
} from './values.ts';

/** @returns results, or undefined where the goroutine parked or the program ended */
export type VisibleRun = (rt: Rt, g: Go, args: readonly Value[]) => readonly Value[] | undefined;

export function target(rt: Rt, args: readonly Value[]): Place {
  const place = pointerOf(args[0] ?? NIL);
  rt.op.cell = placeKey(place);
  rt.op.object = placeName(rt, place);
  return place;
}

/** Takes the lock, or waits in line: in front where it was woken. */
function lockOr(
  rt: Rt,
  g: Go,
  m: MutexValue,
  on: string,
  put: (m: MutexValue) => void,
  wait = 'sync.Mutex.Lock',
): boolean {
  const woken = m.woken === g.id ? 0 : m.woken;
  if (!m.locked) {
    put({ ...m, woken, locked: true, owner: g.id });
    return true;
  }
  put({ ...m, woken, waiters: g.retry ? [g.id, ...m.waiters] : [...m.waiters, g.id] });
  park(rt, g, wait, on);
  return false;
}

/** The lock is free; the first in line may try again unless one is on its way already. */
function freed(rt: Rt, m: MutexValue): MutexValue {
  const [first, ...waiters] = m.waiters;
  if (first === undefined || m.woken !== 0) return { ...m, locked: false, owner: 0 };
  wake(rt, first).retry = true;
  return { ...m, locked: false, owner: 0, waiters, woken: first };
}

function mutexOf(rt: Rt, place: Place): MutexValue {
  return as(readPlace(rt, place), 'mutex');
}

const lock: VisibleRun = (rt, g, args) => {
  const place = target(rt, args);
  rt.op.kind = 'lock';
  const put = (m: MutexValue) => writePlace(rt, place, m);
  if (!lockOr(rt, g, mutexOf(rt, place), placeKey(place), put)) return undefined;
  rt.op.acquires.push(placeKey(place));
  return [];
};

export function unlockMutex(rt: Rt, place: Place): boolean {
  const m = mutexOf(rt, place);
  if (!m.locked) {
    fatal(rt, 'sync: unlock of unlocked mutex');
    return false;
  }
  rt.op.releases.push(placeKey(place));
  writePlace(rt, place, freed(rt, m));
  return true;
}

const unlock: VisibleRun = (rt, _, args) => {
  const place = target(rt, args);
  rt.op.kind = 'unlock';
  return unlockMutex(rt, place) ? [] : undefined;
};

const tryLock: VisibleRun = (rt, g, args) => {
  const place = target(rt, args);
  rt.op.kind = 'trylock';
  const m = mutexOf(rt, place);
  rt.op.detail = String(!m.locked);
  if (m.locked) return [false];
  writePlace(rt, place, { ...m, locked: true, owner: g.id });
  rt.op.acquires.push(placeKey(place));
  return [true];
};

// --- RWMutex ---

function rwOf(rt: Rt, place: Place): RWMutexValue {
  return as(readPlace(rt, place), 'rwmutex');
}

function edges(rt: Rt, place: Place, ...parts: readonly ('#w' | '#r')[]): void {
  for (const part of parts) rt.op.acquires.push(placeKey(place) + part);
}

const rlock: VisibleRun = (rt, g, args) => {
  const place = target(rt, args);
  rt.op.kind = 'rlock';
  const m = rwOf(rt, place);
  edges(rt, place, '#w');
  if (!m.pending) {
    writePlace(rt, place, { ...m, count: m.count + 1, readers: [...m.readers, g.id] });
    return [];
  }
  writePlace(rt, place, { ...m, count: m.count + 1, readerQueue: [...m.readerQueue, g.id] });
  park(rt, g, 'sync.RWMutex.RLock', placeKey(place));
  return undefined;
};

const tryRLock: VisibleRun = (rt, g, args) => {
  const place = target(rt, args);
  rt.op.kind = 'trylock';
  const m = rwOf(rt, place);
  rt.op.detail = String(!m.pending);
  if (m.pending) return [false];
  edges(rt, place, '#w');
  writePlace(rt, place, { ...m, count: m.count + 1, readers: [...m.readers, g.id] });
  return [true];
};

const runlock: VisibleRun = (rt, g, args) => {
  const place = target(rt, args);
  rt.op.kind = 'runlock';
  const m = rwOf(rt, place);
  if (m.count === 0) {
    fatal(rt, 'sync: RUnlock of unlocked RWMutex');
    return undefined;
  }
  rt.op.releases.push(`${placeKey(place)}#r`);
  // Any goroutine may give a read lock back.
  const mine = m.readers.indexOf(g.id);
  const readers = m.readers.filter((_, i) => i !== (mine < 0 ? 0 : mine));
  let next: RWMutexValue = { ...m, count: m.count - 1, readers };
  if (m.pending) {
    next = { ...next, readerWait: m.readerWait - 1 };
    const [writer] = m.writerQueue;
    if (next.readerWait === 0 && writer !== undefined) {
      next = { ...next, writerQueue: [], w: { ...next.w, owner: writer } };
      writePlace(rt, place, next);
      finishWriter(rt, writer, place);
      return [];
    }
  }
  writePlace(rt, place, next);
  return [];
};

/** The last reader hands the lock to the writer that waits. */
function finishWriter(rt: Rt, id: number, place: Place): void {
  const writer = wake(rt, id);
  writer.acquires.push(`${placeKey(place)}#w`, `${placeKey(place)}#r`);
  complete(rt, writer, []);
}

const wlock: VisibleRun = (rt, g, args) => {
  const place = target(rt, args);
  rt.op.kind = 'lock';
  let m = rwOf(rt, place);
  const put = (w: MutexValue) => {
    m = { ...m, w };
    writePlace(rt, place, m);
  };
  if (!lockOr(rt, g, m.w, placeKey(place), put)) return undefined;
  // From now on new readers wait.
  m = { ...m, pending: true, readerWait: m.count };
  if (m.count === 0) {
    writePlace(rt, place, m);
    edges(rt, place, '#w', '#r');
    return [];
  }
  writePlace(rt, place, { ...m, w: { ...m.w, owner: 0 }, writerQueue: [g.id] });
  park(rt, g, 'sync.RWMutex.Lock', placeKey(place));
  return undefined;
};

const tryWLock: VisibleRun = (rt, g, args) => {
  const place = target(rt, args);
  rt.op.kind = 'trylock';
  const m = rwOf(rt, place);
  const free = !m.w.locked && m.count === 0;
  rt.op.detail = String(free);
  if (!free) return [false];
  edges(rt, place, '#w', '#r');
  writePlace(rt, place, { ...m, pending: true, readerWait: 0, w: { ...m.w, locked: true, owner: g.id } });
  return [true];
};

const wunlock: VisibleRun = (rt, _, args) => {
  const place = target(rt, args);
  rt.op.kind = 'unlock';
  const m = rwOf(rt, place);
  if (!m.pending) {
    fatal(rt, 'sync: Unlock of unlocked RWMutex');
    return undefined;
  }
  rt.op.releases.push(`${placeKey(place)}#w`);
  for (const id of m.readerQueue) complete(rt, wake(rt, id), []);
  const w = freed(rt, m.w);
  writePlace(rt, place, {
    ...m,
    pending: false,
    readerWait: 0,
    readers: [...m.readers, ...m.readerQueue],
    readerQueue: [],
    w,
  });
  return [];
};

// --- WaitGroup ---

function add(rt: Rt, args: readonly Value[], delta: number): readonly Value[] {
  const place = target(rt, args);
  const group = as(readPlace(rt, place), 'wg');
  const n = group.n + delta;
  rt.op.detail = String(n);
  if (delta < 0) rt.op.releases.push(placeKey(place));
  // The race detector's way to say that the first Add must come before Wait.
  if (delta > 0 && n === delta) rt.op.memory.push({ object: `${placeKey(place)}#sema`, write: false });
  const waiters = n === 0 ? [] : group.waiters;
  writePlace(rt, place, { k: 'wg', n, waiters });
  if (n < 0) {
    const text = 'sync: negative WaitGroup counter';
    throw new GoPanic({ k: 'iface', t: 'string', v: text });
  }
  if (n === 0) for (const id of group.waiters) complete(rt, wakeAfter(rt, id, place), []);
  return [];
}

function wakeAfter(rt: Rt, id: number, place: Place): Go {
  const g = wake(rt, id);
  g.acquires.push(placeKey(place));
  return g;
}

const wait: VisibleRun = (rt, g, args) => {
  const place = target(rt, args);
  rt.op.kind = 'wait';
  const group = as(readPlace(rt, place), 'wg');
  if (group.n === 0) {
    rt.op.acquires.push(placeKey(place));
    return [];
  }
  if (group.waiters.length === 0) rt.op.memory.push({ object: `${placeKey(place)}#sema`, write: true });
  writePlace(rt, place, { ...group, waiters: [...group.waiters, g.id] });
  park(rt, g, 'sync.WaitGroup.Wait', placeKey(place));
  return undefined;
};

const go: VisibleRun = (rt, _, args) => {
  rt.op.kind = 'start';
  add(rt, args, 1);
  const f: Value = { k: 'func', id: rt.code.wrappers['wgGo'] ?? 0, caps: args };
  const made = start(rt, f, [], rt.op.at);
  const [, body = NIL] = args;
  made.name = isKind(body, 'func') ? (rt.code.funcs[body.id]?.name ?? made.name) : made.name;
  return [];
};

// --- Once ---

const onceBegin: VisibleRun = (rt, g, args) => {
  const place = target(rt, args);
  rt.op.kind = 'once';
  let once = as(readPlace(rt, place), 'once');
  if (once.done) {
    if (once.m.woken === g.id) writePlace(rt, place, { ...once, m: freed(rt, { ...once.m, woken: 0 }) });
    rt.op.acquires.push(placeKey(place));
    return [false];
  }
  const put = (m: MutexValue) => {
    once = { ...once, m };
    writePlace(rt, place, once);
  };
  if (!lockOr(rt, g, once.m, placeKey(place), put)) return undefined;
  rt.op.detail = 'first';
  return [true];
};

const onceEnd: VisibleRun = (rt, _, args) => {
  const place = target(rt, args);
  rt.op.kind = 'once';
  rt.op.detail = 'done';
  const once = as(readPlace(rt, place), 'once');
  rt.op.releases.push(placeKey(place));
  writePlace(rt, place, { k: 'once', done: true, m: freed(rt, once.m) });
  return [];
};

// --- Cond ---

/** Unlocks and parks; then locks again. */
const condWait: VisibleRun = (rt, g, args) => {
  const place = target(rt, args);
  const cond = as(readPlace(rt, place), 'cond');
  const locker = as(isKind(cond.L, 'iface') ? cond.L.v : NIL, 'ptr');
  const write = isKind(readPlace(rt, locker), 'rwmutex');
  if (g.phase === 2) return write ? wlock(rt, g, [locker]) : lock(rt, g, [locker]);
  const unlocked = write ? wunlock(rt, g, [locker]) : unlock(rt, g, [locker]);
  if (unlocked === undefined) return undefined;
  target(rt, args);
  g.phase = 1;
  writePlace(rt, place, { ...as(readPlace(rt, place), 'cond'), waiters: [...cond.waiters, g.id] });
  park(rt, g, 'sync.Cond.Wait', placeKey(place));
  rt.op.kind = 'cond-wait';
  return undefined;
};

const signal =
  (all: boolean): VisibleRun =>
  (rt, _, args) => {
    const place = target(rt, args);
    rt.op.kind = all ? 'broadcast' : 'signal';
    const cond = as(readPlace(rt, place), 'cond');
    const count = all ? cond.waiters.length : 1;
    writePlace(rt, place, { ...cond, waiters: cond.waiters.slice(count) });
    for (const id of cond.waiters.slice(0, count)) {
      const g = wake(rt, id);
      g.phase = 2;
      // The race detector draws no edge from Signal to Wait: the lock does.
      g.acquires.pop();
      rt.op.releases.pop();
    }
    return [];
  };

export const SYNC: Readonly<Record<string, VisibleRun>> = {
  'sync.Mutex.Lock': lock,
  'sync.Mutex.Unlock': unlock,
  'sync.Mutex.TryLock': tryLock,
  'sync.RWMutex.Lock': wlock,
  'sync.RWMutex.Unlock': wunlock,
  'sync.RWMutex.TryLock': tryWLock,
  'sync.RWMutex.RLock': rlock,
  'sync.RWMutex.RUnlock': runlock,
  'sync.RWMutex.TryRLock': tryRLock,
  'sync.WaitGroup.Add': (rt, _, args) => {
    rt.op.kind = 'add';
    return add(rt, args, num(args[1] ?? 0));
  },
  'sync.WaitGroup.Done': (rt, _, args) => {
    rt.op.kind = 'done';
    return add(rt, args, -1);
  },
  'sync.WaitGroup.Wait': wait,
  'sync.WaitGroup.Go': go,
  'sync.Once.begin': onceBegin,
  'sync.Once.end': onceEnd,
  'sync.Cond.Wait': condWait,
  'sync.Cond.Signal': signal(false),
  'sync.Cond.Broadcast': signal(true),
};
