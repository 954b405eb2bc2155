/** Why a Pod of a dump is Pending, word for word: one scheduling cycle for it alone, in the dump's own state. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CycleInput, runCycle } from '../../components/scheduler/scheduler.ts';
import type { KubeObject, Node, Pod } from '../../model/objects.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import { readScenario } from '../../scenario/scenario.ts';
import type { Adapter } from '../types.ts';
import { cycleNodes, firstOption, without } from './scheduler-input.ts';

interface Given {
  /** Relative to the row's file, or to the working folder for standard input. */
  readonly dump: string;
  readonly namespace: string;
  readonly pod: string;
}

const dumps = new Map<string, readonly KubeObject[]>();

function objectsOf(path: string): readonly KubeObject[] {
  let objects = dumps.get(path);
  if (objects === undefined) {
    const outcome = readScenario([{ name: path, data: readFileSync(path) }]);
    if (!outcome.ok) throw new Error(`${path}: ${outcome.problem.code}`);
    objects = outcome.value.observed;
    dumps.set(path, objects);
  }
  return objects;
}

/** The api-server says this itself when a gated Pod is created; the scheduler leaves it as it is. */
const GATED = { message: 'Scheduling is blocked due to non-empty scheduling gates', reason: 'SchedulingGated' };

const isTerminal = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed';

/** As it was before its first attempt. */
function untried(pod: Pod): Pod {
  return { ...pod, status: without(pod.status ?? {}, 'conditions', 'nominatedNodeName') };
}

function inputFor(objects: readonly KubeObject[], pod: Pod, version: KubernetesVersion): CycleInput {
  const ofKind = <T extends KubeObject>(kind: string): T[] => objects.filter((o): o is T => o.kind === kind);
  const others = ofKind<Pod>('Pod').filter((other) => other !== pod && !isTerminal(other));
  const namespaces = ofKind('Namespace').map(({ metadata }) => [metadata.name, metadata.labels ?? {}] as const);
  return {
    pod: untried(pod),
    nodes: cycleNodes({ nodes: ofKind<Node>('Node') }, others),
    startIndex: 0,
    version,
    namespaceLabels: Object.fromEntries(namespaces),
    others: objects.filter(({ kind }) => kind !== 'Pod' && kind !== 'Node' && kind !== 'Namespace'),
    knownKinds: [...new Set(objects.map(({ kind }) => kind))],
  };
}

function run(given: Given, folder: string, version: KubernetesVersion): unknown {
  const objects = objectsOf(join(folder, given.dump));
  const pod = objects.find(
    ({ kind, metadata }) => kind === 'Pod' && metadata.namespace === given.namespace && metadata.name === given.pod,
  ) as Pod | undefined;
  if (pod === undefined) throw new Error(`no Pod ${given.namespace}/${given.pod} in ${given.dump}`);
  // Nobody serves it, so nobody says anything.
  if ((pod.spec.schedulerName ?? 'default-scheduler') !== 'default-scheduler') return { message: null, reason: null };
  if ((pod.spec.schedulingGates ?? []).length > 0) return GATED;
  const result = runCycle(inputFor(objects, pod, version), firstOption);
  return { message: result.message, reason: result.error === true ? 'SchedulerError' : 'Unschedulable' };
}

export const pendingMessage: Adapter = {
  source: 'control-plane',
  kind: 'pending-message',
  run({ given, file = '-' }, version) {
    return run(given as Given, file === '-' ? '' : dirname(file), version);
  },
};
