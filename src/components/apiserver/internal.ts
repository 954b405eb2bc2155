/**
 * A served value in the form that upstream's validation holds and prints: internal types through Go's encoding/json. The
 * conversion from v1 is k8s.io/kubernetes pkg/apis/core/v1/conversion.go (v1.35).
 */
import { fieldsOf, isFields, listOf, omit, type Fields } from './fields.ts';
import { INTERNAL } from './internal-types.ts';

interface Field {
  readonly go: string;
  readonly json: string;
  readonly type: string;
}

const rows = new Map<string, readonly Field[]>();

function rowOf(type: string): readonly Field[] {
  const known = rows.get(type);
  if (known !== undefined) return known;
  const row = (INTERNAL[type] ?? '').split(' ').flatMap(fieldsNamed);
  rows.set(type, row);
  return row;
}

function fieldsNamed(word: string): readonly Field[] {
  if (word.startsWith('<')) return rowOf(word.slice(1));
  const [names = '', type = ''] = word.split(':');
  const [go = '', json] = names.split('=');
  return [{ go, json: json ?? go.charAt(0).toLowerCase() + go.slice(1), type }];
}

const EMPTY_OF: Readonly<Record<string, unknown>> = { s: '', b: false, i: 0 };

function converted(value: unknown, type: string): unknown {
  if (type in EMPTY_OF) return value ?? EMPTY_OF[type];
  if (type === 'p') return value ?? null;
  if (type === 'x') return value === undefined ? null : sortedMaps(value);
  if (type === 'm') return isFields(value) ? sortedMaps(value) : null;
  if (type.startsWith('[]')) {
    const list = listOf(value);
    return list.length === 0 && value === undefined ? null : list.map((one) => structOf(fieldsOf(one), type.slice(2)));
  }
  if (type.startsWith('*')) return isFields(value) ? structOf(value, type.slice(1)) : null;
  return structOf(fieldsOf(value), type);
}

/** Go writes the keys of a map in order. */
function sortedMaps(value: unknown): unknown {
  if (Array.isArray(value)) return (value as unknown[]).map(sortedMaps);
  if (!isFields(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sortedMaps(value[name])]));
}

function structOf(value: Fields, type: string): Fields {
  const result: Record<string, unknown> = {};
  for (const { go, json, type: of } of rowOf(type)) result[go] = converted(value[json], of);
  return result;
}

const MOVED = ['hostNetwork', 'hostPID', 'hostIPC', 'shareProcessNamespace', 'hostUsers'];

/** core.PodSpec of a v1 spec: what concerns the host stands in the security context. */
export function internalPodSpec(spec: Fields): Fields {
  const moved = Object.fromEntries(MOVED.filter((name) => spec[name] !== undefined).map((name) => [name, spec[name]]));
  const had = isFields(spec['securityContext']) || Object.keys(moved).length > 0;
  const securityContext = { ...fieldsOf(spec['securityContext']), ...moved };
  return structOf({ ...omit(spec, MOVED), ...(had ? { securityContext } : {}) }, 'PodSpec');
}

/** core.PersistentVolumeClaimSpec. */
export const internalClaimSpec = (spec: Fields): Fields => structOf(spec, 'ClaimSpec');

const META_ORDER = [
  'name',
  'generateName',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'labels',
  'annotations',
  'ownerReferences',
  'finalizers',
];

/** core.PodTemplateSpec: metadata, which has tags, is embedded. */
export function internalTemplate(template: Fields): Fields {
  const metadata = fieldsOf(template['metadata']);
  const result: Record<string, unknown> = {};
  for (const name of META_ORDER) {
    const value = metadata[name];
    if (value !== undefined && value !== null) result[name] = sortedMaps(value);
  }
  return { ...result, Spec: internalPodSpec(fieldsOf(template['spec'])) };
}
