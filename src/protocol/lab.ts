/** What crosses between the page and the worker of the laboratory: plain views of programs of goroutines. */

/** Where Go text is no program of the laboratory. 1-based. */
export interface LabProblem {
  readonly line: number;
  readonly column: number;
  /** In Go's words. */
  readonly message: string;
}

/** One open choice fixed (the kernel's pin). */
export interface LabPin {
  readonly label: string;
  readonly object: string;
  readonly occurrence: number;
  readonly option: number;
}

/** At this many steps from the start this goroutine goes on; option -1 of goroutine 0 lets time pass. */
export interface LabPick {
  readonly step: number;
  readonly goroutine: number;
  readonly option: number;
}

/** What decides where Go decides nothing: chance with a seed on several processors, or one step after the other by picks. */
export type LabSchedule =
  | { readonly kind: 'seed'; readonly seed: number; readonly pins: readonly LabPin[] }
  | { readonly kind: 'way'; readonly picks: readonly LabPick[] };

/** The point of a lab: turns of goroutines, and the operation that shows it (labs/lab.ts has the meaning). */
export interface LabPoint {
  readonly turns: readonly { readonly goroutine: number; readonly until?: string; readonly option?: number }[];
  readonly kind: string;
  readonly goroutine?: number;
  readonly object?: string;
  readonly nth?: number;
}

/** One step. Times are nanoseconds of virtual time. */
export interface LabOp {
  /** 0 = a timer, 1 = main. */
  readonly goroutine: number;
  readonly kind: string;
  /** 0 = nowhere. */
  readonly line: number;
  readonly object: string;
  readonly detail: string;
  readonly time: number;
  readonly cost: number;
  /** How many things could have happened instead, this one counted; 1 = nothing was open. */
  readonly options: number;
  /** Goroutines whose state is another one after it. */
  readonly turned: readonly { readonly goroutine: number; readonly state: LabState }[];
  /** Channels whose buffer is another one after it. */
  readonly buffers: readonly { readonly name: string; readonly length: number; readonly capacity: number }[];
  /** Locks whose owner is another one after it; 0 = nobody. */
  readonly owners: readonly { readonly name: string; readonly owner: number }[];
  /** Wait groups whose counter or waiters are others after it. */
  readonly groups: readonly { readonly name: string; readonly count: number; readonly waiters: readonly number[] }[];
}

export type LabState = 'runnable' | 'blocked' | 'done';

export interface LabOutcome {
  /** Undefined = it does not end. */
  readonly exit: number | undefined;
  readonly stdout: readonly string[];
  readonly stderr: string;
  readonly leaked: number;
}

export interface LabRace {
  readonly object: string;
  readonly first: { readonly goroutine: number; readonly line: number; readonly write: boolean; readonly step: number };
  readonly second: {
    readonly goroutine: number;
    readonly line: number;
    readonly write: boolean;
    readonly step: number;
  };
  /** As `go run -race` says it. */
  readonly report: readonly string[];
}

/** A whole run: `ops[k - 1]` is step k. */
export interface LabRun {
  readonly ops: readonly LabOp[];
  readonly names: readonly string[];
  /** It goes on beyond the last step, which is the bound of what is run. */
  readonly cut: boolean;
  /** Where it is cut because only a goroutine is left that does long work nobody sees: that one, and where. */
  readonly endless: { readonly goroutine: number; readonly line: number } | undefined;
  readonly outcome: LabOutcome | undefined;
  readonly races: readonly LabRace[];
}

export type LabAnswer =
  { readonly ok: true; readonly run: LabRun } | { readonly ok: false; readonly problems: readonly LabProblem[] };

export interface LabGoroutine {
  readonly id: number;
  readonly name: string;
  readonly state: 'running' | LabState;
  /** In Go's words; "" where it is not blocked. */
  readonly wait: string;
  readonly line: number;
  readonly stack: readonly { readonly func: string; readonly line: number }[];
  readonly locals: readonly { readonly name: string; readonly value: string }[];
}

export type LabObject =
  | {
      readonly kind: 'chan';
      readonly name: string;
      readonly capacity: number;
      readonly buffer: readonly string[];
      readonly closed: boolean;
      readonly senders: readonly number[];
      readonly receivers: readonly number[];
    }
  | {
      readonly kind: 'mutex';
      readonly name: string;
      readonly owner: number;
      readonly readers: readonly number[];
      readonly waiters: readonly number[];
    }
  | {
      readonly kind: 'counter';
      readonly name: string;
      readonly of: string;
      readonly value: string;
      readonly waiters: readonly number[];
    }
  | {
      readonly kind: 'map';
      readonly name: string;
      readonly entries: readonly { readonly key: string; readonly value: string }[];
      readonly length: number;
    };

/** Another thing that could have happened as this step. */
export interface LabChoice {
  readonly goroutine: number;
  readonly label: string;
  /** It is what happened. */
  readonly taken: boolean;
  /** What makes it happen. */
  readonly schedule: LabSchedule;
}

/** The state after a step. */
export interface LabView {
  readonly step: number;
  readonly digest: string;
  readonly goroutines: readonly LabGoroutine[];
  readonly objects: readonly LabObject[];
  readonly stdout: readonly string[];
  /** What the program itself printed to standard error. */
  readonly stderr: readonly string[];
  /** Of the step that comes next; empty where nothing is open. */
  readonly choices: readonly LabChoice[];
}

export type LabTroubleKind = 'deadlock' | 'panic' | 'leak' | 'lost-update' | 'data-race' | 'hang' | 'endless';

export type LabDeed = 'read' | 'write' | 'overwritten';

export interface LabTrouble {
  readonly kind: LabTroubleKind;
  /** Wait states, the panic's text, the object; of one that does not end, how that is known (`Endless` of golang). */
  readonly detail: string;
  /** Who does not end: its goroutines, in the order of `lines`. */
  readonly goroutines: readonly number[];
  /** What was done on each of `lines`, where that differs: of a data race, of a lost update. */
  readonly deeds?: readonly LabDeed[];
  /** Lines of the text that it is about. */
  readonly lines: readonly number[];
  readonly picks: readonly LabPick[];
  readonly steps: number;
}

export interface LabExploration {
  readonly done: boolean;
  readonly complete: boolean;
  readonly bound: 'none' | 'states' | 'depth' | 'alone';
  readonly states: number;
  readonly steps: number;
  readonly outcomes: readonly (LabOutcome & {
    readonly picks: readonly LabPick[];
    readonly steps: number;
    /** Of one that does not end: goroutines that run on and are never seen again. */
    readonly endless: readonly { readonly goroutine: number; readonly line: number }[];
  })[];
  readonly troubles: readonly LabTrouble[];
}

/** Two programs may be open at once. */
export type LabSlot = 0 | 1;

export interface LabApi {
  check(text: string): Promise<readonly LabProblem[]>;
  run(slot: LabSlot, text: string, schedule: LabSchedule): Promise<LabAnswer>;
  view(slot: LabSlot, step: number): Promise<LabView>;
  /** The schedule of a point, and its step; undefined where the text has no such step. */
  point(text: string, point: LabPoint): Promise<{ readonly schedule: LabSchedule; readonly step: number } | undefined>;
  /** Begins anew. */
  explore(text: string): Promise<LabExploration | undefined>;
  /** The next slice of what was begun; undefined = nothing was. */
  exploreOn(): Promise<LabExploration | undefined>;
}
