/**
 * client-go tools/cache/mutation_detector.go (v0.37): once a second it compares what is cached with copies made when it came,
 * and panics where a handler has written into it. Left out: KUBE_CACHE_MUTATION_DETECTOR_FAILURE; the copies, since an object
 * here changes only through `mutateCached`, which is what the detector is told of.
 */
import type { Collection, Handler, World } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import type { KubeObject } from '../../model/objects.ts';
import { kindOfResource } from './go-type.ts';

export interface DetectorDeps {
  readonly world: World;
  readonly id: string;
  readonly lane: number;
  readonly resource: string;
  /** The process is gone. */
  readonly onPanic: () => void;
}

export class MutationDetector {
  /** What was cached before it was written into, by key. */
  private readonly altered: Collection<KubeObject>;
  private readonly compare: Handler<undefined>;

  constructor(private readonly deps: DetectorDeps) {
    const { world, id } = deps;
    this.altered = world.collection<KubeObject>(`altered ${id}`);
    this.compare = world.handler<undefined>(`informer ${id} mutation detector`, () => this.onCompare());
  }

  stop(): void {
    this.deps.world.drop(this.compare, () => true);
    for (const key of [...this.altered.keys()]) this.altered.delete(key);
  }

  /** Inside a pop. */
  noteAltered(key: string, original: KubeObject): void {
    const { world, lane } = this.deps;
    if (this.altered.has(key)) return;
    const { ticksPerSecond } = world.options;
    if (this.altered.size === 0) {
      world.after(ticksPerSecond - (world.now % ticksPerSecond), lane, this.compare, undefined);
    }
    this.altered.set(key, original);
  }

  private onCompare(): void {
    const { world, id, resource, onPanic } = this.deps;
    if (this.altered.size === 0) return;
    world.emit(EVENT['cache.altered'], { subject: id, detail: `cache ${kindOfResource(resource)} modified` });
    onPanic();
  }
}
