/**
 * What the scheduler works out once for each Pod: kubernetes pkg/scheduler/framework/types.go PodInfo, AffinityTerm (v1.35).
 * Left out: claims of dynamic resource allocation.
 */
import type { LabelSelector, Pod, PodAffinityTerm } from '../../model/objects.ts';
import { type PodAmounts, podAmounts } from '../../model/pod-requests.ts';
import { compileSelector, type LabelMatcher, type Labels, SelectorError } from '../../model/selectors.ts';
import type { KubernetesVersion } from '../../model/versions.ts';

export interface AffinityTerm {
  readonly namespaces: ReadonlySet<string>;
  readonly namespaceSelector: LabelMatcher;
  readonly selector: LabelMatcher;
  readonly topologyKey: string;
}

export interface WeightedAffinityTerm extends AffinityTerm {
  readonly weight: number;
}

export interface HostPort {
  readonly ip: string;
  readonly protocol: string;
  readonly port: number;
}

export interface PodInfo {
  readonly pod: Pod;
  /** "namespace/name". */
  readonly key: string;
  readonly namespace: string;
  readonly labels: Labels;
  readonly priority: number;
  readonly terminating: boolean;
  readonly amounts: PodAmounts;
  readonly hostPorts: readonly HostPort[];
  /** It names a pod affinity or anti-affinity, with terms or without. */
  readonly hasAffinity: boolean;
  readonly requiredAffinity: readonly AffinityTerm[];
  readonly requiredAntiAffinity: readonly AffinityTerm[];
  readonly preferredAffinity: readonly WeightedAffinityTerm[];
  readonly preferredAntiAffinity: readonly WeightedAffinityTerm[];
  /** Upstream's error where a term's selector is malformed; the Pod then has no terms. */
  readonly affinityError: string | undefined;
}

const NO_LABELS: Labels = {};
const NO_TERMS: readonly WeightedAffinityTerm[] = [];

export const podKey = (pod: Pod): string => `${podNamespace(pod)}/${pod.metadata.name}`;
export const podNamespace = (pod: Pod): string => pod.metadata.namespace ?? 'default';
export const podPriority = (pod: Pod): number => pod.spec.priority ?? 0;

/** AffinityTerm.Matches: `namespaceLabels` undefined is Go's nil set. */
export function termMatches(term: AffinityTerm, pod: PodInfo, namespaceLabels: Labels | undefined): boolean {
  if (!term.namespaces.has(pod.namespace) && !term.namespaceSelector.matches(namespaceLabels)) return false;
  return term.selector.matches(pod.labels);
}

/** podMatchesAllAffinityTerms: one Pod must satisfy all of them. */
export const matchesAll = (terms: readonly AffinityTerm[], pod: PodInfo): boolean =>
  terms.length > 0 && terms.every((term) => termMatches(term, pod, undefined));

function parseTerm(pod: Pod, term: PodAffinityTerm, version: KubernetesVersion): AffinityTerm {
  const listed = term.namespaces ?? [];
  const own = listed.length === 0 && term.namespaceSelector === undefined;
  const matcher = (selector: LabelSelector | undefined): LabelMatcher => compileSelector(selector, version);
  return {
    namespaces: new Set(own ? [podNamespace(pod)] : listed),
    namespaceSelector: matcher(term.namespaceSelector),
    selector: matcher(term.labelSelector),
    topologyKey: term.topologyKey,
  };
}

type Terms = Pick<
  PodInfo,
  'requiredAffinity' | 'requiredAntiAffinity' | 'preferredAffinity' | 'preferredAntiAffinity' | 'affinityError'
>;

const WITHOUT_TERMS: Terms = {
  requiredAffinity: NO_TERMS,
  requiredAntiAffinity: NO_TERMS,
  preferredAffinity: NO_TERMS,
  preferredAntiAffinity: NO_TERMS,
  affinityError: undefined,
};

function parseTerms(pod: Pod, version: KubernetesVersion): Terms {
  const { podAffinity, podAntiAffinity } = pod.spec.affinity ?? {};
  if (podAffinity === undefined && podAntiAffinity === undefined) return WITHOUT_TERMS;
  const required = (from: typeof podAffinity): AffinityTerm[] =>
    (from?.requiredDuringSchedulingIgnoredDuringExecution ?? []).map((term) => parseTerm(pod, term, version));
  const preferred = (from: typeof podAffinity): WeightedAffinityTerm[] =>
    (from?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({ weight, podAffinityTerm }) => ({
      ...parseTerm(pod, podAffinityTerm, version),
      weight,
    }));
  try {
    return {
      requiredAffinity: required(podAffinity),
      requiredAntiAffinity: required(podAntiAffinity),
      preferredAffinity: preferred(podAffinity),
      preferredAntiAffinity: preferred(podAntiAffinity),
      affinityError: undefined,
    };
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error;
    return { ...WITHOUT_TERMS, affinityError: error.message };
  }
}

/** util.GetHostPorts: containers, and sidecars since 1.34. */
function hostPortsOf(pod: Pod): HostPort[] {
  const sidecars = (pod.spec.initContainers ?? []).filter((container) => container.restartPolicy === 'Always');
  return [...sidecars, ...pod.spec.containers].flatMap((container) =>
    (container.ports ?? []).flatMap(({ hostPort, hostIP, protocol }) =>
      hostPort === undefined || hostPort <= 0
        ? []
        : [
            {
              ip: hostIP === undefined || hostIP === '' ? '0.0.0.0' : hostIP,
              protocol: protocol === undefined || protocol === '' ? 'TCP' : protocol,
              port: hostPort,
            },
          ],
    ),
  );
}

interface KeptAmounts {
  readonly version: KubernetesVersion;
  readonly spec: Pod['spec'];
  readonly amounts: PodAmounts;
}

const amountsByContainers = new WeakMap<object, KeptAmounts>();

/** Does the kubelet say what was given to a container? Then its status counts too (C-12). */
export const statusCounts = ({ status }: Pick<Pod, 'status'>): boolean =>
  [status?.containerStatuses, status?.['initContainerStatuses']].some(
    (list) =>
      Array.isArray(list) &&
      (list as readonly object[]).some((one) => 'resources' in one || 'allocatedResources' in one),
  );

/** A Pod that is assumed, bound or whose status changed shares its containers with what it was before. */
function amountsOf(pod: Pod, version: KubernetesVersion): PodAmounts {
  if (statusCounts(pod)) return podAmounts(pod, version);
  const { spec } = pod;
  const kept = amountsByContainers.get(spec.containers);
  const same =
    kept?.version === version &&
    kept.spec.initContainers === spec.initContainers &&
    kept.spec.overhead === spec.overhead &&
    kept.spec.resources === spec.resources;
  if (same) return kept.amounts;
  const amounts = podAmounts(pod, version);
  amountsByContainers.set(spec.containers, { version, spec, amounts });
  return amounts;
}

const known = new WeakMap<Pod, { readonly version: KubernetesVersion; readonly info: PodInfo }>();

/** Kept by object: Pods are immutable. Errors: QuantityError for a request that is no quantity. */
export function podInfo(pod: Pod, version: KubernetesVersion): PodInfo {
  const kept = known.get(pod);
  if (kept?.version === version) return kept.info;
  const affinity = pod.spec.affinity;
  const info: PodInfo = {
    pod,
    key: podKey(pod),
    namespace: podNamespace(pod),
    labels: pod.metadata.labels ?? NO_LABELS,
    priority: podPriority(pod),
    terminating: pod.metadata.deletionTimestamp !== undefined,
    amounts: amountsOf(pod, version),
    hostPorts: hostPortsOf(pod),
    hasAffinity: affinity?.podAffinity !== undefined || affinity?.podAntiAffinity !== undefined,
    ...parseTerms(pod, version),
  };
  known.set(pod, { version, info });
  return info;
}
