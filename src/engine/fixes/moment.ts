/** A cluster as of a step, for the fixes of all its Pods: what depends on no single one of them is worked out once. */
import { compareBytes } from '../../kernel/kernel.ts';
import type { Step, View } from '../../kernel/kernel.ts';
import { namespacedName } from '../../model/objects.ts';
import type { KubeObject, Node, Pod } from '../../model/objects.ts';
import { resourceInfo } from '../../model/resources.ts';
import { treeOrder } from '../../components/scheduler/scheduler.ts';
import type { CycleInput, CycleNode } from '../../components/scheduler/scheduler.ts';
import { SCHEDULER_LOOKS_AT } from '../create-cluster.ts';
import type { Cluster } from '../create-cluster.ts';
import { isPod } from '../phase.ts';
import { viewOf } from '../views-at.ts';
import { bindingsAhead } from './ahead.ts';
import type { Binding } from './ahead.ts';

/** A Pod that binds this soon by itself needs no help. */
const SOON_TICKS = 31_000_000;

export interface Moment {
  readonly cluster: Cluster;
  readonly step: Step;
  readonly objects: View<KubeObject>;
  /** Of the whole cluster, sorted by name. */
  readonly pods: readonly Pod[];
  /** As a scheduler whose cache is up to date would have them. */
  readonly nodes: readonly CycleNode[];
  /** What a cycle reads besides. */
  readonly rest: Omit<CycleInput, 'pod' | 'nodes'>;
  /** Pods ("Pod/ns/name") that bind soon if nobody does anything. */
  readonly boundSoon: () => ReadonlyMap<string, Binding>;
}

export type MomentAt = (cluster: Cluster, step: Step) => Moment;

export const isOver = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed';
export const nodeNameOf = ({ spec }: Pod): string => spec.nodeName ?? '';

/** Holds as long as the branch is the same and nothing else is asked of the cluster at its newest step. */
export function momentOf(cluster: Cluster, step: Step): Moment {
  const objects = viewOf<KubeObject>(cluster, 'etcd', step);
  const all = [...objects.entries()].map(([, object]) => object).sort(byName);
  const pods = all.filter(isPod);
  let soon: ReadonlyMap<string, Binding> | undefined;
  const boundSoon = (): ReadonlyMap<string, Binding> => (soon ??= bindingsAhead(cluster, step, SOON_TICKS));
  return { cluster, step, objects, pods, nodes: nodesOf(all, pods), rest: restOf(cluster, all), boundSoon };
}

const byName = (a: KubeObject, b: KubeObject): number => compareBytes(namespacedName(a), namespacedName(b));

function nodesOf(objects: readonly KubeObject[], pods: readonly Pod[]): CycleNode[] {
  const nodes = treeOrder(objects.filter(isNode), (node) => node);
  const onNodes = new Map<string, Pod[]>(nodes.map((node) => [node.metadata.name, []]));
  for (const pod of pods) {
    if (!isOver(pod)) onNodes.get(nodeNameOf(pod) || (pod.status?.nominatedNodeName ?? ''))?.push(pod);
  }
  return nodes.map((node): CycleNode => ({ node, pods: onNodes.get(node.metadata.name) ?? [] }));
}

function restOf({ scenario, apiServer }: Cluster, objects: readonly KubeObject[]): Moment['rest'] {
  const kinds = new Set(SCHEDULER_LOOKS_AT.map((resource) => resourceInfo(resource)?.kind ?? ''));
  const namespaces = objects.filter(({ kind }) => kind === 'Namespace');
  return {
    startIndex: 0,
    version: scenario.kubernetesVersion,
    configuration: scenario.schedulerConfiguration,
    namespaceLabels: Object.fromEntries(namespaces.map(({ metadata }) => [metadata.name, metadata.labels ?? {}])),
    others: objects.filter(({ kind }) => kinds.has(kind)),
    knownKinds: [...kinds].filter((kind) => apiServer.knows(kind)),
  };
}

const isNode = (object: KubeObject): object is Node => object.kind === 'Node';
