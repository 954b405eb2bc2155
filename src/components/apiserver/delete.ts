/**
 * DELETE: k8s.io/apiserver pkg/registry/rest/delete.go and generic/registry/store.go Delete (v0.37), the pod strategy's
 * CheckGracefulDelete, garbage-collection finalizers. Left out: dry run, ignoreStoreReadErrorWithClusterBreakingPotential.
 */
import { keyOf, type KubeObject, type ObjectMeta, type Pod } from '../../model/objects.ts';
import type { ResourceInfo } from '../../model/resources.ts';
import type { Core } from './core.ts';
import { equal } from './equal.ts';
import { fieldsOf, listOf } from './fields.ts';
import { checkNamespaceMayGo } from './namespaces.ts';
import type { Next, Outcome } from './outcome.ts';
import { conflict, notFound } from './refusal.ts';
import type { ApiRequest } from './types.ts';

const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';

/** Kinds whose DELETE answers with the last content; the others answer Success. */
const ANSWERED_WITH_OBJECT = new Set([
  'Pod',
  'Service',
  'ServiceAccount',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'ResourceQuota',
]);

type Options = NonNullable<ApiRequest['options']>;

export function remove(core: Core, request: ApiRequest, info: ResourceInfo): Outcome {
  const key = keyOf(info.kind, info.namespaced ? (request.namespace ?? 'default') : undefined, request.name ?? '');
  const object = core.store.get(key);
  if (object === undefined) throw notFound(info, request.name ?? '');
  const options = request.options ?? {};
  checkPreconditions(info, object, options);
  checkNamespaceMayGo(info, object.metadata.name);
  return removeObject(core, key, object, options);
}

export function checkPreconditions(info: ResourceInfo, object: KubeObject, options: Options): void {
  const { name, uid = '', resourceVersion = '' } = object.metadata;
  const wanted = options.preconditions ?? {};
  const tail = 'The object might have been deleted and then recreated';
  if (wanted.uid !== undefined && wanted.uid !== uid) {
    const why = `the UID in the precondition (${wanted.uid}) does not match the UID in record (${uid}). ${tail}`;
    throw conflict(info.kind, name, why);
  }
  if (wanted.resourceVersion !== undefined && wanted.resourceVersion !== resourceVersion) {
    const why =
      `the ResourceVersion in the precondition (${wanted.resourceVersion}) does not match the ResourceVersion ` +
      `in record (${resourceVersion}). The object might have been modified`;
    throw conflict(info.kind, name, why);
  }
}

/** Marks the object, or removes it; a Pod at grace 0 is first marked and then removed: two commits. */
export function removeObject(core: Core, key: string, object: KubeObject, options: Options): Outcome {
  if (object.kind === 'Namespace') return removeNamespace(core, key, object);
  const finalizers = finalizersFor(object, options);
  const grace = object.kind === 'Pod' ? markGraceful(core, object as Pod, options) : NOT_GRACEFUL;
  if (grace.kind === 'pending') return { response: { code: 200, object, written: false }, key };
  const draft = grace.kind === 'marked' ? grace.object : object;
  if (finalizers.length > 0) return mark(core, key, object, grace, withFinalizers(draft, finalizers));
  if (grace.kind === 'none') return drop(core, key, object);
  const stored = core.store.put(key, draft);
  const written = { key, revision: core.store.revision };
  const response = { code: 200, object: stored, written: true };
  if (grace.seconds > 0) return { response, written };
  const next: Next = { kind: 'remove', key, uid: object.metadata.uid ?? '' };
  return { response, written, next };
}

/** The second commit of a delete at once. */
export function removeMarked(core: Core, key: string, uid: string): Outcome {
  const object = core.store.get(key);
  if (object === undefined || (object.metadata.uid ?? '') !== uid)
    return { response: { code: 200, written: false }, key };
  return drop(core, key, object);
}

function drop(core: Core, key: string, object: KubeObject): Outcome {
  const gone = core.store.remove(key) ?? object;
  const answer = ANSWERED_WITH_OBJECT.has(object.kind) ? { object: gone } : {};
  return { response: { code: 200, ...answer, written: true }, written: { key, revision: core.store.revision } };
}

/** With finalizers the object stays, marked. */
function mark(core: Core, key: string, before: KubeObject, grace: Grace, draft: KubeObject): Outcome {
  const after = grace.kind === 'marked' ? draft : { ...draft, metadata: markedNow(core, draft.metadata) };
  if (equal(before, after)) return { response: { code: 200, object: before, written: false }, key };
  const object = core.store.put(key, after);
  return { response: { code: 200, object, written: true }, written: { key, revision: core.store.revision } };
}

function markedNow(core: Core, metadata: ObjectMeta): ObjectMeta {
  if (metadata.deletionTimestamp !== undefined && metadata.deletionGracePeriodSeconds === 0) return metadata;
  const first = metadata.deletionTimestamp === undefined;
  const deletionTimestamp = core.timestamp();
  return { ...metadata, ...(first ? raised(metadata) : {}), deletionTimestamp, deletionGracePeriodSeconds: 0 };
}

/** The first mark raises the generation, where there is one. */
const raised = ({ generation = 0 }: ObjectMeta): Partial<ObjectMeta> =>
  generation > 0 ? { generation: generation + 1 } : {};

type Grace =
  | { readonly kind: 'none' }
  /** Being deleted already, and nothing to shorten. */
  | { readonly kind: 'pending' }
  | { readonly kind: 'marked'; readonly object: KubeObject; readonly seconds: number };

const NOT_GRACEFUL: Grace = { kind: 'none' };

function markGraceful(core: Core, pod: Pod, options: Options): Grace {
  const { metadata } = pod;
  if (metadata.deletionTimestamp !== undefined) return shorten(core, pod, metadata.deletionTimestamp, options);
  const seconds = gracePeriod(pod, options);
  const marks = { deletionTimestamp: core.fromNow(seconds), deletionGracePeriodSeconds: seconds };
  return { kind: 'marked', object: { ...pod, metadata: { ...metadata, ...raised(metadata), ...marks } }, seconds };
}

/** CheckGracefulDelete: nobody has to stop a Pod that never was on a node, or that has ended. */
function gracePeriod({ spec, status }: Pod, options: Options): number {
  if ((spec.nodeName ?? '') === '') return 0;
  if (status?.phase === 'Succeeded' || status?.phase === 'Failed') return 0;
  const seconds = options.gracePeriodSeconds ?? spec.terminationGracePeriodSeconds ?? 0;
  return seconds < 0 ? 1 : seconds;
}

function shorten(core: Core, pod: Pod, deletionTimestamp: string, options: Options): Grace {
  const old = pod.metadata.deletionGracePeriodSeconds ?? 0;
  if (old === 0) return NOT_GRACEFUL;
  const wanted = options.gracePeriodSeconds;
  if (wanted === undefined || wanted >= old) return { kind: 'pending' };
  const { text, past } = core.later(deletionTimestamp, wanted - old);
  const seconds = past && wanted !== 0 ? 1 : Math.max(0, wanted);
  const marks = { deletionTimestamp: text, deletionGracePeriodSeconds: seconds };
  return { kind: 'marked', object: { ...pod, metadata: { ...pod.metadata, ...marks } }, seconds };
}

/** deletionFinalizersForGarbageCollection: what is to happen with dependents stands in the list of finalizers. */
function finalizersFor(object: KubeObject, options: Options): readonly string[] {
  const present = object.metadata.finalizers ?? [];
  if (object.kind === 'Event') return present;
  const policy = options.propagationPolicy ?? policyOf(object, present);
  const others = present.filter((name) => name !== ORPHAN && name !== FOREGROUND);
  if (policy === 'Orphan') return [...others, ORPHAN];
  if (policy === 'Foreground') return [...others, FOREGROUND];
  return others.length === present.length ? present : others;
}

function policyOf(object: KubeObject, present: readonly string[]): 'Orphan' | 'Foreground' | 'Background' {
  if (present.includes(ORPHAN)) return 'Orphan';
  if (present.includes(FOREGROUND)) return 'Foreground';
  return object.kind === 'Job' ? 'Orphan' : 'Background';
}

function withFinalizers(object: KubeObject, finalizers: readonly string[]): KubeObject {
  if (object.metadata.finalizers === finalizers) return object;
  return { ...object, metadata: { ...object.metadata, finalizers } };
}

/** A namespace waits, Terminating, until what is in it is gone and its own finalizers are. */
function removeNamespace(core: Core, key: string, namespace: KubeObject): Outcome {
  const { metadata } = namespace;
  if (listOf(fieldsOf(namespace.spec)['finalizers']).length === 0) return drop(core, key, namespace);
  if (metadata.deletionTimestamp !== undefined)
    return { response: { code: 200, object: namespace, written: false }, key };
  const object = core.store.put(key, {
    ...namespace,
    metadata: { ...metadata, deletionTimestamp: core.timestamp() },
    status: { ...fieldsOf(namespace.status), phase: 'Terminating' },
  });
  return { response: { code: 200, object, written: true }, written: { key, revision: core.store.revision } };
}
