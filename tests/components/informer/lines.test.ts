/** Random scripts against the plainest models: a listener's ring, a bounded channel, and a store with its indexes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProcessorListener, ThreadSafeStore } from '../../../src/components/informer/informer.ts';
import { ChannelLine } from '../../../src/components/informer/channel-line.ts';

const depsOf = () => ({
  slots: new Map<string, number>(),
  handling: new Map<string, number>(),
  marks: new Map<string, number>(),
  key: '0',
});

/** Sends and ends of calls; true = a send. */
const traffic = fc.array(fc.boolean(), { minLength: 1, maxLength: 300 });

/** k8s.io/utils/buffer.RingGrowing as its comments describe it: an array that doubles and moves to its beginning. */
class NaiveRing {
  data: (number | undefined)[];
  begin = 0;
  readable = 0;

  constructor(capacity: number) {
    this.data = Array.from({ length: capacity }, () => undefined);
  }

  write(value: number): void {
    const { length } = this.data;
    if (this.readable === length) {
      const kept = Array.from({ length }, (_, i) => this.data[(this.begin + i) % length]);
      this.data = [...kept, ...kept.map(() => undefined)];
      this.begin = 0;
    }
    this.data[(this.begin + this.readable) % this.data.length] = value;
    this.readable++;
  }

  read(): number | undefined {
    if (this.readable === 0) return undefined;
    const value = this.data[this.begin];
    this.begin = (this.begin + 1) % this.data.length;
    this.readable--;
    return value;
  }
}

test('6.3 ProcessorListener: one in the handler, one in hand, the rest in a ring that doubles', () => {
  fc.assert(
    fc.property(traffic, fc.integer({ min: 1, max: 4 }), (steps, capacity) => {
      const listener = new ProcessorListener<number>(depsOf(), capacity);
      const ring = new NaiveRing(capacity);
      let handler: number | undefined;
      let hand: number | undefined;
      steps.forEach((isSend, n) => {
        if (isSend) {
          listener.add(n);
          if (handler === undefined) handler = n;
          else if (hand === undefined) hand = n;
          else ring.write(n);
        } else if (handler !== undefined) {
          handler = hand;
          hand = ring.read();
          expect(listener.finished()).toBe(handler);
        }
        expect(listener.inHandler).toBe(handler);
        expect(listener.offered).toBe(hand === undefined ? 0 : 1);
        expect(listener.pending).toBe(ring.readable);
        expect(listener.ringCapacity).toBe(ring.data.length);
        expect([listener.readIndex, listener.writeIndex]).toEqual([
          ring.begin,
          (ring.begin + ring.readable) % ring.data.length,
        ]);
      });
    }),
    { numRuns: 200, seed: 1 },
  );
});

test('6.4 ChannelLine: a buffered channel in front of one receiver', () => {
  fc.assert(
    fc.property(traffic, fc.integer({ min: 0, max: 4 }), (steps, capacity) => {
      const line = new ChannelLine<number>(depsOf(), capacity);
      const buffer: number[] = [];
      let handler: number | undefined;
      steps.forEach((isSend, n) => {
        if (isSend) {
          const place = handler === undefined ? 'handler' : buffer.length < capacity ? 'waits' : 'full';
          expect(line.add(n)).toBe(place);
          if (place === 'handler') handler = n;
          else if (place === 'waits') buffer.push(n);
        } else if (handler !== undefined) {
          handler = buffer.shift();
          expect(line.finished()).toBe(handler);
        }
        expect(line.inHandler).toBe(handler);
        expect(line.waiting()).toEqual(buffer);
      });
    }),
    { numRuns: 200, seed: 2 },
  );
});

interface Thing {
  readonly key: string;
  readonly tags: readonly string[];
}

const KEYS = ['a', 'b', 'c', 'd'];
const TAGS = ['x', 'y', 'z'];

const change = fc.record({
  kind: fc.constantFrom('set', 'set', 'delete', 'replace', 'ask' as const),
  keys: fc.uniqueArray(fc.constantFrom(...KEYS), { minLength: 1, maxLength: 4 }),
  tags: fc.uniqueArray(fc.constantFrom(...TAGS), { maxLength: 3 }),
});

test('5.4 ThreadSafeStore: what an index finds is what a look through all objects finds', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 40 }), (steps) => {
      const store = new ThreadSafeStore<Thing>(new Map(), { tags: ({ tags }) => tags });
      let naive = new Map<string, Thing>();
      for (const { kind, keys, tags } of steps) {
        const [key = ''] = keys;
        if (kind === 'set') {
          store.set(key, { key, tags });
          naive.set(key, { key, tags });
        } else if (kind === 'delete') {
          store.delete(key);
          naive.delete(key);
        } else if (kind === 'replace') {
          naive = new Map(keys.map((each) => [each, { key: each, tags }]));
          store.replace(new Map(naive));
        }
        // Half of the scripts ask for an index before it has been changed, and half after.
        for (const tag of kind === 'ask' ? TAGS : []) store.byIndex('tags', tag);
        expect(store.listKeys()).toEqual([...naive.keys()].sort());
        for (const tag of TAGS) {
          const found = [...naive.values()].filter((thing) => thing.tags.includes(tag)).map((thing) => thing.key);
          expect(store.indexKeys('tags', tag)).toEqual(found.sort());
        }
      }
    }),
    { numRuns: 150, seed: 3 },
  );
});
