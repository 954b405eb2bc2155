import { describe, expect, it } from 'vitest';
import {
  parseQuantity,
  quantityMilli,
  quantityMilliExact,
  quantityProblem,
  quantityValue,
  quantityValueExact,
  ZERO_QUANTITY,
} from '../../src/model/quantity.ts';
import { runConformance } from '../../src/conformance/conformance.ts';
import { caseFile, failuresOf } from '../conformance/cases.ts';

describe('Quantity, recorded', () => {
  it('answers all 222 rows of the scheduler as resource.Quantity does', () => {
    const report = runConformance([caseFile('scheduler/quantity.ndjson')]);
    expect(failuresOf(report)).toEqual([]);
    expect(report).toMatchObject({ passed: 222, failed: 0, skipped: 0 });
  });
});

describe('Quantity', () => {
  it('reads a JSON number as its text', () => {
    expect(parseQuantity(2).toString()).toBe('2');
    expect(quantityMilli(0.5)).toBe(500);
  });

  it('rounds up to whole units and to thousandths', () => {
    expect(quantityValue('1500m')).toBe(2);
    expect(quantityMilli('1u')).toBe(1);
    expect(quantityValue('1Gi')).toBe(1073741824);
  });

  it('C-13: gives the parsed text back, and the canonical form after a sum', () => {
    for (const [text, recomputed] of [
      ['+1', '1'],
      ['1.', '1'],
      ['1e+3', '1e3'],
    ] as const) {
      expect(parseQuantity(text).toString()).toBe(text);
      expect(parseQuantity(text).add(ZERO_QUANTITY).toString()).toBe(recomputed);
    }
  });

  it('C-13: milliValue overflows as int64 does', () => {
    expect(quantityMilliExact('1E')).toBe(0n);
    expect(quantityMilliExact('7Ei')).toBe(-9223372036854775808n);
  });

  it('is exact beyond 2^53 as a bigint and held at 2^53 - 1 as a number', () => {
    expect(quantityValueExact('9223372036854775807')).toBe(9223372036854775807n);
    expect(quantityValue('9223372036854775807')).toBe(Number.MAX_SAFE_INTEGER);
    expect(quantityValue('-9223372036854775807')).toBe(-Number.MAX_SAFE_INTEGER);
  });

  it('compares across suffixes', () => {
    expect(parseQuantity('1Gi').cmp(parseQuantity('1G'))).toBe(1);
    expect(parseQuantity('1000m').cmp(parseQuantity('1'))).toBe(0);
    expect(parseQuantity('-1').cmp(ZERO_QUANTITY)).toBe(-1);
  });

  it('takes the format of what is added to a zero', () => {
    expect(parseQuantity('0').add(parseQuantity('1Gi')).format).toBe('BinarySI');
    expect(parseQuantity('1k').add(parseQuantity('1Gi')).format).toBe('DecimalSI');
  });

  it('says what is wrong, and nothing where nothing is', () => {
    expect(quantityProblem('')).toMatch(/^quantities must match the regular expression/);
    expect(quantityProblem('1ki')).toBe("unable to parse quantity's suffix");
    expect(quantityProblem('1Ki')).toBeUndefined();
  });

  it('does not build numbers without bound', () => {
    expect(quantityProblem('1e999999999')).toBe('unable to parse numeric part of quantity');
    expect(parseQuantity('1e-999999999').toString()).toBe('1e-9');
  });
});
