/**
 * `kubectl rollout undo` of a Deployment: staging/src/k8s.io/kubectl/pkg/polymorphichelpers/rollback.go (v1.37): a JSON patch
 * with the template of the revision before. Left out: DaemonSets and StatefulSets, which go back by a ControllerRevision.
 */
import type { Deployment, KubeObject, ReplicaSet } from '../model/objects.ts';
import { keyOf } from '../model/objects.ts';
import type { ApiRequest, ApiServer } from '../components/apiserver/apiserver.ts';

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

interface Place {
  readonly resource: string;
  readonly namespace?: string;
  readonly name: string;
}

/** Where there is nothing to go back to, the request is a read: it changes nothing, as kubectl then sends no patch. */
export function rollbackRequest(place: Place, toRevision: number, apiServer: ApiServer): ApiRequest {
  const found = apiServer.get(keyOf('Deployment', place.namespace, place.name));
  const target = found === undefined ? undefined : revisionOf(found, apiServer, toRevision);
  if (found === undefined || target === undefined) return { verb: 'get', ...place };
  const deployment = found as Deployment;
  const { labels, ...metadata } = target.spec.template.metadata ?? {};
  const { [HASH]: _hash, ...kept } = labels ?? {};
  const template = { ...target.spec.template, metadata: { ...metadata, labels: kept } };
  return {
    verb: 'patch',
    ...place,
    patchType: 'json',
    body: [
      { op: 'replace', path: '/spec/template', value: template },
      { op: 'replace', path: '/metadata/annotations', value: annotationsFor(deployment, target) },
    ],
  };
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
