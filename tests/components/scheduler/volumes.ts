/** Volumes, claims and classes for tests, and what one plugin says of a Pod that uses them. */
import { filterAlone } from '../../../src/components/scheduler/scheduler.ts';
import type { CycleInput } from '../../../src/components/scheduler/scheduler.ts';
import type { KubeObject, Node, Pod } from '../../../src/model/objects.ts';
import { node, pod } from './cluster.ts';

const KINDS = [
  'PersistentVolumeClaim',
  'PersistentVolume',
  'StorageClass',
  'CSINode',
  'CSIDriver',
  'CSIStorageCapacity',
  'VolumeAttachment',
];

export const object = (kind: string, name: string, rest: object, meta: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, ...meta },
  ...rest,
});

export interface ClaimShape {
  readonly size?: string;
  readonly class?: string;
  readonly volume?: string;
  readonly modes?: readonly string[];
  readonly annotations?: Readonly<Record<string, string>>;
  readonly meta?: object;
  readonly status?: object;
  readonly more?: object;
}

export function claim(name: string, shape: ClaimShape = {}): KubeObject {
  const bound = shape.volume === undefined ? {} : { 'pv.kubernetes.io/bind-completed': 'yes' };
  return object(
    'PersistentVolumeClaim',
    name,
    {
      spec: {
        accessModes: shape.modes ?? ['ReadWriteOnce'],
        resources: { requests: { storage: shape.size ?? '5Gi' } },
        ...(shape.class === undefined ? {} : { storageClassName: shape.class }),
        ...(shape.volume === undefined ? {} : { volumeName: shape.volume }),
        ...shape.more,
      },
      status: shape.status ?? {},
    },
    { namespace: 'default', uid: `uid-${name}`, annotations: { ...bound, ...shape.annotations }, ...shape.meta },
  );
}

export interface VolumeShape {
  readonly size?: string;
  readonly class?: string;
  readonly modes?: readonly string[];
  readonly hosts?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly phase?: string;
  readonly more?: object;
  readonly meta?: object;
}

const onHosts = (hosts: readonly string[]) => ({
  required: {
    nodeSelectorTerms: [{ matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: hosts }] }],
  },
});

export const volume = (name: string, shape: VolumeShape = {}): KubeObject =>
  object(
    'PersistentVolume',
    name,
    {
      spec: {
        accessModes: shape.modes ?? ['ReadWriteOnce'],
        capacity: { storage: shape.size ?? '10Gi' },
        storageClassName: shape.class ?? 'local',
        csi: { driver: 'csi.test', volumeHandle: name },
        ...(shape.hosts === undefined ? {} : { nodeAffinity: onHosts(shape.hosts) }),
        ...shape.more,
      },
      status: { phase: shape.phase ?? 'Available' },
    },
    { ...(shape.labels === undefined ? {} : { labels: shape.labels }), ...shape.meta },
  );

export const storageClass = (
  name: string,
  provisioner: string,
  mode: string | undefined,
  more: object = {},
): KubeObject =>
  object('StorageClass', name, { provisioner, ...(mode === undefined ? {} : { volumeBindingMode: mode }), ...more });

export const LOCAL = storageClass('local', 'kubernetes.io/no-provisioner', 'WaitForFirstConsumer');
export const WAIT = storageClass('wait', 'csi.test', 'WaitForFirstConsumer');
export const NOW = storageClass('now', 'csi.test', 'Immediate');

export const using = (...claims: readonly string[]): Pod =>
  pod('x', '1', { volumes: claims.map((claimName, i) => ({ name: `v${i}`, persistentVolumeClaim: { claimName } })) });

export interface Setup {
  readonly pod: Pod;
  readonly nodes?: readonly Node[];
  readonly pods?: Readonly<Record<string, readonly Pod[]>>;
  readonly objects: readonly KubeObject[];
  readonly version?: CycleInput['version'];
  readonly knownKinds?: readonly string[];
}

export const inputOf = ({
  nodes = [node('n0'), node('n1')],
  pods = {},
  objects,
  knownKinds,
  ...rest
}: Setup): CycleInput => ({
  pod: rest.pod,
  nodes: nodes.map((each) => ({
    node: each,
    pods: (pods[each.metadata.name] ?? []).map((there) => ({
      ...there,
      spec: { ...there.spec, nodeName: each.metadata.name },
    })),
  })),
  startIndex: 0,
  version: rest.version ?? '1.35',
  namespaceLabels: {},
  others: objects,
  knownKinds: knownKinds ?? KINDS,
});

/** "prefilter: reasons", "skip", "error: text" or the reasons by node ("" where the Pod fits). */
export function verdict(plugin: string, setup: Setup): unknown {
  const outcome = filterAlone(inputOf(setup), plugin);
  switch (outcome.kind) {
    case 'skip':
      return 'skip';
    case 'error':
      return `error: ${outcome.message}`;
    case 'rejected':
      return `${outcome.rejection.code}: ${outcome.rejection.reasons.join(', ')}`;
    case 'nodes':
      return [...outcome.verdicts.values()].map((rejection) => rejection?.reasons.join(', ') ?? '');
  }
}

export const UU = 'UnschedulableAndUnresolvable';
