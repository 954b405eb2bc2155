/** The life of a Pod as stretches: what the store, the scheduler's queue and its node's runtime say of it together. */
import { compareBytes } from '../../kernel/kernel.ts';
import type { Step } from '../../kernel/kernel.ts';
import { keyOf, namespacedName, type KubeObject, type Pod } from '../../model/objects.ts';
import type { At, PodLife, PodStage, PodStretch } from '../../protocol/protocol.ts';
import type { RuntimePod } from '../../components/kubelet/kubelet.ts';
import type { QueuedPod } from '../../components/scheduler/scheduler.ts';
import { phaseOf } from '../phase.ts';
import { containerLives, troubleOf } from './containers.ts';
import type { Past, Write } from './past.ts';

/** One Pod of a name: its writes, the last of which may be its removal. */
export interface Incarnation {
  readonly key: string;
  readonly uid: string;
  readonly writes: readonly Write<Pod>[];
  /** As it last stood. */
  readonly pod: Pod;
}

export function incarnationsOf(past: Past, key: string): readonly Incarnation[] {
  const found: { uid: string; writes: Write<Pod>[]; pod: Pod }[] = [];
  for (const write of past.writes<Pod>(key)) {
    const { object } = write;
    const last = found.at(-1);
    if (object === undefined) last?.writes.push(write);
    else if (last?.uid === (object.metadata.uid ?? '')) {
      last.writes.push(write);
      last.pod = object;
    } else found.push({ uid: object.metadata.uid ?? '', writes: [write], pod: object });
  }
  return found.map(({ uid, writes, pod }) => ({ key, uid, writes, pod }));
}

/** "ReplicaSet/ns/name" of its controller, "" = none. */
export function makerOf({ metadata }: KubeObject): string {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  return owner === undefined ? '' : keyOf(owner.kind, metadata.namespace, owner.name);
}

const HASH_LABELS = ['pod-template-hash', 'controller-revision-hash'];
export const hashOf = ({ metadata }: KubeObject): string =>
  HASH_LABELS.map((name) => metadata.labels?.[name]).find((value) => value !== undefined) ?? '';

/** Pods that ever belonged, by birth. @param belongs asked of each Pod as it last stood */
export function podsThat(past: Past, belongs: (pod: Pod) => boolean): readonly Incarnation[] {
  return past
    .keysOf('Pod')
    .flatMap((key) => incarnationsOf(past, key))
    .filter(({ pod }) => belongs(pod))
    .sort(byBirth);
}

const byBirth = (a: Incarnation, b: Incarnation): number =>
  (a.writes[0]?.step ?? 0) - (b.writes[0]?.step ?? 0) || compareBytes(a.key, b.key);

/** All that is known of a Pod at one step. */
interface Facts {
  readonly pod: Pod | undefined;
  readonly queued: QueuedPod | undefined;
  readonly runtime: RuntimePod | undefined;
  readonly pulls: boolean;
}

export function lifeOf(past: Past, { key, uid, writes, pod }: Incarnation): PodLife {
  const born = writes[0]?.step ?? 0;
  const gone = writes.at(-1)?.object === undefined ? writes.at(-1)?.step : undefined;
  const queue = past.writes<QueuedPod>(namespacedName(pod), 'scheduler/queue');
  const runtime = past.writes<RuntimePod>(uid, 'kubelet/pods');
  const pulls = past.pullsOf(key).filter(({ step }) => step >= born);
  const stretches: PodStretch[] = [];
  for (const at of stepsOf([writes, queue, runtime, pulls], born, gone)) {
    const facts: Facts = {
      pod: valueAt(writes, at.step),
      queued: valueAt(queue, at.step),
      runtime: valueAt(runtime, at.step),
      pulls: valueAt(pulls, at.step)?.pulls === true,
    };
    const stretch = stretchOf(at, facts);
    const last = stretches.at(-1);
    if (last === undefined || !isSame(last, stretch)) stretches.push(stretch);
  }
  return {
    key,
    uid,
    maker: makerOf(pod),
    hash: hashOf(pod),
    node: pod.spec.nodeName ?? '',
    stretches,
    containers: containerLives(writes),
  };
}

const isSame = (a: PodStretch, b: PodStretch): boolean =>
  a.stage === b.stage && a.phase === b.phase && a.reason === b.reason && a.message === b.message;

/** Moments at which any of them changed, from its birth to its end, in order. */
function stepsOf(all: readonly (readonly At[])[], born: Step, gone: Step | undefined): readonly At[] {
  const found = new Map<Step, At>();
  for (const writes of all) {
    for (const { step, tick } of writes) {
      if (step >= born && (gone === undefined || step <= gone)) found.set(step, { step, tick });
    }
  }
  return [...found.values()].sort((a, b) => a.step - b.step);
}

function valueAt<T extends object>(writes: readonly Write<T>[], step: Step): T | undefined {
  let value: T | undefined;
  for (const write of writes) {
    if (write.step > step) break;
    value = write.object;
  }
  return value;
}

function stretchOf({ step, tick }: At, facts: Facts): PodStretch {
  const { pod, queued } = facts;
  if (pod === undefined) return { step, tick, stage: 'gone', phase: 'done', reason: '', message: '' };
  const said = wordsOf(facts, pod);
  return { step, tick, phase: phaseOf(pod, queued?.queue), ...said };
}

interface Said {
  readonly stage: PodStage;
  readonly reason: string;
  readonly message: string;
}

const plain = (stage: PodStage): Said => ({ stage, reason: '', message: '' });

function wordsOf(facts: Facts, pod: Pod): Said {
  const { status, metadata } = pod;
  if (status?.phase === 'Succeeded') return plain('succeeded');
  if (status?.phase === 'Failed') {
    const trouble = troubleOf(pod);
    const reason = status.reason ?? trouble?.reason ?? '';
    return { stage: 'failed', reason, message: status.message ?? trouble?.message ?? '' };
  }
  if (metadata.deletionTimestamp !== undefined) {
    const target = conditionOf(pod, 'DisruptionTarget');
    return { stage: 'terminating', reason: target?.reason ?? '', message: target?.message ?? '' };
  }
  return (pod.spec.nodeName ?? '') === '' ? waiting(facts, pod) : onNode(facts, pod);
}

const conditionOf = (
  { status }: Pod,
  type: string,
): { reason?: string; message?: string; status: string } | undefined =>
  status?.conditions?.find((condition) => condition.type === type);

const BY_QUEUE: Readonly<Record<string, PodStage>> = {
  inflight: 'scheduling',
  unschedulable: 'unschedulable',
  backoff: 'backoff',
  gated: 'gated',
};

function waiting({ queued }: Facts, pod: Pod): Said {
  const condition = conditionOf(pod, 'PodScheduled');
  const refused = condition?.status === 'False';
  const stage = BY_QUEUE[queued?.queue ?? ''] ?? 'pending';
  return {
    stage,
    reason: refused ? (condition.reason ?? '') : '',
    message: refused ? (condition.message ?? '') : '',
  };
}

const IMAGE = /Image|Registry/;

function onNode({ runtime, pulls }: Facts, pod: Pod): Said {
  const trouble = troubleOf(pod);
  if (trouble !== undefined) {
    const stage = IMAGE.test(trouble.reason) ? 'imagePull' : 'crashLoop';
    return { stage, reason: trouble.reason, message: trouble.message };
  }
  const ready = conditionOf(pod, 'Ready');
  if (ready?.status === 'True') return plain('running');
  if (pod.status?.phase === 'Running') {
    return { stage: 'notReady', reason: ready?.reason ?? '', message: ready?.message ?? '' };
  }
  if (pulls) return plain('pulling');
  return plain(runtime === undefined || runtime.stage === 'seen' ? 'bound' : 'starting');
}
