/** A set of keys in the order of their bytes. Adding in order costs O(1), elsewhere a binary search and a move of memory. */
import { compareBytes } from '../../kernel/kernel.ts';

export class SortedKeys {
  private keys: string[] = [];

  get all(): readonly string[] {
    return this.keys;
  }

  /** @param sorted owned by this set from now on */
  reset(sorted: string[]): void {
    this.keys = sorted;
  }

  add(key: string): void {
    const at = this.position(key);
    if (this.keys[at] === key) return;
    if (at === this.keys.length) this.keys.push(key);
    else this.keys.splice(at, 0, key);
  }

  remove(key: string): void {
    const at = this.position(key);
    if (this.keys[at] === key) this.keys.splice(at, 1);
  }

  /** Where `key` is or would be. */
  private position(key: string): number {
    const last = this.keys.at(-1);
    if (last === undefined || compareBytes(last, key) < 0) return this.keys.length;
    let low = 0;
    let high = this.keys.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareBytes(this.keys[middle] ?? '', key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
