/**
 * client-go util/workqueue/metrics.go (v0.37) and component-base's Prometheus names for it (7.6): what a plain queue counts.
 * Left out: histograms' buckets (each duration is kept) and the 500 ms after which upstream refreshes its gauges.
 */
export class QueueMetrics {
  /** workqueue_adds_total: adds that changed the dirty set. */
  adds = 0;
  /** workqueue_depth: added and not yet taken, so a key that a worker holds counts if it was added meanwhile. */
  depth = 0;
  /** workqueue_retries_total: every AddAfter, AddRateLimited included. */
  retries = 0;
  /** workqueue_queue_duration_seconds, in the clock's unit. */
  readonly queueDurations: number[] = [];
  /** workqueue_work_duration_seconds, in the clock's unit. */
  readonly workDurations: number[] = [];
  private readonly added = new Map<string, number>();
  private readonly started = new Map<string, number>();

  /** @param now the clock, in any unit */
  constructor(private readonly now: () => number) {}

  onAdd(key: string): void {
    this.adds++;
    this.depth++;
    if (!this.added.has(key)) this.added.set(key, this.now());
  }

  onGet(key: string): void {
    this.depth--;
    const now = this.now();
    this.started.set(key, now);
    const added = this.added.get(key);
    if (added === undefined) return;
    this.queueDurations.push(now - added);
    this.added.delete(key);
  }

  onDone(key: string): void {
    const started = this.started.get(key);
    if (started === undefined) return;
    this.workDurations.push(this.now() - started);
    this.started.delete(key);
  }

  onRetry(): void {
    this.retries++;
  }

  /** workqueue_unfinished_work_seconds: the time that all workers together have been at their keys. */
  get unfinishedWork(): number {
    return this.running().reduce((sum, time) => sum + time, 0);
  }

  /** workqueue_longest_running_processor_seconds. */
  get longestRunning(): number {
    return this.running().reduce((longest, time) => Math.max(longest, time), 0);
  }

  private running(): number[] {
    const now = this.now();
    return [...this.started.values()].map((started) => now - started);
  }
}
