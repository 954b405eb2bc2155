import { isGone } from '../model/gone-versions.ts';
import { objectKey, type KubeObject } from '../model/objects.ts';
import { resourceInfo, resourceOfKind } from '../model/resources.ts';
import type { ApiRequest, ApiServer } from '../components/apiserver/apiserver.ts';
import type { TimelineEntry } from '../scenario/scenario.ts';
import { clientSideApply } from './kubectl-apply.ts';
import { cordon, pauseRollout, setImages, setLabels, taint, type Asked } from './kubectl-words.ts';
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
 * What kubectl asks for the item-th object of an entry, and what it says itself; undefined behind the last. It depends on
 * the store as it is now: apply of an object that exists patches it.
 */
export function askedAt(entry: Entry, item: number, apiServer: ApiServer): Asked | undefined {
  const bodies = itemsOf(entry.body);
  if (item >= bodies.length) return undefined;
  const { request: bare, ...said } = asked(entry, bodies[item], apiServer);
  const request = checked(entry.verb, bare);
  const fieldManager = managerOf(entry);
  if (fieldManager === undefined || request.body === undefined) return { request, ...said };
  return { request: { ...request, options: { ...request.options, fieldManager } }, ...said };
}

/** kubectl asks for strict validation where it has --validate; elsewhere the server's own default holds. */
function checked(verb: string, request: ApiRequest): ApiRequest {
  if (request.body === undefined) return request;
  const fieldValidation = verb === 'apply' || verb === 'create' ? 'Strict' : 'Warn';
  return { ...request, options: { ...request.options, fieldValidation } };
}

/** The name under which an entry's author writes, where it is none of kubectl's own. */
export function ownManagerOf({ options }: Entry): string | undefined {
  const manager = options['fieldManager'] as string | undefined;
  return manager === undefined || /^kubectl(-|$)/.test(manager) ? undefined : manager;
}

/** Names that kubectl's commands give themselves (--field-manager); of others the server takes the user agent. */
const MANAGERS: Readonly<Record<string, string>> = {
  create: 'kubectl-create',
  patch: 'kubectl-patch',
  suspend: 'kubectl-patch',
  resume: 'kubectl-patch',
  setImage: 'kubectl-set',
  label: 'kubectl-label',
  annotate: 'kubectl-annotate',
  taint: 'kubectl-taint',
  untaint: 'kubectl-taint',
  pauseRollout: 'kubectl-rollout',
  resumeRollout: 'kubectl-rollout',
};

function managerOf(entry: Entry): string | undefined {
  const { verb, options } = entry;
  const usual = verb === 'apply' && options['serverSide'] !== true ? 'kubectl-client-side-apply' : MANAGERS[verb];
  return (options['fieldManager'] as string | undefined) ?? usual;
}

/**
 * The REST mapper finds nothing, as discovery knows no such kind in that version: meta.NoKindMatchError (apimachinery v1.37
 * pkg/api/meta/errors.go) as kubectl's resource builder says it, after a look that finds nothing.
 */
function unmapped(object: KubeObject, given: KubeObject): Asked {
  const { apiVersion, kind, metadata } = object;
  const { name = '' } = metadata as Partial<typeof metadata>;
  // The one that the file gives.
  const { namespace = '' } = given.metadata;
  const quoted = [name, namespace, kind, apiVersion].map((text) => JSON.stringify(text));
  const refused = `resource mapping not found for name: ${quoted[0]} namespace: ${quoted[1]}: no matches for kind ${quoted[2]} in version ${quoted[3]}`;
  const place = placeOfObject(object);
  const about = { key: objectKey(object), object: `${place.resource}/${name}`, code: 404 };
  return { request: { verb: 'get', ...place, name, apiVersion }, refused, about };
}

/** Another version that upstream serves too comes to the server, which says that this one does not. */
const OTHER_VERSIONS = new Set(['autoscaling/v1', 'events.k8s.io/v1']);

const isServed = ({ apiVersion, kind }: KubeObject): boolean =>
  resourceOfKind(kind)?.apiVersion === apiVersion || OTHER_VERSIONS.has(apiVersion);

const itemsOf = (body: unknown): readonly unknown[] => (Array.isArray(body) ? (body as readonly unknown[]) : [body]);

const revisionAsked = (fields: Fields): number => Number(fields['toRevision'] ?? 0);

function asked({ verb, options }: Entry, body: unknown, apiServer: ApiServer): Asked {
  if (verb === 'apply' || verb === 'create') {
    const object = placed(body as KubeObject);
    if (!isServed(object)) return unmapped(object, body as KubeObject);
    if (verb === 'apply') return apply(object, options, apiServer);
    return { request: { verb: 'create', ...placeOfObject(object), body } };
  }
  if (verb === 'cordon' || verb === 'uncordon') return cordon(String(body), verb === 'cordon', apiServer);
  if (verb === 'taint' || verb === 'untaint') {
    return taint(body as Parameters<typeof taint>[0], verb === 'untaint', apiServer);
  }
  const fields = body as Ref & Fields;
  if (verb === 'evict') return { request: evictRequest(fields) };
  const place = placeOfRef(fields);
  if (verb === 'setImage') return setImages(place, fields['containers'] as Record<string, string>, apiServer);
  if (verb === 'label') return setLabels(place, fields['labels'] as Record<string, string | null>, apiServer);
  if (verb === 'rollback') return rollbackOf(place, revisionAsked(fields), apiServer);
  if (verb.endsWith('Rollout')) return pauseRollout(place, verb === 'pauseRollout', apiServer);
  return { request: plainRequest(verb, place, fields, options) };
}

/** Of verbs for which kubectl looks at nothing. */
function plainRequest(verb: string, place: Named, fields: Fields, options: Fields): ApiRequest {
  switch (verb) {
    case 'delete':
      return { verb: 'delete', ...place, options: deleteOptions(options) };
    case 'patch': {
      const patchType = (fields['type'] ?? 'merge') as NonNullable<ApiRequest['patchType']>;
      return { verb: 'patch', ...place, patchType, body: fields['patch'] };
    }
    case 'scale': {
      const replicas = { spec: { replicas: fields['replicas'] } };
      return { verb: 'patch', ...place, subresource: 'scale', patchType: 'merge', body: replicas };
    }
    case 'annotate':
      return {
        verb: 'patch',
        ...place,
        patchType: 'merge',
        body: { metadata: { annotations: fields['annotations'] } },
      };
    default:
      return { verb: 'patch', ...place, patchType: 'merge', body: { spec: { suspend: verb === 'suspend' } } };
  }
}

function evictRequest({ name, namespace = 'default' }: Ref): ApiRequest {
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } };
  return { verb: 'create', resource: 'pods', namespace, name, subresource: 'eviction', body: eviction };
}

/**
 * Who applies must know the name: applyOneObject of pkg/cmd/apply/apply.go (kubectl v1.37) gives up before it asks anything.
 * The list stands for what it has read by then.
 */
function nameless(object: KubeObject, generateName: string): Asked {
  const place = placeOfObject(object);
  const about = { key: `${objectKey(object)}${generateName}*`, object: `${place.resource}/${generateName}*`, code: 0 };
  return {
    request: { verb: 'list', ...place },
    refused: `from ${generateName}: cannot use generate name with apply`,
    about,
  };
}

function apply(object: KubeObject, options: Fields, apiServer: ApiServer): Asked {
  const { name, generateName = '' } = object.metadata as Partial<KubeObject['metadata']>;
  if ((name ?? '') === '' && generateName !== '') return nameless(object, generateName);
  const place = { ...placeOfObject(object), name: object.metadata.name };
  if (options['serverSide'] !== true) return clientSideApply(object, place, apiServer);
  const force = options['force'] === true;
  const request: ApiRequest = { verb: 'patch', ...place, patchType: 'apply', body: object };
  return { request: { ...request, options: { fieldManager: 'kubectl', force } } };
}

function deleteOptions(options: Fields): NonNullable<ApiRequest['options']> {
  const grace = options['gracePeriodSeconds'] as number | undefined;
  const propagationPolicy = (options['propagationPolicy'] ?? 'Background') as 'Background' | 'Foreground' | 'Orphan';
  return grace === undefined ? { propagationPolicy } : { propagationPolicy, gracePeriodSeconds: grace };
}

interface Place {
  readonly resource: string;
  readonly namespace?: string;
}

interface Named extends Place {
  readonly name: string;
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

function placeOfRef(ref: Ref): Named {
  const info = resourceOfKind(ref.kind) ?? resourceInfo(ref.kind);
  const resource = info?.resource ?? pluralOf(ref.kind);
  const namespace = info?.namespaced === false ? undefined : (ref.namespace ?? 'default');
  return { resource, name: ref.name, ...(namespace === undefined ? {} : { namespace }) };
}

/** A kind that we do not know, as a custom resource would be called. */
const pluralOf = (kind: string): string => `${kind.toLowerCase()}s`;
