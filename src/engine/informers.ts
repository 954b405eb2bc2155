/** The informers of the cluster as of a step: how far each is behind, and one of them from the inside. */
import { type InformerState } from '../components/informer/informer.ts';
import { informerStateAt } from '../components/informer/informer-view.ts';
import type { Step, World } from '../kernel/kernel.ts';
import { RESOURCES } from '../model/resources.ts';
import type { IndexerView, InformerAnswer, InformerRow, InformersAnswer } from '../protocol/protocol.ts';
import type { Opened } from './core-engine.ts';
import { countUpTo } from './event-index.ts';
import { deltaView, listenerViews } from './informer-listeners.ts';

const SLOTS_MAX = 200;
const KEYS_MAX = 60;
const VALUES_MAX = 8;

const FIFO = 'fifo ';

/** In the order in which the cluster was wired. */
const idsOf = (world: World): readonly string[] =>
  world
    .collections()
    .filter(({ name }) => name.startsWith(FIFO))
    .map(({ name }) => name.slice(FIFO.length));

/** "kube-scheduler pods": the last word is the resource. */
function partsOf(id: string): { readonly process: string; readonly resource: string } {
  const space = id.lastIndexOf(' ');
  return { process: id.slice(0, space), resource: id.slice(space + 1) };
}

export function informersAt(opened: Opened, step: Step): InformersAnswer {
  const { cluster, index } = opened;
  const { trace } = cluster.world;
  const written = countUpTo(index.writes, step);
  const newest = written === 0 ? undefined : index.writes[written - 1];
  const revision = newest === undefined ? seededRevision(opened) : trace.number(newest);
  return { step, revision, rows: idsOf(cluster.world).flatMap((id) => rowOf(opened, id, step)) };
}

/** Before the first write. */
function seededRevision({ cluster, index }: Opened): number {
  const [first] = index.writes;
  return first === undefined ? cluster.apiServer.revision : cluster.world.trace.number(first) - 1;
}

function rowOf(opened: Opened, id: string, step: Step): readonly InformerRow[] {
  const { process, resource } = partsOf(id);
  const state = informerStateAt(opened.cluster.world, id, step);
  if (state === undefined) return [];
  const { reflector, queue, indexer, listeners } = state;
  const row = {
    ...{ id, process, resource, kind: kindOf(resource) },
    objects: indexer.count,
    queued: queue.slots.reduce((sum, { deltas }) => sum + deltas.length, 0),
    waiting: listeners.reduce((sum, { pending, inHand }) => sum + pending.length + (inHand === undefined ? 0 : 1), 0),
    lastRevision: reflector.lastRevision,
    behind: writesSince(opened, resource, reflector.lastRevision, step),
    listeners: listeners.map(({ name }) => name),
  };
  return [row];
}

const kindOf = (resource: string): string => RESOURCES.find((row) => row.resource === resource)?.kind ?? resource;

/** Commits of a resource after `revision`, up to the step. */
function writesSince({ cluster, index }: Opened, resource: string, revision: number, step: Step): number {
  const { trace } = cluster.world;
  const prefix = `${kindOf(resource)}/`;
  let found = 0;
  for (let i = countUpTo(index.writes, step) - 1; i >= 0; i--) {
    const at = index.writes[i] ?? 0;
    if (trace.number(at) <= revision) break;
    if (trace.object(at).startsWith(prefix)) found++;
  }
  return found;
}

export function informerAt(opened: Opened, step: Step, id: string): InformerAnswer | undefined {
  const { world } = opened.cluster;
  const state = informerStateAt(world, id, step);
  if (state === undefined) return undefined;
  const { reflector, queue } = state;
  const { process, resource } = partsOf(id);
  const now = step === 0 ? 0 : world.trace.time(step);
  return {
    ...{ step, now, id, process, resource },
    kind: kindOf(resource),
    generation: state.generation,
    distribution: state.distribution,
    reflector: reflectorView(reflector),
    queue: queueView(queue),
    indexer: indexerView(state),
    listeners: listenerViews(opened.cluster, state, process, step, now),
  };
}

function reflectorView(reflector: InformerState['reflector']): InformerAnswer['reflector'] {
  const { state, mode, lastRevision, watchFrom, relists, bookmarks, list, lastEnd, backoffTicks, resyncTicks } =
    reflector;
  return {
    ...{ state, mode, lastRevision, relists, bookmarks },
    ...(watchFrom === undefined ? {} : { watchFrom }),
    ...(list === undefined ? {} : { list }),
    ...(lastEnd === undefined ? {} : { lastEnd: `${String(lastEnd.code)} ${lastEnd.reason}`.trim() }),
    ...(backoffTicks === undefined ? {} : { backoffTicks }),
    ...(resyncTicks === undefined ? {} : { resyncTicks }),
  };
}

function queueView(queue: InformerState['queue']): InformerAnswer['queue'] {
  const { slots, hasSynced, initialLeft, lockHolder, blockedWrites, dedup } = queue;
  return {
    keys: new Set(slots.map(({ key }) => key).filter((key) => key !== '')).size,
    deltas: slots.reduce((sum, { deltas }) => sum + deltas.length, 0),
    entries: slots.length,
    slots: slots.slice(0, SLOTS_MAX).map(({ key, deltas }) => ({ key, deltas: deltas.map(deltaView) })),
    ...{ hasSynced, initialLeft, blockedWrites },
    ...(lockHolder === undefined ? {} : { lockHeldBy: lockHolder }),
    ...(dedup === undefined
      ? {}
      : { dedup: { ...dedup, older: deltaView(dedup.older), newer: deltaView(dedup.newer) } }),
  };
}

type Waiting = InformerState['queue']['slots'][number]['deltas'][number];

/** What will have come last to a key; where a whole list waits behind it, that is what the list says. */
function newestWaiting({ slots }: InformerState['queue'], stored: Iterable<string>): ReadonlyMap<string, Waiting> {
  const waiting = new Map<string, Waiting>();
  for (const { key, deltas } of slots) {
    const newest = deltas.at(-1);
    if (newest === undefined) continue;
    const keys = newest.type === 'ReplacedAll' ? [...waiting.keys(), ...stored] : key === '' ? [] : [key];
    for (const each of keys) waiting.set(each, newest);
  }
  return waiting;
}

/** Keys with something in the queue first, in its order; then those that changed last. */
function indexerView({ queue, indexer }: InformerState): IndexerView {
  const stored = new Map(indexer.revisions.map(({ key, revision }) => [key, revision]));
  const waiting = newestWaiting(queue, stored.keys());
  const byRevision = [...stored].sort(([, a], [, b]) => Number(b) - Number(a)).map(([key]) => key);
  const keys = [...new Set([...waiting.keys(), ...byRevision.slice(0, KEYS_MAX)])].slice(0, KEYS_MAX);
  return {
    objects: indexer.count,
    rows: keys.map((key) => {
      const revision = stored.get(key);
      const newest = waiting.get(key);
      return {
        key,
        ...(revision === undefined ? {} : { revision }),
        ...(newest === undefined ? {} : { waiting: deltaView(newest) }),
      };
    }),
    indexes: indexer.indexes.map(({ name, values }) => ({
      name,
      values: [...values].sort((a, b) => b.keys - a.keys).slice(0, VALUES_MAX),
      all: values.length,
    })),
  };
}
