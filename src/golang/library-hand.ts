/** What functions of the library have in common. */
import { allocate } from './memory.ts';
import type { Go, Rt } from './runtime-state.ts';
import { num, str, type Value } from './values.ts';

/** Takes arguments, gives results. */
export type Run = (rt: Rt, g: Go, args: readonly Value[]) => readonly Value[];

export const text = (value: Value | undefined): string => str(value ?? '');
export const whole = (value: Value | undefined): number => num(value ?? 0);

/** @param t its type */
export function newSlice(rt: Rt, g: Go, v: readonly Value[], t: string): Value {
  return {
    k: 'slice',
    root: allocate(rt, g, { k: 'array', v }, '', t),
    path: [],
    off: 0,
    len: v.length,
    cap: v.length,
  };
}
