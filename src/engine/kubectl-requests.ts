import type { KubeObject, Node, Taint } from '../model/objects.ts';
import { keyOf, objectKey } from '../model/objects.ts';
import { isGone } from '../model/gone-versions.ts';
import { resourceInfo, resourceOfKind } from '../model/resources.ts';
import type { ApiRequest, ApiServer } from '../components/apiserver/apiserver.ts';
import type { TimelineEntry } from '../scenario/scenario.ts';
import type { Refusal } from './refusal.ts';
import { rollbackOf } from './rollback.ts';

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
  const bodies = itemsOf(entry.body);
  if (item >= bodies.length) return undefined;
  const request = checked(entry.verb, requestOf(entry, bodies[item], apiServer));
  const fieldManager = entry.options['fieldManager'] as string | undefined;
  return fieldManager === undefined ? request : { ...request, options: { ...request.options, fieldManager } };
}

/** kubectl asks for strict validation where it has --validate; elsewhere the server's own default holds. */
function checked(verb: string, request: ApiRequest): ApiRequest {
  if (request.body === undefined) return request;
  const fieldValidation = verb === 'apply' || verb === 'create' ? 'Strict' : 'Warn';
  return { ...request, options: { ...request.options, fieldValidation } };
}

/** Why kubectl itself refuses the item-th object of an entry, in its words: it asks for no change then. */
export function refusalOf({ verb, body }: Entry, item: number, apiServer: ApiServer): Refusal | undefined {
  if (verb === 'apply' || verb === 'create') return unmapped(verb, itemsOf(body)[item]);
  if (verb !== 'rollback') return undefined;
  const fields = body as Ref & Fields;
  const place = placeOfRef(fields);
  const { refused: message } = rollbackOf(place, revisionAsked(fields), apiServer);
  const key = keyOf(resourceInfo(place.resource)?.kind ?? fields.kind, place.namespace, place.name);
  const object = `${place.resource}/${place.name}`;
  return message === undefined ? undefined : { key, object, verb, code: 0, message };
}

/**
 * The REST mapper finds nothing, as discovery knows no such kind in that version: meta.NoKindMatchError (apimachinery v1.37
 * pkg/api/meta/errors.go) as kubectl's resource builder says it.
 */
function unmapped(verb: string, body: unknown): Refusal | undefined {
  const object = placed(body as KubeObject);
  if (isServed(object)) return undefined;
  const { apiVersion, kind, metadata } = object;
  const { name = '' } = metadata as Partial<typeof metadata>;
  // The one that the file gives.
  const namespace = (body as KubeObject).metadata.namespace ?? '';
  const quoted = [name, namespace, kind, apiVersion].map((text) => JSON.stringify(text));
  const message = `resource mapping not found for name: ${quoted[0]} namespace: ${quoted[1]}: no matches for kind ${quoted[2]} in version ${quoted[3]}`;
  const { resource } = placeOfObject(object);
  return { key: objectKey(object), object: `${resource}/${name}`, verb, code: 404, message };
}

/** Another version that upstream serves too comes to the server, which says that this one does not. */
const OTHER_VERSIONS = new Set(['autoscaling/v1', 'events.k8s.io/v1']);

const isServed = ({ apiVersion, kind }: KubeObject): boolean =>
  resourceOfKind(kind)?.apiVersion === apiVersion || OTHER_VERSIONS.has(apiVersion);

const itemsOf = (body: unknown): readonly unknown[] => (Array.isArray(body) ? (body as readonly unknown[]) : [body]);

const revisionAsked = (fields: Fields): number => Number(fields['toRevision'] ?? 0);

function requestOf({ verb, options }: Entry, body: unknown, apiServer: ApiServer): ApiRequest {
  if (verb === 'apply' || verb === 'create') {
    const object = placed(body as KubeObject);
    if (!isServed(object)) return discovery(object);
    return verb === 'apply'
      ? applyRequest(object, options, apiServer)
      : { verb: 'create', ...placeOfObject(object), body };
  }
  if (NODE_VERBS.has(verb)) return nodeRequest(verb, body, apiServer);
  const fields = body as Ref & Fields;
  if (verb === 'evict') return evictRequest(fields);
  const place = placeOfRef(fields);
  if (verb === 'delete') return { verb: 'delete', ...place, options: deleteOptions(options) };
  if (verb === 'patch') {
    const patchType = (fields['type'] ?? 'merge') as NonNullable<ApiRequest['patchType']>;
    return { verb: 'patch', ...place, patchType, body: fields['patch'] };
  }
  if (verb === 'scale') {
    const replicas = { spec: { replicas: fields['replicas'] } };
    return { verb: 'patch', ...place, subresource: 'scale', patchType: 'merge', body: replicas };
  }
  if (verb === 'rollback') return rollbackOf(place, revisionAsked(fields), apiServer).request;
  const patchType = verb === 'setImage' ? 'strategic' : 'merge';
  return { verb: 'patch', ...place, patchType, body: patchOf(verb, fields) };
}

/** The patch that a verb comes down to. */
function patchOf(verb: string, fields: Fields): unknown {
  switch (verb) {
    case 'setImage': {
      const images = Object.entries(fields['containers'] as Readonly<Record<string, string>>);
      return { spec: { template: { spec: { containers: images.map(([name, image]) => ({ name, image })) } } } };
    }
    case 'label':
      return { metadata: { labels: fields['labels'] } };
    case 'annotate':
      return { metadata: { annotations: fields['annotations'] } };
    case 'suspend':
    case 'resume':
      return { spec: { suspend: verb === 'suspend' } };
    default:
      return { spec: { paused: verb === 'pauseRollout' ? true : null } };
  }
}

function evictRequest({ name, namespace = 'default' }: Ref): ApiRequest {
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } };
  return { verb: 'create', resource: 'pods', namespace, name, subresource: 'eviction', body: eviction };
}

const NODE_VERBS: ReadonlySet<string> = new Set(['cordon', 'uncordon', 'taint', 'untaint']);

interface TaintArgument {
  readonly node: string;
  readonly key: string;
  readonly value?: string;
  readonly effect?: string;
}

function nodeRequest(verb: string, body: unknown, apiServer: ApiServer): ApiRequest {
  const name = typeof body === 'string' ? body : (body as TaintArgument).node;
  const spec =
    typeof body === 'string'
      ? { unschedulable: verb === 'cordon' ? true : null }
      : { taints: taintsAfter(verb, body as TaintArgument, apiServer) };
  return { verb: 'patch', resource: 'nodes', name, patchType: 'merge', body: { spec } };
}

/** kubectl reads the node, changes the list and sends it whole. Without an effect all taints of the key go. */
function taintsAfter(verb: string, argument: TaintArgument, apiServer: ApiServer): readonly Taint[] | null {
  const { node: name, key, value, effect } = argument;
  const node = apiServer.get(keyOf('Node', undefined, name)) as Node | undefined;
  const others = (node?.spec?.taints ?? []).filter(
    (t) => t.key !== key || (effect !== undefined && t.effect !== effect),
  );
  if (verb === 'untaint' || effect === undefined) return others.length > 0 ? others : null;
  return [...others, { key, effect, ...(value === undefined ? {} : { value }) }];
}

function applyRequest(object: KubeObject, options: Fields, apiServer: ApiServer): ApiRequest {
  const place = placeOfObject(object);
  const { name } = object.metadata;
  if (options['serverSide'] === true) {
    return {
      verb: 'patch',
      ...place,
      name,
      patchType: 'apply',
      body: object,
      options: { fieldManager: 'kubectl', force: options['force'] === true },
    };
  }
  if (apiServer.get(objectKey(object)) === undefined) return { verb: 'create', ...place, body: object };
  return { verb: 'patch', ...place, name, patchType: isStrategic(object) ? 'strategic' : 'merge', body: object };
}

/** Custom resources have no strategic merge. */
const isStrategic = (object: KubeObject): boolean => resourceOfKind(object.kind) !== undefined;

/** A look that finds nothing. */
const discovery = (object: KubeObject): ApiRequest => ({
  verb: 'list',
  resource: placeOfObject(object).resource,
  apiVersion: object.apiVersion,
});

function deleteOptions(options: Fields): NonNullable<ApiRequest['options']> {
  const grace = options['gracePeriodSeconds'] as number | undefined;
  const propagationPolicy = (options['propagationPolicy'] ?? 'Background') as 'Background' | 'Foreground' | 'Orphan';
  return grace === undefined ? { propagationPolicy } : { propagationPolicy, gracePeriodSeconds: grace };
}

interface Place {
  readonly resource: string;
  readonly namespace?: string;
}

/** kubectl works in the namespace of its context: default. */
function placed(object: KubeObject): KubeObject {
  if (object.metadata.namespace !== undefined || resourceOfKind(object.kind)?.namespaced !== true) return object;
  return { ...object, metadata: { ...object.metadata, namespace: 'default' } };
}

function placeOfObject(object: KubeObject): Place {
  const plural = resourceOfKind(object.kind)?.resource ?? pluralOf(object.kind);
  // As kubectl names a resource in full: no server has it, which is what it answers.
  const resource = isGone(object) ? [plural, ...object.apiVersion.split('/').reverse()].join('.') : plural;
  // One that is no text is the server's to refuse.
  const namespace: unknown = object.metadata.namespace;
  return typeof namespace === 'string' ? { resource, namespace } : { resource };
}

function placeOfRef(ref: Ref): Place & { readonly name: string } {
  const info = resourceOfKind(ref.kind) ?? resourceInfo(ref.kind);
  const resource = info?.resource ?? pluralOf(ref.kind);
  const namespace = info?.namespaced === false ? undefined : (ref.namespace ?? 'default');
  return { resource, name: ref.name, ...(namespace === undefined ? {} : { namespace }) };
}

/** A kind that we do not know, as a custom resource would be called. */
const pluralOf = (kind: string): string => `${kind.toLowerCase()}s`;
