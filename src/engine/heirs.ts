/**
 * Stand-ins for the Pods that a drain would have made anew, where the input leaves their maker out or nothing here acts
 * for it: else a drain of a dump of nodes and Pods alone would seem to move everything and place nothing.
 */
import type { Step } from '../kernel/kernel.ts';
import { namespacedName } from '../model/objects.ts';
import type { KubeObject, Pod } from '../model/objects.ts';
import type { ForkEntry } from '../protocol/protocol.ts';
import { readEntries } from '../scenario/fork.ts';
import type { Cluster } from './create-cluster.ts';
import { controllerOf, isRecreated } from './fixes/owner.ts';
import { bare } from './fixes/render.ts';
import { viewOf } from './views-at.ts';
import { trial } from './trial.ts';
import { TRIAL_EVENTS_MAX } from './what-if-bounds.ts';

interface Heirs {
  readonly entries: readonly ForkEntry[];
  /** Kinds of the makers that do not act here, sorted. */
  readonly makers: readonly string[];
}

/** Written on a Pod when it is bound, from the labels of its node. */
const OF_ITS_NODE = new Set(['topology.kubernetes.io/zone', 'topology.kubernetes.io/region']);

/**
 * @param evictions what is carried out right after `step`
 * @param evicted the Pods that those ask for, as they stood at `step`; who is refused stays and needs no heir
 */
export function heirsOf(cluster: Cluster, step: Step, evictions: readonly ForkEntry[], evicted: readonly Pod[]): Heirs {
  const objects = viewOf<KubeObject>(cluster, 'etcd', step);
  const orphaned = evicted.filter((pod) => controllerOf(pod) !== undefined && !isRecreated({ cluster, objects }, pod));
  const gone = orphaned.length === 0 ? [] : thoseThatGo(cluster, step, evictions, orphaned);
  const entries = gone.map((pod): ForkEntry => {
    let n = 2;
    while (objects.has(`Pod/${namespacedName(pod)}-${String(n)}`)) n++;
    return { verb: 'create', body: heirOf(pod, `${pod.metadata.name}-${String(n)}`) };
  });
  return { entries, makers: [...new Set(gone.flatMap((pod) => controllerOf(pod)?.kind ?? []))].sort() };
}

/** Tries the evictions until each of these Pods leaves or is refused. */
function thoseThatGo(cluster: Cluster, step: Step, evictions: readonly ForkEntry[], pods: readonly Pod[]): Pod[] {
  const { world, kubectl, apiServer } = cluster;
  const read = readEntries(evictions.map(({ verb, body }) => ({ afterStep: step, [verb]: body })));
  if (!read.ok) return [];
  return trial(cluster, step, () => {
    const goes = (pod: Pod): boolean => {
      const now = apiServer.get(`Pod/${namespacedName(pod)}`);
      return now === undefined || now.metadata.deletionTimestamp !== undefined;
    };
    const isRefused = (pod: Pod): boolean =>
      cluster.refusals().some((refusal) => refusal.step > step && refusal.key === `Pod/${namespacedName(pod)}`);
    let answered = 0;
    kubectl.carryOut(read.value);
    world.advance(TRIAL_EVENTS_MAX, () => {
      for (let pod = pods[answered]; pod !== undefined && (goes(pod) || isRefused(pod)); pod = pods[answered]) {
        answered++;
      }
      return answered === pods.length;
    });
    return pods.filter(goes);
  });
}

function heirOf(pod: Pod, name: string): KubeObject {
  const { metadata, spec, ...rest } = bare(pod);
  const { nodeName: _, ...free } = spec as Pod['spec'];
  const labels = Object.entries(metadata.labels ?? {}).filter(([key]) => !OF_ITS_NODE.has(key));
  return { ...rest, metadata: { ...metadata, name, labels: Object.fromEntries(labels) }, spec: free };
}
