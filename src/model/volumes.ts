/**
 * Volumes, claims and what matches what: k8s.io/component-helpers storage/volume/pv_helpers.go and storage/ephemeral
 * (v1.37), k8s.io/api storage/v1. The scheduler and the binder of volumes share these rules, as upstream. Left out: volume
 * expansion, data sources, translation of in-tree sources to CSI.
 */
import type { KubeObject, LabelSelector, Node, NodeSelectorTerm, Pod, QuantityText, ResourceList } from './objects.ts';
import { parseQuantity, type Quantity, quantityValue, ZERO_QUANTITY } from './quantity.ts';
import { compileSelector, nodeTermsMatch, SelectorError } from './selectors.ts';
import { minorOf, type KubernetesVersion } from './versions.ts';

export const ANNOTATION = {
  bindCompleted: 'pv.kubernetes.io/bind-completed',
  boundByController: 'pv.kubernetes.io/bound-by-controller',
  provisionedBy: 'pv.kubernetes.io/provisioned-by',
  selectedNode: 'volume.kubernetes.io/selected-node',
  provisioner: 'volume.kubernetes.io/storage-provisioner',
  betaProvisioner: 'volume.beta.kubernetes.io/storage-provisioner',
  betaClass: 'volume.beta.kubernetes.io/storage-class',
} as const;

/** Provisioner of a class whose volumes are made by hand. */
export const NO_PROVISIONER = 'kubernetes.io/no-provisioner';

/** One of a Pod's volumes; sources that nothing looks at are kept as they came. */
export interface PodVolume {
  readonly name: string;
  readonly persistentVolumeClaim?: { readonly claimName: string };
  readonly ephemeral?: object;
  readonly [source: string]: unknown;
}

export interface Claim extends KubeObject {
  readonly spec?: {
    readonly accessModes?: readonly string[];
    readonly resources?: { readonly requests?: ResourceList };
    readonly selector?: LabelSelector;
    readonly storageClassName?: string;
    readonly volumeAttributesClassName?: string;
    readonly volumeMode?: string;
    readonly volumeName?: string;
    readonly [other: string]: unknown;
  };
  readonly status?: { readonly phase?: string; readonly [other: string]: unknown };
}

export interface ClaimReference {
  readonly kind?: string;
  readonly namespace?: string;
  readonly name: string;
  readonly uid?: string;
  readonly [other: string]: unknown;
}

export interface PersistentVolume extends KubeObject {
  readonly spec?: {
    readonly accessModes?: readonly string[];
    readonly capacity?: ResourceList;
    readonly claimRef?: ClaimReference;
    readonly csi?: { readonly driver?: string; readonly volumeHandle?: string; readonly [other: string]: unknown };
    readonly nodeAffinity?: { readonly required?: { readonly nodeSelectorTerms?: readonly NodeSelectorTerm[] } };
    readonly persistentVolumeReclaimPolicy?: string;
    readonly storageClassName?: string;
    readonly volumeAttributesClassName?: string;
    readonly volumeMode?: string;
    readonly [other: string]: unknown;
  };
  readonly status?: { readonly phase?: string; readonly [other: string]: unknown };
}

export interface TopologySelectorTerm {
  readonly matchLabelExpressions?: readonly { readonly key: string; readonly values?: readonly string[] }[];
}

export interface StorageClass extends KubeObject {
  readonly provisioner?: string;
  readonly volumeBindingMode?: string;
  readonly reclaimPolicy?: string;
  readonly allowedTopologies?: readonly TopologySelectorTerm[];
}

export interface CSINode extends KubeObject {
  readonly spec?: {
    readonly drivers?: readonly {
      readonly name: string;
      readonly topologyKeys?: readonly string[];
      readonly allocatable?: { readonly count?: number };
    }[];
  };
}

export interface CSIDriver extends KubeObject {
  readonly spec?: { readonly storageCapacity?: boolean };
}

export interface CSIStorageCapacity extends KubeObject {
  readonly storageClassName?: string;
  readonly capacity?: QuantityText;
  readonly maximumVolumeSize?: QuantityText;
  readonly nodeTopology?: LabelSelector;
}

export interface VolumeAttachment extends KubeObject {
  readonly spec?: {
    readonly attacher?: string;
    readonly nodeName?: string;
    readonly source?: { readonly persistentVolumeName?: string };
  };
}

const NO_VOLUMES: readonly PodVolume[] = [];

export const podVolumes = ({ spec }: Pod): readonly PodVolume[] =>
  (spec['volumes'] as readonly PodVolume[] | undefined) ?? NO_VOLUMES;

/** A claim that a Pod names; one of a generic ephemeral volume has a name of its own making and belongs to the Pod. */
export interface NamedClaim {
  readonly name: string;
  readonly ephemeral: boolean;
}

/** The claim behind a Pod's volume, undefined where it has none. */
export function claimOfVolume(pod: Pod, volume: PodVolume): NamedClaim | undefined {
  const { persistentVolumeClaim, ephemeral, name } = volume;
  if (persistentVolumeClaim !== undefined) return { name: persistentVolumeClaim.claimName, ephemeral: false };
  return ephemeral === undefined ? undefined : { name: `${pod.metadata.name}-${name}`, ephemeral: true };
}

/** Does it use a claim? Most Pods use none, and nothing need be looked up for them. */
export const usesClaims = (pod: Pod): boolean =>
  podVolumes(pod).some((volume) => volume.persistentVolumeClaim !== undefined || volume.ephemeral !== undefined);

/** ephemeral.VolumeIsForPod. @returns upstream's error where the Pod does not own the claim */
export function notForPod(pod: Pod, claim: Claim): string | undefined {
  const owner = claim.metadata.ownerReferences?.find(({ controller }) => controller === true);
  if (owner !== undefined && owner.uid === pod.metadata.uid) return undefined;
  const of = ({ metadata }: KubeObject): string => `${metadata.namespace ?? 'default'}/${metadata.name}`;
  return `PVC ${of(claim)} was not created for pod ${of(pod)} (pod is not owner)`;
}

/** "" = no class, which is not the same as the default one. */
export const claimClass = ({ metadata, spec }: Claim): string =>
  metadata.annotations?.[ANNOTATION.betaClass] ?? spec?.storageClassName ?? '';

export const volumeClass = ({ metadata, spec }: PersistentVolume): string =>
  metadata.annotations?.[ANNOTATION.betaClass] ?? spec?.storageClassName ?? '';

export const isFullyBound = ({ metadata, spec }: Claim): boolean =>
  (spec?.volumeName ?? '') !== '' && metadata.annotations?.[ANNOTATION.bindCompleted] !== undefined;

/** The storage asked for or offered; zero where none is named. Errors: QuantityError. */
export const storageIn = (list: ResourceList | undefined): Quantity =>
  list?.['storage'] === undefined ? ZERO_QUANTITY : parseQuantity(list['storage']);

/** As storageIn, in bytes, held at 2^53 - 1. */
export const storageBytes = (list: ResourceList | undefined): number =>
  list?.['storage'] === undefined ? 0 : quantityValue(list['storage']);

/** CheckNodeAffinity: only labels are looked at, never the node's name. */
export function nodeReaches(volume: PersistentVolume, node: Node): boolean {
  const required = volume.spec?.nodeAffinity?.required;
  if (required === undefined) return true;
  const labelled: Node = { ...node, metadata: { ...node.metadata, name: '' } };
  return nodeTermsMatch(required.nodeSelectorTerms ?? [], labelled);
}

/** MatchTopologySelectorTerms: no term allows every node, an empty one none. */
export function topologyAllows(terms: readonly TopologySelectorTerm[] | undefined, node: Node): boolean {
  if (terms === undefined || terms.length === 0) return true;
  const labels = node.metadata.labels ?? {};
  return terms.some(({ matchLabelExpressions = [] }) => {
    const met = ({ key, values = [] }: { readonly key: string; readonly values?: readonly string[] }): boolean =>
      Object.hasOwn(labels, key) && values.includes(labels[key] ?? '');
    return matchLabelExpressions.length > 0 && matchLabelExpressions.every(met);
  });
}

/** IsVolumeBoundToClaim: reserved for the claim, by whomever. */
export function isBoundToClaim({ spec }: PersistentVolume, { metadata }: Claim): boolean {
  const reference = spec?.claimRef;
  if (reference?.name !== metadata.name) return false;
  if ((reference.namespace ?? '') !== (metadata.namespace ?? '')) return false;
  return (reference.uid ?? '') === '' || reference.uid === metadata.uid;
}

export interface MatchOptions {
  readonly version: KubernetesVersion;
  /** Scheduler: the volume must be within this node's reach, and offer the access modes. */
  readonly node?: Node;
  /** Binder: a claim that waits for its first Pod takes only a volume that is reserved for it. */
  readonly delayed: boolean;
  /** Names of volumes that other claims of the same Pod have taken. */
  readonly taken?: ReadonlySet<string>;
}

export type Match =
  | { readonly kind: 'found'; readonly volume: PersistentVolume }
  | { readonly kind: 'none' }
  | { readonly kind: 'error'; readonly message: string };

const NONE: Match = { kind: 'none' };

type Selecting = (volume: PersistentVolume) => boolean;

function selecting(claim: Claim, version: KubernetesVersion): Selecting | string {
  const selector = claim.spec?.selector;
  if (selector === undefined) return () => true;
  try {
    const matcher = compileSelector(selector, version);
    return ({ metadata }) => matcher.matches(metadata.labels ?? {});
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error;
    return error.message;
  }
}

const mode = (spec: { readonly volumeMode?: string } | undefined): string => spec?.volumeMode ?? 'Filesystem';

/** Classes of attributes bind since 1.34; before, an object that names one is not bound at all. */
function sameAttributes(volume: PersistentVolume, claim: Claim, version: KubernetesVersion): boolean {
  const offered = volume.spec?.volumeAttributesClassName ?? '';
  return minorOf(version) >= 34 ? offered === (claim.spec?.volumeAttributesClassName ?? '') : offered === '';
}

/** Free, or reserved for this claim; big enough; of its mode; not on its way out. */
function isCandidate(volume: PersistentVolume, claim: Claim, asked: Quantity, options: MatchOptions): boolean {
  if (options.taken?.has(volume.metadata.name) === true) return false;
  if (volume.spec?.claimRef !== undefined && !isBoundToClaim(volume, claim)) return false;
  if (storageIn(volume.spec?.capacity).cmp(asked) < 0) return false;
  if (mode(volume.spec) !== mode(claim.spec) || !sameAttributes(volume, claim, options.version)) return false;
  return volume.metadata.deletionTimestamp === undefined;
}

export const offersModes = (volume: PersistentVolume, claim: Claim): boolean =>
  (claim.spec?.accessModes ?? []).every((wanted) => volume.spec?.accessModes?.includes(wanted) === true);

/**
 * FindMatchingVolume: a volume that is reserved for the claim, else the smallest that fits, the first of equals.
 * Errors: QuantityError for an amount that is no quantity.
 */
export function findMatchingVolume(claim: Claim, volumes: readonly PersistentVolume[], options: MatchOptions): Match {
  const key = `${claim.metadata.namespace ?? 'default'}/${claim.metadata.name}`;
  if (minorOf(options.version) < 34 && (claim.spec?.volumeAttributesClassName ?? '') !== '') {
    const unsupported = `unsupported volumeAttributesClassName is set on claim ${key}`;
    return { kind: 'error', message: `${unsupported} when the feature-gate VolumeAttributesClass is disabled` };
  }
  const selected = selecting(claim, options.version);
  if (typeof selected === 'string') {
    return { kind: 'error', message: `error creating internal label selector for claim: ${key}: ${selected}` };
  }
  const asked = storageIn(claim.spec?.resources?.requests);
  const wantedClass = claimClass(claim);
  let best: { readonly volume: PersistentVolume; readonly size: Quantity } | undefined;
  for (const volume of volumes) {
    if (!isCandidate(volume, claim, asked, options)) continue;
    const reachable = options.node === undefined || nodeReaches(volume, options.node);
    if (isBoundToClaim(volume, claim)) return reachable ? { kind: 'found', volume } : NONE;
    if (options.node === undefined && options.delayed) continue;
    if (volume.status?.phase !== 'Available' || !selected(volume)) continue;
    if (volumeClass(volume) !== wantedClass || !reachable) continue;
    if (options.node !== undefined && !offersModes(volume, claim)) continue;
    const size = storageIn(volume.spec?.capacity);
    if (best === undefined || best.size.cmp(size) > 0) best = { volume, size };
  }
  return best === undefined ? NONE : { kind: 'found', volume: best.volume };
}

/** GetBindVolumeToClaim: the volume as it is once it is reserved for the claim; itself where it is already. */
export function reservedFor(volume: PersistentVolume, claim: Claim): PersistentVolume {
  const { name, namespace, uid, resourceVersion } = claim.metadata;
  const { claimRef, ...spec } = volume.spec ?? {};
  const same = claimRef?.name === name && claimRef.namespace === namespace && claimRef.uid === uid;
  const annotations = volume.metadata.annotations ?? {};
  const marked = isBoundToClaim(volume, claim) || annotations[ANNOTATION.boundByController] !== undefined;
  if (same && marked) return volume;
  const reference: ClaimReference = {
    kind: 'PersistentVolumeClaim',
    ...(namespace === undefined ? {} : { namespace }),
    name,
    ...(uid === undefined ? {} : { uid }),
    apiVersion: 'v1',
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  };
  const metadata = marked
    ? volume.metadata
    : { ...volume.metadata, annotations: { ...annotations, [ANNOTATION.boundByController]: 'yes' } };
  return { ...volume, metadata, spec: { ...spec, claimRef: same ? claimRef : reference } };
}

/** The claim once the scheduler chose a node for the Pod that waits for it. */
export const withSelectedNode = (claim: Claim, node: string): Claim => ({
  ...claim,
  metadata: {
    ...claim.metadata,
    annotations: { ...claim.metadata.annotations, [ANNOTATION.selectedNode]: node },
  },
});
