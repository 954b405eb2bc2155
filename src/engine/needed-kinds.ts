/** What a dump left out: unknown, not empty. */
import type { Step } from '../kernel/kernel.ts';
import type { KubeObject, Pod } from '../model/objects.ts';
import { unjudgedKinds } from '../components/scheduler/scheduler.ts';
import type { Cluster } from './create-cluster.ts';
import { isPod } from './phase.ts';
import { viewOf } from './views-at.ts';

/** Kinds that the dump left out and that a full answer about this Pod needs. */
export function neededKinds(cluster: Cluster, pod: Pod): string[] {
  const volumes = (pod.spec['volumes'] ?? []) as readonly Readonly<Record<string, unknown>>[];
  const wanted: string[] = [];
  if (volumes.some((v) => v['persistentVolumeClaim'] !== undefined))
    wanted.push('PersistentVolumeClaim', 'PersistentVolume', 'StorageClass');
  const { priorityClassName } = pod.spec;
  if (priorityClassName !== undefined && priorityClassName !== '' && pod.spec.priority === undefined)
    wanted.push('PriorityClass');
  const unjudged = isUnbound(pod) ? unjudgedAt(cluster, pod) : [];
  return [...new Set([...wanted, ...unjudged])].filter((kind) => cluster.unknownKinds.has(kind));
}

const isUnbound = ({ spec }: Pod): boolean => (spec.nodeName ?? '') === '';

/** Kinds without which the scheduler does not try the Pod at all; ResourceClaim is never modelled. */
export function unjudgedAt(cluster: Cluster, pod: Pod, step: Step = cluster.world.step): readonly string[] {
  if (!isUnbound(pod)) return [];
  const objects = viewOf<KubeObject>(cluster, 'etcd', step);
  return unjudgedKinds(pod, { knows: (kind) => cluster.apiServer.knows(kind), object: (key) => objects.get(key) });
}

/** Kinds that a dump left out though its objects point at them: owners first, then what Pods name. */
export function missingKinds(cluster: Cluster): string[] {
  const missing = new Set<string>();
  for (const object of cluster.scenario.observed) {
    for (const owner of object.metadata.ownerReferences ?? []) {
      if (cluster.unknownKinds.has(owner.kind)) missing.add(owner.kind);
    }
    if (isPod(object)) for (const kind of neededKinds(cluster, object)) missing.add(kind);
  }
  if (!cluster.scenario.observed.some((o) => o.kind === 'Node')) missing.add('Node');
  return [...missing].sort();
}
