/**
 * When a Pod that could not be spread is tried again: kubernetes pkg/scheduler/framework/plugins/podtopologyspread/plugin.go
 * EventsToRegister and its hints (v1.37).
 */
import type { KubeObject, Node, Pod } from '../../../../model/objects.ts';
import {
  type EventHint,
  isOwnChange,
  type ObjectChange,
  type QueueingHint,
  sameStructs,
  sameTexts,
} from '../../cluster-events.ts';
import type { CycleContext } from '../../framework.ts';
import { podNamespace } from '../../pod-info.ts';
import { type Constraint, constraintsOf } from './constraints.ts';

const matchesAny = (constraints: readonly Constraint[], { metadata }: KubeObject): boolean =>
  constraints.some(({ selector }) => selector.matches(metadata.labels ?? {}));

/** Does the Pod count for the waiting one? It must be the same or sit on a node, in the same namespace. */
const isInvolved = (cx: CycleContext, pod: Pod): boolean =>
  pod.metadata.uid === cx.pod.pod.metadata.uid ||
  ((pod.spec.nodeName ?? '') !== '' && podNamespace(pod) === cx.pod.namespace);

function afterPodUpdate(cx: CycleContext, before: Pod, after: Pod, constraints: readonly Constraint[]): boolean {
  const tolerates = isOwnChange(cx, { after }) && !sameStructs(before.spec.tolerations, after.spec.tolerations);
  if (tolerates && constraints.some(({ honorTaints }) => honorTaints)) return true;
  const [a, b] = [before.metadata.labels ?? {}, after.metadata.labels ?? {}];
  return !sameTexts(a, b) && constraints.some(({ selector }) => selector.matches(a) !== selector.matches(b));
}

const afterPodChange: QueueingHint = (cx, change) => {
  const [before, after] = [change.before as Pod | undefined, change.after as Pod | undefined];
  const involved = [before, after].every((pod) => pod === undefined || isInvolved(cx, pod));
  if (!involved) return false;
  const { list, error } = constraintsOf(cx, 'DoNotSchedule');
  if (error !== undefined) return true;
  if (before !== undefined && after !== undefined) return afterPodUpdate(cx, before, after, list);
  const pod = after ?? before;
  return pod !== undefined && matchesAny(list, pod);
};

const hasAllKeys = (node: KubeObject | undefined, constraints: readonly Constraint[]): boolean =>
  node !== undefined && constraints.every(({ topologyKey }) => Object.hasOwn(node.metadata.labels ?? {}, topologyKey));

function changesDomain({ before, after }: ObjectChange, constraints: readonly Constraint[]): boolean {
  const [a, b] = [before?.metadata.labels ?? {}, after?.metadata.labels ?? {}];
  return (
    constraints.some(({ topologyKey }) => (a[topologyKey] ?? '') !== (b[topologyKey] ?? '')) ||
    !sameStructs((before as Node | undefined)?.spec?.taints, (after as Node | undefined)?.spec?.taints)
  );
}

const afterNodeChange: QueueingHint = (cx, change) => {
  const { list, error } = constraintsOf(cx, 'DoNotSchedule');
  if (error !== undefined) return true;
  const { before, after } = change;
  const [had, has] = [hasAllKeys(before, list), hasAllKeys(after, list)];
  if (before !== undefined && after !== undefined) return had !== has || (has && changesDomain(change, list));
  return had || has;
};

export const spreadHints: readonly EventHint[] = [
  {
    events: [
      'AssignedPodAdd',
      'AssignedPodDelete',
      'AssignedPodUpdatePodLabel',
      'TargetPodUpdatePodLabel',
      'TargetPodUpdatePodToleration',
    ],
    hint: afterPodChange,
  },
  { events: ['NodeAdd', 'NodeDelete', 'NodeUpdateNodeLabel', 'NodeUpdateNodeTaint'], hint: afterNodeChange },
];
