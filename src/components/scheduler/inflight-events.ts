/**
 * What happened while Pods were in their cycles: it is looked at again when one of them fails (kubernetes
 * pkg/scheduler/backend/queue/active_queue.go inFlightEvents; v1.37).
 */
import type { Collection, World } from '../../kernel/kernel.ts';
import type { ClusterEvent, ObjectChange } from './cluster-events.ts';

export const INFLIGHT_EVENTS = 'scheduler/inflight-events';

export interface RecordedEvent extends ObjectChange {
  readonly event: ClusterEvent;
  readonly sequence: number;
}

export class InflightEvents {
  private readonly events: Collection<RecordedEvent>;

  constructor(
    world: World,
    private readonly sequence: () => number,
  ) {
    this.events = world.collection(INFLIGHT_EVENTS);
  }

  record(event: ClusterEvent, change: ObjectChange): void {
    const sequence = this.sequence();
    this.events.set(String(sequence), { event, sequence, ...change });
  }

  /** Those after a Pod was popped, in their order. */
  since(popped: number): RecordedEvent[] {
    if (this.events.size === 0) return [];
    return [...this.events.entries()]
      .map(([, event]) => event)
      .filter(({ sequence }) => sequence > popped)
      .sort((a, b) => a.sequence - b.sequence);
  }

  /** Drops what no cycle under way needs. @param oldest where the oldest of them began */
  prune(oldest: number | undefined): void {
    if (this.events.size === 0) return;
    for (const [key, { sequence }] of [...this.events.entries()])
      if (oldest === undefined || sequence < oldest) this.events.delete(key);
  }
}
