/**
 * Admission ResourceQuota: k8s.io/apiserver pkg/admission/plugin/resourcequota (v0.37). What is used is counted anew from the
 * store at each create; where the input left the kind out, the quota's own status says it. Left out: the write of status.used
 * that the real one makes before it lets the object in (the quota controller makes it just after).
 */
import { compareBytes } from '../../kernel/kernel.ts';
import type { KubeObject } from '../../model/objects.ts';
import { parseQuantity, type Quantity } from '../../model/quantity.ts';
import type { ResourceInfo } from '../../model/resources.ts';
import type { Core } from './core.ts';
import { fieldsOf, listOf, textOf, type Fields } from './fields.ts';
import { Quantities } from './quantities.ts';
import { isInScopes } from './quota-scopes.ts';
import { usageOf } from './quota-usage.ts';
import { forbidden } from './refusal.ts';

const ZERO = parseQuantity('0');

/** Refuses an object that its namespace's quotas have no room for. */
export function checkQuotas(core: Core, info: ResourceInfo, object: KubeObject): void {
  if (core.store.count('ResourceQuota') === 0) return;
  const { name, namespace } = object.metadata;
  if (namespace === undefined) return;
  const wanted = usageOf(info, object);
  for (const quota of core.store.list('ResourceQuota', namespace)) {
    if (!isInScopes(quota, object)) continue;
    const status = fieldsOf(quota.status);
    const hard = new Quantities(status['hard'] ?? fieldsOf(quota.spec)['hard']);
    const problem = missing(quota, hard, info, object) ?? excess(core, quota, hard, wanted, info);
    if (problem !== undefined) throw forbidden(info, name, problem);
  }
}

const COMPUTE = ['cpu', 'memory', 'ephemeral-storage'];

/** A quota on a resource asks every container to name it. */
function missing(quota: KubeObject, hard: Quantities, info: ResourceInfo, object: KubeObject): string | undefined {
  if (info.kind !== 'Pod') return undefined;
  const containers = [
    ...listOf(fieldsOf(object.spec)['containers']),
    ...listOf(fieldsOf(object.spec)['initContainers']),
  ];
  const unnamed: string[] = [];
  for (const name of [...hard.names()].sort(compareBytes)) {
    const [, list = '', resource = ''] = /^(requests|limits)\.(.*)$/.exec(name) ?? ['', 'requests', name];
    if (!COMPUTE.includes(resource)) continue;
    const without = containers.filter(
      (c) => fieldsOf(fieldsOf(fieldsOf(c)['resources'])[list])[resource] === undefined,
    );
    const names = without.map((c) => textOf(fieldsOf(c)['name'])).sort(compareBytes);
    if (names.length > 0) unnamed.push(`${name} for: ${names.join(',')}`);
  }
  return unnamed.length === 0 ? undefined : `failed quota: ${quota.metadata.name}: must specify ${unnamed.join('; ')}`;
}

function excess(
  core: Core,
  quota: KubeObject,
  hard: Quantities,
  wanted: Quantities,
  info: ResourceInfo,
): string | undefined {
  const names = hard.names().filter((name) => wanted.get(name) !== undefined);
  if (names.length === 0) return undefined;
  const used = usedIn(core, quota, info);
  const over = names.filter((name) => {
    const amount = wanted.get(name) ?? ZERO;
    return amount.sign() > 0 && (used.get(name) ?? ZERO).add(amount).cmp(hard.get(name) ?? ZERO) > 0;
  });
  if (over.length === 0) return undefined;
  const shown = (amounts: Quantities): string =>
    over
      .sort(compareBytes)
      .map((n) => `${n}=${text(amounts.get(n))}`)
      .join(',');
  return `exceeded quota: ${quota.metadata.name}, requested: ${shown(wanted)}, used: ${shown(used)}, limited: ${shown(hard)}`;
}

const text = (amount: Quantity | undefined): string => (amount ?? ZERO).toString();

function usedIn(core: Core, quota: KubeObject, info: ResourceInfo): Quantities {
  if (!core.knows(info.kind)) return new Quantities((fieldsOf(quota.status) satisfies Fields)['used']);
  const used = new Quantities();
  for (const object of core.store.list(info.kind, quota.metadata.namespace)) {
    if (isInScopes(quota, object)) used.addAll(usageOf(info, object));
  }
  return used;
}
