/** The scheduler's queues in full, as of one step. */
import type { TokenPhase } from './protocol.ts';

/** "backoff-error" is the heap of those whose cycle broke: nothing but time takes a Pod out of it. */
export type QueueId = 'inflight' | 'active' | 'backoff' | 'backoff-error' | 'unschedulable' | 'gated';

export interface QueueRow {
  /** "Pod/ns/name". */
  readonly pod: string;
  readonly phase: TokenPhase;
  readonly priority: number;
  /** How often it was tried. */
  readonly attempts: number;
  /** Plugins that keep it. */
  readonly plugins: readonly string[];
  /** Ticks until a timer moves it: its back-off ends, or it waited too long for an event. */
  readonly waitTicks?: number;
  /** In flight only: a node is found, and its binding is on the way. */
  readonly binding: boolean;
  /** Step that put it here: the event there is the cause. 0 = it stood here from the start. */
  readonly movedAt: number;
  /** Where it stood before; undefined = in no queue. */
  readonly from?: QueueId;
}

export interface QueuesAnswer {
  readonly step: number;
  /** In the order in which a Pod comes through them. */
  readonly queues: readonly {
    readonly id: QueueId;
    readonly length: number;
    /** The first ones, at most 500. */
    readonly rows: readonly QueueRow[];
  }[];
}
