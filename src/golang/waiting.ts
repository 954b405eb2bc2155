/** What goroutines wait for, and who is left to wake them. */
import { reachable, type Lookup } from './canonical.ts';
import type { Code } from './code.ts';
import type { Go, Meta } from './runtime-state.ts';
import { isKind } from './values.ts';
import type { TimerCell } from './cells.ts';

/** "var/1-2.count" lies in the cell "var/1-2". */
export function cellOf(object: string): string {
  const dot = object.indexOf('.');
  return dot < 0 ? object : object.slice(0, dot);
}

/** Cells that somebody must touch to wake a goroutine that is blocked; none = nobody ever will. */
export function waitsFor(g: Go): readonly string[] {
  if (g.on !== '') return [cellOf(g.on)];
  // A select stands before its operands.
  return (g.frames.at(-1)?.stack ?? []).flatMap((one) => (isKind(one, 'chan') ? [one.root] : []));
}

export function liveGoroutines(cells: Lookup): readonly Go[] {
  const live: Go[] = [];
  for (let id = 1; id <= (cells.get('meta') as Meta).goroutines; id++) {
    const g = cells.get(`go/${id}`) as Go;
    if (g.status !== 'done') live.push(g);
  }
  return live;
}

function hasTimer(cells: Lookup, reach: ReadonlySet<string>): boolean {
  for (const key of reach)
    if (key.startsWith('timer/') && (cells.get(key) as TimerCell | undefined)?.active) return true;
  return false;
}

/**
 * Goroutines that stay blocked for ever once main has ended: whoever could wake them is blocked for ever too. One that
 * another would have let go on a moment later is not among them.
 */
export function stranded(code: Code, cells: Lookup): ReadonlySet<number> {
  const others = liveGoroutines(cells).filter((one) => one.id !== 1);
  const globals = code.globals.map((one) => one.key);
  const reach = new Map(others.map(({ id }) => [id, reachable(code, cells, [`go/${id}`, ...globals])]));
  const none: ReadonlySet<string> = new Set();
  const left = new Set<number>();
  for (const { id, status } of others) {
    if (status === 'blocked' && !hasTimer(cells, reach.get(id) ?? none)) left.add(id);
  }
  for (let before = -1; before !== left.size;) {
    before = left.size;
    for (const g of others) {
      if (!left.has(g.id)) continue;
      const roots = waitsFor(g);
      if (others.some(({ id }) => !left.has(id) && roots.some((root) => reach.get(id)?.has(root)))) left.delete(g.id);
    }
  }
  return left;
}
