/**
 * The watch cache's window, worked out from the world's history: k8s.io/apiserver pkg/storage/cacher/watch_cache.go and
 * watch_cache_history.go (v0.37). A ring of events a resource: it starts at 100, doubles up to 102400 when it is full and
 * its oldest event is younger than 75 s, halves when it is full and its newest quarter is older than that, else the oldest
 * event goes. Nothing is kept up with writes: the index is made, or goes on from where it was, when somebody looks.
 */
import type { World } from '../../kernel/kernel.ts';
import type { KubeObject } from '../../model/objects.ts';
import { ETCD } from './store.ts';

export const WINDOW_LEAST = 100;
const WINDOW_MOST = 102_400;
const FRESH_SECONDS = 75;

/** Columns, one row an event of one kind, oldest first. */
interface KindLog {
  readonly steps: number[];
  readonly ticks: number[];
  /** Index of the oldest event in the ring, and its capacity, after this event. */
  readonly starts: number[];
  readonly capacities: number[];
}

export interface WindowAt {
  readonly capacity: number;
  /** Steps of the oldest and the newest event; absent without events. */
  readonly oldestStep?: number;
  readonly newestStep?: number;
  readonly events: number;
  /** Has an event left the ring? */
  readonly evicted: boolean;
}

const EMPTY: WindowAt = { capacity: WINDOW_LEAST, events: 0, evicted: false };

export class CommitIndex {
  private readonly kinds = new Map<string, KindLog>();
  private upTo = 0;
  private readonly freshTicks: number;

  constructor(private readonly world: World) {
    this.freshTicks = FRESH_SECONDS * world.options.ticksPerSecond;
  }

  /** History may have become another. */
  forget(): void {
    this.kinds.clear();
    this.upTo = 0;
  }

  /** @param from events of an older step are gone (a cache that was made anew then) */
  at(kind: string, step = this.world.step, from = 0): WindowAt {
    this.extend();
    const log = this.kinds.get(kind);
    const last = log === undefined ? -1 : countUpTo(log.steps, step) - 1;
    if (log === undefined || last < 0) return EMPTY;
    const start = Math.max(log.starts[last] ?? 0, countUpTo(log.steps, from));
    const evicted = (log.starts[last] ?? 0) > countUpTo(log.steps, from);
    const capacity = log.capacities[last] ?? WINDOW_LEAST;
    if (start > last) return { capacity, events: 0, evicted };
    return { capacity, events: last - start + 1, evicted, ...spanOf(log, start, last) };
  }

  /** Kinds that had an event up to the step. */
  kindsAt(step: number): readonly string[] {
    this.extend();
    return [...this.kinds].filter(([, { steps }]) => (steps[0] ?? Infinity) <= step).map(([kind]) => kind);
  }

  /** Steps of the last events of a kind up to a step, newest first, at most `count`. */
  lastSteps(kind: string, step: number, count: number): readonly number[] {
    this.extend();
    const steps = this.kinds.get(kind)?.steps ?? [];
    const end = countUpTo(steps, step);
    return steps.slice(Math.max(0, end - count), end).reverse();
  }

  private extend(): void {
    const { world } = this;
    while (this.upTo < world.step) {
      const step = ++this.upTo;
      for (const { collection, before, after } of world.changesAt(step)) {
        if (collection === ETCD) this.add(((after ?? before) as KubeObject).kind, step);
      }
    }
  }

  private add(kind: string, step: number): void {
    let log = this.kinds.get(kind);
    if (log === undefined) this.kinds.set(kind, (log = { steps: [], ticks: [], starts: [], capacities: [] }));
    const tick = this.world.trace.time(step);
    const count = log.steps.length;
    const ring = this.resized(log, tick);
    log.steps.push(step);
    log.ticks.push(tick);
    log.starts.push(Math.max(ring.start, count + 1 - ring.capacity));
    log.capacities.push(ring.capacity);
  }

  /** The ring before an event at `tick` goes in. */
  private resized({ ticks, starts, capacities }: KindLog, tick: number): { start: number; capacity: number } {
    const count = ticks.length;
    const start = starts[count - 1] ?? 0;
    const capacity = capacities[count - 1] ?? WINDOW_LEAST;
    if (count - start < capacity) return { start, capacity };
    if (tick - (ticks[start] ?? 0) < this.freshTicks) return { start, capacity: Math.min(capacity * 2, WINDOW_MOST) };
    const quarter = ticks[count - Math.floor(capacity / 4)] ?? tick;
    if (tick - quarter <= this.freshTicks) return { start, capacity };
    const smaller = Math.max(Math.floor(capacity / 2), WINDOW_LEAST);
    return { start: smaller < capacity ? count - smaller : start, capacity: smaller };
  }
}

const spanOf = ({ steps }: KindLog, start: number, last: number): { oldestStep: number; newestStep: number } => ({
  oldestStep: steps[start] ?? 0,
  newestStep: steps[last] ?? 0,
});

/** How many of the ascending numbers are at most `most`. */
function countUpTo(ascending: readonly number[], most: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}
