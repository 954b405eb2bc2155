import { expect, it } from 'vitest';
import { forkIn, type KeptFork } from '../../src/app/forks-kept.ts';

it('reads what an entry keeps of its fork, and of the forks before it', () => {
  const fork = { from: 12, home: '#g.web@12', before: { from: 3, home: '#g.web@3' } };
  expect(forkIn({ run: 2, load: 1, fork })).toEqual(fork);
});

it.each([
  undefined,
  null,
  'x',
  {},
  { fork: null },
  { fork: { from: -1, home: '' } },
  { fork: { from: 1.5, home: '#' } },
  { fork: { from: 1 } },
])('finds none in %j', (state) => {
  expect(forkIn(state)).toBeUndefined();
});

it('keeps so many that an entry can hold them', () => {
  let fork: KeptFork = { from: 0, home: '#g.web@0' };
  for (let from = 1; from < 20; from++) fork = { from, home: `#g.web@${String(from)}`, before: fork };
  const homes: string[] = [];
  for (let at = forkIn({ fork }); at !== undefined; at = at.before) homes.push(at.home);
  expect(homes).toEqual(['#g.web@19', '#g.web@18', '#g.web@17', '#g.web@16', '#g.web@15', '#g.web@14']);
});
