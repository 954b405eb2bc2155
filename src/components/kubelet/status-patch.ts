/**
 * The strategic merge patch that turns one Pod status into another: pkg/util/pod PatchPodStatus (v1.37). Pure. Conditions and
 * addresses merge by key upstream, so a patch names only what differs, says null for what goes, and gives the order.
 */
import type { Condition, Pod, PodStatus } from '../../model/objects.ts';
import { isOwned } from './pod-conditions.ts';

type Json = Readonly<Record<string, unknown>>;

function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a as Json, b as Json];
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => key in right && same(left[key], right[key]));
}

/** What differs, with null for what is gone. */
function changedFields(before: Json, after: Json): Json {
  const changed: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(after)) if (!same(before[key], value)) changed[key] = value;
  for (const key of Object.keys(before)) if (!(key in after)) changed[key] = null;
  return changed;
}

const fields = (condition: Condition): Json => condition as unknown as Json;

function conditionsPatch(
  before: readonly Condition[],
  after: readonly Condition[],
  sent: readonly Condition[] = [],
): Json {
  const changed: Json[] = [];
  for (const condition of after) {
    const old = before.find(({ type }) => type === condition.type);
    const own = isOwned(condition.type) ? sent.find(({ type }) => type === condition.type) : undefined;
    const difference =
      old === undefined
        ? condition
        : {
            ...changedFields(fields(old), fields(condition)),
            ...(own === undefined ? {} : changedFields(fields(own), fields(condition))),
          };
    if (Object.keys(difference).length > 0) changed.push({ ...difference, type: condition.type });
  }
  for (const { type } of before) {
    if (!after.some((condition) => condition.type === type)) changed.push({ $patch: 'delete', type });
  }
  if (changed.length === 0) return {};
  return { '$setElementOrder/conditions': after.map(({ type }) => ({ type })), conditions: changed };
}

/** Of a status, what nobody but the kubelet writes. */
const ownFields = ({ phase, containerStatuses, initContainerStatuses }: PodStatus): Json =>
  Object.fromEntries(
    Object.entries({ phase, containerStatuses, initContainerStatuses }).filter(([, value]) => value !== undefined),
  );

/**
 * @param sent what the kubelet said last, where the Pod may not show it yet: upstream reads the Pod anew before it patches
 * @returns the body of the patch, undefined where there is nothing to write
 */
export function statusPatch(pod: Pod, after: PodStatus, sent?: PodStatus): Json | undefined {
  const before = pod.status ?? {};
  const { conditions: oldConditions = [], ...oldRest } = before;
  const { conditions: newConditions = [], ...newRest } = after;
  const status = {
    ...conditionsPatch(oldConditions, newConditions, sent?.conditions),
    ...changedFields(oldRest, newRest),
    ...(sent === undefined ? {} : changedFields(ownFields(sent), ownFields(after))),
  };
  return Object.keys(status).length === 0 ? undefined : { metadata: { uid: pod.metadata.uid }, status };
}
