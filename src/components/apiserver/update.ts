/**
 * PUT and what PATCH ends in: k8s.io/apiserver pkg/registry/rest/update.go and generic/registry/store.go Update (v0.37).
 * Left out: create on update (Lease, Event, Service), managedFields.
 */
import { keyOf, type KubeObject, type ObjectMeta } from '../../model/objects.ts';
import type { ResourceInfo } from '../../model/resources.ts';
import { checkPodSecurity, podSecurityWarnings } from './admission-security.ts';
import type { Core } from './core.ts';
import { objectBody } from './body.ts';
import { applyDefaults } from './defaults.ts';
import { equal } from './equal.ts';
import { fieldsOf, listOf, omit } from './fields.ts';
import { checkNamespace, namespaceOfBody } from './namespaces.ts';
import type { Outcome } from './outcome.ts';
import { badRequest, conflict, internal, modified, notFound, qualifiedResource } from './refusal.ts';
import { changesSpec, countsGeneration, hasStatus, templateGenerationAfter } from './strategy.ts';
import { ownedAfter, type WriteContext } from './tracking.ts';
import type { ApiRequest, ApiResponse } from './types.ts';
import { validateUpdate } from './validate.ts';
import { headersOf } from './warnings.ts';

export function update(core: Core, request: ApiRequest, info: ResourceInfo, context: WriteContext): Outcome {
  const body = objectBody(request, info);
  const namespace = namespaceOfBody(request, info, body);
  const name = request.name ?? body.metadata.name;
  if (namespace !== undefined) checkNamespace(core, info, namespace, name, false);
  if (body.metadata.name !== '' && body.metadata.name !== name) {
    throw badRequest(`the name of the object (${body.metadata.name}) does not match the name on the URL (${name})`);
  }
  const key = keyOf(info.kind, namespace, name);
  const before = core.store.get(key);
  if (before === undefined) throw notFound(info, name);
  checkVersion(info, before, body.metadata);
  const place: Place = { core, info, key, before, context };
  if (request.subresource === 'finalize') return finalize(place, body);
  return request.subresource === 'status' ? writeStatus(place, body) : write(place, body);
}

/** Of a Namespace: spec.finalizers and nothing else (pkg/registry/core/namespace, the finalize strategy). */
function finalize(place: Place, body: KubeObject): Outcome {
  const { finalizers } = fieldsOf(body.spec);
  return commit(place, { ...place.before, spec: { ...fieldsOf(place.before.spec), finalizers } });
}

/** Where something is to be written, and by whom. */
export interface Place {
  readonly core: Core;
  readonly info: ResourceInfo;
  readonly key: string;
  readonly before: KubeObject;
  readonly context: WriteContext;
}

/** A uid or a resourceVersion that the caller sent must be the stored one (1.3). */
export function checkVersion(info: ResourceInfo, before: KubeObject, sent: ObjectMeta): void {
  const { name, namespace, uid, resourceVersion } = before.metadata;
  const version = sent.resourceVersion ?? '';
  if (version !== '' && !/^\d+$/.test(version)) {
    throw internal(`strconv.ParseUint: parsing ${JSON.stringify(version)}: invalid syntax`);
  }
  if (sent.uid !== undefined && sent.uid !== '' && sent.uid !== uid) {
    const path = `/registry/${info.resource}/${namespace === undefined ? '' : `${namespace}/`}${name}`;
    throw conflict(
      qualifiedResource(info),
      name,
      `StorageError: invalid object, Code: 4, Key: ${path}, ResourceVersion: 0, AdditionalErrorMsg: ` +
        `Precondition failed: UID in precondition: ${sent.uid}, UID in object meta: ${uid ?? ''}`,
    );
  }
  if (version !== '' && version !== '0' && version !== resourceVersion) throw modified(info, name);
}

/** Stores `sent` in the place of `before`: all but status and what the server owns. */
export function write(place: Place, sent: KubeObject): Outcome {
  const { core, info, before, context } = place;
  const filled = sent.spec === before.spec && sent.spec !== undefined ? sent : applyDefaults(sent);
  const owned = ownedAfter(core, context, before, filled);
  const ruled = hasStatus(info.kind) ? withStatus(filled, before.status) : filled;
  const bump = countsGeneration(core, info.kind) && changesSpec(before, ruled);
  const metadata = carriedMeta(before.metadata, sent.metadata, generationOf(before) + (bump ? 1 : 0), owned);
  return commit(place, templateGenerationAfter(before, { ...ruled, metadata }));
}

/** Stores the status of `sent` and such metadata as a status write may change (1.6). */
export function writeStatus(place: Place, sent: KubeObject): Outcome {
  const { core, info, before, context } = place;
  const meta = sent.metadata;
  const mayLabel = info.kind === 'Pod' || info.kind === 'Node';
  const kept: ObjectMeta = {
    ...meta,
    ...(before.metadata.ownerReferences === undefined ? {} : { ownerReferences: before.metadata.ownerReferences }),
    ...(mayLabel || before.metadata.labels === undefined ? {} : { labels: before.metadata.labels }),
  };
  const draft = withStatus({ ...before, metadata: kept }, sent.status);
  const owned = ownedAfter(core, context, before, draft);
  const metadata = carriedMeta(before.metadata, kept, generationOf(before), owned);
  return commit(place, { ...draft, metadata });
}

const generationOf = (object: KubeObject): number => object.metadata.generation ?? 0;

function withStatus(object: KubeObject, status: unknown): KubeObject {
  if (object.status === status) return object;
  if (status !== undefined) return { ...object, status };
  return omit(object, ['status']);
}

/** What the client sent, with the fields of the server as they were. */
function carriedMeta(
  before: ObjectMeta,
  sent: ObjectMeta,
  generation: number,
  owned: ObjectMeta['managedFields'],
): ObjectMeta {
  if (sent === before && (before.generation ?? 0) === generation && owned === before.managedFields) return before;
  const kept = omit(sent, SERVERS_OWN);
  const { namespace, uid, resourceVersion, creationTimestamp, deletionTimestamp, generateName } = before;
  const grace = before.deletionGracePeriodSeconds;
  return {
    ...kept,
    name: before.name,
    ...(generateName === undefined ? {} : { generateName }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(uid === undefined ? {} : { uid }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
    ...(generation === 0 ? {} : { generation }),
    ...(creationTimestamp === undefined ? {} : { creationTimestamp }),
    ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
    ...(grace === undefined ? {} : { deletionGracePeriodSeconds: grace }),
    ...(owned === undefined ? {} : { managedFields: owned }),
  };
}

/** Fields of metadata that an update takes from what is stored. */
const SERVERS_OWN = [
  'generateName',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'managedFields',
];

/** Writes what differs; an update that takes the last finalizer of an object being deleted removes it (1.4, 1.8). */
export function commit({ core, info, key, before, context }: Place, after: KubeObject): Outcome {
  // A hand-written object may stand in the store without what a create fills in: that is no change.
  validateUpdate(core, info, after.spec === before.spec ? before : applyDefaults(before), after);
  const whole = context.writer.subresource === '';
  if (whole) checkPodSecurity(core, info, after, before);
  const notes = whole && context.warns ? headersOf(podSecurityWarnings(core, after, before)) : {};
  const answer = (object: KubeObject, written: boolean): ApiResponse => ({ code: 200, object, written, ...notes });
  if (after === before || equal(before, after)) return { response: answer(before, false), key };
  if (context.dryRun) return { response: answer(after, false), key };
  const ends = endsHere(before.metadata, after);
  const object = ends ? (core.store.remove(key, after) ?? after) : core.store.put(key, after);
  return { response: answer(object, true), written: { key, revision: core.store.revision } };
}

function endsHere(before: ObjectMeta, { kind, metadata, spec }: KubeObject): boolean {
  if (before.deletionTimestamp === undefined || (metadata.finalizers?.length ?? 0) > 0) return false;
  if (kind === 'Namespace' && listOf(fieldsOf(spec)['finalizers']).length > 0) return false;
  // A Pod in its grace period has no finalizers to lose, and waits for its kubelet.
  return (before.deletionGracePeriodSeconds ?? 0) === 0;
}
