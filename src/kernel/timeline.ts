/** All that moves when a world goes back in time: collections with their log, trace, choices, event heap and clock. */

import { Checkpoints, type Checkpoint } from './checkpoints.ts';
import { Choices, type SavedChoices } from './choices.ts';
import { VersionedCollection, type Store } from './collection.ts';
import { Sum } from './digest.ts';
import { EventHeap, type SavedHeap } from './heap.ts';
import { History, type SavedHistory } from './history.ts';
import { invariant } from './invariant.ts';
import type { Change, Step, Value, WorldOptions } from './kernel.ts';
import { ObjectTable } from './objects.ts';
import { digestOf } from './recompute.ts';
import type { Sizes } from './sizes.ts';
import { Texts } from './texts.ts';
import { TraceLog, type Row, type SavedTrace } from './trace.ts';

/** The collection that counts, per label and object, how often `choose` was asked. */
export const CHOICES = 'choices';

const DEFAULT_CHECKPOINT_EVERY = 4096;

/** A timeline as it was, sharing what both have. */
export interface SavedTimeline {
  readonly clock: number;
  readonly heap: SavedHeap;
  readonly history: SavedHistory;
  readonly trace: SavedTrace;
  readonly choices: SavedChoices;
  readonly checkpoints: readonly Checkpoint[];
}

export class Timeline {
  clock = 0;
  readonly heap = new EventHeap();
  readonly history: History;
  readonly texts: Texts;
  readonly log: TraceLog;
  readonly choices: Choices;
  readonly checkpoints: Checkpoints;
  readonly collections: VersionedCollection<Value>[] = [];
  private readonly sum = new Sum();
  private readonly store: Store;

  /** @param allowChange throws unless a change is allowed now */
  constructor(options: WorldOptions, sizes: Sizes, allowChange: Store['allowChange']) {
    this.history = new History(sizes);
    this.texts = new Texts(sizes.chunkBits);
    this.log = new TraceLog(this.texts, sizes.chunkBits);
    this.checkpoints = new Checkpoints(options.checkpointEvery ?? DEFAULT_CHECKPOINT_EVERY);
    this.store = {
      history: this.history,
      objects: new ObjectTable(sizes.chunkBits, options.checks === true),
      sum: this.sum,
      names: new Texts(sizes.chunkBits),
      pageBits: sizes.pageBits,
      owners: [],
      allowChange,
      reversed: options.checks === true,
    };
    const asked = this.collection<number>(CHOICES);
    this.choices = new Choices(options.seed, options.pins ?? [], asked, this.texts, sizes.chunkBits);
  }

  collection<V extends Value>(name: string): VersionedCollection<V> {
    const there = this.collections.some((collection) => collection.name === name);
    invariant(!there, `collection ${name} is there already`);
    const collection = new VersionedCollection<V>(name, this.store);
    this.collections.push(collection);
    return collection;
  }

  get step(): Step {
    return Math.max(0, this.log.length);
  }

  /** Ends the step that is being made. */
  commit(row: Row): void {
    this.history.endStep();
    this.log.append(row, this.sum.hi, this.sum.lo);
  }

  /** The first change of the step that is being made. */
  firstOpenChange(): { readonly collection: string; readonly key: string } | undefined {
    return this.history.openRows === 0 ? undefined : this.place(this.history.slotOf(this.history.firstOpenRow));
  }

  private place(slot: number): { readonly collection: string; readonly key: string } {
    const { pageBits, owners } = this.store;
    const owner = owners[slot >> pageBits];
    invariant(owner !== undefined, `slot ${slot} without owner`);
    const { collection, first } = owner;
    return { collection: collection.name, key: collection.keyOf(first + slot - ((slot >> pageBits) << pageBits)) };
  }

  *changesAt(step: Step): Iterable<Change> {
    const { history } = this;
    const { objects } = this.store;
    history.expectStep(step);
    for (let row = history.start(step), end = history.end(step); row < end; row++) {
      const before = history.valueOf(history.previous(row));
      const after = history.valueOf(row);
      if (before === after) continue;
      const { collection, key } = this.place(history.slotOf(row));
      yield { collection, key, before: objects.decode(before), after: objects.decode(after) };
    }
  }

  recomputeStateDigest(step: Step): string {
    return digestOf(this.collections.map((collection) => [collection.name, collection.at(step).entries()] as const));
  }

  /** Saves the heap, so that all steps from `from` on can be reached from here. */
  checkpoint(from: Step): void {
    this.checkpoints.add(this.checkpointNow(from));
  }

  /** A checkpoint that is not kept. */
  checkpointNow(from: Step): Checkpoint {
    return { step: this.step, from, now: this.clock, heap: this.heap.save() };
  }

  save(): SavedTimeline {
    return {
      clock: this.clock,
      heap: this.heap.save(),
      history: this.history.save(),
      trace: this.log.save(),
      choices: this.choices.save(),
      checkpoints: this.checkpoints.save(),
    };
  }

  restore(saved: SavedTimeline): void {
    this.history.restore(saved.history);
    this.log.restore(saved.trace);
    this.choices.restore(saved.choices);
    this.heap.restore(saved.heap);
    this.checkpoints.restore(saved.checkpoints);
    this.clock = saved.clock;
    this.settle();
  }

  /** Goes back to a checkpoint. What was saved before stays whole. */
  moveTo(checkpoint: Checkpoint): void {
    const { step } = checkpoint;
    this.history.truncate(step);
    this.log.truncate(step);
    this.choices.truncate(step);
    this.heap.restore(checkpoint.heap);
    this.checkpoints.truncate(checkpoint);
    this.clock = checkpoint.now;
    this.settle();
  }

  /** Sets what follows from the moved history. */
  private settle(): void {
    [this.sum.hi, this.sum.lo] = this.log.stateHalves(this.step);
    for (const collection of this.collections) collection.recount();
  }
}
