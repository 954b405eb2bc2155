/**
 * When a Pod that other Pods kept off is tried again: kubernetes
 * pkg/scheduler/framework/plugins/interpodaffinity/plugin.go EventsToRegister and its hints (v1.37; C-4: what an existing
 * Pod's own anti-affinity kept off does not hear of that Pod's end).
 */
import type { KubeObject, Pod } from '../../../../model/objects.ts';
import type { EventHint, QueueingHint } from '../../cluster-events.ts';
import { matchesAll, podInfo } from '../../pod-info.ts';

const isAssigned = (pod: Pod | undefined): boolean => pod === undefined || (pod.spec.nodeName ?? '') !== '';

const afterPodChange: QueueingHint = ({ pod, version }, change) => {
  const [before, after] = [change.before as Pod | undefined, change.after as Pod | undefined];
  if (!isAssigned(before) || !isAssigned(after)) return false;
  if (pod.affinityError !== undefined) return true;
  const wanted = (other: Pod | undefined): boolean =>
    other !== undefined && matchesAll(pod.requiredAffinity, podInfo(other, version));
  const unwanted = (other: Pod | undefined): boolean =>
    other !== undefined && matchesAll(pod.requiredAntiAffinity, podInfo(other, version));
  return (!wanted(before) && wanted(after)) || (unwanted(before) && !unwanted(after));
};

const labelOf = (node: KubeObject | undefined, key: string): string | undefined => {
  const labels = node?.metadata.labels ?? {};
  return Object.hasOwn(labels, key) ? labels[key] : undefined;
};

const afterNodeChange: QueueingHint = ({ pod }, { before, after }) => {
  if (pod.affinityError !== undefined) return true;
  const values = (key: string) => [labelOf(before, key), labelOf(after, key)] as const;
  const joins = pod.requiredAffinity.some(({ topologyKey }) => {
    const [was, is] = values(topologyKey);
    return is !== undefined && is !== was;
  });
  if (joins) return true;
  // A node without the key takes every Pod with anti-affinity.
  if (before === undefined) return pod.requiredAntiAffinity.length > 0;
  return pod.requiredAntiAffinity.some(({ topologyKey }) => {
    const [was, is] = values(topologyKey);
    return was !== undefined && is !== was;
  });
};

export const interPodHints: readonly EventHint[] = [
  { events: ['AssignedPodAdd', 'AssignedPodDelete', 'AssignedPodUpdatePodLabel'], hint: afterPodChange },
  { events: ['NodeAdd', 'NodeUpdateNodeLabel'], hint: afterNodeChange },
];
