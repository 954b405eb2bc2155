import { expect, it } from 'vitest';
import { parseStep } from '../../src/store/parse-step.ts';

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
