import { describe, expect, it } from 'vitest';
import { wrongIn } from '../../../src/bench/concurrency/check.ts';
import { whoIs } from '../../../src/bench/concurrency/page.ts';
import { csv, goText } from '../../../src/bench/concurrency/formats.ts';
import { planOf, spinsFor, unavailable, writesFor } from '../../../src/bench/concurrency/plan.ts';
import type { Results } from '../../../src/bench/concurrency/results.ts';
import { rangeOf, workersOf } from '../../../src/bench/concurrency/rows.ts';
import { benchWords, chance, shortTime } from '../../../src/derive/words/bench.ts';
import { goRow } from '../../../src/bench/go/peer.ts';

describe('check of a batch', () => {
  const WRITES = 100_000;
  const left = (get: (key: number) => number | undefined, writes = WRITES) => ({ writes, keys: 1_000, get });

  it('M1: with one writer key k holds 99,000 + k', () => {
    expect(
      wrongIn(
        'mutex',
        1,
        WRITES,
        left((k) => 99_000 + k),
      ),
    ).toBeUndefined();
    expect(
      wrongIn(
        'mutex',
        1,
        WRITES,
        left((k) => (k === 7 ? 98_007 : 99_000 + k)),
      ),
    ).toBe('key 7 holds 98007');
    expect(
      wrongIn(
        'mutex',
        1,
        WRITES,
        left((k) => (k === 7 ? undefined : 99_000 + k)),
      ),
    ).toBe('key 7 holds undefined');
  });

  it('with four writers each key holds what one of them wrote last', () => {
    // The second writer wrote 25,000 to 49,999: last to key 3 was 49,003.
    expect(
      wrongIn(
        'channel-16',
        4,
        WRITES,
        left((k) => 49_000 + k),
      ),
    ).toBeUndefined();
    expect(
      wrongIn(
        'channel-16',
        4,
        WRITES,
        left((k) => 48_000 + k),
      ),
    ).toBe('key 0 holds 48000');
  });

  it('every write counts', () => {
    expect(
      wrongIn(
        'mutex',
        2,
        WRITES,
        left((k) => 99_000 + k, 99_999),
      ),
    ).toBe('99999 of 100000 writes were counted');
    expect(wrongIn('counter', 2, WRITES, { writes: WRITES, keys: 0, get: () => undefined })).toBeUndefined();
  });

  it('writers share the writes without gap', () => {
    expect([0, 1, 2].map((w) => rangeOf(w, 3, 100_000))).toEqual([
      [0, 33_333],
      [33_333, 66_666],
      [66_666, 100_000],
    ]);
  });
});

describe('plan', () => {
  const plan = planOf('standard');

  it('n is fixed beforehand: 20, at least 10 but for the quick look', () => {
    expect([plan.batches, planOf('long').batches, planOf('quick').batches]).toEqual([20, 40, 6]);
  });

  it('a batch lasts a hundred steps of the clock', () => {
    // 5 µs: 0.5 ms; 1.2 ms is enough. 1 ms: 100 ms, so 84 times 1.2 ms.
    expect(writesFor(plan, 1.2, 0.005)).toBe(100_000);
    expect(writesFor(plan, 1.2, 1)).toBe(8_400_000);
    // A slow row is cut to a tenth, if that is still long enough.
    expect(writesFor(plan, 900, 0.005)).toBe(10_000);
    expect(writesFor(plan, 900, 1)).toBe(100_000);
  });

  it('workers: one more where somebody reads; looks long only where each has a core', () => {
    expect([workersOf('mutex', 4), workersOf('channel-16', 4), workersOf('message', 1)]).toEqual([4, 5, 2]);
    expect(spinsFor(2, 2)).toBeGreaterThan(spinsFor(3, 2));
  });

  it('without isolation only messages are measured', () => {
    expect(unavailable('mutex', false)).toBe('not-isolated');
    expect(unavailable('message', false)).toBeUndefined();
    expect(unavailable('channel-16', true)).toBeUndefined();
  });

  it('Go has one channel without a buffer, and no message port', () => {
    expect([goRow('handover-spin'), goRow('handover-park'), goRow('channel-256'), goRow('message')]).toEqual([
      'channel-0',
      'channel-0',
      'channel-256',
      undefined,
    ]);
  });
});

it.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    'Chromium 156',
    'Linux x86_64',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140', 'Linux x86_64; rv:140.0'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
    'Safari 18',
    'Macintosh; Intel Mac OS X 10_15_7',
  ],
])('the stamp tells browser and system: %s', (text, agent, system) => {
  expect(whoIs(text)).toEqual({ agent, system });
});

it('times are told in three figures, small probabilities only as small', () => {
  expect([6.214, 38.44, 163.2, 5_300, 1_520_000].map(shortTime)).toEqual([
    '6.21 ns',
    '38.4 ns',
    '163 ns',
    '5.30 µs',
    '1.52 ms',
  ]);
  expect([0.21, 0.0123, 0.0004].map((p) => chance(p, benchWords('en')))).toEqual([
    'p = 0.21',
    'p = 0.012',
    'p < 0.001',
  ]);
});

const RESULTS: Results = {
  stamp: {
    agent: 'Chromium 156',
    system: 'Linux x86_64',
    cores: 2,
    isolated: true,
    stepMillis: 0.005,
    batches: 2,
    warmUp: 3,
    nodes: 500,
    date: '2026-11-30T15:04:00.000Z',
  },
  cells: [
    {
      row: 'mutex',
      writers: 1,
      workers: 1,
      state: { kind: 'measured' },
      writesPerBatch: 100_000,
      nanos: [38.25, 40.5],
      checked: 5,
    },
    {
      row: 'channel-256',
      writers: 4,
      workers: 5,
      state: { kind: 'measured' },
      writesPerBatch: 10_000,
      nanos: [1730.4],
      checked: 4,
    },
    {
      row: 'handover-park',
      writers: 1,
      workers: 2,
      state: { kind: 'unavailable', why: 'not-isolated' },
      writesPerBatch: 1,
      nanos: [],
      checked: 0,
    },
  ],
  scoring: [{ workers: 2, chunk: 22, state: { kind: 'measured' }, micros: [812.5], scores: 500 }],
  virtual: [],
  done: 5,
  total: 5,
  end: 'complete',
};

interface GoLine {
  readonly name: string;
  readonly iterations: number;
  readonly values: Readonly<Record<string, number>>;
}

/** Go's benchmark format (golang/proposal 14313): "key: value" lines, and "BenchmarkName iterations (value unit)+" lines. */
function parseGo(text: string): { readonly configuration: Record<string, string>; readonly lines: GoLine[] } {
  const configuration: Record<string, string> = {};
  const lines: GoLine[] = [];
  for (const line of text.split('\n')) {
    const key = /^([a-z][^\sA-Z:]*):\s+(.*)$/.exec(line);
    if (key !== null) configuration[key[1] ?? ''] = key[2] ?? '';
    const [name = '', iterations = '', ...pairs] = line.trim().split(/\s+/);
    if (!/^Benchmark(?![a-z])/.test(name) || !/^\d+$/.test(iterations) || pairs.length % 2 !== 0) continue;
    const values = pairs.flatMap((value, i) => (i % 2 === 0 ? [[pairs[i + 1] ?? '', Number(value)] as const] : []));
    lines.push({ name, iterations: Number(iterations), values: Object.fromEntries(values) });
  }
  return { configuration, lines };
}

describe('formats', () => {
  it('Go benchmark text: a line a batch, read back by the rules of its format', () => {
    const text = goText(RESULTS);
    const { configuration, lines } = parseGo(text);
    expect(lines).toEqual([
      { name: 'BenchmarkMutex/writers=1-2', iterations: 100_000, values: { 'ns/op': 38.3 } },
      { name: 'BenchmarkMutex/writers=1-2', iterations: 100_000, values: { 'ns/op': 40.5 } },
      { name: 'BenchmarkChannel/buffer=256/writers=4-2', iterations: 10_000, values: { 'ns/op': 1730 } },
      { name: 'BenchmarkScore/nodes=500/workers=2/chunk=22-2', iterations: 1, values: { 'ns/op': 812_500 } },
    ]);
    expect(configuration).toMatchObject({
      agent: 'Chromium 156',
      cores: '2',
      isolated: 'true',
      'clock-step-ns': '5000',
    });
    // No line is left that the format does not know.
    expect(text.trim().split('\n')).toHaveLength(lines.length + Object.keys(configuration).length);
  });

  it('CSV: the stamp in comments, a line a batch', () => {
    const [head, ...rows] = csv(RESULTS)
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('#'));
    expect(head?.split(',')).toHaveLength(7);
    expect(rows).toEqual([
      'write,mutex,1,1,1,100000,38.250',
      'write,mutex,1,1,2,100000,40.500',
      'write,channel-256,4,5,1,10000,1730.400',
      'score,chunk-22,,2,1,1,812500',
    ]);
    expect(csv(RESULTS)).toContain('# isolated: true\n');
  });
});
