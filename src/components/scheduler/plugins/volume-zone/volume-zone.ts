/**
 * kubernetes pkg/scheduler/framework/plugins/volumezone/volume_zone.go (v1.37) and cloud-provider volume/helpers
 * LabelZonesToSet: the zone and region labels of bound volumes must be those of the node. Kinds that are not known let
 * everything pass; claims of generic ephemeral volumes are not looked at.
 */
import { type Claim, claimClass, type PersistentVolume, podVolumes, usesClaims } from '../../../../model/volumes.ts';
import {
  type CycleContext,
  type FilterRun,
  type Plugin,
  type PreFilterOutcome,
  SKIP,
  unresolvable,
} from '../../framework.ts';
import {
  bindingModeNotSet,
  bindingOf,
  claimNotFound,
  type VolumeLister,
  volumeLister,
} from '../volume-binding/lister.ts';

const CONFLICT = unresolvable('node(s) had no available volume zone');

const LEGACY_ZONE = 'failure-domain.beta.kubernetes.io/zone';
const LEGACY_REGION = 'failure-domain.beta.kubernetes.io/region';
const ZONE = 'topology.kubernetes.io/zone';
const REGION = 'topology.kubernetes.io/region';
const TOPOLOGY_LABELS = [LEGACY_ZONE, LEGACY_REGION, ZONE, REGION] as const;

/** What a node may say instead of a legacy label. */
const CURRENT: Readonly<Record<string, string>> = { [LEGACY_ZONE]: ZONE, [LEGACY_REGION]: REGION };

interface Topology {
  readonly key: string;
  readonly values: ReadonlySet<string>;
}

/** "a__b" names two zones; a label with an empty one among them counts for nothing. */
function zonesOf(label: string): ReadonlySet<string> | undefined {
  const zones = label.split('__').map((zone) => zone.trim());
  return zones.includes('') ? undefined : new Set(zones);
}

const topologiesOf = ({ metadata: { labels = {} } }: PersistentVolume): Topology[] =>
  TOPOLOGY_LABELS.flatMap((key) => {
    const label = labels[key];
    const values = label === undefined ? undefined : zonesOf(label);
    return values === undefined ? [] : [{ key, values }];
  });

/** Why a claim without a volume cannot be waited for, undefined where it can. */
function unboundProblem(lister: VolumeLister, claim: Claim): string | undefined {
  const name = claimClass(claim);
  if (name === '') return 'PersistentVolumeClaim had no pv name and storageClass name';
  const binding = bindingOf(lister, claim);
  if (binding === 'delayed' || binding === 'unknown') return undefined;
  if (binding === 'unset') return bindingModeNotSet(claim);
  if (lister.storageClass(name) === undefined) return `storageclass.storage.k8s.io "${name}" not found`;
  return 'PersistentVolume had no name';
}

type Gathered = { readonly topologies: readonly Topology[] } | { readonly problem: string };

/** getPVbyPod. */
function gather(cx: CycleContext, lister: VolumeLister): Gathered {
  const topologies: Topology[] = [];
  for (const { persistentVolumeClaim } of podVolumes(cx.pod.pod)) {
    if (persistentVolumeClaim === undefined) continue;
    const { claimName } = persistentVolumeClaim;
    if (claimName === '') return { problem: 'PersistentVolumeClaim had no name' };
    const claim = lister.claim(cx.pod.namespace, claimName);
    if (claim === undefined) return { problem: claimNotFound(claimName) };
    const volumeName = claim.spec?.volumeName ?? '';
    if (volumeName === '') {
      const problem = unboundProblem(lister, claim);
      if (problem !== undefined) return { problem };
      continue;
    }
    const volume = lister.volume(volumeName);
    if (volume !== undefined) topologies.push(...topologiesOf(volume));
    else if (lister.knows('PersistentVolume')) return { problem: `persistentvolume "${volumeName}" not found` };
  }
  return { topologies };
}

const zoneFilter = (topologies: readonly Topology[]): FilterRun => ({
  filter({ labels }) {
    // A cluster of one zone need not label its nodes.
    if (!TOPOLOGY_LABELS.some((key) => Object.hasOwn(labels, key))) return undefined;
    const fits = topologies.every(({ key, values }) => {
      const value = labels[key] ?? labels[CURRENT[key] ?? key];
      return value !== undefined && values.has(value);
    });
    return fits ? undefined : CONFLICT;
  },
});

export const volumeZone: Plugin = {
  name: 'VolumeZone',
  preFilter(cx): PreFilterOutcome {
    if (!usesClaims(cx.pod.pod)) return SKIP;
    const lister = volumeLister(cx);
    if (!lister.knows('PersistentVolumeClaim')) return SKIP;
    const gathered = gather(cx, lister);
    if ('problem' in gathered) return { kind: 'rejected', rejection: unresolvable(gathered.problem) };
    return gathered.topologies.length === 0 ? SKIP : { kind: 'run', run: zoneFilter(gathered.topologies) };
  },
};
