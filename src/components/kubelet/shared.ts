/** What the parts of a kubelet share. */
import type { Handler } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import type { KubeletDeps, RuntimePod } from './kubelet.ts';
import type { Nodes } from './nodes.ts';
import type { Reports } from './reports.ts';
import type { Runtime, Surroundings } from './runtime.ts';
import type { OfKubelet, Timers } from './timers.ts';

export interface OfPod {
  readonly uid: string;
}

export interface OfContainer extends OfPod {
  readonly container: string;
}

export interface OfRun extends OfContainer {
  /** Starts before this run: tells it from those before and after it. */
  readonly attempt: number;
}

export interface Shared {
  readonly deps: KubeletDeps;
  readonly nodes: Nodes;
  readonly runtime: Runtime;
  readonly reports: Reports;
  readonly timers: Timers;
}

/** A Pod's worker, as its parts see it. Within a pop that has its event. */
export interface Worker {
  /** The sync has carried out what it had to. */
  done(pod: RuntimePod): void;
  /** The runtime has changed: PLEG tells of it with its next relist. */
  news(pod: RuntimePod): RuntimePod;
  /** A probe has another result: the Pod is looked at soon. */
  wake(pod: RuntimePod): void;
}

export function after<D extends OfKubelet>({ timers }: Shared, delay: number, handler: Handler<D>, data: D): void {
  timers.after(delay, handler, data);
}

/**
 * Time that passes of itself. Where it passes again and again without an end (a container that is always started anew, an
 * image that is never there), it does not keep a world from rest.
 */
export function wait<D extends OfKubelet>(
  { timers }: Shared,
  ticks: number,
  handler: Handler<D>,
  data: D,
  endless: boolean,
): void {
  const how = endless ? { periodic: true } : { periodic: false, waiting: true };
  timers.after(ticks, handler, data, how);
}

export function emit({ deps }: Shared, kind: keyof typeof EVENT, { node, pod }: RuntimePod, detail: string): void {
  deps.world.emit(EVENT[kind], { subject: `kubelet ${node}`, object: pod, detail });
}

export const surroundings = ({ deps, nodes }: Shared, { node }: RuntimePod): Surroundings => ({
  now: deps.apiServer.timestamp(),
  version: deps.version,
  hostIP: nodes.hostIP(node),
});

export const secondsOf = ({ deps }: Shared, seconds: number): number =>
  Math.round(seconds * deps.world.options.ticksPerSecond);

/** Not on its way down. */
export const isUp = ({ stage }: RuntimePod): boolean => stage === 'up' || stage === 'seen';

export const isAlways = ({ object }: RuntimePod): boolean => (object.spec.restartPolicy ?? 'Always') === 'Always';
