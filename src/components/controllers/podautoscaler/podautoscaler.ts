/**
 * The horizontal autoscaler: pkg/controller/podautoscaler/horizontal.go (v1.37): each is looked at every 15 s, the first time
 * 15 s after it was heard of. What is measured, the scenario says (spec.metrics).
 */
import { compareBytes, type Collection } from '../../../kernel/kernel.ts';
import { namespacedName, type KubeObject, type Pod } from '../../../model/objects.ts';
import { parseSelector } from '../../../model/selectors.ts';
import type { ApiResponse } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import type { WorkQueue } from '../../workqueue/workqueue.ts';
import type { Controller, ControllerDeps } from '../controllers.ts';
import { createEventRecorder } from '../events.ts';
import { isPod } from '../kinds.ts';
import { runReconciler, type Outcome, type Reconciler } from '../sync.ts';
import { UnknownKinds } from '../unknown.ts';
import type { Memory } from './behavior.ts';
import { Measures } from './measures.ts';
import { AutoscalerSync, type Stretch } from './sync.ts';
import { isAutoscaler } from './types.ts';

const SUBJECT = 'horizontal-pod-autoscaler-controller';
/** Of its Events. */
const COMPONENT = 'horizontal-pod-autoscaler';
const PERIOD_SECONDS = 15;

export const createPodAutoscaler = (deps: ControllerDeps): Controller => new PodAutoscaler(deps);

class PodAutoscaler implements Reconciler<Stretch> {
  readonly subject = SUBJECT;
  readonly name = 'horizontalpodautoscaler';
  readonly workers = 5;
  private readonly autoscalers: SharedInformer;
  private readonly pods: SharedInformer;
  private readonly unknown: UnknownKinds;
  private readonly memory: Collection<Memory>;
  /** hpaSelectors: as the targets' scales said them last. */
  private readonly selectors: Collection<{ readonly selector: string }>;
  private readonly queue: WorkQueue;
  private readonly sync: AutoscalerSync;

  constructor(private readonly deps: ControllerDeps) {
    const { world, apiServer, version, metrics = [] } = deps;
    this.autoscalers = deps.informer('horizontalpodautoscalers');
    this.pods = deps.informer('pods');
    this.unknown = new UnknownKinds(world, apiServer, this.name, ['Pod']);
    this.memory = world.collection(`controllers/${this.name}/memory`);
    this.selectors = world.collection(`controllers/${this.name}/selectors`);
    this.sync = new AutoscalerSync({
      events: createEventRecorder({ ...deps, component: COMPONENT }),
      pods: (namespace, selector) => this.selected(namespace, selector),
      controlling: (key, selector, pods) => this.controlling(key, selector, pods),
      measures: () => new Measures(metrics, world.now),
      memory: this.memory,
      clock: () => ({ now: apiServer.timestamp(), nowMicros: apiServer.epochMicros + world.now }),
      version,
    });
    this.queue = runReconciler(deps, this);
    const enqueue = (object: KubeObject): void => {
      this.enqueue(object);
    };
    this.autoscalers.addEventHandler(SUBJECT, {
      onAdd: enqueue,
      onUpdate: (_before, after) => {
        enqueue(after);
      },
      onDelete: (object) => {
        this.memory.delete(namespacedName(object));
        this.selectors.delete(namespacedName(object));
      },
    });
  }

  prime(): void {
    const all = this.autoscalers.indexer.list();
    this.unknown.prime(all);
    for (const object of all) this.enqueue(object);
  }

  /** Looking again is periodic: it keeps no cluster from coming to rest. */
  private enqueue(object: KubeObject): void {
    this.queue.addAfter(namespacedName(object), PERIOD_SECONDS * this.deps.world.options.ticksPerSecond, true);
  }

  /** Labels of the selector as the scale says it: "a=b,c in (d,e)". */
  private selected(namespace: string, selector: string): readonly Pod[] {
    const matcher = parseSelector(selector, this.deps.version);
    return this.pods.indexer
      .list(namespace)
      .filter(isPod)
      .filter(({ metadata }) => matcher.matches(metadata.labels));
  }

  /** hpasControllingPodsUnderSelector; in order, which upstream leaves to chance. */
  private controlling(key: string, selector: string, pods: readonly Pod[]): readonly string[] {
    this.selectors.set(key, { selector });
    const place = key.slice(0, key.indexOf('/') + 1);
    const others = [...this.selectors.entries()].filter(([other, { selector: text }]) => {
      const matcher = parseSelector(text, this.deps.version);
      return other.startsWith(place) && pods.some(({ metadata }) => matcher.matches(metadata.labels));
    });
    return others.map(([other]) => other).sort(compareBytes);
  }

  objectOf(key: string): string {
    return `HorizontalPodAutoscaler/${key}`;
  }

  begin(key: string): Outcome<Stretch> {
    const found = this.autoscalers.indexer.get(key);
    if (found === undefined || !isAutoscaler(found)) return { kind: 'done' };
    const missing = this.unknown.missingFor(found);
    return missing === undefined ? this.sync.begin(found) : { kind: 'done', waitsFor: missing };
  }

  resume(key: string, stretch: Stretch, answers: readonly ApiResponse[]): Outcome<Stretch> {
    return this.sync.resume(key, stretch, answers);
  }
}
