/** Machines in which things move: a ring, a bank, a producer and a consumer, gossip, a burst. */

import { chance, FAILED, MADE, mirror, MOVED, TAKEN, worldOf, type Build } from './rig.ts';
import type { Handler } from '../../../src/kernel/kernel.ts';

/** Tokens walk round a ring of places; a place holds at most one, and a token that finds its next place full waits. */
export const ring: Build = (setting) => {
  const world = worldOf(setting);
  const places = world.collection<{ readonly token: number; readonly laps: number }>('places');
  let holders: ({ readonly token: number; readonly laps: number } | undefined)[] = [];
  const size = 12;
  world.onRestore('holders', () => {
    holders = Array.from({ length: size }, (_, i) => places.get(`place-${i}`));
  });
  const move: Handler<number> = world.handler<number>('move', (place) => {
    const held = holders[place];
    if (held === undefined) return;
    const next = (place + 1) % size;
    if (holders[next] !== undefined) {
      world.emit(FAILED, { subject: 'ring', object: `token-${held.token}`, number: place });
      world.after(3, 0, move, place);
      return;
    }
    const moved = next === 0 ? { token: held.token, laps: held.laps + 1 } : held;
    places.delete(`place-${place}`);
    places.set(`place-${next}`, moved);
    holders[place] = undefined;
    holders[next] = moved;
    world.emit(MOVED, { subject: 'ring', object: `token-${held.token}`, number: next });
    world.after(1 + (held.token % 3), held.token % 3, move, next);
  });
  holders = new Array<undefined>(size).fill(undefined);
  for (const token of [0, 1, 2, 3, 4]) {
    const held = { token, laps: 0 };
    holders[token * 2] = held;
    places.set(`place-${token * 2}`, held);
    world.after(token, 0, move, token * 2);
  }
  world.begin();
  const entries = (): [string, { token: number; laps: number }][] =>
    holders.flatMap((held, i) => (held === undefined ? [] : [[`place-${i}`, held] as [string, typeof held]]));
  return { name: 'ring', world, state: () => [['places', entries()]] };
};

/** Random transfers between accounts kept as plain numbers; one that lacks money fails. The total never changes. */
export const bank: Build = (setting) => {
  const world = worldOf(setting);
  const accounts = world.collection<number>('accounts');
  const balances: number[] = new Array<number>(20).fill(1000);
  const dice = chance(world);
  world.onRestore('balances', () => balances.forEach((_, i) => (balances[i] = accounts.get(`account-${i}`) ?? 0)));
  const transfer: Handler<number> = world.handler<number>('transfer', (n) => {
    const from = dice.choose('from', 'bank', 20);
    const to = dice.choose('to', 'bank', 20);
    const sum = 1 + dice.choose('sum', `account-${from}`, 700);
    const [has, had] = [balances[from] ?? 0, balances[to] ?? 0];
    world.after(5, n % 3, transfer, n + 1);
    if (has < sum || from === to) {
      world.emit(FAILED, { subject: 'bank', object: `account-${from}`, number: sum });
      return;
    }
    balances[from] = has - sum;
    balances[to] = had + sum;
    accounts.set(`account-${from}`, has - sum);
    accounts.set(`account-${to}`, had + sum);
    world.emit(MOVED, { subject: 'bank', object: `account-${from}`, detail: `account-${to}`, number: sum });
  });
  balances.forEach((balance, i) => accounts.set(`account-${i}`, balance));
  world.after(0, 0, transfer, 0);
  world.begin();
  const entries = (): [string, number][] => balances.map((balance, i) => [`account-${i}`, balance]);
  return {
    name: 'bank',
    world,
    state: () => [
      ['accounts', entries()],
      ['choices', dice.asked],
    ],
  };
};

/** A producer outruns a consumer, until the buffer is full; a buffer of objects with keys that are never used again. */
export const producerConsumer: Build = (setting) => {
  const world = worldOf(setting);
  const buffer = world.collection<{ readonly item: string; readonly tags: readonly string[] }>('buffer');
  const numbers = world.collection<number>('numbers');
  let items: { readonly item: string; readonly tags: readonly string[] }[] = [];
  let [made, taken] = [0, 0];
  world.onRestore('items', () => {
    made = numbers.get('made') ?? 0;
    taken = numbers.get('taken') ?? 0;
    items = [];
    for (let i = taken; i < made; i++) items.push(buffer.get(`item-${i}`) ?? { item: 'lost', tags: [] });
  });
  const produce: Handler<undefined> = world.handler<undefined>('produce', () => {
    if (items.length < 8) {
      const item = { item: `item-${made}`, tags: made % 2 === 0 ? ['even'] : ['odd', 'late'] };
      items.push(item);
      buffer.set(`item-${made}`, item);
      made++;
      numbers.set('made', made);
      world.emit(MADE, { subject: 'producer', object: item.item });
    }
    world.after(2, 0, produce, undefined);
  });
  const consume: Handler<undefined> = world.handler<undefined>('consume', () => {
    const item = items.shift();
    if (item !== undefined) {
      buffer.delete(item.item);
      taken++;
      numbers.set('taken', taken);
      world.emit(TAKEN, { subject: 'consumer', object: item.item });
    }
    world.after(5, 1, consume, undefined);
  });
  world.after(0, 0, produce, undefined);
  world.after(1, 1, consume, undefined);
  world.begin();
  const counts = (): [string, number][] => [
    ...(made > 0 ? [['made', made] as [string, number]] : []),
    ...(taken > 0 ? [['taken', taken] as [string, number]] : []),
  ];
  return {
    name: 'producer-consumer',
    world,
    state: () => [
      ['buffer', items.map((i) => [i.item, i])],
      ['numbers', counts()],
    ],
  };
};

/** Peers tell random others the newest rumour that they know; the same object lies with many of them. */
export const gossip: Build = (setting) => {
  const world = worldOf(setting);
  const known = world.collection<{ readonly rumour: number; readonly by: { readonly peer: string } }>('known');
  const mine = mirror<{ readonly rumour: number; readonly by: { readonly peer: string } }>(world, 'known');
  const dice = chance(world);
  const hear: Handler<{
    readonly peer: string;
    readonly rumour: { readonly rumour: number; readonly by: { readonly peer: string } };
  }> = world.handler('hear', ({ peer, rumour }) => {
    if ((mine.get(peer)?.rumour ?? -1) >= rumour.rumour) return;
    mine.set(peer, rumour);
    known.set(peer, rumour);
    world.emit(MOVED, { subject: peer, object: `rumour-${rumour.rumour}` });
    for (let i = 0; i < 2; i++) {
      const other = `peer-${dice.choose('whom', peer, 16)}`;
      world.after(1 + dice.choose('delay', peer, 9), 1, hear, { peer: other, rumour });
    }
  });
  const start: Handler<number> = world.handler<number>('start', (rumour) => {
    world.emit(MADE, { subject: 'world', object: `rumour-${rumour}` });
    const peer = `peer-${dice.choose('who', 'start', 16)}`;
    world.after(0, 0, hear, { peer, rumour: { rumour, by: { peer } } });
    world.after(15, 0, start, rumour + 1);
  });
  world.after(0, 0, start, 0);
  world.begin();
  return {
    name: 'gossip',
    world,
    state: () => [
      ['known', mine],
      ['choices', dice.asked],
    ],
  };
};

/** Nothing for long, then hundreds of things at once, most of which are soon gone. */
export const burst: Build = (setting) => {
  const world = worldOf(setting);
  const things = world.collection<{ readonly wave: number; readonly n: number }>('things');
  const mine = mirror<{ readonly wave: number; readonly n: number }>(world, 'things');
  const dice = chance(world);
  const end: Handler<string> = world.handler<string>('end', (key) => {
    mine.delete(key);
    things.delete(key);
    world.emit(TAKEN, { subject: 'burst', object: key });
  });
  const begin: Handler<{ readonly wave: number; readonly n: number }> = world.handler('begin', (thing) => {
    const key = `thing-${thing.wave % 3}-${thing.n}`;
    mine.set(key, thing);
    things.set(key, thing);
    world.emit(MADE, { subject: 'burst', object: key });
    if (dice.choose('stay', key, 4) > 0) world.after(dice.choose('life', key, 40), 2, end, key);
  });
  const wave: Handler<number> = world.handler<number>('wave', (n) => {
    world.emit(MADE, { subject: 'burst', number: n });
    for (let i = 0; i < 60; i++) world.after(0, 1, begin, { wave: n, n: i });
    world.after(10_000, 0, wave, n + 1);
  });
  world.after(0, 0, wave, 0);
  world.begin();
  return {
    name: 'burst',
    world,
    state: () => [
      ['things', mine],
      ['choices', dice.asked],
    ],
  };
};
