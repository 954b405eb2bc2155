import { describe, expect, test } from 'vitest';
import { labWords, opSentence, virtualTime } from '../../src/derive/words/lab.ts';
import { KNOWN_PACKAGES } from '../../src/golang/check-types.ts';
import type { LabOp } from '../../src/protocol/lab.ts';

const op = (more: Partial<LabOp>): LabOp => ({
  goroutine: 2,
  kind: 'write',
  line: 1,
  object: '',
  detail: '',
  time: 0,
  cost: 1,
  options: 1,
  turned: [],
  buffers: [],
  owners: [],
  groups: [],
  ...more,
});

describe('the sentence of a step', () => {
  test.each([
    [
      op({ kind: 'send', object: 'ch', detail: '5', buffers: [{ name: 'ch', length: 2, capacity: 4 }] }),
      'g2 sends 5 to ch; the buffer has 2 of 4',
    ],
    [
      op({ kind: 'unlock', object: 'mu', turned: [{ goroutine: 1, state: 'runnable' }] }),
      'g2 unlocks mu; main can go on',
    ],
    [
      op({ kind: 'lock', object: 'mu', detail: 'sync.Mutex.Lock', turned: [{ goroutine: 2, state: 'blocked' }] }),
      'g2 waits for mu (sync.Mutex.Lock)',
    ],
    [op({ kind: 'receive', object: 'ch', detail: 'closed' }), 'g2 finds ch closed'],
    [
      op({ kind: 'start', goroutine: 1, object: 'wg', turned: [{ goroutine: 3, state: 'runnable' }] }),
      'main starts g3',
    ],
    [op({ kind: 'map-write', object: 'm', detail: '7 done' }), 'g2 has written m[7]'],
    [op({ kind: 'sleep', detail: '2000000000' }), 'g2 sleeps for 2.00 s'],
  ])('%#', (one, sentence) => {
    expect(opSentence(one, labWords('en'))).toBe(sentence);
  });
});

test('virtual times', () => {
  expect([1031, 12_500, 2_000_000, 3e9].map(virtualTime)).toEqual(['1,031 ns', '12.5 µs', '2.00 ms', '3.00 s']);
});

test.each(['en', 'ja'] as const)('the packages that the page names are those that the machine knows (%s)', (lang) => {
  expect(labWords(lang).own.packageList.split(', ').sort()).toEqual([...KNOWN_PACKAGES].sort());
});
