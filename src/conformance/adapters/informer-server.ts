/** The api-server of client-go's informer recordings: one kind, a version that every write raises, and failures on order. */
import type {
  ApiClient,
  ApiRequest,
  ApiResponse,
  Reply,
  WatchDelivery,
  WatchEvent,
  WatchSpec,
} from '../../components/apiserver/apiserver.ts';
import type { Handler } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import type { KubeObject } from '../../model/objects.ts';
import type { InformerClock } from './informer-clock.ts';

export const CODES: Readonly<Record<string, number>> = {
  expired: 410,
  tooLarge: 504,
  internal: 500,
  forbidden: 403,
  notFound: 404,
  tooManyRequests: 429,
  connectionRefused: 503,
};

/** A request, as a recording writes it. */
export type Call = Readonly<Record<string, string | number | boolean>>;

interface Open {
  readonly id: string;
  readonly deliver: Handler<WatchDelivery>;
}

interface Answer {
  readonly reply: Handler<Reply<unknown>>;
  readonly data: Reply<unknown>;
}

export const statusObject = (code: number): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Status',
  metadata: { name: '' },
  status: { code },
});

export class InformerServer {
  revision = 0;
  readonly calls: Call[] = [];
  readonly objects = new Map<string, KubeObject>();
  private readonly history: WatchEvent[] = [];
  private oldest = 0;
  private open: Open | undefined;
  private readonly failures = { list: [] as string[], watch: [] as string[] };
  private readonly answer: Handler<Answer>;

  constructor(private readonly clock: InformerClock) {
    this.answer = clock.world.handler<Answer>('server answer', ({ reply, data }) => {
      clock.world.emit(EVENT['list.delivered'], { subject: 'script', number: data.response.items?.length ?? 0 });
      clock.call(reply, data);
    });
  }

  client(): ApiClient {
    return {
      name: 'script',
      send: <C>(request: ApiRequest, reply?: Handler<Reply<C>>, context?: C): void => {
        if (reply === undefined) return;
        const { limit } = context as { readonly limit: number };
        const { resourceVersion: rv = '' } = request.options ?? {};
        this.calls.push({ verb: 'list', rv, ...(limit === 0 ? {} : { limit }) });
        const data = { response: this.listed(), request, context };
        this.clock.world.after(0, 0, this.answer, { reply: reply, data });
      },
      sendAndForget: () => undefined,
      watch: (id, spec, deliver) => {
        this.onWatch(spec, { id, deliver });
      },
      unwatch: () => {
        this.open = undefined;
      },
    };
  }

  private listed(): ApiResponse {
    const failure = this.failures.list.shift();
    if (failure !== undefined) return { code: CODES[failure] ?? 500, written: false };
    return { code: 200, items: this.sorted(), revision: this.revision, written: false };
  }

  private sorted(): KubeObject[] {
    return [...this.objects.keys()].sort().flatMap((key) => this.objects.get(key) ?? []);
  }

  private onWatch({ fromRevision, sendInitialEvents }: WatchSpec, watch: Open): void {
    const rv = fromRevision === 0 ? '' : String(fromRevision);
    const initial = sendInitialEvents === true;
    this.calls.push({ verb: 'watch', rv, ...(initial ? { sendInitialEvents: true, match: 'NotOlderThan' } : {}) });
    this.open = watch;
    const failure = this.failures.watch.shift();
    if (failure !== undefined) this.end({ type: 'CLOSED', object: statusObject(CODES[failure] ?? 500), revision: 0 });
    else if (initial) this.sendInitial();
    else if (fromRevision < this.oldest) this.end({ type: 'ERROR', object: statusObject(410), revision: 0 });
    else for (const event of this.history) if (event.revision > fromRevision) this.send(event);
  }

  private sendInitial(): void {
    for (const object of this.sorted()) {
      this.send({ type: 'ADDED', object, revision: Number(object.metadata.resourceVersion) });
    }
    this.bookmark({ 'k8s.io/initial-events-end': 'true' });
  }

  private send(event: WatchEvent): void {
    const { open } = this;
    if (open !== undefined) this.clock.world.after(0, 0, open.deliver, { id: open.id, event });
  }

  /** The last that the open watch hears. */
  end(event: WatchEvent): void {
    this.send(event);
    this.open = undefined;
  }

  close(): void {
    this.end({ type: 'CLOSED', object: statusObject(200), revision: this.revision });
  }

  /** The next request for a watch fails too; nothing happens where none is open. */
  drop(): void {
    if (this.open === undefined) return;
    this.failNext('watch', 'internal');
    this.close();
  }

  bookmark(annotations: Readonly<Record<string, string>> = {}): void {
    const metadata = { name: '', resourceVersion: String(this.revision), annotations };
    this.send({
      type: 'BOOKMARK',
      object: { apiVersion: 'v1', kind: 'Pod', metadata },
      revision: this.revision,
    });
  }

  failNext(verb: 'list' | 'watch', code: string): void {
    this.failures[verb].push(code);
  }

  /** A watch from below is too old. */
  compact(): void {
    this.oldest = this.revision;
  }

  /** Before the start: there since a version. */
  put(key: string, revision: number): void {
    this.revision = Math.max(this.revision, revision);
    this.objects.set(key, objectOf(key, revision, ''));
  }

  /** A write whose version the script says. */
  change(key: string, revision: number): void {
    this.revision = revision - 1;
    this.write('MODIFIED', key, '');
  }

  /** @param group of a deletion: ignored */
  write(type: 'ADDED' | 'MODIFIED' | 'DELETED', key: string, group: string): void {
    this.revision++;
    const before = this.objects.get(key);
    const object =
      type === 'DELETED' && before !== undefined
        ? { ...before, metadata: { ...before.metadata, resourceVersion: String(this.revision) } }
        : objectOf(key, this.revision, group);
    if (type === 'DELETED') this.objects.delete(key);
    else this.objects.set(key, object);
    const event = { type, object, revision: this.revision };
    this.history.push(event);
    this.send(event);
  }
}

/** The group stands where the index by node finds it. */
export const objectOf = (key: string, revision: number, group: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: key, resourceVersion: String(revision) },
  spec: { nodeName: group },
});
