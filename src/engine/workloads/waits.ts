/** Why a rollout is not further: what its controller waits for, in the order in which it looks. */
import type { Condition, Deployment, KubeObject, Pod, ReplicaSet } from '../../model/objects.ts';
import { MICROS_PER_SECOND, parseTime } from '../../model/time.ts';
import {
  conditionOf,
  isAvailable,
  isComplete,
  isPodReady,
  isRolling,
  maxSurge,
  maxUnavailable,
  replicasOf,
} from '../../components/controllers/workload-rules.ts';
import type { PodLife, PodStage, PodStretch, WaitRow } from '../../protocol/protocol.ts';
import type { Past } from './past.ts';
import { saidOf } from './warnings.ts';

/** More would not be read. */
const PODS_MAX = 50;

export interface DeploymentInput {
  readonly past: Past;
  readonly deployment: Deployment;
  /** That it has at the step. */
  readonly sets: readonly ReplicaSet[];
  readonly newSet: ReplicaSet | undefined;
  readonly lives: readonly PodLife[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);

export function waitsOfDeployment(input: DeploymentInput): readonly WaitRow[] {
  const { past, deployment } = input;
  const seen = (deployment.status?.observedGeneration ?? 0) >= (deployment.metadata.generation ?? 0);
  const failure = conditionOf(deployment.status, 'ReplicaFailure');
  const timedOut = conditionOf(deployment.status, 'Progressing');
  const complete = seen && isComplete(deployment, deployment.status);
  return [
    ...(deployment.spec.paused === true ? [{ code: 'paused' as const, params: {} }] : []),
    ...(seen ? [] : [{ code: 'not-observed' as const, params: {} }]),
    ...failureRow(failure),
    ...(timedOut?.reason === 'ProgressDeadlineExceeded'
      ? [{ code: 'deadline-exceeded' as const, params: { message: timedOut.message ?? '' } }]
      : []),
    ...(complete ? [{ code: 'complete' as const, params: { replicas: replicasOf(deployment) } }] : stuckAt(input)),
    ...unreadyRows(past, input.lives, deployment.spec.minReadySeconds ?? 0),
  ];
}

export const failureRow = (failure: Condition | undefined): readonly WaitRow[] =>
  failure?.status === 'True' ? [{ code: 'create-failed', params: { message: failure.message ?? '' } }] : [];

/** Which of its two bounds holds it. */
function stuckAt({ deployment, sets, newSet, lives, past }: DeploymentInput): readonly WaitRow[] {
  const old = sets.filter((set) => set.metadata.name !== newSet?.metadata.name);
  const oldWanted = sum(old.map(replicasOf));
  if (!isRolling(deployment)) {
    const leaving = livingPods(past, lives).filter(({ hash }) => hash !== hashLabel(newSet)).length;
    return leaving > 0 ? [{ code: 'old-leaving', params: { pods: leaving } }] : [];
  }
  const replicas = replicasOf(deployment);
  const most = replicas + maxSurge(deployment);
  const least = replicas - maxUnavailable(deployment);
  const total = sum(sets.map(replicasOf));
  const available = sum(sets.map(({ status }) => status?.availableReplicas ?? 0));
  const newWanted = newSet === undefined ? 0 : replicasOf(newSet);
  return [
    ...(newWanted < replicas && total >= most ? [{ code: 'surge-full' as const, params: { total, most } }] : []),
    ...(oldWanted > 0 && available <= least
      ? [{ code: 'too-few-available' as const, params: { available, least, old: oldWanted } }]
      : []),
  ];
}

const hashLabel = (set: ReplicaSet | undefined): string => set?.metadata.labels?.['pod-template-hash'] ?? '';

/** The stretch that holds at a step; undefined = not born yet. */
export function stretchAt({ stretches }: PodLife, step: number): PodStretch | undefined {
  let found: PodStretch | undefined;
  for (const stretch of stretches) {
    if (stretch.step > step) break;
    found = stretch;
  }
  return found;
}

/** Pods that are there at the step. */
export const livingPods = (past: Past, lives: readonly PodLife[]): readonly PodLife[] =>
  lives.filter((life) => {
    const stage = stretchAt(life, past.step)?.stage;
    return stage !== undefined && stage !== 'gone';
  });

/** Stages that lie between two tries: whoever comes back to the stage through these was never over it. */
const BETWEEN_TRIES: Partial<Readonly<Record<PodStage, ReadonlySet<PodStage>>>> = {
  imagePull: new Set(['bound', 'starting', 'pulling', 'notReady']),
  crashLoop: new Set(['starting', 'pulling', 'notReady', 'running']),
  unschedulable: new Set(['pending', 'scheduling', 'backoff']),
};

/** A container that ran longer crashes for the first time again (pkg/kubelet/kubelet.go, v1.37: containerBackOff, twice 5 min). */
const RUNS_MICROS = 600 * MICROS_PER_SECOND;

/** Since which tick it has been where it is at the step, not counting anew at each try. @param now its stretch at that step */
function heldSince(past: Past, { key, stretches }: PodLife, now: PodStretch): number {
  const between = BETWEEN_TRIES[now.stage];
  let [first, next] = [now, now];
  for (const stretch of [...stretches.slice(0, stretches.indexOf(now))].reverse()) {
    const same = stretch.stage === now.stage || (stretch.reason !== '' && stretch.reason === now.reason);
    if (stretch.stage !== now.stage && between?.has(stretch.stage) !== true) break;
    if (stretch.stage === 'running' && next.tick - stretch.tick > RUNS_MICROS) break;
    if (same) first = stretch;
    next = stretch;
  }
  // What was so when the run began tells itself since when.
  const { status } = (first.step === 0 ? past.at<Pod>(0).get(key) : undefined) ?? {};
  const type = now.stage === 'unschedulable' ? 'PodScheduled' : 'Ready';
  const micros = parseTime(status?.conditions?.find((one) => one.type === type)?.lastTransitionTime ?? '');
  return micros === undefined ? first.tick : Math.min(first.tick, micros - past.micros(0));
}

const DONE: ReadonlySet<string> = new Set(['succeeded', 'gone', 'terminating']);

/** Pods that are not available, and why. */
export function unreadyRows(past: Past, lives: readonly PodLife[], minReadySeconds: number): readonly WaitRow[] {
  const rows: WaitRow[] = [];
  for (const life of livingPods(past, lives)) {
    const stretch = stretchAt(life, past.step);
    const pod = past.at<Pod>().get(life.key);
    if (stretch === undefined || pod === undefined || DONE.has(stretch.stage) || rows.length >= PODS_MAX) continue;
    if (!isPodReady(pod)) {
      const { stage } = stretch;
      const { reason, message } = saidOf(past, pod, stretch);
      const micros = past.now.tick - heldSince(past, life, stretch);
      rows.push({ code: 'not-ready', pod: life.key, params: { stage, reason, message, micros } });
    } else if (!isAvailable(pod, minReadySeconds, past.nowMicros)) {
      const micros = readySince(pod) + minReadySeconds * MICROS_PER_SECOND - past.nowMicros;
      rows.push({ code: 'not-long-enough', pod: life.key, params: { micros, seconds: minReadySeconds } });
    }
  }
  return rows;
}

const readySince = (pod: KubeObject): number =>
  parseTime((pod as Pod).status?.conditions?.find(({ type }) => type === 'Ready')?.lastTransitionTime ?? '') ?? 0;
