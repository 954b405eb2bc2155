/** The article's form beside client-go's: where a channel is full the sender waits, and with it everything (6.4). */
import { describe, expect, test } from 'vitest';
import { GENERATIONS, informerTrace } from './builders.ts';
import { noting, Rig } from './rig.ts';

const CAPACITY = 2;

interface Stalled {
  readonly rig: Rig;
  readonly slow: string[];
  readonly quick: string[];
}

/** A slow listener in front of a quick one, and so many objects. */
function stalled(generation: (typeof GENERATIONS)[number], objects: number, handlerTicks = 1_000_000): Stalled {
  const rig = new Rig({
    generation,
    settings: { distribution: 'blocking', channelCapacity: CAPACITY, mode: 'list-watch' },
  });
  const [slow, quick]: [string[], string[]] = [[], []];
  rig.informer.addEventHandler('slow', noting(slow), { handlerTicks });
  rig.informer.addEventHandler('quick', noting(quick));
  rig.begin();
  for (let i = 0; i < objects; i++) rig.create(`o${String(i).padStart(3, '0')}`);
  return { rig, slow, quick };
}

describe.each(GENERATIONS)('%s', (generation) => {
  test('6.4 one in the handler and a full channel: the next send waits, and nobody hears of it', () => {
    const { rig, slow, quick } = stalled(generation, 5);
    rig.run(0.1);
    const [first, second] = rig.state().listeners;
    expect(first?.inHandler?.key).toBe('default/o000');
    expect(first?.pending.map(({ key }) => key)).toEqual(['default/o001', 'default/o002']);
    expect(first?.inHand?.key).toBe('default/o003');
    expect([first?.blocksSender, second?.blocksSender]).toEqual([true, false]);
    expect(first?.capacity).toBe(CAPACITY);
    // The fourth is in the store, but its turn has not come to the quick listener.
    expect(quick).toEqual(['+o0001', '+o0011', '+o0021']);
    expect(slow).toEqual([]);
    expect(Object.keys(rig.cache)).toHaveLength(4);
  });

  test('6.4 the reflector waits for the lock where process holds it; else the deltas pile up', () => {
    const { rig } = stalled(generation, 4);
    rig.run(0.1);
    for (const name of ['x', 'y']) rig.create(name);
    rig.run(0.1);
    const { queue, reflector } = rig.state();
    const isLocked = generation !== 'atomic';
    expect(queue.lockHolder).toBe(isLocked ? 'Pop' : undefined);
    expect(queue.blockedWrites).toBe(isLocked ? 2 : 0);
    expect(queue.slots).toHaveLength(isLocked ? 0 : 2);
    expect(reflector.lastRevision).toBe(rig.apiServer.revision - (isLocked ? 2 : 0));
  });

  test('when there is room again the sender goes on, in an event of its own, and everybody gets everything in order', () => {
    const { rig, slow, quick } = stalled(generation, 8);
    rig.run(20);
    const all = Array.from({ length: 8 }, (_, i) => `+o00${i}1`);
    expect(slow).toEqual(all);
    expect(quick).toEqual(all);
    const { world } = rig;
    const resumed = Array.from({ length: world.step }, (_, i) => i + 1).filter((step) => {
      return world.options.kinds[world.trace.kind(step)] === 'sender.resumed';
    });
    // The first takes one in hand and two into its channel; each later one waits for a call to end.
    expect(resumed).toHaveLength(5);
    expect(world.trace.detail(resumed[0] ?? 0)).toBe('slow');
    expect(rig.state().listeners.every(({ blocksSender }) => !blocksSender)).toBe(true);
    expect(rig.cache).toEqual(rig.truth);
    expect(world.pendingWork).toBe(0);
  });

  test('a stream that nobody reads is ended by the server, and opened again when the lock is free', () => {
    const { rig } = stalled(generation, 4, 30_000_000);
    rig.run(0.1);
    for (let i = 0; i < 150; i++) rig.create(`late${String(i).padStart(3, '0')}`);
    rig.run(1);
    expect(rig.state().queue.blockedWrites).toBe(generation === 'atomic' ? 0 : 101);
    rig.act(() => rig.informer.removeEventHandler('slow'));
    rig.run(5);
    expect(rig.cache).toEqual(rig.truth);
    expect(rig.state().reflector.lastEnd?.code).toBe(generation === 'atomic' ? undefined : 200);
    const lists = informerTrace(rig.world).filter((line) => line.includes('list.delivered'));
    expect(lists).toHaveLength(1);
  });

  test('a listener that comes while the sender waits is told of the store when process is over', () => {
    const { rig } = stalled(generation, 4);
    rig.run(0.1);
    const heard: string[] = [];
    rig.act(() => rig.informer.addEventHandler('late', noting(heard)));
    rig.run(0.1);
    expect(heard).toEqual([]);
    rig.run(10);
    expect(heard).toEqual(['!o0001', '!o0011', '!o0021', '!o0031']);
  });

  test('W-3 a step back and forth in the middle of a stall changes nothing', () => {
    const { rig } = stalled(generation, 8);
    const { world } = rig;
    const begun = world.step;
    world.advance(100_000);
    const digests = Array.from({ length: world.step + 1 }, (_, step) => world.digest(step));
    const last = world.step;
    for (const part of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      const step = begun + Math.floor((last - begun) * part);
      world.fork(step);
      world.advance(last - step);
      expect(world.digest()).toBe(digests[last]);
      expect(world.recomputeStateDigest(world.step)).toBe(world.stateDigest());
      world.undoFork();
      expect(world.digest()).toBe(digests[last]);
    }
  });
});

test('6.4 client-go: the same slow listener holds nobody back', () => {
  const rig = new Rig({ settings: { mode: 'list-watch' } });
  const [slow, quick]: [string[], string[]] = [[], []];
  rig.informer.addEventHandler('slow', noting(slow), { handlerTicks: 1_000_000 });
  rig.informer.addEventHandler('quick', noting(quick));
  rig.begin();
  for (let i = 0; i < 8; i++) rig.create(`o${i}`);
  rig.run(0.1);
  expect(slow).toEqual([]);
  expect(quick).toHaveLength(8);
  const [listener] = rig.state().listeners;
  expect([listener?.inHandler?.key, listener?.inHand?.key]).toEqual(['default/o0', 'default/o1']);
  expect(listener?.pending).toHaveLength(6);
});
