/**
 * A preemption that was decided is carried out: kubernetes pkg/scheduler/framework/preemption/preemption.go
 * prepareCandidate, prepareCandidateAsync (v1.35). Since 1.33 it runs beside the scheduling loop: all victims but the last
 * are told first, until then the Pod is held back from the queue, and the end of the last one lets it in again.
 */
import type { Handler, World } from '../../kernel/kernel.ts';
import type { Pod } from '../../model/objects.ts';
import { minorOf } from '../../model/versions.ts';
import type { Reply } from '../apiserver/apiserver.ts';
import type { SchedulerCache } from './cache.ts';
import { DEFAULT_SCHEDULER_NAME } from './configuration.ts';
import { deleteRequest, eventRequest, nominationPatch, preemptedNote, victimPatch } from './messages.ts';
import { podKey, podPriority } from './pod-info.ts';
import type { PreemptingPods } from './preempting-pods.ts';
import type { SchedulingQueue } from './queue.ts';
import type { SchedulerDeps } from './types.ts';

/** SchedulerAsyncPreemption is on. */
const ASYNC_SINCE = 33;
const NOT_FOUND = 404;

/** A preemption under way, as the answers to its requests need it. */
interface Preemption {
  readonly preemptor: Pod;
  readonly node: string;
  /** Key of the victim that is told when the others were. */
  readonly last: string;
}

export class PreemptionRun {
  private readonly told: Handler<Reply<Preemption>>;
  private readonly world: World;

  constructor(
    private readonly deps: SchedulerDeps,
    private readonly cache: SchedulerCache,
    private readonly queue: SchedulingQueue,
    private readonly preempting: PreemptingPods,
  ) {
    this.world = deps.world;
    this.told = this.world.handler<Reply<Preemption>>('scheduler victim told', (reply) => this.onTold(reply));
  }

  /** @param victims "namespace/name"; those on their way out already are left alone */
  start(preemptor: Pod, node: string, victims: readonly string[]): void {
    const keys = victims.filter((key) => this.victim(key) !== undefined);
    if (minorOf(this.deps.version) < ASYNC_SINCE) {
      for (const key of keys) this.evict(key, preemptor, node);
      this.clearNominations(preemptor, node);
      return;
    }
    const last = keys.at(-1);
    if (last === undefined) return;
    this.clearNominations(preemptor, node);
    const first = keys.slice(0, -1);
    if (first.length === 0) {
      this.evict(last, preemptor, node);
      return;
    }
    this.preempting.set(podKey(preemptor), { left: first.length, failed: false });
    for (const key of first) this.evict(key, preemptor, node, { preemptor, node, last });
  }

  private victim(key: string): Pod | undefined {
    const pod = this.cache.pod(key)?.pod;
    return pod?.metadata.deletionTimestamp === undefined ? pod : undefined;
  }

  /** Less important Pods that hoped for the node look for another. */
  private clearNominations(preemptor: Pod, node: string): void {
    for (const pod of this.cache.nominatedTo(node)) {
      if (podPriority(pod) < podPriority(preemptor)) this.deps.client.send(nominationPatch(pod, ''));
    }
  }

  private evict(key: string, preemptor: Pod, node: string, preemption?: Preemption): void {
    const victim = this.victim(key);
    if (victim === undefined) return;
    const { client, apiServer } = this.deps;
    const name = preemptor.spec.schedulerName ?? DEFAULT_SCHEDULER_NAME;
    client.send(victimPatch(victim, name, apiServer.timestamp()));
    if (preemption === undefined) client.send(deleteRequest(victim));
    else client.send(deleteRequest(victim), this.told, preemption);
    client.send(eventRequest(apiServer, this.world.now, victim, preemptedNote(preemptor, node), name));
  }

  private onTold({ response, context }: Reply<Preemption>): void {
    const { preemptor, node, last } = context;
    const key = podKey(preemptor);
    const before = this.preempting.get(key);
    if (before === undefined) return;
    const failed = before.failed || (response.code >= 300 && response.code !== NOT_FOUND);
    this.preempting.set(key, { left: before.left - 1, failed });
    if (before.left > 1) return;
    if (!failed) {
      this.evict(last, preemptor, node);
      return;
    }
    const pod = this.cache.pendingPod(key);
    if (pod !== undefined) this.queue.forceActivate(pod);
  }
}
