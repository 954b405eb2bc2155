/**
 * client-go tools/cache/thread_safe_store.go (v0.37): the objects of an informer by key, and indexes over them, kept at each
 * write. Items lie in a Map or a collection; indexes are derived when they are first asked for. Keys of an index value are
 * sorted by bytes, where upstream has a set. Left out: transactions, the lock.
 */
import { compareBytes } from '../../kernel/kernel.ts';
import type { Entries } from '../workqueue/workqueue.ts';
import { SortedKeys } from './sorted-keys.ts';

/** @returns the values under which an index finds an object */
export type IndexFunc<O> = (object: O) => readonly string[];

type Index = Map<string, SortedKeys>;

export class ThreadSafeStore<O extends object> {
  private readonly indexers = new Map<string, IndexFunc<O>>();
  /** Derived; undefined until asked for. */
  private sortedKeys: SortedKeys | undefined;
  /** Derived; an index that nobody has asked for yet is not here. */
  private readonly indices = new Map<string, Index>();

  constructor(
    private readonly items: Entries<O>,
    indexers: Readonly<Record<string, IndexFunc<O>>> = {},
  ) {
    for (const [name, indexFunc] of Object.entries(indexers)) this.indexers.set(name, indexFunc);
  }

  /** The items were moved: forgets what was derived from them. A look-ahead pays only for what it then asks for. */
  rebuild(): void {
    this.sortedKeys = undefined;
    this.indices.clear();
  }

  private get keys(): SortedKeys {
    if (this.sortedKeys === undefined) {
      this.sortedKeys = new SortedKeys();
      this.sortedKeys.reset([...this.items.keys()].sort(compareBytes));
    }
    return this.sortedKeys;
  }

  private indexCalled(name: string): Index | undefined {
    const known = this.indices.get(name);
    const indexFunc = this.indexers.get(name);
    if (known !== undefined || indexFunc === undefined) return known;
    const index = this.indexOf(indexFunc);
    this.indices.set(name, index);
    return index;
  }

  private indexOf(indexFunc: IndexFunc<O>): Index {
    const found = new Map<string, Set<string>>();
    for (const key of this.items.keys()) {
      const object = this.items.get(key);
      if (object === undefined) continue;
      for (const value of indexFunc(object)) {
        const keys = found.get(value);
        if (keys === undefined) found.set(value, new Set([key]));
        else keys.add(key);
      }
    }
    const index: Index = new Map();
    for (const [value, keys] of found) {
      const sorted = new SortedKeys();
      sorted.reset([...keys].sort(compareBytes));
      index.set(value, sorted);
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
    if (before === undefined) this.sortedKeys?.add(key);
    for (const [name, index] of this.indices) this.updateIndex(name, index, key, before, object);
  }

  delete(key: string): void {
    const before = this.items.get(key);
    if (before === undefined) return;
    this.items.delete(key);
    this.sortedKeys?.remove(key);
    for (const [name, index] of this.indices) this.updateIndex(name, index, key, before, undefined);
  }

  private updateIndex(name: string, index: Index, key: string, before: O | undefined, after: O | undefined): void {
    const indexFunc = this.indexers.get(name);
    if (indexFunc === undefined) return;
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
    for (const [name, indexFunc] of Object.entries(indexers)) this.indexers.set(name, indexFunc);
    return true;
  }

  /** Objects that share a value of the index with `object`. @returns undefined where there is no such index */
  index(name: string, object: O): readonly O[] | undefined {
    const index = this.indexCalled(name);
    const indexFunc = this.indexers.get(name);
    if (index === undefined || indexFunc === undefined) return undefined;
    const keys = new Set<string>();
    for (const value of indexFunc(object)) for (const key of index.get(value)?.all ?? []) keys.add(key);
    return this.objects([...keys].sort(compareBytes));
  }

  /** @returns undefined where there is no such index */
  indexKeys(name: string, value: string): readonly string[] | undefined {
    const index = this.indexCalled(name);
    return index === undefined ? undefined : (index.get(value)?.all ?? []);
  }

  /** @returns undefined where there is no such index */
  byIndex(name: string, value: string): readonly O[] | undefined {
    const keys = this.indexKeys(name, value);
    return keys === undefined ? undefined : this.objects(keys);
  }

  /** Sorted by bytes. */
  indexNames(): readonly string[] {
    return [...this.indexers.keys()].sort(compareBytes);
  }

  /** Sorted by bytes; none where there is no such index. */
  listIndexFuncValues(name: string): readonly string[] {
    return [...(this.indexCalled(name)?.keys() ?? [])].sort(compareBytes);
  }
}

function insert(index: Index, value: string, key: string): void {
  let keys = index.get(value);
  if (keys === undefined) {
    keys = new SortedKeys();
    index.set(value, keys);
  }
  keys.add(key);
}

function remove(index: Index, value: string, key: string): void {
  const keys = index.get(value);
  keys?.remove(key);
  if (keys?.all.length === 0) index.delete(value);
}
