/** What comes by itself: a look at the future in which nobody does anything. */
import type { Step } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import type { Cluster } from '../create-cluster.ts';
import { trial } from '../trial.ts';

/** A look ahead ends with so many events, whatever it waits for. */
export const EVENTS_MAX = 40_000;

/** A Pod that needs no fix. */
export interface Binding {
  readonly node: string;
  /** From now to the binding. */
  readonly micros: number;
}

/** First bindings of all Pods ("Pod/ns/name") that come by themselves within `ticksMax`: one run tells of every Pod. */
export function bindingsAhead(cluster: Cluster, step: Step, ticksMax: number): ReadonlyMap<string, Binding> {
  const { world } = cluster;
  return trial(cluster, step, () => {
    const began = world.now;
    const found = new Map<string, Binding>();
    world.advance(EVENTS_MAX, () => {
      const { trace, step: at } = world;
      const micros = world.now - began;
      if (trace.kind(at) === EVENT['cycle.bound'] && !found.has(trace.object(at))) {
        found.set(trace.object(at), { node: trace.detail(at), micros });
      }
      return micros > ticksMax;
    });
    return found;
  });
}
