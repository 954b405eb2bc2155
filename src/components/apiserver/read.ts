/** GET of one object and of a list: k8s.io/apiserver pkg/endpoints/handlers/get.go (v0.37). */
import { compareBytes } from '../../kernel/kernel.ts';
import { keyOf, objectKey, type KubeObject } from '../../model/objects.ts';
import { resourceInfo, type ResourceInfo } from '../../model/resources.ts';
import { parseFieldSelector, parseSelector } from '../../model/selectors.ts';
import { encodeContinue } from './continue-token.ts';
import type { Core } from './core.ts';
import { readFrom } from './list-options.ts';
import type { Outcome } from './outcome.ts';
import { badRequest, notFound, Refusal } from './refusal.ts';
import { checkFieldTerms, selectableFields } from './selectable.ts';
import type { ApiRequest } from './types.ts';

const keyIn = (request: ApiRequest, info: ResourceInfo): string =>
  keyOf(info.kind, info.namespaced ? (request.namespace ?? 'default') : undefined, request.name ?? '');

export function get(core: Core, request: ApiRequest, info: ResourceInfo): Outcome {
  const key = keyIn(request, info);
  const { resourceVersion = '' } = request.options ?? {};
  const object = resourceVersion === '' ? core.store.get(key) : core.store.getAt(readFrom(core, request).step, key);
  if (object === undefined) throw notFound(info, request.name ?? '');
  return { response: { code: 200, object, written: false }, key };
}

export function list(core: Core, request: ApiRequest, info: ResourceInfo): Outcome {
  const from = readFrom(core, request);
  const namespace = info.namespaced ? request.namespace : undefined;
  const found = selected(core, request, core.store.listAt(from.step, info.kind, namespace));
  const { revision, limit, startKey } = from;
  if (limit === 0 && startKey === '') return { response: { code: 200, items: found, revision, written: false } };
  const prefix = (namespace === undefined ? `${info.kind}/` : `${info.kind}/${namespace}/`).length;
  const keyBelow = (object: KubeObject): string => objectKey(object).slice(prefix);
  const rest = found.filter((object) => compareBytes(keyBelow(object), startKey) >= 0);
  const items = limit === 0 ? rest : rest.slice(0, limit);
  const last = items.at(-1);
  const remaining = rest.length - items.length;
  const response = { code: 200, items, revision, written: false };
  if (remaining === 0 || last === undefined) return { response };
  const token = encodeContinue({ revision, startKey: `${keyBelow(last)}\u0000` });
  const selects = hasSelector(request);
  return { response: { ...response, continue: token, ...(selects ? {} : { remainingItemCount: remaining }) } };
}

/** With a selector the server does not count what is left. */
const hasSelector = ({ options = {} }: ApiRequest): boolean =>
  (options.labelSelector ?? '') !== '' || (options.fieldSelector ?? '') !== '';

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
      const info = resourceInfo(request.resource);
      if (info !== undefined) checkFieldTerms(info, matcher.terms);
      left = left.filter((object) => matcher.matches(selectableFields(object)));
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw badRequest(error instanceof Error ? error.message : String(error));
  }
  return left;
}
