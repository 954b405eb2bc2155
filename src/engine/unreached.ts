/** Entries of the timeline that had not begun where a run ends: their time or step was not reached, or one before hangs. */
import type { TimelineEntry } from '../scenario/scenario.ts';
import type { UnreachedEntry } from '../protocol/protocol.ts';
import { ACT, type Agenda } from './agenda.ts';
import type { Cluster } from './create-cluster.ts';
import { LOOK } from './drain.ts';
import { byTerminal, isTerminal, mainThread } from './kubectl.ts';
import { targetsIn } from '../scenario/verbs.ts';

/** Where a thread of entries stands, as kubectl's heap entries have it. */
interface Position {
  readonly entries: readonly TimelineEntry[];
  readonly entry: number;
  readonly item: number;
  /** Of a thread that waited for it. */
  readonly step?: number;
}

/** In the order of the timeline. */
export function unreachedEntries(cluster: Cluster, agenda: Agenda): readonly UnreachedEntry[] {
  const { world } = cluster;
  const left = new Set(agenda.left);
  for (const { handler, data } of world.timers([ACT, LOOK])) {
    const drains = handler === LOOK;
    const { entries, entry, item, step = -1 } = drains ? (data as { readonly at: Position }).at : (data as Position);
    if (step < agenda.lone) continue;
    // What has begun goes on.
    const from = drains || item > 0 ? entry + 1 : entry;
    const first = entries[from];
    // The next terminal is set up when the one before begins.
    const waits = !drains && first !== undefined && isTerminal(first);
    const end = entries.findIndex((other, i) => i >= from && isTerminal(other));
    for (const one of entries.slice(from, waits || end < 0 ? undefined : end)) left.add(one);
  }
  const waiting = uncounted(cluster, agenda);
  return agenda.timeline.flatMap((entry, index) => {
    const waitsFor = waiting.get(entry);
    if (waitsFor !== undefined) return [{ ...rowOf(entry, index), waitsFor }];
    return left.has(entry) ? [rowOf(entry, index)] : [];
  });
}

/** Entries that are to take a number of events, and what is missing of them. */
function uncounted(
  { world, scenario }: Cluster,
  agenda: Agenda,
): ReadonlyMap<TimelineEntry, NonNullable<UnreachedEntry['waitsFor']>> {
  const faults = world.collections().find(({ name }) => name === 'api-server faults');
  const found = new Map<TimelineEntry, NonNullable<UnreachedEntry['waitsFor']>>();
  for (const [id, value] of faults?.entries() ?? []) {
    const { left } = value as { readonly left?: number };
    // "12", or "step 340 0": its thread, and its place there.
    const [, step, at = ''] = /^(?:step (\d+) )?(\d+)$/.exec(id) ?? [];
    const thread = step === undefined ? mainThread(scenario).entries : byTerminal(agenda.thread(Number(step)));
    const entry = thread[Number(at)];
    const [named] = entry === undefined ? [] : targetsIn(entry.verb, entry.body);
    if (left !== undefined && entry !== undefined && named !== undefined)
      found.set(entry, { events: left, watch: named.text });
  }
  return found;
}

function rowOf({ verb, when }: TimelineEntry, index: number): UnreachedEntry {
  const at = when.kind === 'at' ? { at: when.micros } : when.kind === 'step' ? { afterStep: when.step } : {};
  return { index, verb, ...at };
}
