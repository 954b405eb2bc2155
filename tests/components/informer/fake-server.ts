/**
 * The least api-server that an informer can live on: revisions, lists, watches, and a history window that can be cut. It
 * stands in for the real component so that these tests say nothing about it.
 */
import type { Handler, World } from '../../../src/kernel/kernel.ts';
import { EVENT, LANE } from '../../../src/model/events.ts';
import { resourceOfKind } from '../../../src/model/resources.ts';
import { namespacedName, objectKey, type KubeObject } from '../../../src/model/objects.ts';
import type {
  ApiClient,
  ApiRequest,
  ApiResponse,
  ApiServer,
  Reply,
  WatchDelivery,
  WatchEvent,
  WatchSpec,
} from '../../../src/components/apiserver/apiserver.ts';

interface Change {
  readonly type: 'create' | 'update' | 'delete';
  readonly object: KubeObject;
}

interface Watcher {
  readonly id: string;
  readonly spec: WatchSpec;
}

/** Ticks that the fake needs for an answer and for a watch event. */
export const LATENCY = 1000;

export class FakeServer {
  readonly change: Handler<Change>;
  private readonly compacted: Handler<undefined>;
  private readonly answer: Handler<{ readonly reply: Handler<Reply<unknown>>; readonly data: Reply<unknown> }>;
  private readonly failing: Handler<{ readonly code: number }>;
  private readonly objects;
  private readonly watchers;
  private readonly state;
  private readonly functions = new Map<number, (data: unknown) => void>();
  private readonly delivers = new Map<string, Handler<WatchDelivery>>();

  constructor(readonly world: World) {
    this.objects = world.collection<KubeObject>('fake objects');
    this.watchers = world.collection<Watcher>('fake watchers');
    this.state = world.collection<number>('fake state');
    this.change = world.handler<Change>('fake change', (change) => this.onChange(change));
    this.compacted = world.handler<undefined>('fake compact', () => this.onCompacted());
    this.failing = world.handler('fake failure', ({ code }) => {
      world.emit(EVENT['request.sent'], { subject: 'test', detail: `refuse ${code}` });
      this.state.set('fail', code);
    });
    this.answer = world.handler('fake answer', ({ reply, data }) => {
      const { code, items } = data.response;
      if (items === undefined) world.emit(EVENT['response.delivered'], { subject: 'fake', number: code });
      else world.emit(EVENT['list.delivered'], { subject: 'fake', number: items.length });
      this.functions.get(reply.id)?.(data);
    });
    // A reply runs inside the pop of its answer, so the fake must know the function behind its handler.
    const register = world.handler.bind(world);
    world.handler = <D>(name: string, run: (data: D) => void): Handler<D> => {
      const handler = register<D>(name, run);
      this.functions.set(handler.id, run as (data: unknown) => void);
      return handler;
    };
  }

  get revision(): number {
    return this.state.get('revision') ?? 0;
  }

  seed(object: KubeObject): void {
    this.write(object);
  }

  create(at: number, object: KubeObject): void {
    this.world.after(at, LANE.clients, this.change, { type: 'create', object });
  }

  update(at: number, object: KubeObject): void {
    this.world.after(at, LANE.clients, this.change, { type: 'update', object });
  }

  remove(at: number, object: KubeObject): void {
    this.world.after(at, LANE.clients, this.change, { type: 'delete', object });
  }

  /** Every watch gets an ERROR 410 event and ends. */
  compact(at: number): void {
    this.world.after(at, LANE.clients, this.compacted, undefined);
  }

  /** From then on lists are refused with this code; 0 = answered. */
  refuseLists(at: number, code: number): void {
    this.world.after(at, LANE.clients, this.failing, { code });
  }

  private write(object: KubeObject): KubeObject {
    const revision = this.revision + 1;
    this.state.set('revision', revision);
    const stored = { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
    this.objects.set(objectKey(object), stored);
    return stored;
  }

  private onChange({ type, object }: Change): void {
    const key = objectKey(object);
    const before = this.objects.get(key);
    this.world.emit(EVENT['store.written'], { subject: 'test', object: key, detail: type, number: this.revision + 1 });
    if ((before === undefined) !== (type === 'create')) return;
    const stored = this.write(object);
    if (type === 'delete') this.objects.delete(key);
    const event = { type: ({ create: 'ADDED', update: 'MODIFIED', delete: 'DELETED' } as const)[type], object: stored };
    this.broadcast({ ...event, revision: this.revision });
  }

  private broadcast(event: WatchEvent): void {
    const ids = [...this.watchers.keys()].sort();
    for (const id of ids) {
      const watcher = this.watchers.get(id);
      if (watcher !== undefined && watched(watcher.spec, event.object)) this.deliver(watcher, event);
    }
  }

  private deliver({ id }: Watcher, event: WatchEvent): void {
    const handler = this.delivers.get(id);
    if (handler !== undefined) this.world.after(LATENCY, LANE.informers, handler, { id, event });
  }

  private onCompacted(): void {
    this.world.emit(EVENT['request.sent'], { subject: 'test', detail: 'compact' });
    const status = {
      apiVersion: 'v1',
      kind: 'Status',
      metadata: { name: '' },
      status: { code: 410, reason: 'Expired' },
    };
    for (const id of [...this.watchers.keys()].sort()) {
      const watcher = this.watchers.get(id);
      if (watcher !== undefined) this.deliver(watcher, { type: 'ERROR', object: status, revision: this.revision });
      this.watchers.delete(id);
    }
  }

  get(key: string): KubeObject | undefined {
    return this.objects.get(key);
  }

  list(resource: string, namespace?: string): readonly KubeObject[] {
    return [...this.objects.entries()]
      .map(([, object]) => object)
      .filter((object) => resourceOfKind(object.kind)?.resource === resource)
      .filter((object) => namespace === undefined || object.metadata.namespace === namespace)
      .sort((a, b) => (namespacedName(a) < namespacedName(b) ? -1 : 1));
  }

  private respond(request: ApiRequest): ApiResponse {
    const failure = this.state.get('fail') ?? 0;
    if (failure > 0) return { code: failure, written: false };
    return { code: 200, items: this.list(request.resource), revision: this.revision, written: false };
  }

  client(name: string): ApiClient {
    return {
      name,
      send: <C>(request: ApiRequest, reply?: Handler<Reply<C>>, context?: C): void => {
        if (reply === undefined) return;
        const data = { response: this.respond(request), request, context };
        this.world.after(LATENCY, LANE.clients, this.answer, {
          reply: reply,
          data,
        });
      },
      sendAndForget: () => undefined,
      watch: (id, spec, deliver) => {
        this.delivers.set(id, deliver);
        this.watchers.set(id, { id, spec });
      },
      unwatch: (id) => {
        this.watchers.delete(id);
      },
    };
  }

  /** The face, as far as informers use it. */
  asApiServer(): ApiServer {
    const unused = (): never => {
      throw new Error('not part of the fake');
    };
    const revision = (): number => this.revision;
    return {
      get revision() {
        return revision();
      },
      seed: (object) => this.seed(object),
      handle: unused,
      get: (key) => this.get(key),
      list: (resource, namespace) => this.list(resource, namespace),
      knows: () => true,
      connect: (name) => this.client(name),
      timestamp: unused,
      microTimestamp: unused,
      epochMicros: 0,
      get faults() {
        return unused();
      },
    };
  }
}

function watched(spec: WatchSpec, object: KubeObject): boolean {
  if (resourceOfKind(object.kind)?.resource !== spec.resource) return false;
  return spec.namespace === undefined || object.metadata.namespace === spec.namespace;
}
