/** PATCH: k8s.io/apiserver pkg/endpoints/handlers/patch.go (v0.37). Left out: patches of unknown kinds by strategy. */
import { keyOf, type KubeObject, type ObjectMeta } from '../../model/objects.ts';
import type { ResourceInfo } from '../../model/resources.ts';
import type { Core } from './core.ts';
import { isFields, isList, type Fields } from './fields.ts';
import { checkNamespace } from './namespaces.ts';
import type { Outcome } from './outcome.ts';
import { applyJsonPatch, JsonPatchError } from './patch-json.ts';
import { applyMergePatch } from './patch-merge.ts';
import { patchedBody } from './patched-body.ts';
import { applyStrategicPatch, StrategicPatchError } from './patch-strategic.ts';
import { badRequest, notFound, refuse } from './refusal.ts';
import type { WriteContext } from './tracking.ts';
import type { ApiRequest } from './types.ts';
import { checkVersion, write, writeStatus, type Place } from './update.ts';

export function patch(core: Core, request: ApiRequest, info: ResourceInfo, context: WriteContext): Outcome {
  const namespace = info.namespaced ? (request.namespace ?? 'default') : undefined;
  const name = request.name ?? '';
  if (namespace !== undefined) checkNamespace(core, info, namespace, name, false);
  const key = keyOf(info.kind, namespace, name);
  const before = core.store.get(key);
  if (before === undefined) throw notFound(info, name);
  const after = patchedBody(request, info, patched(request, before));
  if (after === before) return { response: { code: 200, object: before, written: false }, key };
  checkVersion(info, before, after.metadata);
  checkIdentity(before, after);
  const place: Place = { core, info, key, before, context };
  return request.subresource === 'status' ? writeStatus(place, after) : write(place, after);
}

function patched(request: ApiRequest, before: KubeObject): unknown {
  const { body } = request;
  if (request.patchType === 'json') return byJsonPatch(before, body);
  if (!isFields(body)) throw badRequest('the patch is not an object');
  if (request.patchType === 'strategic') return byStrategicPatch(before, body);
  return applyMergePatch(before, body);
}

function byJsonPatch(before: KubeObject, body: unknown): unknown {
  if (!isList(body)) throw badRequest('the patch is not a list');
  try {
    return applyJsonPatch(before, body);
  } catch (error) {
    if (!(error instanceof JsonPatchError)) throw error;
    // The server keeps what was wrong to itself.
    throw refuse(422, 'Invalid', 'the server rejected our request due to an error in our request');
  }
}

function byStrategicPatch(before: KubeObject, body: Fields): Fields {
  try {
    return applyStrategicPatch(before as unknown as Fields, body, before.kind);
  } catch (error) {
    if (!(error instanceof StrategicPatchError)) throw error;
    throw badRequest(error.message);
  }
}

function checkIdentity(before: KubeObject, after: KubeObject): void {
  const is: ObjectMeta = before.metadata;
  if (after.metadata.name === '') {
    throw badRequest(`the name of the object (${is.name} based on URL) was undeterminable: name must be provided`);
  }
  if (after.metadata.name !== is.name) {
    throw badRequest(`the name of the object (${after.metadata.name}) does not match the name on the URL (${is.name})`);
  }
  if ((after.metadata.namespace ?? is.namespace) !== is.namespace) {
    throw badRequest('the namespace of the object does not match the namespace on the request');
  }
}
