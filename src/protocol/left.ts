/** What is left where a run has come to its end, and what stands still there. */
import type { Trouble } from './answers.ts';
import type { Problem } from './protocol.ts';

/** What an object waits for; docs/automation.md has the table. */
export type DueCode =
  | 'next-run'
  | 'eviction'
  | 'active-deadline'
  | 'time-to-live'
  | 'min-ready'
  | 'container-end'
  | 'stop'
  | 'probe'
  | 'progress-deadline'
  | 'back-off';

/** Something that is set to happen after the end of a run. */
export interface DueRow {
  /** Ticks since the start. */
  readonly at: number;
  readonly what: DueCode;
  /** "CronJob/default/report". */
  readonly object: string;
  /** Of a Pod: its node. */
  readonly node?: string;
}

/** An entry of the timeline that had not begun when the run ended, or whose events did not all come. */
export interface UnreachedEntry {
  /** In the timeline, from 0. */
  readonly index: number;
  readonly verb: string;
  /** Ticks since the start. */
  readonly at?: number;
  readonly afterStep?: number;
  /** Of drop and duplicate: events of a watch that it still waits for. */
  readonly waitsFor?: { readonly events: number; readonly watch: string };
}

/** What is left where a run has come to its end. */
export interface LeftAnswer {
  /** By time; at most the first 2,000. */
  readonly due: readonly DueRow[];
  readonly unreached: readonly UnreachedEntry[];
  /** By resource, then by key; at most the first 100. */
  readonly troubles: readonly Trouble[];
  /** Scripted metrics that are of nothing that is there. */
  readonly idle: readonly Problem[];
}
