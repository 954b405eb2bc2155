/** What a field case says of a Deployment or a DaemonSet: where its Pods are, and why the others wait. */
import type { KubeObject, Pod } from '../../model/objects.ts';
import { failureAnswer, type Wanted } from './field-pods.ts';
import type { FieldWorld } from './field-world.ts';

interface Owned {
  readonly key: string;
  readonly pod: Pod;
  /** "" while it waits. */
  readonly node: string;
}

const ownerOf = (object: KubeObject | undefined): string | undefined =>
  object?.metadata.ownerReferences?.find(({ controller }) => controller === true)?.name;

/** Pods of a Deployment that are there at the end. */
function ofDeployment(world: FieldWorld, name: string): Owned[] {
  return world.present().flatMap(({ key, pod }) => {
    const set = ownerOf(pod) ?? '';
    const owner = ownerOf(world.get(`ReplicaSet/${pod.metadata.namespace ?? 'default'}/${set}`));
    return owner === name ? [{ key, pod, node: pod.spec.nodeName ?? '' }] : [];
  });
}

function counted(nodes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const node of nodes) counts[node] = (counts[node] ?? 0) + 1;
  return counts;
}

export function deploymentAnswer(world: FieldWorld, name: string, wanted: Wanted): Wanted {
  const pods = ofDeployment(world, name);
  const nodes = pods.flatMap(({ node }) => (node === '' ? [] : [node]));
  const waiting = pods.filter(({ node }) => node === '');
  const message = (wanted['pending_message'] ?? {}) as Wanted;
  const answers = waiting.map(({ key }) => failureAnswer(world, key, message, 'last'));
  const alike = new Set(answers.map((answer) => JSON.stringify(answer))).size <= 1;
  const allowed = wanted['nodes_subset_of'];
  return {
    scheduled: nodes.length,
    pending: waiting.length,
    placement: counted(nodes),
    // One text stands for all that wait.
    pending_message: alike ? answers[0] : answers,
    nodes_subset_of: Array.isArray(allowed) && nodes.every((node) => allowed.includes(node)) ? allowed : nodes,
  };
}

/** The node that a DaemonSet's Pod is made for: its affinity names it. */
function targetOf({ spec }: Pod): string {
  const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const fields = terms.flatMap(({ matchFields = [] }) => matchFields);
  return fields.find(({ key }) => key === 'metadata.name')?.values?.[0] ?? '';
}

/** By the node that each Pod is made for. */
export function daemonSetAnswer(world: FieldWorld, name: string, wanted: Wanted): Wanted {
  const pods = world.present().filter(({ pod }) => ownerOf(pod) === name);
  const byTarget = new Map(pods.map(({ key, pod }) => [targetOf(pod), { key, node: pod.spec.nodeName ?? '' }]));
  const formOf = (field: string, target: string): Wanted =>
    ((wanted[field] as Readonly<Record<string, Wanted>> | undefined)?.[target] ?? {}) satisfies Wanted;
  const told = (which: 'first' | 'last', field: string, of: readonly string[]): Wanted =>
    Object.fromEntries(
      of.map((target) => [target, failureAnswer(world, byTarget.get(target)?.key ?? '', formOf(field, target), which)]),
    );
  const targets = [...byTarget.keys()];
  const placed = targets.flatMap((target) => {
    const node = byTarget.get(target)?.node ?? '';
    return node === '' ? [] : [[target, node] as const];
  });
  return {
    desired_nodes: targets,
    scheduled: Object.fromEntries(placed),
    pending: told(
      'last',
      'pending',
      targets.filter((target) => byTarget.get(target)?.node === ''),
    ),
    first_message: told('first', 'first_message', targets),
  };
}
