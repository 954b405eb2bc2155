/**
 * The volume that a provisioner would make for a claim: what kubernetes-csi external-provisioner pkg/controller and
 * topology.go write (v5). Left out: the driver itself; every volume that is asked for comes.
 */
import type { Node, NodeSelectorTerm, SelectorRequirement } from '../../../model/objects.ts';
import {
  ANNOTATION,
  type Claim,
  claimClass,
  type CSINode,
  type PersistentVolume,
  type StorageClass,
} from '../../../model/volumes.ts';

/** What says where a volume may be made. */
export interface Place {
  /** The node that the scheduler chose, where it did. */
  readonly node: Node | undefined;
  readonly csiNode: CSINode | undefined;
}

export const provisionedName = ({ metadata }: Claim): string => `pvc-${metadata.uid ?? metadata.name}`;

const within = (key: string, values: readonly string[]): SelectorRequirement => ({ key, operator: 'In', values });

/** Labels of the chosen node that the driver, or else the class, tells apart; any that the class allows where none is chosen. */
function reach({ provisioner, allowedTopologies }: StorageClass, { node, csiNode }: Place): SelectorRequirement[] {
  const allowed = allowedTopologies?.[0]?.matchLabelExpressions ?? [];
  if (node === undefined) return allowed.map(({ key, values = [] }) => within(key, values.slice(0, 1)));
  const driver = csiNode?.spec?.drivers?.find(({ name }) => name === provisioner);
  const keys = driver?.topologyKeys ?? allowed.map(({ key }) => key);
  return keys.flatMap((key) => {
    const value = node.metadata.labels?.[key];
    return value === undefined ? [] : [within(key, [value])];
  });
}

export function provisionedVolume(claim: Claim, storageClass: StorageClass, place: Place): PersistentVolume {
  const { name, namespace = 'default', uid, resourceVersion } = claim.metadata;
  const { accessModes = [], resources, volumeMode = 'Filesystem', volumeAttributesClassName } = claim.spec ?? {};
  const { provisioner = '' } = storageClass;
  const handle = provisionedName(claim);
  const terms: readonly NodeSelectorTerm[] = [{ matchExpressions: reach(storageClass, place) }];
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: handle, annotations: { [ANNOTATION.provisionedBy]: provisioner } },
    spec: {
      capacity: { storage: resources?.requests?.['storage'] ?? '0' },
      accessModes,
      persistentVolumeReclaimPolicy: storageClass.reclaimPolicy ?? 'Delete',
      storageClassName: claimClass(claim),
      volumeMode,
      ...(volumeAttributesClassName === undefined ? {} : { volumeAttributesClassName }),
      csi: { driver: provisioner, volumeHandle: handle },
      claimRef: {
        kind: 'PersistentVolumeClaim',
        namespace,
        name,
        ...(uid === undefined ? {} : { uid }),
        apiVersion: 'v1',
        ...(resourceVersion === undefined ? {} : { resourceVersion }),
      },
      ...((terms[0]?.matchExpressions ?? []).length === 0
        ? {}
        : { nodeAffinity: { required: { nodeSelectorTerms: terms } } }),
    },
  };
}
