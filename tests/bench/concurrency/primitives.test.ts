import { describe, expect, it } from 'vitest';
import { Counter } from '../../../src/bench/concurrency/counter.ts';
import { HandOver } from '../../../src/bench/concurrency/hand-over.ts';
import { CLOSED, Ring, type RingShape } from '../../../src/bench/concurrency/ring.ts';
import { RwLock } from '../../../src/bench/concurrency/rw-lock.ts';
import { Table } from '../../../src/bench/concurrency/table.ts';
import { sharedWords } from '../../../src/bench/concurrency/waiting.ts';
import type { Trial } from './trial-worker.ts';
import { thread, together, TOOL } from './trials.ts';

const wordsOf = (shape: RingShape) => sharedWords(TOOL + (shape.capacity === 0 ? HandOver.WORDS : Ring.words(shape)));

describe('mutex', () => {
  for (const spins of [0, 500]) {
    it(`lets one in at a time (${spins} looks before it sleeps)`, async () => {
      const words = sharedWords(TOOL + 16);
      await together(
        Array.from({ length: 4 }, () => ({ kind: 'count under mutex', words, times: 20_000, spins }) as const),
      );
      expect(words[0]).toBe(80_000);
      // Given back by the last one.
      expect(words[TOOL]).toBe(0);
    });
  }
});

describe('read-write lock', () => {
  it('shows no reader half of a write, and loses no write', async () => {
    const words = sharedWords(TOOL + RwLock.WORDS);
    const saw = await together([
      { kind: 'write under lock', words, times: 10_000 },
      { kind: 'read under lock', words, times: 10_000 },
      { kind: 'write under lock', words, times: 10_000 },
      { kind: 'read under lock', words, times: 10_000 },
    ]);
    expect(saw).toEqual([undefined, true, undefined, true]);
    expect([words[0], words[1]]).toEqual([20_000, 20_000]);
  });
});

it('counter: every addition counts', async () => {
  const words = sharedWords(TOOL + 16);
  await together(Array.from({ length: 3 }, () => ({ kind: 'count', words, times: 50_000 }) as const));
  expect(new Counter(words, TOOL).value).toBe(150_000);
});

/** Values of each sender: 1,000,000 w + i. */
const STRIDE = 1_000_000;
const SENT = 3_000;

async function exchange(shape: RingShape, senders: number, receivers: number): Promise<number[][]> {
  const words = wordsOf(shape);
  const sending = Array.from({ length: senders }, (_, w): Trial => {
    return { kind: 'send', words, shape, times: SENT, from: w * STRIDE, last: senders };
  });
  const receiving = Array.from({ length: receivers }, (): Trial => ({ kind: 'receive', words, shape, times: 0 }));
  const saw = await together([...sending, ...receiving]);
  return saw.slice(senders) as number[][];
}

describe.each([
  [1, 1],
  [3, 1],
  [1, 3],
  [3, 3],
])('channel with %i senders and %i receivers', (senders, receivers) => {
  const ends = { senders: senders === 1 ? 'one' : 'many', receivers: receivers === 1 ? 'one' : 'many' } as const;
  for (const [capacity, spins] of [
    [0, 0],
    [0, 1000],
    [1, 0],
    [16, 50],
    [256, 0],
  ] as const) {
    it(`buffer ${capacity}, ${spins} looks: nothing is lost or doubled, order is kept, closing ends it`, async () => {
      const got = await exchange({ capacity, spins, ...ends }, senders, receivers);
      const all = got.flat().sort((a, b) => a - b);
      const sent = Array.from({ length: senders }, (_, w) => Array.from({ length: SENT }, (__, i) => w * STRIDE + i));
      expect(all).toEqual(sent.flat());
      for (const values of got) {
        for (let w = 0; w < senders; w++) {
          const mine = values.filter((v) => Math.floor(v / STRIDE) === w);
          expect(mine, 'one receiver sees the values of one sender in their order').toEqual(
            [...mine].sort((a, b) => a - b),
          );
        }
      }
    });
  }
});

describe('channel in one thread', () => {
  const shape: RingShape = { capacity: 4, senders: 'one', receivers: 'one', spins: 0 };

  it('gives what is left after closing, then that it is closed; sending then fails', () => {
    const ring = new Ring(wordsOf(shape), TOOL, shape);
    for (const value of [7, 8, 9]) ring.send(value);
    ring.close();
    expect([ring.receive(), ring.receive(), ring.receive(), ring.receive(), ring.receive()]).toEqual([
      7,
      8,
      9,
      CLOSED,
      CLOSED,
    ]);
    expect(() => ring.send(1)).toThrow('send on closed channel');
  });

  it('goes round its slots many times', () => {
    const ring = new Ring(wordsOf(shape), TOOL, shape);
    for (let i = 0; i < 1_000; i++) {
      ring.send(2 * i);
      ring.send(2 * i + 1);
      expect([ring.receive(), ring.receive()]).toEqual([2 * i, 2 * i + 1]);
    }
  });

  it('has a power of two of slots', () => {
    expect(() => new Ring(sharedWords(400), 0, { ...shape, capacity: 3 })).toThrow('a ring of 3 slots');
  });
});

it('a worker that sleeps in a channel is ended by ending it', async () => {
  const shape: RingShape = { capacity: 1, senders: 'one', receivers: 'one', spins: 0 };
  const { worker, saw } = thread({ kind: 'receive', words: wordsOf(shape), shape, times: 0 });
  const outcome = Promise.race([saw, new Promise((resolve) => worker.on('exit', () => resolve('ended')))]);
  await new Promise((resolve) => worker.on('online', resolve));
  await worker.terminate();
  expect(await outcome).toBe('ended');
});

it('table: one slot a key, the last value stands, keys that collide keep apart', () => {
  const table = new Table(sharedWords(Table.WORDS), 0);
  for (let i = 0; i < 3_000; i++) table.put(i % 1_000, i);
  expect([table.size, table.writes]).toEqual([1_000, 3_000]);
  for (let key = 0; key < 1_000; key++) expect(table.get(key)).toBe(2_000 + key);
  expect(table.get(1_000)).toBeUndefined();
});
