/** Machines that press on one part of the kernel: a hot slot, churn, ties, choices with pins, periodic timers. */

import { chance, MADE, mirror, MOVED, TAKEN, TICKED, worldOf, type Build } from './rig.ts';
import type { Handler, Pin } from '../../../src/kernel/kernel.ts';

/** One key changes at every event, the others hardly ever: long chains under one head. */
export const hotSlot: Build = (setting) => {
  const world = worldOf(setting);
  const counters = world.collection<number>('counters');
  const mine = mirror<number>(world, 'counters');
  const bump = (key: string): void => {
    mine.set(key, (mine.get(key) ?? 0) + 1);
    counters.set(key, mine.get(key) ?? 0);
  };
  const tick: Handler<number> = world.handler<number>('tick', (n) => {
    bump('hot');
    // A second change of the same key in one step.
    if (n % 3 === 0) bump('hot');
    if (n % 50 === 0) bump(`cold-${n / 50}`);
    world.emit(TICKED, { subject: 'clock', number: n });
    world.after(1, 0, tick, n + 1);
  });
  world.after(0, 0, tick, 0);
  world.begin();
  return { name: 'hot slot', world, state: () => [['counters', mine]] };
};

/** Keys come and go and come again, in two collections that share objects. */
export const churn: Build = (setting) => {
  const world = worldOf(setting);
  const store = world.collection<{ readonly id: number; readonly labels: Readonly<Record<string, string>> }>('store');
  const cache = world.collection<{ readonly id: number; readonly labels: Readonly<Record<string, string>> }>('cache');
  const inStore = mirror<{ readonly id: number; readonly labels: Readonly<Record<string, string>> }>(world, 'store');
  const inCache = mirror<{ readonly id: number; readonly labels: Readonly<Record<string, string>> }>(world, 'cache');
  const dice = chance(world);
  const labels = [{ app: 'web' }, { app: 'db', tier: 'back' }, {}];
  const follow: Handler<string> = world.handler<string>('follow', (key) => {
    const value = inStore.get(key);
    if (value === inCache.get(key)) return;
    if (value === undefined) {
      inCache.delete(key);
      cache.delete(key);
    } else {
      inCache.set(key, value);
      cache.set(key, value);
    }
    world.emit(MOVED, { subject: 'cache', object: key });
  });
  const change: Handler<number> = world.handler<number>('change', (n) => {
    const key = `key-${dice.choose('key', 'store', 30)}`;
    if (inStore.has(key) && dice.choose('what', key, 2) === 0) {
      inStore.delete(key);
      store.delete(key);
      world.emit(TAKEN, { subject: 'store', object: key });
    } else {
      const value = { id: n, labels: labels[n % 3] ?? {} };
      inStore.set(key, value);
      store.set(key, value);
      world.emit(MADE, { subject: 'store', object: key });
    }
    world.after(dice.choose('lag', key, 7), 1, follow, key);
    world.after(2, 0, change, n + 1);
  });
  world.after(0, 0, change, 0);
  world.begin();
  return {
    name: 'churn',
    world,
    state: () => [
      ['store', inStore],
      ['cache', inCache],
      ['choices', dice.asked],
    ],
  };
};

/** Many entries at one instant, over three lanes: the order of the same-time ones is all that the result shows. */
export const ties: Build = (setting) => {
  const world = worldOf(setting);
  const order = world.collection<number>('order');
  const mine = mirror<number>(world, 'order');
  const arrive: Handler<string> = world.handler<string>('arrive', (name) => {
    const place = mine.size;
    mine.set(`${place}-${name}`, place);
    order.set(`${place}-${name}`, place);
    world.emit(MOVED, { subject: name, number: place });
    // Work that deserves a second event: delay 0, so it is a tie with what waits already.
    if (place % 4 === 0) world.after(0, place % 3, arrive, `again-${name}`);
  });
  const round: Handler<number> = world.handler<number>('round', (n) => {
    world.emit(TICKED, { subject: 'round', number: n });
    for (let i = 0; i < 9; i++) world.after(1, (i * 2) % 3, arrive, `r${n}i${i}`);
    world.after(1, 1, round, n + 1);
  });
  world.after(0, 0, round, 0);
  world.begin();
  return { name: 'ties', world, state: () => [['order', mine]] };
};

export const walkPins: readonly Pin[] = [
  { label: 'turn', object: 'walker-0', occurrence: 3, option: 2 },
  { label: 'turn', object: 'walker-1', occurrence: 0, option: 0 },
  { label: 'turn', object: 'walker-1', occurrence: 7, option: 3 },
];

/** Random walkers, some of whose turns are pinned. */
export const walk: Build = (setting) => {
  const world = worldOf({ pins: walkPins, ...setting });
  const at = world.collection<{ readonly x: number; readonly y: number }>('at');
  const mine = mirror<{ readonly x: number; readonly y: number }>(world, 'at');
  const dice = chance(world);
  const steps = [
    { x: 1, y: 0 },
    { x: 0, y: 1 },
    { x: -1, y: 0 },
    { x: 0, y: -1 },
  ] as const;
  const go: Handler<string> = world.handler<string>('go', (name) => {
    const from = mine.get(name) ?? { x: 0.5, y: 0 };
    const turn = steps[dice.choose('turn', name, 4)] ?? steps[0];
    const to = { x: from.x + turn.x, y: from.y + turn.y };
    mine.set(name, to);
    at.set(name, to);
    world.emit(MOVED, { subject: name, number: to.x });
    world.after(1 + dice.choose('pace', name, 3), 0, go, name);
  });
  for (let i = 0; i < 5; i++) world.after(0, 0, go, `walker-${i}`);
  world.begin();
  return {
    name: 'walk',
    world,
    state: () => [
      ['at', mine],
      ['choices', dice.asked],
    ],
  };
};

/** Periodic timers, some stale (silent), that now and then start work that ends. */
export const timers: Build = (setting) => {
  const world = worldOf(setting);
  const leases = world.collection<{ readonly renewed: number; readonly holder: string | null }>('leases');
  const mine = mirror<{ readonly renewed: number; readonly holder: string | null }>(world, 'leases');
  const work: Handler<string> = world.handler<string>('work', (name) => {
    const lease = { renewed: world.now, holder: world.step % 2 === 0 ? name : null };
    mine.set(name, lease);
    leases.set(name, lease);
    world.emit(MOVED, { subject: name, number: world.now });
  });
  const renew: Handler<number> = world.handler<number>('renew', (node) => {
    const name = `node-${node}`;
    world.after(10 + node, 2, renew, node);
    if ((world.now / (10 + node)) % 3 === 1) return;
    world.emit(TICKED, { subject: name });
    if (world.now % 4 === 0) world.after(3, 1, work, name, { periodic: false });
  });
  for (let node = 0; node < 6; node++) world.after(10 + node, 2, renew, node, { periodic: true });
  world.begin();
  return { name: 'timers', world, state: () => [['leases', mine]] };
};
