/** A World: registration, the run loop with the rules W-1 to W-4, fork and undo. */

import type { Checkpoint } from './checkpoints.ts';
import { ContentHasher } from './content.ts';
import { Groups } from './groups.ts';
import { invariant } from './invariant.ts';
import { PERIODIC, WAITING, WORK, type Nature } from './heap.ts';
import type {
  AfterOptions,
  Change,
  Choice,
  Collection,
  EventFields,
  Handler,
  HeldEntry,
  Step,
  Ticks,
  Timer,
  Trace,
  Value,
  World,
  WorldOptions,
} from './kernel.ts';
import { deepFreeze } from './objects.ts';
import { PopEvent } from './pop-event.ts';
import { DEFAULT_SIZES, type Sizes } from './sizes.ts';
import { Timeline, type SavedTimeline } from './timeline.ts';
import type { SavedTrace } from './trace.ts';

/** So many pops without an event in a row mean that handlers feed each other and the world would never end. */
const MAX_SILENT_POPS = 1_000_000;

type Phase = 'setup' | 'idle' | 'pop' | 'failed';

interface Branch {
  readonly id: number;
  readonly phase: Phase;
  readonly timeline: SavedTimeline;
}

/** @param sizes for tests: tiny sizes meet every edge often */
export function createWorld(options: WorldOptions, sizes?: Partial<Sizes>): World {
  return new KernelWorld(options, { ...DEFAULT_SIZES, ...sizes });
}

class KernelWorld implements World {
  branch = 0;

  private phase: Phase = 'setup';
  private readonly line: Timeline;
  private readonly handlers: { readonly handler: Handler<unknown>; readonly run: (data: unknown) => void }[] = [];
  private readonly rebuilds: (() => void)[] = [];
  private readonly groups = new Groups();
  private addedFromOutside = false;
  private undo: Branch | undefined;
  private lastBranch = 0;
  /** Where the last look-ahead began: one question is often followed by another about the same step. */
  private lookedFrom: { readonly branch: number; readonly checkpoint: Checkpoint } | undefined;

  private readonly event: PopEvent;
  /** Entries that the running pop scheduled: their cause is known when it ends. */
  private readonly fresh: number[] = [];
  private freshCount = 0;

  constructor(
    readonly options: WorldOptions,
    sizes: Sizes,
  ) {
    invariant(options.kinds.length <= 65_536, 'at most 65,536 kinds');
    invariant(options.lanes.length >= 1 && options.lanes.length <= 512, '1 to 512 lanes');
    invariant(Number.isFinite(options.seed), 'the seed is a finite number');
    this.line = new Timeline(options, sizes, (collection, key) => {
      if (this.phase === 'pop' || this.phase === 'setup') return;
      throw new Error(`W-3: change of ${collection} ${key} outside a pop`);
    });
    this.event = new PopEvent(options.kinds, this.line.texts);
  }

  get now(): Ticks {
    return this.line.clock as Ticks;
  }

  get step(): Step {
    return this.line.step;
  }

  get trace(): Trace {
    return this.line.log;
  }

  // --- set-up ---

  collection<V extends Value>(name: string): Collection<V> {
    this.expectSetup('collection', name);
    const collection = this.line.collection<V>(name);
    this.groups.current?.collections.push(collection);
    return collection;
  }

  collections(): readonly Collection<Value>[] {
    return this.line.collections;
  }

  handler<D>(name: string, run: (data: D) => void): Handler<D> {
    this.expectSetup('handler', name);
    invariant(!this.handlers.some(({ handler }) => handler.name === name), `handler ${name} is there already`);
    const handler: Handler<D> = { id: this.handlers.length, name };
    this.handlers.push({ handler, run: run as (data: unknown) => void });
    this.groups.current?.handlers.add(handler.id);
    return handler;
  }

  onRestore(name: string, rebuild: () => void): void {
    this.expectSetup('onRestore', name);
    this.rebuilds.push(rebuild);
    this.groups.current?.rebuilds.push(rebuild);
  }

  group<T>(name: string, build: () => T): T {
    this.expectSetup('group', name);
    return this.groups.within(name, build);
  }

  discard(name: string): void {
    invariant(this.phase === 'pop', `discard ${name}: outside a pop`);
    const group = this.groups.get(name);
    for (const collection of group.collections) {
      for (const key of [...collection.keys()]) collection.delete(key);
    }
    this.line.heap.remove((handler) => group.handlers.has(handler));
    for (const rebuild of group.rebuilds) rebuild();
  }

  withdraw(name: string): readonly HeldEntry[] {
    invariant(this.phase === 'pop', `withdraw ${name}: outside a pop`);
    const { handlers } = this.groups.get(name);
    return this.line.heap.takeOut((handler) => handlers.has(handler));
  }

  putBack(entries: readonly HeldEntry[]): void {
    invariant(this.phase === 'pop', 'putBack outside a pop');
    for (const { time, lane, handler, cause, nature, data } of entries)
      this.line.heap.push(Math.max(time, this.line.clock), lane, handler, cause, nature as Nature, data);
  }

  drop<D>({ id, name }: Handler<D>, matches: (data: D) => boolean): number {
    invariant(this.phase === 'pop', `drop ${name}: outside a pop`);
    return this.line.heap.remove((handler, data) => handler === id && matches(data as D));
  }

  timers(handlers: readonly string[]): readonly Timer[] {
    const wanted = new Set(handlers);
    const found: Timer[] = [];
    this.line.heap.look((id, time, data) => {
      const handler = this.handlers[id]?.handler.name ?? '';
      if (wanted.has(handler)) found.push({ handler, time, data });
    });
    return found;
  }

  private expectSetup(what: string, name: string): void {
    invariant(this.phase === 'setup', `${what} ${name}: registered after begin`);
  }

  begin(): void {
    invariant(this.phase === 'setup', 'begin was called already');
    this.line.commit(this.event.row);
    this.line.checkpoint(0);
    this.phase = 'idle';
  }

  // --- events ---

  after<D>(delay: number, lane: number, handler: Handler<D>, data: D, options?: AfterOptions): void {
    const time = this.line.clock + delay;
    if (!this.canSchedule(delay, time, lane, handler)) this.refuseSchedule(delay, time, lane, handler.name);
    if (this.options.checks === true) checkData(data);
    const inPop = this.phase === 'pop';
    const periodic = options?.periodic ?? (inPop && this.event.row.periodic);
    const nature = periodic ? PERIODIC : options?.waiting === true ? WAITING : WORK;
    const id = this.line.heap.push(time, lane, handler.id, this.step, nature, data);
    if (inPop) this.fresh[this.freshCount++] = id;
    else if (this.phase === 'idle') this.addedFromOutside = true;
  }

  private canSchedule<D>(delay: number, time: number, lane: number, handler: Handler<D>): boolean {
    if (!(Number.isInteger(delay) && delay >= 0 && Number.isSafeInteger(time))) return false;
    if (this.options.lanes[lane] === undefined || this.phase === 'failed') return false;
    return this.handlers[handler.id]?.handler === handler;
  }

  /** Apart from the test, so that no message is built when all is well. */
  private refuseSchedule(delay: number, time: number, lane: number, name: string): never {
    invariant(this.phase !== 'failed', 'the world has failed: fork it');
    invariant(Number.isInteger(delay) && delay >= 0, `after ${name}: a delay is an integer >= 0, not ${delay}`);
    invariant(Number.isSafeInteger(time), `after ${name}: time beyond 2^53`);
    invariant(this.options.lanes[lane] !== undefined, `after ${name}: no lane ${lane}`);
    throw new Error(`invariant broken: after ${name}: not a handler of this world`);
  }

  emit(kind: number, fields: EventFields): Step {
    if (this.phase !== 'pop') throw new Error('W-1: emit outside a pop');
    this.event.write(kind, fields, this.step);
    return this.step + 1;
  }

  choose(label: string, object: string, count: number): number {
    return this.line.choices.choose(label, object, count, this.phase === 'setup' ? 0 : this.step + 1);
  }

  choicesAt(step: Step): readonly Choice[] {
    return this.line.choices.at(step);
  }

  advance(events: number, until?: () => boolean): number {
    invariant(this.phase !== 'setup', 'advance before begin');
    invariant(this.phase !== 'pop', 'advance inside a pop');
    invariant(this.phase !== 'failed', 'the world has failed: fork it');
    this.saveOutsideEntries();
    let made = 0;
    let silent = 0;
    while (made < events && this.line.heap.pop()) {
      if (this.runPop()) {
        made++;
        silent = 0;
        if (until?.() === true) break;
      } else if (++silent === MAX_SILENT_POPS) {
        throw new Error(`${silent} pops in a row made no event, the last in ${this.event.running}`);
      }
    }
    return made;
  }

  /** Runs the entry that was popped. @returns whether it made an event */
  private runPop(): boolean {
    const { line } = this;
    const { heap, checkpoints } = line;
    const cause = heap.cause;
    this.startPop();
    try {
      this.handlers[heap.handler]?.run(heap.data);
      if (!this.event.emitted) this.expectNoChange();
    } catch (error) {
      this.phase = 'failed';
      throw error;
    }
    this.phase = 'idle';
    this.settleCauses(this.event.emitted ? this.step + 1 : cause);
    if (!this.event.emitted) return false;
    line.commit(this.event.row);
    if (checkpoints.due(this.step, heap.size)) line.checkpoint(this.step);
    return true;
  }

  private startPop(): void {
    const { heap } = this.line;
    this.line.clock = heap.time;
    this.event.begin(heap, this.handlers[heap.handler]?.handler.name ?? '');
    this.phase = 'pop';
  }

  private expectNoChange(): void {
    const change = this.line.firstOpenChange();
    if (change === undefined) return;
    throw new Error(`W-1: ${this.event.running} changed ${change.collection} ${change.key} without an event`);
  }

  private settleCauses(cause: Step): void {
    for (let i = 0; i < this.freshCount; i++) this.line.heap.setCause(this.fresh[i] as number, cause);
    this.freshCount = 0;
  }

  get pendingWork(): number {
    return this.line.heap.work;
  }

  get inFlight(): number {
    return this.line.heap.inFlight;
  }

  get nextTime(): Ticks | undefined {
    return this.line.heap.nextTime as Ticks | undefined;
  }

  // --- reading ---

  changesAt(step: Step): Iterable<Change> {
    return this.line.changesAt(step);
  }

  stateDigest(step: Step = this.step): string {
    return this.line.log.stateDigest(step);
  }

  traceDigest(step: Step = this.step): string {
    return this.line.log.traceDigest(step);
  }

  digest(step: Step = this.step): string {
    return this.line.log.digest(step);
  }

  recomputeStateDigest(step: Step): string {
    return this.line.recomputeStateDigest(step);
  }

  // --- fork and undo ---

  /** Entries that came from outside are not made again by running events again: they need a checkpoint of their own. */
  private saveOutsideEntries(): void {
    if (!this.addedFromOutside) return;
    this.addedFromOutside = false;
    this.line.checkpoint(this.step + 1);
  }

  fork(step: Step): void {
    this.forkFrom(step, ({ checkpoints }) => checkpoints.before(step));
  }

  private forkFrom(step: Step, from: (line: Timeline) => Checkpoint): void {
    invariant(this.phase === 'idle' || this.phase === 'failed', 'fork inside a pop or before begin');
    this.line.history.expectStep(step);
    this.saveOutsideEntries();
    const left: Branch = { id: this.branch, phase: this.phase, timeline: this.line.save() };
    const checkpoint = from(this.line);
    this.line.moveTo(checkpoint);
    this.afterMove('idle');
    try {
      this.runAgain(step, left.timeline.trace);
    } catch (error) {
      this.takeBack(left);
      throw error;
    }
    if (checkpoint.step < step) this.afterMove('idle');
    this.undo = left;
    this.branch = ++this.lastBranch;
  }

  private runAgain(step: Step, recorded: SavedTrace): void {
    const { heap, log } = this.line;
    while (this.step < step) {
      invariant(heap.pop(), `running again: nothing to do after step ${this.step}`);
      if (!this.runPop() || log.agrees(recorded, this.step)) continue;
      throw new Error(
        `W-3: running again differs from the record, first at step ${this.step} in ${this.event.running}`,
      );
    }
  }

  undoFork(): boolean {
    invariant(this.phase === 'idle' || this.phase === 'failed', 'undoFork inside a pop or before begin');
    const { undo } = this;
    if (undo === undefined) return false;
    this.undo = undefined;
    this.takeBack(undo);
    return true;
  }

  lookAhead<T>(step: Step, look: () => T): T {
    const { undo, lastBranch, branch, lookedFrom } = this;
    const known = lookedFrom?.branch === branch && lookedFrom.checkpoint.step === step ? lookedFrom : undefined;
    this.forkFrom(step, ({ checkpoints }) => known?.checkpoint ?? checkpoints.before(step));
    if (known === undefined) this.lookedFrom = { branch, checkpoint: this.line.checkpointNow(step) };
    try {
      return look();
    } finally {
      this.undoFork();
      this.undo = undo;
      this.lastBranch = lastBranch;
    }
  }

  private takeBack(branch: Branch): void {
    this.line.restore(branch.timeline);
    this.branch = branch.id;
    this.afterMove(branch.phase);
  }

  private afterMove(phase: Phase): void {
    this.freshCount = 0;
    this.addedFromOutside = false;
    this.phase = phase;
    for (const rebuild of this.rebuilds) rebuild();
  }
}

/** Data of heap entries is plain too, for checkpoints share it; only `undefined` is fine by itself. */
function checkData(data: unknown): void {
  if (data === undefined) return;
  new ContentHasher(false).run(data);
  deepFreeze(data);
}
