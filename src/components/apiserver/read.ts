/** GET of one object and of a list: k8s.io/apiserver pkg/endpoints/handlers/get.go (v0.37). Left out: limit, continue. */
import { keyOf, type KubeObject } from '../../model/objects.ts';
import type { ResourceInfo } from '../../model/resources.ts';
import { parseFieldSelector, parseSelector } from '../../model/selectors.ts';
import type { Core } from './core.ts';
import type { Outcome } from './outcome.ts';
import { badRequest, notFound, refuse } from './refusal.ts';
import { selectableFields } from './selectable.ts';
import type { ApiRequest } from './types.ts';

export function get(core: Core, request: ApiRequest, info: ResourceInfo): Outcome {
  const key = keyOf(info.kind, info.namespaced ? (request.namespace ?? 'default') : undefined, request.name ?? '');
  const object = core.store.get(key);
  if (object === undefined) throw notFound(info, request.name ?? '');
  return { response: { code: 200, object, written: false }, key };
}

export function list(core: Core, request: ApiRequest, info: ResourceInfo): Outcome {
  checkListOptions(core, request);
  const items = selected(core, request, core.store.list(info.kind, info.namespaced ? request.namespace : undefined));
  return { response: { code: 200, items, revision: core.store.revision, written: false } };
}

/** What the options say about the revision (1.10). The revision of the store is always the newest, so only bounds matter. */
function checkListOptions(core: Core, request: ApiRequest): void {
  const { resourceVersion = '', resourceVersionMatch = '' } = request.options ?? {};
  if (resourceVersionMatch !== '' && resourceVersion === '') {
    const message = 'Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided';
    const cause = { reason: 'FieldValueForbidden', message, field: 'resourceVersionMatch' };
    throw refuse(422, 'Invalid', `ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: ${message}`, [cause]);
  }
  const wanted = Number(resourceVersion);
  if (wanted > core.store.revision) {
    const message = 'Too large resource version';
    throw refuse(504, 'Timeout', `Timeout: ${message}: ${resourceVersion}, current: ${core.store.revision}`, [
      { reason: 'ResourceVersionTooLarge', message },
    ]);
  }
  if (resourceVersionMatch === 'Exact' && wanted < core.store.revision && wanted < core.store.firstRevision) {
    throw refuse(410, 'Expired', 'The resourceVersion for the provided list is too old.');
  }
}

/** Those that the request's label and field selectors take. */
export function selected(core: Core, request: ApiRequest, items: readonly KubeObject[]): readonly KubeObject[] {
  const { labelSelector = '', fieldSelector = '' } = request.options ?? {};
  let left = items;
  try {
    if (labelSelector !== '') {
      const matcher = parseSelector(labelSelector, core.version);
      left = left.filter(({ metadata }) => matcher.matches(metadata.labels));
    }
    if (fieldSelector !== '') {
      const matcher = parseFieldSelector(fieldSelector);
      left = left.filter((object) => matcher.matches(selectableFields(object)));
    }
  } catch (error) {
    throw badRequest(error instanceof Error ? error.message : String(error));
  }
  return left;
}
