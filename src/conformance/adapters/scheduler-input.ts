/** The cluster of a scheduler recording as the input of a cycle. Objects are minimal; no api-server defaults them. */
import { type CycleInput, type CycleNode, treeOrder } from '../../components/scheduler/scheduler.ts';
import type { KubeObject, Node, Pod } from '../../model/objects.ts';
import type { KubernetesVersion } from '../../model/versions.ts';

/** An object without apiVersion and kind; namespace and uid may be missing. */
interface Bare {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly spec?: unknown;
  readonly status?: unknown;
}

type BarePod = Bare & Pick<Pod, 'spec' | 'status'>;

export interface ClusterGiven {
  readonly nodes: readonly (Bare & Pick<Node, 'spec' | 'status'>)[];
  readonly pod: BarePod;
  readonly pods?: readonly BarePod[];
  readonly namespaces?: readonly Bare[];
  readonly pluginConfig?: readonly { readonly name: string; readonly args?: unknown }[];
  readonly nextStartNodeIndex?: number;
  readonly [list: string]: unknown;
}

/** Lists of a recording that plugins look at, and the kinds in them. */
const OTHER_LISTS: Readonly<Record<string, readonly [apiVersion: string, kind: string, namespaced: boolean]>> = {
  services: ['v1', 'Service', true],
  replicaSets: ['apps/v1', 'ReplicaSet', true],
  pdbs: ['policy/v1', 'PodDisruptionBudget', true],
  pvs: ['v1', 'PersistentVolume', false],
  pvcs: ['v1', 'PersistentVolumeClaim', true],
  storageClasses: ['storage.k8s.io/v1', 'StorageClass', false],
  csiNodes: ['storage.k8s.io/v1', 'CSINode', false],
  csiDrivers: ['storage.k8s.io/v1', 'CSIDriver', false],
  csiStorageCapacities: ['storage.k8s.io/v1', 'CSIStorageCapacity', true],
  volumeAttachments: ['storage.k8s.io/v1', 'VolumeAttachment', false],
};

function namespaced<B extends Bare>(bare: B): B['metadata'] & { readonly namespace: string; readonly uid: string } {
  const namespace = bare.metadata.namespace ?? 'default';
  return { ...bare.metadata, namespace, uid: bare.metadata.uid ?? `${namespace}/${bare.metadata.name}` };
}

export const podOf = (bare: BarePod): Pod => ({ ...bare, apiVersion: 'v1', kind: 'Pod', metadata: namespaced(bare) });

export function othersOf(given: Readonly<Record<string, unknown>>): KubeObject[] {
  return Object.entries(OTHER_LISTS).flatMap(([list, [apiVersion, kind, inNamespace]]) =>
    ((given[list] ?? []) as readonly Bare[]).map((bare) => ({
      ...bare,
      apiVersion,
      kind,
      metadata: inNamespace ? namespaced(bare) : bare.metadata,
    })),
  );
}

/** Bound Pods on their nodes, then those nominated there. */
function podsByNode(pods: readonly Pod[]): Map<string, Pod[]> {
  const byNode = new Map<string, Pod[]>();
  const put = (node: string | undefined, pod: Pod): void => {
    if (node !== undefined && node !== '') byNode.set(node, [...(byNode.get(node) ?? []), pod]);
  };
  for (const pod of pods) put(pod.spec.nodeName, pod);
  for (const pod of pods) if ((pod.spec.nodeName ?? '') === '') put(pod.status?.nominatedNodeName, pod);
  return byNode;
}

export function cycleNodes(given: Pick<ClusterGiven, 'nodes'>, pods: readonly Pod[]): CycleNode[] {
  const byNode = podsByNode(pods);
  const nodes = given.nodes.map((bare, added): CycleNode => {
    const node: Node = { ...bare, apiVersion: 'v1', kind: 'Node' };
    return { node, pods: byNode.get(bare.metadata.name) ?? [], added };
  });
  return treeOrder(nodes, ({ node }) => node);
}

function configurationOf({ pluginConfig }: ClusterGiven): { readonly configuration?: unknown } {
  return pluginConfig === undefined ? {} : { configuration: { profiles: [{ pluginConfig }] } };
}

export function cycleInput(given: ClusterGiven, version: KubernetesVersion): CycleInput {
  const pods = (given.pods ?? []).map(podOf);
  const labels = (given.namespaces ?? []).map((bare) => [bare.metadata.name, bare.metadata.labels ?? {}] as const);
  return {
    pod: podOf(given.pod),
    nodes: cycleNodes(given, pods),
    startIndex: given.nextStartNodeIndex ?? 0,
    version,
    namespaceLabels: Object.fromEntries(labels),
    others: othersOf(given),
    knownKinds: Object.values(OTHER_LISTS).map(([, kind]) => kind),
    ...configurationOf(given),
  };
}

/** What the recordings hold fixed where upstream leaves it to chance: the first option. */
export const firstOption = (): number => 0;

/** A copy without these fields. */
export function without<T extends object, K extends keyof T & string>(value: T, ...fields: readonly K[]): Omit<T, K> {
  const kept = Object.entries(value).filter(([field]) => !(fields as readonly string[]).includes(field));
  return Object.fromEntries(kept) as Omit<T, K>;
}
