/** 3,000 files of every kind with values that are off: each is refused in words, or it runs. */
import { expect, it } from 'vitest';
import { breakageOf } from '../mutations/mutate.ts';

const SEEDS = 3000;

it('whatever a file says, it is refused or it runs', () => {
  for (let seed = 0; seed < SEEDS; seed++) expect(breakageOf(seed)).toBeUndefined();
});
