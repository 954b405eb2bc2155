/** Answers about conditions (scenario/condition): where breakpoints stop a run, what watch expressions show. */

export interface StopsAnswer {
  readonly branch: number;
  /** Looked at, so far. */
  readonly upTo: number;
  /** Per condition: the steps after `from` at which it stops, ascending. */
  readonly steps: readonly Uint32Array[];
}

export interface WatchAnswer {
  /** Undefined: there is no such object, or no such field in it. */
  readonly value: string | undefined;
  /** Step at which it became that; 0 = it always was. */
  readonly changedAt: number;
  /** What it was before; absent if it always was that. */
  readonly before?: string | undefined;
}

export type ConditionCode =
  | 'condition-empty'
  | 'condition-long'
  | 'condition-deep'
  | 'condition-what'
  | 'condition-unknown'
  | 'condition-comparison'
  | 'condition-value'
  | 'condition-number'
  | 'condition-closing'
  | 'condition-quote'
  | 'condition-key'
  | 'condition-one-key'
  | 'condition-kind'
  | 'condition-resource'
  | 'condition-queue'
  | 'condition-lane'
  | 'condition-rest';

/** Why a text is no condition: what, at which character (1-based). */
export interface ConditionProblem {
  readonly code: ConditionCode;
  readonly column: number;
  readonly params: Readonly<Record<string, string>>;
}
