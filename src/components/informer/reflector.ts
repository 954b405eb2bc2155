/**
 * client-go tools/cache/reflector.go (v0.32 to v0.37), on virtual time (2.1 to 2.7): rounds of list and watch, or of one
 * watch-list, that feed an informer's queue; back-off between them.
 * Left out: the pages of a list (its limit is only told), the watch's own timeout, the consistency check of a watch-list.
 */
import type { Collection, Handler } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import { objectKey, type KubeObject } from '../../model/objects.ts';
import type { ApiRequest, Reply, WatchDelivery, WatchEvent } from '../apiserver/apiserver.ts';
import { InitialEvents } from './initial-events.ts';
import { ENDED, selectorOf, statusOf, watchEnd } from './reflector-reading.ts';
import { FIRST_BACKOFF, nextBackoff, reflectorBackoff, type BackoffState } from './reflector-backoff.ts';
import { lastOf, reflectorRows, roundOf, type Round, type ReflectorRows } from './reflector-rows.ts';
import type { ListData, ReflectorDeps, WatchEnd, Write } from './reflector-types.ts';

/** Steps of the jitter: a wait is the back-off times 1 + n / JITTER_STEPS. */
const JITTER_STEPS = 1024;
/** Entries of a page: what a list that nothing speaks against asks for at once (C-48). */
const PAGE = 500;

export class Reflector {
  private readonly rows: ReflectorRows;
  private readonly backoffs: Collection<BackoffState>;
  private readonly initial: InitialEvents;
  private readonly deliver: Handler<WatchDelivery>;
  private readonly list: Handler<ListData>;
  private readonly replied: Handler<Reply<ListData>>;
  private readonly resume: Handler<'initial' | 'watch'>;
  private readonly resync: Handler<number>;

  constructor(private readonly deps: ReflectorDeps) {
    const { world, id } = deps;
    this.rows = world.collection(reflectorRows(id));
    this.backoffs = world.collection<BackoffState>(`reflector ${id} backoff`);
    this.initial = new InitialEvents(world, id, deps.transformInitial);
    this.deliver = world.handler<WatchDelivery>(`reflector ${id} watch`, (delivery) => this.onDelivered(delivery));
    this.list = world.handler<ListData>(`reflector ${id} list`, (data) => this.send(data));
    this.replied = world.handler<Reply<ListData>>(`reflector ${id} reply`, (reply) => this.onReply(reply));
    this.resume = world.handler<'initial' | 'watch'>(`reflector ${id} resume`, (then) => this.onResume(then));
    this.resync = world.handler<number>(`reflector ${id} resync`, (round) => this.onResyncDue(round));
  }

  get lastSyncResourceVersion(): number {
    return lastOf(this.rows)?.revision ?? 0;
  }

  get state(): 'set-up' | 'running' | 'stopped' {
    const { round } = this;
    if (round === undefined) return 'set-up';
    return round.phase === 'stopped' ? 'stopped' : 'running';
  }

  private get round(): Round | undefined {
    return roundOf(this.rows);
  }

  private get life(): number {
    return this.deps.marks.get('life') ?? 0;
  }

  /** Inside a pop, or in set-up. */
  private advanceTo(revision: number): void {
    this.rows.set('last', { revision });
  }

  private enter(phase: Round['phase'], asked: string, more?: Partial<Round>): void {
    const { number } = this.round ?? { number: 1 };
    this.rows.set('round', { phase, number, asked, tick: this.deps.world.now, then: 'list', ...more });
  }

  // --- rounds ---

  /** Set-up: a cache that is full already. */
  watchFrom(revision: number): void {
    this.advanceTo(revision);
    this.openWatch();
    this.beginResync();
  }

  /** Set-up or inside a pop: the first round. */
  start(): void {
    if (this.deps.watchList) this.openInitial();
    else this.scheduleList(0, this.listData(false), 'listing');
  }

  /** Inside a pop: everything that is on its way to it is stale. */
  stop(): void {
    const { world, client, id, marks } = this.deps;
    client.unwatch(id);
    world.drop(this.deliver, () => true);
    world.drop(this.list, () => true);
    world.drop(this.resume, () => true);
    world.drop(this.resync, () => true);
    for (const key of ['last', 'end', 'list', 'resync']) this.rows.delete(key);
    for (const key of ['seen', 'unavailable', 'relists', 'bookmarks']) marks.delete(key);
    this.backoffs.delete('state');
    this.initial.clear();
    marks.set('life', this.life + 1);
    this.enter('stopped', '');
  }

  private endRound(): void {
    const { watchList, world, resyncTicks } = this.deps;
    if (resyncTicks() > 0) world.drop(this.resync, () => true);
    const number = (this.round?.number ?? 0) + 1;
    if (watchList) this.wait('initial', this.rewatchVersion(), number);
    else this.wait('list', this.listData(false).resourceVersion, number);
  }

  /** Backs off, and then goes on with `then`. */
  private wait(then: Round['then'], asked: string, number = this.round?.number ?? 1): void {
    const { world, lane } = this.deps;
    const delay = this.nextWait();
    this.enter('waiting', asked, { number, then, tick: world.now + delay });
    if (then === 'list') world.after(delay, lane, this.list, this.listData(false));
    else world.after(delay, lane, this.resume, then);
  }

  /** Ticks. */
  private nextWait(): number {
    const { world, id, backoffFromReset } = this.deps;
    const ticksPerMilli = world.options.ticksPerSecond / 1000;
    const state = this.backoffs.get('state') ?? FIRST_BACKOFF;
    const step = nextBackoff(reflectorBackoff(backoffFromReset), state, world.now / ticksPerMilli);
    this.backoffs.set('state', step.state);
    const jitter = world.choose('reflector back-off', id, JITTER_STEPS) / JITTER_STEPS;
    return Math.round(step.waitMillis * (1 + jitter) * ticksPerMilli);
  }

  /** The wait for a watch is over. */
  private onResume(then: 'initial' | 'watch'): void {
    const { world, id } = this.deps;
    const initial = then === 'initial';
    const from = initial ? Number(this.rewatchVersion()) : this.lastSyncResourceVersion;
    world.emit(EVENT['watch.opened'], { subject: id, detail: initial ? 'initial' : '', number: from });
    if (initial) this.openInitial();
    else this.openWatch();
  }

  // --- lists ---

  private scheduleList(delay: number, data: ListData, phase: Round['phase']): void {
    this.enter(phase, data.resourceVersion);
    this.deps.world.after(delay, this.deps.lane, this.list, data);
  }

  /** C-48: a list at a version is not paged, nor is the fallback of one. */
  private listData(again: boolean, limit?: number): ListData {
    const last = lastOf(this.rows);
    const known = last === undefined ? '0' : String(last.revision);
    const resourceVersion = this.isUnavailable ? '' : known;
    const pages = resourceVersion === '' || resourceVersion === '0' ? PAGE : 0;
    return { resourceVersion, limit: limit ?? pages, again, life: this.life };
  }

  /** The server does not know the last revision (any more). */
  private get isUnavailable(): boolean {
    return this.deps.marks.get('unavailable') === 1;
  }

  private send(data: ListData): void {
    const { client, spec } = this.deps;
    const request: ApiRequest = {
      verb: 'list',
      resource: spec.resource,
      ...(spec.namespace === undefined ? {} : { namespace: spec.namespace }),
      options: { resourceVersion: data.resourceVersion, ...selectorOf(spec) },
    };
    client.send(request, this.replied, data);
  }

  /** Runs inside the pop of the answer (list.delivered, or response.delivered where it was refused). */
  private onReply({ response, context }: Reply<ListData>): void {
    if (context.life !== this.life) return;
    const { code, items, revision } = response;
    if (code < 300 && items !== undefined && revision !== undefined) {
      this.write({ kind: 'list', items, revision, asked: context.resourceVersion });
    } else if ((code === 410 || code === 504) && !context.again) {
      this.deps.marks.set('unavailable', 1);
      const data = this.listData(true, context.limit);
      this.enter('listing', data.resourceVersion);
      this.send(data);
    } else {
      this.endRound();
    }
  }

  private takeList(items: readonly KubeObject[], revision: number, asked: string): void {
    this.replace(items, revision, asked);
    this.openWatch();
    this.beginResync();
  }

  private replace(items: readonly KubeObject[], revision: number, asked: string): void {
    const { marks } = this.deps;
    if (lastOf(this.rows) !== undefined) marks.set('relists', (marks.get('relists') ?? 0) + 1);
    this.rows.set('list', { asked, objects: items.length, revision });
    marks.delete('unavailable');
    this.deps.onList(items, revision);
    this.advanceTo(revision);
  }

  // --- watches ---

  private openWatch(): void {
    const { client, id, spec } = this.deps;
    const revision = this.lastSyncResourceVersion;
    this.enter('watching', String(revision));
    this.deps.marks.delete('seen');
    client.watch(id, { ...spec, fromRevision: revision }, this.deliver);
  }

  private rewatchVersion(): string {
    const last = lastOf(this.rows);
    return this.isUnavailable || last === undefined ? '' : String(last.revision);
  }

  private openInitial(): void {
    const { client, id, spec } = this.deps;
    const asked = this.rewatchVersion();
    this.enter('initial', asked);
    this.deps.marks.delete('seen');
    this.initial.clear();
    client.watch(id, { ...spec, fromRevision: Number(asked), sendInitialEvents: true }, this.deliver);
  }

  private onDelivered({ event }: WatchDelivery): void {
    const { world, id } = this.deps;
    const { type, object, revision } = event;
    const about = type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED' ? { object: objectKey(object) } : {};
    world.emit(EVENT['watch.delivered'], { subject: id, ...about, detail: type, number: revision });
    this.write({ kind: 'event', event });
  }

  private write(write: Write): void {
    if (this.deps.isLocked()) this.deps.hold(write);
    else this.take(write);
  }

  /** Inside a pop; also what was held back. */
  take(write: Write): void {
    if (write.kind === 'event') this.takeEvent(write.event);
    else if (write.kind === 'list') this.takeList(write.items, write.revision, write.asked);
    else this.deps.onResync();
  }

  /** Nobody reads the stream, so the server ends it. @returns what stands at its end */
  closeUnread(): Write {
    const { client, id } = this.deps;
    client.unwatch(id);
    return { kind: 'event', event: { type: 'CLOSED', object: ENDED, revision: this.lastSyncResourceVersion } };
  }

  private takeEvent(event: WatchEvent): void {
    const phase = this.round?.phase;
    if (event.type === 'ERROR' || event.type === 'CLOSED') {
      this.onEnd(event, phase);
      return;
    }
    if (this.deps.marks.get('seen') !== 1) this.deps.marks.set('seen', 1);
    if (phase === 'initial') this.takeInitial(event);
    else this.takeLive(event);
  }

  private takeLive({ type, object, revision }: WatchEvent): void {
    this.advanceTo(revision);
    if (type === 'BOOKMARK') this.takeBookmark(revision);
    else if (type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED') this.deps.onEvent(type, object);
  }

  private takeBookmark(revision: number): void {
    const { marks } = this.deps;
    marks.set('bookmarks', (marks.get('bookmarks') ?? 0) + 1);
    this.deps.onBookmark(revision);
  }

  /** Collects until the marked bookmark, and then replaces everything at once; the watch goes on. */
  private takeInitial(event: WatchEvent): void {
    const items = this.initial.take(event);
    if (items === undefined) return;
    this.replace(items, event.revision, this.round?.asked ?? '');
    this.enter('watching', String(event.revision));
    this.deps.marks.delete('seen');
    this.beginResync();
  }

  private onEnd({ type, object }: WatchEvent, phase: Round['phase'] | undefined): void {
    const { code, reason } = statusOf(object);
    const { world, opening } = this.deps;
    this.rows.set('end', { code, reason, tick: world.now });
    const lasted = world.now - (this.round?.tick ?? 0);
    const { ticksPerSecond } = world.options;
    const seen = this.deps.marks.get('seen') === 1;
    const how = watchEnd({ type, code, lasted, opening, ticksPerSecond, seen });
    if (phase === 'initial') this.onInitialEnd(how, code);
    else if (phase === 'watching') this.onWatchEnd(how);
  }

  /** A normal end is no reason to list, unless nothing came within a second. */
  private onWatchEnd(how: WatchEnd): void {
    if (how === 'normal') this.openWatch();
    else if (how === 'retriable') this.wait('watch', String(this.lastSyncResourceVersion));
    else this.endRound();
  }

  private onInitialEnd(how: WatchEnd, code: number): void {
    if (how === 'normal') {
      this.openInitial();
    } else if (how === 'retriable') {
      this.wait('initial', this.rewatchVersion());
    } else if (code === 410 || code === 504) {
      this.deps.marks.set('unavailable', 1);
      this.openInitial();
    } else {
      // Making progress is better than a deadlock: this round lists and watches.
      this.initial.clear();
      this.scheduleList(0, this.listData(false), 'listing');
    }
  }

  // --- resync ---

  /** The round has come to its watch. */
  private beginResync(): void {
    const period = this.deps.resyncTicks();
    if (period === 0) return;
    const round = this.round?.number ?? 1;
    this.rows.set('resync', { round, tick: this.deps.world.now + period, period });
    this.armResync(period, round);
  }

  private armResync(period: number, round: number): void {
    this.deps.world.after(period, this.deps.lane, this.resync, round, { periodic: true });
  }

  /** Beside the watch of its round, never in the wait between two. */
  private onResyncDue(round: number): void {
    if (this.round?.number !== round) return;
    this.armResync(this.deps.resyncTicks(), round);
    if (this.deps.shouldResync()) this.write({ kind: 'resync' });
  }
}
