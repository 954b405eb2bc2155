/**
 * ControllerRevisions: what the template of a DaemonSet or StatefulSet was, newest last: pkg/controller/history/
 * controller_history.go and daemon/update.go (v1.37). Left out: several with equal data; a DaemonSet's adoption of revisions and
 * name collisions.
 */
import { compareBytes } from '../../kernel/kernel.ts';
import type { KubeObject, PodTemplateSpec } from '../../model/objects.ts';
import type { ApiRequest } from '../apiserver/apiserver.ts';
import { templateHash } from './deployment/template.ts';
import { equalJson } from './equal-json.ts';
import { controllerOf, newControllerRef } from './owner.ts';

export const HASH_LABEL = 'controller-revision-hash';
/** revisionHistoryLimit. */
const LIMIT = 10;

export interface ControllerRevision extends KubeObject {
  readonly kind: 'ControllerRevision';
  readonly revision: number;
  readonly data?: unknown;
}

interface Owner extends KubeObject {
  readonly spec: { readonly template: PodTemplateSpec; readonly revisionHistoryLimit?: number };
  readonly status?: { readonly collisionCount?: number };
}

export const isRevision = (object: KubeObject): object is ControllerRevision => object.kind === 'ControllerRevision';

/** How revisions differ between kinds of owners. */
export interface RevisionForm {
  /** Of the hash of the template. */
  readonly label: string;
}

const OF_DAEMON_SETS: RevisionForm = { label: HASH_LABEL };

/** Oldest first. */
export const inOrder = (revisions: readonly ControllerRevision[]): readonly ControllerRevision[] =>
  [...revisions].sort((a, b) => a.revision - b.revision || compareBytes(a.metadata.name, b.metadata.name));

/** Oldest first. */
export function revisionsOf(owner: KubeObject, all: readonly KubeObject[]): readonly ControllerRevision[] {
  return inOrder(
    all.filter(
      (object): object is ControllerRevision => isRevision(object) && controllerOf(object)?.uid === owner.metadata.uid,
    ),
  );
}

/** The hash that Pods of this revision are labelled with. */
export const hashOfRevision = ({ metadata }: KubeObject): string => metadata.labels?.[HASH_LABEL] ?? '';

/** What a revision keeps: a strategic patch that puts the template back. */
const dataOf = ({ spec }: Owner): object => ({ spec: { template: { ...spec.template, $patch: 'replace' } } });

export type Current =
  | { readonly kind: 'present'; readonly revision: ControllerRevision }
  /** To be sent before anything is made of the template. */
  | { readonly kind: 'write'; readonly request: ApiRequest };

/** The revision of the owner's template as it is now; one that was there before becomes the newest again. */
export function currentRevision(
  owner: Owner,
  revisions: readonly ControllerRevision[],
  form: RevisionForm = OF_DAEMON_SETS,
  collisions = owner.status?.collisionCount,
): Current {
  const newest = revisions.at(-1)?.revision ?? 0;
  const found = revisions.filter((revision) => isOfTemplate(revision, owner)).at(-1);
  if (found === undefined) return { kind: 'write', request: createRequest(owner, newest + 1, form, collisions) };
  if (found.revision === newest) return { kind: 'present', revision: found };
  const body = { ...found, revision: newest + 1 };
  return { kind: 'write', request: { verb: 'update', ...placeOf(owner), name: found.metadata.name, body } };
}

/** Is it the revision of the owner's template as it is now? */
export const isOfTemplate = ({ data }: ControllerRevision, owner: Owner): boolean => equalJson(data, dataOf(owner));

function createRequest(
  owner: Owner,
  revision: number,
  { label }: RevisionForm,
  collisions: number | undefined,
): ApiRequest {
  const { name, namespace, annotations } = owner.metadata;
  const hash = templateHash(owner.spec.template, collisions);
  const body = {
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: {
      name: `${name}-${hash}`,
      ...(namespace === undefined ? {} : { namespace }),
      labels: { ...owner.spec.template.metadata?.labels, [label]: hash },
      ...(annotations === undefined ? {} : { annotations }),
      ownerReferences: [newControllerRef(owner)],
    },
    data: dataOf(owner),
    revision,
  };
  return { verb: 'create', ...placeOf(owner), body };
}

/** cleanupHistory: old revisions beyond the limit that no Pod was made of, oldest first. */
export function surplus(
  owner: Owner,
  revisions: readonly ControllerRevision[],
  current: ControllerRevision,
  hashesInUse: ReadonlySet<string>,
): readonly ApiRequest[] {
  const old = revisions.filter(({ metadata }) => metadata.uid !== current.metadata.uid);
  const idle = old.filter((revision) => !hashesInUse.has(hashOfRevision(revision)));
  const tooMany = Math.max(0, old.length - (owner.spec.revisionHistoryLimit ?? LIMIT));
  return idle.slice(0, tooMany).map(deleteRevision);
}

export const deleteRevision = (revision: ControllerRevision): ApiRequest => ({
  verb: 'delete',
  ...placeOf(revision),
  name: revision.metadata.name,
});

const placeOf = ({ metadata }: KubeObject): { resource: string; namespace?: string } => ({
  resource: 'controllerrevisions',
  ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
});
