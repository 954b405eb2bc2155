/**
 * Stand-ins for the Pods that a drain would have made anew, where the input leaves their maker out or nothing here acts
 * for it: else a drain of a dump of nodes and Pods alone would seem to move everything and place nothing.
 */
import type { Step } from '../kernel/kernel.ts';
import type { KubeObject, Pod } from '../model/objects.ts';
import type { ForkEntry } from '../protocol/protocol.ts';
import type { Cluster } from './create-cluster.ts';
import { controllerOf, isRecreated } from './fixes/owner.ts';
import { bare } from './fixes/render.ts';
import { isPod } from './phase.ts';
import { viewOf } from './views-at.ts';

interface Heirs {
  readonly entries: readonly ForkEntry[];
  /** Kinds of the makers that do not act here, sorted. */
  readonly makers: readonly string[];
}

/** Written on a Pod when it is bound, from the labels of its node. */
const OF_ITS_NODE = new Set(['topology.kubernetes.io/zone', 'topology.kubernetes.io/region']);

/**
 * @param step when the Pods still stood
 * @param gone Pods ("ns/name") that were evicted and that nobody made anew
 */
export function heirsOf(cluster: Cluster, step: Step, gone: readonly string[]): Heirs {
  const objects = viewOf<KubeObject>(cluster, 'etcd', step);
  const makers = new Set<string>();
  const entries = gone.flatMap((key): ForkEntry[] => {
    const pod = objects.get(`Pod/${key}`);
    const maker = pod === undefined ? undefined : controllerOf(pod);
    if (pod === undefined || !isPod(pod) || maker === undefined || isRecreated({ cluster, objects }, pod)) return [];
    makers.add(maker.kind);
    let n = 2;
    while (objects.has(`Pod/${key}-${String(n)}`)) n++;
    return [{ verb: 'create', body: heirOf(pod, `${pod.metadata.name}-${String(n)}`) }];
  });
  return { entries, makers: [...makers].sort() };
}

function heirOf(pod: Pod, name: string): KubeObject {
  const { metadata, spec, ...rest } = bare(pod);
  const { nodeName: _, ...free } = spec as Pod['spec'];
  const labels = Object.entries(metadata.labels ?? {}).filter(([key]) => !OF_ITS_NODE.has(key));
  return { ...rest, metadata: { ...metadata, name, labels: Object.fromEntries(labels) }, spec: free };
}
