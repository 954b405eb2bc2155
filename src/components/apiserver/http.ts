/**
 * The api-server's front: from an HTTP request to an ApiRequest and back (k8s.io/apiserver pkg/endpoints, v0.37). Only the
 * outermost user groups are told apart: members of system:masters may do all, everybody else nothing. Left out: roles,
 * discovery, protobuf, compression, content negotiation of answers.
 */
import { resourceInfo, type ResourceInfo } from '../../model/resources.ts';
import { fieldsOf, type Fields } from './fields.ts';
import { badRequest, groupOf, notAllowed, qualifiedResource, Refusal, refuse, refused } from './refusal.ts';
import type { ApiRequest, ApiResponse, ApiServer, HttpRequest } from './types.ts';

const ADMIN_GROUP = 'system:masters';
const OBJECT_TYPES = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'];
const PATCHES: Readonly<Record<string, NonNullable<ApiRequest['patchType']>>> = {
  'application/json-patch+json': 'json',
  'application/merge-patch+json': 'merge',
  'application/strategic-merge-patch+json': 'strategic',
  'application/apply-patch+yaml': 'apply',
};
const VERBS: Readonly<Record<string, ApiRequest['verb']>> = { POST: 'create', PUT: 'update', PATCH: 'patch' };
const SUBRESOURCES = ['status', 'binding', 'scale', 'eviction', 'finalize'] as const;

interface Place {
  readonly info: ResourceInfo;
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: NonNullable<ApiRequest['subresource']>;
}

/** Answers one HTTP request at once. */
export function serveHttp(server: ApiServer, http: HttpRequest): ApiResponse {
  try {
    const place = placeOf(http.path);
    const verb = verbOf(http, place);
    authorize(http, place, verb);
    return server.handle(requestOf(http, place, verb), http.user.name);
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    throw error;
  }
}

const NO_RESOURCE = 'the server could not find the requested resource';

/** "/api/v1/namespaces/NS/RESOURCE/NAME/SUB", "/apis/GROUP/VERSION/RESOURCE…". */
function placeOf(path: string): Place {
  const parts = path.split('/').filter((part) => part !== '');
  const core = parts[0] === 'api';
  const apiVersion = core ? (parts[1] ?? '') : parts.slice(1, 3).join('/');
  const rest = parts.slice(core ? 2 : 3);
  const inNamespace = rest[0] === 'namespaces' && rest.length > 2 && !isNamespaceSub(rest[2] ?? '');
  const namespace = inNamespace ? rest[1] : undefined;
  const [resource = '', name, sub] = inNamespace ? rest.slice(2) : rest;
  const info = resourceInfo(resource);
  if (info?.apiVersion !== apiVersion) throw refuse(404, 'NotFound', NO_RESOURCE);
  const subresource = SUBRESOURCES.find((known) => known === sub);
  const isThere = subresource !== undefined && (subresource !== 'finalize' || info.kind === 'Namespace');
  if (sub !== undefined && !isThere) throw refuse(404, 'NotFound', NO_RESOURCE);
  return {
    info,
    ...(namespace === undefined ? {} : { namespace }),
    ...(name === undefined ? {} : { name }),
    ...(subresource === undefined ? {} : { subresource }),
  };
}

const isNamespaceSub = (part: string): boolean => part === 'status' || part === 'finalize';

function verbOf({ method, query }: HttpRequest, { name, subresource }: Place): ApiRequest['verb'] | 'watch' {
  if (method === 'GET') {
    if (name !== undefined) return 'get';
    return query['watch'] === undefined || query['watch'] === 'false' || query['watch'] === '0' ? 'list' : 'watch';
  }
  if (method === 'DELETE') return name === undefined ? 'deletecollection' : 'delete';
  const verb = VERBS[method];
  const named = name !== undefined;
  if (verb === undefined || (verb === 'create' ? named && subresource === undefined : !named)) throw notAllowed();
  return verb;
}

function authorize({ user }: HttpRequest, place: Place, verb: string): void {
  if (user.groups.includes(ADMIN_GROUP)) return;
  const { info, namespace, name, subresource } = place;
  const what = subresource === undefined ? info.resource : `${info.resource}/${subresource}`;
  const where = namespace === undefined ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`;
  const object = name === undefined || verb === 'create' ? '' : ` ${JSON.stringify(name)}`;
  throw refuse(
    403,
    'Forbidden',
    `${qualifiedResource(info)}${object} is forbidden: User ${JSON.stringify(user.name)} cannot ${verb} resource ` +
      `${JSON.stringify(what)} in API group ${JSON.stringify(groupOf(info))} ${where}`,
  );
}

function requestOf(http: HttpRequest, place: Place, verb: ApiRequest['verb'] | 'watch'): ApiRequest {
  const { info, ...where } = place;
  if (verb === 'watch') throw watchRefusal(http.query);
  const patchType = verb === 'patch' ? patchTypeOf(http) : undefined;
  const reads = verb === 'get' || verb === 'list';
  if (verb === 'create' || verb === 'update') checkMediaType(http);
  const body = reads ? undefined : bodyOf(http, info);
  const deletes = verb === 'delete' || verb === 'deletecollection';
  const options = optionsOf(http.query, deletes ? fieldsOf(body) : {}, verb);
  return {
    verb,
    resource: info.resource,
    ...where,
    options,
    ...(body === undefined || deletes ? {} : { body }),
    ...(patchType === undefined ? {} : { patchType }),
  };
}

/** Watches are a client's: over HTTP only what is wrong with them can be said. */
function watchRefusal({ resourceVersion = '' }: HttpRequest['query']): Refusal {
  if (/^\d*$/.test(resourceVersion)) return refuse(501, 'NotImplemented', 'a watch is opened by a client');
  const text = JSON.stringify(resourceVersion);
  return refuse(500, '', `resourceVersion: Invalid value: ${text}: strconv.ParseUint: parsing ${text}: invalid syntax`);
}

const unsupported = (accepted: readonly string[]): Refusal =>
  refuse(
    415,
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
  );

function checkMediaType({ contentType }: HttpRequest): void {
  if (contentType !== undefined && !OBJECT_TYPES.includes(contentType)) throw unsupported(OBJECT_TYPES);
}

function patchTypeOf({ contentType = '' }: HttpRequest): NonNullable<ApiRequest['patchType']> {
  const type = PATCHES[contentType];
  if (type === undefined) throw unsupported(Object.keys(PATCHES));
  return type;
}

function bodyOf({ body, unreadable, duplicates = [], query }: HttpRequest, info: ResourceInfo): unknown {
  if (unreadable !== undefined) {
    throw badRequest(`the object provided is unrecognized (must be of type ${info.kind}): ${unreadable}`);
  }
  if (duplicates.length > 0 && query['fieldValidation'] === 'Strict') {
    const version = info.apiVersion.slice(info.apiVersion.indexOf('/') + 1);
    const asked = `${info.kind} in version ${JSON.stringify(version)} cannot be handled as a ${info.kind}: `;
    throw badRequest(`${asked}strict decoding error: ${duplicates.join(', ')}`);
  }
  return body ?? undefined;
}

/** A DELETE may carry its options in the body, everything else in the query. */
function optionsOf(query: HttpRequest['query'], body: Fields, verb: string): NonNullable<ApiRequest['options']> {
  const all: Fields = { ...query, ...body };
  const options: Record<string, unknown> = {};
  for (const name of [
    'fieldManager',
    'labelSelector',
    'fieldSelector',
    'resourceVersion',
    'resourceVersionMatch',
    'continue',
  ]) {
    if (all[name] !== undefined) options[name] = all[name];
  }
  for (const name of ['propagationPolicy', 'preconditions']) if (all[name] !== undefined) options[name] = all[name];
  if (all['gracePeriodSeconds'] !== undefined) options['gracePeriodSeconds'] = Number(all['gracePeriodSeconds']);
  if (query['limit'] !== undefined) options['limit'] = Number(query['limit']);
  if (query['force'] !== undefined) options['force'] = query['force'] === 'true' || query['force'] === '1';
  if (all['dryRun'] !== undefined) options['dryRun'] = true;
  if (verb === 'create' || verb === 'update' || verb === 'patch') {
    options['fieldValidation'] = query['fieldValidation'] ?? 'Warn';
  }
  return options;
}
