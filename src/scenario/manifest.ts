import type { KubeObject } from '../model/objects.ts';
import { resourceOfKind } from '../model/resources.ts';
import { checkShape, placeOf } from './check-shape.ts';
import type { Chunk } from './json-stream.ts';
import { refuse } from './problem.ts';
import { KIND_SHAPES, metadataShape } from './shapes.ts';

/** One Kubernetes object of the input, and where it stood. */
export interface Manifest {
  readonly file: string;
  readonly chunk: Chunk;
  readonly object: KubeObject;
}

/** apiVersion and kind are there, are text, and a kind that we know comes in a version that we know. */
export function checkApiVersion(file: string, chunk: Chunk, record: Readonly<Record<string, unknown>>): KubeObject {
  const { apiVersion, kind } = record;
  if (apiVersion === undefined && kind === undefined && record['metadata'] === undefined) {
    refuse('not-kubernetes', file, chunk.line, 1, { keys: Object.keys(record).slice(0, 4).join(', ') });
  }
  for (const field of ['apiVersion', 'kind'] as const) {
    const value = record[field];
    if (value === undefined || value === null || value === '')
      refuse('missing-field', file, chunk.line, 1, { path: field, expected: 'string', got: 'undefined' });
    if (typeof value !== 'string') {
      const place = placeOf(chunk, [field]);
      refuse('wrong-type', file, place.line, place.column, {
        path: field,
        expected: 'string',
        got: JSON.stringify(value),
      });
    }
  }
  const known = resourceOfKind(kind as string);
  const place = placeOfVersion(file, chunk, apiVersion as string, known?.apiVersion);
  if (place !== undefined) {
    refuse('unknown-api-version', file, place.line, place.column, {
      apiVersion: apiVersion as string,
      kind: kind as string,
      expected: known?.apiVersion ?? '',
    });
  }
  const { metadata, ...rest } = record;
  checkShape(file, chunk, metadata ?? {}, metadataShape, ['metadata']);
  const shape = KIND_SHAPES[kind as string];
  if (shape !== undefined) checkShape(file, chunk, rest, shape, []);
  return record as unknown as KubeObject;
}

/** Versions that were removed from the api-server long ago; another group of the same kind name is simply another kind. */
const OLD_GROUPS = [
  'extensions',
  'apps',
  'batch',
  'policy',
  'autoscaling',
  'networking.k8s.io',
  'scheduling.k8s.io',
  'storage.k8s.io',
  'discovery.k8s.io',
  'coordination.k8s.io',
  'node.k8s.io',
  'rbac.authorization.k8s.io',
];
const STILL_SERVED = ['autoscaling/v1', 'events.k8s.io/v1'];

function placeOfVersion(
  _file: string,
  chunk: Chunk,
  apiVersion: string,
  expected: string | undefined,
): { line: number; column: number } | undefined {
  if (expected === undefined || expected === apiVersion || STILL_SERVED.includes(apiVersion)) return undefined;
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return group === '' || OLD_GROUPS.includes(group) ? placeOf(chunk, ['apiVersion']) : undefined;
}

/** Carries a uid, a resourceVersion or a status that says something (CONTRACT 1). What nobody could admit just stands there. */
export function isObserved(object: KubeObject): boolean {
  const { uid, resourceVersion } = object.metadata;
  const status = object.status;
  const said = typeof status === 'object' && status !== null && Object.keys(status).length > 0;
  return uid !== undefined || resourceVersion !== undefined || said || resourceOfKind(object.kind) === undefined;
}

/** Puts in what kubectl would: the namespace of a namespaced kind; drops nulls at the top of metadata. */
export function normalise(manifest: Manifest): KubeObject {
  const { object, file, chunk } = manifest;
  const given: Readonly<Record<string, unknown>> = { ...object.metadata };
  const metadata = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
  );
  const info = resourceOfKind(object.kind);
  if (metadata['name'] === undefined && metadata['generateName'] === undefined) {
    refuse('missing-field', file, chunk.line, 1, { path: 'metadata.name', expected: 'string', got: 'undefined' });
  }
  metadata['name'] ??= '';
  if (info?.namespaced === true) metadata['namespace'] ??= 'default';
  if (info?.namespaced === false) delete metadata['namespace'];
  const rest = Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined));
  return {
    ...rest,
    apiVersion: object.apiVersion,
    kind: object.kind,
    metadata: metadata as unknown as KubeObject['metadata'],
  };
}

/** null says the same as nothing where Go's types are filled (encoding/json); of kinds that nobody knows it stays. */
export const withoutNulls = (object: KubeObject): KubeObject =>
  resourceOfKind(object.kind) === undefined ? object : cleared(object);

/** Parts without any are shared. */
function cleared<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, inner]) => inner !== null);
  const inner = kept.map(([name, one]) => [name, cleared(one as unknown)] as const);
  if (kept.length === Object.keys(value).length && inner.every(([, one], i) => one === kept[i]?.[1])) return value;
  return (Array.isArray(value) ? inner.map(([, one]) => one) : Object.fromEntries(inner)) as T;
}
