/**
 * The queue, its plugins and the handlers that feed it, without a cycle: one operation after the other on a clock of its
 * own, as recorded cases and tests need it.
 */
import { createWorld, type Handler, type World } from '../../kernel/kernel.ts';
import type { Node, Pod } from '../../model/objects.ts';
import { type KubernetesVersion, minorOf } from '../../model/versions.ts';
import { SchedulerCache } from './cache.ts';
import { configurationOf } from './configuration.ts';
import { SchedulerHandlers } from './handlers.ts';
import { podKey } from './pod-info.ts';
import { PreemptingPods } from './preempting-pods.ts';
import { SchedulingQueue } from './queue.ts';
import { QueuePlugins } from './queue-plugins.ts';
import type { QueuedPod } from './types.ts';

export interface QueueTrialOptions {
  readonly version: KubernetesVersion;
  /** Microseconds past a full second at which the clock starts. */
  readonly startMicros?: number;
  readonly configuration?: unknown;
}

const TICKS_PER_SECOND = 1_000_000;

/** Every operation is one event of a small world: state lives in collections as in a cluster. */
export class QueueTrial {
  readonly world: World;
  readonly cache: SchedulerCache;
  readonly preempting: PreemptingPods;
  readonly queue: SchedulingQueue;
  readonly handlers: SchedulerHandlers;
  private readonly operation: Handler<number>;
  private readonly operations: (() => void)[] = [];

  constructor({ version, startMicros = 0, configuration: given }: QueueTrialOptions) {
    this.world = createWorld({ seed: 1, ticksPerSecond: TICKS_PER_SECOND, kinds: ['operation'], lanes: ['queue'] });
    const { world } = this;
    const configuration = configurationOf(given, version);
    const rules = {
      minor: minorOf(version),
      initialSeconds: configuration.initialBackoffSeconds,
      maxSeconds: configuration.maxBackoffSeconds,
      epochMicros: startMicros,
    };
    this.cache = new SchedulerCache(world);
    const { cache } = this;
    this.preempting = new PreemptingPods(world);
    const plugins = new QueuePlugins(configuration, version, {
      input: () => cache.clusterInput(),
      isPreempting: (key) => this.preempting.has(key),
    });
    this.queue = new SchedulingQueue(world, rules, plugins, {
      ready: () => undefined,
      backedOff: () => undefined,
      waiting: () => undefined,
      sequence: () => cache.sequence(),
      podOf: (key) => cache.pendingPod(key),
    });
    this.handlers = new SchedulerHandlers({
      cache,
      queue: this.queue,
      version,
      isOurs: () => true,
      isUnjudged: () => false,
    });
    this.operation = world.handler<number>('operation', (i) => {
      world.emit(0, { subject: 'queue' });
      this.operations[i]?.();
    });
    world.onRestore('queue', () => {
      cache.rebuild();
      this.queue.rebuild();
    });
    world.begin();
  }

  /** Lets the clock run, then acts. @param micros since the operation before */
  act(micros: number, run: () => void): void {
    const { world } = this;
    world.after(micros, 0, this.operation, this.operations.push(run) - 1);
    world.advance(1);
  }

  addPod(pod: Pod): void {
    this.handlers.pods.onAdd?.(pod, false);
  }

  updatePod(before: Pod, after: Pod): void {
    this.handlers.pods.onUpdate?.(before, after);
  }

  deletePod(pod: Pod): void {
    this.handlers.pods.onDelete?.(pod);
  }

  addNode(node: Node): void {
    this.handlers.nodes.onAdd?.(node, false);
  }

  updateNode(before: Node, after: Node): void {
    this.handlers.nodes.onUpdate?.(before, after);
  }

  deleteNode(node: Node): void {
    this.handlers.nodes.onDelete?.(node);
  }

  pop(): QueuedPod | undefined {
    return this.queue.pop();
  }

  /** A popped Pod is bound: it leaves the queue, and is seen on its node. */
  bind(pod: Pod, node: string): void {
    this.queue.done(podKey(pod));
    this.updatePod(pod, { ...pod, spec: { ...pod.spec, nodeName: node } });
  }

  /** Names of the Pods in each queue, sorted; gated ones wait with the unschedulable. */
  queues(): { readonly active: string[]; readonly backoff: string[]; readonly unschedulable: string[] } {
    const found = { active: [] as string[], backoff: [] as string[], unschedulable: [] as string[] };
    for (const [key, { queue }] of this.queue.all()) {
      const name = key.slice(key.indexOf('/') + 1);
      if (queue === 'gated') found.unschedulable.push(name);
      else if (queue !== 'inflight') found[queue].push(name);
    }
    for (const list of Object.values(found)) list.sort();
    return found;
  }
}
