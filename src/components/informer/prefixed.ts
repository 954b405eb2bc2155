/** Part of a collection: the entries whose keys begin with a prefix, under what is left of their keys. */
import type { Entries } from '../workqueue/workqueue.ts';

export class Prefixed<V> implements Entries<V> {
  constructor(
    private readonly whole: Entries<V>,
    private readonly prefix: string,
  ) {}

  get size(): number {
    let count = 0;
    for (const key of this.whole.keys()) if (key.startsWith(this.prefix)) count++;
    return count;
  }

  get(key: string): V | undefined {
    return this.whole.get(this.prefix + key);
  }

  has(key: string): boolean {
    return this.whole.has(this.prefix + key);
  }

  set(key: string, value: V): void {
    this.whole.set(this.prefix + key, value);
  }

  delete(key: string): boolean {
    return this.whole.delete(this.prefix + key);
  }

  *keys(): Iterable<string> {
    for (const key of this.whole.keys()) if (key.startsWith(this.prefix)) yield key.slice(this.prefix.length);
  }

  *entries(): Iterable<readonly [key: string, value: V]> {
    for (const [key, value] of this.whole.entries()) {
      if (key.startsWith(this.prefix)) yield [key.slice(this.prefix.length), value];
    }
  }
}
