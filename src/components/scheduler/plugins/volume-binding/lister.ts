/**
 * What the volume plugins look up in a cycle's input: the listers of kubernetes pkg/scheduler/framework/plugins/volumebinding,
 * nodevolumelimits and volumezone (v1.37). Indexes are kept by list, so a cycle pays only where the cluster changed.
 */
import type { KubeObject } from '../../../../model/objects.ts';
import {
  type Claim,
  claimClass,
  type CSIDriver,
  type CSINode,
  type CSIStorageCapacity,
  type PersistentVolume,
  type StorageClass,
  type VolumeAttachment,
  volumeClass,
} from '../../../../model/volumes.ts';
import type { CycleContext } from '../../framework.ts';

export type VolumeKind =
  | 'PersistentVolumeClaim'
  | 'PersistentVolume'
  | 'StorageClass'
  | 'CSINode'
  | 'CSIDriver'
  | 'CSIStorageCapacity'
  | 'VolumeAttachment';

interface Index {
  /** "Kind/namespace/name" or "Kind/name". */
  readonly byKey: ReadonlyMap<string, KubeObject>;
  readonly byKind: ReadonlyMap<string, readonly KubeObject[]>;
  readonly volumesByClass: ReadonlyMap<string, readonly PersistentVolume[]>;
  readonly attachmentsByNode: ReadonlyMap<string, readonly VolumeAttachment[]>;
}

const NOTHING: readonly KubeObject[] = [];
const CLAIM = 'PersistentVolumeClaim';

/** Recordings leave the namespace "default" out. */
const keyOf = ({ kind, metadata: { namespace, name } }: KubeObject): string =>
  kind === CLAIM ? `${kind}/${namespace ?? 'default'}/${name}` : `${kind}/${name}`;

function grouped<T>(items: readonly T[], groupOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(groupOf(item));
    if (group === undefined) groups.set(groupOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

function indexOf(objects: readonly KubeObject[]): Index {
  const byKind = grouped(objects, ({ kind }) => kind);
  const volumes = (byKind.get('PersistentVolume') ?? NOTHING) as readonly PersistentVolume[];
  const attachments = (byKind.get('VolumeAttachment') ?? NOTHING) as readonly VolumeAttachment[];
  return {
    byKey: new Map(objects.map((object) => [keyOf(object), object])),
    byKind,
    volumesByClass: grouped(volumes, volumeClass),
    attachmentsByNode: grouped(attachments, ({ spec }) => spec?.nodeName ?? ''),
  };
}

const indexes = new WeakMap<readonly KubeObject[], Index>();

function kept(objects: readonly KubeObject[]): Index {
  let index = indexes.get(objects);
  if (index === undefined) indexes.set(objects, (index = indexOf(objects)));
  return index;
}

/** The objects of the cluster as a cycle sees them. */
export class VolumeLister {
  private readonly index: Index;
  private readonly assumed: Index;
  private readonly known: ReadonlySet<string>;

  constructor({ input }: CycleContext) {
    this.index = kept(input.others ?? NOTHING);
    this.assumed = kept(input.assumedVolumes ?? NOTHING);
    this.known = new Set(input.knownKinds ?? []);
  }

  /** Are all objects of the kind known? Of a kind that is not, nothing may be concluded. */
  knows(kind: VolumeKind): boolean {
    return this.known.has(kind);
  }

  claim(namespace: string, name: string): Claim | undefined {
    return this.index.byKey.get(`${CLAIM}/${namespace}/${name}`) as Claim | undefined;
  }

  /** As earlier cycles left it: with the node that was chosen for it, though the api-server has not told yet. */
  assumedClaim(namespace: string, name: string): Claim | undefined {
    return (
      (this.assumed.byKey.get(`${CLAIM}/${namespace}/${name}`) as Claim | undefined) ?? this.claim(namespace, name)
    );
  }

  volume(name: string): PersistentVolume | undefined {
    return this.index.byKey.get(`PersistentVolume/${name}`) as PersistentVolume | undefined;
  }

  assumedVolume(name: string): PersistentVolume | undefined {
    return (this.assumed.byKey.get(`PersistentVolume/${name}`) as PersistentVolume | undefined) ?? this.volume(name);
  }

  /** Volumes of a class, as earlier cycles left them. */
  assumedVolumesOf(storageClass: string): readonly PersistentVolume[] {
    const listed = this.index.volumesByClass.get(storageClass) ?? [];
    if (this.assumed.byKey.size === 0) return listed;
    return listed.map((volume) => this.assumedVolume(volume.metadata.name) ?? volume);
  }

  storageClass(name: string): StorageClass | undefined {
    return this.index.byKey.get(`StorageClass/${name}`);
  }

  csiNode(name: string): CSINode | undefined {
    return this.index.byKey.get(`CSINode/${name}`) as CSINode | undefined;
  }

  csiDriver(name: string): CSIDriver | undefined {
    return this.index.byKey.get(`CSIDriver/${name}`) as CSIDriver | undefined;
  }

  capacities(): readonly CSIStorageCapacity[] {
    return this.index.byKind.get('CSIStorageCapacity') ?? NOTHING;
  }

  attachments(node: string): readonly VolumeAttachment[] {
    return this.index.attachmentsByNode.get(node) ?? [];
  }
}

const listers = new WeakMap<CycleContext, VolumeLister>();

/** One a cycle. */
export function volumeLister(cx: CycleContext): VolumeLister {
  let lister = listers.get(cx);
  if (lister === undefined) listers.set(cx, (lister = new VolumeLister(cx)));
  return lister;
}

export type Binding = 'immediate' | 'delayed' | 'unset' | 'unknown';

/**
 * IsDelayBindingMode: what binds the claim. A claim without class, or of one that does not exist, waits for nobody.
 * "unset" is upstream's error, "unknown": the classes are not all known.
 */
export function bindingOf(lister: VolumeLister, claim: Claim): Binding {
  const name = claimClass(claim);
  if (name === '') return 'immediate';
  const found = lister.storageClass(name);
  if (found === undefined) return lister.knows('StorageClass') ? 'immediate' : 'unknown';
  if (found.volumeBindingMode === undefined) return 'unset';
  return found.volumeBindingMode === 'WaitForFirstConsumer' ? 'delayed' : 'immediate';
}

export const bindingModeNotSet = (claim: Claim): string =>
  `VolumeBindingMode not set for StorageClass "${claimClass(claim)}"`;

export const claimNotFound = (name: string): string => `persistentvolumeclaim "${name}" not found`;
