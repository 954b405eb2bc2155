/** Invariants that did not hold, and what is known of each. */

/** An invariant that did not hold. */
export interface Breach {
  /** Of the table in docs/fidelity.md: "bind-once". */
  readonly id: string;
  /** At which it was seen. */
  readonly step: number;
  /** "Pod/ns/name". */
  readonly object: string;
  /** What is so, what was wanted, and who else has to do with it. */
  readonly is?: number | string;
  readonly wanted?: number | string;
  readonly other?: string;
}

/** An invariant as of a step. */
export interface InvariantRow {
  /** As in Breach. */
  readonly id: string;
  /** It is looked at when the run has come to rest, and it has not. */
  readonly waits?: true;
  /** The first. */
  readonly breach?: Breach;
  /** A fault has it out of force. */
  readonly suspended?: {
    /** The fault's verb: "drop". */
    readonly by: string;
    /** The fault has not ended. */
    readonly stands: boolean;
    /** Ticks; Infinity = for the rest of the run, or not known as long as the fault stands. */
    readonly until: number;
  };
}
