/** Which operation answers a request; the one place where refusals become answers. */
import { keyOf } from '../../model/objects.ts';
import { resourceInfo, type ResourceInfo } from '../../model/resources.ts';
import { apply } from './apply.ts';
import { bind } from './binding.ts';
import type { Core } from './core.ts';
import { create } from './create.ts';
import { remove, removeMarked, removeObject } from './delete.ts';
import { omit } from './fields.ts';
import type { Next, Outcome } from './outcome.ts';
import { evict, evictFurther } from './eviction.ts';
import { patch } from './patch.ts';
import { get, list, selected } from './read.ts';
import { Refusal, refuse, refused } from './refusal.ts';
import { scale } from './scale.ts';
import { writeContext } from './tracking.ts';
import type { ApiRequest } from './types.ts';
import { update } from './update.ts';

export function begin(core: Core, request: ApiRequest, user: string): Outcome {
  return answering(request, () => {
    const info = resourceInfo(request.resource);
    const served = info?.apiVersion === (request.apiVersion ?? info?.apiVersion);
    if (info === undefined || !served)
      throw refuse(404, 'NotFound', 'the server could not find the requested resource');
    const outcome = operate(core, request, info, user);
    noteManager(core, request, outcome);
    return outcome;
  });
}

/** Clients that give no name are told from the trace. An apply, and what was applied, has it written down. */
function noteManager(core: Core, { options }: ApiRequest, { written }: Outcome): void {
  if (options?.fieldManager !== undefined && written !== undefined)
    core.managers.note(written.key, written.revision, options.fieldManager);
}

export function proceed(core: Core, next: Next): Outcome {
  switch (next.kind) {
    case 'remove':
      return removeMarked(core, next.key, next.uid);
    case 'evict':
      return evictFurther(core, next);
    case 'delete':
      return removeNext(core, next.keys, next.options);
  }
}

/** Of the kernel (its laws are W-1 and so on): its state would be wrong from then on. */
const BROKEN_LAW = /^(?:invariant broken|W-\d)/;
/** WithPanicRecovery, filters/wrap.go. */
const PANIC = 'This request caused apiserver to panic. Look in the logs for details.';

/**
 * The net below all checks: what a person sent must not end the run. A component's request that the server cannot handle
 * is a defect of this program and is not hidden.
 */
function answering(request: ApiRequest, run: () => Outcome): Outcome {
  try {
    return run();
  } catch (error) {
    if (error instanceof Refusal) return { response: refused(error) };
    const ofPerson = request.options?.fieldValidation !== undefined;
    if (ofPerson && error instanceof Error && !BROKEN_LAW.test(error.message)) {
      return { response: refused(refuse(500, 'InternalError', `${PANIC} (${error.message})`)) };
    }
    throw error;
  }
}

function operate(core: Core, request: ApiRequest, info: ResourceInfo, user: string): Outcome {
  const context = writeContext(request, info, user);
  if (request.subresource === 'scale') return scale(core, request, info, context);
  switch (request.verb) {
    case 'get':
      return get(core, request, info);
    case 'list':
      return list(core, request, info);
    case 'create':
      if (request.subresource === 'binding') return bind(core, request, info);
      return request.subresource === 'eviction' ? evict(core, request, info) : create(core, request, info, context);
    case 'update':
      return update(core, request, info, context);
    case 'patch':
      return (request.patchType === 'apply' ? apply : patch)(core, request, info, context);
    case 'delete':
      return remove(core, request, info);
    case 'deletecollection':
      return removeAll(core, request, info);
  }
}

function removeAll(core: Core, request: ApiRequest, info: ResourceInfo): Outcome {
  const found = selected(core, request, core.store.list(info.kind, info.namespaced ? request.namespace : undefined));
  const keys = found.map(({ kind, metadata }) => keyOf(kind, metadata.namespace, metadata.name));
  if (keys.length === 0) return { response: { code: 200, items: [], revision: core.store.revision, written: false } };
  const { propagationPolicy } = request.options ?? {};
  return removeNext(core, keys, propagationPolicy === undefined ? {} : { propagationPolicy });
}

/** One object a commit. */
function removeNext(core: Core, keys: readonly string[], options: NonNullable<ApiRequest['options']>): Outcome {
  const [key = '', ...rest] = keys;
  const object = core.store.get(key);
  const outcome: Outcome =
    object === undefined ? { response: { code: 200, written: false }, key } : removeObject(core, key, object, options);
  const left = outcome.next?.kind === 'remove' ? [key, ...rest] : rest;
  const alone = omit(outcome, ['next']);
  return left.length === 0 ? alone : { ...alone, next: { kind: 'delete', keys: left, options } };
}
