/** Rollouts of Deployments and of single ReplicaSets; those by ordinal or by node are in ordered.ts. */
import { keyOf, type Deployment, type KubeObject, type PodTemplateSpec, type ReplicaSet } from '../../model/objects.ts';
import { MICROS_PER_SECOND, parseTime } from '../../model/time.ts';
import {
  conditionOf,
  fenceposts,
  findNewSet,
  hasProgressDeadline,
  isComplete,
  isRolling,
  maxSurge,
  maxUnavailable,
  replicasOf,
  revisionOf,
} from '../../components/controllers/workload-rules.ts';
import type { BoundsPoint, CountsPoint, Fence, PodLife, RolloutView, SetView } from '../../protocol/protocol.ts';
import type { Past, Write } from './past.ts';
import { hashOf, makerOf } from './pod-life.ts';
import { failureRow, unreadyRows, waitsOfDeployment } from './waits.ts';

const CHANGE_CAUSE = 'kubernetes.io/change-cause';

/** Points at which something changed, from writes in order. */
export function pointsOf<T extends KubeObject, P extends object>(
  writes: readonly Write<T>[],
  read: (object: T) => P,
): readonly (P & { readonly step: number; readonly tick: number })[] {
  const points: (P & { readonly step: number; readonly tick: number })[] = [];
  let before = '';
  for (const { step, tick, object } of writes) {
    if (object === undefined) continue;
    const values = read(object);
    const text = JSON.stringify(values);
    if (text !== before) points.push({ step, tick, ...values });
    before = text;
  }
  return points;
}

export const imagesOf = (template: PodTemplateSpec | undefined): readonly string[] =>
  (template?.spec.containers ?? []).map(({ image = '' }) => image);

export const causeOf = ({ metadata }: KubeObject): string => metadata.annotations?.[CHANGE_CAUSE] ?? '';

export function deploymentRollout(past: Past, key: string, lives: readonly PodLife[]): RolloutView | undefined {
  const writes = past.writes<Deployment>(key);
  const deployment = past.last(writes)?.object ?? writes.find(({ object }) => object !== undefined)?.object;
  if (deployment === undefined) return undefined;
  const { strategy, paused = false, minReadySeconds = 0 } = deployment.spec;
  const keys = setsOf(past, key);
  const sets = keys.flatMap((set) => past.at<ReplicaSet>().get(set) ?? []);
  const newSet = findNewSet(deployment, sets);
  const deadline = deadlineOf(past, deployment);
  return {
    kind: 'Deployment',
    strategy: strategy?.type ?? 'RollingUpdate',
    bounds: pointsOf(writes, boundsOf),
    counts: pointsOf(writes, countsOf),
    ...(isRolling(deployment) ? fencesOf(deployment) : {}),
    minReadySeconds,
    paused,
    sets: keys.map((set) => setView(past, set, newSet)).sort((a, b) => a.revision - b.revision),
    slots: [],
    waits: waitsOfDeployment({ past, deployment, sets, newSet, lives }),
    ...(deadline === undefined ? {} : { deadline }),
    owner: '',
  };
}

/** ReplicaSets that it ever had. */
export const setsOf = (past: Past, deployment: string): readonly string[] =>
  past
    .keysOf('ReplicaSet')
    .filter((key) => past.writes(key).some(({ object }) => object !== undefined && makerOf(object) === deployment))
    .sort();

function boundsOf(deployment: Deployment): Omit<BoundsPoint, 'step' | 'tick'> {
  const replicas = replicasOf(deployment);
  if (!isRolling(deployment)) return { replicas, most: replicas };
  return {
    replicas,
    most: replicas === 0 ? 0 : replicas + maxSurge(deployment),
    least: replicas - maxUnavailable(deployment),
  };
}

function countsOf({ status }: Deployment): Omit<CountsPoint, 'step' | 'tick'> {
  return {
    replicas: status?.replicas ?? 0,
    updated: status?.updatedReplicas ?? 0,
    ready: status?.readyReplicas ?? 0,
    available: status?.availableReplicas ?? 0,
    unavailable: status?.unavailableReplicas ?? 0,
  };
}

function fencesOf(deployment: Deployment): { readonly surge: Fence; readonly unavailable: Fence } {
  const { maxSurge: surge = '25%', maxUnavailable: unavailable = '25%' } =
    deployment.spec.strategy?.rollingUpdate ?? {};
  return {
    surge: { asked: String(surge), pods: fenceposts(deployment).surge },
    unavailable: { asked: String(unavailable), pods: maxUnavailable(deployment) },
  };
}

function setView(past: Past, key: string, newSet: ReplicaSet | undefined): SetView {
  const writes = past.writes<ReplicaSet>(key);
  const now = past.at<ReplicaSet>().get(key);
  const shown = now ?? writes.filter(({ object }) => object !== undefined).at(-1)?.object;
  return {
    key,
    hash: shown === undefined ? '' : hashOf(shown),
    revision: shown === undefined ? 0 : revisionOf(shown),
    current: now !== undefined && now.metadata.name === newSet?.metadata.name,
    wanted: now === undefined ? 0 : replicasOf(now),
    images: imagesOf(shown?.spec.template),
    created: past.moment(writes[0]?.step ?? 0),
    exists: now !== undefined,
    cause: shown === undefined ? '' : causeOf(shown),
  };
}

/** The clock stands still while paused, and once the rollout came to its end or ran out of time. */
const TIMELESS: ReadonlySet<string> = new Set([
  'NewReplicaSetAvailable',
  'ProgressDeadlineExceeded',
  'DeploymentPaused',
]);

function deadlineOf(past: Past, deployment: Deployment): RolloutView['deadline'] {
  const progressing = conditionOf(deployment.status, 'Progressing');
  if (!hasProgressDeadline(deployment) || progressing === undefined) return undefined;
  const { progressDeadlineSeconds: seconds = 0 } = deployment.spec;
  const { reason = '', message = '', lastUpdateTime = '' } = progressing;
  const sinceTick = (parseTime(lastUpdateTime) ?? past.nowMicros) - past.micros(0);
  const stands = TIMELESS.has(reason) || isComplete(deployment, deployment.status);
  return {
    seconds,
    sinceTick,
    ...(stands ? {} : { dueTick: sinceTick + seconds * MICROS_PER_SECOND }),
    reason,
    message,
  };
}

/** One ReplicaSet by itself. */
export function replicaSetRollout(past: Past, key: string, lives: readonly PodLife[]): RolloutView | undefined {
  const writes = past.writes<ReplicaSet>(key);
  const set = past.last(writes)?.object ?? writes.find(({ object }) => object !== undefined)?.object;
  if (set === undefined) return undefined;
  const maker = makerOf(set);
  const replicas = replicasOf(set);
  const have = set.status?.replicas ?? 0;
  return {
    kind: 'ReplicaSet',
    strategy: '',
    bounds: pointsOf(writes, (object) => ({ replicas: replicasOf(object) })),
    counts: pointsOf(writes, ({ spec, status }) => ({
      replicas: status?.replicas ?? 0,
      updated: status?.fullyLabeledReplicas ?? 0,
      ready: status?.readyReplicas ?? 0,
      available: status?.availableReplicas ?? 0,
      unavailable: Math.max(0, (spec.replicas ?? 1) - (status?.availableReplicas ?? 0)),
    })),
    minReadySeconds: set.spec.minReadySeconds ?? 0,
    paused: false,
    sets: [{ ...setView(past, key, set), current: true }],
    slots: [],
    waits: [
      ...failureRow(set.status?.conditions?.find(({ type }) => type === 'ReplicaFailure')),
      ...(have > replicas ? [{ code: 'too-many' as const, params: { have, wanted: replicas } }] : []),
      ...((set.status?.availableReplicas ?? 0) === replicas && have === replicas
        ? [{ code: 'complete' as const, params: { replicas } }]
        : []),
      ...unreadyRows(past, lives, set.spec.minReadySeconds ?? 0),
    ],
    owner: maker === '' ? '' : keyOf(maker.split('/')[0] ?? '', set.metadata.namespace, maker.split('/').at(-1) ?? ''),
  };
}
