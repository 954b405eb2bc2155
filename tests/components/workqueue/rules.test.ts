/** docs/spec/workqueue.md, a test a rule: the sets, their end, and what is added later. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DelayingQueue } from '../../../src/components/workqueue/workqueue.ts';
import { add, plain, taken, takeAll } from './sets.ts';

describe('7.1', () => {
  test('7.1.1 an added key is dirty and at the tail', () => {
    const sets = plain();
    add(sets, 'b', 'a', 'c');
    expect(['a', 'b', 'c', 'd'].filter((key) => sets.isDirty(key))).toEqual(['a', 'b', 'c']);
    expect(takeAll(sets)).toEqual(['b', 'a', 'c']);
  });

  test('7.1.2 adds while a key waits are one run', () => {
    const sets = plain();
    add(sets, 'a', 'b', 'a', 'a');
    expect(takeAll(sets)).toEqual(['a', 'b']);
    for (const key of ['a', 'b']) sets.done(key);
    expect(taken(sets)).toBe('blocked');
  });

  test('7.1.3 adds while a key is held are one more run', () => {
    const sets = plain();
    add(sets, 'a');
    takeAll(sets);
    add(sets, 'a', 'a', 'a');
    expect([sets.length, sets.isDirty('a')]).toEqual([0, true]);
    sets.done('a');
    expect(takeAll(sets)).toEqual(['a']);
    sets.done('a');
    expect(taken(sets)).toBe('blocked');
  });

  test('7.1.4 Get moves the head from dirty to processing and waits on an empty queue', () => {
    const sets = plain();
    expect(taken(sets)).toBe('blocked');
    add(sets, 'a', 'b');
    expect(taken(sets)).toBe('a');
    expect([sets.isDirty('a'), sets.isDirty('b'), sets.inProcess, sets.length]).toEqual([false, true, 1, 1]);
  });

  test('7.1.5 a key that was added meanwhile joins the tail when it is done', () => {
    const sets = plain();
    add(sets, 'a', 'b');
    expect(taken(sets)).toBe('a');
    add(sets, 'a', 'c');
    sets.done('a');
    expect(takeAll(sets)).toEqual(['b', 'c', 'a']);
  });

  test('7.1.6 no second worker gets a key that is held', () => {
    const sets = plain();
    add(sets, 'a');
    expect(taken(sets)).toBe('a');
    add(sets, 'a', 'b');
    expect([taken(sets), taken(sets)]).toEqual(['b', 'blocked']);
  });

  test('7.1.7 Done of an unknown key changes nothing', () => {
    const sets = plain();
    sets.done('a');
    expect([sets.length, sets.inProcess, sets.isDirty('a')]).toEqual([0, 0, false]);
  });
});

describe('7.2', () => {
  test('7.2.1 adds after the shut-down are ignored', () => {
    const sets = plain();
    sets.shutDown();
    add(sets, 'a');
    expect(taken(sets)).toBe('shutdown');
  });

  test('7.2.2 what is queued is handed out first', () => {
    const sets = plain();
    add(sets, 'a', 'b');
    sets.shutDown();
    expect([taken(sets), taken(sets), taken(sets)]).toEqual(['a', 'b', 'shutdown']);
  });

  test('7.2.3 a late Done queues its dirty key, and it is handed out', () => {
    const sets = plain();
    add(sets, 'a');
    takeAll(sets);
    add(sets, 'a');
    sets.shutDown();
    expect(taken(sets)).toBe('shutdown');
    sets.done('a');
    expect([taken(sets), taken(sets)]).toEqual(['a', 'shutdown']);
  });

  test('7.2.4 a drain returns when no key is held; keys in the queue do not count', () => {
    const sets = plain();
    add(sets, 'a', 'b', 'c');
    expect([taken(sets), taken(sets)]).toEqual(['a', 'b']);
    sets.shutDownWithDrain();
    sets.done('a');
    expect(sets.drainReturned).toEqual([false]);
    sets.done('b');
    expect(sets.drainReturned).toEqual([true]);
    expect([taken(sets), taken(sets)]).toEqual(['c', 'shutdown']);
  });

  test('7.2.5 a forgotten Done holds a drain until ShutDown', () => {
    const sets = plain();
    add(sets, 'a', 'b');
    takeAll(sets);
    sets.shutDownWithDrain();
    sets.done('b');
    expect(sets.drainReturned).toEqual([false]);
    sets.shutDown();
    expect(sets.drainReturned).toEqual([true]);
  });

  test('7.2.6 Done of a key that was not taken queues it twice', () => {
    const sets = plain();
    add(sets, 'a');
    sets.done('a');
    expect(takeAll(sets)).toEqual(['a', 'a']);
  });

  test('7.2.7 of two drains one Done ends one (C-43)', () => {
    const sets = plain();
    add(sets, 'a');
    takeAll(sets);
    sets.shutDownWithDrain();
    sets.shutDownWithDrain();
    sets.done('a');
    expect([...sets.drainReturned].sort()).toEqual([false, true]);
    sets.done('a');
    expect(sets.drainReturned).toEqual([true, true]);
  });

  test('7.2.8 a second ShutDown of a delaying queue does not end a drain (C-43)', () => {
    const sets = plain();
    const delaying = new DelayingQueue(sets);
    add(sets, 'a');
    takeAll(sets);
    delaying.shutDown();
    sets.shutDownWithDrain();
    delaying.shutDown();
    expect(sets.drainReturned).toEqual([false]);
    sets.shutDown();
    expect(sets.drainReturned).toEqual([true]);
  });
});

describe('7.3', () => {
  test('7.3.1 no delay is an add', () => {
    const sets = plain();
    const delaying = new DelayingQueue(sets);
    delaying.addAfter('a', 0, 5);
    delaying.addAfter('b', -1, 5);
    expect(takeAll(sets)).toEqual(['a', 'b']);
  });

  test('7.3.2 the earliest of several delays wins', () => {
    const sets = plain();
    const delaying = new DelayingQueue(sets);
    for (const delay of [50, 70, 30]) delaying.addAfter('a', delay, 0);
    delaying.settle(29);
    expect(sets.length).toBe(0);
    delaying.settle(30);
    expect(takeAll(sets)).toEqual(['a']);
    sets.done('a');
    delaying.settle(100);
    expect(sets.length).toBe(0);
  });

  test('7.3.3 an add does not cancel a timer', () => {
    const sets = plain();
    const delaying = new DelayingQueue(sets);
    delaying.addAfter('a', 50, 0);
    add(sets, 'a');
    takeAll(sets);
    sets.done('a');
    delaying.settle(50);
    expect(takeAll(sets)).toEqual(['a']);
  });

  test('7.3.4 the end of a timer is an ordinary add', () => {
    const sets = plain();
    const delaying = new DelayingQueue(sets);
    add(sets, 'a', 'b');
    expect(taken(sets)).toBe('a');
    delaying.addAfter('a', 10, 0);
    delaying.addAfter('b', 11, 0);
    delaying.settle(20);
    expect([sets.length, sets.isDirty('a')]).toEqual([1, true]);
    sets.done('a');
    expect(takeAll(sets)).toEqual(['b', 'a']);
  });

  test('7.3.5 after the shut-down nothing is delayed and no timer ends', () => {
    const sets = plain();
    const delaying = new DelayingQueue(sets);
    delaying.addAfter('a', 10, 0);
    delaying.shutDown();
    delaying.addAfter('b', 10, 0);
    delaying.settle(100);
    expect(taken(sets)).toBe('shutdown');
  });

  test('7.3.6 keys that fall due together come as a binary heap gives them', () => {
    const sets = plain();
    const delaying = new DelayingQueue(sets);
    for (const key of ['a', 'b', 'c', 'd']) delaying.addAfter(key, 10, 0);
    delaying.settle(10);
    // container/heap: the last of equals takes the place of the first that left.
    expect(takeAll(sets)).toEqual(['a', 'd', 'c', 'b']);
  });
});

test('docs/spec/workqueue.md and these tests name the same rules', () => {
  const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
  const rules = [...read('../../../docs/spec/workqueue.md').matchAll(/^- \*\*(\d+\.\d+\.\d+)\*\*/gm)].map(
    ([, id]) => id,
  );
  const tests = read('./rules.test.ts') + read('./rules-retries.test.ts');
  const tested = [...tests.matchAll(/test\('(\d+\.\d+\.\d+) /g)].map(([, id]) => id);
  expect(rules.length).toBeGreaterThan(30);
  expect(tested).toEqual(rules);
});
