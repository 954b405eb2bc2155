/** READY and RESTARTS of a Pod as kubectl prints them (pkg/printers/internalversion/printers.go, printPod, v1.37). */
import type { ContainerStatus, Pod } from '../model/objects.ts';
import { isSidecar } from '../model/pod-requests.ts';
import { MICROS_PER_SECOND, parseTime } from '../model/time.ts';

export interface PodColumns {
  /** "0/1": containers and sidecars that are ready, of all. */
  readonly ready: string;
  readonly restarts: number;
  /** Of the last restart, microseconds since 1970; undefined = none is known. */
  readonly restartedAt: number | undefined;
}

/** Init containers count until they are done; from then on sidecars and containers do. */
export function podColumns({ spec, status }: Pod): PodColumns {
  const sidecars = new Set((spec.initContainers ?? []).filter(isSidecar).map(({ name }) => name));
  const inits = (status?.['initContainerStatuses'] ?? []) as readonly ContainerStatus[];
  const isUp = ({ name, started }: ContainerStatus): boolean => sidecars.has(name) && started === true;
  const isDone = (one: ContainerStatus): boolean => one.state?.terminated?.exitCode === 0 || isUp(one);
  const first = inits.findIndex((one) => !isDone(one));
  const passed = first < 0 ? inits : inits.slice(0, first);
  const upSidecars = passed.filter((one) => one.state?.terminated?.exitCode !== 0 && one.ready).length;
  const initialized = status?.conditions?.some((one) => one.type === 'Initialized' && one.status === 'True') === true;
  const total = spec.containers.length + sidecars.size;
  if (first >= 0 && !initialized) return columns(upSidecars, total, inits.slice(0, first + 1));
  const main = status?.containerStatuses ?? [];
  const up = main.filter(({ ready, state }) => ready && state?.running !== undefined).length;
  // kubectl looks no further than the first init container that is not done.
  const seen = first < 0 ? inits : inits.slice(0, first + 1);
  return columns(upSidecars + up, total, [...seen.filter(({ name }) => sidecars.has(name)), ...main]);
}

function columns(ready: number, total: number, counted: readonly ContainerStatus[]): PodColumns {
  const restarts = counted.reduce((sum, { restartCount }) => sum + restartCount, 0);
  const ends = counted.flatMap((one) => {
    const { terminated } = (one['lastState'] ?? {}) as { readonly terminated?: { readonly finishedAt?: string } };
    return parseTime(terminated?.finishedAt ?? '') ?? [];
  });
  return {
    ready: `${String(ready)}/${String(total)}`,
    restarts,
    restartedAt: ends.length === 0 ? undefined : Math.max(...ends),
  };
}

/** "0", "3 (12s ago)". @param now microseconds since 1970 */
export function restartsText({ restarts, restartedAt }: PodColumns, now: number): string {
  if (restarts === 0 || restartedAt === undefined) return String(restarts);
  return `${String(restarts)} (${humanDuration(Math.floor((now - restartedAt) / MICROS_PER_SECOND))} ago)`;
}

/** HumanDuration of k8s.io/apimachinery/pkg/util/duration (v0.37). @param seconds whole */
function humanDuration(seconds: number): string {
  const both = (whole: number, unit: string, rest: number, small: string): string =>
    rest === 0 ? `${String(whole)}${unit}` : `${String(whole)}${unit}${String(rest)}${small}`;
  if (seconds < -1) return '<invalid>';
  if (seconds < 120) return `${String(Math.max(seconds, 0))}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return both(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${String(minutes)}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 8) return both(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${String(hours)}h`;
  const days = Math.floor(hours / 24);
  if (hours < 192) return both(days, 'd', hours % 24, 'h');
  const years = Math.floor(days / 365);
  if (years < 2) return `${String(days)}d`;
  return years < 8 ? both(years, 'y', days % 365, 'd') : `${String(years)}y`;
}
