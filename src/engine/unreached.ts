/** Entries of the timeline that had not begun where a run ends: their time or step was not reached, or one before hangs. */
import type { TimelineEntry } from '../scenario/scenario.ts';
import type { UnreachedEntry } from '../protocol/protocol.ts';
import { ACT, type Agenda } from './agenda.ts';
import type { Cluster } from './create-cluster.ts';
import { LOOK } from './drain.ts';
import { isTerminal } from './kubectl.ts';

/** Where a thread of entries stands, as kubectl's heap entries have it. */
interface Position {
  readonly entries: readonly TimelineEntry[];
  readonly entry: number;
  readonly item: number;
}

/** In the order of the timeline. */
export function unreachedEntries({ world }: Cluster, agenda: Agenda): readonly UnreachedEntry[] {
  const left = new Set(agenda.left);
  for (const { handler, data } of world.timers([ACT, LOOK])) {
    const drains = handler === LOOK;
    const { entries, entry, item } = drains ? (data as { readonly at: Position }).at : (data as Position);
    // What has begun goes on.
    const from = drains || item > 0 ? entry + 1 : entry;
    const first = entries[from];
    // The next terminal is set up when the one before begins.
    const waits = !drains && first !== undefined && isTerminal(first);
    const end = entries.findIndex((other, i) => i >= from && isTerminal(other));
    for (const one of entries.slice(from, waits || end < 0 ? undefined : end)) left.add(one);
  }
  const rows = agenda.timeline.flatMap((entry, index) => (left.has(entry) ? [rowOf(entry, index)] : []));
  return rows;
}

function rowOf({ verb, when }: TimelineEntry, index: number): UnreachedEntry {
  const at = when.kind === 'at' ? { at: when.micros } : when.kind === 'step' ? { afterStep: when.step } : {};
  return { index, verb, ...at };
}
