/**
 * Which volumes a Pod would get on a node: kubernetes pkg/scheduler/framework/plugins/volumebinding/binder.go
 * GetPodVolumeClaims, FindPodVolumes (v1.37). Of equal volumes upstream takes any (the order of a Go map); here the first.
 * Left out: translation of in-tree volumes to CSI, which renames the keys of their node affinity.
 */
import type { Node } from '../../../../model/objects.ts';
import { quantityValue } from '../../../../model/quantity.ts';
import { selectorMatches } from '../../../../model/selectors.ts';
import {
  ANNOTATION,
  type Claim,
  claimClass,
  claimOfVolume,
  type CSIStorageCapacity,
  findMatchingVolume,
  isFullyBound,
  NO_PROVISIONER,
  nodeReaches,
  notForPod,
  type PersistentVolume,
  podVolumes,
  type StorageClass,
  storageBytes,
  storageIn,
  topologyAllows,
} from '../../../../model/volumes.ts';
import type { CycleContext, Rejection } from '../../framework.ts';
import { bindingModeNotSet, bindingOf, claimNotFound, type VolumeLister } from './lister.ts';

const REASON = {
  nodeConflict: "node(s) didn't match PersistentVolume's node affinity",
  /** Through 1.32. */
  oldNodeConflict: 'node(s) had volume node affinity conflict',
  bindConflict: "node(s) didn't find available persistent volumes to bind",
  notEnoughSpace: 'node(s) did not have enough free storage',
  volumeMissing: 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)',
} as const;

const OLD_TEXT_THROUGH = 32;

/** A Pod's claims, by what has to happen to them. */
export interface PodClaims {
  readonly bound: readonly Claim[];
  /** Unbound, of a class that waits for the first Pod. */
  readonly delayed: readonly Claim[];
  /** Unbound, though somebody else should have bound them. */
  readonly immediate: readonly Claim[];
}

export type PodClaimsOutcome =
  { readonly kind: 'claims'; readonly claims: PodClaims } | { readonly kind: 'error'; readonly message: string };

/** GetPodVolumeClaims, of a Pod whose claims exist. */
export function podClaims(cx: CycleContext, lister: VolumeLister): PodClaimsOutcome {
  const { pod, namespace } = cx.pod;
  const bound: Claim[] = [];
  const delayed: Claim[] = [];
  const immediate: Claim[] = [];
  for (const volume of podVolumes(pod)) {
    const named = claimOfVolume(pod, volume);
    const claim = named === undefined ? undefined : lister.assumedClaim(namespace, named.name);
    if (claim === undefined) continue;
    if (isFullyBound(claim)) {
      bound.push(claim);
      continue;
    }
    const binding = bindingOf(lister, claim);
    if (binding === 'unset') return { kind: 'error', message: bindingModeNotSet(claim) };
    // One that names its volume already is as good as immediate.
    const waits = binding !== 'immediate' && (claim.spec?.volumeName ?? '') === '';
    (waits ? delayed : immediate).push(claim);
  }
  return { kind: 'claims', claims: { bound, delayed, immediate } };
}

/** podHasPVCs. @returns undefined where the Pod has no claim, "" where all are fit to be looked at, else what is wrong */
export function claimsProblem(cx: CycleContext, lister: VolumeLister): string | undefined {
  const { pod, namespace } = cx.pod;
  let any: '' | undefined;
  for (const volume of podVolumes(pod)) {
    const named = claimOfVolume(pod, volume);
    if (named === undefined) continue;
    any = '';
    const { name, ephemeral } = named;
    const claim = lister.claim(namespace, name);
    if (claim === undefined) {
      return ephemeral
        ? `waiting for ephemeral volume controller to create the persistentvolumeclaim "${name}"`
        : claimNotFound(name);
    }
    if (claim.status?.phase === 'Lost') {
      return `persistentvolumeclaim "${name}" bound to non-existent persistentvolume "${claim.spec?.volumeName ?? ''}"`;
    }
    if (claim.metadata.deletionTimestamp !== undefined) return `persistentvolumeclaim "${name}" is being deleted`;
    const foreign = ephemeral ? notForPod(pod, claim) : undefined;
    if (foreign !== undefined) return foreign;
  }
  return any;
}

export interface StaticBinding {
  readonly claim: Claim;
  readonly volume: PersistentVolume;
}

export interface Provision {
  readonly claim: Claim;
  /** The pool that has room for it, where the driver tells. */
  readonly capacity?: CSIStorageCapacity;
}

/** What would be bound and what would be made on one node. */
export interface PodVolumes {
  readonly bindings: readonly StaticBinding[];
  readonly provisions: readonly Provision[];
}

export type VolumesOnNode = { readonly kind: 'fits'; readonly volumes: PodVolumes } | Rejected;
interface Rejected {
  readonly kind: 'rejected';
  readonly rejection: Rejection;
}

const rejected = (code: Rejection['code'], ...reasons: readonly string[]): Rejected => ({
  kind: 'rejected',
  rejection: { code, reasons },
});

type Checked<T> = T | { readonly error: string };
const isError = <T extends object>(checked: Checked<T>): checked is { readonly error: string } => 'error' in checked;

interface Provisions {
  readonly satisfied: boolean;
  readonly sufficient: boolean;
  readonly provisions: readonly Provision[];
}

export class VolumeFinder {
  constructor(
    private readonly cx: CycleContext,
    private readonly lister: VolumeLister,
    private readonly claims: PodClaims,
  ) {}

  /** FindPodVolumes. */
  on(node: Node): VolumesOnNode {
    const { bound, delayed } = this.claims;
    const held = this.checkBound(bound, node);
    const chosenElsewhere = delayed.some(
      ({ metadata }) => (metadata.annotations?.[ANNOTATION.selectedNode] ?? node.metadata.name) !== node.metadata.name,
    );
    const unbound = chosenElsewhere ? NOT_HERE : this.placeUnbound(delayed, node);
    if (isError(unbound)) return rejected('Error', unbound.error);
    const conflict = this.cx.minor <= OLD_TEXT_THROUGH ? REASON.oldNodeConflict : REASON.nodeConflict;
    const reasons = [
      ...(held.reachable ? [] : [conflict]),
      ...(unbound.satisfied ? [] : [REASON.bindConflict]),
      ...(unbound.sufficient ? [] : [REASON.notEnoughSpace]),
      ...(held.exist ? [] : [REASON.volumeMissing]),
    ];
    if (reasons.length > 0) return rejected('UnschedulableAndUnresolvable', ...reasons);
    return { kind: 'fits', volumes: { bindings: unbound.bindings, provisions: unbound.provisions } };
  }

  /** checkBoundClaims: the first claim that does not fit ends it. */
  private checkBound(claims: readonly Claim[], node: Node): { readonly reachable: boolean; readonly exist: boolean } {
    for (const claim of claims) {
      const volume = this.lister.assumedVolume(claim.spec?.volumeName ?? '');
      if (volume === undefined) {
        if (this.lister.knows('PersistentVolume')) return { reachable: true, exist: false };
      } else if (!nodeReaches(volume, node)) return { reachable: false, exist: true };
    }
    return { reachable: true, exist: true };
  }

  private placeUnbound(delayed: readonly Claim[], node: Node): Checked<Provisions & Pick<PodVolumes, 'bindings'>> {
    const chosen = delayed.filter(({ metadata }) => metadata.annotations?.[ANNOTATION.selectedNode] !== undefined);
    const matched = this.match(
      delayed.filter((claim) => !chosen.includes(claim)),
      node,
    );
    if (isError(matched)) return matched;
    const made = this.checkProvisions([...chosen, ...matched.unmatched], node);
    return isError(made) ? made : { ...made, bindings: matched.bindings };
  }

  /** findMatchingVolumes: the smallest claims first, each takes the smallest volume that is left. */
  private match(
    claims: readonly Claim[],
    node: Node,
  ): Checked<{ readonly bindings: readonly StaticBinding[]; readonly unmatched: readonly Claim[] }> {
    const asked = ({ spec }: Claim) => storageIn(spec?.resources?.requests);
    const bindings: StaticBinding[] = [];
    const unmatched: Claim[] = [];
    const taken = new Set<string>();
    for (const claim of [...claims].sort((a, b) => asked(a).cmp(asked(b)))) {
      const volumes = this.lister.assumedVolumesOf(claimClass(claim));
      const match = findMatchingVolume(claim, volumes, { version: this.cx.version, node, delayed: true, taken });
      if (match.kind === 'error') return { error: match.message };
      if (match.kind === 'none') unmatched.push(claim);
      else {
        taken.add(match.volume.metadata.name);
        bindings.push({ claim, volume: match.volume });
      }
    }
    return { bindings, unmatched };
  }

  /** checkVolumeProvisions. */
  private checkProvisions(claims: readonly Claim[], node: Node): Checked<Provisions> {
    const provisions: Provision[] = [];
    for (const claim of claims) {
      const name = claimClass(claim);
      const storageClass = this.lister.storageClass(name);
      if (storageClass === undefined) {
        if (this.lister.knows('StorageClass')) return { error: `failed to find storage class "${name}"` };
        // A class nobody told us of may well make it.
        provisions.push({ claim });
        continue;
      }
      const provisioner = storageClass.provisioner ?? '';
      // One of the volumes nobody told us of may be free.
      if (provisioner === NO_PROVISIONER && !this.lister.knows('PersistentVolume')) continue;
      if (
        provisioner === '' ||
        provisioner === NO_PROVISIONER ||
        !topologyAllows(storageClass.allowedTopologies, node)
      ) {
        return { satisfied: false, sufficient: true, provisions: [] };
      }
      const room = this.roomFor(claim, storageClass, provisioner, node);
      if (room === 'none') return { satisfied: true, sufficient: false, provisions: [] };
      provisions.push(room === 'unlimited' ? { claim } : { claim, capacity: room });
    }
    return { satisfied: true, sufficient: true, provisions };
  }

  /** hasEnoughCapacity: drivers that do not publish their capacity have room for everything. */
  private roomFor(
    claim: Claim,
    { metadata }: StorageClass,
    provisioner: string,
    node: Node,
  ): CSIStorageCapacity | 'unlimited' | 'none' {
    if (claim.spec?.resources?.requests?.['storage'] === undefined) return 'unlimited';
    if (this.lister.csiDriver(provisioner)?.spec?.storageCapacity !== true) return 'unlimited';
    if (!this.lister.knows('CSIStorageCapacity')) return 'unlimited';
    const asked = storageBytes(claim.spec.resources.requests);
    const found = this.lister.capacities().find((capacity) => {
      const limit = capacity.maximumVolumeSize ?? capacity.capacity;
      if (capacity.storageClassName !== metadata.name || limit === undefined) return false;
      // A pool without topology is reached from nowhere, as is one with a malformed selector.
      return quantityValue(limit) >= asked && selectorMatches(capacity.nodeTopology, node.metadata.labels);
    });
    return found ?? 'none';
  }
}

/** A node was chosen for one of the claims, and it is another. */
const NOT_HERE = { satisfied: false, sufficient: true, provisions: [], bindings: [] } as const;
