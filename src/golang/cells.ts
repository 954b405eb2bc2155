/** The cells in which values live: variables, channels, maps, timers, contexts. Models: runtime/chan.go, time.go and context of go1.26. */
import type { Value } from './values.ts';

/** A variable, the array of a slice, a value made by new. */
export interface MemoryCell {
  readonly k: 'mem';
  /** The only goroutine that can reach it; 0 = any. */
  readonly own: number;
  readonly v: Value;
  readonly name: string;
  readonly t: string;
  /** It is no variable: a literal or new made it, and it has the name of what it was first put into. */
  readonly made?: true;
}

/** Who waits at a channel; `select` is the case, -1 = a plain operation. */
export interface Waiter {
  readonly g: number;
  readonly v: Value;
  readonly select: number;
  /** What it did before it parked (a release of its step). */
  readonly key: string;
}

export interface ChanCell {
  readonly k: 'chan';
  readonly name: string;
  readonly cap: number;
  readonly zero: Value;
  readonly buf: readonly Value[];
  /** Beside each value: the release of a sender that was parked; "" = its slot's. */
  readonly keys: readonly string[];
  /** Values ever put into the buffer: the slots of the memory model. */
  readonly sent: number;
  readonly received: number;
  readonly closed: boolean;
  readonly sendq: readonly Waiter[];
  readonly recvq: readonly Waiter[];
  /** The timer that sends to it; "" = none. */
  readonly timer: string;
  readonly t: string;
}

export interface MapCell {
  readonly k: 'map';
  readonly own: number;
  readonly name: string;
  readonly keys: readonly string[];
  readonly entries: Readonly<Record<string, { readonly key: Value; readonly value: Value }>>;
  /** Between the two halves of a write. */
  readonly writing: boolean;
  readonly t: string;
}

export interface TimerCell {
  readonly k: 'timer';
  readonly name: string;
  /** Nanoseconds; meaningless while not `active`. */
  readonly when: number;
  /** 0 = fires once. */
  readonly period: number;
  readonly active: boolean;
  readonly seq: number;
  readonly does:
    | { readonly kind: 'send'; readonly chan: string }
    | { readonly kind: 'wake'; readonly g: number }
    | { readonly kind: 'call'; readonly f: Value }
    | { readonly kind: 'expire'; readonly ctx: string };
}

export interface ContextCell {
  readonly k: 'ctx';
  readonly name: string;
  readonly of: 'background' | 'cancel' | 'timer' | 'value' | 'afterfunc' | 'detached';
  readonly parent: string;
  readonly err: Value;
  readonly cause: Value;
  readonly done: string;
  readonly children: readonly string[];
  readonly deadline: number | false;
  readonly timer: string;
  readonly key: Value;
  readonly value: Value;
}
