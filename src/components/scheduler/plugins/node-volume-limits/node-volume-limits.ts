/**
 * kubernetes pkg/scheduler/framework/plugins/nodevolumelimits/csi.go (v1.37): how many volumes of one CSI driver a node can
 * attach, as its CSINode says. A volume counts once, however many Pods use it; one whose VolumeAttachment is still there
 * counts too. Left out: VolumeLimitScaling (gate off). Kinds that are not known let everything pass.
 */
import type { Pod } from '../../../../model/objects.ts';
import {
  type Claim,
  claimClass,
  claimOfVolume,
  type CSINode,
  notForPod,
  podVolumes,
  usesClaims,
} from '../../../../model/volumes.ts';
import { type CycleContext, type Plugin, type PreFilterOutcome, type Rejection, SKIP } from '../../framework.ts';
import type { NodeInfo } from '../../node-info.ts';
import { podNamespace } from '../../pod-info.ts';
import { claimNotFound, type VolumeLister, volumeLister } from '../volume-binding/lister.ts';
import { type CSIVolume, driverOfProvisioner, isMigratable, translated } from './in-tree.ts';

const TOO_MANY = 'node(s) exceed max volume count';

const rejection = (code: Rejection['code'], reason: string): Rejection => ({ code, reasons: [reason] });

/** Drivers by the unique names of volumes. */
type Attached = Map<string, string>;

/** getCSIDriverInfo: a claim without a volume is counted by its class, under a handle that no volume has. */
function csiVolumeOf(lister: VolumeLister, claim: Claim, csiNode: CSINode | undefined): CSIVolume | undefined {
  const volume = lister.volume(claim.spec?.volumeName ?? '');
  if (volume === undefined) {
    const provisioner = lister.storageClass(claimClass(claim))?.provisioner ?? '';
    const driver = driverOfProvisioner(provisioner, csiNode);
    const { namespace = 'default', name } = claim.metadata;
    return driver === undefined ? undefined : { driver, handle: ` ${namespace}/${name}` };
  }
  const csi = volume.spec?.csi;
  if (csi === undefined) return translated(volume.spec, volume.metadata.labels, csiNode);
  return { driver: csi.driver ?? '', handle: csi.volumeHandle ?? '' };
}

/** filterAttachableVolumes. @returns what makes the Pod impossible here, or undefined */
function gather(
  lister: VolumeLister,
  pod: Pod,
  csiNode: CSINode | undefined,
  incoming: boolean,
  into: Attached,
): Rejection | undefined {
  const namespace = podNamespace(pod);
  const add = (found: CSIVolume | undefined): void => {
    if (found === undefined || found.driver === '' || found.handle === '') return;
    into.set(`${found.driver}/${found.handle}`, found.driver);
  };
  for (const volume of podVolumes(pod)) {
    const named = claimOfVolume(pod, volume);
    if (named === undefined) {
      add(translated(volume, undefined, csiNode));
      continue;
    }
    const { name, ephemeral } = named;
    if (name === '') return rejection('Error', 'PersistentVolumeClaim had no name');
    const claim = lister.claim(namespace, name);
    if (claim === undefined) {
      if (!incoming) continue;
      return rejection('UnschedulableAndUnresolvable', `looking up PVC ${namespace}/${name}: ${claimNotFound(name)}`);
    }
    const foreign = ephemeral ? notForPod(pod, claim) : undefined;
    if (foreign !== undefined) return rejection('Error', foreign);
    add(csiVolumeOf(lister, claim, csiNode));
  }
  return undefined;
}

/** getNodeVolumeAttachmentInfo. */
function addAttachments(lister: VolumeLister, node: string, into: Attached): void {
  for (const { spec } of lister.attachments(node)) {
    const { attacher = '', source } = spec ?? {};
    const csi = lister.volume(source?.persistentVolumeName ?? '')?.spec?.csi;
    if (attacher !== '' && csi !== undefined) into.set(`${attacher}/${csi.volumeHandle ?? ''}`, attacher);
  }
}

const limitsOf = (csiNode: CSINode | undefined): ReadonlyMap<string, number> =>
  new Map(
    (csiNode?.spec?.drivers ?? []).flatMap(({ name, allocatable }) =>
      allocatable?.count === undefined ? [] : [[name, allocatable.count] as const],
    ),
  );

const countOf = (attached: Attached, driver: string): number =>
  [...attached.values()].filter((other) => other === driver).length;

function tooMany(driver: string, asked: number, used: number, total: number): Rejection {
  return {
    code: 'Unschedulable',
    reasons: [TOO_MANY],
    numbers: [{ resource: `volumes of ${driver}`, asked, free: Math.max(0, total - used), total }],
  };
}

function filterNode(cx: CycleContext, lister: VolumeLister, node: NodeInfo): Rejection | undefined {
  const csiNode = lister.csiNode(node.name);
  const wanted: Attached = new Map();
  const problem = gather(lister, cx.pod.pod, csiNode, true, wanted);
  if (problem !== undefined) return problem;
  const limits = limitsOf(csiNode);
  if (wanted.size === 0 || limits.size === 0) return undefined;
  const attached: Attached = new Map();
  for (const { pod } of node.pods) {
    const broken = gather(lister, pod, csiNode, false, attached);
    if (broken !== undefined) return broken;
  }
  // A volume that only its attachment holds here counts twice if the Pod wants it again: upstream's order of things.
  const added = [...wanted].filter(([name]) => !attached.has(name));
  addAttachments(lister, node.name, attached);
  for (const driver of new Set(added.map(([, name]) => name))) {
    const limit = limits.get(driver);
    if (limit === undefined) continue;
    const asked = countOf(new Map(added), driver);
    const used = countOf(attached, driver);
    if (used + asked > limit) return tooMany(driver, asked, used, limit);
  }
  return undefined;
}

export const nodeVolumeLimits: Plugin = {
  name: 'NodeVolumeLimits',
  preFilter(cx): PreFilterOutcome {
    const { pod } = cx.pod;
    if (!usesClaims(pod) && !podVolumes(pod).some(isMigratable)) return SKIP;
    const lister = volumeLister(cx);
    if (!lister.knows('PersistentVolumeClaim')) return SKIP;
    return { kind: 'run', run: { filter: (node) => filterNode(cx, lister, node) } };
  },
};
