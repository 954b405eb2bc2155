import type { KubernetesVersion } from '../model/versions.ts';

/** One recorded case. Upstream's answer stands in `expect`, `expectBy` or the steps; see docs/spec of its source. */
export interface Row {
  readonly id: string;
  readonly source: string;
  readonly kind: string;
  readonly versions: readonly string[];
  readonly given: unknown;
  readonly expect: unknown;
  /** Replaces `expect` whole for a version. */
  readonly expectBy: Readonly<Record<string, unknown>>;
  readonly steps: readonly RowStep[] | undefined;
  /** The row as it was read: formats have fields of their own. */
  readonly raw: Readonly<Record<string, unknown>>;
  /** Name of the file that the row stands in: paths in a row are relative to it. */
  readonly file?: string;
}

export interface RowStep {
  readonly op?: string;
  readonly expect?: unknown;
  readonly [field: string]: unknown;
}

/** How a format compares; a path is written "nodes.n1.reasons" or "3.queue" (steps by index). */
export interface CompareOptions {
  /** Lists that are sets: order does not count. */
  readonly isSet?: (path: string) => boolean;
  /** Maps whose keys are all listed: the candidate may know no other. */
  readonly isComplete?: (path: string) => boolean;
  /** What a format says in words, beside what it compares. */
  readonly isNotCompared?: (path: string) => boolean;
  /** Texts that count as equal though they differ. */
  readonly sameText?: (path: string, expected: string, got: string) => boolean;
  /** Largest difference between two numbers that counts as equal. Default 0. */
  readonly tolerance?: (path: string) => number;
}

/** Answers the rows of one (source, kind) from the product. */
export interface Adapter {
  readonly source: string;
  readonly kind: string;
  readonly compare?: CompareOptions;
  /**
   * What the product says, in the form of the row's `expect`; for a row whose expectations stand in its steps, a list
   * parallel to the steps. May say more than is listed. Throwing counts as a failure.
   */
  run(row: Row, version: KubernetesVersion): unknown;
}

/** Answers rows that hold for a release of Go: Kubernetes minors mean nothing to them. */
export interface GoAdapter extends Omit<Adapter, 'run'> {
  readonly release: 'go1.26';
  run(row: Row): unknown;
}

/** Judges rows by rules of their own, where an answer cannot be compared field by field. */
export interface RuleAdapter extends Omit<Adapter, 'run' | 'compare'> {
  /** In words; none = it passes. Throwing counts as a failure. */
  failures(row: Row, version: KubernetesVersion): readonly string[];
}

export interface Mismatch {
  readonly path: string;
  readonly expected: unknown;
  readonly got: unknown;
}

export interface Failure extends Mismatch {
  readonly source: string;
  readonly kind: string;
  readonly id: string;
  readonly version: string;
}

export interface KindCount {
  readonly source: string;
  readonly kind: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface Report {
  /** Sorted by source, then kind. */
  readonly kinds: readonly KindCount[];
  readonly failures: readonly Failure[];
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** One input, as text or as bytes (compressed or not). */
export interface InputFile {
  readonly name: string;
  readonly text?: string;
  readonly bytes?: Uint8Array;
}

export interface RunOptions {
  /** Only these minors ("1.35"); rows that hold for none of them are left out. */
  readonly versions?: readonly string[];
}
