/** The quality-of-service class of a pod: k8s.io/kubernetes pkg/apis/core/v1/helper/qos (v1.37), by containers alone. */
import { quantityMilliExact } from '../../model/quantity.ts';
import type { QuantityText } from '../../model/objects.ts';
import { fieldsOf, listOf, type Fields } from './fields.ts';

const COUNTED = ['cpu', 'memory'] as const;

function amount(list: unknown, name: string): bigint {
  const text = fieldsOf(list)[name] as QuantityText | undefined;
  return text === undefined ? 0n : quantityMilliExact(text);
}

/** "Guaranteed" if every container limits cpu and memory to what it requests, "BestEffort" if none asks for any. */
export function qosClass(spec: Fields): string {
  const containers = [...listOf(spec['containers']), ...listOf(spec['initContainers'])];
  const resources = containers.map((container) => fieldsOf(fieldsOf(container)['resources']));
  const own = fieldsOf(spec['resources']);
  const all = Object.keys(own).length > 0 ? [own] : resources;
  let asks = false;
  let guaranteed = true;
  for (const { requests, limits } of all as readonly { requests?: unknown; limits?: unknown }[]) {
    for (const name of COUNTED) {
      const request = requests === undefined ? 0n : amount(requests, name);
      const limit = limits === undefined ? 0n : amount(limits, name);
      if (request > 0n || limit > 0n) asks = true;
      // A request is its limit where none is written.
      const counted = fieldsOf(requests)[name] === undefined ? limit : request;
      if (limit === 0n || counted !== limit) guaranteed = false;
    }
  }
  if (!asks) return 'BestEffort';
  return guaranteed ? 'Guaranteed' : 'Burstable';
}
