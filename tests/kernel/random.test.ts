import { describe, expect, it } from 'vitest';
import { draw, Xoshiro128 } from '../../src/kernel/random.ts';

const take = (generator: Xoshiro128, n: number): number[] => Array.from({ length: n }, () => generator.next());

describe('xoshiro128** 1.1', () => {
  it("gives the numbers that its authors' C program gives from state 1, 2, 3, 4 (as published with rand_xoshiro)", () => {
    const expected = [
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ];
    expect(take(new Xoshiro128().seed(1, 2, 3, 4), 10)).toEqual(expected);
  });

  it('gives the numbers of the C program from an arbitrary state (as published with xoshiro-6502)', () => {
    const generator = new Xoshiro128().seed(0x964d4a0c, 0xd40ab895, 0xad7fdecb, 0x3006f0f0);
    expect(take(generator, 4)).toEqual([0xf1391922, 0x6fe53806, 0xa5be2840, 0xf510ee70]);
  });
});

describe('draw', () => {
  it('depends on seed, label, object, occurrence and nothing else', () => {
    const base = (): number => draw(1, 'tie', 'Pod/a', 0, 1_000_000);
    const first = base();
    draw(2, 'other', 'x', 3, 7);
    expect(base()).toBe(first);
    const others = [draw(2, 'tie', 'Pod/a', 0, 1_000_000), draw(1, 'tie2', 'Pod/a', 0, 1_000_000)];
    others.push(draw(1, 'tie', 'Pod/b', 0, 1_000_000), draw(1, 'tie', 'Pod/a', 1, 1_000_000));
    // A text that moves from label to object is another pair.
    others.push(draw(1, 'tieP', 'od/a', 0, 1_000_000));
    expect(new Set([first, ...others]).size).toBe(6);
  });

  it.each([2, 3, 7, 10, 100])('is uniform over %i options (chi-square below the 0.999 quantile)', (count) => {
    const draws = 20_000;
    const seen = new Array<number>(count).fill(0);
    for (let i = 0; i < draws; i++) {
      const x = draw(42, 'spread', `Pod/default/web-${i % 500}`, Math.floor(i / 500), count);
      seen[x] = (seen[x] ?? 0) + 1;
    }
    const expected = draws / count;
    const chi = seen.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
    const free = count - 1;
    // Wilson and Hilferty's approximation, z = 3.09.
    const quantile = free * (1 - 2 / (9 * free) + 3.09 * Math.sqrt(2 / (9 * free))) ** 3;
    expect(chi).toBeLessThan(quantile);
  });

  it('rejects the tail of the 32-bit range, so that no option is favoured', () => {
    // With count = 3 * 2^30 a plain remainder would give the lower third twice as often as the rest.
    const count = 3 * 2 ** 30;
    let lower = 0;
    for (let i = 0; i < 6000; i++) if (draw(9, 'big', `${i}`, 0, count) < 2 ** 30) lower++;
    expect(lower / 6000).toBeGreaterThan(0.3);
    expect(lower / 6000).toBeLessThan(0.37);
  });
});
