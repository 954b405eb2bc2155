/**
 * client-go tools/cache/reflector.go (v0.37) in list+watch mode, on virtual time (2.1, 2.2, 2.4): feeds an informer's queue.
 * Left out: watch-list mode, pages, resync, watches that end or cannot be opened (the simulated server does neither).
 */
import type { Collection, Handler, World } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import { objectKey, type KubeObject } from '../../model/objects.ts';
import type { ApiClient, ApiRequest, Reply, WatchDelivery, WatchSpec } from '../apiserver/apiserver.ts';
import { FIRST_BACKOFF, nextBackoff, reflectorBackoff, type BackoffState } from './reflector-backoff.ts';

/** Steps of the jitter: a wait is the back-off times 1 + n / JITTER_STEPS. */
const JITTER_STEPS = 1024;

interface Revision {
  readonly revision: number;
}

/** How far a list may lag: "0" anything, "" the newest, else at least this. */
interface ListData {
  readonly resourceVersion: string;
}

export interface ReflectorDeps {
  readonly world: World;
  readonly client: ApiClient;
  /** Of the informer: subject of its events, id of its watch. */
  readonly id: string;
  readonly lane: number;
  readonly spec: Omit<WatchSpec, 'fromRevision'>;
  /** Count the back-off's two minutes from the last reset (C-40). */
  readonly backoffFromReset: boolean;
  /** The queue's writers; they run inside the pop of the delivery. */
  readonly onEvent: (type: 'ADDED' | 'MODIFIED' | 'DELETED', object: KubeObject) => void;
  readonly onBookmark: (revision: number) => void;
  readonly onList: (items: readonly KubeObject[], revision: number) => void;
}

export class Reflector {
  private readonly revisions: Collection<Revision>;
  private readonly backoffs: Collection<BackoffState>;
  private readonly deliver: Handler<WatchDelivery>;
  private readonly list: Handler<ListData>;
  private readonly replied: Handler<Reply<ListData>>;

  constructor(private readonly deps: ReflectorDeps) {
    const { world, id } = deps;
    this.revisions = world.collection<Revision>(`reflector ${id}`);
    this.backoffs = world.collection<BackoffState>(`reflector ${id} backoff`);
    this.deliver = world.handler<WatchDelivery>(`reflector ${id} watch`, (delivery) => this.onDelivered(delivery));
    this.list = world.handler<ListData>(`reflector ${id} list`, (data) => this.send(data));
    this.replied = world.handler<Reply<ListData>>(`reflector ${id} reply`, (reply) => this.onReply(reply));
  }

  get lastSyncResourceVersion(): number {
    return this.revisions.get('last')?.revision ?? 0;
  }

  private advanceTo(revision: number): void {
    this.revisions.set('last', { revision });
  }

  /** Set-up or inside a pop. */
  watchFrom(revision: number): void {
    const { client, id, spec } = this.deps;
    this.advanceTo(revision);
    client.watch(id, { ...spec, fromRevision: revision }, this.deliver);
  }

  /** Set-up: the first round, a list of whatever is cached. */
  start(): void {
    this.deps.world.after(0, this.deps.lane, this.list, { resourceVersion: '0' });
  }

  /** Inside a pop. */
  stop(): void {
    const { client, id } = this.deps;
    client.unwatch(id);
    this.revisions.delete('last');
    this.backoffs.delete('state');
  }

  private onDelivered({ event }: WatchDelivery): void {
    const { world, id } = this.deps;
    const { type, object, revision } = event;
    const about = type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED' ? { object: objectKey(object) } : {};
    world.emit(EVENT['watch.delivered'], { subject: id, ...about, detail: type, number: revision });
    if (type === 'ERROR' || type === 'CLOSED') {
      this.onError(object);
      return;
    }
    this.advanceTo(revision);
    if (type === 'BOOKMARK') this.deps.onBookmark(revision);
    else this.deps.onEvent(type, object);
  }

  /** The server has closed the watch: too many requests means open it again, anything else ends the round. */
  private onError(status: KubeObject): void {
    if (codeOf(status) === 429) this.watchFrom(this.lastSyncResourceVersion);
    else this.waitAndList();
  }

  private waitAndList(): void {
    const { world, id, lane, backoffFromReset } = this.deps;
    const ticksPerMilli = world.options.ticksPerSecond / 1000;
    const state = this.backoffs.get('state') ?? FIRST_BACKOFF;
    const step = nextBackoff(reflectorBackoff(backoffFromReset), state, world.now / ticksPerMilli);
    this.backoffs.set('state', step.state);
    const jitter = world.choose('reflector back-off', id, JITTER_STEPS) / JITTER_STEPS;
    const wait = Math.round(step.waitMillis * (1 + jitter) * ticksPerMilli);
    world.after(wait, lane, this.list, { resourceVersion: String(this.lastSyncResourceVersion) });
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
    const { code, items, revision } = response;
    if (code < 300 && items !== undefined && revision !== undefined) {
      this.deps.onList(items, revision);
      this.watchFrom(revision);
    } else if ((code === 410 || code === 504) && context.resourceVersion !== '') {
      this.send({ resourceVersion: '' });
    } else {
      this.waitAndList();
    }
  }
}

/** HTTP code of a metav1.Status that came in the place of an object. */
function codeOf({ status }: KubeObject): number | undefined {
  const code = typeof status === 'object' && status !== null && 'code' in status ? status.code : undefined;
  return typeof code === 'number' ? code : undefined;
}

function selectorOf(spec: Omit<WatchSpec, 'fromRevision'>): { readonly fieldSelector?: string } {
  const terms: string[] = [];
  if (spec.name !== undefined) terms.push(`metadata.name=${spec.name}`);
  if (spec.nodeName !== undefined) terms.push(`spec.nodeName=${spec.nodeName}`);
  return terms.length === 0 ? {} : { fieldSelector: terms.join(',') };
}
