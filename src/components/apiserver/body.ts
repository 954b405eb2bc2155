/** The body of a request: which version and kind it says it is, and whether it decodes (v0.37, handlers and serializers). */
import type { KubeObject, ObjectMeta } from '../../model/objects.ts';
import { RESOURCES, type ResourceInfo } from '../../model/resources.ts';
import { asTyped } from './as-typed.ts';
import { decode } from './decode.ts';
import { isFields, textOf, type Fields } from './fields.ts';
import { badRequest, groupOf } from './refusal.ts';
import type { ApiRequest } from './types.ts';

const versionOf = (apiVersion: string): string => apiVersion.slice(apiVersion.indexOf('/') + 1);

/** The request's body as an object of its resource. Decoded strictly where the request asks for field validation. */
export function objectBody(request: ApiRequest, info: ResourceInfo): KubeObject {
  const body = fieldsOfBody(request, info);
  const validation = request.options?.fieldValidation;
  if (validation === undefined) return placed(body, info);
  checkDecodes(body, validation, info);
  return placed(asTyped(body, info.kind), info);
}

/** What a server-side apply sends is never decoded to Go's types: its fields are held against the schema. */
export function appliedBody(request: ApiRequest, info: ResourceInfo): KubeObject {
  const body = fieldsOfBody(request, info);
  const { apiVersion = info.apiVersion, kind = info.kind } = body;
  if (apiVersion !== info.apiVersion || kind !== info.kind) {
    throw badRequest(`invalid object type: ${gvkText(textOf(apiVersion), textOf(kind))}`);
  }
  return placed(body, info);
}

/** schema.GroupVersionKind as text: "apps/v1, Kind=Deployment", "/v1, Kind=Pod". */
export const gvkText = (apiVersion: string, kind: string): string =>
  `${apiVersion.includes('/') ? '' : '/'}${apiVersion}, Kind=${kind}`;

function fieldsOfBody({ body }: ApiRequest, info: ResourceInfo): Fields {
  if (!isFields(body)) throw badRequest(`the object provided is unrecognized (must be of type ${info.kind})`);
  return body;
}

export function placed(body: Fields, info: ResourceInfo): KubeObject {
  const metadata = named(body['metadata']);
  const { apiVersion, kind } = info;
  if (body['apiVersion'] === apiVersion && body['kind'] === kind && metadata === body['metadata']) {
    return body as unknown as KubeObject;
  }
  return { ...body, apiVersion, kind, metadata };
}

function named(metadata: unknown): ObjectMeta {
  if (!isFields(metadata)) return { name: '' };
  return (metadata['name'] === undefined ? { ...metadata, name: '' } : metadata) as unknown as ObjectMeta;
}

function checkDecodes(body: Fields, validation: string, info: ResourceInfo): void {
  const apiVersion = textOf(body['apiVersion']) || info.apiVersion;
  const kind = textOf(body['kind']) || info.kind;
  const asked = `${kind} in version ${JSON.stringify(versionOf(apiVersion))} cannot be handled as a ${info.kind}: `;
  const known = RESOURCES.find((other) => other.kind === kind && other.apiVersion === apiVersion);
  const { error, unknown } = decode(body, kind);
  if (error !== undefined) throw badRequest(asked + error);
  if (kind !== info.kind) throw badRequest(asked + otherKind(known, kind, apiVersion, info));
  if (apiVersion !== info.apiVersion) {
    throw badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${info.apiVersion})`,
    );
  }
  if (validation === 'Strict' && unknown.length > 0) {
    throw badRequest(`${asked}strict decoding error: ${unknown.map(unknownField).join(', ')}`);
  }
}

/** What the scheme says of a kind that is not the resource's. */
export const otherKind = (
  known: ResourceInfo | undefined,
  kind: string,
  apiVersion: string,
  info: ResourceInfo,
): string =>
  known === undefined
    ? `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/api/legacyscheme/scheme.go:30"`
    : `converting (${internalType(known)}) to (${hub(info)}): unknown conversion`;

export const unknownField = (path: string): string => `unknown field ${JSON.stringify(path)}`;

const internalType = (info: ResourceInfo): string => `${versionOf(info.apiVersion)}.${info.kind}`;
const hub = (info: ResourceInfo): string =>
  `${groupOf(info) === '' ? 'core' : groupOf(info).split('.')[0]}.${info.kind}`;
