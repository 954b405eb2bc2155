/** What the api-server accepts but warns of: k8s.io/kubernetes pkg/api/pod/warnings.go (v1.37), in part. */
import type { KubeObject, QuantityText } from '../../model/objects.ts';
import { quantityMilliExact } from '../../model/quantity.ts';
import { fieldsOf, isFields, listOf, textOf, type Fields } from './fields.ts';

/** Whole numbers of these only. */
const WHOLE = ['memory', 'ephemeral-storage'];

export interface Headers {
  readonly warnings?: readonly string[];
}

/** Texts as Warning headers; nothing where there are none. */
export const headersOf = (texts: readonly string[]): Headers =>
  texts.length === 0 ? {} : { warnings: texts.map((text) => `299 - ${JSON.stringify(text)}`) };

/** Texts of Warning headers, without their code. */
export function warningsFor(object: KubeObject): readonly string[] {
  const spec = fieldsOf(object.spec);
  if (object.kind === 'Pod') return podWarnings('spec', spec);
  const template = spec['template'];
  return isFields(template) ? podWarnings('spec.template.spec', fieldsOf(template['spec'])) : [];
}

function podWarnings(path: string, spec: Fields): string[] {
  const found: string[] = [];
  listOf(spec['topologySpreadConstraints']).forEach((constraint, i) => {
    if (isFields(fieldsOf(constraint)['labelSelector'])) return;
    found.push(
      `${path}.topologySpreadConstraints[${i}].labelSelector: a null labelSelector results in matching no pod`,
    );
  });
  for (const field of ['initContainers', 'containers']) {
    listOf(spec[field]).forEach((container, i) => {
      found.push(...containerWarnings(`${path}.${field}[${i}]`, fieldsOf(container)));
    });
  }
  const grace = spec['terminationGracePeriodSeconds'];
  if (typeof grace === 'number' && grace < 0) {
    found.push(
      `${path}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`,
    );
  }
  return found;
}

function containerWarnings(path: string, container: Fields): string[] {
  const found: string[] = [];
  const names = new Set<string>();
  listOf(container['env']).forEach((variable, i) => {
    const name = textOf(fieldsOf(variable)['name']);
    if (names.has(name)) {
      const text = `hides previous definition of ${JSON.stringify(name)}, which may be dropped when using apply`;
      found.push(`${path}.env[${i}]: ${text}`);
    }
    names.add(name);
  });
  const resources = fieldsOf(container['resources']);
  for (const list of ['limits', 'requests']) {
    for (const name of WHOLE) {
      const amount = fieldsOf(resources[list])[name];
      if (amount === undefined || quantityMilliExact(amount as QuantityText) % 1000n === 0n) continue;
      const text = `fractional byte value ${JSON.stringify(amount)} is invalid, must be an integer`;
      found.push(`${path}.resources.${list}[${name}]: ${text}`);
    }
  }
  return found;
}
