/** What is registered as a group, and forgotten as one. */
import { describe, expect, it } from 'vitest';
import { createWorld, type Handler, type World, type WorldOptions } from '../../src/kernel/kernel.ts';

const OPTIONS: WorldOptions = { seed: 1, ticksPerSecond: 10, kinds: ['a', 'b'], lanes: ['x', 'y', 'z'] };

describe('a group that is discarded', () => {
  const build = (): { world: World; seen: string[] } => {
    const world = createWorld(OPTIONS);
    const seen: string[] = [];
    const say = (name: string): Handler<string> =>
      world.handler<string>(name, (word) => {
        seen.push(word);
        world.emit(0, { subject: word });
      });
    const outside = say('outside');
    const [inside, own] = world.group('p', () => [say('inside'), world.collection<number>('own')] as const);
    const kept = world.group('p', () => world.group('', () => world.collection<number>('kept')));
    const end = world.handler<undefined>('end', () => {
      world.emit(1, { subject: 'end' });
      own.set('y', 2);
      world.after(0, 0, inside, 'in the same pop');
      world.discard('p');
    });
    own.set('x', 1);
    kept.set('z', 3);
    for (const at of [1, 9, 4, 12, 6]) world.after(at, 0, inside, `in ${at}`);
    for (const at of [3, 8, 2, 11]) world.after(at, 0, outside, `out ${at}`);
    world.after(5, 0, end, undefined);
    world.begin();
    return { world, seen };
  };

  it('loses its collections and what was on its way to it; what others have stays, in order', () => {
    const { world, seen } = build();
    world.advance(100);
    expect(seen).toEqual(['in 1', 'out 2', 'out 3', 'in 4', 'out 8', 'out 11']);
    const left = world.collections().flatMap((collection) => [...collection.entries()].map(([key]) => key));
    expect(left).toEqual(['z']);
    expect(world.pendingWork).toBe(0);
  });

  it('is there again before the step of its end', () => {
    const { world, seen } = build();
    world.advance(100);
    const digest = world.digest();
    world.fork(3);
    world.advance(100);
    expect(world.digest()).toBe(digest);
    expect(seen.filter((word) => word === 'in 4')).toHaveLength(2);
  });

  it('drop takes the entries of one handler that match', () => {
    const world = createWorld(OPTIONS);
    const seen: number[] = [];
    const say = world.handler<number>('say', (n) => {
      seen.push(n);
      world.emit(0, { subject: 's' });
      if (n === 2) expect(world.drop(say, (m) => m % 2 === 1)).toBe(3);
    });
    for (const n of [1, 2, 3, 4, 5, 6, 7]) world.after(n, 0, say, n);
    world.begin();
    world.advance(100);
    expect(seen).toEqual([1, 2, 4, 6]);
  });

  it('nothing is discarded outside a pop', () => {
    expect(() => build().world.discard('p')).toThrow(/outside a pop/);
  });
});
