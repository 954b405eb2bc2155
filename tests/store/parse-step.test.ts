import { expect, it } from 'vitest';
import { landing, parseStep } from '../../src/store/parse-step.ts';

it.each([
  ['128', { kind: 'step', step: 128 }],
  ['1,280', { kind: 'step', step: 1280 }],
  [' 7 ', { kind: 'step', step: 7 }],
  ['１２８', { kind: 'step', step: 128 }],
  ['+10', { kind: 'relative', by: 10 }],
  ['-10', { kind: 'relative', by: -10 }],
  ['−10', { kind: 'relative', by: -10 }],
  ['0:01.5', { kind: 'time', micros: 1_500_000 }],
  ['1:02:03', { kind: 'time', micros: 3_723_000_000 }],
  ['0:00.000412', { kind: 'time', micros: 412 }],
  ['2s', { kind: 'time', micros: 2_000_000 }],
  ['450 ms', { kind: 'time', micros: 450_000 }],
])('reads %j', (text, wish) => {
  expect(parseStep(text)).toEqual(wish);
});

it.each(['', 'abc', '1.5', '--3', '1:2:3:4', '0x10', '1e3'])('refuses %j', (text) => {
  expect(parseStep(text)).toBeUndefined();
});

it.each([
  ['7', { step: 7, short: false }],
  ['-5', { step: 95, by: -5, short: false }],
  ['+5', { step: 105, by: 5, short: false }],
  ['-500', { step: 0, by: -500, short: true }],
  ['+500', { step: 120, by: 500, short: true }],
  ['121', { step: 120, short: true }],
  ['2s', { step: 2, short: false }],
  ['soon', undefined],
])('%j from step 100 of 120', (text, there) => {
  expect(landing(text, { step: 100, steps: 120, stepAt: (micros) => micros / 1e6 })).toEqual(there);
});
