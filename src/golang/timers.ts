/** The timers that run. Models: runtime/time.go of go1.26: a channel timer counts only while somebody waits at its channel. */
import { chanCell, meta, timerCell } from './memory.ts';
import type { Rt } from './runtime-state.ts';
import { compareBytes } from '../kernel/kernel.ts';
import type { TimerCell } from './cells.ts';

interface TimerList {
  readonly k: 'timers';
  readonly keys: readonly string[];
}

function keys(rt: Rt): readonly string[] {
  return (rt.cells.get('timers') as TimerList | undefined)?.keys ?? [];
}

export function addTimer(rt: Rt, key: string, cell: TimerCell): void {
  rt.cells.set(key, cell);
  const active = keys(rt).filter((one) => one !== key && timerCell(rt, one).active);
  const list: TimerList = { k: 'timers', keys: [...active, key].sort(compareBytes) };
  rt.cells.set('timers', list);
}

/** Timers that will do something, by key. */
function running(rt: Rt): { readonly key: string; readonly when: number }[] {
  return keys(rt).flatMap((key) => {
    const cell = timerCell(rt, key);
    const counts = cell.active && (cell.does.kind !== 'send' || chanCell(rt, cell.does.chan).recvq.length > 0);
    return counts ? [{ key, when: cell.when }] : [];
  });
}

/** Timers whose moment has come. */
export function dueTimers(rt: Rt): string[] {
  const { now } = meta(rt);
  return running(rt).flatMap((one) => (one.when <= now ? [one.key] : []));
}

export function earliest(rt: Rt): number | undefined {
  const all = running(rt).map((one) => one.when);
  return all.length === 0 ? undefined : Math.min(...all);
}
