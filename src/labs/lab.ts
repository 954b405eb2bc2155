/**
 * What a lab of the concurrency laboratory is: one lesson in small Go programs, some with a fault and some that cure it, a
 * note, a question to answer before the run, and the step that shows the point. Plain data; the machine is in golang/.
 */
import type { OpKind } from '../golang/machine-types.ts';

export interface Text {
  readonly en: string;
  readonly ja: string;
}

/**
 * What goes wrong, as a person names it. "panic" is also a fatal error of the runtime other than a deadlock; "stall" = one
 * slow part holds up all; "early-return" = the answer is given before it is complete; "leak" = a goroutine is blocked for
 * ever although the program goes on.
 */
export type Trouble =
  'deadlock' | 'panic' | 'leak' | 'lost-update' | 'race' | 'stall' | 'early-return' | 'wrong-result' | 'none';

/** A number of the program that a person may turn: the constant of that name in its text. */
export interface Param {
  readonly name: string;
  readonly label: Text;
  readonly value: number;
  readonly min: number;
  readonly max: number;
}

export interface Variant {
  readonly id: string;
  readonly title: Text;
  /** A whole Go file. */
  readonly text: string;
  readonly faulty: boolean;
  /** Id of the variant of the same lab that cures it. */
  readonly cure?: string;
  /** What some schedule of a faulty variant shows; "none" where no schedule shows anything. */
  readonly expect: Trouble;
  /** What some schedule shows besides. */
  readonly also?: readonly Trouble[];
  /** A line of standard output that begins so says that the trouble happened. Where the runtime says it, there is none. */
  readonly sign?: string;
  readonly params?: readonly Param[];
}

export interface Option {
  readonly text: Text;
  readonly right: boolean;
  readonly why: Text;
}

/** One goroutine goes on until it has done an operation of this kind, cannot run, or for ever where there is no `until`. */
export interface Turn {
  readonly goroutine: number;
  readonly until?: OpKind;
  /** Of the choices that its steps leave open; 0 where it is not given. */
  readonly option?: number;
}

/** The step that shows the point: the `nth` (from 1) operation that fits, when `variant` runs by `turns`. */
export interface Point {
  readonly variant: string;
  /** Schedule: after the last turn, who runs goes on until it cannot, then the lowest number. */
  readonly turns: readonly Turn[];
  readonly kind: OpKind;
  readonly goroutine?: number;
  readonly object?: string;
  readonly nth?: number;
}

/** What operations cost in virtual time: "published" is PUBLISHED_COSTS of golang/go-costs.ts. */
export type CostName = 'published';

export type LabRow = 'M1' | 'M2' | 'E1' | 'E2' | 'E3' | 'S2' | 'S3' | 'F1' | 'F2' | 'W1';

export interface Lab {
  readonly id: string;
  readonly title: Text;
  /** One sentence: what there is to see. */
  readonly line: Text;
  /** Rows of the specification of the seed systems; empty = one of the laboratory's own. */
  readonly rows: readonly LabRow[];
  readonly variants: readonly Variant[];
  readonly note: Text;
  readonly question: { readonly text: Text; readonly options: readonly Option[] };
  readonly point: Point;
  readonly cost: CostName;
}

/**
 * The text of a variant with other numbers.
 * @param values by name; what is left out keeps its value, what lies outside a parameter's bounds is brought to the nearest
 */
export function textOf(variant: Variant, values: Readonly<Record<string, number>>): string {
  return (variant.params ?? []).reduce((text, { name, value, min, max }) => {
    const wanted = Math.min(max, Math.max(min, Math.trunc(values[name] ?? value)));
    return text.replace(new RegExp(`^((?:const |\\t)${name} += )\\d+$`, 'm'), `$1${wanted}`);
  }, variant.text);
}
