/** A versioned collection: key -> slot of the history, and the views of it. */

import { hashNumber, startEntries, type Sum } from './digest.ts';
import { IdTable } from './id-table.ts';
import { Hash } from './hash.ts';
import type { History } from './history.ts';
import type { Collection, Step, Value, View } from './kernel.ts';
import { countLive, Listing } from './listing.ts';
import { ABSENT, type ObjectTable } from './objects.ts';
import type { Texts } from './texts.ts';

/** What the collections of one world share. */
export interface Store {
  readonly history: History;
  readonly objects: ObjectTable;
  readonly sum: Sum;
  /** The keys of all collections. */
  readonly names: Texts;
  readonly pageBits: number;
  /** Collection and first local slot of each page of slots. */
  readonly owners: { readonly collection: VersionedCollection<Value>; readonly first: number }[];
  /** Whether listings run backwards: what breaks by that had relied on an order (W-5). */
  readonly reversed: boolean;
  /** Throws unless a change is allowed now. */
  allowChange(collection: string, key: string): void;
}

export class VersionedCollection<V extends Value> implements Collection<V> {
  private live = 0;
  /** Local slot + 1 by name id. Local slots count the keys in the order of first sight. */
  private readonly locals = new IdTable();
  /** Name id by local slot. */
  private readonly ids: number[] = [];
  private readonly pages: number[] = [];
  private readonly pageMask: number;
  private readonly base = new Hash();
  private readonly hash = new Hash();

  constructor(
    readonly name: string,
    private readonly store: Store,
  ) {
    this.pageMask = 2 ** store.pageBits - 1;
    startEntries(this.base, name);
  }

  get size(): number {
    return this.live;
  }

  /** @returns the key's local slot, -1 if it has none */
  private find(key: string): number {
    const id = this.store.names.find(key);
    return id === undefined ? -1 : this.locals.get(id) - 1;
  }

  get(key: string): V | undefined {
    const local = this.find(key);
    return local < 0 ? undefined : this.decode(this.code(local));
  }

  has(key: string): boolean {
    const local = this.find(key);
    return local >= 0 && this.code(local) !== ABSENT;
  }

  keys(): Iterable<string> {
    return this.listing(this.codesNow()).keys();
  }

  /** Entries as they were when the iteration began are all seen, whatever changes meanwhile. */
  entries(): Iterable<readonly [key: string, value: V]> {
    return this.listing(this.codesNow());
  }

  set(key: string, value: V): void {
    this.store.allowChange(this.name, key);
    const local = this.find(key);
    if (local >= 0 && this.decode(this.code(local)) === value) return;
    const code = this.store.objects.encode(value);
    this.change(local >= 0 ? local : this.addSlot(key), code);
  }

  delete(key: string): boolean {
    this.store.allowChange(this.name, key);
    const local = this.find(key);
    if (local < 0 || this.code(local) === ABSENT) return false;
    this.change(local, ABSENT);
    return true;
  }

  private change(local: number, code: number): void {
    const before = this.code(local);
    if (before !== ABSENT) this.store.sum.subtract(this.entryHash(local, before));
    else this.live++;
    if (code !== ABSENT) this.store.sum.add(this.entryHash(local, code));
    else this.live--;
    this.store.history.write(this.slot(local), code);
  }

  private entryHash(local: number, code: number): Hash {
    const { hash, base } = this;
    const { objects, names } = this.store;
    const id = this.ids[local] as number;
    if (code > 0) {
      hash.resume(base.hi, base.lo).pair(names.hashHi(id), names.hashLo(id));
      return hash.pair(objects.contentHi(code), objects.contentLo(code)).finish();
    }
    hashNumber(hash, ~code);
    const { hi, lo } = hash;
    return hash.resume(base.hi, base.lo).pair(names.hashHi(id), names.hashLo(id)).pair(hi, lo).finish();
  }

  private addSlot(key: string): number {
    const { store } = this;
    const local = this.ids.length;
    if (local >> store.pageBits === this.pages.length) {
      const page = store.history.takePage();
      this.pages.push(page);
      store.owners[page] = { collection: this, first: local };
    }
    const id = store.names.id(key);
    this.locals.set(id, local + 1);
    this.ids.push(id);
    return local;
  }

  private slot(local: number): number {
    const bits = this.store.pageBits;
    return ((this.pages[local >> bits] as number) << bits) | (local & this.pageMask);
  }

  private code(local: number): number {
    return this.store.history.current[this.slot(local)] as number;
  }

  private decode(code: number): V | undefined {
    return this.store.objects.decode(code) as V | undefined;
  }

  /** Counts the live entries again, after the history moved. */
  recount(): void {
    this.live = countLive(this.codesNow());
  }

  /** The codes of all local slots now. */
  private codesNow(): Int32Array {
    const { history } = this.store;
    const codes = new Int32Array(this.pages.length * (this.pageMask + 1));
    this.pages.forEach((page, i) => history.copyPageNow(page, codes, i));
    return codes.subarray(0, this.ids.length);
  }

  private codesAt(moment: Moment): Int32Array {
    const { history } = this.store;
    const codes = new Int32Array(this.pages.length * (this.pageMask + 1));
    this.pages.forEach((page, i) => history.copyPageAt(moment.pages, page, moment.end, codes, i));
    return codes.subarray(0, this.ids.length);
  }

  private listing(codes: Int32Array): Listing<V> {
    return new Listing<V>(codes, this.ids, this.store);
  }

  keyOf(local: number): string {
    return this.store.names.text(this.ids[local] as number);
  }

  at(step: Step): View<V> {
    return new PastView<V>(this, this.store.history, step);
  }

  *history(key: string, step?: Step): Iterable<{ readonly step: Step; readonly value: V | undefined }> {
    const { history } = this.store;
    const local = this.find(key);
    if (local < 0) return;
    const last = step ?? history.lastStep;
    history.expectStep(last);
    let row = history.rowBefore(history.pagesAt(last), this.slot(local), history.end(last));
    for (; row >= 0; row = history.previous(row)) {
      const code = history.valueOf(row);
      // A row that ends where it began was set there and back within its step.
      if (code === history.valueOf(history.previous(row))) continue;
      yield { step: history.stepOf(row), value: this.decode(code) };
    }
  }

  /** For views: the value as of a resolved moment. */
  readAt(moment: Moment, key: string): V | undefined {
    const { history } = this.store;
    const local = this.find(key);
    if (local < 0) return undefined;
    return this.decode(history.valueOf(history.rowBefore(moment.pages, this.slot(local), moment.end)));
  }

  /** For views: all that was live at a resolved moment. */
  listAt(moment: Moment): Listing<V> {
    return this.listing(this.codesAt(moment));
  }

  countAt(moment: Moment): number {
    return countLive(this.codesAt(moment));
  }
}

/** Where look-ups as of a step start and which rows they may see. */
interface Moment {
  readonly pages: readonly Int32Array[];
  readonly end: number;
}

class PastView<V extends Value> implements View<V> {
  private generation = -1;
  private resolved: Moment = { pages: [], end: 0 };
  private count: number | undefined;

  constructor(
    private readonly collection: VersionedCollection<V>,
    private readonly past: History,
    private readonly step: Step,
  ) {
    this.moment();
  }

  /** Resolves the step again after a fork, which may have put other rows behind it. */
  private moment(): Moment {
    const { past, step } = this;
    if (this.generation === past.generation) return this.resolved;
    past.expectStep(step);
    this.generation = past.generation;
    this.count = undefined;
    this.resolved = { pages: past.pagesAt(step), end: past.end(step) };
    return this.resolved;
  }

  get size(): number {
    const moment = this.moment();
    this.count ??= this.collection.countAt(moment);
    return this.count;
  }

  get(key: string): V | undefined {
    return this.collection.readAt(this.moment(), key);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  keys(): Iterable<string> {
    return this.collection.listAt(this.moment()).keys();
  }

  entries(): Iterable<readonly [key: string, value: V]> {
    return this.collection.listAt(this.moment());
  }
}
