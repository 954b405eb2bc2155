import { describe, expect, it } from 'vitest';
import { createWorld, type Handler } from '../../src/kernel/kernel.ts';

describe('a first world', () => {
  it('counts, remembers, forks and comes back', () => {
    const world = createWorld({
      seed: 1,
      ticksPerSecond: 1000,
      kinds: ['tick'],
      lanes: ['a'],
      checkpointEvery: 8,
      checks: true,
    });
    const c = world.collection<{ n: number; r: number }>('c');
    const tick: Handler<number> = world.handler<number>('tick', (n) => {
      c.set(`k${n % 5}`, { n, r: world.choose('dice', 'x', 6) });
      world.emit(0, { subject: 's', number: n });
      world.after(10, 0, tick, n + 1);
    });
    world.after(0, 0, tick, 0);
    world.begin();
    expect(world.advance(100)).toBe(100);
    const end = world.digest();
    const states = Array.from({ length: 101 }, (_, k) => world.recomputeStateDigest(k));
    expect(states).toEqual(Array.from({ length: 101 }, (_, k) => world.stateDigest(k)));
    world.fork(37);
    expect([world.step, world.now, world.branch]).toEqual([37, 360, 1]);
    expect(world.stateDigest()).toBe(states[37]);
    world.advance(63);
    expect(world.digest()).toBe(end);
    world.fork(5);
    expect(world.undoFork()).toBe(true);
    expect([world.step, world.digest(), world.branch]).toEqual([100, end, 1]);
    expect(c.at(50).get('k4')?.n).toBe(49);
    expect([...world.changesAt(50)].map((change) => change.key)).toContain('k4');
    expect([...c.history('k4', 50)].map((h) => h.step)).toEqual([50, 45, 40, 35, 30, 25, 20, 15, 10, 5]);
  });
});
