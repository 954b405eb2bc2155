import type { KubeObject, Node, Taint } from '../model/objects.ts';
import { keyOf, objectKey } from '../model/objects.ts';
import { resourceInfo, resourceOfKind } from '../model/resources.ts';
import type { ApiRequest, ApiServer } from '../components/apiserver/apiserver.ts';
import type { TimelineEntry } from '../scenario/scenario.ts';

/** What names an object in a timeline: {kind, name, namespace?}. */
interface Ref {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

type Fields = Readonly<Record<string, unknown>>;
type Entry = Pick<TimelineEntry, 'verb' | 'body' | 'options'>;

/**
 * The request for the item-th object of an entry, undefined behind the last. It depends on the store as it is now: apply
 * of an object that exists patches it.
 */
export function requestAt(entry: Entry, item: number, apiServer: ApiServer): ApiRequest | undefined {
  const bodies = Array.isArray(entry.body) ? (entry.body as readonly unknown[]) : [entry.body];
  return item < bodies.length ? requestOf(entry, bodies[item], apiServer) : undefined;
}

function requestOf({ verb, options }: Entry, body: unknown, apiServer: ApiServer): ApiRequest {
  if (verb === 'apply') return applyRequest(body as KubeObject, options, apiServer);
  if (verb === 'create') return { verb: 'create', ...placeOfObject(body as KubeObject), body };
  const fields = body as Ref & Fields;
  const place = placeOfRef(fields);
  if (verb === 'delete') return { verb: 'delete', ...place, options: deleteOptions(options) };
  if (verb === 'evict') {
    const metadata = { name: fields.name, namespace: place.namespace };
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata };
    return { verb: 'create', ...place, subresource: 'eviction', body: eviction };
  }
  if (verb === 'patch') {
    const patchType = (options['type'] ?? 'merge') as NonNullable<ApiRequest['patchType']>;
    return { verb: 'patch', ...place, patchType, body: fields['patch'] };
  }
  return {
    verb: 'patch',
    ...place,
    patchType: verb === 'setImage' ? 'strategic' : 'merge',
    body: patchOf(verb, fields, apiServer),
  };
}

/** The merge patch that a verb comes down to. */
function patchOf(verb: string, fields: Ref & Fields, apiServer: ApiServer): unknown {
  switch (verb) {
    case 'scale':
      return { spec: { replicas: fields['replicas'] } };
    case 'setImage': {
      const images = Object.entries(fields['images'] as Readonly<Record<string, string>>);
      return { spec: { template: { spec: { containers: images.map(([name, image]) => ({ name, image })) } } } };
    }
    case 'pauseRollout':
      return { spec: { paused: true } };
    case 'resumeRollout':
      return { spec: { paused: null } };
    case 'label':
      return { metadata: { labels: fields['labels'] } };
    case 'annotate':
      return { metadata: { annotations: fields['annotations'] } };
    case 'cordon':
      return { spec: { unschedulable: true } };
    case 'uncordon':
      return { spec: { unschedulable: null } };
    default:
      return { spec: { taints: taintsAfter(verb, fields, apiServer) } };
  }
}

function taintsAfter(verb: string, fields: Ref & Fields, apiServer: ApiServer): readonly Taint[] | null {
  const node = apiServer.get(keyOf('Node', undefined, fields.name)) as Node | undefined;
  const given = fields['taints'] as readonly Taint[];
  const others = (node?.spec?.taints ?? []).filter((t) => !given.some((g) => g.key === t.key && g.effect === t.effect));
  const taints = verb === 'taint' ? [...others, ...given] : others;
  return taints.length > 0 ? taints : null;
}

function applyRequest(object: KubeObject, options: Fields, apiServer: ApiServer): ApiRequest {
  const place = placeOfObject(object);
  const { name } = object.metadata;
  if (options['serverSide'] === true) {
    const fieldManager = (options['fieldManager'] as string | undefined) ?? 'kubectl';
    return {
      verb: 'patch',
      ...place,
      name,
      patchType: 'apply',
      body: object,
      options: { fieldManager, force: options['force'] === true },
    };
  }
  if (apiServer.get(objectKey(object)) === undefined) return { verb: 'create', ...place, body: object };
  return { verb: 'patch', ...place, name, patchType: isStrategic(object) ? 'strategic' : 'merge', body: object };
}

/** Custom resources have no strategic merge. */
const isStrategic = (object: KubeObject): boolean => resourceOfKind(object.kind) !== undefined;

function deleteOptions(options: Fields): NonNullable<ApiRequest['options']> {
  const grace = options['gracePeriodSeconds'] as number | undefined;
  const propagationPolicy = (options['propagationPolicy'] ?? 'Background') as 'Background' | 'Foreground' | 'Orphan';
  return grace === undefined ? { propagationPolicy } : { propagationPolicy, gracePeriodSeconds: grace };
}

interface Place {
  readonly resource: string;
  readonly namespace?: string;
}

function placeOfObject(object: KubeObject): Place {
  const resource = resourceOfKind(object.kind)?.resource ?? pluralOf(object.kind);
  const { namespace } = object.metadata;
  return namespace === undefined ? { resource } : { resource, namespace };
}

function placeOfRef(ref: Ref): Place & { readonly name: string } {
  const info = resourceOfKind(ref.kind) ?? resourceInfo(ref.kind);
  const resource = info?.resource ?? pluralOf(ref.kind);
  const namespace = info?.namespaced === false ? undefined : (ref.namespace ?? 'default');
  return { resource, name: ref.name, ...(namespace === undefined ? {} : { namespace }) };
}

/** A kind that we do not know, as a custom resource would be called. */
const pluralOf = (kind: string): string => `${kind.toLowerCase()}s`;
