/**
 * client-go tools/cache/shared_informer.go and controller.go (v0.32 to v0.37), on virtual time: reflector -> queue -> indexer
 * -> listeners. One pop at a time: while the queue holds anything, the next pop is on its way.
 * Left out: metrics, and that a listener which comes late hears of the store in no order (here: by key).
 */
import { invariant, type Collection, type Handler, type World } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import { namespacedName, type KubeObject } from '../../model/objects.ts';
import { minorOf } from '../../model/versions.ts';
import { aboutName, type AboutRow } from './about-rows.ts';
import { createQueue, dedupRow } from './create-queue.ts';
import type { FifoEntry } from './delta.ts';
import type { Fifo } from './fifo.ts';
import { HeldWrites } from './held-writes.ts';
import { matches, objectOf, typesOf } from './informer-words.ts';
import { createIndexer, kubeAccess, type StoreIndexer } from './indexer.ts';
import { Listeners } from './listeners.ts';
import { MutationDetector } from './mutation-detector.ts';
import { processDeltas } from './process-deltas.ts';
import { fifoName } from './queue-view.ts';
import { Reflector } from './reflector.ts';
import { ResyncTimes, type ResyncRow } from './resync-times.ts';
import { Sender } from './sender.ts';
import type {
  InformerDeps,
  InformerSettings,
  Indexer,
  ListenerOptions,
  ResourceEventHandler,
  SharedInformer,
  SharedInformerOptions,
} from './types.ts';

const DEFAULTS: InformerSettings = {
  distribution: 'ring',
  channelCapacity: 0,
  resyncTicks: 0,
  mode: 'auto',
  batchSize: 1,
  mutationDetector: false,
};

/** Set-up only: registers collections and handlers under the id "<process> <resource>". */
export function createSharedInformer(deps: InformerDeps, options: SharedInformerOptions): SharedInformer {
  return new VirtualInformer(deps, options);
}

class VirtualInformer implements SharedInformer {
  readonly id: string;
  readonly resource: string;
  private readonly world: World;
  private readonly settings: InformerSettings;
  private readonly about: Collection<AboutRow>;
  private readonly marks: Collection<number>;
  private readonly store: StoreIndexer;
  private readonly fifo: Fifo<KubeObject>;
  private readonly resync: ResyncTimes;
  private readonly reflector: Reflector;
  private readonly listeners: Listeners;
  /** The article's form only. */
  private readonly sender: Sender | undefined;
  private readonly held: HeldWrites | undefined;
  private readonly detector: MutationDetector | undefined;
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
    this.settings = { ...DEFAULTS, batchSize: deps.batchSize ?? DEFAULTS.batchSize, ...deps.settings };
    // In no group: it outlives the process.
    this.about = world.group('', () => world.collection<AboutRow>(aboutName(this.id)));
    this.store = createIndexer(world.collection<KubeObject>(`cache ${this.id}`), resource);
    this.marks = world.collection<number>(`informer ${this.id}`);
    this.fifo = this.createFifo();
    const { resyncTicks, distribution, channelCapacity } = this.settings;
    const times = world.collection<ResyncRow>(`resync ${this.id}`);
    this.resync = new ResyncTimes(times, resyncTicks, world.options.ticksPerSecond);
    const isBlocking = distribution === 'blocking';
    this.held = isBlocking ? new HeldWrites(world, this.id) : undefined;
    this.reflector = this.createReflector();
    this.popped = world.handler<undefined>(`informer ${this.id} pop`, () => this.onPop());
    this.listeners = new Listeners({
      ...{ world, id: this.id, lane, delay: deps.latencies.handler },
      ...{ marks: this.marks, about: this.about, resync: this.resync },
      channelCapacity: isBlocking ? channelCapacity : undefined,
      onRoom: (listener) => this.sender?.onRoom(listener),
    });
    this.sender = isBlocking ? this.createSender() : undefined;
    this.detector = this.settings.mutationDetector ? this.createDetector() : undefined;
    this.noteSettings();
    world.onRestore(`informer ${this.id}`, () => this.rebuild());
  }

  private get isWatchList(): boolean {
    const { version, generation } = this.deps;
    const { mode } = this.settings;
    if (mode !== 'auto') return mode === 'watch-list';
    return version === undefined ? generation === 'atomic' : minorOf(version) >= 35;
  }

  private noteSettings(): void {
    const { generation } = this.deps;
    const { distribution, channelCapacity } = this.settings;
    const { resource, isWatchList: watchList } = this;
    this.about.set('settings', { resource, generation, distribution, channelCapacity, watchList });
  }

  private createFifo(): Fifo<KubeObject> {
    const { world, id, about } = this;
    const { transform } = this.options;
    return createQueue(this.deps, this.settings.batchSize, {
      slots: world.collection<FifoEntry<KubeObject>>(fifoName(id)),
      marks: this.marks,
      keyOf: namespacedName,
      knownObjects: { listKeys: () => this.store.store.listKeys(), getByKey: (key) => this.store.store.get(key) },
      ...(transform === undefined ? {} : { transform }),
      onDedup: (dedup) => about.set('dedup', dedupRow(dedup, world.step + 1)),
    });
  }

  private createReflector(): Reflector {
    const { client, generation, latencies, version } = this.deps;
    const { fifo, world, id, marks } = this;
    const { lane, spec, transform } = this.options;
    const isOld = version === undefined ? generation === 'deltafifo' : minorOf(version) < 34;
    return new Reflector({
      ...{ world, client, id, lane, marks },
      spec: { resource: this.resource, ...spec },
      watchList: this.isWatchList,
      backoffFromReset: version === undefined ? generation === 'atomic' : minorOf(version) >= 36,
      opening: latencies.watch,
      resyncTicks: () => this.resync.checkPeriod,
      transformInitial: transform === undefined || isOld ? (object) => object : transform,
      isLocked: () => this.sender?.isLocked === true,
      hold: (write) => {
        if (this.held?.add(write) === true) this.held.add(this.reflector.closeUnread());
      },
      onEvent: (type, object) =>
        this.enqueue(() => {
          if (type === 'ADDED') fifo.add(object);
          else if (type === 'MODIFIED') fifo.update(object);
          else fifo.delete(object);
        }),
      // Deltas for bookmarks are off by default; the reflector has noted the revision.
      onBookmark: () => undefined,
      onList: (items, revision) => this.enqueue(() => fifo.replace(items, String(revision))),
      shouldResync: () => this.shouldResync(),
      onResync: () => this.enqueue(() => fifo.resync()),
    });
  }

  private createSender(): Sender {
    const { world, id, fifo } = this;
    const { store } = this.store;
    const isBatch = this.settings.batchSize > 1;
    return new Sender({
      ...{ world, id, lane: this.options.lane },
      listenerCount: () => this.listeners.count,
      nameOf: (listener) => this.listeners.nameOf(listener),
      offer: (listener, notification) => this.listeners.offer(listener, notification),
      apply: (deltas, from, isInInitialList) => {
        const next = isBatch ? deltas.length : from + 1;
        return { notifications: processDeltas(store, deltas.slice(from, next), isInInitialList, kubeAccess), next };
      },
      onDone: (row) => {
        fifo.done(row);
        this.onSent();
      },
      left: () => fifo.length,
    });
  }

  private createDetector(): MutationDetector {
    const { world, id, resource } = this;
    const { lane } = this.options;
    return new MutationDetector({ world, id, lane, resource, onPanic: () => this.stop() });
  }

  private rebuild(): void {
    this.store.store.rebuild();
    this.fifo.rebuild();
    this.listeners.rebuild();
    this.held?.rebuild();
  }

  get indexer(): Indexer {
    return this.store.indexer;
  }

  get lastSyncResourceVersion(): number {
    return this.reflector.lastSyncResourceVersion;
  }

  get hasSynced(): boolean {
    return this.fifo.hasSynced;
  }

  handlerHasSynced(name: string): boolean {
    return this.hasSynced && this.listeners.hasSynced(name);
  }

  addEventHandler(name: string, handler: ResourceEventHandler, options: ListenerOptions = {}): void {
    const { state } = this.reflector;
    if (state === 'stopped') {
      throw new Error(`handler ${name} was not added to shared informer because it has stopped already`);
    }
    const index = this.listeners.add(name, handler, options, state === 'running');
    if (state === 'running') this.introduce(index);
  }

  /** 6.6: a listener that comes late hears of all that is stored first, as initial adds. */
  private introduce(index: number): void {
    const adds = this.store.store.list().map((object) => ({ kind: 'add', object, isInInitialList: true }) as const);
    if (this.sender === undefined) for (const add of adds) this.listeners.offer(index, add);
    else this.sender.introduce(index, adds);
  }

  removeEventHandler(name: string): void {
    this.listeners.remove(name);
  }

  holdHandler(name: string, held: boolean): void {
    this.listeners.hold(name, held);
  }

  mutateCached(key: string, object: KubeObject): void {
    const before = this.store.store.get(key);
    if (before === undefined) return;
    this.store.store.set(key, object);
    this.detector?.noteAltered(key, before);
  }

  prime(): void {
    const { apiServer } = this.deps;
    const { spec } = this.options;
    invariant(apiServer !== undefined, `${this.id}: an informer is primed from an api-server`);
    const items = new Map<string, KubeObject>();
    for (const object of apiServer.list(this.resource, spec?.namespace)) {
      if (matches(object, spec)) items.set(namespacedName(object), object);
    }
    this.store.store.replace(items);
    this.fifo.markSynced();
    this.reflector.watchFrom(apiServer.revision);
  }

  start(): void {
    this.listeners.start();
    this.reflector.start();
  }

  stop(): void {
    this.world.drop(this.popped, () => true);
    this.reflector.stop();
    this.sender?.stop();
    this.held?.clear();
    this.detector?.stop();
    this.listeners.stop();
    while (this.fifo.take() !== undefined);
    for (const key of ['populated', 'initialPopulationCount']) this.marks.delete(key);
    this.store.store.replace(new Map());
    this.rebuild();
  }

  /** A check of who is due: its event, unless nothing changed. */
  private shouldResync(): boolean {
    const { world, id } = this;
    const { due, changed } = this.resync.shouldResync(world.now);
    if (changed) {
      const names = due.map((key) => this.listeners.nameOf(Number(key)));
      world.emit(EVENT['resync.checked'], { subject: id, detail: names.join(','), number: due.length });
    }
    return due.length > 0;
  }

  /** A pop is on its way exactly while the queue holds something and the sender is free. */
  private enqueue(write: () => void): void {
    const { fifo } = this;
    const before = fifo.length;
    write();
    if (before === 0 && fifo.length > before && this.sender?.isBusy !== true) this.schedulePop();
  }

  private schedulePop(): void {
    this.world.after(this.deps.latencies.informerPop, this.options.lane, this.popped, undefined);
  }

  private onPop(): void {
    const { fifo, sender } = this;
    if (sender?.isBusy === true) return;
    const taken = fifo.take();
    if (taken === undefined) return;
    const { deltas, isInInitialList } = taken;
    this.world.emit(EVENT['informer.popped'], {
      subject: this.id,
      object: objectOf(deltas),
      detail: typesOf(deltas),
      number: fifo.length,
    });
    if (sender !== undefined) {
      sender.begin(taken, fifo.lockHeld);
      return;
    }
    const notifications = processDeltas(this.store.store, deltas, isInInitialList, kubeAccess);
    for (const notification of notifications) this.listeners.distribute(notification);
    fifo.done(taken);
    if (fifo.length > 0) this.schedulePop();
  }

  /** The lock is free: what the reflector had in hand comes first, and then the next pop. */
  private onSent(): void {
    this.world.drop(this.popped, () => true);
    const wasEmpty = this.fifo.length === 0;
    this.held?.drain((write) => this.reflector.take(write));
    if (!wasEmpty) this.schedulePop();
  }
}
