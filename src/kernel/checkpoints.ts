/**
 * Checkpoints: the event heap at some steps. Collections need none, for the history can give them as of any step; so a
 * checkpoint is small and restoring is a look-up plus running again the events from there on.
 */

import type { SavedHeap } from './heap.ts';
import { invariant } from './invariant.ts';
import type { Step } from './kernel.ts';

/** A heap of n entries is saved only every n * this events, which bounds the memory of checkpoints per event. */
const EVENTS_A_SAVED_ENTRY = 4;

export interface Checkpoint {
  readonly step: Step;
  /** First step that may be reached from here: `step`, or `step + 1` if entries were added from outside at `step`. */
  readonly from: Step;
  readonly now: number;
  readonly heap: SavedHeap;
}

export class Checkpoints {
  private list: Checkpoint[] = [];

  /** @param every events between two checkpoints, at least */
  constructor(private readonly every: number) {}

  due(step: Step, heapSize: number): boolean {
    const since = step - (this.list.at(-1)?.step ?? 0);
    return since >= this.every && since >= heapSize * EVENTS_A_SAVED_ENTRY;
  }

  add(checkpoint: Checkpoint): void {
    this.list.push(checkpoint);
  }

  /** The newest checkpoint from which `step` can be reached. */
  before(step: Step): Checkpoint {
    let at = this.list.length - 1;
    while (at > 0 && (this.list[at] as Checkpoint).from > step) at--;
    const checkpoint = this.list[at];
    invariant(checkpoint !== undefined, 'a world has the checkpoint of step 0');
    return checkpoint;
  }

  /** Forgets what is newer than `checkpoint`, which may be one that is not kept here. */
  truncate(checkpoint: Checkpoint): void {
    const known = this.list.lastIndexOf(checkpoint);
    this.list = known >= 0 ? this.list.slice(0, known + 1) : this.list.filter(({ from }) => from <= checkpoint.step);
  }

  save(): readonly Checkpoint[] {
    return this.list.slice();
  }

  restore(saved: readonly Checkpoint[]): void {
    this.list = saved.slice();
  }
}
