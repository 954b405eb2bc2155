/** What the scheduler does when its informers speak: kubernetes pkg/scheduler/eventhandlers.go (v1.37). */
import { compareBytes } from '../../kernel/kernel.ts';
import type { KubeObject, Node, Pod } from '../../model/objects.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import { usesClaims } from '../../model/volumes.ts';
import type { ResourceEventHandler } from '../informer/informer.ts';
import type { SchedulerCache } from './cache.ts';
import { HEARD_KINDS, type HeardKind, nodeEvents, type ObjectChange, podEvents } from './cluster-events.ts';
import { podKey, podPriority } from './pod-info.ts';
import type { SchedulingQueue } from './queue.ts';

const isTerminal = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed';
const nodeOf = ({ spec }: Pod): string => spec.nodeName ?? '';
const isLeaving = ({ metadata }: Pod): boolean => metadata.deletionTimestamp !== undefined;
const nominatedTo = (pod: Pod | undefined): string => pod?.status?.nominatedNodeName ?? '';

const heardKind = ({ kind }: KubeObject): HeardKind | undefined => HEARD_KINDS.find((heard) => heard === kind);

export interface HandlerDeps {
  readonly cache: SchedulerCache;
  readonly queue: SchedulingQueue;
  readonly version: KubernetesVersion;
  /** Does one of the profiles serve it? */
  isOurs(pod: Pod): boolean;
  /** Would a cycle have to guess? Such a Pod stays as it is and out of the queue. */
  isUnjudged(pod: Pod): boolean;
}

export class SchedulerHandlers {
  constructor(private readonly deps: HandlerDeps) {}

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

  private podSeen(pod: Pod): void {
    if (nodeOf(pod) !== '') this.assignedSeen(pod);
    else this.pendingSeen(pod);
  }

  private podChanged(before: Pod, after: Pod): void {
    // Deleted and made anew between two looks at it.
    if (before.metadata.uid !== after.metadata.uid) {
      this.podGone(before);
      this.podSeen(after);
    } else if (nodeOf(before) !== '') this.assignedChanged(before, after);
    else if (nodeOf(after) !== '') this.assignedSeen(after);
    else this.pendingChanged(before, after);
  }

  /** New to us, or just bound. */
  private assignedSeen(pod: Pod): void {
    const { cache, queue } = this.deps;
    const key = podKey(pod);
    cache.setPod(pod, nodeOf(pod), false);
    if (cache.pendingPod(key) !== undefined) {
      cache.deletePending(key);
      queue.done(key);
    }
    queue.move('AssignedPodAdd', { after: pod });
  }

  private assignedChanged(before: Pod, after: Pod): void {
    const { cache, queue, version } = this.deps;
    cache.setPod(after, nodeOf(after), false);
    for (const event of podEvents('AssignedPod', before, after, version)) queue.move(event, { before, after });
  }

  /** Behind a scheduling gate nothing is judged yet. */
  private isHeld(pod: Pod): boolean {
    return (pod.spec.schedulingGates?.length ?? 0) === 0 && this.deps.isUnjudged(pod);
  }

  private hold(key: string): void {
    const { queue } = this.deps;
    const entry = queue.get(key);
    if (entry !== undefined && entry.queue !== 'inflight') queue.delete(key);
  }

  /** A claim changed: what could be told about its Pods may have become a guess, or the other way round. */
  private judgeAnew(namespace: string | undefined): void {
    const { cache, queue } = this.deps;
    const users = [...cache.views.pending.entries()].filter(
      ([, pod]) => pod.metadata.namespace === namespace && usesClaims(pod),
    );
    for (const [key, pod] of users.sort(([a], [b]) => compareBytes(a, b))) {
      if (this.isHeld(pod)) this.hold(key);
      else if (queue.get(key) === undefined && cache.pod(key) === undefined) queue.add(pod);
    }
  }

  /** A Pod on its way out is not tried any more; upstream leaves it in the queue and skips it there. */
  private pendingSeen(pod: Pod): void {
    const { cache, queue } = this.deps;
    if (isLeaving(pod)) return;
    const key = podKey(pod);
    cache.setPending(pod);
    if (cache.pod(key)?.assumed === true) return;
    if (!this.isHeld(pod)) queue.add(pod);
    if (queue.get(key)?.queue !== 'gated') cache.nominate(key, nominatedTo(pod));
  }

  private pendingChanged(before: Pod, after: Pod): void {
    const { cache, queue, version } = this.deps;
    const key = podKey(after);
    if (isLeaving(after)) {
      if (!isLeaving(before)) this.pendingGone(before);
      return;
    }
    cache.setPending(after);
    // The watch lags behind an assumed Pod: its binding is on the way.
    if (cache.pod(key)?.assumed === true) return;
    // A status that never named a node does not take back what a cycle has just decided.
    if (nominatedTo(before) !== '' || nominatedTo(after) !== '') cache.nominate(key, nominatedTo(after));
    if (this.isHeld(after)) this.hold(key);
    else queue.update(after, { before, after }, podEvents('TargetPod', before, after, version));
    if (nominatedTo(before) !== '' && nominatedTo(before) !== nominatedTo(after)) this.gaveUpNode(before);
  }

  /** The node that was held for the Pod is free again for others that are no more important. */
  private gaveUpNode(pod: Pod): void {
    const priority = podPriority(pod);
    this.deps.queue.move('AssignedPodDelete', { before: pod }, (entry) => entry.priority <= priority);
  }

  private podGone(pod: Pod): void {
    const { cache, queue } = this.deps;
    const key = podKey(pod);
    if (nodeOf(pod) === '') {
      this.pendingGone(pod);
      return;
    }
    cache.deletePending(key);
    queue.delete(key);
    cache.deletePod(key);
    queue.move('AssignedPodDelete', { before: pod });
  }

  private pendingGone(pod: Pod): void {
    const { cache, queue } = this.deps;
    const key = podKey(pod);
    const assumed = cache.pod(key);
    cache.deletePending(key);
    queue.delete(key);
    if (assumed !== undefined) {
      cache.deletePod(key);
      queue.move('AssignedPodDelete', { before: assumed.pod });
    } else if (nominatedTo(pod) !== '') this.gaveUpNode(pod);
  }

  get nodes(): ResourceEventHandler {
    const { cache, queue } = this.deps;
    return {
      onAdd: (object) => {
        cache.setNode(object as Node);
        queue.move('NodeAdd', { after: object });
      },
      onUpdate: (before, after) => {
        cache.setNode(after as Node);
        for (const event of nodeEvents(before as Node, after as Node)) queue.move(event, { before, after });
      },
      onDelete: (object) => {
        cache.deleteNode(object.metadata.name);
        queue.move('NodeDelete', { before: object });
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

  private heard(object: KubeObject, action: 'Add' | 'Update' | 'Delete', change: ObjectChange): void {
    const kind = heardKind(object);
    if (object.kind === 'PersistentVolumeClaim') this.judgeAnew(object.metadata.namespace);
    if (kind !== undefined) this.deps.queue.move(`${kind}${action}`, change);
  }

  get others(): ResourceEventHandler {
    const { cache } = this.deps;
    return {
      onAdd: (object) => {
        cache.setOther(object);
        this.heard(object, 'Add', { after: object });
      },
      onUpdate: (before, after) => {
        cache.setOther(after);
        this.heard(after, 'Update', { before, after });
      },
      onDelete: (object) => {
        cache.deleteOther(object);
        this.heard(object, 'Delete', { before: object });
      },
    };
  }
}
