import type { Step, World } from '../kernel/kernel.ts';
import { EVENT } from '../model/events.ts';

/** Steps of some kinds in order, kept up with the trace, so that "the last one before k" is a binary search. */
export class EventIndex {
  /** store.written */
  readonly writes: Step[] = [];
  /** cycle.started */
  readonly cycles: Step[] = [];
  private readonly cyclesByPod = new Map<string, Step[]>();
  private seen: Step = 0;
  private branch = 0;

  constructor(private readonly world: World) {}

  /** Takes in what the world recorded since the last call; starts over after a fork. */
  refresh(): void {
    const { trace, branch } = this.world;
    if (branch !== this.branch || trace.length < this.seen) this.clear(branch);
    for (let step = this.seen + 1; step <= trace.length; step++) this.take(step);
    this.seen = trace.length;
  }

  /** Steps at which `podKey` was popped from activeQ, oldest first. */
  cyclesOf(podKey: string): readonly Step[] {
    return this.cyclesByPod.get(podKey) ?? [];
  }

  private take(step: Step): void {
    const { trace } = this.world;
    const kind = trace.kind(step);
    if (kind === EVENT['store.written']) this.writes.push(step);
    if (kind !== EVENT['cycle.started']) return;
    this.cycles.push(step);
    const pod = trace.object(step);
    const known = this.cyclesByPod.get(pod);
    if (known === undefined) this.cyclesByPod.set(pod, [step]);
    else known.push(step);
  }

  private clear(branch: number): void {
    this.writes.length = 0;
    this.cycles.length = 0;
    this.cyclesByPod.clear();
    this.seen = 0;
    this.branch = branch;
  }
}

/** How many entries of an ascending list are <= step. */
export function countUpTo(steps: readonly Step[], step: Step): number {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle] ?? 0) <= step) low = middle + 1;
    else high = middle;
  }
  return low;
}
