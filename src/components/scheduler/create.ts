/**
 * Wires the kube-scheduler: kubernetes pkg/scheduler/scheduler.go New (v1.37). Queue and cache hear the informers, the cycle
 * pops, timers flush. Left out: leader election, extenders.
 */
import type { World } from '../../kernel/kernel.ts';
import { EVENT, LANE } from '../../model/events.ts';
import { resourceInfo } from '../../model/resources.ts';
import { minorOf } from '../../model/versions.ts';
import type { Pod } from '../../model/objects.ts';
import type { SharedInformer } from '../informer/informer.ts';
import { flushAfter, type BackoffRules } from './backoff.ts';
import { SchedulerCache } from './cache.ts';
import { configurationOf, profileFor } from './configuration.ts';
import { SchedulerHandlers } from './handlers.ts';
import { LiveCycle } from './live-cycle.ts';
import { PreemptingPods } from './preempting-pods.ts';
import { leftoverTick, SchedulingQueue } from './queue.ts';
import { QueuePlugins } from './queue-plugins.ts';
import type { Scheduler, SchedulerDeps } from './types.ts';
import { type KnownCluster, unjudgedKinds } from './unknown-kinds.ts';

const SUBJECT = 'kube-scheduler';

interface Timers {
  backoff(end: number): void;
  leftover(since: number): void;
}

/** Timers are set only for what can come due: a quiet scheduler makes no pops. */
function createTimers(world: World, rules: BackoffRules, queue: () => SchedulingQueue): Timers {
  const flushed = (why: string, number: number): void => {
    world.emit(EVENT['queue.flushed'], { subject: SUBJECT, detail: why, number });
  };
  const backoff = world.handler<undefined>('scheduler flush backoff', () => {
    const moved = queue().flushBackoff();
    if (moved > 0) flushed('backoff', moved);
  });
  const leftover = world.handler<undefined>('scheduler flush leftover', () => {
    const { old, moved } = queue().flushLeftover();
    if (old > 0) flushed('leftover', moved);
  });
  return {
    backoff: (end) => {
      const delay = Math.max(0, flushAfter(end, rules) - world.now);
      world.after(delay, LANE.scheduler, backoff, undefined, { periodic: false, waiting: true });
    },
    leftover: (since) => {
      const delay = leftoverTick(since) - world.now;
      world.after(delay, LANE.scheduler, leftover, undefined, { periodic: true });
    },
  };
}

export function createScheduler(deps: SchedulerDeps): Scheduler {
  const { world, version } = deps;
  const configuration = configurationOf(deps.configuration, version);
  const rules: BackoffRules = {
    minor: minorOf(version),
    initialSeconds: configuration.initialBackoffSeconds,
    maxSeconds: configuration.maxBackoffSeconds,
    epochMicros: deps.apiServer.epochMicros,
  };
  const cache = new SchedulerCache(world);
  const timers = createTimers(world, rules, () => queue);
  const preempting = new PreemptingPods(world);
  const plugins = new QueuePlugins(configuration, version, {
    input: () => cache.clusterInput(),
    isPreempting: (key) => preempting.has(key),
  });
  const queue = new SchedulingQueue(world, rules, plugins, {
    ready: () => cycle.wake(),
    backedOff: (end) => timers.backoff(end),
    waiting: (since) => timers.leftover(since),
    sequence: () => cache.sequence(),
    podOf: (key) => cache.pendingPod(key),
  });
  const cycle = new LiveCycle(deps, cache, queue, preempting);
  const isOurs = (pod: Pod): boolean => profileFor(configuration, pod.spec.schedulerName) !== undefined;
  const known: KnownCluster = {
    knows: (kind) => deps.apiServer.knows(kind),
    object: (key) => cache.views.others.get(key),
  };
  const isUnjudged = (pod: Pod): boolean => unjudgedKinds(pod, known).length > 0;
  const handlers = new SchedulerHandlers({ cache, queue, version, isOurs, isUnjudged });
  const heard = [
    [deps.nodes, handlers.nodes],
    [deps.namespaces, handlers.namespaces],
    ...(deps.others ?? []).map((informer) => [informer, handlers.others] as const),
    [deps.pods, handlers.pods],
  ] as const;
  for (const [informer, handler] of heard) informer.addEventHandler(SUBJECT, handler);
  const learnKinds = (): void => {
    for (const { resource } of deps.others ?? []) {
      const kind = resourceInfo(resource)?.kind ?? '';
      if (deps.apiServer.knows(kind)) cache.knows(kind);
    }
  };
  learnKinds();
  world.onRestore('scheduler', () => {
    cache.rebuild();
    queue.rebuild();
  });
  return {
    schedulerNames: configuration.profiles.map(({ schedulerName }) => schedulerName),
    prime: () => {
      for (const [informer, handler] of heard) primeFrom(informer, handler);
    },
    restart: learnKinds,
  };
}

/** As if the informer had told of every object that it holds. */
function primeFrom({ indexer }: SharedInformer, handler: SchedulerHandlers['pods']): void {
  for (const object of indexer.list()) if (handler.filter?.(object) ?? true) handler.onAdd?.(object, true);
}
