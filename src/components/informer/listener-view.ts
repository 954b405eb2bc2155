/** The listeners of an informer as of a step: lines, rings, and what the handlers have in hand. */
import type { View } from '../../kernel/kernel.ts';
import { namespacedName } from '../../model/objects.ts';
import { listenerOf, type AboutRow, type ListenerRow } from './about-rows.ts';
import { viewAt, type Source } from './informer-source.ts';
import { isInitialAdd, subjectOf, type Call } from './listener-call.ts';
import { handlingName, pauseEnd, pendingName, STUCK } from './listeners.ts';
import { RING_CAPACITY } from './processor-listener.ts';
import type { ResyncRow } from './resync-times.ts';
import { senderName, type SenderRow } from './sender.ts';
import type { CallState, ListenerState } from './types.ts';

/** What all listeners of one moment share, so that each collection is gone through once. */
interface Lines {
  readonly source: Source;
  readonly marks: View<number>;
  readonly handling: View<Call>;
  readonly resync: View<ResyncRow>;
  readonly sender: SenderRow | undefined;
  readonly synced: boolean;
  /** By listener, the oldest first. */
  readonly waiting: ReadonlyMap<string, readonly Waiting[]>;
}

interface Waiting {
  readonly key: string;
  readonly slot: number;
  readonly call: Call;
}

export function listenersAt(source: Source, about: View<AboutRow>): readonly ListenerState[] {
  const { id } = source;
  const marks = viewAt<number>(source, `informer ${id}`);
  const lines: Lines = {
    source,
    marks,
    handling: viewAt<Call>(source, handlingName(id)),
    resync: viewAt<ResyncRow>(source, `resync ${id}`),
    sender: viewAt<SenderRow>(source, senderName(id)).get('now'),
    synced: marks.has('populated') && (marks.get('initialPopulationCount') ?? 0) === 0,
    waiting: waitingOf(viewAt<Call>(source, pendingName(id))),
  };
  const out: ListenerState[] = [];
  for (let index = 0; ; index++) {
    const row = listenerOf(about, index);
    if (row === undefined) return out;
    if (!row.removed) out.push(listenerAt(lines, index, row));
  }
}

/** Keys are "listener/slot". */
function waitingOf(pending: View<Call>): ReadonlyMap<string, readonly Waiting[]> {
  const lines = new Map<string, Waiting[]>();
  for (const [key, call] of pending.entries()) {
    const [listener = '', slot = ''] = key.split('/');
    const line = lines.get(listener);
    const waiting = { key, slot: Number(slot), call };
    if (line === undefined) lines.set(listener, [waiting]);
    else line.push(waiting);
  }
  for (const line of lines.values()) line.sort((a, b) => a.slot - b.slot);
  return lines;
}

function listenerAt(lines: Lines, index: number, row: ListenerRow): ListenerState {
  const { marks, resync, source } = lines;
  const key = String(index);
  const isRing = source.about.distribution === 'ring';
  const waiting = lines.waiting.get(key) ?? [];
  const ring = isRing ? waiting.slice(1) : waiting;
  const capacity = isRing ? (marks.get(`ring ${key}`) ?? RING_CAPACITY) : source.about.channelCapacity;
  const readIndex = isRing ? (marks.get(`read ${key}`) ?? 0) : 0;
  const blocked = lines.sender?.listener === index ? lines.sender.call : undefined;
  const handed = isRing ? waiting[0] : undefined;
  return {
    name: row.name,
    handlerTicks: row.handlerTicks,
    inHandler: inHandlerAt(lines, key, row),
    inHand: handed === undefined ? blocked && callState(blocked, undefined) : waitingState(source, handed),
    pending: ring.map((each) => waitingState(source, each)),
    capacity,
    readIndex,
    writeIndex: capacity === 0 ? 0 : (readIndex + ring.length) % capacity,
    doubledAt: doubledAt(source, key),
    blocksSender: blocked !== undefined,
    syncing: resync.get(key)?.syncing ?? true,
    resyncTicks: resync.get(key)?.period ?? 0,
    hasSynced: hasSynced(lines, key, waiting),
  };
}

function hasSynced({ marks, handling, synced }: Lines, key: string, waiting: readonly Waiting[]): boolean {
  const call = handling.get(key);
  if (!synced || marks.has(`unsynced ${key}`) || (call !== undefined && isInitialAdd(call))) return false;
  return !waiting.some((each) => isInitialAdd(each.call));
}

/** A call begins in the step that put it into the handler's hand. */
function inHandlerAt({ source, handling, marks }: Lines, key: string, row: ListenerRow): ListenerState['inHandler'] {
  const call = handling.get(key);
  if (call === undefined) return undefined;
  const startedTick = tickOf(source, handlingName(source.id), key) ?? 0;
  const isStuck = marks.get(`held ${key}`) === STUCK;
  const panic = marks.get(`panicked ${key}`);
  const begins = panic === undefined ? startedTick : Math.max(startedTick, pauseEnd(source.world, panic));
  return { ...callState(call, startedTick), startedTick, endsTick: isStuck ? undefined : begins + row.handlerTicks };
}

const waitingState = (source: Source, { key, call }: Waiting): CallState =>
  callState(call, tickOf(source, pendingName(source.id), key));

function callState(call: Call, notifiedTick: number | undefined): CallState {
  const object = subjectOf(call);
  return {
    kind: call.kind === 'update' && isUnchanged(call) ? 'sync' : call.kind,
    key: namespacedName(object),
    revision: object.metadata.resourceVersion,
    notifiedTick,
  };
}

const isUnchanged = ({ before, after }: Extract<Call, { kind: 'update' }>): boolean =>
  before.metadata.resourceVersion === after.metadata.resourceVersion;

/** When an entry was put where it is. */
function tickOf({ world, step, of }: Source, collection: string, key: string): number | undefined {
  for (const change of of(collection)?.history(key, step) ?? []) {
    return change.step === 0 ? 0 : world.trace.time(change.step);
  }
  return undefined;
}

/** Steps of this process's life, oldest first. */
function doubledAt({ step, id, of }: Source, key: string): readonly number[] {
  const steps: number[] = [];
  for (const change of of<number>(`informer ${id}`)?.history(`ring ${key}`, step) ?? []) {
    if (change.value === undefined) break;
    steps.push(change.step);
  }
  return steps.reverse();
}
