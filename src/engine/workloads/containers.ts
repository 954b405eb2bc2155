/** Containers of a Pod over time, as its status tells: states, and restarts with how the run before ended. */
import type { ContainerStatus, Pod } from '../../model/objects.ts';
import type { ContainerLife, ContainerStretch } from '../../protocol/protocol.ts';
import type { Write } from './past.ts';

/** Waiting for these is part of starting. */
const USUAL: ReadonlySet<string> = new Set(['', 'ContainerCreating', 'PodInitializing']);

type Statuses = readonly ContainerStatus[];

const initOf = (pod: Pod | undefined): Statuses => (pod?.status?.['initContainerStatuses'] ?? []) as Statuses;
const mainOf = (pod: Pod | undefined): Statuses => pod?.status?.containerStatuses ?? [];

/** Why a container does not run, where that is no part of starting: "CrashLoopBackOff", "ImagePullBackOff". */
export function troubleOf(pod: Pod): { readonly reason: string; readonly message: string } | undefined {
  for (const { state } of [...initOf(pod), ...mainOf(pod)]) {
    const { reason = '', message = '' } = state?.waiting ?? {};
    if (!USUAL.has(reason)) return { reason, message };
    if (state?.terminated !== undefined && state.terminated.exitCode !== 0) {
      const { reason: ended = '', exitCode } = state.terminated;
      return { reason: ended === '' ? `ExitCode:${String(exitCode)}` : ended, message: '' };
    }
  }
  return undefined;
}

export function containerLives(writes: readonly Write<Pod>[]): readonly ContainerLife[] {
  const init = namesOf(writes, initOf).map((name) => containerLife(writes, name, true));
  return [...init, ...namesOf(writes, mainOf).map((name) => containerLife(writes, name, false))];
}

/** In the order of the spec, as the last status has them. */
function namesOf(writes: readonly Write<Pod>[], statuses: (pod: Pod | undefined) => Statuses): readonly string[] {
  const last = writes.filter(({ object }) => statuses(object).length > 0).at(-1);
  const names = statuses(last?.object).map(({ name }) => name);
  const spec = [...(last?.object?.spec.initContainers ?? []), ...(last?.object?.spec.containers ?? [])];
  const order = spec.map(({ name }) => name);
  return [...names].sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

function containerLife(writes: readonly Write<Pod>[], name: string, init: boolean): ContainerLife {
  const stretches: ContainerStretch[] = [];
  const restarts: ContainerLife['restarts'][number][] = [];
  let count: number | undefined;
  for (const { step, tick, object } of writes) {
    const status = (init ? initOf : mainOf)(object).find((one) => one.name === name);
    if (status === undefined) continue;
    if (count !== undefined && status.restartCount > count) {
      const { exitCode, reason } = endOf(status);
      restarts.push({
        step,
        tick,
        count: status.restartCount,
        reason,
        ...(exitCode === undefined ? {} : { exitCode }),
      });
    }
    count = status.restartCount;
    const stretch = { step, tick, ...stateOf(status) };
    const last = stretches.at(-1);
    if (last === undefined || !isSame(last, stretch)) stretches.push(stretch);
  }
  return { name, init, stretches, restarts };
}

const isSame = (a: ContainerStretch, b: ContainerStretch): boolean =>
  a.state === b.state && a.ready === b.ready && a.reason === b.reason && a.exitCode === b.exitCode;

/** The run before this one. */
function endOf(status: ContainerStatus): { readonly exitCode?: number; readonly reason: string } {
  const last = (status['lastState'] as ContainerStatus['state'])?.terminated;
  return { reason: last?.reason ?? '', ...(last === undefined ? {} : { exitCode: last.exitCode }) };
}

function stateOf({ state, ready }: ContainerStatus): Omit<ContainerStretch, 'step' | 'tick'> {
  if (state?.running !== undefined) return { state: 'running', ready, reason: '' };
  if (state?.terminated !== undefined) {
    const { exitCode, reason = '' } = state.terminated;
    return { state: 'terminated', ready, reason, exitCode };
  }
  return { state: 'waiting', ready, reason: state?.waiting?.reason ?? '' };
}
