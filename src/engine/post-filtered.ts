/** How far a cycle had come at a step: what PostFilter found (kubernetes pkg/scheduler/schedule_one.go) is not told before. */
import type { Step } from '../kernel/kernel.ts';
import { EVENT } from '../model/events.ts';
import type { CycleResult } from '../components/scheduler/scheduler.ts';
import type { Cluster } from './create-cluster.ts';

/**
 * @param started step of cycle.started of a cycle that comes to PostFilter
 * @returns the step at which PostFilter had run; undefined where that is after `step`
 */
export function postFilterStep({ world }: Cluster, started: Step, step: Step): Step | undefined {
  const { trace } = world;
  const pod = trace.object(started);
  const last = Math.min(step, trace.length);
  // One cycle runs at a time, so that the next such event is its own.
  for (let at = started + 1; at <= last; at++) {
    const kind = trace.kind(at);
    if ((kind === EVENT['cycle.postfilter'] || kind === EVENT['cycle.failed']) && trace.object(at) === pod) return at;
  }
  return undefined;
}

/** The cycle's message as far as it is known: "0/5 nodes are available: ..." without what PostFilter adds. */
export function messageBefore({ message = '', postFilterMessage = '' }: CycleResult): string {
  const tail = ` ${postFilterMessage}`;
  return postFilterMessage !== '' && message.endsWith(tail) ? message.slice(0, -tail.length) : message;
}
