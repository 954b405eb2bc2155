/**
 * The binder of volumes: kubernetes pkg/controller/volume/persistentvolume (v1.37): what wakes it, and its syncs. It stands
 * in for the drivers' provisioners as well: a volume that is asked for is there a second later. One queue and one worker for
 * claims and volumes. Left out: reclaiming, the periodic resync, migration of in-tree volumes. Where one of the kinds is not
 * known it does nothing.
 */
import type { Collection } from '../../../kernel/kernel.ts';
import { compareBytes } from '../../../kernel/kernel.ts';
import { type KubeObject, type Node, objectKey } from '../../../model/objects.ts';
import {
  ANNOTATION,
  type Claim,
  type CSINode,
  type PersistentVolume,
  type StorageClass,
} from '../../../model/volumes.ts';
import type { ApiRequest, ApiResponse } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import type { WorkQueue } from '../../workqueue/workqueue.ts';
import type { Controller, ControllerDeps } from '../controllers.ts';
import { createEventRecorder } from '../events.ts';
import { runReconciler, type Outcome, type Reconciler } from '../sync.ts';
import { provisionedName, provisionedVolume } from './provision.ts';
import { type Stretch, VolumeSync } from './sync.ts';

const SUBJECT = 'persistentvolume-binder-controller';
/** Its Events say another name than the manager does. */
const COMPONENT = 'persistentvolume-controller';
const NEEDS = ['PersistentVolume', 'PersistentVolumeClaim', 'StorageClass'] as const;
/** What a driver takes to make a volume; real ones take from one second to minutes. */
const PROVISION_SECONDS = 1;
const DEFAULT_CLASS = 'storageclass.kubernetes.io/is-default-class';
const CLAIM = 'PersistentVolumeClaim/';
const VOLUME = 'PersistentVolume/';

export const createPersistentVolumeBinder = (deps: ControllerDeps): Controller => new PersistentVolumeBinder(deps);

class PersistentVolumeBinder implements Reconciler<Stretch> {
  readonly subject = SUBJECT;
  readonly name = 'persistentvolume-binder';
  readonly workers = 1;
  private readonly claims: SharedInformer;
  private readonly volumes: SharedInformer;
  private readonly classes: SharedInformer;
  private readonly nodes: SharedInformer;
  private readonly csiNodes: SharedInformer;
  private readonly queue: WorkQueue;
  private readonly sync: VolumeSync;
  /** Tick at which a claim's volume will have been made, by the claim's uid. */
  private readonly due: Collection<number>;
  /** Claims that waited for a volume before the run began, by uid: whoever should have made it did not. */
  private readonly forsaken: Collection<number>;

  constructor(private readonly deps: ControllerDeps) {
    const { world, version } = deps;
    this.claims = deps.informer('persistentvolumeclaims');
    this.volumes = deps.informer('persistentvolumes');
    this.classes = deps.informer('storageclasses');
    this.nodes = deps.informer('nodes');
    this.csiNodes = deps.informer('csinodes');
    this.due = world.collection(`controllers/${this.name}/due`);
    this.forsaken = world.collection(`controllers/${this.name}/forsaken`);
    this.sync = new VolumeSync({
      version,
      events: createEventRecorder({ ...deps, component: COMPONENT }),
      volumes: () => this.volumes.indexer.list() as readonly PersistentVolume[],
      volume: (name) => this.volumes.indexer.get(name) as PersistentVolume | undefined,
      claim: (key) => this.claims.indexer.get(key) as Claim | undefined,
      storageClass: (name) => this.classAt(name),
      defaultClass: () => this.defaultClass(),
      // Not one that the scheduler has just asked for.
      isForsaken: ({ metadata }) =>
        this.forsaken.has(metadata.uid ?? '') && metadata.annotations?.[ANNOTATION.selectedNode] === undefined,
      wakeClaim: (key) => {
        this.queue.add(CLAIM + key);
      },
      startProvisioning: (claim) => this.startProvisioning(claim),
      provisioned: (claim, storageClass) => this.provisioned(claim, storageClass),
    });
    this.queue = runReconciler(deps, this);
    this.listen();
  }

  /** What is bound when the run begins is taken as it is. */
  prime(): void {
    if (!this.isWhole) return;
    for (const claim of this.claims.indexer.list() as readonly Claim[]) {
      const { uid = '', annotations } = claim.metadata;
      if (annotations?.[ANNOTATION.bindCompleted] !== undefined) continue;
      if (uid !== '') this.forsaken.set(uid, 1);
      this.queue.add(objectKey(claim));
    }
    for (const volume of this.volumes.indexer.list() as readonly PersistentVolume[]) {
      if ((volume.status?.phase ?? 'Pending') === 'Pending') this.queue.add(objectKey(volume));
    }
  }

  objectOf(key: string): string {
    return key;
  }

  /** Are all objects known that it would have to look at? */
  private get isWhole(): boolean {
    return NEEDS.every((kind) => this.deps.apiServer.knows(kind));
  }

  private listen(): void {
    const enqueue = (object: KubeObject): void => {
      this.queue.add(objectKey(object));
    };
    const filter = (): boolean => this.isWhole;
    const onUpdate = (_before: KubeObject, after: KubeObject): void => {
      enqueue(after);
    };
    this.claims.addEventHandler(SUBJECT, {
      filter,
      onAdd: enqueue,
      onUpdate,
      onDelete: (claim) => {
        const name = (claim as Claim).spec?.volumeName ?? '';
        if (name !== '') this.queue.add(VOLUME + name);
      },
    });
    this.volumes.addEventHandler(SUBJECT, {
      filter,
      onAdd: (volume) => {
        enqueue(volume);
        this.wakeWaiting();
      },
      onUpdate: (before, after) => {
        enqueue(after);
        const [was, is] = [before as PersistentVolume, after as PersistentVolume];
        if (was.status?.phase !== 'Available' && is.status?.phase === 'Available') this.wakeWaiting();
      },
      onDelete: (volume) => {
        const reference = (volume as PersistentVolume).spec?.claimRef;
        if (reference !== undefined) this.queue.add(`${CLAIM}${reference.namespace ?? 'default'}/${reference.name}`);
      },
    });
    this.classes.addEventHandler(SUBJECT, {
      filter: () => this.isWhole && this.waiting().length > 0,
      onAdd: () => {
        this.wakeWaiting();
      },
    });
  }

  /** Upstream looks at every claim again within 15 seconds; here where there is something new to look at. */
  private wakeWaiting(): void {
    for (const claim of this.waiting()) this.queue.add(objectKey(claim));
  }

  private waiting(): readonly Claim[] {
    const all = this.claims.indexer.list() as readonly Claim[];
    return all.filter(({ metadata }) => metadata.annotations?.[ANNOTATION.bindCompleted] === undefined);
  }

  private classAt(name: string): StorageClass | undefined {
    return this.classes.indexer.get(name);
  }

  /** The youngest of the default classes; of equals the first by name. */
  private defaultClass(): string | undefined {
    const marked = (this.classes.indexer.list() as readonly StorageClass[])
      .filter(({ metadata }) => metadata.annotations?.[DEFAULT_CLASS] === 'true')
      .map(({ metadata }) => metadata);
    const [first] = marked.sort(
      (a, b) => compareBytes(b.creationTimestamp ?? '', a.creationTimestamp ?? '') || compareBytes(a.name, b.name),
    );
    return first?.name;
  }

  private startProvisioning({ metadata }: Claim): number {
    const { world } = this.deps;
    const uid = metadata.uid ?? '';
    const due = this.due.get(uid) ?? world.now + PROVISION_SECONDS * world.options.ticksPerSecond;
    this.due.set(uid, due);
    return Math.max(0, due - world.now);
  }

  private provisioned(claim: Claim, storageClass: StorageClass): ApiRequest | undefined {
    const due = this.due.get(claim.metadata.uid ?? '');
    if (due === undefined || due > this.deps.world.now) return undefined;
    const name = claim.metadata.annotations?.[ANNOTATION.selectedNode] ?? '';
    const place = {
      node: this.nodes.indexer.get(name) as Node | undefined,
      csiNode: this.csiNodes.indexer.get(name) as CSINode | undefined,
    };
    const body = provisionedVolume(claim, storageClass, place);
    return { verb: 'create', resource: 'persistentvolumes', name: provisionedName(claim), body };
  }

  begin(key: string): Outcome<Stretch> {
    if (!this.isWhole) return { kind: 'done' };
    if (key.startsWith(CLAIM)) {
      const claim = this.claims.indexer.get(key.slice(CLAIM.length)) as Claim | undefined;
      return claim === undefined ? { kind: 'done' } : this.sync.claim(claim);
    }
    const volume = this.volumes.indexer.get(key.slice(VOLUME.length)) as PersistentVolume | undefined;
    return volume === undefined ? { kind: 'done' } : this.sync.volume(volume);
  }

  resume(_key: string, stretch: Stretch, answers: readonly ApiResponse[]): Outcome<Stretch> {
    return this.sync.resume(stretch, answers);
  }
}
