/** What the scheduler does when its informers speak: kubernetes pkg/scheduler/eventhandlers.go (v1.37). */
import type { KubeObject, Node, Pod } from '../../model/objects.ts';
import type { ResourceEventHandler } from '../informer/informer.ts';
import type { SchedulerCache } from './cache.ts';
import { assignedPodEvents, type ClusterEvent, nodeEvents, pendingPodEvents } from './cluster-events.ts';
import { podKey } from './pod-info.ts';
import type { SchedulingQueue } from './queue.ts';

const isTerminal = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed';
const nodeOf = ({ spec }: Pod): string => spec.nodeName ?? '';

export interface HandlerDeps {
  readonly cache: SchedulerCache;
  readonly queue: SchedulingQueue;
  /** Does one of the profiles serve it? */
  isOurs(pod: Pod): boolean;
}

export class SchedulerHandlers {
  constructor(private readonly deps: HandlerDeps) {}

  private move(event: ClusterEvent): void {
    const { queue, cache } = this.deps;
    queue.move(event, (key) => cache.pendingPod(key));
  }

  get pods(): ResourceEventHandler {
    return {
      // Pods that ended count nowhere: upstream's informer does not even list them.
      filter: (object) =>
        !isTerminal(object as Pod) && (nodeOf(object as Pod) !== '' || this.deps.isOurs(object as Pod)),
      onAdd: (object) => this.podSeen(object as Pod),
      onUpdate: (before, after) => this.podChanged(before as Pod, after as Pod),
      onDelete: (object) => this.podGone(object as Pod),
    };
  }

  private podChanged(before: Pod, after: Pod): void {
    // Deleted and made anew between two looks at it.
    if (before.metadata.uid !== after.metadata.uid) this.podGone(before);
    this.podSeen(after, before);
  }

  private podSeen(pod: Pod, before?: Pod): void {
    if (nodeOf(pod) !== '') this.assignedSeen(pod);
    else this.pendingSeen(pod, before);
  }

  private assignedSeen(pod: Pod): void {
    const { cache, queue } = this.deps;
    const key = podKey(pod);
    const known = cache.pod(key);
    cache.setPod(pod, nodeOf(pod), false);
    if (cache.pendingPod(key) !== undefined) {
      cache.deletePending(key);
      queue.done(key);
    }
    if (known === undefined || known.assumed) this.move('AssignedPodAdd');
    else for (const event of assignedPodEvents(known.pod, pod)) this.move(event);
  }

  /** A Pod on its way out is not tried any more; upstream leaves it in the queue and skips it there. */
  private pendingSeen(pod: Pod, before: Pod | undefined): void {
    const { cache, queue } = this.deps;
    const key = podKey(pod);
    // The watch lags behind an assumed Pod: its binding is on the way.
    if (pod.metadata.deletionTimestamp !== undefined) {
      cache.deletePending(key);
      queue.delete(key);
      return;
    }
    const known = cache.pendingPod(key) ?? before;
    cache.setPending(pod);
    if (cache.pod(key)?.assumed === true) return;
    // A status that never named a node does not take back what a cycle has just decided.
    const named = pod.status?.nominatedNodeName ?? '';
    if (named !== '' || (known?.status?.nominatedNodeName ?? '') !== '') cache.nominate(key, named);
    if (known === undefined || queue.get(key) === undefined) queue.add(pod);
    else queue.update(pod, pendingPodEvents(known, pod));
  }

  private podGone(pod: Pod): void {
    const { cache, queue } = this.deps;
    const key = podKey(pod);
    const onNode = cache.pod(key);
    cache.deletePending(key);
    queue.delete(key);
    if (onNode === undefined) return;
    cache.deletePod(key);
    this.move('AssignedPodDelete');
  }

  get nodes(): ResourceEventHandler {
    const { cache } = this.deps;
    return {
      onAdd: (object) => {
        cache.setNode(object as Node);
        this.move('NodeAdd');
      },
      onUpdate: (before, after) => {
        cache.setNode(after as Node);
        for (const event of nodeEvents(before as Node, after as Node)) this.move(event);
      },
      onDelete: (object) => {
        cache.deleteNode(object.metadata.name);
        this.move('NodeDelete');
      },
    };
  }

  get namespaces(): ResourceEventHandler {
    const { cache } = this.deps;
    const set = ({ metadata }: KubeObject): void => cache.setNamespace(metadata.name, metadata.labels ?? {});
    return {
      onAdd: set,
      onUpdate: (_, after) => set(after),
      onDelete: ({ metadata }) => cache.setNamespace(metadata.name, undefined),
    };
  }

  get others(): ResourceEventHandler {
    const { cache } = this.deps;
    return {
      onAdd: (object) => cache.setOther(object),
      onUpdate: (_, after) => cache.setOther(after),
      onDelete: (object) => cache.deleteOther(object),
    };
  }
}
