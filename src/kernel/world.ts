/** Wires the parts of the kernel into a World: the run loop, the rules W-1 to W-4, checkpoints, fork and undo. */

import { Choices, type SavedChoices } from './choices.ts';
import { VersionedCollection, type Store } from './collection.ts';
import { ContentHasher } from './content.ts';
import { hashEntry, hashKey, hashNumber, Sum } from './digest.ts';
import { Hash } from './hash.ts';
import { EventHeap, type SavedHeap } from './heap.ts';
import { History, type SavedHistory } from './history.ts';
import { invariant } from './invariant.ts';
import type {
  AfterOptions,
  Change,
  Choice,
  Collection,
  EventFields,
  Handler,
  Step,
  Ticks,
  Trace,
  Value,
  World,
  WorldOptions,
} from './kernel.ts';
import { ObjectTable, deepFreeze } from './objects.ts';
import { DEFAULT_SIZES, type Sizes } from './sizes.ts';
import { Texts } from './texts.ts';
import { TraceLog, type Row, type SavedTrace } from './trace.ts';

/** The collection that counts, per label and object, how often `choose` was asked. */
export const CHOICES = 'choices';

const DEFAULT_CHECKPOINT_EVERY = 4096;
/** A heap of n entries is saved only every n * this events, which bounds the memory of checkpoints per event. */
const EVENTS_A_SAVED_ENTRY = 4;
/** So many pops without an event in a row mean that handlers feed each other and the world would never end. */
const MAX_SILENT_POPS = 1_000_000;

type Phase = 'setup' | 'idle' | 'pop' | 'failed';

interface Checkpoint {
  readonly step: Step;
  /** First step that may be reached from here: step, or step + 1 if entries were added from outside at `step`. */
  readonly from: Step;
  readonly now: number;
  readonly heap: SavedHeap;
}

interface Branch {
  readonly id: number;
  readonly phase: Phase;
  readonly now: number;
  readonly heap: SavedHeap;
  readonly history: SavedHistory;
  readonly trace: SavedTrace;
  readonly choices: SavedChoices;
  readonly checkpoints: readonly Checkpoint[];
}

export function createWorld(options: WorldOptions, sizes?: Partial<Sizes>): World {
  return new KernelWorld(options, { ...DEFAULT_SIZES, ...sizes });
}

class KernelWorld implements World {
  branch = 0;

  private phase: Phase = 'setup';
  private clock = 0;
  private readonly log: TraceLog;
  private readonly texts: Texts;
  private readonly heap = new EventHeap();
  private readonly store: Store;
  private readonly choices: Choices;
  private readonly byName = new Map<string, VersionedCollection<Value>>();
  private readonly handlers: { readonly handler: Handler<unknown>; readonly run: (data: unknown) => void }[] = [];
  private readonly rebuilds: (() => void)[] = [];
  private checkpoints: Checkpoint[] = [];
  private addedFromOutside = false;
  private undo: Branch | undefined;
  private lastBranch = 0;

  /** The event of the running pop. */
  private readonly row: Row = {
    time: 0,
    lane: 0,
    periodic: false,
    kind: 0,
    cause: 0,
    subject: 0,
    object: 0,
    detail: 0,
    number: 0,
  };
  private emitted = false;
  private running = '';
  /** Entries that the running pop scheduled: their cause is known when it ends. */
  private readonly fresh: number[] = [];

  constructor(
    readonly options: WorldOptions,
    sizes: Sizes,
  ) {
    invariant(options.kinds.length <= 65_536, 'at most 65,536 kinds');
    invariant(options.lanes.length >= 1 && options.lanes.length <= 512, '1 to 512 lanes');
    invariant(Number.isFinite(options.seed), 'the seed is a finite number');
    this.texts = new Texts(sizes.chunkBits);
    this.log = new TraceLog(this.texts, sizes.chunkBits);
    this.store = {
      history: new History(sizes),
      objects: new ObjectTable(sizes.chunkBits, options.checks === true),
      sum: new Sum(),
      pageBits: sizes.pageBits,
      owners: [],
      allowChange: (collection, key) => {
        if (this.phase === 'pop' || this.phase === 'setup') return;
        throw new Error(`W-3: change of ${collection} ${key} outside a pop`);
      },
    };
    const asked = this.collection<number>(CHOICES);
    this.choices = new Choices(options.seed, options.pins ?? [], asked, this.texts, sizes.chunkBits);
  }

  get now(): Ticks {
    return this.clock as Ticks;
  }

  get step(): Step {
    return Math.max(0, this.log.length);
  }

  get trace(): Trace {
    return this.log;
  }

  // --- set-up ---

  collection<V extends Value>(name: string): Collection<V> {
    this.expectSetup('collection', name);
    invariant(!this.byName.has(name), `collection ${name} is there already`);
    const collection = new VersionedCollection<V>(name, this.store);
    this.byName.set(name, collection);
    return collection;
  }

  collections(): readonly Collection<Value>[] {
    return [...this.byName.values()];
  }

  handler<D>(name: string, run: (data: D) => void): Handler<D> {
    this.expectSetup('handler', name);
    invariant(!this.handlers.some(({ handler }) => handler.name === name), `handler ${name} is there already`);
    const handler: Handler<D> = { id: this.handlers.length, name };
    this.handlers.push({ handler, run: run as (data: unknown) => void });
    return handler;
  }

  onRestore(name: string, rebuild: () => void): void {
    this.expectSetup('onRestore', name);
    this.rebuilds.push(rebuild);
  }

  private expectSetup(what: string, name: string): void {
    invariant(this.phase === 'setup', `${what} ${name}: registered after begin`);
  }

  begin(): void {
    invariant(this.phase === 'setup', 'begin was called already');
    this.commit();
    this.phase = 'idle';
    this.checkpoints.push({ step: 0, from: 0, now: 0, heap: this.heap.save() });
  }

  // --- events ---

  after<D>(delay: number, lane: number, handler: Handler<D>, data: D, options?: AfterOptions): void {
    const name = handler.name;
    const time = this.clock + delay;
    invariant(Number.isInteger(delay) && delay >= 0, `after ${name}: a delay is an integer >= 0, not ${delay}`);
    invariant(Number.isSafeInteger(time), `after ${name}: time beyond 2^53`);
    invariant(this.options.lanes[lane] !== undefined, `after ${name}: no lane ${lane}`);
    invariant(this.handlers[handler.id]?.handler === handler, `after ${name}: not a handler of this world`);
    invariant(this.phase !== 'failed', 'the world has failed: fork it');
    if (this.options.checks === true) this.checkData(data);
    const inPop = this.phase === 'pop';
    const periodic = options?.periodic ?? (inPop && this.row.periodic);
    const id = this.heap.push(time, lane, handler.id, this.step, periodic, data);
    if (inPop) this.fresh.push(id);
    else if (this.phase === 'idle') this.addedFromOutside = true;
  }

  /** Data of heap entries is plain too, for checkpoints share it. `undefined` alone is fine. */
  private checkData(data: unknown): void {
    if (data === undefined) return;
    new ContentHasher(false).run(data);
    deepFreeze(data);
  }

  emit(kind: number, fields: EventFields): Step {
    const { row, texts } = this;
    invariant(this.phase === 'pop', 'emit outside a pop (W-1)');
    invariant(!this.emitted, `two events in one pop of ${this.running} (W-1)`);
    invariant(this.options.kinds[kind] !== undefined, `emit in ${this.running}: no kind ${kind}`);
    const step = this.step + 1;
    const { cause, number = 0 } = fields;
    invariant(Number.isFinite(number), `emit in ${this.running}: number is ${number}`);
    if (cause !== undefined) {
      invariant(
        Number.isInteger(cause) && cause >= 0 && cause < step,
        `emit in ${this.running}: cause ${cause} is no earlier step`,
      );
      row.cause = cause;
    }
    row.kind = kind;
    row.subject = texts.id(fields.subject);
    row.object = fields.object === undefined ? 0 : texts.id(fields.object);
    row.detail = fields.detail === undefined ? 0 : texts.id(fields.detail);
    row.number = number;
    this.emitted = true;
    return step;
  }

  choose(label: string, object: string, count: number): number {
    const step = this.phase === 'setup' ? 0 : this.step + 1;
    return this.choices.choose(label, object, count, step);
  }

  choicesAt(step: Step): readonly Choice[] {
    return this.choices.at(step);
  }

  advance(events: number, until?: () => boolean): number {
    invariant(this.phase !== 'setup', 'advance before begin');
    invariant(this.phase !== 'pop', 'advance inside a pop');
    invariant(this.phase !== 'failed', 'the world has failed: fork it');
    this.saveOutsideEntries();
    let made = 0;
    let silent = 0;
    while (made < events && this.heap.pop()) {
      if (this.runPop()) {
        made++;
        silent = 0;
        if (until?.() === true) break;
      } else {
        invariant(++silent < MAX_SILENT_POPS, `${silent} pops without an event, the last in ${this.running}`);
      }
    }
    return made;
  }

  /** Runs the entry that was popped. @returns whether it made an event */
  private runPop(): boolean {
    const { heap, row } = this;
    const entry = this.handlers[heap.handler];
    invariant(entry !== undefined, 'heap entry without handler');
    const inherited = heap.cause;
    this.clock = heap.time;
    row.time = heap.time;
    row.lane = heap.lane;
    row.periodic = heap.isPeriodic;
    row.cause = inherited;
    this.emitted = false;
    this.running = entry.handler.name;
    this.phase = 'pop';
    try {
      entry.run(heap.data);
      if (!this.emitted) this.expectNoChange();
    } catch (error) {
      this.phase = 'failed';
      throw error;
    }
    this.phase = 'idle';
    this.settleCauses(this.emitted ? this.step + 1 : inherited);
    if (this.emitted) {
      this.commit();
      this.checkpoint();
    }
    return this.emitted;
  }

  private expectNoChange(): void {
    const { history } = this.store;
    if (history.openRows === 0) return;
    const { collection, key } = this.place(history.slotOf(history.firstOpenRow));
    throw new Error(`W-1: ${this.running} changed ${collection.name} ${key} without an event`);
  }

  private settleCauses(cause: Step): void {
    for (const id of this.fresh) this.heap.setCause(id, cause);
    this.fresh.length = 0;
  }

  private commit(): void {
    const { history, sum } = this.store;
    history.endStep();
    this.log.append(this.row, sum.hi, sum.lo);
  }

  get pendingWork(): number {
    return this.heap.work;
  }

  get nextTime(): Ticks | undefined {
    return this.heap.nextTime as Ticks | undefined;
  }

  // --- reading ---

  private place(slot: number): { readonly collection: VersionedCollection<Value>; readonly key: string } {
    const { pageBits, owners } = this.store;
    const owner = owners[slot >> pageBits];
    invariant(owner !== undefined, `slot ${slot} without owner`);
    return { collection: owner.collection, key: owner.collection.keyOf(owner.first + (slot & (2 ** pageBits - 1))) };
  }

  *changesAt(step: Step): Iterable<Change> {
    const { history, objects } = this.store;
    for (let row = history.start(step), end = history.end(step); row < end; row++) {
      const before = history.valueOf(history.previous(row));
      const after = history.valueOf(row);
      if (before === after) continue;
      const { collection, key } = this.place(history.slotOf(row));
      yield { collection: collection.name, key, before: objects.decode(before), after: objects.decode(after) };
    }
  }

  stateDigest(step: Step = this.step): string {
    return this.log.stateDigest(step);
  }

  traceDigest(step: Step = this.step): string {
    return this.log.traceDigest(step);
  }

  digest(step: Step = this.step): string {
    return this.log.digest(step);
  }

  recomputeStateDigest(step: Step): string {
    return digestOf(
      [...this.byName.values()].map((collection) => [collection.name, collection.at(step).entries()] as const),
    );
  }

  // --- checkpoints, fork, undo ---

  private checkpoint(): void {
    const step = this.step;
    const since = step - (this.checkpoints.at(-1)?.step ?? 0);
    if (since < (this.options.checkpointEvery ?? DEFAULT_CHECKPOINT_EVERY)) return;
    if (since < this.heap.size * EVENTS_A_SAVED_ENTRY) return;
    this.checkpoints.push({ step, from: step, now: this.clock, heap: this.heap.save() });
  }

  /** Entries that came from outside are not made again by running events again, so they need a checkpoint of their own. */
  private saveOutsideEntries(): void {
    if (!this.addedFromOutside) return;
    this.addedFromOutside = false;
    this.checkpoints.push({ step: this.step, from: this.step + 1, now: this.clock, heap: this.heap.save() });
  }

  fork(step: Step): void {
    invariant(this.phase === 'idle' || this.phase === 'failed', 'fork inside a pop or before begin');
    invariant(Number.isInteger(step) && step >= 0 && step <= this.step, `fork: no step ${step}`);
    const left = this.save();
    const checkpoint = this.checkpointFor(step);
    this.moveTo(checkpoint);
    this.rebuild();
    try {
      this.runAgain(step, left.trace);
    } catch (error) {
      this.restore(left);
      throw error;
    }
    if (checkpoint.step < step) this.rebuild();
    this.undo = left;
    this.branch = ++this.lastBranch;
  }

  private checkpointFor(step: Step): Checkpoint {
    let at = this.checkpoints.length - 1;
    while (at > 0 && (this.checkpoints[at] as Checkpoint).from > step) at--;
    const checkpoint = this.checkpoints[at];
    invariant(checkpoint !== undefined, 'a world has the checkpoint of step 0');
    return checkpoint;
  }

  private moveTo(checkpoint: Checkpoint): void {
    const { step } = checkpoint;
    this.store.history.truncate(step);
    this.log.truncate(step);
    this.choices.truncate(step);
    this.heap.restore(checkpoint.heap);
    this.clock = checkpoint.now;
    this.checkpoints = this.checkpoints.filter((other) => other.step < step || other === checkpoint);
    this.settle('idle');
  }

  /** Sets what follows from the moved history. */
  private settle(phase: Phase): void {
    const { sum } = this.store;
    [sum.hi, sum.lo] = this.log.stateHalves(this.step);
    for (const collection of this.byName.values()) collection.recount();
    this.fresh.length = 0;
    this.addedFromOutside = false;
    this.phase = phase;
  }

  private runAgain(step: Step, recorded: SavedTrace): void {
    while (this.step < step) {
      invariant(this.heap.pop(), `running again: the heap is empty after step ${this.step}`);
      if (!this.runPop() || this.log.agrees(recorded, this.step)) continue;
      throw new Error(
        `running again differs from what was recorded, first at step ${this.step} in ${this.running} (W-3)`,
      );
    }
  }

  private rebuild(): void {
    for (const rebuild of this.rebuilds) rebuild();
  }

  private save(): Branch {
    return {
      id: this.branch,
      phase: this.phase,
      now: this.clock,
      heap: this.heap.save(),
      history: this.store.history.save(),
      trace: this.log.save(),
      choices: this.choices.save(),
      checkpoints: this.checkpoints,
    };
  }

  private restore(branch: Branch): void {
    this.store.history.restore(branch.history);
    this.log.restore(branch.trace);
    this.choices.restore(branch.choices);
    this.heap.restore(branch.heap);
    this.clock = branch.now;
    this.checkpoints = branch.checkpoints.slice();
    this.branch = branch.id;
    this.settle(branch.phase);
    this.rebuild();
  }

  undoFork(): boolean {
    invariant(this.phase === 'idle' || this.phase === 'failed', 'undoFork inside a pop or before begin');
    const { undo } = this;
    if (undo === undefined) return false;
    this.undo = undefined;
    this.restore(undo);
    return true;
  }
}

/** The state's digest of plain entries: what `stateDigest` must equal. */
export function digestOf(
  collections: Iterable<readonly [name: string, entries: Iterable<readonly [string, Value]>]>,
): string {
  const sum = new Sum();
  const hash = new Hash();
  const content = new ContentHasher(false);
  for (const [name, entries] of collections) {
    for (const [key, value] of entries) {
      if (typeof value === 'number') hashNumber(hash, value);
      else content.run(value);
      const [hi, lo] = typeof value === 'number' ? [hash.hi, hash.lo] : [content.hi, content.lo];
      hashKey(hash, name, key);
      hashEntry(hash, hash.hi, hash.lo, hi, lo);
      sum.add(hash);
    }
  }
  return sum.hex();
}
