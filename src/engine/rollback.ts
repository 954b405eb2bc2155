/**
 * `kubectl rollout undo`: staging/src/k8s.io/kubectl/pkg/polymorphichelpers/rollback.go (v1.37). Of a Deployment a JSON patch
 * with the template of an older ReplicaSet, of a DaemonSet or StatefulSet the patch that an older ControllerRevision keeps.
 */
import type { Deployment, KubeObject, PodTemplateSpec, ReplicaSet } from '../model/objects.ts';
import { keyOf } from '../model/objects.ts';
import { resourceInfo } from '../model/resources.ts';
import type { ApiRequest, ApiServer } from '../components/apiserver/apiserver.ts';
import { fieldChanges } from './diff.ts';
import { controllerOf } from './fixes/owner.ts';
import type { Asked, Place } from './kubectl-words.ts';

const REVISION = 'deployment.kubernetes.io/revision';
/** annotationsToSkip: they are the Deployment's own. */
const OWN = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  REVISION,
  'deployment.kubernetes.io/revision-history',
  'deployment.kubernetes.io/desired-replicas',
  'deployment.kubernetes.io/max-replicas',
  'deprecated.deployment.rollback.to',
]);
const HASH = 'pod-template-hash';

/** kubectl then says that it skipped the rollback. */
const same = (a: PodTemplateSpec, b: PodTemplateSpec): boolean => fieldChanges(a, b).length === 0;

/** @param toRevision 0 = the one before the newest */
export function rollbackOf(place: Place, toRevision: number, apiServer: ApiServer): Asked {
  const kind = resourceInfo(place.resource)?.kind ?? place.resource;
  const read: ApiRequest = { verb: 'get', ...place };
  const found = apiServer.get(keyOf(kind, place.namespace, place.name));
  // The read itself tells that it is not there.
  if (found === undefined) return { request: read };
  if (kind === 'Deployment') return ofDeployment(place, found as Deployment, toRevision, apiServer);
  if (kind === 'DaemonSet' || kind === 'StatefulSet') return byRevision(place, found, toRevision, apiServer);
  return { request: read, refused: `no rollbacker has been implemented for "${kind}"` };
}

const unknownRevision = (revision: number): string =>
  `unable to find specified revision ${String(revision)} in history`;

function ofDeployment(place: Place, found: Deployment, toRevision: number, apiServer: ApiServer): Asked {
  const request: ApiRequest = { verb: 'get', ...place };
  const target = revisionOf(found, apiServer, toRevision);
  if (target === undefined) {
    const none = `no rollout history found for deployment "${place.name}"`;
    return { request, refused: toRevision > 0 ? unknownRevision(toRevision) : none };
  }
  if (found.spec.paused === true) return { request, refused: PAUSED };
  const { labels, ...metadata } = target.spec.template.metadata ?? {};
  const { [HASH]: _hash, ...kept } = labels ?? {};
  const template = { ...target.spec.template, metadata: { ...metadata, labels: kept } };
  if (same(template, found.spec.template)) return { request };
  const body = [
    { op: 'replace', path: '/spec/template', value: template },
    { op: 'replace', path: '/metadata/annotations', value: annotationsFor(found, target) },
  ];
  return { request: { verb: 'patch', ...place, patchType: 'json', body } };
}

const PAUSED = "you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume' and try again";

interface Revision extends KubeObject {
  readonly revision: number;
  readonly data: { readonly spec: { readonly template: PodTemplateSpec & { readonly $patch?: string } } };
}

function byRevision(place: Place, found: KubeObject, toRevision: number, apiServer: ApiServer): Asked {
  const request: ApiRequest = { verb: 'get', ...place };
  const history = (apiServer.list('controllerrevisions', found.metadata.namespace) as readonly Revision[])
    .filter((revision) => controllerOf(revision)?.uid === found.metadata.uid)
    .sort((a, b) => a.revision - b.revision);
  if (toRevision === 0 && history.length <= 1) return { request, refused: 'no last revision to roll back to' };
  const target = toRevision === 0 ? history.at(-2) : history.find(({ revision }) => revision === toRevision);
  if (target === undefined) return { request, refused: unknownRevision(toRevision) };
  const { $patch: _replace, ...template } = target.data.spec.template;
  if (same(template, (found.spec as Deployment['spec']).template)) return { request };
  return { request: { verb: 'patch', ...place, patchType: 'strategic', body: target.data } };
}

function annotationsFor(deployment: KubeObject, target: KubeObject): Readonly<Record<string, string>> {
  const own = Object.entries(deployment.metadata.annotations ?? {}).filter(([name]) => OWN.has(name));
  const carried = Object.entries(target.metadata.annotations ?? {}).filter(([name]) => !OWN.has(name));
  return Object.fromEntries([...own, ...carried]);
}

/** @param wanted 0 = the one before the newest */
function revisionOf(deployment: KubeObject, apiServer: ApiServer, wanted: number): ReplicaSet | undefined {
  const sets = (apiServer.list('replicasets', deployment.metadata.namespace) as readonly ReplicaSet[])
    .filter(({ metadata }) => metadata.ownerReferences?.some(({ uid }) => uid === deployment.metadata.uid))
    .sort((a, b) => numberOf(b) - numberOf(a));
  return wanted === 0 ? sets[1] : sets.find((set) => numberOf(set) === wanted);
}

const numberOf = ({ metadata }: KubeObject): number => Number(metadata.annotations?.[REVISION] ?? 0);
