/**
 * What an object counts for in a ResourceQuota: the evaluators of pkg/quota/v1/evaluator/core and of
 * k8s.io/apiserver pkg/quota/v1/generic (v1.37). Pure. Left out: Pods by status of an in-place resize.
 */
import type { KubeObject } from '../../model/objects.ts';
import { parseQuantity } from '../../model/quantity.ts';
import type { ResourceInfo } from '../../model/resources.ts';
import { parseTime } from '../../model/time.ts';
import { fieldsOf, listOf, textOf, type Fields } from './fields.ts';
import { Quantities, totals } from './quantities.ts';
import { groupOf } from './refusal.ts';

const ONE = parseQuantity('1');
const ZERO = parseQuantity('0');
const MICROS = 1_000_000;
const BY_CLASS = '.storageclass.storage.k8s.io/';

const countName = (info: ResourceInfo): string =>
  groupOf(info) === '' ? `count/${info.resource}` : `count/${info.resource}.${groupOf(info)}`;

/** @param nowMicros Unix; absent: every Pod that runs counts, however long it has been on its way out */
export function usageOf(info: ResourceInfo, object: KubeObject, nowMicros?: number): Quantities {
  const usage = new Quantities();
  usage.add(countName(info), ONE);
  const spec = fieldsOf(object.spec);
  if (info.kind !== 'Pod') usage.add(info.resource, ONE);
  if (info.kind === 'Service') addPorts(usage, spec);
  if (info.kind === 'PersistentVolumeClaim') addStorage(usage, spec);
  if (info.kind === 'Pod' && countsAsRunning(object, nowMicros)) addPod(usage, spec);
  return usage;
}

/** QuotaV1Pod: one that has ended uses nothing, nor does one whose node has not taken it away in time. */
function countsAsRunning({ metadata, status }: KubeObject, nowMicros: number | undefined): boolean {
  const phase = textOf(fieldsOf(status)['phase']);
  if (phase === 'Succeeded' || phase === 'Failed') return false;
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata;
  const at = parseTime(deletionTimestamp ?? '');
  if (nowMicros === undefined || at === undefined || deletionGracePeriodSeconds === undefined) return true;
  return nowMicros <= at + deletionGracePeriodSeconds * MICROS;
}

function addPod(usage: Quantities, spec: Fields): void {
  usage.add('pods', ONE);
  const requests = totals(spec, 'requests');
  for (const name of requests.names()) {
    const amount = requests.get(name) ?? ZERO;
    usage.add(`requests.${name}`, amount);
    if (name === 'cpu' || name === 'memory' || name === 'ephemeral-storage') usage.add(name, amount);
  }
  const limits = totals(spec, 'limits');
  for (const name of limits.names()) usage.add(`limits.${name}`, limits.get(name) ?? ZERO);
}

function addPorts(usage: Quantities, spec: Fields): void {
  const type = textOf(spec['type']);
  const ports = listOf(spec['ports']);
  const allocated = spec['allocateLoadBalancerNodePorts'] !== false;
  const own = ports.filter((port) => allocated || Number(fieldsOf(port)['nodePort'] ?? 0) !== 0).length;
  if (type === 'LoadBalancer') usage.add('services.loadbalancers', ONE);
  if (type === 'LoadBalancer') usage.add('services.nodeports', parseQuantity(String(own)));
  if (type === 'NodePort') usage.add('services.nodeports', parseQuantity(String(ports.length)));
}

function addStorage(usage: Quantities, spec: Fields): void {
  const amount = new Quantities(fieldsOf(spec['resources'])['requests']).get('storage');
  const storageClass = textOf(spec['storageClassName']);
  if (amount !== undefined) usage.add('requests.storage', amount);
  if (storageClass === '') return;
  usage.add(`${storageClass}${BY_CLASS}persistentvolumeclaims`, ONE);
  if (amount !== undefined) usage.add(`${storageClass}${BY_CLASS}requests.storage`, amount);
}

const OF_POD = /^(?:pods|cpu|memory|ephemeral-storage|hugepages-.*|(?:requests|limits)\.(?!storage$).*)$/;
const OF_CLAIM = new RegExp(`^(?:persistentvolumeclaims|requests\\.storage|.*${BY_CLASS.replaceAll('.', '\\.')}.*)$`);
const BY_NAME = new Set(['configmaps', 'secrets', 'replicationcontrollers', 'resourcequotas']);

/** Does an object of this kind count for the name? MatchingResources. */
export function countsFor(info: ResourceInfo, name: string): boolean {
  if (name === countName(info)) return true;
  if (info.kind === 'Pod') return OF_POD.test(name);
  if (info.kind === 'Service') return /^services(?:\.nodeports|\.loadbalancers)?$/.test(name);
  if (info.kind === 'PersistentVolumeClaim') return OF_CLAIM.test(name);
  return BY_NAME.has(info.resource) && name === info.resource;
}

/**
 * status.used for the names of `hard` that objects of these kinds count for. @param objects all of the namespace, by kind
 */
export function quotaUsage(
  names: readonly string[],
  objects: ReadonlyMap<ResourceInfo, readonly KubeObject[]>,
  nowMicros: number,
): Readonly<Record<string, string>> {
  const used: Record<string, string> = {};
  for (const [info, list] of objects) {
    const wanted = names.filter((name) => countsFor(info, name));
    if (wanted.length === 0) continue;
    const sum = new Quantities();
    for (const object of list) sum.addAll(usageOf(info, object, nowMicros));
    for (const name of wanted) used[name] = (sum.get(name) ?? ZERO).toString();
  }
  return used;
}
