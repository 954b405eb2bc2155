/**
 * What a controller of Pods hears of them: addPod, updatePod and deletePod as pkg/controller/replicaset/replica_set.go and
 * daemon/daemon_controller.go have them alike (v1.37): the owner is queued, orphans that fit wake whoever may adopt them.
 */
import type { World } from '../../kernel/kernel.ts';
import { namespacedName, type KubeObject, type LabelSelector, type Pod } from '../../model/objects.ts';
import { selectorMatches } from '../../model/selectors.ts';
import type { ResourceEventHandler, SharedInformer } from '../informer/informer.ts';
import type { WorkQueue } from '../workqueue/workqueue.ts';
import { isPod, isPodReady, keyInQueue } from './kinds.ts';
import { Orphans } from './orphans.ts';
import { controllerOf } from './owner.ts';

/** What makes Pods by a template. */
interface Maker extends KubeObject {
  readonly spec: { readonly selector: LabelSelector; readonly minReadySeconds?: number };
}

/** Finds Pods by their maker, and makers by their Pods. */
export class OwnedPods {
  readonly orphans: Orphans;

  /**
   * @param kind of the makers: "ReplicaSet"
   * @param name of the controller: names its collections
   */
  constructor(
    world: World,
    private readonly kind: string,
    name: string,
    private readonly makers: SharedInformer,
    private readonly pods: SharedInformer,
  ) {
    this.orphans = new Orphans(world, name, pods);
  }

  /** resolveControllerRef, as a key of the queue. */
  ownerKey(pod: KubeObject): string | undefined {
    const owner = controllerOf(pod);
    if (owner?.kind !== this.kind) return undefined;
    const key = keyInQueue(pod.metadata.namespace, owner.name);
    return this.makers.indexer.get(key)?.metadata.uid === owner.uid ? key : undefined;
  }

  /** Makers whose selector fits a Pod that nobody controls. */
  matching(pod: KubeObject): readonly string[] {
    const all = this.makers.indexer.list(pod.metadata.namespace) as readonly Maker[];
    return all.filter(({ spec }) => selectorMatches(spec.selector, pod.metadata.labels)).map(namespacedName);
  }

  /** Its own Pods and orphans of its namespace, as the cache has them. */
  candidates({ metadata: { uid = '', namespace = '' } }: KubeObject): readonly Pod[] {
    return [...this.pods.indexer.byIndex('controller', uid), ...this.orphans.in(namespace)].filter(isPod);
  }

  makerAt(key: string): KubeObject | undefined {
    return this.makers.indexer.get(key);
  }
}

interface Hearing {
  readonly owned: OwnedPods;
  /** It is made after the handlers. */
  readonly queue: () => WorkQueue;
  readonly ticksPerSecond: number;
  /** A Pod of another kind of owner never wakes it: such a call is not worth a step. */
  readonly filter: (pod: KubeObject) => boolean;
  readonly created: (key: string) => void;
  readonly deleted: (key: string, pod: KubeObject) => void;
}

/** The handler of Pods that ReplicaSets and DaemonSets share. */
export function podHandler(hearing: Hearing): ResourceEventHandler {
  const { owned, filter } = hearing;
  return {
    filter,
    onAdd: (pod) => {
      onPod(hearing, pod);
    },
    onUpdate: (before, after) => {
      onPodUpdate(hearing, before, after);
    },
    onDelete: (pod) => {
      owned.orphans.drop(pod);
      onPodGone(hearing, pod);
    },
  };
}

function onPod(hearing: Hearing, pod: KubeObject): void {
  const { owned, queue, created } = hearing;
  owned.orphans.note(pod);
  if (pod.metadata.deletionTimestamp !== undefined) {
    onPodGone(hearing, pod);
    return;
  }
  if (controllerOf(pod) === undefined) {
    for (const key of owned.matching(pod)) queue().add(key);
    return;
  }
  const key = owned.ownerKey(pod);
  if (key === undefined) return;
  created(key);
  queue().add(key);
}

function onPodUpdate(hearing: Hearing, before: KubeObject, after: KubeObject): void {
  const { owned, queue } = hearing;
  owned.orphans.note(after);
  if (before.metadata.resourceVersion === after.metadata.resourceVersion) return;
  if (after.metadata.deletionTimestamp !== undefined) {
    onPodGone(hearing, after);
    return;
  }
  const [old, now] = [controllerOf(before), controllerOf(after)];
  const changed = old?.uid !== now?.uid;
  if (changed && old !== undefined) addOwner(hearing, before);
  if (now !== undefined) {
    addOwner(hearing, after);
    addWhenAvailable(hearing, before, after);
  } else if (changed || before.metadata.labels !== after.metadata.labels) {
    for (const key of owned.matching(after)) queue().add(key);
  }
}

function onPodGone({ owned, queue, deleted }: Hearing, pod: KubeObject): void {
  const key = owned.ownerKey(pod);
  if (key === undefined) return;
  deleted(key, pod);
  queue().add(key);
}

function addOwner({ owned, queue }: Hearing, pod: KubeObject): void {
  const key = owned.ownerKey(pod);
  if (key !== undefined) queue().add(key);
}

/** A Pod that has just become ready counts as available minReadySeconds later; a second more, as upstream waits. */
function addWhenAvailable({ owned, queue, ticksPerSecond }: Hearing, before: KubeObject, after: KubeObject): void {
  if (!isPod(before) || !isPod(after) || isPodReady(before) || !isPodReady(after)) return;
  const key = owned.ownerKey(after);
  if (key === undefined) return;
  const seconds = (owned.makerAt(key) as Maker | undefined)?.spec.minReadySeconds ?? 0;
  if (seconds > 0) queue().addAfter(key, (seconds + 1) * ticksPerSecond);
}
