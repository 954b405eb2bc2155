/** A process that counts what reaches it, dies now and then with all it knows, and starts again; another one lives on. */

import { FAILED, MADE, mirror, MOVED, worldOf, type Build } from './rig.ts';

export const crash: Build = (setting) => {
  const world = worldOf(setting);
  const kept = world.collection<number>('kept');
  const keptOf = mirror<number>(world, 'kept');
  const process = world.group('process', () => {
    const counts = world.collection<number>('counts');
    const countOf = mirror<number>(world, 'counts');
    const work = world.handler<string>('work', (name) => {
      const count = (countOf.get(name) ?? 0) + 1;
      counts.set(name, count);
      countOf.set(name, count);
      world.emit(MOVED, { subject: name, number: count });
      world.after(2 + (count % 3), 0, work, name);
    });
    return { countOf, start: (name: string) => world.after(1, 0, work, name) };
  });
  const tick = world.handler<number>('tick', (n) => {
    kept.set('ticks', n);
    keptOf.set('ticks', n);
    world.emit(MADE, { subject: 'other', number: n });
    world.after(5, 1, tick, n + 1);
  });
  const start = world.handler<undefined>('start', () => {
    world.emit(MADE, { subject: 'process' });
    for (const name of ['a', 'b', 'c']) process.start(name);
  });
  const die = world.handler<undefined>('die', () => {
    world.emit(FAILED, { subject: 'process' });
    world.discard('process');
    // Its own structure follows from the collection: the rebuild emptied it.
    world.after(7, 2, start, undefined);
    world.after(31, 2, die, undefined);
  });
  world.after(0, 2, start, undefined);
  world.after(1, 1, tick, 1);
  world.after(23, 2, die, undefined);
  world.begin();
  return {
    name: 'crash',
    world,
    state: () => [
      ['kept', keptOf],
      ['counts', process.countOf],
    ],
  };
};
