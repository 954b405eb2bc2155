/** Two runs that part at a fork, on one clock: what each of them did to its objects since. */
import type { ForkEntry, RunStatus, TokenPhase } from './protocol.ts';

/** An object in a few words. */
export interface ObjectState {
  /** What kubectl would print: "Running", "2/3", "NotReady". */
  readonly text: string;
  /** Pods only. */
  readonly phase: TokenPhase | '';
  readonly node: string;
  /** A Pod or node whose condition Ready is True. */
  readonly ready: boolean;
  readonly restarts: number;
  /** Reason of a Pod's condition DisruptionTarget; "" = none. */
  readonly disrupted: string;
}

/** A write that changed such a state. */
export interface TaleRow {
  readonly step: number;
  readonly micros: number;
  readonly key: string;
  /** Undefined: it is gone. */
  readonly state?: ObjectState;
}

export interface Tale {
  /** How far it is told. */
  readonly steps: number;
  readonly micros: number;
  readonly state: RunStatus['state'];
  readonly rows: readonly TaleRow[];
  /** A fault began in it, before or after the two part. */
  readonly broken: boolean;
  /** Events a bin of the window, leases and the like left out. */
  readonly density: readonly number[];
}

export interface BesideAnswer {
  /** The last step that both share, and its time. */
  readonly from: number;
  readonly fromMicros: number;
  /** What made the branch, as `fork` takes it. */
  readonly entries: readonly ForkEntry[];
  /** Pods, nodes and workloads when they part. */
  readonly base: readonly (readonly [key: string, state: ObjectState])[];
  readonly original: Tale;
  readonly branch: Tale;
  /** Time that the densities cover: from a while before the fork to the end of what happens in either. */
  readonly window: { readonly from: number; readonly to: number };
}
