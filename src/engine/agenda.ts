/** What a timeline wants done when the world reaches a step: threads of entries, each begun once. */
import type { Step } from '../kernel/kernel.ts';
import { durationMicros } from '../scenario/duration.ts';
import { keptByFork, stepOfEntry } from '../scenario/fork.ts';
import type { TimelineEntry } from '../scenario/scenario.ts';

/** kubectl's name for the entries that began at a step; those that follow the clock have none. */
export const threadName = (step: Step): string => `step ${String(step)} `;

/** The handler behind kubectl's heap entries: each holds an entry that has not begun, or not ended. */
export const ACT = 'kubectl.act';

/** Entries before the first that waits for a step: they follow the clock. */
export function mainEntries(timeline: readonly TimelineEntry[]): readonly TimelineEntry[] {
  const first = timeline.findIndex((entry) => stepOfEntry(entry) !== undefined);
  return first < 0 ? timeline : timeline.slice(0, first);
}

/** In ticks: the clock has to come this far before all of them have begun, and the faults among them have ended, at the earliest. */
function clockOf(entries: readonly TimelineEntry[]): number {
  let begun = 0;
  let ended = 0;
  for (const { when, options } of entries) {
    if (when.kind === 'at') begun = when.quiet === true ? Math.max(begun, when.micros) : when.micros;
    else if (when.kind === 'after') begun += when.micros;
    ended = Math.max(ended, begun + (durationMicros(options['for']) ?? 0));
  }
  return ended;
}

/** By step; what stands behind an entry that waits for a step follows it. */
function threadsOf(timeline: readonly TimelineEntry[]): ReadonlyMap<Step, readonly TimelineEntry[]> {
  const threads = new Map<Step, TimelineEntry[]>();
  let thread: TimelineEntry[] | undefined;
  for (const entry of timeline) {
    const step = stepOfEntry(entry);
    if (step !== undefined) {
      thread = threads.get(step) ?? [];
      threads.set(step, thread);
    }
    thread?.push(entry);
  }
  return threads;
}

/** A timeline, and how far its steps have come. Immutable but for `begun`. */
export class Agenda {
  private readonly threads: ReadonlyMap<Step, readonly TimelineEntry[]>;
  private readonly steps: readonly Step[];
  private readonly mainClock: number;
  private begun = 0;

  /** @param reached threads of earlier steps were begun already */
  constructor(
    readonly timeline: readonly TimelineEntry[],
    reached: Step = -1,
  ) {
    this.threads = threadsOf(timeline);
    this.mainClock = clockOf(mainEntries(timeline));
    this.steps = [...this.threads.keys()].sort((a, b) => a - b);
    while ((this.steps[this.begun] ?? Infinity) < reached) this.begun++;
  }

  /** Ticks. Before this something is still to come that follows the clock. */
  get clock(): number {
    return this.lone < 0 ? this.mainClock : 0;
  }

  /** The last step that has come at which all that had begun before was left undone (`alone`); -1 if there is none. */
  get lone(): Step {
    const isLone = (step: Step): boolean => this.thread(step).some(({ options }) => options['alone'] === true);
    return this.steps.slice(0, this.begun).filter(isLone).at(-1) ?? -1;
  }

  /** The agenda of a branch that leaves this one at `step`. */
  forked(step: Step, entries: readonly TimelineEntry[]): Agenda {
    return new Agenda([...keptByFork(this.timeline, stepOfEntry, step), ...entries], step);
  }

  /** What began at a step. */
  thread(step: Step): readonly TimelineEntry[] {
    return this.threads.get(step) ?? [];
  }

  /** Is it a thread of a step of this timeline? */
  owns(thread: string): boolean {
    return this.steps.some((step) => threadName(step) === thread);
  }

  /** Entries whose step did not come yet, and what stands behind them. */
  get left(): readonly TimelineEntry[] {
    return this.steps.slice(this.begun).flatMap((step) => this.threads.get(step) ?? []);
  }

  /** The step at which something is to be begun next; Infinity if nothing is. */
  get next(): Step {
    return this.steps[this.begun] ?? Infinity;
  }

  /** The last step before `step` at which something was begun, undefined if there is none. */
  lastBefore(step: Step): Step | undefined {
    return this.steps.filter((s) => s < step).at(-1);
  }

  /** Takes what is due at `step`. */
  take(step: Step): readonly TimelineEntry[] {
    if (this.next > step) return [];
    return this.threads.get(this.steps[this.begun++] ?? -1) ?? [];
  }
}
