/** Files of every kind with values that are off; `npm run soak` tries many more. */
import { expect, it } from 'vitest';
import { breakageOf, mutationOf } from '../mutations/mutate.ts';

const SEEDS = 40;

it('whatever a file says, it is refused or it runs', () => {
  for (let seed = 0; seed < SEEDS; seed++) expect(breakageOf(seed)).toBeUndefined();
});

it('the changes are of many kinds', () => {
  const kinds = Array.from({ length: SEEDS }, (_, seed) => mutationOf(seed).words.split(' ')[0]);
  expect(new Set(kinds).size).toBeGreaterThan(15);
});
