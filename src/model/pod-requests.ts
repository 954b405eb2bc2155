/**
 * What a Pod asks for and a node offers: k8s.io/component-helpers resource/helpers.go and kube-scheduler framework/types.go
 * (v1.35 and v1.37; C-12, C-28). Left out: claims of dynamic resource allocation, status of pod-level resources
 * (InPlacePodLevelResourcesVerticalScaling), limits.
 */
import { compareBytes } from '../kernel/bytes.ts';
import type { Container, Node, Pod, ResourceList } from './objects.ts';
import { parseQuantity, Quantity, toSafeNumber } from './quantity.ts';
import {
  countsPodLevelResources,
  countsStatusResources,
  DEFAULT_VERSION,
  type KubernetesVersion,
  sumsResizeByPod,
} from './versions.ts';

/** Amounts by resource name, exact. */
export type Resources = ReadonlyMap<string, Quantity>;

export interface RequestOptions {
  readonly version?: KubernetesVersion;
  /** What a container counts for a resource that it does not name at all; an explicit 0 stays 0. */
  readonly missing?: Resources;
  /** Leave pod-level requests out, as the Fit scorer does for the incoming Pod (C-32). */
  readonly skipPodLevel?: boolean;
  /** Leave container status out, for the Pod as its spec alone has it. */
  readonly skipStatus?: boolean;
}

/** kube-scheduler util/pod_resources.go: a container that names no cpu counts 100m, one that names no memory 200 MB. */
export const DEFAULT_MILLI_CPU = 100;
export const DEFAULT_MEMORY = 200 * 1024 * 1024;
export const DEFAULT_REQUESTS: Resources = new Map([
  ['cpu', new Quantity(BigInt(DEFAULT_MILLI_CPU), -3, true, 'DecimalSI')],
  ['memory', new Quantity(BigInt(DEFAULT_MEMORY), 0, true, 'DecimalSI')],
]);

interface StatusResources {
  readonly requests: ResourceList | undefined;
  readonly allocated: ResourceList | undefined;
  /** status.resources is there, with or without requests. */
  readonly present: boolean;
}

type ByContainer = (container: Container, sidecarOrMain: boolean) => Resources;

const parsedLists = new WeakMap<ResourceList, Resources>();
const NONE: Resources = new Map();

/** A ResourceList with its quantities parsed. Errors: QuantityError. */
export function parseResources(list: ResourceList | undefined): Resources {
  if (list === undefined) return NONE;
  const known = parsedLists.get(list);
  if (known !== undefined) return known;
  const parsed = new Map(Object.entries(list).map(([name, text]) => [name, parseQuantity(text)]));
  parsedLists.set(list, parsed);
  return parsed;
}

function addInto(sum: Map<string, Quantity>, more: Resources): void {
  for (const [name, quantity] of more) {
    const before = sum.get(name);
    sum.set(name, before === undefined ? quantity : before.add(quantity));
  }
}

function raiseTo(largest: Map<string, Quantity>, other: Resources): void {
  for (const [name, quantity] of other) {
    const before = largest.get(name);
    if (before === undefined || quantity.cmp(before) > 0) largest.set(name, quantity);
  }
}

function largestOf(...lists: readonly Resources[]): Resources {
  const largest = new Map<string, Quantity>();
  for (const list of lists) raiseTo(largest, list);
  return largest;
}

export const isSidecar = (container: Container): boolean => container.restartPolicy === 'Always';

/** Sum of containers and sidecars, and for each resource no less than what any init container needs while it runs. */
function sumContainers(pod: Pod, requestsOf: ByContainer): Map<string, Quantity> {
  const sum = new Map<string, Quantity>();
  for (const container of pod.spec.containers) addInto(sum, requestsOf(container, true));
  const sidecars = new Map<string, Quantity>();
  const init = new Map<string, Quantity>();
  for (const container of pod.spec.initContainers ?? []) {
    const own = requestsOf(container, isSidecar(container));
    if (isSidecar(container)) {
      addInto(sum, own);
      addInto(sidecars, own);
      raiseTo(init, sidecars);
    } else {
      const running = new Map(own);
      addInto(running, sidecars);
      raiseTo(init, running);
    }
  }
  raiseTo(sum, init);
  return sum;
}

function statusByContainer(pod: Pod): ReadonlyMap<string, StatusResources> {
  const found = new Map<string, StatusResources>();
  const init = pod.status?.['initContainerStatuses'];
  const all: unknown[] = [
    ...(Array.isArray(init) ? (init as unknown[]) : []),
    ...(pod.status?.containerStatuses ?? []),
  ];
  for (const entry of all) {
    const status = entry as {
      readonly name: string;
      readonly resources?: { readonly requests?: ResourceList } | null;
      readonly allocatedResources?: ResourceList | null;
    };
    const resources = status.resources ?? undefined;
    found.set(status.name, {
      requests: resources?.requests,
      allocated: status.allocatedResources ?? undefined,
      present: resources !== undefined,
    });
  }
  return found;
}

const isResizeInfeasible = (pod: Pod): boolean =>
  pod.status?.conditions?.find((condition) => condition.type === 'PodResizePending')?.reason === 'Infeasible';

const specRequests = (container: Container): Resources => parseResources(container.resources?.requests);

/** Until 1.36: each container counts the largest of its spec, actuated and allocated requests (C-12). */
function resizeByContainer(pod: Pod, statuses: ReadonlyMap<string, StatusResources>): ByContainer {
  const infeasible = isResizeInfeasible(pod);
  return (container, sidecarOrMain) => {
    const status = sidecarOrMain ? statuses.get(container.name) : undefined;
    if (status?.present !== true) return specRequests(container);
    const seen = [parseResources(status.requests), parseResources(status.allocated)];
    return infeasible ? largestOf(...seen) : largestOf(specRequests(container), ...seen);
  };
}

/** From 1.37: the largest of three pod sums, by spec, by what is actuated and by what is allocated (C-28). */
function resizeByPod(
  pod: Pod,
  statuses: ReadonlyMap<string, StatusResources>,
  fill: (of: ByContainer) => ByContainer,
): Map<string, Quantity> {
  const infeasible = isResizeInfeasible(pod);
  const fallback = (container: Container): Resources => (infeasible ? NONE : specRequests(container));
  const allocated = sumContainers(
    pod,
    fill((container) => {
      const status = statuses.get(container.name);
      return status?.allocated === undefined ? fallback(container) : parseResources(status.allocated);
    }),
  );
  const actuated = sumContainers(
    pod,
    fill((container) => {
      const status = statuses.get(container.name);
      const list = status?.requests ?? status?.allocated;
      return list === undefined ? fallback(container) : parseResources(list);
    }),
  );
  const largest = new Map<string, Quantity>();
  if (!infeasible) raiseTo(largest, sumContainers(pod, fill(specRequests)));
  raiseTo(largest, actuated);
  raiseTo(largest, allocated);
  return largest;
}

function containerRequests(pod: Pod, options: RequestOptions): Map<string, Quantity> {
  const version = options.version ?? DEFAULT_VERSION;
  const { missing } = options;
  const fill =
    (of: ByContainer): ByContainer =>
    (container, sidecarOrMain) => {
      const own = of(container, sidecarOrMain);
      return missing === undefined ? own : new Map([...missing, ...own]);
    };
  if (options.skipStatus === true || !countsStatusResources(version) || pod.status === undefined) {
    return sumContainers(pod, fill(specRequests));
  }
  const statuses = statusByContainer(pod);
  if (sumsResizeByPod(version)) return resizeByPod(pod, statuses, fill);
  return sumContainers(pod, fill(resizeByContainer(pod, statuses)));
}

const isPodLevelResource = (name: string): boolean =>
  name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');

/** The pod-level requests that count, empty where there are none. */
export function podLevelRequests(pod: Pod, version: KubernetesVersion = DEFAULT_VERSION): Resources {
  if (!countsPodLevelResources(version)) return NONE;
  const all = parseResources(pod.spec.resources?.requests);
  return all.size === 0 ? all : new Map([...all].filter(([name]) => isPodLevelResource(name)));
}

/** PodRequests: containers, then pod-level requests in their place, then overhead on top. Errors: QuantityError. */
export function podRequests(pod: Pod, options: RequestOptions = {}): Resources {
  const requests = containerRequests(pod, options);
  if (options.skipPodLevel !== true) {
    for (const [name, quantity] of podLevelRequests(pod, options.version)) requests.set(name, quantity);
  }
  addInto(requests, parseResources(pod.spec.overhead));
  return requests;
}

/** Amounts as the scheduler counts them: safe integers; millicores, bytes, whole units of all else. */
export interface ResourceAmounts {
  readonly milliCPU: number;
  readonly memory: number;
  readonly ephemeralStorage: number;
  /** Extended, hugepages- and attachable resources by name, sorted; "pods" is never among them. */
  readonly scalars: ReadonlyMap<string, number>;
}

const toAmount = (resources: Resources, name: string): number => toSafeNumber(resources.get(name)?.value() ?? 0n);

const NAMED: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage', 'pods']);

/** Is it a resource that nodes count beside cpu, memory, ephemeral storage and pods (schedutil.IsScalarResourceName)? */
export function isScalarResource(name: string): boolean {
  if (name.startsWith('hugepages-') || name.startsWith('attachable-volumes-')) return true;
  if (name.includes('kubernetes.io/')) return true;
  // What is left is an extended resource, if it has a domain and is not quota's form of one.
  return name.includes('/') && !name.startsWith('requests.');
}

export function resourceAmounts(resources: Resources): ResourceAmounts {
  const scalars = [...resources].filter(([name]) => !NAMED.has(name) && isScalarResource(name));
  scalars.sort(([a], [b]) => compareBytes(a, b));
  return {
    milliCPU: toSafeNumber(resources.get('cpu')?.milliValue() ?? 0n),
    memory: toAmount(resources, 'memory'),
    ephemeralStorage: toAmount(resources, 'ephemeral-storage'),
    scalars: new Map(scalars.map(([name, quantity]) => [name, toSafeNumber(quantity.value())])),
  };
}

export interface PodAmounts {
  /** What Fit checks and BalancedAllocation scores. */
  readonly requests: ResourceAmounts;
  /** With the defaults for containers that name no cpu or memory: what the Fit scorer sums on a node. */
  readonly nonZeroMilliCPU: number;
  readonly nonZeroMemory: number;
}

const amountsByPod = new WeakMap<Pod, Map<KubernetesVersion, PodAmounts>>();

/** What a Pod adds to the node that it sits on (framework/types.go calculateResource); kept by object. Errors: QuantityError. */
export function podAmounts(pod: Pod, version: KubernetesVersion = DEFAULT_VERSION): PodAmounts {
  let byVersion = amountsByPod.get(pod);
  if (byVersion === undefined) amountsByPod.set(pod, (byVersion = new Map<KubernetesVersion, PodAmounts>()));
  const known = byVersion.get(version);
  if (known !== undefined) return known;
  const requests = podRequests(pod, { version });
  // With pod-level requests the defaults count only for what neither level names.
  const podLevel = podLevelRequests(pod, version).size > 0;
  const missing = podLevel ? new Map([...DEFAULT_REQUESTS].filter(([name]) => !requests.has(name))) : DEFAULT_REQUESTS;
  const nonZero = missing.size === 0 ? requests : podRequests(pod, { version, missing });
  const amounts: PodAmounts = {
    requests: resourceAmounts(requests),
    nonZeroMilliCPU: toSafeNumber(nonZero.get('cpu')?.milliValue() ?? 0n),
    nonZeroMemory: toAmount(nonZero, 'memory'),
  };
  byVersion.set(version, amounts);
  return amounts;
}

/** The incoming Pod as the Fit scorer sees it: containers with defaults and overhead, no pod-level requests (C-32). */
export const incomingPodForScoring = (pod: Pod, version: KubernetesVersion = DEFAULT_VERSION): ResourceAmounts =>
  resourceAmounts(podRequests(pod, { version, missing: DEFAULT_REQUESTS, skipPodLevel: true }));

export interface NodeAmounts extends ResourceAmounts {
  /** Allocatable pods; missing counts as 0. */
  readonly pods: number;
}

const amountsByNode = new WeakMap<Node, NodeAmounts>();

/** status.allocatable; kept by object. Errors: QuantityError. */
export function nodeAllocatable(node: Node): NodeAmounts {
  const known = amountsByNode.get(node);
  if (known !== undefined) return known;
  const resources = parseResources(node.status?.allocatable);
  const amounts: NodeAmounts = { ...resourceAmounts(resources), pods: toAmount(resources, 'pods') };
  amountsByNode.set(node, amounts);
  return amounts;
}
