/** Pods in the way: the smallest set of the least important ones whose leaving makes room, and a class that may push. */
import { namespacedName } from '../../model/objects.ts';
import type { KubeObject, Pod } from '../../model/objects.ts';
import { podAmounts } from '../../model/pod-requests.ts';
import { blockedOnlyBy } from './diagnosis.ts';
import type { Diagnosis, NodeTrouble } from './diagnosis.ts';
import { draftedPod, editPod, hostOf, isOver, priorityOf, removePods, tryDraft, withEdit } from './situation.ts';
import type { Draft, Edit, Situation } from './situation.ts';
import { removalTrial } from './removal-trial.ts';
import { controllerOf, isRecreated } from './owner.ts';

/** What the leaving of one Pod costs that is no loss, and a higher class that pushes nobody out. */
export const REMOVAL_LEAST = 70;
export const PRIORITY_LEAST = 75;

const SET_MAX = 3;
const NODES_MAX = 6;
const TRIES_MAX = 40;
const OFFERED_MAX = 2;

/** What the leaving of Pods can mend. */
const MENDED_BY_ROOM = ['NodeResourcesFit', 'NodePorts', 'InterPodAffinity', 'PodTopologySpread'];

export function proposeBlockers(situation: Situation, draft: Draft, diagnosis: Diagnosis): Edit[] {
  const found: Edit[] = [];
  let tries = TRIES_MAX;
  const binds = removalTrial(situation, draft);
  for (const trouble of blockedOnlyBy(diagnosis, ...MENDED_BY_ROOM).slice(0, NODES_MAX)) {
    for (const set of setsOn(trouble, situation)) {
      if (tries-- <= 0) return found;
      const edit = removal(situation, set, trouble.name);
      if (!binds(trouble, set, withEdit(draft, edit))) continue;
      found.push(edit);
      break;
    }
  }
  return found.sort((a, b) => a.cost - b.cost).slice(0, OFFERED_MAX);
}

/** Pods that may be asked to go: no more important ones, none that comes right back to the same node. */
function mayGo(pod: Pod, situation: Situation): boolean {
  const { pod: waiting } = situation;
  if (pod.metadata.deletionTimestamp !== undefined || priorityOf(pod) > priorityOf(waiting) || isOver(pod))
    return false;
  const mirror = pod.metadata.annotations?.['kubernetes.io/config.mirror'] !== undefined;
  return !mirror && controllerOf(pod)?.kind !== 'DaemonSet' && !samePods(pod, waiting);
}

/** Brothers of the waiting Pod: their leaving would only swap one for the other. */
const samePods = (a: Pod, b: Pod): boolean => {
  const [x, y] = [controllerOf(a), controllerOf(b)];
  return x !== undefined && x.uid === y?.uid;
};

/** Sets of one, then growing sets: the least important first, the smallest that could be enough before larger ones. */
function* setsOn(trouble: NodeTrouble, situation: Situation): Iterable<readonly Pod[]> {
  const { version } = situation.input;
  const size = (pod: Pod): number => {
    const { requests } = podAmounts(pod, version);
    return requests.milliCPU + requests.memory / (4 * 1024 * 1024);
  };
  const pods = trouble.from.pods.filter((pod) => mayGo(pod, situation));
  const smallFirst = [...pods].sort((a, b) => priorityOf(a) - priorityOf(b) || size(a) - size(b));
  for (const pod of smallFirst) yield [pod];
  const largeFirst = [...pods].sort((a, b) => priorityOf(a) - priorityOf(b) || size(b) - size(a));
  for (let n = 2; n <= Math.min(SET_MAX, largeFirst.length); n++) yield largeFirst.slice(0, n);
}

function removal(situation: Situation, set: readonly Pod[], node: string): Edit {
  const keys = set.map(namespacedName);
  const comesBack = set.every((pod) => isRecreated(situation, pod));
  const equal = set.some((pod) => priorityOf(pod) >= priorityOf(situation.pod));
  return {
    code: comesBack ? 'move-pods' : 'delete-pods',
    params: { pods: keys.join(','), count: keys.length, node },
    cost: REMOVAL_LEAST - 10 + 10 * set.length + (equal ? 5 : 0) + (comesBack ? 0 : 15),
    change: removePods(keys),
  };
}

interface PriorityClass extends KubeObject {
  readonly value?: number;
}

const SYSTEM = 1_000_000_000;

/** The least of the classes that would let the Pod push others out. */
export function proposePriority(situation: Situation, draft: Draft): Edit[] {
  const pod = draftedPod(situation, draft);
  const classes = [...situation.objects.entries()]
    .map(([, object]) => object as PriorityClass)
    .filter(({ kind, value = 0 }) => kind === 'PriorityClass' && value > priorityOf(pod) && value <= SYSTEM)
    .sort((a, b) => (a.value ?? 0) - (b.value ?? 0));
  for (const { metadata, value = 0, ...rest } of classes) {
    const preemptionPolicy = (rest as { preemptionPolicy?: string }).preemptionPolicy ?? 'PreemptLowerPriority';
    const change = editPod((spec) => ({
      ...spec,
      priorityClassName: metadata.name,
      priority: value,
      preemptionPolicy,
    }));
    const result = tryDraft(situation, change(draft));
    if (hostOf(result) === undefined) continue;
    const victims = result.victims ?? [];
    // Brothers would have the same class by then.
    const brothers = situation.pods.filter(
      (other) => victims.includes(namespacedName(other)) && samePods(other, situation.pod),
    );
    if (brothers.length > 0) continue;
    const params = { class: metadata.name, priority: value, victims: victims.join(',') };
    return [{ code: 'raise-priority', params, cost: PRIORITY_LEAST + 5 * victims.length, change }];
  }
  return [];
}
