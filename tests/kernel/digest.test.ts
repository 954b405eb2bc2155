/** Digests that can fail: whatever differs, the digest differs. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ContentHasher } from '../../src/kernel/content.ts';
import { createWorld, type EventFields } from '../../src/kernel/kernel.ts';
import { digestOf } from '../../src/kernel/recompute.ts';
import { bank } from './machines/flow.ts';

function content(value: unknown, hasher = new ContentHasher(false)): string {
  hasher.run(value);
  return `${hasher.hi} ${hasher.lo}`;
}

/** A plain value as text: sorted keys, types told apart. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join(',')}}`;
}

const plain = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(1, '1', 0, '', null, true, false, 'a', 'b', 1.5, -1, 2 ** 40, -(2 ** 40), 1e300),
    fc.string({ maxLength: 3 }),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => (x === 0 ? 0 : x)),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('0', '1', 'a', 'b', 'c', 'length'), tie('value'), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
})).value;

describe('content hash', () => {
  it.each([
    ['1 and "1"', 1, '1'],
    ['1 and [1]', 1, [1]],
    ['[1] and {0: 1}', [1], { 0: 1 }],
    ['null and "null"', null, 'null'],
    ['false and 0', false, 0],
    ['[] and {}', [], {}],
    ['"" and []', '', []],
    ['nesting', [[1], 2], [[1, 2]]],
    ['swapped values', { a: 1, b: 2 }, { a: 2, b: 1 }],
    ['swapped parts', { a: { x: 1 }, b: {} }, { a: {}, b: { x: 1 } }],
    ['order of an array', [1, 2], [2, 1]],
    ['null and a missing field', { a: null }, {}],
    ['2^32 and 0', 2 ** 32, 0],
    ['2^32 + 1 and 1', 2 ** 32 + 1, 1],
    ['-1 and 2^32 - 1', -1, 2 ** 32 - 1],
    ['0.1 + 0.2 and 0.3', 0.1 + 0.2, 0.3],
    ['equal parts that cancel', { a: 5, b: 5 }, { a: 6, b: 6 }],
  ])('tells apart %s', (_, a, b) => {
    expect(content(a)).not.toBe(content(b));
  });

  it('does not depend on the order of keys, nor on what was hashed before', () => {
    const shared = { q: [1, 2, { z: 'deep' }], r: 's', t: [true, null, 4, 5, 6] };
    const hasher = new ContentHasher(true);
    const one = content({ a: shared, b: 2, c: shared }, hasher);
    content({ other: [1, 2, 3, 4, 5, 6, 7, 8, 9] }, hasher);
    expect(content({ c: structuredClone(shared), b: 2, a: shared }, hasher)).toBe(one);
    expect(content({ b: 2, c: shared, a: shared })).toBe(one);
  });

  it('refuses -0 and NaN also where the same field held 0 or NaN before', () => {
    const hasher = new ContentHasher(true);
    hasher.run({ x: 0 });
    expect(() => hasher.run({ x: -0 })).toThrow(/W-4/);
    expect(() => hasher.run({ x: Number.NaN })).toThrow(/W-4/);
    expect(() => hasher.run({ x: Number.NaN })).toThrow(/W-4/);
    expect(content({ x: 1 }, hasher)).toBe(content({ x: 1 }));
    expect(content({ y: 1 }, hasher)).toBe(content({ y: 1 }));
  });

  it('remembers shared parts rightly over more parts than it keeps', () => {
    const hasher = new ContentHasher(true);
    const parts = Array.from({ length: 20_000 }, (_, i) => ({ a: i, b: 'x', c: [1, 2, 3], d: null, e: true }));
    for (const round of [0, 1]) {
      for (let i = 0; i < parts.length; i += 1 + round * 7) content({ part: parts[i], again: parts[i >> 3] }, hasher);
    }
    for (let i = 0; i < parts.length; i += 97) {
      expect(content({ part: parts[i] }, hasher)).toBe(content({ part: parts[i] }));
      expect(content({ part: parts[i] }, hasher)).toBe(content({ part: parts[i] }));
    }
  });

  it('is equal exactly when the values are equal', () => {
    const hasher = new ContentHasher(true);
    fc.assert(
      fc.property(plain, plain, (a, b) => {
        expect(content(a, hasher) === content(b)).toBe(canonical(a) === canonical(b));
        expect(content(a, hasher)).toBe(content(structuredClone(a)));
      }),
      { numRuns: 3000, seed: 7 },
    );
  });

  it('has no collision among 200,000 similar objects', () => {
    const seen = new Set<string>();
    const hasher = new ContentHasher(true);
    for (let i = 0; i < 200_000; i++)
      seen.add(content({ name: `web-${i % 500}`, n: Math.floor(i / 500), ready: i % 2 === 0 }, hasher));
    expect(seen.size).toBe(200_000);
  });
});

describe('state digest', () => {
  it('sees a change of collection, key or value, and no change of order', () => {
    const digest = (...state: [string, [string, object | number][]][]): string => digestOf(state);
    const base = digest(
      [
        'a',
        [
          ['k', { x: 1 }],
          ['l', 2],
        ],
      ],
      ['b', []],
    );
    expect(
      digest(
        ['b', []],
        [
          'a',
          [
            ['l', 2],
            ['k', { x: 1 }],
          ],
        ],
      ),
    ).toBe(base);
    const others = [
      digest(
        [
          'b',
          [
            ['k', { x: 1 }],
            ['l', 2],
          ],
        ],
        ['a', []],
      ),
      digest([
        'a',
        [
          ['k', { x: 2 }],
          ['l', 2],
        ],
      ]),
      digest([
        'a',
        [
          ['k', { x: 1 }],
          ['l', 3],
        ],
      ]),
      digest(['a', [['k', { x: 1 }]]]),
      digest([
        'a',
        [
          ['l', { x: 1 }],
          ['k', 2],
        ],
      ]),
      digest([
        'a',
        [
          ['k', { x: 1 }],
          ['l', 2],
          ['m', 0],
        ],
      ]),
      digest([
        'ak',
        [
          ['', { x: 1 }],
          ['l', 2],
        ],
      ]),
    ];
    expect(new Set([base, ...others]).size).toBe(8);
  });

  it('recomputed from the views, it finds a value that was changed in place', () => {
    const world = createWorld({ seed: 1, ticksPerSecond: 1, kinds: ['k'], lanes: ['l'] });
    const c = world.collection<{ n: number }>('c');
    const value = { n: 1 };
    c.set('k', value);
    world.begin();
    expect(world.recomputeStateDigest(0)).toBe(world.stateDigest(0));
    value.n = 2;
    expect(world.recomputeStateDigest(0)).not.toBe(world.stateDigest(0));
  });

  it('recomputed from a machine, it finds one wrong number among its own structures', () => {
    const machine = bank({ seed: 1 });
    machine.world.advance(100);
    const state = [...machine.state()].map(([name, entries]) => [name, [...entries]] as const);
    expect(digestOf(state)).toBe(machine.world.stateDigest());
    const wrong = state.map(([name, entries]) => {
      return [name, entries.map(([key, n]) => [key, key === 'account-7' ? Number(n) + 1 : n] as const)] as const;
    });
    expect(digestOf(wrong)).not.toBe(machine.world.stateDigest());
  });
});

describe('trace digest', () => {
  interface Variant extends Partial<EventFields> {
    readonly delay?: number;
    readonly lane?: number;
    readonly kind?: number;
    readonly periodic?: boolean;
    readonly steps?: number;
  }

  function trace(variant: Variant): string {
    const { delay = 1, lane = 0, kind = 0, periodic = false, steps = 3, ...fields } = variant;
    const world = createWorld({ seed: 1, ticksPerSecond: 1, kinds: ['a', 'b'], lanes: ['x', 'y'] });
    const run = world.handler<number>(
      'run',
      (n) => void world.emit(n === 1 ? kind : 0, n === 1 ? { subject: 's', ...fields } : { subject: 's' }),
    );
    for (const n of [0, 1, 2])
      world.after(n === 1 ? delay : n, n === 1 ? lane : 0, run, n, { periodic: n === 1 && periodic });
    world.begin();
    world.advance(steps);
    return world.traceDigest();
  }

  it('sees every column of an earlier row', () => {
    const variants: Variant[] = [
      {},
      { delay: 2 },
      { delay: 2 ** 40 },
      { lane: 1 },
      { kind: 1 },
      { periodic: true },
      { steps: 2 },
      { subject: 't' },
      { object: 's' },
      { detail: 's' },
      { number: 1 },
      { number: 0.5 },
      { number: 2 ** 33 },
      { cause: 1 },
    ];
    expect(new Set(variants.map(trace)).size).toBe(variants.length);
    expect(trace({})).toBe(trace({ number: 0, object: '', detail: '' }));
    expect(trace({})).toMatch(/^[0-9a-f]{16}$/);
  });

  it('does not depend on the order in which texts were first seen', () => {
    const run = (first: string): string => {
      const world = createWorld({ seed: 1, ticksPerSecond: 1, kinds: ['a'], lanes: ['x'] });
      world.choose(first, first, 2);
      const say = world.handler<string>('say', (word) => void world.emit(0, { subject: word }));
      for (const word of ['x', 'y', 'z']) world.after(0, 0, say, word);
      world.begin();
      world.advance(3);
      return world.traceDigest();
    };
    expect(run('z')).toBe(run('y'));
  });
});
