/**
 * The scheduling queue: kubernetes pkg/scheduler/backend/queue/scheduling_queue.go (v1.37; C-2 to C-5, C-30, C-31). Left
 * out: Pods that wait as a group.
 */
import { compareBytes, type World } from '../../kernel/kernel.ts';
import type { Pod } from '../../model/objects.ts';
import { objectKey } from '../../model/objects.ts';
import { MICROS_PER_SECOND } from '../../model/time.ts';
import { backoffEnd, type BackoffRules, hasBackoff, isBackingOff } from './backoff.ts';
import { type ClusterEvent, isWildcard, type ObjectChange } from './cluster-events.ts';
import type { CycleContext } from './framework.ts';
import { InflightEvents } from './inflight-events.ts';
import { podKey, podPriority } from './pod-info.ts';
import type { QueuePlugins } from './queue-plugins.ts';
import { keyOfEntry, QueueStore, rejectorsOf } from './queue-store.ts';
import type { QueuedPod } from './types.ts';

/** A Pod that waits longer is tried again without an event. */
const MAX_UNSCHEDULABLE_TICKS = 300 * MICROS_PER_SECOND;
/** How often waiting Pods are looked through for such. */
const LEFTOVER_PERIOD_TICKS = 30 * MICROS_PER_SECOND;

/** First tick of the 30-second timer at which a Pod that waits since `since` has waited more than five minutes. */
export const leftoverTick = (since: number): number =>
  (Math.floor((since + MAX_UNSCHEDULABLE_TICKS) / LEFTOVER_PERIOD_TICKS) + 1) * LEFTOVER_PERIOD_TICKS;

export interface QueueHooks {
  /** Something may be popped now. */
  ready(): void;
  /** The Pod's back-off ends at this tick: a flush must come. */
  backedOff(end: number): void;
  /** The Pod went to wait for events at `since`. */
  waiting(since: number): void;
  sequence(): number;
  /** The Pod as it is now, undefined where it is gone. */
  podOf(key: string): Pod | undefined;
}

/** queueSkip, queueAfterBackoff, queueImmediately. */
type Strategy = 'skip' | 'backoff' | 'active';
type Queued = 'active' | 'backoff' | 'unschedulable';

export class SchedulingQueue {
  private readonly store: QueueStore;
  private readonly events: InflightEvents;

  constructor(
    private readonly world: World,
    private readonly rules: BackoffRules,
    private readonly plugins: QueuePlugins,
    private readonly hooks: QueueHooks,
  ) {
    this.store = new QueueStore(world, () => hooks.sequence());
    this.events = new InflightEvents(world, () => hooks.sequence());
  }

  /** From the collections alone (W-3). */
  rebuild(): void {
    this.store.rebuild();
  }

  get(key: string): QueuedPod | undefined {
    return this.store.get(key);
  }

  all(): Iterable<readonly [key: string, entry: QueuedPod]> {
    return this.store.all();
  }

  /** Since 1.33 an idle scheduler takes Pods out of back-off early, and gates stand before back-off too. */
  private get popsFromBackoff(): boolean {
    return this.rules.minor >= 33;
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

  /** The Pod's own object changed, in these ways. */
  update(pod: Pod, change: ObjectChange, events: readonly ClusterEvent[]): void {
    const entry = this.store.get(podKey(pod));
    if (entry === undefined) {
      this.add(pod);
      return;
    }
    if (entry.queue === 'inflight') {
      if (entry.binding !== true) for (const event of events) this.events.record(event, change);
      return;
    }
    if (entry.queue === 'active' || entry.queue === 'backoff') return;
    for (const event of events) {
      const strategy = this.strategyFor(event, change, pod, entry);
      if (strategy !== 'skip' && this.requeue(pod, entry, strategy) !== 'unschedulable') return;
    }
  }

  delete(key: string): void {
    this.store.delete(key);
    this.events.prune(this.store.oldestCycle());
  }

  /** isPodWorthRequeuing: what the plugins that keep the Pod make of the event. */
  private strategyFor(event: ClusterEvent, change: ObjectChange, pod: Pod, entry: QueuedPod): Strategy {
    const rejectors = rejectorsOf(entry);
    if (rejectors.length === 0) return 'backoff';
    if (isWildcard(event)) {
      const isMeant = change.after === undefined || change.after.metadata.uid === entry.uid;
      return isMeant ? 'backoff' : 'skip';
    }
    const hints = this.plugins.hints(pod, event);
    let cx: CycleContext | undefined;
    const says = (plugin: string): boolean =>
      hints.get(plugin)?.some((hint) => hint((cx ??= this.plugins.context(pod)), change)) === true;
    if (entry.pendingPlugins?.some(says) === true) return 'active';
    return entry.unschedulablePlugins.some(says) ? 'backoff' : 'skip';
  }

  /**
   * MoveAllToActiveOrBackoffQueue.
   * @param check which of the waiting Pods are asked at all @returns how many moved
   */
  move(event: ClusterEvent, change: ObjectChange, check?: (entry: QueuedPod) => boolean): number {
    if (!this.plugins.isOfInterest(event)) return 0;
    const asked = this.store.waitingPods(isWildcard(event) ? undefined : this.plugins.interestedIn(event));
    return this.moveThese(check === undefined ? asked : asked.filter(check), event, change);
  }

  private moveThese(entries: readonly QueuedPod[], event: ClusterEvent, change: ObjectChange): number {
    let moved = 0;
    for (const entry of entries) {
      const pod = this.hooks.podOf(keyOfEntry(entry));
      if (pod === undefined || !this.mayOpenGate(event, pod, entry)) continue;
      const strategy = this.strategyFor(event, change, pod, entry);
      if (strategy !== 'skip' && this.requeue(pod, entry, strategy) !== 'unschedulable') moved++;
    }
    if (this.store.hasCycle) this.events.record(event, change);
    return moved;
  }

  /** A gated Pod hears only what its gate registered. */
  private mayOpenGate(event: ClusterEvent, pod: Pod, { gatedBy }: QueuedPod): boolean {
    return gatedBy === undefined || this.plugins.hints(pod, event).has(gatedBy);
  }

  /** requeuePodWithQueueingStrategy */
  private requeue(pod: Pod, entry: QueuedPod, strategy: Strategy): Queued {
    if (strategy === 'skip') {
      this.store.put(entry, { queue: 'unschedulable' });
      return 'unschedulable';
    }
    const end = backoffEnd(entry.since, entry, this.rules);
    const mustWait = hasBackoff(entry, this.rules) && isBackingOff(end, this.world.now, this.rules);
    return strategy === 'backoff' && mustWait ? this.backOff(pod, entry, end) : this.activate(pod, entry);
  }

  private isGated(pod: Pod, entry: QueuedPod): boolean {
    const gatedBy = this.plugins.gate(pod, entry.gatedBy);
    if (gatedBy === undefined) return false;
    if (entry.queue === 'gated' && entry.gatedBy === gatedBy) return true;
    const plugins = new Set([...entry.unschedulablePlugins, gatedBy]);
    this.store.put({ ...entry, unschedulablePlugins: [...plugins].sort(compareBytes) }, { queue: 'gated', gatedBy });
    return true;
  }

  /** moveToActiveQ */
  private activate(pod: Pod, entry: QueuedPod): Queued {
    const isThrough = entry.queue === 'backoff' && this.popsFromBackoff;
    if (!isThrough && this.isGated(pod, entry)) return 'unschedulable';
    this.store.put(entry, { queue: 'active' });
    this.hooks.ready();
    return 'active';
  }

  /** moveToBackoffQ */
  private backOff(pod: Pod, entry: QueuedPod, end: number): Queued {
    if (this.popsFromBackoff && this.isGated(pod, entry)) return 'unschedulable';
    this.store.put(entry, { queue: 'backoff', backoffUntil: end });
    this.hooks.backedOff(end);
    if (this.popsFromBackoff && rejectorsOf(entry).length > 0) this.hooks.ready();
    return 'backoff';
  }

  /** The next Pod: from activeQ, since 1.33 else from back-off (never after an error). */
  peek(): QueuedPod | undefined {
    return this.store.firstActive() ?? (this.popsFromBackoff ? this.store.firstBackoff() : undefined);
  }

  /** Takes what `peek` shows into flight. @returns its entry, with the attempt counted */
  pop(): QueuedPod | undefined {
    const entry = this.peek();
    if (entry === undefined) return undefined;
    const { pendingPlugins: _, initialAttempt = this.world.now, ...rest } = entry;
    const popped: QueuedPod = { ...rest, attempts: entry.attempts + 1, unschedulablePlugins: [], initialAttempt };
    this.store.put(popped, { queue: 'inflight' });
    return this.store.get(keyOfEntry(entry));
  }

  /** The cycle found a node and nobody objected: whatever happens now, no event is looked at for the Pod. */
  bind(key: string): void {
    const entry = this.store.get(key);
    if (entry?.queue !== 'inflight') return;
    this.store.put(entry, { queue: 'inflight', binding: true });
    this.events.prune(this.store.oldestCycle());
  }

  /** The Pod is bound or gone: it leaves the queue for good. */
  done(key: string): void {
    this.delete(key);
  }

  /**
   * AddUnschedulableIfNotPresent: the attempt came to nothing.
   * @param plugins who rejected it; none after an error, then it waits for its back-off only
   * @param pending who waits for something outside, and then wants the Pod at once
   * @returns where it went
   */
  fail(pod: Pod, plugins: readonly string[], pending: readonly string[] = []): Queued {
    const key = podKey(pod);
    const before = this.store.get(key);
    if (before?.queue !== 'inflight') return 'unschedulable';
    const isError = plugins.length + pending.length === 0;
    const entry: QueuedPod = {
      ...before,
      since: this.world.now,
      unschedulablePlugins: plugins,
      ...(pending.length === 0 ? {} : { pendingPlugins: pending }),
      unschedulableCount: before.unschedulableCount + (isError ? 0 : 1),
      errorCount: isError ? before.errorCount + 1 : 0,
    };
    const queue = this.requeue(pod, entry, isError ? 'backoff' : this.missedEvents(pod, entry, before.sequence));
    this.events.prune(this.store.oldestCycle());
    if (this.store.get(key)?.queue === 'unschedulable') this.hooks.waiting(entry.since);
    return queue;
  }

  /** determineSchedulingHintForInFlightPod: the most that the events since it was popped ask for. */
  private missedEvents(pod: Pod, entry: QueuedPod, popped: number): Strategy {
    let most: Strategy = 'skip';
    for (const { event, sequence: _, ...change } of this.events.since(popped)) {
      const strategy = this.strategyFor(event, change, pod, entry);
      if (strategy === 'active') return 'active';
      if (strategy === 'backoff') most = 'backoff';
      if (most === 'backoff' && entry.pendingPlugins === undefined) return most;
    }
    return most;
  }

  /** Activate: a plugin wants the Pod tried at once. One in its cycle is tried again when it fails. */
  forceActivate(pod: Pod): boolean {
    const entry = this.store.get(podKey(pod));
    if (entry === undefined || entry.queue === 'active') return false;
    if (entry.queue === 'inflight') {
      if (entry.binding !== true) this.events.record('ForceActivate', { after: pod });
      return false;
    }
    return this.activate(pod, entry) === 'active';
  }

  /** Pods whose back-off is over go to activeQ. @returns how many */
  flushBackoff(): number {
    let moved = 0;
    for (const first of [() => this.store.firstError(), () => this.store.firstBackoff()]) {
      for (let top = first(); top !== undefined; top = first()) {
        const pod = this.hooks.podOf(keyOfEntry(top));
        if (pod === undefined || isBackingOff(top.backoffUntil ?? 0, this.world.now, this.rules)) break;
        this.activate(pod, top);
        moved++;
      }
    }
    return moved;
  }

  /** Pods that waited more than five minutes are tried again (C-5); gated ones are among the old, but stay. */
  flushLeftover(): { readonly old: number; readonly moved: number } {
    const old = this.store.waitingPods().filter(({ since }) => this.world.now - since > MAX_UNSCHEDULABLE_TICKS);
    return { old: old.length, moved: old.length === 0 ? 0 : this.moveThese(old, 'UnschedulableTimeout', {}) };
  }
}
