/**
 * client-go tools/cache/shared_informer.go and controller.go (v0.32 to v0.37), on virtual time: reflector -> queue -> indexer
 * -> listeners. One pop at a time: while the queue holds anything, the next pop is on its way.
 * Left out: transformers, resync, listeners that come while it runs.
 */
import type { Handler, World } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import { namespacedName, objectKey, type KubeObject } from '../../model/objects.ts';
import type { InformerGeneration } from '../../model/versions.ts';
import { isObjectDelta, unwrap, type Delta, type FifoEntry } from './delta.ts';
import { DeltaFIFO } from './delta-fifo.ts';
import type { Fifo, FifoDeps, Popped, Process } from './fifo.ts';
import { createIndexer, kubeAccess, type StoreIndexer } from './indexer.ts';
import { Listeners } from './listeners.ts';
import { processDeltas } from './process-deltas.ts';
import { fifoName } from './queue-view.ts';
import { RealFIFO } from './real-fifo.ts';
import { Reflector } from './reflector.ts';
import type { InformerDeps, Indexer, ResourceEventHandler, SharedInformer, SharedInformerOptions } from './types.ts';

/** Set-up only: registers collections and handlers under the id "<process> <resource>". */
export function createSharedInformer(deps: InformerDeps, options: SharedInformerOptions): SharedInformer {
  return new VirtualInformer(deps, options);
}

class VirtualInformer implements SharedInformer {
  readonly id: string;
  readonly resource: string;
  private readonly world: World;
  private readonly store: StoreIndexer;
  private readonly queue: PoppedQueue;
  private readonly reflector: Reflector;
  private readonly listeners: Listeners;
  private readonly popped: Handler<undefined>;

  constructor(
    private readonly deps: InformerDeps,
    private readonly options: SharedInformerOptions,
  ) {
    const { world } = deps;
    const { process, resource, lane } = options;
    this.world = world;
    this.resource = resource;
    this.id = `${process} ${resource}`;
    this.store = createIndexer(world.collection<KubeObject>(`cache ${this.id}`), resource);
    const marks = world.collection<number>(`informer ${this.id}`);
    this.queue = createQueue(deps.generation, deps.batchSize ?? 1, {
      slots: world.collection<FifoEntry<KubeObject>>(fifoName(this.id)),
      marks,
      keyOf: namespacedName,
      knownObjects: { listKeys: () => this.store.store.listKeys(), getByKey: (key) => this.store.store.get(key) },
    });
    this.reflector = this.createReflector();
    this.popped = world.handler<undefined>(`informer ${this.id} pop`, () => this.onPop());
    this.listeners = new Listeners({ world, id: this.id, lane, delay: deps.latencies.handler, marks });
    world.onRestore(`informer ${this.id}`, () => this.rebuild());
  }

  private createReflector(): Reflector {
    const { client, generation } = this.deps;
    const { fifo } = this.queue;
    return new Reflector({
      world: this.world,
      client,
      id: this.id,
      lane: this.options.lane,
      spec: { resource: this.resource, ...this.options.spec },
      backoffFromReset: generation === 'atomic',
      onEvent: (type, object) =>
        this.enqueue(() => {
          if (type === 'ADDED') fifo.add(object);
          else if (type === 'MODIFIED') fifo.update(object);
          else fifo.delete(object);
        }),
      // Deltas for bookmarks are off by default; the reflector has noted the revision.
      onBookmark: () => undefined,
      onList: (items, revision) => this.enqueue(() => fifo.replace(items, String(revision))),
    });
  }

  private rebuild(): void {
    this.store.store.rebuild();
    this.queue.fifo.rebuild();
    this.listeners.rebuild();
  }

  get indexer(): Indexer {
    return this.store.indexer;
  }

  get lastSyncResourceVersion(): number {
    return this.reflector.lastSyncResourceVersion;
  }

  addEventHandler(name: string, handler: ResourceEventHandler): void {
    this.listeners.add(name, handler);
  }

  prime(): void {
    const { apiServer } = this.deps;
    const { spec } = this.options;
    const items = new Map<string, KubeObject>();
    for (const object of apiServer.list(this.resource, spec?.namespace)) {
      if (matches(object, spec)) items.set(namespacedName(object), object);
    }
    this.store.store.replace(items);
    this.queue.fifo.markSynced();
    this.reflector.watchFrom(apiServer.revision);
  }

  start(): void {
    this.reflector.start();
  }

  stop(): void {
    this.reflector.stop();
    this.store.store.replace(new Map());
  }

  /** A pop is on its way exactly while the queue holds something. */
  private enqueue(write: () => void): void {
    const { fifo } = this.queue;
    const before = fifo.length;
    write();
    if (before === 0 && fifo.length > before) this.schedulePop();
  }

  private schedulePop(): void {
    this.world.after(this.deps.latencies.informerPop, this.options.lane, this.popped, undefined);
  }

  private onPop(): void {
    const { fifo, pop } = this.queue;
    pop((deltas, isInInitialList) => {
      this.world.emit(EVENT['informer.popped'], {
        subject: this.id,
        object: objectOf(deltas),
        detail: typesOf(deltas),
        number: fifo.length,
      });
      const notifications = processDeltas(this.store.store, deltas, isInInitialList, kubeAccess);
      for (const notification of notifications) this.listeners.distribute(notification);
      return undefined;
    });
    if (fifo.length > 0) this.schedulePop();
  }
}

interface PoppedQueue {
  readonly fifo: Fifo<KubeObject>;
  readonly pop: (process: Process<KubeObject>) => Popped;
}

function createQueue(generation: InformerGeneration, batchSize: number, deps: FifoDeps<KubeObject>): PoppedQueue {
  if (generation === 'deltafifo') {
    const fifo = new DeltaFIFO(deps, { emitReplaced: true });
    return { fifo, pop: (process) => fifo.pop(process) };
  }
  const atomic = generation === 'atomic';
  const { knownObjects, ...rest } = deps;
  const fifo = new RealFIFO(atomic || knownObjects === undefined ? rest : deps, {
    atomic,
    emitBookmarks: false,
    unlockWhileProcessing: atomic,
    batchSize,
    countsAfterProcess: atomic,
  });
  return { fifo, pop: (process) => (batchSize > 1 ? fifo.popBatch(process) : fifo.pop(process)) };
}

/** Does a list with this specification hold the object? */
function matches(object: KubeObject, spec: SharedInformerOptions['spec']): boolean {
  if (spec?.name !== undefined && object.metadata.name !== spec.name) return false;
  if (spec?.nodeName === undefined) return true;
  const inner = object.spec;
  const nodeName = typeof inner === 'object' && inner !== null && 'nodeName' in inner ? inner.nodeName : undefined;
  return (nodeName ?? '') === spec.nodeName;
}

/** Key of the object that popped deltas are about; "" for a whole list. */
function objectOf(deltas: readonly Delta<KubeObject>[]): string {
  const delta = deltas.at(-1);
  const object = delta !== undefined && isObjectDelta(delta) ? unwrap(delta.object) : undefined;
  return object === undefined ? '' : objectKey(object);
}

function typesOf(deltas: readonly Delta<KubeObject>[]): string {
  const [first] = deltas;
  return deltas.length === 1 && first !== undefined ? first.type : deltas.map(({ type }) => type).join(',');
}
