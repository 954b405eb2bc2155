/**
 * Taints that say what a Node's conditions say: doNoScheduleTaintingPass, processTaintBaseEviction and
 * doNoExecuteTaintingPass of pkg/controller/nodelifecycle/node_lifecycle_controller.go, SwapNodeControllerTaint of
 * pkg/controller/util/node/controller_utils.go (v1.37). Pure.
 */
import type { Node, Taint } from '../../../model/objects.ts';
import type { ApiRequest } from '../../apiserver/apiserver.ts';

const PREFIX = 'node.kubernetes.io/';
export const NOT_READY = `${PREFIX}not-ready`;
export const UNREACHABLE = `${PREFIX}unreachable`;

/** nodeConditionToTaintKeyStatusMap: condition, its status, the taint. */
const BY_CONDITION: readonly (readonly [type: string, status: string, taint: string])[] = [
  ['Ready', 'False', NOT_READY],
  ['Ready', 'Unknown', UNREACHABLE],
  ['MemoryPressure', 'True', `${PREFIX}memory-pressure`],
  ['DiskPressure', 'True', `${PREFIX}disk-pressure`],
  ['NetworkUnavailable', 'True', `${PREFIX}network-unavailable`],
  ['PIDPressure', 'True', `${PREFIX}pid-pressure`],
];
const UNSCHEDULABLE = `${PREFIX}unschedulable`;
const OWN: ReadonlySet<string> = new Set([...BY_CONDITION.map(([, , taint]) => taint), UNSCHEDULABLE]);

type Effect = 'NoSchedule' | 'NoExecute';

/** What is to be added, and what taken off after that: two writes. Keys of one effect. */
export interface Swap {
  readonly effect: Effect;
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

const taintsOf = (node: Node): readonly Taint[] => node.spec?.taints ?? [];

export const hasTaint = (node: Node, key: string, effect: Effect): boolean =>
  taintsOf(node).some((taint) => taint.key === key && taint.effect === effect);

/** "True", "False", "Unknown"; undefined where it has never been said. */
export const readyStatus = (node: Node): string | undefined =>
  node.status?.conditions?.find(({ type }) => type === 'Ready')?.status;

function swapOf(node: Node, { effect, add, remove }: Swap): Swap | undefined {
  const missing = add.filter((key) => !hasTaint(node, key, effect));
  const present = remove.filter((key) => hasTaint(node, key, effect));
  return missing.length + present.length === 0 ? undefined : { effect, add: missing, remove: present };
}

/** Of the NoSchedule taints; undefined where they are right, or where the Node has not said yet whether it is ready. */
export function noScheduleSwap(node: Node): Swap | undefined {
  if (readyStatus(node) === undefined) return undefined;
  const conditions = node.status?.conditions ?? [];
  const add = BY_CONDITION.filter(([type, status]) =>
    conditions.some((c) => c.type === type && c.status === status),
  ).map(([, , taint]) => taint);
  if (node.spec?.unschedulable === true) add.push(UNSCHEDULABLE);
  const remove = [...OWN].filter((key) => !add.includes(key));
  return swapOf(node, { effect: 'NoSchedule', add, remove });
}

/** Of the NoExecute taints, which exclude each other. */
export function noExecuteSwap(node: Node): Swap | undefined {
  const status = readyStatus(node);
  if (status === 'False') return swapOf(node, { effect: 'NoExecute', add: [NOT_READY], remove: [UNREACHABLE] });
  if (status === 'Unknown') return swapOf(node, { effect: 'NoExecute', add: [UNREACHABLE], remove: [NOT_READY] });
  return undefined;
}

/** A Node that has one of the two gets the other without waiting for its turn. */
export const swapsAtOnce = (node: Node): boolean =>
  (readyStatus(node) === 'False' && hasTaint(node, UNREACHABLE, 'NoExecute')) ||
  (readyStatus(node) === 'Unknown' && hasTaint(node, NOT_READY, 'NoExecute'));

/** markNodeAsReachable. */
export const reachableSwap = (node: Node): Swap | undefined =>
  swapOf(node, { effect: 'NoExecute', add: [], remove: [UNREACHABLE, NOT_READY] });

/** The next write of a swap, and what is left of it; undefined where nothing is left. */
export function nextWrite(node: Node, swap: Swap, now: string): { request: ApiRequest; rest: Swap } | undefined {
  const { effect, add, remove } = swap;
  if (add.length > 0) {
    const added = add.map((key) => ({ key, effect, timeAdded: now }));
    return { request: patch(node, [...taintsOf(node), ...added]), rest: { effect, add: [], remove } };
  }
  const [key] = remove;
  if (key === undefined) return undefined;
  // Several that are over are taken off in one write, but NoExecute ones each by itself.
  const going = effect === 'NoSchedule' ? remove : [key];
  const kept = taintsOf(node).filter((taint) => !(taint.effect === effect && going.includes(taint.key)));
  const rest = { effect, add: [], remove: effect === 'NoSchedule' ? [] : remove.slice(1) };
  return { request: patch(node, kept), rest };
}

function patch({ metadata: { name, resourceVersion } }: Node, taints: readonly Taint[]): ApiRequest {
  const metadata = resourceVersion === undefined ? {} : { metadata: { resourceVersion } };
  return { verb: 'patch', resource: 'nodes', name, patchType: 'merge', body: { ...metadata, spec: { taints } } };
}
