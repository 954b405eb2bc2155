/**
 * When a Node that says nothing is given up, and what is written then: tryUpdateNodeHealth of
 * pkg/controller/nodelifecycle/node_lifecycle_controller.go, MarkPodsNotReady of pkg/controller/util/node/controller_utils.go
 * and the taint eviction after it (v1.37; 11.8). Pure; times in seconds.
 */
import type { Condition, KubeObject, Node, Pod } from '../../../model/objects.ts';
import { parseTime } from '../../../model/time.ts';
import type { ApiRequest } from '../../apiserver/apiserver.ts';

/** --node-monitor-period, --node-startup-grace-period. */
export const MONITOR_SECONDS = 5;
export const STARTUP_GRACE_SECONDS = 60;

/** At a check: its conditions become Unknown. @param probe when the Node was last seen to report */
export const isUnresponsive = (probe: number, now: number, grace: number): boolean => now > probe + grace;

/** When a Pod on it is marked for deletion. @param tolerationSeconds of the NoExecute taint; undefined = never */
export const evictionTime = (tainted: number, tolerationSeconds: number | undefined): number | undefined =>
  tolerationSeconds === undefined ? undefined : tainted + Math.max(0, tolerationSeconds);

/**
 * The newest sign of life up to now, Unix microseconds: a renewed Lease or a posted status; undefined where there is none. What
 * an input says of a time to come is none.
 */
export function lastHeard(node: Node, lease: KubeObject | undefined, now: number): number | undefined {
  const { renewTime } = (lease?.spec ?? {}) as { readonly renewTime?: string };
  const heartbeat = node.status?.conditions?.find(({ type }) => type === 'Ready')?.lastHeartbeatTime;
  const times = [renewTime, heartbeat].flatMap((text) => (text === undefined ? [] : (parseTime(text) ?? [])));
  const past = times.filter((time) => time <= now);
  return past.length === 0 ? undefined : Math.max(...past);
}

/** Conditions that only the kubelet knows; NetworkUnavailable is others' business. */
const OF_KUBELET = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'] as const;

/** The status of a Node from which nothing is heard. */
export function unknownStatus(node: Node, now: string): NonNullable<Node['status']> {
  const present = node.status?.conditions ?? [];
  const conditions = present.map((condition): Condition => {
    const isOwn = OF_KUBELET.some((type) => type === condition.type);
    if (!isOwn || condition.status === 'Unknown') return condition;
    const message = 'Kubelet stopped posting node status.';
    return { ...condition, status: 'Unknown', reason: 'NodeStatusUnknown', message, lastTransitionTime: now };
  });
  const { creationTimestamp = now } = node.metadata;
  const never = OF_KUBELET.filter((type) => !present.some((condition) => condition.type === type)).map(
    (type): Condition => ({
      type,
      status: 'Unknown',
      lastHeartbeatTime: creationTimestamp,
      lastTransitionTime: now,
      reason: 'NodeStatusNeverUpdated',
      message: 'Kubelet never posted node status.',
    }),
  );
  return { ...node.status, conditions: [...conditions, ...never] };
}

/** A Pod whose node is not ready is not ready: this condition alone changes. @returns undefined where it says so already */
export function notReadyRequest(pod: Pod, now: string): ApiRequest | undefined {
  const conditions = pod.status?.conditions ?? [];
  if (!conditions.some(({ type, status }) => type === 'Ready' && status !== 'False')) return undefined;
  const after = conditions.map((condition) =>
    condition.type === 'Ready' ? { ...condition, status: 'False', lastTransitionTime: now } : condition,
  );
  const { name, namespace = 'default' } = pod.metadata;
  const body = { ...pod, status: { ...pod.status, conditions: after } };
  return { verb: 'update', resource: 'pods', namespace, name, subresource: 'status', body };
}
