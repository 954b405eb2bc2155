/** Rules of the two queues by hand (client-go.md 3, 3.1, 4, 4.1), and random scripts against the plainest model there is. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  DeltaFIFO,
  isTombstone,
  RealFIFO,
  type Delta,
  type FifoDeps,
  type FifoEntry,
  type Tombstone,
} from '../../../src/components/informer/informer.ts';

interface Thing {
  readonly key: string;
  readonly rv: number;
  readonly bad?: boolean;
}

const thing = (key: string, rv: number): Thing => ({ key, rv });

function depsOf(known?: readonly Thing[]): FifoDeps<Thing> {
  const base = {
    slots: new Map<string, FifoEntry<Thing>>(),
    marks: new Map<string, number>(),
    keyOf: ({ key, bad }: Thing) => (bad === true ? undefined : key),
  };
  if (known === undefined) return base;
  const listKeys = (): string[] => known.map(({ key }) => key);
  return { ...base, knownObjects: { listKeys, getByKey: (key) => known.find((object) => object.key === key) } };
}

const deltaFifo = (known?: readonly Thing[], emitReplaced = true): DeltaFIFO<Thing> =>
  new DeltaFIFO(depsOf(known), { emitReplaced });

const realFifo = (known: readonly Thing[], batchSize = 1000): RealFIFO<Thing> =>
  new RealFIFO(depsOf(known), {
    atomic: false,
    emitBookmarks: false,
    unlockWhileProcessing: false,
    batchSize,
    countsAfterProcess: true,
  });

/** "Added a1", "Deleted †a1" for a tombstone. */
function short(delta: Delta<Thing>): string {
  if (!('object' in delta)) return delta.type;
  const { object } = delta;
  const [mark, last] = isTombstone(object) ? ['†', object.object ?? thing(object.tombstone, 0)] : ['', object];
  return `${delta.type} ${mark}${last.key}${last.rv}`;
}

const shown = (fifo: { entries(): readonly FifoEntry<Thing>[] }): string[] =>
  fifo.entries().map(({ deltas }) => deltas.map(short).join(' + '));

describe('3 DeltaFIFO', () => {
  test('deltas of a key stack in its first place', () => {
    const fifo = deltaFifo();
    fifo.add(thing('a', 1));
    fifo.add(thing('b', 2));
    fifo.update(thing('a', 3));
    expect(shown(fifo)).toEqual(['Added a1 + Updated a3', 'Added b2']);
  });

  test('of two neighbouring deletions the older stays, unless it is a tombstone', () => {
    const fifo = deltaFifo([thing('a', 1)]);
    fifo.delete(thing('a', 2));
    fifo.delete(thing('a', 3));
    expect(shown(fifo)).toEqual(['Deleted a2']);
    fifo.pop(() => undefined);
    fifo.delete({ tombstone: 'a', object: thing('a', 1) });
    fifo.delete(thing('a', 4));
    expect(shown(fifo)).toEqual(['Deleted a4']);
  });

  test('a deletion of what nobody knows is ignored', () => {
    const fifo = deltaFifo([]);
    fifo.delete(thing('a', 1));
    expect(fifo.length).toBe(0);
    expect(fifo.hasSynced).toBe(true);
  });

  test('C-41 a bad key of Delete leaves the queue unpopulated, one of Add does not', () => {
    const fifo = deltaFifo([]);
    expect(fifo.delete({ key: 'a', rv: 1, bad: true })).toBe('key');
    expect(fifo.hasSynced).toBe(false);
    expect(fifo.add({ key: 'a', rv: 1, bad: true })).toBe('key');
    expect(fifo.hasSynced).toBe(true);
  });

  test('3.1 ReplaceMakesDeletions: new items first, then tombstones of queued and of known keys', () => {
    const fifo = deltaFifo([thing('foo', 5), thing('bar', 6), thing('baz', 7)], false);
    fifo.add(thing('baz', 10));
    fifo.replace([thing('foo', 5)]);
    expect(shown(fifo)).toEqual(['Added baz10 + Deleted †baz10', 'Sync foo5', 'Deleted †bar6']);
  });

  test('3.1 HasSyncedCorrectOnDeletion: deletions of the first list count', () => {
    const fifo = deltaFifo([thing('foo', 1), thing('bar', 2), thing('baz', 3)]);
    fifo.replace([thing('foo', 5)]);
    const synced: boolean[] = [];
    for (let i = 0; i < 3; i++) {
      synced.push(fifo.hasSynced);
      fifo.pop((_, initial) => {
        expect(initial).toBe(true);
        return undefined;
      });
    }
    expect([...synced, fifo.hasSynced]).toEqual([false, false, false, true]);
  });

  test('3.1 Resync touches only known keys with nothing queued', () => {
    const fifo = deltaFifo([thing('foo', 5), thing('bar', 6)]);
    fifo.update(thing('foo', 7));
    fifo.resync();
    expect(shown(fifo)).toEqual(['Updated foo7', 'Sync bar6']);
  });
});

describe('4 RealFIFO', () => {
  test('3.1 addUpdate: nothing is merged', () => {
    const fifo = realFifo([]);
    fifo.add(thing('foo', 10));
    fifo.update(thing('foo', 12));
    fifo.delete(thing('foo', 15));
    expect(shown(fifo)).toEqual(['Added foo10', 'Updated foo12', 'Deleted foo15']);
  });

  test('4.1 ReplaceMakesDeletions: tombstones first', () => {
    const fifo = realFifo([thing('foo', 5), thing('bar', 6), thing('baz', 7)]);
    fifo.delete(thing('bar', 6));
    fifo.add(thing('bar', 100));
    fifo.replace([thing('foo', 5)], '1');
    expect(shown(fifo)).toEqual(['Deleted bar6', 'Added bar100', 'Deleted †bar100', 'Deleted †baz7', 'Replaced foo5']);
  });

  test('4.1 PopMultipleDeltaInBatch: distinct keys, the batch size, and never over the end of the first list', () => {
    const sizes = (list: readonly Thing[], later: readonly Thing[], batchSize: number): number[] => {
      const fifo = realFifo([], batchSize);
      fifo.replace(list, '1');
      for (const object of later) fifo.update(object);
      const batches: number[] = [];
      while (fifo.length > 0) {
        fifo.popBatch((deltas) => {
          batches.push(deltas.length);
          return undefined;
        });
      }
      return batches;
    };
    const [a, b, c] = [thing('a', 1), thing('b', 2), thing('c', 3)];
    expect(sizes([a, b, c], [], 1000)).toEqual([3]);
    expect(sizes([a, b], [c, thing('d', 4)], 2)).toEqual([2, 2]);
    expect(sizes([a], [b, b], 1000)).toEqual([1, 1, 1]);
    expect(sizes([a, b, c], [b], 1000)).toEqual([3, 1]);
    expect(sizes([a, b, c], [], 2)).toEqual([2, 1]);
    expect(sizes([], [a, b, c], 2)).toEqual([2, 1]);
    expect(sizes([a, b, c], [thing('d', 4)], 2)).toEqual([2, 1, 1]);
  });

  test('4 options that do not fit together are refused', () => {
    const options = { emitBookmarks: false, unlockWhileProcessing: false, batchSize: 1, countsAfterProcess: true };
    expect(() => new RealFIFO(depsOf([]), { ...options, atomic: true })).toThrow('knownObjects must not be provided');
    expect(() => new RealFIFO(depsOf(), { ...options, atomic: false })).toThrow('knownObjects must be provided');
  });
});

/** The plainest models: arrays, copied and searched from end to end. */
interface Model {
  apply(operation: Operation): void;
  pop(): string[] | undefined;
}

interface Operation {
  readonly op: 'add' | 'update' | 'delete' | 'replace' | 'resync' | 'pop' | 'rebuild';
  readonly key: string;
  readonly list: readonly string[];
}

class Common {
  known: Thing[] = [];
  rv = 0;

  fresh(key: string): Thing {
    return thing(key, ++this.rv);
  }

  /** What a consumer makes of popped deltas. */
  consume(deltas: readonly Delta<Thing>[]): void {
    for (const delta of deltas) {
      if (!('object' in delta)) continue;
      const object: Thing | Tombstone<Thing> = delta.object;
      const key = isTombstone(object) ? object.tombstone : object.key;
      this.known = this.known.filter((other) => other.key !== key);
      if (delta.type !== 'Deleted' && !isTombstone(object)) this.known.push(object);
    }
  }
}

class NaiveDelta implements Model {
  private items: { key: string; deltas: Delta<Thing>[] }[] = [];
  constructor(private readonly common: Common) {}

  private push(key: string, delta: Delta<Thing>): void {
    const found = this.items.find((item) => item.key === key);
    if (found === undefined) this.items.push({ key, deltas: [delta] });
    else {
      const last = found.deltas.at(-1);
      if (last?.type === 'Deleted' && delta.type === 'Deleted') {
        if ('object' in last && isTombstone(last.object)) found.deltas[found.deltas.length - 1] = delta;
      } else found.deltas.push(delta);
    }
  }

  apply({ op, key, list }: Operation): void {
    const { common } = this;
    const queued = (k: string): boolean => this.items.some((item) => item.key === k);
    if (op === 'add') this.push(key, { type: 'Added', object: common.fresh(key) });
    if (op === 'update') this.push(key, { type: 'Updated', object: common.fresh(key) });
    if (op === 'delete') {
      const object = common.fresh(key);
      if (queued(key) || common.known.some((k) => k.key === key)) this.push(key, { type: 'Deleted', object });
    }
    if (op === 'replace') {
      for (const k of list) this.push(k, { type: 'Replaced', object: common.fresh(k) });
      for (const item of [...this.items]) {
        if (list.includes(item.key)) continue;
        const last = item.deltas.at(-1);
        const object = last !== undefined && 'object' in last ? last.object : thing('', 0);
        const inner = isTombstone(object) ? (object.object ?? thing('', 0)) : object;
        this.push(item.key, { type: 'Deleted', object: { tombstone: item.key, object: inner } });
      }
      for (const object of common.known) {
        if (list.includes(object.key) || queued(object.key)) continue;
        this.push(object.key, { type: 'Deleted', object: { tombstone: object.key, object } });
      }
    }
    if (op === 'resync') {
      for (const object of common.known) if (!queued(object.key)) this.push(object.key, { type: 'Sync', object });
    }
  }

  pop(): string[] | undefined {
    return this.items.shift()?.deltas.map(short);
  }
}

class NaiveReal implements Model {
  private items: { key: string; delta: Delta<Thing> }[] = [];
  constructor(private readonly common: Common) {}

  apply({ op, key, list }: Operation): void {
    const { common } = this;
    const push = (k: string, delta: Delta<Thing>): void => void this.items.push({ key: k, delta });
    if (op === 'add') push(key, { type: 'Added', object: common.fresh(key) });
    if (op === 'update') push(key, { type: 'Updated', object: common.fresh(key) });
    if (op === 'delete') push(key, { type: 'Deleted', object: common.fresh(key) });
    if (op === 'replace') {
      const queued = [...this.items];
      const keys = [...new Set(queued.map((item) => item.key))];
      for (const k of keys) {
        const last = queued.filter((item) => item.key === k).at(-1)?.delta;
        if (list.includes(k) || last === undefined || last.type === 'Deleted' || !('object' in last)) continue;
        const object = isTombstone(last.object) ? thing('', 0) : last.object;
        push(k, { type: 'Deleted', object: { tombstone: k, object } });
      }
      for (const object of common.known) {
        if (list.includes(object.key) || keys.includes(object.key)) continue;
        push(object.key, { type: 'Deleted', object: { tombstone: object.key, object } });
      }
      for (const k of list) push(k, { type: 'Replaced', object: common.fresh(k) });
    }
    if (op === 'resync') {
      const keys = this.items.map((item) => item.key);
      for (const object of common.known) if (!keys.includes(object.key)) push(object.key, { type: 'Sync', object });
    }
  }

  pop(): string[] | undefined {
    const first = this.items.shift();
    return first === undefined ? undefined : [short(first.delta)];
  }
}

const script = fc.array(
  fc.record({
    op: fc.constantFrom('add', 'update', 'delete', 'replace', 'resync', 'pop', 'pop', 'pop', 'rebuild'),
    key: fc.constantFrom('a', 'b', 'c', 'd'),
    list: fc.subarray(['a', 'b', 'c', 'd']),
  }),
  { maxLength: 80 },
);

/** Runs a script on a queue and on its model, a consumer applying each pop to the store that both know. */
function agrees(kind: 'delta' | 'real', operations: readonly Operation[]): void {
  const [a, b] = [new Common(), new Common()];
  const deps: FifoDeps<Thing> = {
    ...depsOf(),
    knownObjects: {
      listKeys: () => a.known.map(({ key }) => key),
      getByKey: (key) => a.known.find((object) => object.key === key),
    },
  };
  const options = { emitBookmarks: false, unlockWhileProcessing: false, batchSize: 1, countsAfterProcess: true };
  const fifo =
    kind === 'delta' ? new DeltaFIFO(deps, { emitReplaced: true }) : new RealFIFO(deps, { ...options, atomic: false });
  const model = kind === 'delta' ? new NaiveDelta(b) : new NaiveReal(b);
  for (const operation of operations) {
    const { op, key, list } = operation;
    if (op === 'pop') {
      let popped: string[] | undefined;
      fifo.pop((deltas) => {
        popped = deltas.map(short);
        a.consume(deltas);
        b.known = [...a.known];
        return undefined;
      });
      expect(popped).toEqual(model.pop());
      continue;
    }
    if (op === 'add') fifo.add(a.fresh(key));
    if (op === 'update') fifo.update(a.fresh(key));
    if (op === 'delete') fifo.delete(a.fresh(key));
    if (op === 'replace')
      fifo.replace(
        list.map((k) => a.fresh(k)),
        '1',
      );
    if (op === 'resync') fifo.resync();
    if (op === 'rebuild') fifo.rebuild();
    model.apply(operation);
    expect(a.rv).toBe(b.rv);
  }
  for (let rest = model.pop(); rest !== undefined; rest = model.pop()) {
    fifo.pop((deltas) => {
      expect(deltas.map(short)).toEqual(rest);
      return undefined;
    });
  }
  expect(fifo.length).toBe(0);
}

describe('W-3 random scripts, with rebuilds, against a naive model', () => {
  test('DeltaFIFO', () => {
    fc.assert(
      fc.property(script, (operations) => {
        agrees('delta', operations);
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  test('RealFIFO', () => {
    fc.assert(
      fc.property(script, (operations) => {
        agrees('real', operations);
      }),
      { numRuns: 500, seed: 2 },
    );
  });
});
