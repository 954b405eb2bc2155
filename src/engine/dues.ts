/**
 * What is still due where a run ends: one-shot deadlines, the next run of each CronJob, progress deadlines and back-offs, read
 * off the timers that controllers and kubelets have set.
 */
import type { Collection, Value } from '../kernel/kernel.ts';
import { compareBytes } from '../kernel/kernel.ts';
import { collectionNames } from '../components/workqueue/workqueue.ts';
import type { Condition, KubeObject } from '../model/objects.ts';
import type { DueCode, DueRow } from '../protocol/protocol.ts';
import type { Cluster } from './create-cluster.ts';
import { Deadlines, isFinished, TIMELESS } from './deadlines.ts';

/** Queues of controllers that come back to an object because something failed, or because of the clock. */
const KINDS: Readonly<Record<string, string>> = {
  cronjob: 'CronJob',
  deployment: 'Deployment',
  replicaset: 'ReplicaSet',
  statefulset: 'StatefulSet',
  daemonset: 'DaemonSet',
  job: 'Job',
};

interface Worked extends KubeObject {
  readonly spec?: { readonly nodeName?: string; readonly suspend?: boolean };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

interface Kept {
  readonly pod: string;
  readonly stage: string;
  readonly retryAt: number;
}

/** More than anybody reads; a dump may have as many. */
const ROWS_MAX = 2000;

/** At the present end of the run, by time. */
export function duesOf({ world, apiServer }: Cluster): readonly DueRow[] {
  const { now } = world;
  const all = new Map(world.collections().map((one): [string, Collection<Value>] => [one.name, one]));
  const entries = <V>(name: string): Iterable<readonly [string, V]> =>
    (all.get(name)?.entries() ?? []) as Iterable<readonly [string, V]>;
  const rows: DueRow[] = [];
  const add = (at: number, what: DueCode, object: string): void => {
    if (at <= now) return;
    const node = (apiServer.get(object) as Worked | undefined)?.spec?.nodeName;
    rows.push({ at, what, object, ...(node === undefined || node === '' ? {} : { node }) });
  };

  for (const { at, what, object } of new Deadlines(world, apiServer.epochMicros).all()) add(at, what, object);
  const known = new Set(rows.map(({ object, at }) => `${object} ${String(at)}`));
  for (const [queue, kind] of Object.entries(KINDS)) {
    const { delayed, failures } = collectionNames(queue);
    for (const [key, { due }] of entries<{ readonly due: number }>(delayed)) {
      const object = `${kind}/${key}`;
      const what = reasonOf(apiServer.get(object) as Worked | undefined, all.get(failures)?.has(key) === true);
      if (what !== undefined && !known.has(`${object} ${String(due)}`)) add(due, what, object);
    }
  }
  for (const [, { pod, stage, retryAt }] of entries<Kept>('kubelet/pods')) {
    if (stage === 'up') add(retryAt, 'back-off', pod);
  }
  rows.sort((a, b) => a.at - b.at || compareBytes(a.object, b.object) || compareBytes(a.what, b.what));
  return rows.slice(0, ROWS_MAX);
}

/** What a controller comes back for, beside the deadlines that the run waits for. */
function reasonOf(object: Worked | undefined, failed: boolean): DueCode | undefined {
  if (object === undefined || object.metadata.deletionTimestamp !== undefined) return undefined;
  if (failed) return 'back-off';
  if (object.kind === 'CronJob') return object.spec?.suspend === true ? undefined : 'next-run';
  // Pods that failed are made anew after a while.
  if (object.kind === 'Job') return isFinished(object) ? undefined : 'back-off';
  if (object.kind === 'DaemonSet') return 'back-off';
  const progressing = object.status?.conditions?.find(({ type }) => type === 'Progressing');
  const runs = object.kind === 'Deployment' && progressing !== undefined && !TIMELESS.has(progressing.reason ?? '');
  return runs ? 'progress-deadline' : undefined;
}
