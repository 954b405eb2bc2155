/**
 * The scheduling queue: kubernetes pkg/scheduler/backend/queue/scheduling_queue.go, active_queue.go, backoff_queue.go
 * (v1.37). One collection holds every Pod's place; the heaps are derived. Left out: queueing hints beyond the registered
 * events, gating by asynchronous preemption, Pods that wait for something outside (Pending).
 */
import type { Collection, World } from '../../kernel/kernel.ts';
import type { Pod } from '../../model/objects.ts';
import { objectKey } from '../../model/objects.ts';
import { MICROS_PER_SECOND } from '../../model/time.ts';
import { backoffEnd, type BackoffRules, isBackingOff } from './backoff.ts';
import { type ClusterEvent, isWorthRetrying } from './cluster-events.ts';
import { PodHeap } from './pod-heap.ts';
import { byPriority } from './plugins/priority-sort/priority-sort.ts';
import { schedulingGates } from './plugins/scheduling-gates/scheduling-gates.ts';
import { podKey, podPriority } from './pod-info.ts';
import type { QueuedPod } from './types.ts';

/** A Pod that waits longer is tried again without an event. */
export const MAX_UNSCHEDULABLE_TICKS = 300 * MICROS_PER_SECOND;
/** How often waiting Pods are looked through for such. */
export const LEFTOVER_PERIOD_TICKS = 30 * MICROS_PER_SECOND;

export const QUEUE = 'scheduler/queue';
export const INFLIGHT_EVENTS = 'scheduler/inflight-events';

/** An event that came while Pods were in flight: it is looked at again when one of them fails. */
export interface RecordedEvent {
  readonly event: ClusterEvent;
  /** Key of the Pod that it was about, for changes of a Pod's own object. */
  readonly only?: string;
  readonly sequence: number;
}

export interface QueueHooks {
  /** Something may be popped now. */
  ready(): void;
  /** The Pod's back-off ends at this tick: a flush must come. */
  backedOff(end: number): void;
  /** The Pod went to wait for events at `since`. */
  waiting(since: number): void;
  sequence(): number;
}

const byBackoff = (a: QueuedPod, b: QueuedPod): number =>
  (a.backoffUntil ?? 0) - (b.backoffUntil ?? 0) || byPriority(a, b);

const sameEntry = (a: QueuedPod | undefined, b: QueuedPod): boolean => a?.sequence === b.sequence;

export const keyOfEntry = (entry: QueuedPod): string => entry.pod.slice('Pod/'.length);

const OF_ONE_QUEUE: ReadonlySet<string> = new Set<keyof QueuedPod>(['backoffUntil', 'gatedBy']);

/** The entry without what belongs to one queue only. */
function plain(entry: QueuedPod): QueuedPod {
  if (entry.backoffUntil === undefined && entry.gatedBy === undefined) return entry;
  const kept = Object.entries(entry).filter(([field]) => !OF_ONE_QUEUE.has(field));
  return Object.fromEntries(kept) as unknown as QueuedPod;
}

export class SchedulingQueue {
  private readonly entries: Collection<QueuedPod>;
  private readonly events: Collection<RecordedEvent>;
  private readonly active: PodHeap;
  private readonly backoff: PodHeap;
  /** Pods whose cycle broke: no early pop for them. */
  private readonly errors: PodHeap;
  /** Derived: keys of Pods that wait for an event, gated ones too. */
  private readonly waiting = new Set<string>();
  private readonly inflight = new Set<string>();

  constructor(
    private readonly world: World,
    private readonly rules: BackoffRules,
    private readonly hooks: QueueHooks,
  ) {
    this.entries = world.collection(QUEUE);
    this.events = world.collection(INFLIGHT_EVENTS);
    const current = (entry: QueuedPod): boolean => sameEntry(this.entries.get(keyOfEntry(entry)), entry);
    this.active = new PodHeap(byPriority, current);
    this.backoff = new PodHeap(byBackoff, current);
    this.errors = new PodHeap(byBackoff, current);
  }

  /** From the collection alone (W-3). */
  rebuild(): void {
    for (const heap of [this.active, this.backoff, this.errors]) heap.clear();
    this.waiting.clear();
    this.inflight.clear();
    for (const [key, entry] of this.entries.entries()) this.index(key, entry);
  }

  private index(key: string, entry: QueuedPod): void {
    this.waiting.delete(key);
    this.inflight.delete(key);
    if (entry.queue === 'active') this.active.push(entry);
    else if (entry.queue === 'backoff') (entry.errorCount > 0 ? this.errors : this.backoff).push(entry);
    else if (entry.queue === 'inflight') this.inflight.add(key);
    else this.waiting.add(key);
  }

  private put(entry: QueuedPod): void {
    const key = keyOfEntry(entry);
    const placed = { ...entry, sequence: this.hooks.sequence() };
    this.entries.set(key, placed);
    this.index(key, placed);
  }

  get(key: string): QueuedPod | undefined {
    return this.entries.get(key);
  }

  /** A new Pod, or one that is not known. */
  add(pod: Pod): void {
    this.activate(pod, {
      queue: 'active',
      pod: objectKey(pod),
      uid: pod.metadata.uid ?? '',
      priority: podPriority(pod),
      attempts: 0,
      since: this.world.now,
      sequence: 0,
      unschedulablePlugins: [],
      unschedulableCount: 0,
      errorCount: 0,
    });
  }

  /** Into activeQ, unless a PreEnqueue plugin holds it back. */
  private activate(pod: Pod, entry: QueuedPod): void {
    if (schedulingGates.preEnqueue?.(pod) !== undefined) {
      const { name } = schedulingGates;
      this.put({ ...plain(entry), queue: 'gated', gatedBy: name, unschedulablePlugins: [name] });
      return;
    }
    const opened = entry.queue === 'gated' ? { unschedulablePlugins: [] } : {};
    this.put({ ...plain(entry), ...opened, queue: 'active' });
    this.hooks.ready();
  }

  /** To activeQ, or to the end of its back-off first. */
  private requeue(pod: Pod, entry: QueuedPod): 'active' | 'backoff' {
    const end = backoffEnd(entry.since, entry, this.rules);
    const counted = entry.unschedulableCount + entry.errorCount > 0;
    if (!counted || !isBackingOff(end, this.world.now, this.rules)) {
      this.activate(pod, entry);
      return 'active';
    }
    this.put({ ...plain(entry), queue: 'backoff', backoffUntil: end });
    this.hooks.backedOff(end);
    // Since 1.33 an idle scheduler takes a Pod out of back-off early.
    if (entry.errorCount === 0 && this.rules.minor >= 33) this.hooks.ready();
    return 'backoff';
  }

  /** The Pod's own object changed. */
  update(pod: Pod, events: readonly ClusterEvent[]): void {
    const key = podKey(pod);
    const entry = this.entries.get(key);
    if (entry === undefined) {
      this.add(pod);
      return;
    }
    for (const event of events) {
      if (entry.queue === 'inflight') this.record(event, key);
      else if (this.waiting.has(key) && this.wakes(event, entry)) {
        this.requeue(pod, entry);
        return;
      }
    }
  }

  delete(key: string): void {
    this.entries.delete(key);
    this.waiting.delete(key);
    if (this.inflight.delete(key)) this.forgetEvents();
  }

  private wakes(event: ClusterEvent, entry: QueuedPod): boolean {
    // Only what the gating plugin registered can open a gate.
    if (entry.queue === 'gated' && event === 'UnschedulableTimeout') return false;
    return isWorthRetrying(event, entry.unschedulablePlugins, this.rules.minor);
  }

  /** MoveAllToActiveOrBackoffQueue. @returns how many moved */
  move(event: ClusterEvent, podOf: (key: string) => Pod | undefined): number {
    if (this.inflight.size > 0) this.record(event);
    return this.moveThose(event, podOf, () => true);
  }

  private moveThose(
    event: ClusterEvent,
    podOf: (key: string) => Pod | undefined,
    which: (entry: QueuedPod) => boolean,
  ): number {
    const moving: { readonly entry: QueuedPod; readonly pod: Pod }[] = [];
    for (const key of this.waiting) {
      const entry = this.entries.get(key);
      const pod = podOf(key);
      if (entry === undefined || pod === undefined || !which(entry) || !this.wakes(event, entry)) continue;
      moving.push({ entry, pod });
    }
    moving.sort((a, b) => a.entry.sequence - b.entry.sequence);
    for (const { entry, pod } of moving) this.requeue(pod, entry);
    return moving.length;
  }

  private record(event: ClusterEvent, only?: string): void {
    const sequence = this.hooks.sequence();
    this.events.set(String(sequence), { event, sequence, ...(only === undefined ? {} : { only }) });
  }

  /** Events are kept as long as a Pod is in flight. */
  private forgetEvents(): void {
    if (this.inflight.size > 0) return;
    for (const key of [...this.events.keys()]) this.events.delete(key);
  }

  /** The next Pod: from activeQ, since 1.33 else from back-off (never after an error). */
  peek(): QueuedPod | undefined {
    return this.active.peek() ?? (this.rules.minor >= 33 ? this.backoff.peek() : undefined);
  }

  /** Takes what `peek` shows into flight. @returns its entry, with the attempt counted */
  pop(): QueuedPod | undefined {
    const entry = this.peek();
    if (entry === undefined) return undefined;
    const { initialAttempt = this.world.now } = entry;
    const popped: QueuedPod = {
      ...plain(entry),
      queue: 'inflight',
      attempts: entry.attempts + 1,
      unschedulablePlugins: [],
      initialAttempt,
    };
    this.put(popped);
    return popped;
  }

  /** The Pod is bound or gone: it leaves the queue for good. */
  done(key: string): void {
    this.delete(key);
  }

  /**
   * The attempt came to nothing. `plugins`: who rejected it; none after an error, then it waits for its back-off only.
   * @returns where it went
   */
  fail(pod: Pod, plugins: readonly string[]): 'active' | 'backoff' | 'unschedulable' {
    const key = podKey(pod);
    const before = this.entries.get(key);
    if (before === undefined) return 'unschedulable';
    const error = plugins.length === 0;
    const entry: QueuedPod = {
      ...before,
      since: this.world.now,
      unschedulablePlugins: plugins,
      unschedulableCount: before.unschedulableCount + (error ? 0 : 1),
      errorCount: error ? before.errorCount + 1 : 0,
    };
    const woken = error || this.eventsSince(before).some((event) => isWorthRetrying(event, plugins, this.rules.minor));
    this.inflight.delete(key);
    if (woken) {
      const queue = this.requeue(pod, entry);
      this.forgetEvents();
      return queue;
    }
    this.put({ ...plain(entry), queue: 'unschedulable' });
    this.forgetEvents();
    this.hooks.waiting(entry.since);
    return 'unschedulable';
  }

  private eventsSince(popped: QueuedPod): ClusterEvent[] {
    const key = keyOfEntry(popped);
    return [...this.events.entries()]
      .filter(([, { sequence, only }]) => sequence > popped.sequence && (only === undefined || only === key))
      .map(([, { event }]) => event);
  }

  /** Pods whose back-off is over go to activeQ. @returns how many */
  flushBackoff(podOf: (key: string) => Pod | undefined): number {
    let moved = 0;
    for (const heap of [this.errors, this.backoff]) {
      for (let top = heap.peek(); top !== undefined; top = heap.peek()) {
        const pod = podOf(keyOfEntry(top));
        if (pod === undefined || isBackingOff(top.backoffUntil ?? 0, this.world.now, this.rules)) break;
        this.activate(pod, top);
        moved++;
      }
    }
    return moved;
  }

  /** Pods that waited more than five minutes are tried again (C-5). @returns how many */
  flushLeftover(podOf: (key: string) => Pod | undefined): number {
    const old = (entry: QueuedPod): boolean => this.world.now - entry.since > MAX_UNSCHEDULABLE_TICKS;
    const any = [...this.waiting].some((key) => {
      const entry = this.entries.get(key);
      return entry !== undefined && entry.queue !== 'gated' && old(entry);
    });
    if (!any) return 0;
    if (this.inflight.size > 0) this.record('UnschedulableTimeout');
    return this.moveThose('UnschedulableTimeout', podOf, old);
  }
}
