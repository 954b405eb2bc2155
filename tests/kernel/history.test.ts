/** Random worlds against the naive oracle, with sizes so small that chunk, page, keyframe and checkpoint edges are common. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createWorld,
  type Collection,
  type Handler,
  type Value,
  type View,
  type World,
} from '../../src/kernel/kernel.ts';
import { digestOf } from '../../src/kernel/recompute.ts';
import { NaiveHistory } from './naive.ts';

const NAMES = ['pods', 'cache', 'queue'] as const;
const OBJECTS: readonly object[] = [{ a: 1 }, { a: 2 }, { a: 1 }, { b: ['x'] }, {}];

/** A change of a script: collection, key, and an object (0..4), a number (5..9) or a deletion (10..). */
type Op = readonly [collection: number, key: number, value: number];

function valueOf(code: number): Value | undefined {
  if (code < OBJECTS.length) return OBJECTS[code];
  return code < 10 ? code - 5 : undefined;
}

/** A world that plays a script, one line a step, beside the oracle. */
class Player {
  readonly world: World;
  naive = new NaiveHistory();
  private readonly collections: readonly Collection<Value>[];
  private undoable: { readonly naive: NaiveHistory; readonly lines: readonly (readonly Op[])[] } | undefined;

  constructor(
    private lines: readonly (readonly Op[])[],
    sizes: { readonly chunkBits: number; readonly pageBits: number; readonly keyframeRows: number },
    checkpointEvery: number,
  ) {
    this.world = createWorld({ seed: 1, ticksPerSecond: 1, kinds: ['k'], lanes: ['l'], checkpointEvery }, sizes);
    this.collections = NAMES.map((name) => this.world.collection(name));
    const play: Handler<number> = this.world.handler<number>('play', (n) => {
      for (const op of this.lines[n] ?? []) this.apply(op);
      this.world.emit(0, { subject: 's', number: n });
      this.world.after(1, 0, play, n + 1);
    });
    for (const op of lines[0] ?? []) this.change(op, 0);
    this.world.after(1, 0, play, 1);
    this.world.begin();
  }

  private apply(op: Op): void {
    this.change(op, this.world.step + 1);
  }

  /** Running again after a fork comes here too; the oracle has those changes already. */
  private change([c, k, code]: Op, step: number): void {
    const [name, key, value] = [NAMES[c % 3] ?? 'pods', `key-${k}`, valueOf(code)];
    if (value === undefined) this.collections[c % 3]?.delete(key);
    else this.collections[c % 3]?.set(key, value);
    if (step > this.written) this.naive.add({ step, collection: name, key, value });
  }

  /** Steps up to here are in the oracle. */
  private written = -1;

  advance(n: number): void {
    for (let i = 0; i < n; i++) {
      this.written = this.world.step;
      this.world.advance(1);
    }
    this.written = this.world.step;
  }

  fork(step: number, future: readonly (readonly Op[])[]): void {
    this.undoable = { naive: this.naive, lines: this.lines };
    this.written = this.world.step;
    this.world.fork(step);
    const kept = new NaiveHistory();
    kept.changes = this.naive.changes;
    kept.truncate(step);
    this.naive = kept;
    this.written = step;
    this.lines = [...this.lines.slice(0, step + 1), ...future];
  }

  undo(): void {
    expect(this.world.undoFork()).toBe(this.undoable !== undefined);
    if (this.undoable !== undefined) [this.naive, this.lines] = [this.undoable.naive, this.undoable.lines];
    this.undoable = undefined;
    this.written = this.world.step;
  }

  expectEqualAt(step: number): void {
    const { world, naive } = this;
    const plain = NAMES.map((name) => [name, naive.at(name, step)] as const);
    const views = NAMES.map((name, i) =>
      seen(this.collections[i]?.at(step) ?? new Map<string, Value>(), naive.at(name, step)),
    );
    expect(views.map((view) => view.seen)).toEqual(views.map((view) => view.expected));
    expect(world.stateDigest(step)).toBe(digestOf(plain));
    expect(world.recomputeStateDigest(step)).toBe(digestOf(plain));
    const order = (list: readonly { collection: string; key: string }[]): unknown =>
      [...list].sort((a, b) => (a.collection + a.key < b.collection + b.key ? -1 : 1));
    expect(order([...world.changesAt(step)])).toEqual(order(naive.changesAt(NAMES, step)));
  }

  expectEqualNow(): void {
    const { step } = this.world;
    NAMES.forEach((name, i) => {
      const collection = this.collections[i];
      const view = seen(collection ?? new Map<string, Value>(), this.naive.at(name, step));
      expect(view.seen).toEqual(view.expected);
      const key = `key-${step % 14}`;
      expect([...(collection?.history(key) ?? [])]).toEqual(this.naive.history(name, key, step));
      const half = step >> 1;
      expect([...(collection?.history(key, half) ?? [])]).toEqual(this.naive.history(name, key, half));
    });
  }
}

const KEYS = Array.from({ length: 14 }, (_, k) => `key-${k}`);

/** All that a view tells, and what it should tell by a plain Map. Objects are compared by reference, through their place. */
function seen(view: View<Value>, state: Map<string, Value>): { seen: unknown; expected: unknown } {
  const place = (value: Value | undefined): unknown =>
    typeof value === 'object' ? `object ${OBJECTS.indexOf(value)}` : value;
  const sorted = (pairs: Iterable<readonly [string, Value]>): unknown =>
    [...pairs].map(([k, v]) => `${k} ${String(place(v))}`).sort();
  return {
    seen: [
      view.size,
      sorted(view.entries()),
      [...view.keys()].sort(),
      KEYS.map((k) => place(view.get(k))),
      KEYS.map((k) => view.has(k)),
    ],
    expected: [
      state.size,
      sorted(state),
      [...state.keys()].sort(),
      KEYS.map((k) => place(state.get(k))),
      KEYS.map((k) => state.has(k)),
    ],
  };
}

const op = fc.tuple(fc.nat(2), fc.nat(13), fc.nat(12));
const lines = fc.array(fc.array(op, { maxLength: 4 }), { minLength: 5, maxLength: 40 });
const sizes = fc.record({
  chunkBits: fc.integer({ min: 1, max: 4 }),
  pageBits: fc.nat(3),
  keyframeRows: fc.integer({ min: 1, max: 12 }),
});
const command = fc.oneof(
  fc.record({ do: fc.constant('advance' as const), n: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ do: fc.constant('fork' as const), part: fc.double({ min: 0, max: 1, noNaN: true }), future: lines }),
  fc.record({ do: fc.constant('undo' as const) }),
);

describe('collections as of any step (W-2, W-3) equal the naive fold', () => {
  it('over random sets, deletes, forks and undos, at every step', () => {
    fc.assert(
      fc.property(
        lines,
        sizes,
        fc.integer({ min: 1, max: 9 }),
        fc.array(command, { maxLength: 10 }),
        (script, size, every, commands) => {
          const player = new Player(script, size, every);
          for (const move of [{ do: 'advance' as const, n: 10 }, ...commands]) {
            if (move.do === 'advance') player.advance(move.n);
            if (move.do === 'fork') player.fork(Math.floor(move.part * player.world.step), move.future);
            if (move.do === 'undo') player.undo();
            player.expectEqualNow();
            player.expectEqualAt(player.world.step >> 1);
          }
          for (let k = 0; k <= player.world.step; k++) player.expectEqualAt(k);
        },
      ),
      { numRuns: 100, seed: 20240607 },
    );
  });

  it('over 3,000 steps, around every keyframe and chunk edge, before and after a fork', () => {
    const line = (k: number): Op[] =>
      Array.from({ length: k % 3 }, (_, i) => [i, (k * 7 + i * 5) % 14, (k * 11 + i) % 13] as const);
    const script = Array.from({ length: 3000 }, (_, k) => line(k));
    const player = new Player(script, { chunkBits: 6, pageBits: 2, keyframeRows: 64 }, 100);
    player.advance(2900);
    const near = (edge: number): number[] => [edge - 2, edge - 1, edge, edge + 1, edge + 2];
    const steps = Array.from({ length: 44 }, (_, i) => near((i + 1) * 64)).flat();
    for (const k of [...steps, 0, 1, 2899, 2900]) player.expectEqualAt(Math.min(k, 2900));
    player.fork(1537, script.slice(0, 400));
    player.advance(300);
    for (const k of [...near(1537), ...near(1600), 64, 1837]) player.expectEqualAt(k);
    player.undo();
    for (const k of [...near(1537), ...near(2432), 64, 2900]) player.expectEqualAt(k);
  });

  it('a view taken before a fork still answers for a step that both branches have, and refuses one that is gone', () => {
    const script = Array.from({ length: 60 }, (_, k) => [[0, k % 14, k % 10] as const]);
    const player = new Player(script, { chunkBits: 3, pageBits: 1, keyframeRows: 8 }, 4);
    player.advance(40);
    const pods = player.world.collections().find((collection) => collection.name === 'pods');
    const [kept, gone] = [pods?.at(15), pods?.at(35)];
    const expected = player.naive.at('pods', 15);
    player.fork(20, [[[0, 1, 3]], [[0, 2, 3]]]);
    player.advance(2);
    expect(new Map(kept?.entries())).toEqual(expected);
    expect(() => gone?.get('key-1')).toThrow(RangeError);
    expect(() => pods?.at(23)).toThrow(RangeError);
  });
});
