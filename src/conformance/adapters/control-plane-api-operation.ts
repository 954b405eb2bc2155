import type { ApiRequest } from '../../components/apiserver/apiserver.ts';
import { type KubeObject, objectKey } from '../../model/objects.ts';
import type { Adapter } from '../types.ts';
import { answerOf, API_COMPARE, patchTypeOf, readManifest, serverWith } from './api-server.ts';

interface WrittenRequest {
  readonly verb: ApiRequest['verb'];
  readonly resource: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: NonNullable<ApiRequest['subresource']>;
  readonly contentType?: string;
  /** Parsed JSON, or the text of a manifest. */
  readonly body?: unknown;
  readonly options?: Readonly<Record<string, string>>;
  readonly user: string | { readonly name: string };
}

interface Given {
  readonly resourceVersion: string;
  readonly objects: readonly KubeObject[];
  readonly request: WrittenRequest;
}

function optionsOf(query: Readonly<Record<string, string>>): NonNullable<ApiRequest['options']> {
  const { fieldManager, labelSelector, fieldSelector, resourceVersion, gracePeriodSeconds } = query;
  return {
    ...(fieldManager === undefined ? {} : { fieldManager }),
    ...(labelSelector === undefined ? {} : { labelSelector }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds: Number(gracePeriodSeconds) }),
  };
}

/** A DELETE's body is its DeleteOptions, which the api-server's face has among its options. */
function deleteOptions(body: unknown): NonNullable<ApiRequest['options']> {
  if (typeof body !== 'object' || body === null) return {};
  const { preconditions, gracePeriodSeconds, propagationPolicy } = body as NonNullable<ApiRequest['options']>;
  return {
    ...(preconditions === undefined ? {} : { preconditions }),
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(propagationPolicy === undefined ? {} : { propagationPolicy }),
  };
}

function requestOf(written: WrittenRequest): ApiRequest {
  const { verb, resource, namespace, name, subresource, contentType } = written;
  const body = typeof written.body === 'string' ? readManifest(written.body) : written.body;
  const options = { ...optionsOf(written.options ?? {}), ...(verb === 'delete' ? deleteOptions(body) : {}) };
  return {
    verb,
    resource,
    options,
    ...(namespace === undefined ? {} : { namespace }),
    ...(name === undefined ? {} : { name }),
    ...(subresource === undefined ? {} : { subresource }),
    ...(body === undefined || body === null || verb === 'delete' ? {} : { body }),
    ...patchTypeOf(contentType),
  };
}

export const controlPlaneApiOperation: Adapter = {
  source: 'control-plane',
  kind: 'api-operation',
  compare: API_COMPARE,
  run(row, version) {
    const { objects, request, resourceVersion } = row.given as Given;
    const server = serverWith(version, objects, Number(resourceVersion));
    const user = typeof request.user === 'string' ? request.user : request.user.name;
    const response = server.handle(requestOf(request), user);
    // Over the wire a deletion that is complete is answered with a Status; the face answers with what was deleted.
    const { object } = response;
    if (request.verb !== 'delete' || object === undefined || server.get(objectKey(object)) !== undefined)
      return answerOf(response);
    return { code: response.code, status: 'Success' };
  },
};
