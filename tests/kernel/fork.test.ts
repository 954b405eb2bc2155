/** What the face promises of choices, forks and undo. */

import { describe, expect, it } from 'vitest';
import { createWorld, type Handler, type World, type WorldOptions } from '../../src/kernel/kernel.ts';

const OPTIONS: WorldOptions = { seed: 1, ticksPerSecond: 10, kinds: ['a', 'b'], lanes: ['x', 'y', 'z'] };

/** A world with one handler that runs once. */
function once(body: (world: World) => void): World {
  const world = createWorld(OPTIONS);
  const run = world.handler<undefined>('run', () => body(world));
  world.after(5, 1, run, undefined);
  world.begin();
  return world;
}

describe('choose', () => {
  function dice(options: Partial<WorldOptions>): World {
    const world = createWorld({ ...OPTIONS, ...options });
    const roll: Handler<number> = world.handler<number>('roll', (n) => {
      const x = world.choose('roll', n % 2 === 0 ? 'even' : 'odd', 1000);
      world.choose('sure', 'thing', 1);
      world.emit(0, { subject: 's', number: x });
      world.after(1, 0, roll, n + 1);
    });
    world.after(0, 0, roll, 0);
    world.begin();
    return world;
  }
  const rolls = (world: World): number[] => Array.from({ length: world.step }, (_, i) => world.trace.number(i + 1));

  it('is recorded with the step that is being made; one option draws and records nothing', () => {
    const world = dice({});
    world.advance(6);
    expect(world.choicesAt(5)).toEqual([
      { step: 5, label: 'roll', object: 'even', occurrence: 2, count: 1000, option: world.trace.number(5) },
    ]);
    expect(world.choicesAt(0)).toEqual([]);
    expect(world.choicesAt(7)).toEqual([]);
  });

  it('a pin fixes one occurrence and shifts no other', () => {
    const free = dice({});
    const pinned = dice({ pins: [{ label: 'roll', object: 'odd', occurrence: 1, option: 777 }] });
    for (const world of [free, pinned]) world.advance(20);
    const expected = rolls(free);
    expected[3] = 777;
    expect(rolls(pinned)).toEqual(expected);
    expect(rolls(free)[3]).not.toBe(777);
    expect(pinned.choicesAt(4)[0]?.option).toBe(777);
  });

  it('goes on after a fork with the occurrences that the step had', () => {
    const world = dice({ checkpointEvery: 4 });
    world.advance(30);
    const before = rolls(world);
    world.fork(11);
    expect(world.choicesAt(12)).toEqual([]);
    world.advance(19);
    expect(rolls(world)).toEqual(before);
  });

  it('refuses a pin beyond the options, a count that is none, and use outside a pop', () => {
    expect(() => dice({ pins: [{ label: 'roll', object: 'even', occurrence: 0, option: 1000 }] }).advance(1)).toThrow(
      /pinned/,
    );
    expect(() => once((w) => void w.choose('a', 'b', 0)).advance(1)).toThrow(RangeError);
    expect(() => once((w) => void w.choose('a', 'b', 1.5)).advance(1)).toThrow(RangeError);
    expect(() => dice({}).choose('roll', 'even', 2)).toThrow(/W-3/);
  });
});

describe('fork and undo', () => {
  function counter(): { readonly world: World; readonly restored: number[] } {
    const world = createWorld({ ...OPTIONS, checkpointEvery: 10 });
    const c = world.collection<number>('c');
    const restored: number[] = [];
    world.onRestore('c', () => void restored.push(c.get('n') ?? -1));
    const add: Handler<number> = world.handler<number>('add', (n) => {
      c.set('n', (c.get('n') ?? 0) + n);
      world.emit(0, { subject: 's', number: n });
      if (n === 1) world.after(2, 0, add, 1);
    });
    world.after(2, 0, add, 1);
    world.begin();
    return Object.assign({ world, restored }, { add, c });
  }

  it('moves collections before the functions of onRestore run: at the checkpoint, and again at the step', () => {
    const { world, restored } = counter();
    world.advance(35);
    world.fork(23);
    expect(restored).toEqual([20, 23]);
    world.fork(20);
    expect(restored).toEqual([20, 23, 20]);
    world.undoFork();
    expect(restored).toEqual([20, 23, 20, 23]);
  });

  it('numbers branches: +1 a fork, back at an undo, never the same number for two branches; one undo is kept', () => {
    const { world } = counter();
    world.advance(30);
    world.fork(20);
    world.fork(10);
    expect(world.branch).toBe(2);
    expect(world.undoFork()).toBe(true);
    expect([world.branch, world.step]).toEqual([1, 20]);
    expect(world.undoFork()).toBe(false);
    world.fork(5);
    expect(world.branch).toBe(3);
  });

  it('looking ahead leaves no trace: log, state, branch numbers, undo and what was added from outside', () => {
    const { world, add } = counter() as ReturnType<typeof counter> & { readonly add: Handler<number> };
    world.advance(30);
    world.fork(20);
    world.advance(4);
    world.after(1, 0, add, 100);
    const before = [world.branch, world.step, world.now, world.digest(), world.pendingWork];
    const seen = world.lookAhead(12, () => {
      world.after(1, 0, add, 7);
      world.advance(20);
      return [world.branch, world.step];
    });
    expect(seen).toEqual([2, 32]);
    expect([world.branch, world.step, world.now, world.digest(), world.pendingWork]).toEqual(before);
    expect(() =>
      world.lookAhead(3, () => {
        throw new Error('lost interest');
      }),
    ).toThrow('lost interest');
    world.advance(1);
    expect(world.trace.number(25)).toBe(100);
    expect(world.undoFork()).toBe(true);
    expect([world.branch, world.step]).toEqual([0, 30]);
    world.fork(5);
    expect(world.branch).toBe(2);
  });

  it('looks ahead from one step again and again: each time the same future, from the time of the step', () => {
    const world = createWorld({ ...OPTIONS, checkpointEvery: 1000 });
    const stale = world.handler<undefined>('stale', () => undefined);
    const tick = world.handler<number>('tick', (n) => {
      world.emit(0, { subject: 's', number: n });
      if (n < 6) world.after(2, 0, tick, n + 1);
    });
    world.after(0, 0, tick, 1);
    world.after(50, 0, stale, undefined);
    world.begin();
    world.advance(100);
    expect([world.step, world.now]).toEqual([6, 50]);
    const ahead = (step: number, add: number): number[] =>
      world.lookAhead(step, () => {
        const began = world.now;
        world.after(1, 0, tick, add);
        world.advance(2);
        const made = Array.from({ length: world.step - step }, (_, i) => world.trace.number(step + 1 + i));
        return [began, ...made];
      });
    for (const add of [70, 80]) expect(ahead(6, add)).toEqual([10, add]);
    for (const add of [70, 80]) expect(ahead(3, add)).toEqual([4, add, 4]);
    world.fork(3);
    world.after(1, 0, tick, 90);
    expect(ahead(3, 80)).toEqual([4, 80, 4]);
    world.advance(1);
    for (const add of [70, 80]) expect(ahead(4, add)).toEqual([5, 4, add]);
    world.undoFork();
    for (const add of [70, 80]) expect(ahead(4, add)).toEqual([6, add, 5]);
    world.fork(5);
    expect([world.now, world.advance(100), world.trace.number(6)]).toEqual([8, 1, 6]);
  });

  it('refuses steps that are not there', () => {
    const { world } = counter();
    world.advance(5);
    for (const step of [-1, 6, 2.5]) expect(() => world.fork(step)).toThrow(RangeError);
  });

  it('entries from outside survive a fork to a later step, and are gone by a fork to their own', () => {
    const made = counter() as ReturnType<typeof counter> & { readonly add: Handler<number> };
    const { world, add } = made;
    world.advance(15);
    world.after(1, 0, add, 100);
    world.advance(10);
    const digest = world.digest();
    const at = (step: number): number =>
      Number(
        world
          .collections()
          .find((x) => x.name === 'c')
          ?.at(step)
          .get('n'),
      );
    expect([at(15), at(16)]).toEqual([15, 115]);
    world.fork(18);
    world.advance(7);
    expect(world.digest()).toBe(digest);
    world.fork(15);
    world.advance(10);
    expect([at(16), at(25)]).toEqual([16, 25]);
    world.undoFork();
    world.fork(17);
    expect([at(16), at(17)]).toEqual([115, 116]);
  });

  it('forgets the checkpoints of the branch that was left', () => {
    const { world, add } = counter() as ReturnType<typeof counter> & { readonly add: Handler<number> };
    world.advance(40);
    world.fork(5);
    world.after(1, 0, add, 100);
    world.advance(30);
    const digest = world.digest();
    const state = world.stateDigest(32);
    world.fork(32);
    expect(world.stateDigest()).toBe(state);
    world.advance(3);
    expect(world.digest()).toBe(digest);
  });

  it('entries from outside that have not run yet survive fork and undo', () => {
    const made = counter() as ReturnType<typeof counter> & { readonly add: Handler<number> };
    const { world, add } = made;
    world.advance(15);
    world.after(1, 0, add, 100);
    world.fork(4);
    world.undoFork();
    world.advance(3);
    expect(world.trace.number(16)).toBe(100);
    world.fork(17);
    expect(world.trace.number(16)).toBe(100);
  });
});
