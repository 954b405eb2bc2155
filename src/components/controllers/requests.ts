/** Requests that several controllers send in the same form. */
import type { KubeObject } from '../../model/objects.ts';
import type { ApiRequest } from '../apiserver/apiserver.ts';

export const inNamespace = ({ metadata }: KubeObject): { readonly namespace?: string } =>
  metadata.namespace === undefined ? {} : { namespace: metadata.namespace };

/** @param resource plural, as in paths: "replicasets" */
export const readRequest = (resource: string, object: KubeObject): ApiRequest => ({
  verb: 'get',
  resource,
  ...inNamespace(object),
  name: object.metadata.name,
});

/** Writes the status of `body`. */
export const statusRequest = (resource: string, body: KubeObject): ApiRequest => ({
  verb: 'update',
  resource,
  ...inNamespace(body),
  name: body.metadata.name,
  subresource: 'status',
  body,
});
