import { describe, expect, it } from 'vitest';
import { firstMismatch, listsSomething } from '../../src/conformance/compare.ts';

describe('the judge', () => {
  it('compares what is listed; the candidate may know more', () => {
    expect(firstMismatch({ a: 1 }, { a: 1, b: 2 })).toBeUndefined();
    expect(firstMismatch({ a: 1, b: 2 }, { a: 1 })).toEqual({ path: 'b', expected: 2, got: undefined });
  });

  it('lists are complete and in order', () => {
    expect(firstMismatch([1, 2], [1, 2])).toBeUndefined();
    expect(firstMismatch([1, 2], [2, 1])?.path).toBe('0');
    expect(firstMismatch([1], [1, 2])?.path).toBe('');
    expect(firstMismatch([], {})).toBeDefined();
  });

  it('a list that is a set comes in any order, with each entry once', () => {
    const isSet = (path: string): boolean => path === 'reasons';
    expect(firstMismatch({ reasons: ['a', 'b'] }, { reasons: ['b', 'a'] }, { isSet })).toBeUndefined();
    expect(firstMismatch({ reasons: ['a', 'a'] }, { reasons: ['a', 'b'] }, { isSet })).toBeDefined();
    expect(firstMismatch({ reasons: ['a'] }, { reasons: ['a', 'a'] }, { isSet })).toBeDefined();
  });

  it('a complete map has no other key', () => {
    const isComplete = (path: string): boolean => path === 'nodes';
    expect(firstMismatch({ nodes: { n1: 1 } }, { nodes: { n1: 1, n2: 2 } }, { isComplete })?.path).toBe('nodes.n2');
  });

  it('absent and null are equal, and nothing else is', () => {
    expect(firstMismatch({ a: null }, {})).toBeUndefined();
    expect(firstMismatch({ a: null }, { a: 0 })).toBeDefined();
    expect(firstMismatch({ a: 0 }, {})).toBeDefined();
    expect(firstMismatch('1', 1)).toBeDefined();
  });

  it('numbers are exact unless the format gives a tolerance', () => {
    expect(firstMismatch(1, 1.001)).toBeDefined();
    expect(firstMismatch(1, 1.001, { tolerance: () => 0.01 })).toBeUndefined();
    expect(firstMismatch(1, Number.NaN)).toBeDefined();
  });

  it('knows an expectation that says nothing', () => {
    expect([undefined, {}, [undefined, {}]].some(listsSomething)).toBe(false);
    expect([{ a: 1 }, [], ['a'], false].every(listsSomething)).toBe(true);
  });
});
