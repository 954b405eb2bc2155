/** An informer as of a step, read off the history; costs as much as there is in it. */
import { compareBytes, type Step, type View, type World } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import type { KubeObject } from '../../model/objects.ts';
import { inSlotOrder } from '../workqueue/workqueue.ts';
import { aboutName, aboutOf, dedupOf, type AboutRow, type DeltaRow } from './about-rows.ts';
import { isObjectDelta, isTombstone, unwrap, type Delta, type FifoEntry } from './delta.ts';
import { heldName } from './held-writes.ts';
import { createIndexer } from './indexer.ts';
import { collectionOf, viewAt, type Source } from './informer-source.ts';
import { listenersAt } from './listener-view.ts';
import { fifoName } from './queue-view.ts';
import { endOf, lastOf, listedOf, reflectorRows, resyncOf, roundOf, type Round } from './reflector-rows.ts';
import { senderName, type SenderRow } from './sender.ts';
import type { Entries } from '../workqueue/workqueue.ts';
import type { DedupState, DeltaState, IndexerState, InformerState, QueueState, ReflectorState } from './types.ts';

/** @returns undefined where there is no such informer */
export function informerStateAt(world: World, id: string, step: Step): InformerState | undefined {
  const of = collectionOf(world);
  const rows = of<AboutRow>(aboutName(id))?.at(step);
  const about = rows === undefined ? undefined : aboutOf(rows);
  if (rows === undefined || about === undefined) return undefined;
  const now = step === 0 ? 0 : world.trace.time(step);
  const source: Source = { world, id, step, now, about, of };
  return {
    id,
    generation: about.generation,
    distribution: about.distribution,
    reflector: reflectorAt(source),
    queue: queueAt(source, dedupAt(rows, step)),
    indexer: indexerAt(source),
    listeners: listenersAt(source, rows),
  };
}

function reflectorAt(source: Source): ReflectorState {
  const { id, now, about } = source;
  const rows = viewAt<never>(source, reflectorRows(id));
  const marks = viewAt<number>(source, `informer ${id}`);
  const round = roundOf(rows);
  const state = stateOf(round, now);
  const listed = listedOf(rows);
  const list = listed && { resourceVersion: listed.asked, objects: listed.objects, revision: listed.revision };
  const isAsking = state === 'listing' && round !== undefined;
  return {
    state,
    mode: about.watchList ? 'watch-list' : 'list-watch',
    lastRevision: lastOf(rows)?.revision ?? 0,
    watchFrom: state === 'watching' || round?.phase === 'initial' ? Number(round?.asked) : undefined,
    relists: marks.get('relists') ?? 0,
    bookmarks: marks.get('bookmarks') ?? 0,
    list: isAsking ? { resourceVersion: round.asked } : list,
    lastEnd: endOf(rows),
    backoffTicks: state === 'waiting' && round !== undefined ? round.tick - now : undefined,
    resyncTicks: resyncTicksAt(rows, now),
  };
}

function stateOf(round: Round | undefined, now: number): ReflectorState['state'] {
  if (round === undefined) return 'not-started';
  if (round.phase === 'initial') return 'listing';
  // A list is asked for in silence when the wait is over.
  if (round.phase === 'waiting' && round.then === 'list' && round.tick <= now) return 'listing';
  return round.phase;
}

/** Until the next check; none is made in the wait between two rounds. */
function resyncTicksAt(rows: Parameters<typeof resyncOf>[0], now: number): number | undefined {
  const resync = resyncOf(rows);
  if (resync === undefined || resync.round !== roundOf(rows)?.number) return undefined;
  const { tick, period } = resync;
  return tick > now ? tick - now : period - ((now - tick) % period);
}

// --- queue ---

function queueAt(source: Source, dedup: DedupState | undefined): QueueState {
  const { id } = source;
  const marks = viewAt<number>(source, `informer ${id}`);
  const initialLeft = marks.get('initialPopulationCount') ?? 0;
  const slots = inSlotOrder(viewAt<FifoEntry<KubeObject>>(source, fifoName(id)).entries());
  return {
    slots: slots.map(({ key, deltas }) => ({ key, deltas: deltas.map(deltaState) })),
    hasSynced: marks.has('populated') && initialLeft === 0,
    initialLeft,
    lockHolder: lockHolderAt(source),
    blockedWrites: viewAt(source, heldName(id)).size,
    dedup,
  };
}

function deltaState(delta: Delta<KubeObject>): DeltaState {
  if (!isObjectDelta(delta)) {
    const objects = delta.type === 'ReplacedAll' ? delta.objects.length : undefined;
    return { type: delta.type, revision: 'revision' in delta ? delta.revision : undefined, tombstone: false, objects };
  }
  const { type, object } = delta;
  const last = unwrap(object);
  return {
    type,
    revision: last?.metadata.resourceVersion,
    tombstone: isTombstone(object),
    objects: undefined,
  };
}

function dedupAt(rows: View<AboutRow>, step: Step): DedupState | undefined {
  const row = dedupOf(rows);
  if (row?.step !== step) return undefined;
  const { key, older, newer, stays } = row;
  return { key, older: fromRow(older), newer: fromRow(newer), stays };
}

const fromRow = ({ type, revision, tombstone }: DeltaRow): DeltaState => ({
  type,
  revision: revision === '' ? undefined : revision,
  tombstone,
  objects: undefined,
});

const WRITERS: Readonly<Record<string, QueueState['lockHolder']>> = {
  ADDED: 'Add',
  MODIFIED: 'Update',
  DELETED: 'Delete',
};

/** Who has held the lock in this step: what the step wrote or took says it. */
function lockHolderAt(source: Source): QueueState['lockHolder'] {
  const { world, id, step } = source;
  if (viewAt<SenderRow>(source, senderName(id)).get('now')?.locked === true) return 'Pop';
  if (step === 0) return undefined;
  const { trace } = world;
  const isOwn = trace.subject(step) === id;
  const kind = trace.kind(step);
  if (isOwn && kind === EVENT['informer.popped']) return 'Pop';
  if (!wroteQueue(source)) return undefined;
  if (isOwn && kind === EVENT['resync.checked']) return 'Resync';
  if (isOwn && kind === EVENT['watch.delivered']) return WRITERS[trace.detail(step)] ?? 'Replace';
  return kind === EVENT['list.delivered'] ? 'Replace' : undefined;
}

function wroteQueue({ world, id, step }: Source): boolean {
  const name = fifoName(id);
  for (const { collection } of world.changesAt(step)) if (collection === name) return true;
  return false;
}

// --- indexer ---

/** Of a past step there is no live store: its indexes are made anew. */
function indexerAt(source: Source): IndexerState {
  const { about } = source;
  const items = new Map(viewAt<KubeObject>(source, `cache ${source.id}`).entries());
  const { store } = createIndexer(items satisfies Entries<KubeObject>, about.resource);
  const indexes = store.indexNames().map((name) => ({
    name,
    values: store.listIndexFuncValues(name).map((value) => ({
      value,
      keys: store.indexKeys(name, value)?.length ?? 0,
    })),
  }));
  const keys = [...items.keys()].sort(compareBytes);
  return {
    count: items.size,
    indexes,
    revisions: keys.map((key) => ({ key, revision: items.get(key)?.metadata.resourceVersion ?? '' })),
  };
}
