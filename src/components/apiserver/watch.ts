/**
 * Watches: k8s.io/apiserver pkg/storage/cacher (v0.37). Events of one resource in revision order, from a revision on, with
 * the window of the watch cache behind them. Left out: the shared budget of time for watchers that are slow (a full buffer
 * ends the watch at once), and the server's own deadline of half an hour to an hour.
 */
import type { Collection, Handler, World } from '../../kernel/kernel.ts';
import { LANE } from '../../model/events.ts';
import { resourceInfo } from '../../model/resources.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { Faults } from './faults.ts';
import type { Runner } from './handlers.ts';
import { Lines } from './lines.ts';
import { DIAL_SECONDS, SILENCE_SECONDS } from './parked.ts';
import type { Commit, Store } from './store.ts';
import type { WatchDelivery, WatchEvent, WatchSpec } from './types.ts';
import {
  bookmark,
  brokenStatus,
  closed,
  CLOSED_STATUS,
  dialStatus,
  expired,
  INITIAL_END,
  isLoss,
  lostStatus,
  refusedStatus,
  tooLarge,
} from './watch-events.ts';
import { bufferSize, eventsSince, type Windows } from './watch-history.ts';
import { eventFor, matcherOf } from './watch-select.ts';
import { WatchTable, type LiveWatch, type WatchRow } from './watch-table.ts';

const BOOKMARK_SECONDS = 60;
/** Before the deadline. */
const LAST_BOOKMARK_SECONDS = 2;
/** What a reflector asks for: 5 to 10 minutes. */
const CLIENT_TIMEOUT_SECONDS = 300;

interface Due {
  readonly id: string;
  readonly sequence: number;
}

interface Arrival extends Due {
  readonly event: WatchEvent;
}

const SEQUENCE = 'sequence';

export interface WatchDeps {
  readonly world: World;
  readonly store: () => Store;
  readonly windows: () => Windows;
  readonly faults: Faults;
  readonly runner: Runner;
  readonly latency: number;
  readonly version: KubernetesVersion;
}

export class WatchHub {
  private readonly table: WatchTable;
  private readonly counters: Collection<number>;
  private readonly lines: Lines;
  private readonly arrived: Handler<Arrival>;
  private readonly bookmarkDue: Handler<Due>;
  private readonly lastBookmark: Handler<Due>;
  private readonly deadline: Handler<Due>;
  /** Handlers by number; they never change, so it may hold more than are open. */
  private readonly handlers = new Map<number, Handler<WatchDelivery>>();

  /** Clients by watch id; an id is one client's, so it may hold more than are open. */
  private readonly clients = new Map<string, string>();

  constructor(private readonly deps: WatchDeps) {
    const { world, faults, latency, version } = deps;
    this.table = new WatchTable(world, version);
    this.counters = world.collection<number>('etcd/watches opened');
    this.lines = new Lines(world, faults, latency, (id, sequence, event) => {
      this.arrive({ id, sequence, event });
    });
    this.arrived = world.handler<Arrival>('api-server watch event', (arrival) => {
      this.arrive(arrival);
    });
    this.bookmarkDue = world.handler<Due>('api-server bookmark', (due) => {
      this.sendBookmark(due, true);
    });
    this.lastBookmark = world.handler<Due>('api-server last bookmark', (due) => {
      this.sendBookmark(due, false);
    });
    this.deadline = world.handler<Due>('api-server watch deadline', (due) => {
      this.onDeadline(due);
    });
  }

  open(client: string, id: string, lane: number, spec: WatchSpec, deliver: Handler<WatchDelivery>): void {
    this.close(id);
    this.handlers.set(deliver.id, deliver);
    this.clients.set(id, client);
    const row: WatchRow = { id, sequence: this.nextSequence(), lane, handler: deliver.id, spec };
    if (!this.deps.faults.none && this.deps.faults.silentSince(client, id) !== undefined) {
      this.table.end(row);
      this.sendAfter(row, closed(dialStatus(), this.deps.store().revision), this.ticks(DIAL_SECONDS));
      return;
    }
    const refusal = this.refusalOf(client, row);
    if (refusal === undefined) {
      this.begin(row);
    } else {
      this.table.end(row);
      this.sendAfter(row, refusal, this.deps.latency);
    }
  }

  private ticks(seconds: number): number {
    return seconds * this.deps.world.options.ticksPerSecond;
  }

  private nextSequence(): number {
    const sequence = this.counters.get(SEQUENCE) ?? 0;
    this.counters.set(SEQUENCE, sequence + 1);
    return sequence;
  }

  private refusalOf(client: string, { id, spec }: WatchRow): WatchEvent | undefined {
    const { revision } = this.deps.store();
    if (this.deps.faults.isCut(client, id)) return closed(brokenStatus(), revision);
    try {
      matcherOf(spec, this.deps.version);
    } catch (error) {
      return closed(refusedStatus(error), revision);
    }
    const ahead = spec.sendInitialEvents === true && spec.fromRevision > revision;
    return ahead ? closed(tooLarge(spec.fromRevision, revision), revision) : undefined;
  }

  private begin(asked: WatchRow): void {
    const store = this.deps.store();
    const { spec } = asked;
    const initial = spec.fromAny === true || spec.sendInitialEvents === true;
    const row = initial ? { ...asked, spec: { ...spec, fromRevision: store.revision } } : asked;
    const live = this.table.add(row);
    if (initial) this.sendInitial(live);
    else if (!this.catchUp(live)) return;
    this.scheduleBookmark(row);
    this.scheduleDeadline(row);
  }

  private sendInitial({ row, matches }: LiveWatch): void {
    const { spec } = row;
    const store = this.deps.store();
    for (const object of store.list(kindOf(spec), spec.namespace)) {
      if (!matches(object)) continue;
      this.send(row, { type: 'ADDED', object, revision: Number(object.metadata.resourceVersion ?? 0) });
    }
    if (spec.sendInitialEvents !== true) return;
    this.send(row, bookmark(spec, store.revision, { [INITIAL_END]: 'true' }));
  }

  /** Sends what happened since the watch's revision. @returns false where that is no longer known */
  private catchUp({ row, matches }: LiveWatch): boolean {
    const { fromRevision } = row.spec;
    const store = this.deps.store();
    const past = eventsSince(store, this.deps.windows(), kindOf(row.spec), fromRevision);
    if ('oldest' in past) {
      this.finish(row, expired(fromRevision, past.oldest, store.revision));
      return false;
    }
    for (const commit of past) {
      const event = eventFor(matches, commit);
      if (event !== undefined) this.send(row, event);
    }
    return true;
  }

  /** The client reads no more: what is under way to it is lost. */
  close(id: string): void {
    this.table.remove(id);
    this.lines.drop(id);
  }

  /** The client's process is gone: nobody hears of it. */
  closeOf(client: string): void {
    for (const [id, owner] of this.clients) if (owner === client) this.close(id);
  }

  /** Tells every watch that the commit concerns. */
  publish(commit: Commit): void {
    this.table.concerned(commit, this.offer);
  }

  private readonly offer = ({ row, matches }: LiveWatch, commit: Commit): void => {
    const event = eventFor(matches, commit);
    if (event !== undefined) this.send(row, event);
  };

  private send(row: WatchRow, event: WatchEvent): void {
    for (let copies = this.deps.faults.copies(row.id); copies > 0; copies--) this.sendOne(row, event);
  }

  private sendOne(row: WatchRow, event: WatchEvent): void {
    if (!this.lines.takes(row.id)) this.sendAfter(row, event, this.deps.latency);
    else if (this.isFull(row)) this.drown(row);
    else this.lines.add(row, event);
  }

  private sendAfter({ id, sequence, lane }: WatchRow, event: WatchEvent, delay: number): void {
    this.deps.world.after<Arrival>(delay, lane, this.arrived, { id, sequence, event });
  }

  private isFull({ id, spec }: WatchRow): boolean {
    if (!this.deps.faults.isStalled(id)) return false;
    return this.lines.length(id) >= bufferSize(this.deps.windows().at(kindOf(spec)).capacity, spec);
  }

  /** The buffer of a watch that nobody reads from is full: the server drops it and ends the watch. */
  private drown(row: WatchRow): void {
    this.lines.drop(row.id);
    this.table.end(row);
    this.lines.add(row, closed(CLOSED_STATUS, this.deps.store().revision));
  }

  /** What was sent before arrives before. */
  private finish(row: WatchRow, last: WatchEvent): void {
    this.table.end(row);
    if (this.lines.takes(row.id)) this.lines.add(row, last);
    else this.sendAfter(row, last, this.deps.latency);
  }

  private arrive({ id, sequence, event }: Arrival): void {
    const row = this.table.get(id);
    // The client closed the watch, or its connection broke, while this was under way.
    if (row?.sequence !== sequence) return;
    if (event.type === 'ERROR' || event.type === 'CLOSED') this.close(id);
    const handler = this.handlers.get(row.handler);
    if (handler !== undefined) this.deps.runner.run<WatchDelivery>(handler, { id, event });
  }

  // --- faults ---

  /** Breaks the watches of which `matches` holds for the id or the client. */
  breakWhere(matches: (name: string) => boolean): void {
    this.endWhere((id) => this.isOf(id, matches), 'broken');
  }

  /** @param how closed: as a server ends a watch, after what was sent; broken: what is under way is lost */
  endWhere(matches: (id: string) => boolean, how: 'closed' | 'broken'): void {
    const { revision } = this.deps.store();
    for (const row of this.table.inOrder()) {
      if (!matches(row.id) || (how === 'closed' && row.ended === true)) continue;
      if (how === 'closed') this.finish(row, closed(CLOSED_STATUS, revision));
      else this.break(row, revision);
    }
  }

  private break(row: WatchRow, revision: number): void {
    this.lines.drop(row.id);
    const broken = { ...row, sequence: this.nextSequence() };
    this.table.end(broken);
    this.sendAfter(broken, closed(brokenStatus(), revision), this.deps.latency);
  }

  /** Nobody reads from these any more: what is on its way to them waits in line. Inside a pop that has its event. */
  hold(matches: (name: string) => boolean): void {
    const found: Arrival[] = [];
    this.deps.world.drop(this.arrived, (arrival) => {
      const row = this.table.get(arrival.id);
      const own = row?.sequence === arrival.sequence && this.isOf(arrival.id, matches);
      if (own) found.push(arrival);
      return own;
    });
    found.sort((a, b) => a.event.revision - b.event.revision || placeOf(a.event) - placeOf(b.event));
    for (const { id, event } of found) {
      const row = this.table.get(id);
      if (row !== undefined) this.lines.add(row, event);
    }
  }

  private isOf(id: string, matches: (name: string) => boolean): boolean {
    return matches(id) || matches(this.clients.get(id) ?? '');
  }

  /** So much later the clients notice that nobody is there, unless `notice` no more. */
  loseWhere(matches: (name: string) => boolean): void {
    const { revision } = this.deps.store();
    for (const row of this.table.inOrder())
      if (this.isOf(row.id, matches)) this.sendAfter(row, closed(lostStatus(), revision), this.ticks(SILENCE_SECONDS));
  }

  /** The silence is over before anybody noticed. */
  keepWhere(matches: (name: string) => boolean): void {
    this.deps.world.drop(this.arrived, ({ id, event }) => isLoss(event) && this.isOf(id, matches));
  }

  /** A fault was lifted: what is late comes. */
  hurry(): void {
    for (const { id } of this.table.inOrder()) this.lines.hurry(id);
  }

  // --- time ---

  private scheduleBookmark({ id, sequence, lane, spec }: WatchRow): void {
    if (spec.bookmarks !== true) return;
    const delay = BOOKMARK_SECONDS * this.deps.world.options.ticksPerSecond;
    this.deps.world.after<Due>(delay, lane, this.bookmarkDue, { id, sequence }, { periodic: true });
  }

  private scheduleDeadline(row: WatchRow): void {
    const { id, sequence, lane, spec } = row;
    const { timeoutSeconds } = spec;
    if (timeoutSeconds === undefined) return;
    const { world } = this.deps;
    const seconds =
      timeoutSeconds === 'client'
        ? CLIENT_TIMEOUT_SECONDS + world.choose('watch timeout', id, CLIENT_TIMEOUT_SECONDS + 1)
        : timeoutSeconds;
    const perSecond = world.options.ticksPerSecond;
    world.after<Due>(seconds * perSecond, LANE['api-server'], this.deadline, { id, sequence }, { periodic: true });
    if (spec.bookmarks !== true || seconds <= LAST_BOOKMARK_SECONDS) return;
    const before = (seconds - LAST_BOOKMARK_SECONDS) * perSecond;
    world.after<Due>(before, lane, this.lastBookmark, { id, sequence }, { periodic: true });
  }

  /** Silent itself: the event is the delivery. A watch with a line gets none, for it would overtake what is late. */
  private sendBookmark({ id, sequence }: Due, again: boolean): void {
    const row = this.table.get(id);
    if (row?.sequence !== sequence || row.ended === true) return;
    if (!this.lines.takes(id)) this.sendAfter(row, bookmark(row.spec, this.deps.store().revision), this.deps.latency);
    if (again) this.scheduleBookmark(row);
  }

  /** Silent too: the watch is over for the store when its end has arrived; what is committed meanwhile is not heard. */
  private onDeadline({ id, sequence }: Due): void {
    const row = this.table.get(id);
    if (row?.sequence !== sequence || row.ended === true) return;
    const { world, faults, store, latency } = this.deps;
    if (faults.isStalled(id)) {
      const later = world.options.ticksPerSecond;
      world.after<Due>(later, LANE['api-server'], this.deadline, { id, sequence }, { periodic: true });
    } else {
      this.sendAfter(row, closed(CLOSED_STATUS, store().revision), latency + faults.delayOf(id));
    }
  }
}

/** Events of one revision: what ends a stretch comes last. */
const placeOf = ({ type }: WatchEvent): number =>
  type === 'BOOKMARK' ? 1 : type === 'CLOSED' || type === 'ERROR' ? 2 : 0;

const kindOf = (spec: WatchSpec): string => resourceInfo(spec.resource)?.kind ?? spec.resource;
