/**
 * When a Pod that its volumes kept off is tried again: EventsToRegister and hints of kubernetes
 * pkg/scheduler/framework/plugins/volumerestrictions, nodevolumelimits, volumebinding and volumezone (v1.35). Left out:
 * in-tree volumes that stand for CSI ones.
 */
import type { KubeObject, Pod, QuantityText } from '../../model/objects.ts';
import { parseQuantity } from '../../model/quantity.ts';
import { type EventHint, type QueueingHint, sameStructs } from './cluster-events.ts';
import { podNamespace } from './pod-info.ts';

interface Disk {
  readonly readOnly?: boolean;
  readonly [field: string]: unknown;
}

interface Volume {
  readonly name: string;
  readonly persistentVolumeClaim?: { readonly claimName: string };
  readonly ephemeral?: object;
  readonly csi?: { readonly driver: string };
  readonly [source: string]: unknown;
}

const volumesOf = ({ spec }: Pod): readonly Volume[] => (spec['volumes'] ?? []) as readonly Volume[];

/** Names of claims that the Pod lists itself. */
const listedClaims = (pod: Pod): string[] =>
  volumesOf(pod).flatMap(({ persistentVolumeClaim: claim }) => (claim === undefined ? [] : [claim.claimName]));

/** Those, and the claims of its generic ephemeral volumes. */
const allClaims = (pod: Pod): string[] => [
  ...listedClaims(pod),
  ...volumesOf(pod).flatMap(({ name, ephemeral }) => (ephemeral === undefined ? [] : [`${pod.metadata.name}-${name}`])),
];

const names =
  (claimsOf: (pod: Pod) => readonly string[]): QueueingHint =>
  ({ pod: { pod } }, { after }) =>
    after !== undefined &&
    (after.metadata.namespace ?? 'default') === podNamespace(pod) &&
    claimsOf(pod).includes(after.metadata.name);

const shareOne = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) && a.some((each) => b.includes(each));

/** Sources that one node mounts once, and when two of them are the same disk. */
const DISKS: Readonly<Record<string, (a: Disk, b: Disk) => boolean>> = {
  gcePersistentDisk: (a, b) => a['pdName'] === b['pdName'] && !(a.readOnly === true && b.readOnly === true),
  awsElasticBlockStore: (a, b) => a['volumeID'] === b['volumeID'],
  iscsi: (a, b) => a['iqn'] === b['iqn'] && !(a.readOnly === true && b.readOnly === true),
  rbd: (a, b) =>
    shareOne(a['monitors'], b['monitors']) &&
    (a['pool'] ?? 'rbd') === (b['pool'] ?? 'rbd') &&
    a['image'] === b['image'] &&
    !(a.readOnly === true && b.readOnly === true),
};

const isSameDisk = (a: Volume, b: Volume): boolean =>
  Object.entries(DISKS).some(([source, same]) => {
    const [one, other] = [a[source] as Disk | undefined, b[source] as Disk | undefined];
    return one !== undefined && other !== undefined && same(one, other);
  });

/** The Pod that went used a disk or a claim of this one. */
const freesVolume: QueueingHint = ({ pod: { pod } }, { before }) => {
  const gone = before as Pod | undefined;
  if (gone === undefined || podNamespace(gone) !== podNamespace(pod)) return false;
  if (volumesOf(pod).some((wanted) => volumesOf(gone).some((held) => isSameDisk(wanted, held)))) return true;
  const claims = listedClaims(pod);
  return listedClaims(gone).some((name) => claims.includes(name));
};

const detaches: QueueingHint = (_, { before }) => {
  const gone = before as Pod | undefined;
  return gone !== undefined && (gone.spec.nodeName ?? '') !== '' && allClaims(gone).length > 0;
};

type CSINode = KubeObject & {
  readonly spec?: { readonly drivers?: readonly { name: string; allocatable?: { readonly count?: number } }[] };
};

const raisesLimit: QueueingHint = (_, change) => {
  const driversOf = (node: KubeObject | undefined) => (node as CSINode | undefined)?.spec?.drivers ?? [];
  const before = new Map(driversOf(change.before).map(({ name, allocatable }) => [name, allocatable?.count]));
  return driversOf(change.after).some(({ name, allocatable }) => {
    const was = before.get(name);
    return was !== undefined && allocatable?.count !== undefined && allocatable.count > was;
  });
};

const MIGRATED = 'storage.alpha.kubernetes.io/migrated-plugins';
const migrates: QueueingHint = (_, { before, after }) =>
  before === undefined || before.metadata.annotations?.[MIGRATED] !== after?.metadata.annotations?.[MIGRATED];

/** A field of an object that kinds of their own have. */
const field = (object: KubeObject | undefined, name: string): unknown =>
  (object as Readonly<Record<string, unknown>> | undefined)?.[name];

const allowsOtherTopologies: QueueingHint = (_, { before, after }) =>
  before === undefined || !sameStructs(field(before, 'allowedTopologies'), field(after, 'allowedTopologies'));

/** The driver of one of the Pod's inline volumes no longer tracks capacity. */
const stopsTracking: QueueingHint = ({ pod: { pod } }, { before, after }) => {
  const tracks = (driver: KubeObject | undefined): boolean =>
    (field(driver, 'spec') as { readonly storageCapacity?: boolean } | undefined)?.storageCapacity === true;
  const isUsed = volumesOf(pod).some(({ csi }) => csi !== undefined && csi.driver === after?.metadata.name);
  return isUsed && tracks(before) && !tracks(after);
};

const limitOf = (capacity: KubeObject | undefined): QuantityText | undefined =>
  (field(capacity, 'maximumVolumeSize') ?? field(capacity, 'capacity')) as QuantityText | undefined;

const offersMore: QueueingHint = (_, { before, after }) => {
  if (before === undefined) return true;
  const [was, is] = [limitOf(before), limitOf(after)];
  return is !== undefined && (was === undefined || parseQuantity(is).value() > parseQuantity(was).value());
};

const ZONES = [
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
];

/** A label may name several zones; their order says nothing. */
const zonesOf = (volume: KubeObject | undefined): string =>
  ZONES.map((key) => (volume?.metadata.labels?.[key] ?? '').split('__').sort().join('__')).join(' ');

const movesZone: QueueingHint = (_, { before, after }) => before === undefined || zonesOf(before) !== zonesOf(after);

const waitsForConsumer: QueueingHint = (_, { after }) => field(after, 'volumeBindingMode') === 'WaitForFirstConsumer';

/** An attachment ended: whose it was is not asked. */
const hasClaims: QueueingHint = ({ pod: { pod } }) => listedClaims(pod).length > 0;

/** By plugin; a function of the Kubernetes minor, as a plugin's own `hints`. */
export const VOLUME_HINTS: Readonly<Record<string, (minor: number) => readonly EventHint[]>> = {
  VolumeRestrictions: () => [
    { events: ['AssignedPodDelete'], hint: freesVolume },
    { events: ['NodeAdd'] },
    { events: ['PersistentVolumeClaimAdd'], hint: names(listedClaims) },
  ],
  NodeVolumeLimits: (minor) => [
    { events: ['CSINodeAdd'] },
    ...(minor >= 34 ? [{ events: ['CSINodeUpdate'], hint: raisesLimit } as const] : []),
    { events: ['AssignedPodDelete'], hint: detaches },
    { events: ['PersistentVolumeClaimAdd'], hint: names(allClaims) },
    { events: ['VolumeAttachmentDelete'], hint: hasClaims },
  ],
  VolumeBinding: () => [
    { events: ['StorageClassAdd', 'StorageClassUpdate'], hint: allowsOtherTopologies },
    { events: ['PersistentVolumeClaimAdd', 'PersistentVolumeClaimUpdate'], hint: names(allClaims) },
    { events: ['PersistentVolumeAdd', 'PersistentVolumeUpdate'] },
    { events: ['NodeAdd', 'NodeUpdateNodeLabel'] },
    { events: ['CSINodeAdd', 'CSINodeUpdate'], hint: migrates },
    { events: ['CSIDriverUpdate'], hint: stopsTracking },
    { events: ['CSIStorageCapacityAdd', 'CSIStorageCapacityUpdate'], hint: offersMore },
  ],
  VolumeZone: () => [
    { events: ['StorageClassAdd'], hint: waitsForConsumer },
    { events: ['NodeAdd', 'NodeUpdateNodeLabel'] },
    { events: ['PersistentVolumeClaimAdd', 'PersistentVolumeClaimUpdate'], hint: names(listedClaims) },
    { events: ['PersistentVolumeAdd', 'PersistentVolumeUpdate'], hint: movesZone },
  ],
};
