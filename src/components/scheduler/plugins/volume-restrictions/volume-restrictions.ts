/**
 * kubernetes pkg/scheduler/framework/plugins/volumerestrictions/volume_restrictions.go (v1.37): disks that one node cannot
 * mount twice, and claims that one Pod in the cluster may use (ReadWriteOncePod). Kinds that are not known let everything pass.
 */
import type { Pod } from '../../../../model/objects.ts';
import { podVolumes, type PodVolume, usesClaims } from '../../../../model/volumes.ts';
import {
  type CycleContext,
  type FilterRun,
  type Plugin,
  type PreFilterOutcome,
  SKIP,
  unresolvable,
  unschedulable,
} from '../../framework.ts';
import { claimNotFound, volumeLister } from '../volume-binding/lister.ts';

const DISK_CONFLICT = unschedulable('node(s) had no available disk');
const CLAIM_IN_USE = unschedulable(
  'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod',
);
/** Through 1.32. */
const OLD_CLAIM_IN_USE = unschedulable(
  'node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode',
);
const OLD_TEXT_THROUGH = 32;

interface Disk {
  readonly readOnly?: boolean;
  readonly pdName?: string;
  readonly volumeID?: string;
  readonly iqn?: string;
  readonly monitors?: readonly string[];
  readonly pool?: string;
  readonly image?: string;
}

/** A source whose disks are looked at: when two of its disks are one and the same, and whether readers may share it. */
interface DiskSource {
  readonly source: string;
  readonly shared: boolean;
  readonly same: (a: Disk, b: Disk) => boolean;
}

const SOURCES: readonly DiskSource[] = [
  { source: 'gcePersistentDisk', shared: true, same: (a, b) => a.pdName === b.pdName },
  { source: 'awsElasticBlockStore', shared: false, same: (a, b) => a.volumeID === b.volumeID },
  { source: 'iscsi', shared: true, same: (a, b) => a.iqn === b.iqn },
  {
    source: 'rbd',
    shared: true,
    same: (a, b) =>
      (a.monitors ?? []).some((monitor) => b.monitors?.includes(monitor) === true) &&
      (a.pool ?? '') === (b.pool ?? '') &&
      a.image === b.image,
  },
];

const diskIn = (volume: PodVolume, source: string): Disk | undefined => volume[source] as Disk | undefined;
const isRestricted = (volume: PodVolume): boolean => SOURCES.some(({ source }) => diskIn(volume, source) !== undefined);

const conflicts = (a: PodVolume, b: PodVolume): boolean =>
  SOURCES.some(({ source, shared, same }) => {
    const [mine, theirs] = [diskIn(a, source), diskIn(b, source)];
    if (mine === undefined || theirs === undefined || !same(mine, theirs)) return false;
    return !(shared && mine.readOnly === true && theirs.readOnly === true);
  });

type Claims = { readonly names: ReadonlySet<string> } | { readonly problem: string };

/** readWriteOncePodPVCsForPod. */
function exclusiveClaims(cx: CycleContext): Claims {
  const names = new Set<string>();
  if (!usesClaims(cx.pod.pod)) return { names };
  const lister = volumeLister(cx);
  if (!lister.knows('PersistentVolumeClaim')) return { names };
  for (const { persistentVolumeClaim } of podVolumes(cx.pod.pod)) {
    if (persistentVolumeClaim === undefined) continue;
    const { claimName } = persistentVolumeClaim;
    const claim = lister.claim(cx.pod.namespace, claimName);
    if (claim === undefined) return { problem: claimNotFound(claimName) };
    if (claim.spec?.accessModes?.includes('ReadWriteOncePod') === true) names.add(claimName);
  }
  return { names };
}

const usesOf = (pod: Pod, names: ReadonlySet<string>): string[] =>
  podVolumes(pod).flatMap(({ persistentVolumeClaim: claim }) =>
    claim !== undefined && names.has(claim.claimName) ? [claim.claimName] : [],
  );

/** How many of these claims a Pod on some node uses; however many Pods use one, it counts once. */
function claimsInUse(cx: CycleContext, names: ReadonlySet<string>): number {
  if (names.size === 0) return 0;
  const used = new Set<string>();
  for (const { pods } of cx.nodes) {
    for (const { pod, namespace } of pods) {
      if (namespace === cx.pod.namespace) for (const name of usesOf(pod, names)) used.add(name);
    }
  }
  return used.size;
}

interface State {
  readonly disks: readonly PodVolume[];
  readonly names: ReadonlySet<string>;
  readonly inUse: number;
  readonly minor: number;
}

function restrictionsRun(state: State): FilterRun {
  const { disks, names, minor } = state;
  let { inUse } = state;
  return {
    filter({ pods }) {
      const taken = (disk: PodVolume): boolean =>
        pods.some(({ pod }) => podVolumes(pod).some((other) => conflicts(disk, other)));
      if (disks.some(taken)) return DISK_CONFLICT;
      if (inUse <= 0) return undefined;
      return minor <= OLD_TEXT_THROUGH ? OLD_CLAIM_IN_USE : CLAIM_IN_USE;
    },
    // As upstream, by the claim's name alone: a Pod of another namespace counts too.
    count: ({ pod }, _node, delta) => {
      inUse += delta * usesOf(pod, names).length;
    },
    copy: () => restrictionsRun({ ...state, inUse }),
  };
}

export const volumeRestrictions: Plugin = {
  name: 'VolumeRestrictions',
  preFilter(cx): PreFilterOutcome {
    const claims = exclusiveClaims(cx);
    if ('problem' in claims) return { kind: 'rejected', rejection: unresolvable(claims.problem) };
    const disks = podVolumes(cx.pod.pod).filter(isRestricted);
    const { names } = claims;
    const inUse = claimsInUse(cx, names);
    if (disks.length === 0 && inUse === 0) return SKIP;
    return { kind: 'run', run: restrictionsRun({ disks, names, inUse, minor: cx.minor }) };
  },
};
