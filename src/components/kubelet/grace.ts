/**
 * When the containers of a Pod have stopped, and how: killContainer of pkg/kubelet/kuberuntime/kuberuntime_container.go and
 * kuberuntime_termination_order.go (v1.37). The preStop hook takes its part of the grace period; a container that needs more
 * than what is left, two seconds at least, is killed. Pure.
 */
import type { Container, Pod } from '../../model/objects.ts';
import { isSidecar } from '../../model/pod-requests.ts';
import { preStopSeconds } from './command-life.ts';

/** kuberuntime minimumGracePeriodInSeconds. */
const LEAST_GRACE_SECONDS = 2;
/** 128 and SIGKILL. */
const KILLED = 137;

export interface Stop {
  readonly container: string;
  /** Ticks from when all were told to stop. */
  readonly at: number;
  readonly exitCode: number;
}

export interface StopLimits {
  /** Ticks. */
  readonly grace: number;
  /** Ticks that a container takes to stop. */
  readonly takes: number;
  readonly ticksPerSecond: number;
}

/** @param waited ticks for which its turn had not come */
function stopOf(spec: Container, { grace, takes, ticksPerSecond }: StopLimits, waited: number): Stop {
  const hook = grace > 0 ? Math.min(preStopSeconds(spec) * ticksPerSecond, grace) : 0;
  const begins = Math.max(hook, waited);
  const left = Math.max(grace - begins, LEAST_GRACE_SECONDS * ticksPerSecond);
  const inTime = takes <= left;
  return {
    container: spec.name,
    at: Math.round(begins + (inTime ? takes : left)),
    exitCode: inTime ? 0 : KILLED,
  };
}

/** One by itself. */
export const stopOne = (spec: Container, limits: StopLimits): Stop => stopOf(spec, limits, 0);

/** Main containers together, then sidecars in turn, the last that started first. In order of time. */
export function stopPlan(pod: Pod, names: readonly string[], limits: StopLimits): readonly Stop[] {
  const running = (specs: readonly Container[] = []): Container[] => specs.filter(({ name }) => names.includes(name));
  const init = running(pod.spec.initContainers);
  const together = [...init.filter((spec) => !isSidecar(spec)), ...running(pod.spec.containers)];
  const stops = together.map((spec) => stopOf(spec, limits, 0));
  let waited = Math.max(0, ...stops.map(({ at }) => at));
  for (const sidecar of init.filter(isSidecar).reverse()) {
    const stop = stopOf(sidecar, limits, waited);
    stops.push(stop);
    waited = stop.at;
  }
  return stops
    .map((stop, order) => ({ stop, order }))
    .sort((a, b) => a.stop.at - b.stop.at || a.order - b.order)
    .map(({ stop }) => stop);
}
