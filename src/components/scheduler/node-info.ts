/**
 * A node with the Pods on it, summed: kubernetes pkg/scheduler/framework/types.go NodeInfo (v1.35).
 * Immutable; kept by the CycleNode it was made from, so a cycle pays only for nodes that changed. Left out: volumes.
 */
import type { Node } from '../../model/objects.ts';
import { type NodeAmounts, nodeAllocatable, type ResourceAmounts } from '../../model/pod-requests.ts';
import type { Labels } from '../../model/selectors.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import { type HostPort, type PodInfo, podInfo } from './pod-info.ts';
import type { CycleNode } from './types.ts';

export interface NodeInfo {
  readonly name: string;
  readonly node: Node;
  readonly labels: Labels;
  readonly hasLabels: boolean;
  readonly allocatable: NodeAmounts;
  /** On the node, bound or assumed. */
  readonly pods: readonly PodInfo[];
  /** Nominated to the node by preemption, not on it. */
  readonly nominated: readonly PodInfo[];
  readonly requested: ResourceAmounts;
  readonly nonZeroMilliCPU: number;
  readonly nonZeroMemory: number;
  readonly ports: readonly HostPort[];
  readonly podsWithAffinity: readonly PodInfo[];
  readonly podsWithRequiredAntiAffinity: readonly PodInfo[];
  /** Bytes by image name as this node reports them. */
  readonly images: ReadonlyMap<string, number>;
  /** Order in which nodes were added. */
  readonly added: number;
}

const NO_LABELS: Labels = {};
const NO_IMAGES: ReadonlyMap<string, number> = new Map();
const imagesByNode = new WeakMap<Node, ReadonlyMap<string, number>>();

function imagesOf(node: Node): ReadonlyMap<string, number> {
  const listed = node.status?.images;
  if (listed === undefined || listed.length === 0) return NO_IMAGES;
  let images = imagesByNode.get(node);
  if (images === undefined) {
    images = new Map(
      listed.flatMap(({ names, sizeBytes }) => (names ?? []).map((name) => [name, sizeBytes ?? 0] as const)),
    );
    imagesByNode.set(node, images);
  }
  return images;
}

type Sums = Pick<NodeInfo, 'requested' | 'nonZeroMilliCPU' | 'nonZeroMemory'>;

function sumOf(pods: readonly PodInfo[]): Sums {
  let milliCPU = 0;
  let memory = 0;
  let ephemeralStorage = 0;
  let nonZeroMilliCPU = 0;
  let nonZeroMemory = 0;
  const scalars = new Map<string, number>();
  for (const { amounts } of pods) {
    const { requests } = amounts;
    milliCPU += requests.milliCPU;
    memory += requests.memory;
    ephemeralStorage += requests.ephemeralStorage;
    nonZeroMilliCPU += amounts.nonZeroMilliCPU;
    nonZeroMemory += amounts.nonZeroMemory;
    for (const [name, amount] of requests.scalars) scalars.set(name, (scalars.get(name) ?? 0) + amount);
  }
  return { requested: { milliCPU, memory, ephemeralStorage, scalars }, nonZeroMilliCPU, nonZeroMemory };
}

type Contents = Omit<
  NodeInfo,
  'name' | 'node' | 'labels' | 'hasLabels' | 'allocatable' | 'images' | 'added' | 'nominated'
>;

function contentsOf(pods: readonly PodInfo[]): Contents {
  return {
    pods,
    ...sumOf(pods),
    ports: pods.flatMap((pod) => pod.hostPorts),
    podsWithAffinity: pods.filter((pod) => pod.hasAffinity),
    podsWithRequiredAntiAffinity: pods.filter((pod) => pod.requiredAntiAffinity.length > 0),
  };
}

const known = new WeakMap<CycleNode, { readonly version: KubernetesVersion; readonly info: NodeInfo }>();

function nodeInfo(from: CycleNode, version: KubernetesVersion, position: number): NodeInfo {
  const kept = known.get(from);
  if (kept?.version === version) return kept.info;
  const { node } = from;
  const labels = node.metadata.labels ?? NO_LABELS;
  const onNode: PodInfo[] = [];
  const nominated: PodInfo[] = [];
  for (const pod of from.pods) (isOnNode(pod.spec.nodeName) ? onNode : nominated).push(podInfo(pod, version));
  const info: NodeInfo = {
    name: node.metadata.name,
    node,
    labels,
    hasLabels: Object.keys(labels).length > 0,
    allocatable: nodeAllocatable(node),
    images: imagesOf(node),
    added: from.added ?? position,
    nominated,
    ...contentsOf(onNode),
  };
  known.set(from, { version, info });
  return info;
}

interface Infos {
  readonly version: KubernetesVersion;
  readonly from: readonly CycleNode[];
  readonly infos: readonly NodeInfo[];
}

let last: Infos | undefined;

/** Of all nodes. From one cycle to the next few change, so the last answer is kept for comparison. */
export function nodeInfos(from: readonly CycleNode[], version: KubernetesVersion): readonly NodeInfo[] {
  const before = last?.version === version ? last : undefined;
  const infos = from.map((node, i) => {
    const same = before?.from[i] === node ? before.infos[i] : undefined;
    return same ?? nodeInfo(node, version, i);
  });
  last = { version, from, infos };
  return infos;
}

const isOnNode = (nodeName: string | undefined): boolean => nodeName !== undefined && nodeName !== '';

/** The same node with other Pods on it (a dry run). */
export const withPods = (info: NodeInfo, pods: readonly PodInfo[]): NodeInfo => ({ ...info, ...contentsOf(pods) });
