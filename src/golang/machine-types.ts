/**
 * The face of the goroutine machine: programs of go1.26 in small visible steps. Everything the machine must remember is in
 * cells of plain data, so that the same code runs on the kernel's collections (steps back, forks, digests) and on the light
 * cells of the explorer.
 *
 * - G-1 a step is one visible operation of one goroutine (a channel operation, a lock, a read or write of a variable that
 *   two goroutines can reach, a print, a start, an end) and all that this goroutine does alone before it.
 * - G-2 what the runtime of Go leaves open is a transition: which goroutine runs, which ready case a select takes, which
 *   order a map is walked in. What it fixes (first in, first out of a channel's waiters) is no choice.
 * - G-3 virtual time moves only when no goroutine can run: to the earliest timer.
 */
import type { Position } from './ast.ts';

/** Plain immutable data (kernel rule W-4), by key; a key names its kind first, e.g. "chan/3". */
export interface Cells {
  get(key: string): object | undefined;
  set(key: string, value: object): void;
  delete(key: string): void;
  entries(): Iterable<readonly [key: string, value: object]>;
}

/** Touches of a shared object: two steps commute unless they touch one object and one of them writes. */
export interface Access {
  readonly object: string;
  readonly write: boolean;
}

/** Something that may happen next. */
export interface Transition {
  /** 1 = main; 0 = a timer whose moment has come. */
  readonly goroutine: number;
  /** The index of a ready case in its select, of the entry a map walk starts at, of a due timer; 0 where there is nothing to decide. */
  readonly option: number;
  /** Says the option in words, e.g. "case <-done". */
  readonly label: string;
  /** What it would touch. */
  readonly accesses: readonly Access[];
}

/**
 * "read"/"write" touch a variable, "map-read"/"map-write" a map; "block" parks the goroutine (detail = wait state in Go's
 * words); "switch" only ends private work (runtime.Gosched); "fatal" is an error of the runtime that nothing can recover
 * (detail = its text); "rand" draws (detail = what was drawn); "context" makes a context or asks one, "cancel" cancels it.
 */
export type OpKind =
  | 'start'
  | 'end'
  | 'panic'
  | 'fatal'
  | 'exit'
  | 'switch'
  | 'rand'
  | 'print'
  | 'read'
  | 'write'
  | 'map-read'
  | 'map-write'
  | 'send'
  | 'receive'
  | 'close'
  | 'select'
  | 'lock'
  | 'unlock'
  | 'rlock'
  | 'runlock'
  | 'trylock'
  | 'add'
  | 'done'
  | 'wait'
  | 'once'
  | 'cond-wait'
  | 'signal'
  | 'broadcast'
  | 'atomic'
  | 'sync-map'
  | 'sleep'
  | 'timer'
  | 'context'
  | 'cancel'
  | 'block';

/** What a step did. Times are in nanoseconds of virtual time. */
export interface Op {
  readonly goroutine: number;
  readonly kind: OpKind;
  /** In the program: what the library does for it is where it was called. A timer's step has none: 0:0. */
  readonly at: Position;
  /** The object in the program's words where it has a name: "ch", "mu", "counter", "m"; else its cell's key. */
  readonly object: string;
  /** Cell key of the object; "" = none. */
  readonly cell: string;
  /** A value, a wait state, a printed line. */
  readonly detail: string;
  /** Of a step that reads or writes one entry of a map: which, in a text that no other key has. */
  readonly key?: string;
  /** Goroutines that can run again, or were started, by it. */
  readonly wakes: readonly number[];
  /**
   * Edges of the memory model: this step comes after the last release of each `acquire`, and everything up to it before
   * later acquires of each `release`; releases of one key add up. Keys are cells, or parts of them ("chan/3#slot/2").
   * A goroutine that another one woke has the edge in its own next step.
   */
  readonly acquires: readonly string[];
  readonly releases: readonly string[];
  /** What its goroutine did alone with maps after it: a read counts 1, a write 2. For costs only. */
  readonly work: number;
  /** Reads and writes of plain memory in this step, for the race detector. */
  readonly memory: readonly Access[];
}

/** How a program ended. */
export interface Outcome {
  /** 0, 1 (os.Exit), 2 (panic or fatal error); undefined = it hangs: a program that only spins or never comes to an end. */
  readonly exit: number | undefined;
  readonly stdout: readonly string[];
  /** First line of standard error; "" = none. */
  readonly stderr: string;
  /** In a deadlock: wait states of all goroutines in Go's words, sorted. */
  readonly waitStates: readonly string[];
  /** Goroutines that were still there when main returned, by wait state or "running". */
  readonly leaked: readonly { readonly goroutine: number; readonly state: string; readonly at: Position }[];
}

/** A goroutine as a person sees it. */
export interface GoroutineView {
  readonly id: number;
  /** "main", or the name of the function, or "func1 of main". */
  readonly name: string;
  readonly state: 'running' | 'runnable' | 'blocked' | 'done';
  /** In Go's words: "chan send", "sync.Mutex.Lock", "sleep"; "" where it is not blocked. */
  readonly wait: string;
  /** Cell key of what it waits for; "" = nothing. */
  readonly on: string;
  /** Of the operation it does next. */
  readonly at: Position;
  /** Frames, innermost first. */
  readonly stack: readonly { readonly func: string; readonly at: Position }[];
  /** Named variables of the innermost frame, printed. */
  readonly locals: readonly { readonly name: string; readonly value: string }[];
}

/** A shared object as a person sees it. */
export type ObjectView =
  | {
      readonly kind: 'chan';
      readonly cell: string;
      readonly name: string;
      readonly capacity: number;
      readonly buffer: readonly string[];
      readonly closed: boolean;
      readonly senders: readonly number[];
      readonly receivers: readonly number[];
    }
  | {
      readonly kind: 'mutex';
      readonly cell: string;
      readonly name: string;
      /** 0 = nobody. */
      readonly owner: number;
      /** RWMutex: goroutines that hold it for reading. */
      readonly readers: readonly number[];
      readonly waiters: readonly number[];
    }
  | {
      readonly kind: 'counter';
      readonly cell: string;
      readonly name: string;
      /** WaitGroup, atomic value, plain variable. */
      readonly of: 'waitgroup' | 'atomic' | 'variable' | 'once' | 'context' | 'timer' | 'cond';
      readonly value: string;
      readonly waiters: readonly number[];
    }
  | {
      readonly kind: 'map';
      readonly cell: string;
      readonly name: string;
      readonly entries: readonly { readonly key: string; readonly value: string }[];
      readonly length: number;
    };

export interface Machine {
  /** Empty = nothing can run now: move time, or it is over. */
  transitions(): readonly Transition[];
  take(transition: Transition): Op;
  /** Virtual nanoseconds since the start. */
  readonly now: number;
  /** When the earliest timer fires; undefined = none is running. */
  readonly nextTimer: number | undefined;
  /**
   * Moves time to the earliest timer and fires it (G-3). Where several are due then, only time moves: which is first is a
   * transition of goroutine 0. @returns what that did, as a step of goroutine 0
   */
  fireTimer(): Op;
  /** Undefined while something can still happen. */
  outcome(): Outcome | undefined;
  goroutines(): readonly GoroutineView[];
  objects(): readonly ObjectView[];
  readonly stdout: readonly string[];
  /** What the program itself printed there; what the runtime says in the end is in the outcome. */
  readonly stderr: readonly string[];
}
