/**
 * The Pod that a DaemonSet makes for a node, and which nodes it makes one for: pkg/controller/daemon/daemon_controller.go
 * NodeShouldRunDaemonPod, util/daemonset_util.go (v1.37). Pure.
 */
import type { Node, NodeAffinity, Pod, PodSpec, Taint, Toleration } from '../../../model/objects.ts';
import { requiredNodeAffinityMatches } from '../../../model/selectors.ts';
import { firstUntolerated, isHardTaint } from '../../../model/tolerations.ts';
import type { ApiRequest } from '../../apiserver/apiserver.ts';
import { HASH_LABEL } from '../history.ts';
import { newControllerRef } from '../owner.ts';
import type { DaemonSet } from './types.ts';

const GENERATION_ANNOTATION = 'deprecated.daemonset.template.generation';
const GENERATION_LABEL = 'pod-template-generation';
const NODE_NAME = 'metadata.name';

const tolerates = (name: string, effect: string): Toleration => ({
  effect,
  key: `node.kubernetes.io/${name}`,
  operator: 'Exists',
});

/** A daemon runs on a node whatever its condition. */
const ADDED: readonly Toleration[] = [
  tolerates('not-ready', 'NoExecute'),
  tolerates('unreachable', 'NoExecute'),
  tolerates('disk-pressure', 'NoSchedule'),
  tolerates('memory-pressure', 'NoSchedule'),
  tolerates('pid-pressure', 'NoSchedule'),
  tolerates('unschedulable', 'NoSchedule'),
];
const ADDED_ON_HOST_NETWORK = tolerates('network-unavailable', 'NoSchedule');

/** MatchToleration. */
const same = (a: Toleration, b: Toleration): boolean =>
  a.key === b.key &&
  a.effect === b.effect &&
  (a.operator ?? '') === (b.operator ?? '') &&
  (a.value ?? '') === (b.value ?? '');

/** AddOrUpdateDaemonPodTolerations: one that is there is replaced where it stands. */
function withTolerations(spec: PodSpec): PodSpec {
  const tolerations = [...(spec.tolerations ?? [])];
  for (const added of spec.hostNetwork === true ? [...ADDED, ADDED_ON_HOST_NETWORK] : ADDED) {
    const at = tolerations.findIndex((toleration) => same(toleration, added));
    if (at < 0) tolerations.push(added);
    else tolerations[at] = added;
  }
  return { ...spec, tolerations };
}

/** ReplaceDaemonSetPodNodeNameNodeAffinity: what the template requires was looked at already. */
function pinnedTo(node: string, affinity: PodSpec['affinity']): NonNullable<PodSpec['affinity']> {
  const nodeSelectorTerms = [{ matchFields: [{ key: NODE_NAME, operator: 'In', values: [node] }] }];
  const nodeAffinity: NodeAffinity = {
    ...affinity?.nodeAffinity,
    requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms },
  };
  return { ...affinity, nodeAffinity };
}

export interface Verdict {
  readonly shouldRun: boolean;
  /** A Pod that is there may stay. */
  readonly mayStay: boolean;
}

const NO: Verdict = { shouldRun: false, mayStay: false };

const isNoExecute = ({ effect }: Taint): boolean => effect === 'NoExecute';

export function nodeVerdict(node: Node, set: DaemonSet): Verdict {
  const spec = withTolerations(set.spec.template.spec);
  const named = spec.nodeName ?? '';
  if (named !== '' && named !== node.metadata.name) return NO;
  if (!requiredNodeAffinityMatches(spec, node)) return NO;
  const taints = node.spec?.taints;
  if (firstUntolerated(taints, spec.tolerations, isHardTaint) === undefined) return { shouldRun: true, mayStay: true };
  return { shouldRun: false, mayStay: firstUntolerated(taints, spec.tolerations, isNoExecute) === undefined };
}

/** GetTargetNodeName: where the Pod is, or the node that its affinity names. "" where neither is. */
export function targetNode({ spec }: Pod): string {
  if ((spec.nodeName ?? '') !== '') return spec.nodeName ?? '';
  const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const fields = terms.flatMap(({ matchFields = [] }) => matchFields);
  return fields.find(({ key, operator }) => key === NODE_NAME && operator === 'In')?.values?.[0] ?? '';
}

/** IsPodUpdated: was the Pod made from the template as it is now? @param hash of it; "" where revisions are unknown */
export function isUpdated(pod: Pod, set: DaemonSet, hash: string): boolean {
  const labels = pod.metadata.labels ?? {};
  const generation = set.metadata.annotations?.[GENERATION_ANNOTATION];
  const isOfGeneration = generation !== undefined && labels[GENERATION_LABEL] === generation;
  return isOfGeneration || (hash !== '' && labels[HASH_LABEL] === hash);
}

/** @param hash of the template; "" where revisions are unknown */
export function podRequest(set: DaemonSet, node: string, hash: string): ApiRequest {
  const { template } = set.spec;
  const { namespace } = set.metadata;
  const inNamespace = namespace === undefined ? {} : { namespace };
  const generation = set.metadata.annotations?.[GENERATION_ANNOTATION];
  const own = {
    ...(generation === undefined ? {} : { [GENERATION_LABEL]: generation }),
    ...(hash === '' ? {} : { [HASH_LABEL]: hash }),
  };
  const annotations = template.metadata?.annotations;
  const spec = withTolerations(template.spec);
  return {
    verb: 'create',
    resource: 'pods',
    ...inNamespace,
    body: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        generateName: `${set.metadata.name}-`,
        ...inNamespace,
        labels: { ...template.metadata?.labels, ...own },
        ...(annotations === undefined ? {} : { annotations }),
        ownerReferences: [newControllerRef(set)],
      },
      spec: { ...spec, affinity: pinnedTo(node, spec.affinity) },
    },
  };
}
