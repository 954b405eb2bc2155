import { describe, expect, it } from 'vitest';
import { Pool } from '../../src/client/pool.ts';
import type { Engine } from '../../src/client/port.ts';
import { inProcessPort } from '../../src/protocol/protocol.ts';
import { createFakeEngine } from '../fixtures/fake-engine.ts';

interface Spawned extends Engine {
  ended: boolean;
}

/** A network that can be taken away: an engine spawned without it dies, its script did not load. */
function spawner(): { network: boolean; readonly all: Spawned[]; readonly spawn: () => Engine } {
  const world = {
    network: true,
    all: [] as Spawned[],
    spawn: (): Engine => {
      const up = world.network;
      const engine: Spawned = {
        port: inProcessPort(createFakeEngine()),
        died: up ? new Promise(() => undefined) : Promise.resolve(''),
        warm: () => (up ? Promise.resolve() : new Promise(() => undefined)),
        ended: false,
        terminate: () => {
          engine.ended = true;
        },
      };
      world.all.push(engine);
      return engine;
    },
  };
  return world;
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe('engines in store', () => {
  it('before it starts nothing is fetched ahead; then one spare is, and it is handed out next', async () => {
    const world = spawner();
    const pool = new Pool(world.spawn);
    pool.take();
    expect(world.all).toHaveLength(1);
    pool.start();
    await settled();
    expect(world.all).toHaveLength(2);
    expect(pool.take().port).toBe(world.all[1]?.port);
  });

  it('without a network, opening goes on: the engine given back serves again', async () => {
    const world = spawner();
    const pool = new Pool(world.spawn);
    let onScreen = pool.take();
    pool.start();
    await settled();
    world.network = false;
    const dead: boolean[] = [];
    for (let opening = 0; opening < 4; opening++) {
      const next = pool.take();
      void next.died.then(() => dead.push(true));
      await settled();
      onScreen.release?.();
      onScreen = next;
      await settled();
    }
    expect(dead).toEqual([]);
  });

  it('an engine that is ended is not used again, and with a network an old one gives way to a new one', async () => {
    const world = spawner();
    const pool = new Pool(world.spawn);
    const first = pool.take();
    pool.start();
    await settled();
    first.release?.();
    expect(world.all[0]?.ended).toBe(true);
    const second = pool.take();
    second.terminate();
    expect(world.all[1]?.ended).toBe(true);
  });
});
