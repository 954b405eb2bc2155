/**
 * Goroutines that never come to a visible step again: nobody can wake or hinder them, and nobody can tell that they run. The
 * explorer sets them aside and goes on with the others.
 *
 * Three ways to know it. "no-exit": no instruction that can be reached from where it stands leaves the loop. "repeats": it
 * has come to a state in which it was before. "bound": neither, but it has done `ALONE_MAX` instructions alone; this is no
 * proof, and the answer of the explorer is not complete then.
 */
import type { Position } from './ast.ts';
import { stateKey } from './canonical.ts';
import type { Code, FuncCode, Instr } from './code.ts';
import { lightCells, type CellMap } from './explore-cells.ts';
import { machineOf } from './machine.ts';
import type { Transition } from './machine-types.ts';
import { placeOf } from './places.ts';
import type { Frame, Go, Meta, Rt } from './runtime-state.ts';

/** Instructions of one goroutine without a visible step, at most. The machine interrupts it each 20,000. */
export const ALONE_MAX = 1_000_000;
const INTERRUPTED_AFTER = 20_000;

export interface Endless {
  readonly goroutine: number;
  readonly at: Position;
  readonly how: 'no-exit' | 'repeats' | 'bound';
}

export type Alone =
  | { readonly kind: 'endless'; readonly endless: Endless }
  /** It came to a visible step after it was interrupted this often. */
  | { readonly kind: 'back'; readonly times: number; readonly cells: CellMap };

/** Goroutines that were interrupted in private work. */
export function tiredGoroutines(cells: CellMap): readonly number[] {
  const { goroutines } = cells.get('meta') as Meta;
  return Array.from({ length: goroutines }, (_, i) => i + 1).filter((id) => {
    const { status, tired } = cells.get(`go/${id}`) as Go;
    return tired && status === 'run';
  });
}

/** Lets one goroutine go on alone, on cells of its own. @param clock as for `stateKey` */
export function runAlone(code: Code, from: CellMap, goroutine: number, clock: boolean): Alone {
  const g = from.get(`go/${goroutine}`) as Go;
  const found = (how: Endless['how']): Alone => ({
    kind: 'endless',
    endless: { goroutine, at: placeOf({ code } as Rt, g), how },
  });
  const frame = g.frames.at(-1);
  if (frame !== undefined && hasNoExit(code, frame)) return found('no-exit');
  const cells = lightCells(from);
  const machine = machineOf(code, cells);
  const seen = new Set<string>();
  for (let times = 1; times < INTERRUPTIONS_MAX; times++) {
    const key = stateKey(code, cells, clock);
    if (seen.has(key)) return found('repeats');
    seen.add(key);
    machine.take(onward(goroutine));
    if (!tiredGoroutines(cells.map).includes(goroutine)) return { kind: 'back', times, cells: cells.map };
  }
  return found('bound');
}

/** A goroutine was interrupted so often since it was last seen that it is not followed further. */
export const INTERRUPTIONS_MAX = ALONE_MAX / INTERRUPTED_AFTER;

export function onward(goroutine: number): Transition {
  return { goroutine, option: 0, label: '', accesses: [] };
}

/** Neither leaves its function nor can panic nor is ever seen. Divisions and shifts may panic, comparisons of any too. */
const HARMLESS: ReadonlySet<Instr['op']> = new Set([
  'const',
  'load',
  'store',
  'pop',
  'dup',
  'dup2',
  'swap',
  'un',
  'jump',
  'jump-if-not',
  'and',
  'or',
  'unless',
  'yield',
]);
const MAY_PANIC: ReadonlySet<string> = new Set(['/', '%', '<<', '>>']);

function isHarmless(instr: Instr): boolean {
  if (instr.op !== 'bin') return HARMLESS.has(instr.op);
  return instr.t.k === 'basic' && !MAY_PANIC.has(instr.name);
}

/** @returns whether all that can be reached from where the frame stands is harmless, so that it goes round for ever */
function hasNoExit(code: Code, { fn, pc }: Frame): boolean {
  const body = code.funcs[fn]?.code ?? [];
  const reached = new Set([pc]);
  for (const at of reached) {
    const instr = body[at];
    if (instr === undefined || !isHarmless(instr)) return false;
    for (const next of after(instr, at)) reached.add(next);
  }
  return true;
}

function after(instr: FuncCode['code'][number], pc: number): readonly number[] {
  const next = instr.op === 'jump' ? [] : [pc + 1];
  return 'to' in instr ? [...next, instr.to] : next;
}
