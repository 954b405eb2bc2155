/** Admission LimitRanger: k8s.io/kubernetes plugin/pkg/admission/limitranger (v1.37). Left out: claims and images. */
import { compareBytes } from '../../kernel/kernel.ts';
import type { KubeObject, QuantityText } from '../../model/objects.ts';
import { parseQuantity, type Quantity, quantityMilliExact } from '../../model/quantity.ts';
import { resourceOfKind, type ResourceInfo } from '../../model/resources.ts';
import type { Core } from './core.ts';
import { fieldsOf, listOf, mapList, withDefaults, type Fields } from './fields.ts';
import { forbidden } from './refusal.ts';
import { Quantities, totals } from './quantities.ts';

const ANNOTATION = 'kubernetes.io/limit-ranger';

const limitsOf = (core: Core, namespace: string): readonly Fields[] =>
  core.store.count('LimitRange') === 0
    ? []
    : core.store
        .list('LimitRange', namespace)
        .flatMap((range) => listOf(fieldsOf(range.spec)['limits']).map((limit) => fieldsOf(limit)));

/** Fills in what the namespace's ranges give containers that say nothing. */
export function limitRangeDefaults(core: Core, pod: KubeObject): KubeObject {
  const ranges = limitsOf(core, pod.metadata.namespace ?? '').filter((limit) => limit['type'] === 'Container');
  if (ranges.length === 0) return pod;
  const notes: string[] = [];
  let spec = fieldsOf(pod.spec);
  for (const range of ranges) {
    for (const field of ['initContainers', 'containers']) {
      spec = mapList(spec, field, (container) => filled(container, range, field, notes));
    }
  }
  if (notes.length === 0) return pod;
  const annotations = { ...pod.metadata.annotations, [ANNOTATION]: `LimitRanger plugin set: ${notes.join('; ')}` };
  return { ...pod, metadata: { ...pod.metadata, annotations }, spec };
}

function filled(container: Fields, range: Fields, field: string, notes: string[]): Fields {
  const before = fieldsOf(container['resources']);
  const requests = withDefaults(fieldsOf(before['requests']), fieldsOf(range['defaultRequest']));
  const limits = withDefaults(fieldsOf(before['limits']), fieldsOf(range['default']));
  const what = field === 'containers' ? 'container' : 'init container';
  const name = String(container['name']);
  const note = (set: Fields, old: unknown, word: string): void => {
    const added = Object.keys(set)
      .filter((key) => fieldsOf(old)[key] === undefined)
      .sort(compareBytes);
    if (added.length > 0) notes.push(`${added.join(', ')} ${word} for ${what} ${name}`);
  };
  note(requests, before['requests'], 'request');
  note(limits, before['limits'], 'limit');
  const resources = {
    ...before,
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
    ...(Object.keys(requests).length === 0 ? {} : { requests }),
  };
  return { ...container, resources };
}

/** Refuses a Pod outside the namespace's ranges. */
export function checkLimitRanges(core: Core, pod: KubeObject): void {
  const problems: string[] = [];
  const spec = fieldsOf(pod.spec);
  for (const limit of limitsOf(core, pod.metadata.namespace ?? '')) {
    if (limit['type'] === 'Container') {
      for (const container of [...listOf(spec['containers']), ...listOf(spec['initContainers'])]) {
        const { requests, limits } = fieldsOf(fieldsOf(container)['resources']);
        check(problems, limit, 'Container', new Quantities(requests), new Quantities(limits));
      }
    } else if (limit['type'] === 'Pod') check(problems, limit, 'Pod', totals(spec, 'requests'), totals(spec, 'limits'));
  }
  if (problems.length === 0) return;
  const why = problems.length === 1 ? (problems[0] ?? '') : `[${problems.join(', ')}]`;
  throw forbidden(resourceOfKind('Pod') as ResourceInfo, pod.metadata.name, why);
}

function check(problems: string[], limit: Fields, type: string, requests: Quantities, limits: Quantities): void {
  const each = (field: string, judge: (name: string, enforced: Quantity) => string | undefined): void => {
    const amounts = fieldsOf(limit[field]);
    for (const name of Object.keys(amounts).sort(compareBytes)) {
      const problem = judge(name, parseQuantity(amounts[name] as QuantityText));
      if (problem !== undefined) problems.push(problem);
    }
  };
  each('min', (name, least) => {
    const say = `minimum ${name} usage per ${type} is ${least.toString()}`;
    const [request, most] = [requests.get(name), limits.get(name)];
    if (request === undefined) return `${say}.  No request is specified`;
    if (request.cmp(least) < 0) return `${say}, but request is ${request.toString()}`;
    return most !== undefined && most.cmp(least) < 0 ? `${say}, but limit is ${most.toString()}` : undefined;
  });
  each('max', (name, most) => {
    const say = `maximum ${name} usage per ${type} is ${most.toString()}`;
    const [request, limited] = [requests.get(name), limits.get(name)];
    if (limited === undefined) return `${say}.  No limit is specified`;
    if (limited.cmp(most) > 0) return `${say}, but limit is ${limited.toString()}`;
    return request !== undefined && request.cmp(most) > 0 ? `${say}, but request is ${request.toString()}` : undefined;
  });
  each('maxLimitRequestRatio', (name, ratio) => ratioProblem(name, ratio, type, requests, limits));
}

function ratioProblem(
  name: string,
  ratio: Quantity,
  type: string,
  requests: Quantities,
  limits: Quantities,
): string | undefined {
  const say = `${name} max limit to request ratio per ${type} is ${ratio.toString()}`;
  const request = milli(requests.get(name));
  const limit = milli(limits.get(name));
  if (request === 0) return `${say}, but no request is specified or request is 0`;
  if (limit === 0) return `${say}, but no limit is specified or limit is 0`;
  const is = limit / request;
  return is * 1000 > milli(ratio) ? `${say}, but provided ratio is ${is.toFixed(6)}` : undefined;
}

const milli = (quantity: Quantity | undefined): number =>
  quantity === undefined ? 0 : Number(quantityMilliExact(quantity.toString()));
