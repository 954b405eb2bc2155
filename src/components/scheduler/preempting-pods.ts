/** Pods whose preemption is being carried out (kubernetes pkg/scheduler/framework/preemption/preemption.go `preempting`). */
import type { Collection, World } from '../../kernel/kernel.ts';

/** A preemption whose last victim was not told to go yet. */
export interface Preempting {
  /** How many of the others must still be told. */
  readonly left: number;
  /** One of them could not be. */
  readonly failed: boolean;
}

export class PreemptingPods {
  private readonly pods: Collection<Preempting>;

  constructor(world: World) {
    this.pods = world.collection('scheduler/preempting');
  }

  get(key: string): Preempting | undefined {
    return this.pods.get(key);
  }

  has(key: string): boolean {
    return this.pods.has(key);
  }

  /** With nobody left to tell the Pod is free again. */
  set(key: string, state: Preempting): void {
    if (state.left > 0) this.pods.set(key, state);
    else this.pods.delete(key);
  }
}
