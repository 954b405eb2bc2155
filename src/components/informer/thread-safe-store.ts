/**
 * client-go tools/cache/thread_safe_store.go (v0.37): the objects of an informer by key, and indexes over them, kept at each
 * write. Items lie in a Map or a collection; indexes are derived. Keys of an index value are sorted by bytes, where upstream
 * has a set. Left out: transactions, the lock.
 */
import { compareBytes } from '../../kernel/kernel.ts';
import type { Entries } from '../workqueue/workqueue.ts';
import { SortedKeys } from './sorted-keys.ts';

/** @returns the values under which an index finds an object */
export type IndexFunc<O> = (object: O) => readonly string[];

export class ThreadSafeStore<O extends object> {
  private readonly keys = new SortedKeys();
  private readonly indexers = new Map<string, IndexFunc<O>>();
  private readonly indices = new Map<string, Map<string, SortedKeys>>();

  constructor(
    private readonly items: Entries<O>,
    indexers: Readonly<Record<string, IndexFunc<O>>> = {},
  ) {
    for (const [name, indexFunc] of Object.entries(indexers)) this.indexers.set(name, indexFunc);
    this.rebuild();
  }

  /** Derives keys and indexes from the items. */
  rebuild(): void {
    this.keys.reset([...this.items.keys()].sort(compareBytes));
    for (const [name, indexFunc] of this.indexers) this.indices.set(name, this.indexOf(indexFunc));
  }

  private indexOf(indexFunc: IndexFunc<O>): Map<string, SortedKeys> {
    const index = new Map<string, SortedKeys>();
    for (const key of this.keys.all) {
      const object = this.items.get(key);
      if (object !== undefined) for (const value of indexFunc(object)) insert(index, value, key);
    }
    return index;
  }

  get size(): number {
    return this.items.size;
  }

  get(key: string): O | undefined {
    return this.items.get(key);
  }

  /** Sorted by bytes. */
  listKeys(): readonly string[] {
    return this.keys.all;
  }

  /** Sorted by key bytes. */
  list(): readonly O[] {
    return this.objects(this.keys.all);
  }

  private objects(keys: readonly string[]): O[] {
    const out: O[] = [];
    for (const key of keys) {
      const object = this.items.get(key);
      if (object !== undefined) out.push(object);
    }
    return out;
  }

  /** Add and Update are the same. */
  set(key: string, object: O): void {
    const before = this.items.get(key);
    this.items.set(key, object);
    if (before === undefined) this.keys.add(key);
    for (const [name, indexFunc] of this.indexers) this.updateIndex(name, indexFunc, key, before, object);
  }

  delete(key: string): void {
    const before = this.items.get(key);
    if (before === undefined) return;
    this.items.delete(key);
    this.keys.remove(key);
    for (const [name, indexFunc] of this.indexers) this.updateIndex(name, indexFunc, key, before, undefined);
  }

  private updateIndex(
    name: string,
    indexFunc: IndexFunc<O>,
    key: string,
    before: O | undefined,
    after: O | undefined,
  ): void {
    const index = this.indices.get(name);
    if (index === undefined) return;
    const old = before === undefined ? [] : indexFunc(before);
    const fresh = after === undefined ? [] : indexFunc(after);
    if (old.length === 1 && fresh.length === 1 && old[0] === fresh[0]) return;
    for (const value of old) remove(index, value, key);
    for (const value of fresh) insert(index, value, key);
  }

  replace(items: ReadonlyMap<string, O>): void {
    for (const key of this.keys.all) if (!items.has(key)) this.items.delete(key);
    for (const [key, object] of items) this.items.set(key, object);
    this.rebuild();
  }

  /** @returns false where a name is taken, and then nothing is added */
  addIndexers(indexers: Readonly<Record<string, IndexFunc<O>>>): boolean {
    const names = Object.keys(indexers);
    if (names.some((name) => this.indexers.has(name))) return false;
    for (const [name, indexFunc] of Object.entries(indexers)) {
      this.indexers.set(name, indexFunc);
      this.indices.set(name, this.indexOf(indexFunc));
    }
    return true;
  }

  /** Objects that share a value of the index with `object`. @returns undefined where there is no such index */
  index(name: string, object: O): readonly O[] | undefined {
    const index = this.indices.get(name);
    const indexFunc = this.indexers.get(name);
    if (index === undefined || indexFunc === undefined) return undefined;
    const keys = new Set<string>();
    for (const value of indexFunc(object)) for (const key of index.get(value)?.all ?? []) keys.add(key);
    return this.objects([...keys].sort(compareBytes));
  }

  /** @returns undefined where there is no such index */
  indexKeys(name: string, value: string): readonly string[] | undefined {
    const index = this.indices.get(name);
    return index === undefined ? undefined : (index.get(value)?.all ?? []);
  }

  /** @returns undefined where there is no such index */
  byIndex(name: string, value: string): readonly O[] | undefined {
    const keys = this.indexKeys(name, value);
    return keys === undefined ? undefined : this.objects(keys);
  }

  /** Sorted by bytes; none where there is no such index. */
  listIndexFuncValues(name: string): readonly string[] {
    return [...(this.indices.get(name)?.keys() ?? [])].sort(compareBytes);
  }
}

function insert(index: Map<string, SortedKeys>, value: string, key: string): void {
  let keys = index.get(value);
  if (keys === undefined) {
    keys = new SortedKeys();
    index.set(value, keys);
  }
  keys.add(key);
}

function remove(index: Map<string, SortedKeys>, value: string, key: string): void {
  const keys = index.get(value);
  keys?.remove(key);
  if (keys?.all.length === 0) index.delete(value);
}
