/** W-1 to W-5 and what the face promises of time and causes. */
import { describe, expect, it } from 'vitest';
import { createWorld, type Handler, type World, type WorldOptions } from '../../src/kernel/kernel.ts';

const OPTIONS: WorldOptions = { seed: 1, ticksPerSecond: 10, kinds: ['a', 'b'], lanes: ['x', 'y', 'z'] };

/** A world with one handler that does what the data says, once. */
function once(body: (world: World) => void, options: Partial<WorldOptions> = {}): World {
  const world = createWorld({ ...OPTIONS, ...options });
  world.collection<number | object>('things');
  const run = world.handler<undefined>('run', () => body(world));
  world.after(5, 1, run, undefined);
  world.begin();
  return world;
}

const things = (world: World): { set(key: string, value: object | number): void; delete(key: string): boolean } => {
  const found = world.collections().find((collection) => collection.name === 'things');
  if (found === undefined) throw new Error('no things');
  return found;
};

describe('W-1 one pop, one event', () => {
  it('a world emit in one pop throws', () => {
    const world = once((w) => {
      w.emit(0, { subject: 's' });
      w.emit(0, { subject: 's' });
    });
    expect(() => world.advance(1)).toThrow(/W-1.*run/);
  });

  it('a change without an event throws and names collection and key', () => {
    const world = once((w) => things(w).set('k7', 3));
    expect(() => world.advance(1)).toThrow(/W-1: run changed things k7 without an event/);
  });

  it('a choice without an event is a change without an event', () => {
    expect(() => once((w) => w.choose('tie', 'o', 2)).advance(1)).toThrow(/W-1/);
  });

  it('emit outside a pop throws, in set-up and after', () => {
    const world = createWorld(OPTIONS);
    expect(() => world.emit(0, { subject: 's' })).toThrow(/W-1/);
    world.begin();
    expect(() => world.emit(0, { subject: 's' })).toThrow(/W-1/);
  });

  it('a silent pop makes no step, but time passes', () => {
    const world = once(() => undefined);
    expect(world.advance(10)).toBe(0);
    expect([world.step, world.now, world.trace.length]).toEqual([0, 5, 0]);
  });

  it('order is time, then lane, then sequence', () => {
    const world = createWorld(OPTIONS);
    const seen: string[] = [];
    const say = world.handler<string>('say', (word) => {
      seen.push(word);
      world.emit(0, { subject: word });
    });
    for (const [delay, lane, word] of [
      [2, 0, 'late'],
      [1, 2, 'c'],
      [1, 0, 'a1'],
      [1, 1, 'b'],
      [1, 0, 'a2'],
      [0, 2, 'first'],
    ] as const) {
      world.after(delay, lane, say, word);
    }
    world.begin();
    world.advance(100);
    expect(seen).toEqual(['first', 'a1', 'a2', 'b', 'c', 'late']);
    expect([1, 2, 3, 4, 5, 6].map((k) => [world.trace.subject(k), world.trace.lane(k), world.trace.time(k)])).toEqual([
      ['first', 2, 0],
      ['a1', 0, 1],
      ['a2', 0, 1],
      ['b', 1, 1],
      ['c', 2, 1],
      ['late', 0, 2],
    ]);
  });

  it('handlers that feed each other in silence are stopped', () => {
    const world = createWorld(OPTIONS);
    const spin: Handler<undefined> = world.handler<undefined>('spin', () => world.after(0, 0, spin, undefined));
    world.after(0, 0, spin, undefined);
    world.begin();
    expect(() => world.advance(1)).toThrow(/pops in a row.*spin/);
  });

  it('a world whose handler threw refuses to go on, and a fork heals it', () => {
    let broken = true;
    const world = once((w) => {
      things(w).set('k', 1);
      if (broken) throw new Error('boom');
      w.emit(0, { subject: 's' });
    });
    const before = world.digest();
    expect(() => world.advance(1)).toThrow('boom');
    expect(() => world.advance(1)).toThrow(/failed/);
    broken = false;
    world.fork(0);
    expect(world.digest()).toBe(before);
    expect(world.advance(5)).toBe(1);
    expect(world.stateDigest()).toBe(world.recomputeStateDigest(1));
  });
});

describe('after', () => {
  it.each([-1, 0.5, Number.NaN, Infinity])('refuses the delay %d', (delay) => {
    const world = createWorld(OPTIONS);
    const run = world.handler('run', () => undefined);
    expect(() => world.after(delay, 0, run, undefined)).toThrow(/after run: a delay is an integer/);
  });

  it('refuses a lane and a handler that are not of this world, and a time beyond 2^53', () => {
    const world = createWorld(OPTIONS);
    const run = world.handler('run', () => undefined);
    expect(() => world.after(1, 3, run, undefined)).toThrow(/no lane 3/);
    expect(() => world.after(2 ** 53, 0, run, undefined)).toThrow(/2\^53/);
    expect(() => world.after(1, 0, { id: 0, name: 'run' }, undefined)).toThrow(/not a handler/);
  });

  it('gives as cause the step in which the entry was scheduled, passing through silent pops', () => {
    const world = createWorld(OPTIONS);
    const leaf = world.handler<string>('leaf', (name) => void world.emit(1, { subject: name }));
    const quiet = world.handler<undefined>('quiet', () => world.after(1, 0, leaf, 'by quiet'));
    const root = world.handler<undefined>('root', () => {
      world.after(1, 0, leaf, 'before emit');
      world.emit(0, { subject: 'root' });
      world.after(2, 0, leaf, 'after emit');
      world.after(3, 0, quiet, undefined);
    });
    const other = world.handler<undefined>(
      'other',
      () => void world.emit(0, { subject: 'other', cause: 1, object: 'o', detail: 'd', number: -2.5 }),
    );
    world.after(0, 0, leaf, 'set-up');
    world.after(1, 0, root, undefined);
    world.after(3, 1, other, undefined);
    world.begin();
    world.advance(99);
    const { trace } = world;
    const rows = Array.from({ length: trace.length }, (_, i) => [trace.subject(i + 1), trace.cause(i + 1)]);
    expect(rows).toEqual([
      ['set-up', 0],
      ['root', 0],
      ['before emit', 2],
      ['after emit', 2],
      ['other', 1],
      ['by quiet', 2],
    ]);
    expect([trace.object(5), trace.detail(5), trace.number(5), trace.kind(5)]).toEqual(['o', 'd', -2.5, 0]);
    expect(trace.text(trace.objectId(5))).toBe('o');
    expect(trace.objectId(1)).toBe(0);
    expect(() => trace.time(7)).toThrow(RangeError);
  });

  it('a cause must be an earlier step', () => {
    expect(() => once((w) => void w.emit(0, { subject: 's', cause: 1 })).advance(1)).toThrow(/cause 1/);
  });

  it('periodic work is inherited unless set, and does not count as pending', () => {
    const world = createWorld(OPTIONS);
    const leaf = world.handler<string>('leaf', (name) => void world.emit(0, { subject: name }));
    const timer = world.handler<undefined>('timer', () => {
      world.emit(0, { subject: 'timer' });
      world.after(1, 0, leaf, 'inherits');
      world.after(2, 0, leaf, 'works', { periodic: false });
    });
    world.after(0, 0, timer, undefined, { periodic: true });
    world.begin();
    expect([world.pendingWork, world.nextTime]).toEqual([0, 0]);
    world.advance(1);
    expect([world.pendingWork, world.nextTime]).toEqual([1, 1]);
    world.advance(2);
    expect([1, 2, 3].map((k) => world.trace.periodic(k))).toEqual([true, true, false]);
    expect([world.pendingWork, world.nextTime]).toEqual([0, undefined]);
  });
});

describe('advance', () => {
  it('stops at the count, at the empty heap, and when `until` holds after an event', () => {
    const world = createWorld(OPTIONS);
    const tick: Handler<number> = world.handler<number>('tick', (n) => {
      world.emit(0, { subject: 's', number: n });
      if (n < 9) world.after(1, 0, tick, n + 1);
    });
    world.after(0, 0, tick, 0);
    world.begin();
    expect(world.advance(3)).toBe(3);
    expect(world.advance(100, () => world.trace.number(world.step) === 5)).toBe(3);
    expect(world.advance(100)).toBe(4);
    expect(world.advance(100)).toBe(0);
  });

  it('does not run inside a pop, nor before begin', () => {
    expect(() => once((w) => void w.advance(1)).advance(1)).toThrow(/inside a pop/);
    expect(() => createWorld(OPTIONS).advance(1)).toThrow(/before begin/);
  });
});

describe('W-3 state lives in collections', () => {
  it('changes outside a pop throw', () => {
    const world = once(() => undefined);
    expect(() => things(world).set('k', 1)).toThrow(/W-3/);
    expect(() => things(world).delete('k')).toThrow(/W-3/);
  });

  it('registration ends with begin; names are unique', () => {
    const world = createWorld(OPTIONS);
    world.collection('c');
    expect(() => world.collection('c')).toThrow(/there already/);
    world.begin();
    expect(() => world.collection('d')).toThrow(/after begin/);
    expect(() => world.handler('h', () => undefined)).toThrow(/after begin/);
    expect(() => world.onRestore('r', () => undefined)).toThrow(/after begin/);
  });

  it('a fork over state that hides from the collections throws, names the step, and leaves the world as it was', () => {
    const world = createWorld({ ...OPTIONS, checkpointEvery: 1000 });
    const c = world.collection<number>('c');
    let hidden = 0;
    const tick: Handler<undefined> = world.handler<undefined>('tick', () => {
      c.set('n', hidden++);
      world.emit(0, { subject: 's' });
      world.after(1, 0, tick, undefined);
    });
    world.after(0, 0, tick, undefined);
    world.begin();
    world.advance(10);
    const digest = world.digest();
    expect(() => world.fork(5)).toThrow(/W-3.*step 1 in tick/);
    expect([world.step, world.digest(), world.branch, c.get('n')]).toEqual([10, digest, 0, 9]);
    expect(world.undoFork()).toBe(false);
  });

  it('setting what is there already is no change', () => {
    const value = { a: 1 };
    const world = createWorld(OPTIONS);
    const c = world.collection<object | number>('c');
    const set = world.handler<undefined>('set', () => {
      c.set('o', value);
      c.set('n', 4);
      if (world.now === 0) world.emit(0, { subject: 's' });
    });
    world.after(0, 0, set, undefined);
    world.after(1, 0, set, undefined);
    world.begin();
    expect(world.advance(10)).toBe(1);
    expect([...world.changesAt(1)]).toHaveLength(2);
  });
});

describe('W-4 values are plain data', () => {
  const refused: readonly [string, unknown][] = [
    ['-0', { x: -0 }],
    ['NaN', { x: Number.NaN }],
    ['undefined', { x: undefined }],
    ['a Date', { x: new Date(0) }],
    ['a Map', new Map()],
    ['a function', { x: () => 1 }],
    ['a hole', new Array(2)],
    ['a bigint', { x: 1n }],
    ['a class instance', { x: new URL('a:b') }],
    ['Infinity', [Infinity]],
  ];
  it.each(refused)('refuses %s', (_, value) => {
    expect(() => once((w) => things(w).set('k', value as object)).advance(1)).toThrow(/W-4/);
  });

  it.each([-1, 0.5, 2 ** 31, -0, Number.NaN])('refuses the number %d', (n) => {
    expect(() => once((w) => things(w).set('k', n)).advance(1)).toThrow(RangeError);
  });

  it('keeps 0 and 2^31 - 1 apart from absence', () => {
    const world = once((w) => {
      things(w).set('zero', 0);
      things(w).set('most', 2 ** 31 - 1);
      w.emit(0, { subject: 's' });
    });
    world.advance(1);
    const view = world
      .collections()
      .find((collection) => collection.name === 'things')
      ?.at(1);
    expect([view?.get('zero'), view?.get('most'), view?.get('none'), view?.size]).toEqual([
      0,
      2 ** 31 - 1,
      undefined,
      2,
    ]);
  });

  it('refuses a cycle', () => {
    const loop: { self?: object } = {};
    loop.self = loop;
    expect(() => once((w) => things(w).set('k', loop)).advance(1)).toThrow(/W-4/);
  });

  it('with checks, freezes values through and through and checks data of heap entries', () => {
    const value = { a: { b: [1] } };
    const world = once(
      (w) => {
        things(w).set('k', value);
        w.emit(0, { subject: 's' });
      },
      { checks: true },
    );
    world.advance(1);
    expect([Object.isFrozen(value), Object.isFrozen(value.a), Object.isFrozen(value.a.b)]).toEqual([true, true, true]);
    const other = createWorld({ ...OPTIONS, checks: true });
    const run = other.handler<object>('run', () => undefined);
    expect(() => other.after(0, 0, run, new Map())).toThrow(/W-4/);
  });
});

describe('W-5 order of listings', () => {
  it('is reversed with checks, so that who relies on it is found', () => {
    const list = (checks: boolean): string[] => {
      const world = createWorld({ ...OPTIONS, checks });
      const c = world.collection<number>('c');
      for (const key of ['a', 'b', 'c']) c.set(key, 1);
      world.begin();
      expect([...c.at(0).keys()]).toEqual([...c.keys()]);
      return [...c.keys()];
    };
    expect(list(true)).toEqual(list(false).reverse());
  });
});

it('a timer that only waits is pending work but not in flight; what it schedules is', () => {
  const world = createWorld(OPTIONS);
  const late = world.handler<undefined>('late', () => world.emit(0, { subject: 'late' }));
  const timer = world.handler<undefined>('timer', () => {
    world.emit(0, { subject: 'timer' });
    world.after(1, 0, late, undefined);
  });
  world.after(5, 0, timer, undefined, { waiting: true });
  world.after(2, 0, late, undefined, { periodic: true });
  world.begin();
  const seen = (): number[] => [world.pendingWork, world.inFlight];
  expect(seen()).toEqual([1, 0]);
  world.advance(2);
  expect(seen()).toEqual([1, 1]);
  world.fork(1);
  expect(seen()).toEqual([1, 0]);
  world.advance(2);
  expect(seen()).toEqual([0, 0]);
});
