/**
 * The face of the time core. Nothing here knows a Kubernetes word.
 *
 * A World is a discrete-event machine whose whole past can be read. Five rules carry it; each has a test of its name:
 *
 * - W-1 one pop, one event. `advance` takes the earliest entry off the event heap (order: time, lane, sequence) and runs
 *   its handler. A handler emits at most one event; work that deserves a second event is scheduled with delay 0.
 *   A handler that emits nothing must change nothing ("silent": a timer found stale).
 * - W-2 a step is an event. Step 0 is the state before the first event; step k is the state after the k-th.
 * - W-3 state lives in collections. Whatever a component must remember is in a versioned collection, in a heap entry's
 *   data, or in the occurrence counters of `choose`. Anything else a component keeps (indexes, sorted arrays) is derived
 *   and is rebuilt by its `onRestore` function from the collections alone.
 * - W-4 values are immutable plain data (no closure, class instance, Date, Map or `undefined` inside). Share parts freely.
 * - W-5 iteration order of a collection means nothing: sort by bytes (`compareBytes`) or by a sequence of your own
 *   before order can matter.
 */

declare const ticksBrand: unique symbol;
/** Virtual time: an integer count of ticks since the world began. Up to 2^53. */
export type Ticks = number & { readonly [ticksBrand]: true };

/** Index of an event; 0 is "before the first event". */
export type Step = number;

/** A value of a collection: immutable plain data, or an int32 >= 0 (kept inline, cheaper). */
export type Value = object | number;

/** What a collection held at one moment. */
export interface View<V extends Value> {
  readonly size: number;
  get(key: string): V | undefined;
  has(key: string): boolean;
  /** Order means nothing (W-5). */
  keys(): Iterable<string>;
  entries(): Iterable<readonly [key: string, value: V]>;
}

export interface Collection<V extends Value> extends View<V> {
  readonly name: string;
  /** Setting the value that is there already (same reference, or equal number) is no change. */
  set(key: string, value: V): void;
  /** @returns whether the key was there */
  delete(key: string): boolean;
  /** The collection as of the end of `step`. A look-up, never a replay. */
  at(step: Step): View<V>;
  /** Changes of one key up to `step` (default: now), newest first; `value` undefined = deleted. */
  history(key: string, step?: Step): Iterable<{ readonly step: Step; readonly value: V | undefined }>;
}

/** One row of what a step changed. */
export interface Change {
  readonly collection: string;
  readonly key: string;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
}

/** A named function that heap entries refer to. Register all in a fixed order, before `begin`. */
export interface Handler<D> {
  readonly id: number;
  readonly name: string;
  /** Carries the type only. */
  readonly data?: D;
}

export interface EventFields {
  /** Who acts, for instance "kube-scheduler". */
  readonly subject: string;
  /** What it is about, for instance "Pod/default/web-1". */
  readonly object?: string;
  /** A short word or name that the sentence of this kind needs. */
  readonly detail?: string;
  /** A number that the sentence of this kind needs. Default 0. */
  readonly number?: number;
  /** Step that caused this one. Default: the step during which the running heap entry was scheduled. */
  readonly cause?: Step;
}

export interface AfterOptions {
  /** Periodic work does not keep a world from being quiescent. Inherited by whatever a periodic entry schedules, unless set. */
  readonly periodic?: boolean;
  /** A timer that is set, a back-off or a deadline: nothing is under way for it. What it schedules when it comes is. */
  readonly waiting?: boolean;
}

/** A choice fixed by the user. */
export interface Pin {
  readonly label: string;
  readonly object: string;
  /** 0-based count of earlier choices with the same label and object. */
  readonly occurrence: number;
  readonly option: number;
}

export interface Choice extends Pin {
  readonly step: Step;
  readonly count: number;
}

/** Columns of the event log, by step 1..length. Names are texts of the world. */
export interface Trace {
  readonly length: Step;
  time(step: Step): Ticks;
  /** Index into `WorldOptions.kinds`. */
  kind(step: Step): number;
  /** Index into `WorldOptions.lanes`. */
  lane(step: Step): number;
  cause(step: Step): Step;
  subject(step: Step): string;
  object(step: Step): string;
  detail(step: Step): string;
  number(step: Step): number;
  /** Whether the event came of periodic work. */
  periodic(step: Step): boolean;
  /** Interned text ids of the same columns, and the table behind them; ids are dense, from 0 ("" is 0). */
  subjectId(step: Step): number;
  objectId(step: Step): number;
  detailId(step: Step): number;
  readonly textCount: number;
  text(id: number): string;
}

/** A heap entry that was taken out, to be put back later. Plain data. */
export interface HeldEntry {
  readonly handler: number;
  readonly time: number;
  readonly lane: number;
  readonly cause: Step;
  readonly nature: number;
  /** Absent for undefined. */
  readonly data?: unknown;
}

/** A heap entry that waits for its time. */
export interface Timer {
  /** The handler's name. */
  readonly handler: string;
  /** Ticks. */
  readonly time: number;
  readonly data: unknown;
}

export interface WorldOptions {
  readonly seed: number;
  /** 10^6 in a cluster. */
  readonly ticksPerSecond: number;
  /** The closed table of event kinds; `emit` takes an index. */
  readonly kinds: readonly string[];
  /** Lanes break ties inside one instant, in this order. */
  readonly lanes: readonly string[];
  readonly pins?: readonly Pin[];
  /** Events between two checkpoints. Default 4096. */
  readonly checkpointEvery?: number;
  /**
   * For tests: data of heap entries is checked too (W-4), values and data are frozen, and listings run backwards, so that
   * who relies on their order (W-5) gets another digest. Slow.
   */
  readonly checks?: boolean;
}

export interface World {
  readonly options: WorldOptions;
  readonly now: Ticks;
  readonly step: Step;
  readonly trace: Trace;

  /** Registers (before `begin`) and returns a collection; the name is part of the digest. */
  collection<V extends Value>(name: string): Collection<V>;
  collections(): readonly Collection<Value>[];
  handler<D>(name: string, run: (data: D) => void): Handler<D>;
  /** `rebuild` runs after `fork` and `undoFork` moved the collections, in order of registration. */
  onRestore(name: string, rebuild: () => void): void;
  /**
   * Set-up only: what `build` registers is the group's, and `discard` forgets it. Groups may be entered more than once; the
   * innermost counts, and "" is no group.
   */
  group<T>(name: string, build: () => T): T;
  /**
   * Inside a pop: the group's collections are emptied, entries of its handlers leave the heap, and its `onRestore` functions
   * run: as if a process had died. Costs a look at the whole heap.
   */
  discard(group: string): void;
  /**
   * Inside a pop: entries of the group's handlers leave the heap, as if its process froze. @returns them in the order in which
   * they would have come; whoever froze it keeps them in a collection
   */
  withdraw(group: string): readonly HeldEntry[];
  /** Inside a pop: what `withdraw` took comes when it was to come, or now if that is over, in its order. */
  putBack(entries: readonly HeldEntry[]): void;
  /** Inside a pop: entries of this handler that match leave the heap. @returns how many */
  drop<D>(handler: Handler<D>, matches: (data: D) => boolean): number;
  /** Entries of these handlers in the heap that are not periodic, in no order. Costs a look at the whole heap. */
  timers(handlers: readonly string[]): readonly Timer[];
  /** Ends the set-up: what the collections hold now is step 0. */
  begin(): void;

  /**
   * Schedules `handler(data)` at now + delay (delay >= 0, integer). Allowed during set-up, and from outside between two
   * calls of `advance`: such an entry is part of what comes after the present step, so a fork to a later step keeps it and
   * a fork to this step or an earlier one drops it.
   */
  after<D>(delay: number, lane: number, handler: Handler<D>, data: D, options?: AfterOptions): void;
  /** Records this pop's event (W-1). Lane and default cause are the heap entry's. `step` grows when the pop ends. @returns its step */
  emit(kind: number, fields: EventFields): Step;

  /**
   * The one door for chance: an integer in [0, count). Drawn from a stream that depends only on seed, label, object and
   * the occurrence; a pin overrides it; it is recorded with the step that is being made. count 1 draws nothing, records
   * nothing and is no occurrence. The occurrences are counted in the collection "choices", under `label|object`.
   */
  choose(label: string, object: string, count: number): number;
  choicesAt(step: Step): readonly Choice[];

  /** Runs until `events` events were emitted, the heap is empty, or `until` holds after an event. @returns events emitted */
  advance(events: number, until?: () => boolean): number;
  /** Entries in the heap that are not periodic. */
  readonly pendingWork: number;
  /** Those of them that do not only wait: a world with none is quiet, though timers may be set. */
  readonly inFlight: number;
  /** Time of the earliest heap entry, undefined if empty. */
  readonly nextTime: Ticks | undefined;

  changesAt(step: Step): Iterable<Change>;

  /** 16 hex digits each; `step` defaults to now. */
  stateDigest(step?: Step): string;
  traceDigest(step?: Step): string;
  /** Hash of both. */
  digest(step?: Step): string;
  /** The state's digest computed from scratch off the as-of views (for tests: never reads the kept sum). */
  recomputeStateDigest(step: Step): string;

  /**
   * Goes back to the end of `step` and makes it the newest moment; what came after is set aside as a branch.
   * Collections come from history, the heap from the checkpoint before `step` by running the events between again
   * (a difference to the recorded digests throws, and the world stays as it was). `onRestore` functions run when the
   * collections stand at the checkpoint, and once more at `step` if that is later.
   */
  fork(step: Step): void;
  /** Brings back the branch that the last `fork` set aside; one is kept. @returns false if there is none */
  undoFork(): boolean;
  /**
   * Forks at `step`, runs `look` on the new branch and throws the branch away: afterwards the world is as it was, with the
   * same branch and the same undo. `look` may advance and read; it does not fork. @returns what `look` returned
   */
  lookAhead<T>(step: Step, look: () => T): T;
  /** 0 for the first branch; each fork makes a new number, an undo brings the old one back. */
  readonly branch: number;
}

export { createWorld } from './world.ts';
export { compareBytes } from './bytes.ts';
export { invariant } from './invariant.ts';
