/** What the workload views show of an object, as of a step. */
import type { Step } from '../../kernel/kernel.ts';
import type { KubeObject, Pod } from '../../model/objects.ts';
import type { PodLife, WorkloadAnswer } from '../../protocol/protocol.ts';
import type { Budget } from '../../components/controllers/workload-rules.ts';
import type { Opened } from '../core-engine.ts';
import { calendarOf, jobKeysOf } from './calendar.ts';
import { covers, drainOfBudget, drainOfNode } from './drain-view.ts';
import { nodeClock } from './node-clock.ts';
import { daemonSetRollout, statefulSetRollout } from './ordered.ts';
import { Past } from './past.ts';
import { lifeOf, makerOf, podsThat, type Incarnation } from './pod-life.ts';
import { deploymentRollout, replicaSetRollout, setsOf } from './rollout.ts';

const PODS_MAX = 200;

/** @param key "Deployment/ns/name", "Node/name", "Pod/ns/name"; of another kind, or never there: only that */
export function workloadAt({ cluster }: Opened, step: Step, key: string): WorkloadAnswer {
  const past = new Past(cluster, step);
  const kind = key.slice(0, key.indexOf('/'));
  const found = podsOf(past, kind, key);
  const lives = chosen(past, found).map((one) => lifeOf(past, one));
  const [first] = past.writes(key);
  return {
    step,
    tick: past.now.tick,
    epochMicros: past.micros(0),
    until: past.until,
    key,
    exists: past.at<KubeObject>().get(key) !== undefined,
    ...(first === undefined ? {} : { born: past.moment(first.step) }),
    ...pictureOf(past, kind, key, lives),
    pods: lives,
    podCount: found.length,
  };
}

type Pictures = Pick<WorkloadAnswer, 'rollout' | 'clock' | 'calendar' | 'drain'>;

/** The part as an object that has it, or one that has not. */
const part = <N extends keyof Pictures>(name: N, value: Pictures[N]): Pictures =>
  value === undefined ? {} : { [name]: value };

function pictureOf(past: Past, kind: string, key: string, lives: readonly PodLife[]): Pictures {
  const name = key.slice(key.lastIndexOf('/') + 1);
  switch (kind) {
    case 'Deployment':
      return part('rollout', deploymentRollout(past, key, lives));
    case 'ReplicaSet':
      return part('rollout', replicaSetRollout(past, key, lives));
    case 'StatefulSet':
      return part('rollout', statefulSetRollout(past, key, lives));
    case 'DaemonSet':
      return part('rollout', daemonSetRollout(past, key, lives));
    case 'CronJob':
      return part('calendar', calendarOf(past, key));
    case 'Node':
      return { ...part('clock', nodeClock(past, name)), drain: drainOfNode(past, name) };
    case 'PodDisruptionBudget':
      return part('drain', drainOfBudget(past, key));
    default:
      return {};
  }
}

/** Pods that ever belonged to it. */
function podsOf(past: Past, kind: string, key: string): readonly Incarnation[] {
  const belongs = membership(past, kind, key);
  return belongs === undefined ? [] : podsThat(past, belongs);
}

function membership(past: Past, kind: string, key: string): ((pod: Pod) => boolean) | undefined {
  const name = key.slice(key.lastIndexOf('/') + 1);
  switch (kind) {
    case 'Pod':
      return (pod) => `Pod/${pod.metadata.namespace ?? ''}/${pod.metadata.name}` === key;
    case 'Node':
      return (pod) => pod.spec.nodeName === name;
    case 'Deployment':
      return madeBy(new Set(setsOf(past, key)));
    case 'CronJob':
      return madeBy(jobKeysOf(past, key));
    case 'PodDisruptionBudget': {
      const budget = past
        .writes<Budget>(key)
        .filter(({ object }) => object !== undefined)
        .at(-1)?.object;
      return budget === undefined ? undefined : (pod) => covers(budget, pod);
    }
    case 'ReplicaSet':
    case 'StatefulSet':
    case 'DaemonSet':
    case 'Job':
      return madeBy(new Set([key]));
    default:
      return undefined;
  }
}

const madeBy =
  (makers: ReadonlySet<string>) =>
  (pod: KubeObject): boolean =>
    makers.has(makerOf(pod));

/** Where there are too many: those that are there at the step before those that are not. */
function chosen(past: Past, found: readonly Incarnation[]): readonly Incarnation[] {
  if (found.length <= PODS_MAX) return found;
  const here = new Set(found.filter(({ writes }) => past.last(writes)?.object !== undefined));
  const first = [...here, ...found.filter((one) => !here.has(one))].slice(0, PODS_MAX);
  const kept = new Set(first);
  return found.filter((one) => kept.has(one));
}
