/**
 * What a dump left out is unknown, not empty: a Pod about which a cycle could only guess is not tried. Upstream has no such
 * case, its listers are always full. Claims of dynamic resources are not modelled at all, so they are never known.
 */
import type { KubeObject, Pod, PodAffinityTerm } from '../../model/objects.ts';
import {
  type Claim,
  claimClass,
  claimOfVolume,
  isFullyBound,
  NO_PROVISIONER,
  podVolumes,
  type StorageClass,
  usesClaims,
} from '../../model/volumes.ts';

export interface KnownCluster {
  /** Are all objects of the kind known? */
  knows(kind: string): boolean;
  /** @param key of the store */
  object(key: string): KubeObject | undefined;
}

const NAMED = ['PersistentVolumeClaim', 'PersistentVolume', 'StorageClass'] as const;
const RESOURCE_CLAIM = 'ResourceClaim';

/** @returns kinds without which it cannot be told whether a node takes the Pod, sorted; none where it can */
export function unjudgedKinds(pod: Pod, cluster: KnownCluster): readonly string[] {
  const missing = new Set<string>();
  if (!cluster.knows('Node')) missing.add('Node');
  if (usesResourceClaims(pod)) missing.add(RESOURCE_CLAIM);
  if (!cluster.knows('Namespace') && selectsNamespaces(pod)) missing.add('Namespace');
  if (usesClaims(pod) && !NAMED.every((kind) => cluster.knows(kind))) {
    for (const kind of volumeKinds(pod, cluster)) missing.add(kind);
  }
  return [...missing].sort();
}

export function usesResourceClaims({ spec }: Pod): boolean {
  const claims = spec['resourceClaims'];
  return Array.isArray(claims) && claims.length > 0;
}

/** Does a required term pick namespaces by their labels? */
function selectsNamespaces({ spec: { affinity } }: Pod): boolean {
  const key = 'requiredDuringSchedulingIgnoredDuringExecution';
  const terms: readonly PodAffinityTerm[] = [
    ...(affinity?.podAffinity?.[key] ?? []),
    ...(affinity?.podAntiAffinity?.[key] ?? []),
  ];
  return terms.some(
    ({ namespaceSelector: by }) =>
      Object.keys(by?.matchLabels ?? {}).length > 0 || (by?.matchExpressions?.length ?? 0) > 0,
  );
}

function volumeKinds(pod: Pod, cluster: KnownCluster): readonly string[] {
  if (!cluster.knows('PersistentVolumeClaim')) return NAMED.filter((kind) => !cluster.knows(kind));
  const { namespace = 'default' } = pod.metadata;
  return podVolumes(pod).flatMap((volume) => {
    const name = claimOfVolume(pod, volume)?.name;
    const claim = cluster.object(`PersistentVolumeClaim/${namespace}/${name ?? ''}`);
    return claim === undefined ? [] : claimKinds(claim as Claim, cluster);
  });
}

/** A node takes the Pod with a volume that is there or with one that is made for it: those that are there decide nothing. */
const bringsVolume = ({ provisioner = NO_PROVISIONER, allowedTopologies = [] }: StorageClass): boolean =>
  provisioner !== NO_PROVISIONER && allowedTopologies.length === 0;

/** A claim that is not there, or is on its way out, is reason enough to reject the Pod: nothing else is asked. */
function claimKinds(claim: Claim, cluster: KnownCluster): readonly string[] {
  const unknown = (kind: string): readonly string[] => (cluster.knows(kind) ? [] : [kind]);
  if (claim.metadata.deletionTimestamp !== undefined) return [];
  if (isFullyBound(claim)) return unknown('PersistentVolume');
  const className = claimClass(claim);
  if (className === '') return [];
  if (!cluster.knows('StorageClass')) return [...unknown('PersistentVolume'), 'StorageClass'];
  const found: StorageClass | undefined = cluster.object(`StorageClass/${className}`);
  return found?.volumeBindingMode === 'WaitForFirstConsumer' && !bringsVolume(found) ? unknown('PersistentVolume') : [];
}
