/**
 * In-tree volume sources and the CSI drivers that took them over: k8s.io/csi-translation-lib, and isCSIMigrationOn of
 * kubernetes pkg/scheduler/framework/plugins/nodevolumelimits/utils.go (v1.37). Only what counting volumes needs.
 */
import type { CSINode, PersistentVolume, PodVolume } from '../../../../model/volumes.ts';

interface InTreeSource {
  /** Field of a volume. */
  readonly source: string;
  /** Name as a provisioner. */
  readonly plugin: string;
  readonly driver: string;
  /** Its migration is on wherever a node has a CSINode. */
  readonly migrated: boolean;
  /** The driver's handle of the disk; `zone` is a label of the PersistentVolume. */
  handle(source: Readonly<Record<string, unknown>>, zone: string): string;
}

const field =
  (name: string) =>
  (source: Readonly<Record<string, unknown>>): string =>
    typeof source[name] === 'string' ? source[name] : '';

const UNSPECIFIED = 'UNSPECIFIED';

function gceHandle(source: Readonly<Record<string, unknown>>, zone: string): string {
  const zones = zone.split('__');
  const [first = ''] = zones;
  const where =
    zones.length > 1
      ? `regions/${first.slice(0, Math.max(0, first.lastIndexOf('-')))}`
      : `zones/${first === '' ? UNSPECIFIED : first}`;
  return `projects/${UNSPECIFIED}/${where}/disks/${field('pdName')(source)}`;
}

/** "aws://zone/vol-1" is vol-1. */
function ebsHandle(source: Readonly<Record<string, unknown>>): string {
  const id = field('volumeID')(source);
  return id.startsWith('aws://') ? id.slice(id.lastIndexOf('/') + 1) : id;
}

const SOURCES: readonly InTreeSource[] = [
  {
    source: 'awsElasticBlockStore',
    plugin: 'kubernetes.io/aws-ebs',
    driver: 'ebs.csi.aws.com',
    migrated: true,
    handle: ebsHandle,
  },
  {
    source: 'gcePersistentDisk',
    plugin: 'kubernetes.io/gce-pd',
    driver: 'pd.csi.storage.gke.io',
    migrated: true,
    handle: gceHandle,
  },
  {
    source: 'cinder',
    plugin: 'kubernetes.io/cinder',
    driver: 'cinder.csi.openstack.org',
    migrated: true,
    handle: field('volumeID'),
  },
  {
    source: 'azureDisk',
    plugin: 'kubernetes.io/azure-disk',
    driver: 'disk.csi.azure.com',
    migrated: true,
    handle: field('diskURI'),
  },
  {
    source: 'azureFile',
    plugin: 'kubernetes.io/azure-file',
    driver: 'file.csi.azure.com',
    migrated: false,
    handle: field('shareName'),
  },
  {
    source: 'vsphereVolume',
    plugin: 'kubernetes.io/vsphere-volume',
    driver: 'csi.vsphere.vmware.com',
    migrated: false,
    handle: field('volumePath'),
  },
  {
    source: 'portworxVolume',
    plugin: 'kubernetes.io/portworx-volume',
    driver: 'pxd.portworx.com',
    migrated: true,
    handle: field('volumeID'),
  },
];

/** Of one that a plugin for volumes inside the machine wrote, and that a CSI driver may serve now. */
export const isMigratable = (volume: PodVolume): boolean => SOURCES.some(({ source }) => volume[source] !== undefined);

export interface CSIVolume {
  readonly driver: string;
  readonly handle: string;
}

const ZONE = 'topology.kubernetes.io/zone';
const LEGACY_ZONE = 'failure-domain.beta.kubernetes.io/zone';

/** An in-tree volume as its CSI driver knows it, undefined where none serves it on this node. */
export function translated(
  volume: Readonly<Record<string, unknown>> | undefined,
  labels: PersistentVolume['metadata']['labels'],
  csiNode: CSINode | undefined,
): CSIVolume | undefined {
  if (csiNode === undefined || volume === undefined) return undefined;
  const found = SOURCES.find(({ source }) => volume[source] !== undefined);
  if (found?.migrated !== true) return undefined;
  const source = volume[found.source] as Readonly<Record<string, unknown>>;
  return { driver: found.driver, handle: found.handle(source, labels?.[ZONE] ?? labels?.[LEGACY_ZONE] ?? '') };
}

/** The driver behind a provisioner's name, undefined where an in-tree one was not taken over on this node. */
export function driverOfProvisioner(provisioner: string, csiNode: CSINode | undefined): string | undefined {
  const found = SOURCES.find(({ plugin }) => plugin === provisioner);
  if (found === undefined) return provisioner;
  return csiNode !== undefined && found.migrated ? found.driver : undefined;
}
