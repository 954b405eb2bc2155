/** The face of the explorer: every way a program of goroutines can end, and the trouble on the way. */
import type { Position } from './ast.ts';
import type { Endless } from './explore-endless.ts';
import type { Outcome } from './machine-types.ts';
import type { RaceAccess } from './race.ts';

/**
 * One decision where more than one thing could have happened: `goroutine` and `option` as in Transition. Goroutine 0 with
 * option -1 is the passing of time while goroutines only spin.
 */
export interface Pick {
  /** Steps that were taken before it. */
  readonly step: number;
  readonly goroutine: number;
  readonly option: number;
}

/** The way to something found: steps where nothing was open are not listed. `replay` follows it. */
export interface Way {
  readonly picks: readonly Pick[];
  /** Steps from the start, those without a decision too. */
  readonly steps: number;
}

export interface FoundOutcome extends Way {
  readonly outcome: Outcome;
  /** Of an outcome without an exit code: goroutines that run on and are never seen again. */
  readonly endless: readonly Endless[];
}

/** A goroutine that goes round and round in what others could see, and where it stands in one of the rounds. */
export interface Spin {
  readonly goroutine: number;
  readonly at: Position;
}

/** A read and a write of one goroutine with another's write between them: that one is lost. */
export interface LostUpdate {
  /** In the program's words: "counter". */
  readonly object: string;
  readonly goroutine: number;
  readonly read: Position;
  readonly write: Position;
  readonly other: number;
  /** The write that is lost. */
  readonly overwritten: Position;
}

export type Trouble = Way &
  (
    | { readonly kind: 'deadlock'; readonly waitStates: readonly string[] }
    | { readonly kind: 'panic'; readonly text: string }
    /** Blocked when main returned, and nobody was left who could have woken it. */
    | { readonly kind: 'leak'; readonly goroutine: number; readonly state: string; readonly at: Position }
    | ({ readonly kind: 'lost-update' } & LostUpdate)
    | { readonly kind: 'data-race'; readonly first: RaceAccess; readonly second: RaceAccess }
    /** Its states repeat, and no other goroutine can change that; no spins: it goes on past the horizon. */
    | { readonly kind: 'hang'; readonly spins: readonly Spin[] }
    /** A goroutine runs on and is never seen again, and nothing else is left that could end the program. */
    | ({ readonly kind: 'endless' } & Endless)
  );

export interface ExploreOptions {
  /** States that are kept at most. Default 200,000. */
  readonly maxStates?: number;
  /** Steps of one run at most. Default 20,000. */
  readonly maxDepth?: number;
  /** Virtual nanoseconds after which a run counts as one that does not end. Default one hour. */
  readonly horizon?: number;
  /** False = every transition of every state, for comparison. Default true. */
  readonly reduce?: boolean;
}

/** What was met: "alone" = a goroutine did `ALONE_MAX` instructions without a visible step, and was not followed further. */
export type Bound = 'none' | 'states' | 'depth' | 'alone';

export interface Exploration {
  readonly done: boolean;
  /** Every way to end was found. False while it goes on, and where a bound was met. */
  readonly complete: boolean;
  readonly bound: Bound;
  readonly states: number;
  /** Steps that the machine took. */
  readonly steps: number;
  /** Of the longest run that was followed. */
  readonly depth: number;
  /** In the order in which they were found, each with the shortest way found. */
  readonly outcomes: readonly FoundOutcome[];
  readonly troubles: readonly Trouble[];
}

export interface Explorer {
  /** Takes at most about `budget` steps. @returns what is known now */
  advance(budget: number): Exploration;
}
