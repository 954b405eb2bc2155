import { describe, expect, it } from 'vitest';
import { MICROS_PER_SECOND } from '../../../src/model/time.ts';
import {
  backoffEnd,
  type BackoffRules,
  backoffSeconds,
  flushAfter,
  isBackingOff,
} from '../../../src/components/scheduler/backoff.ts';

const SECOND = MICROS_PER_SECOND;
const rules = (minor: number, epochMicros = 0): BackoffRules => ({
  minor,
  initialSeconds: 1,
  maxSeconds: 10,
  epochMicros,
});

describe('back-off (scheduler.md section 2)', () => {
  it('doubles from one second to ten', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 20, 80].map((n) => backoffSeconds(n, 1, 10))).toEqual([0, 1, 2, 4, 8, 10, 10, 10, 10]);
    expect([1, 2, 3, 4, 5].map((n) => backoffSeconds(n, 2, 30))).toEqual([2, 4, 8, 16, 30]);
  });

  it('since 1.33 ends with a whole second of the clock, and lasts through it', () => {
    const failures = { attempts: 1, unschedulableCount: 1, errorCount: 0 };
    const end = backoffEnd(12.7 * SECOND, failures, rules(35));
    expect(end).toBe(13 * SECOND);
    expect([13, 13.999, 14].map((s) => isBackingOff(end, s * SECOND, rules(35)))).toEqual([true, true, false]);
    expect(flushAfter(end, rules(35))).toBe(14 * SECOND);
    // The clock's seconds count, not those of the world.
    expect(backoffEnd(12.7 * SECOND, failures, rules(35, 0.5 * SECOND))).toBe(13.5 * SECOND);
  });

  it('up to 1.32 ends to the tick, and counts attempts up to 1.33', () => {
    const failures = { attempts: 3, unschedulableCount: 1, errorCount: 0 };
    expect(backoffEnd(12.7 * SECOND, failures, rules(32))).toBe(16.7 * SECOND);
    expect(isBackingOff(16.7 * SECOND, 16.7 * SECOND, rules(32))).toBe(false);
    expect(backoffEnd(0, failures, rules(34))).toBe(1 * SECOND);
  });
});
