/**
 * Where each Pod stands: one collection, and heaps and sets derived from it (kubernetes
 * pkg/scheduler/backend/queue/active_queue.go, backoff_queue.go, unschedulable_pods.go; v1.37).
 */
import type { Collection, World } from '../../kernel/kernel.ts';
import { PodHeap } from './pod-heap.ts';
import { byPriority } from './plugins/priority-sort/priority-sort.ts';
import type { QueuedPod, QueueName } from './types.ts';

export const QUEUE = 'scheduler/queue';

const byBackoff = (a: QueuedPod, b: QueuedPod): number =>
  (a.backoffUntil ?? 0) - (b.backoffUntil ?? 0) || byPriority(a, b);

export const keyOfEntry = (entry: QueuedPod): string => entry.pod.slice('Pod/'.length);

/** Who keeps it from being tried: UnschedulablePlugins and PendingPlugins. */
export const rejectorsOf = ({ unschedulablePlugins, pendingPlugins = [] }: QueuedPod): readonly string[] =>
  pendingPlugins.length === 0 ? unschedulablePlugins : [...unschedulablePlugins, ...pendingPlugins];

const OF_ONE_QUEUE: ReadonlySet<string> = new Set<keyof QueuedPod>(['backoffUntil', 'gatedBy', 'binding']);

/** The entry without what belongs to one queue only. */
function plain(entry: QueuedPod): QueuedPod {
  if (entry.backoffUntil === undefined && entry.gatedBy === undefined && entry.binding === undefined) return entry;
  const kept = Object.entries(entry).filter(([field]) => !OF_ONE_QUEUE.has(field));
  return Object.fromEntries(kept) as unknown as QueuedPod;
}

export interface Place {
  readonly queue: QueueName;
  readonly backoffUntil?: number;
  readonly gatedBy?: string;
  readonly binding?: true;
}

export class QueueStore {
  private readonly entries: Collection<QueuedPod>;
  private readonly active: PodHeap;
  private readonly backoff: PodHeap;
  /** Pods whose cycle broke: no early pop for them. */
  private readonly errors: PodHeap;
  /** Keys of Pods that wait for an event, gated ones too, by each plugin that keeps them. */
  private readonly waiting = new Map<string, Set<string>>();
  /** Keys of Pods in their scheduling cycle: those that are being bound no longer look at events. */
  private readonly cycling = new Set<string>();

  constructor(
    world: World,
    private readonly sequence: () => number,
  ) {
    this.entries = world.collection(QUEUE);
    const current = (entry: QueuedPod): boolean => this.entries.get(keyOfEntry(entry))?.sequence === entry.sequence;
    this.active = new PodHeap(byPriority, current);
    this.backoff = new PodHeap(byBackoff, current);
    this.errors = new PodHeap(byBackoff, current);
  }

  /** From the collection alone (W-3). */
  rebuild(): void {
    for (const heap of [this.active, this.backoff, this.errors]) heap.clear();
    this.waiting.clear();
    this.cycling.clear();
    for (const [key, entry] of this.entries.entries()) this.index(key, entry);
  }

  private index(key: string, entry: QueuedPod): void {
    if (entry.queue === 'active') this.active.push(entry);
    else if (entry.queue === 'backoff') (rejectorsOf(entry).length === 0 ? this.errors : this.backoff).push(entry);
    else if (entry.queue !== 'inflight') for (const plugin of rejectorsOf(entry)) this.waitingFor(plugin).add(key);
    else if (entry.binding !== true) this.cycling.add(key);
  }

  private waitingFor(plugin: string): Set<string> {
    let keys = this.waiting.get(plugin);
    if (keys === undefined) this.waiting.set(plugin, (keys = new Set<string>()));
    return keys;
  }

  private unindex(key: string, entry: QueuedPod): void {
    if (entry.queue === 'inflight') this.cycling.delete(key);
    else if (entry.queue === 'unschedulable' || entry.queue === 'gated') {
      for (const plugin of rejectorsOf(entry)) this.waiting.get(plugin)?.delete(key);
    }
  }

  put(entry: QueuedPod, place: Place): void {
    const key = keyOfEntry(entry);
    const before = this.entries.get(key);
    if (before !== undefined) this.unindex(key, before);
    const placed: QueuedPod = { ...plain(entry), ...place, sequence: this.sequence() };
    this.entries.set(key, placed);
    this.index(key, placed);
  }

  delete(key: string): void {
    const before = this.entries.get(key);
    if (before === undefined) return;
    this.unindex(key, before);
    this.entries.delete(key);
  }

  get(key: string): QueuedPod | undefined {
    return this.entries.get(key);
  }

  all(): Iterable<readonly [key: string, entry: QueuedPod]> {
    return this.entries.entries();
  }

  /** Pods that wait for an event and were rejected by one of these plugins (default: by any), in order of arrival. */
  waitingPods(plugins: Iterable<string> = this.waiting.keys()): QueuedPod[] {
    const found = new Set<QueuedPod>();
    for (const plugin of plugins)
      for (const key of this.waiting.get(plugin) ?? []) {
        const entry = this.entries.get(key);
        if (entry !== undefined) found.add(entry);
      }
    return [...found].sort((a, b) => a.sequence - b.sequence);
  }

  /** Is a Pod in its scheduling cycle? */
  get hasCycle(): boolean {
    return this.cycling.size > 0;
  }

  /** Where the oldest cycle under way began, undefined where none is. */
  oldestCycle(): number | undefined {
    let oldest: number | undefined;
    for (const key of this.cycling) {
      const { sequence = 0 } = this.entries.get(key) ?? {};
      if (oldest === undefined || sequence < oldest) oldest = sequence;
    }
    return oldest;
  }

  firstActive(): QueuedPod | undefined {
    return this.active.peek();
  }

  /** Of those that were rejected, the one whose back-off ends first. */
  firstBackoff(): QueuedPod | undefined {
    return this.backoff.peek();
  }

  firstError(): QueuedPod | undefined {
    return this.errors.peek();
  }
}
