/** The scale subresource: k8s.io/kubernetes pkg/registry/apps/{deployment,replicaset,statefulset}/storage (v1.37). */
import { keyOf, type KubeObject, type LabelSelector, type ObjectMeta } from '../../model/objects.ts';
import type { ResourceInfo } from '../../model/resources.ts';
import { compileSelector } from '../../model/selectors.ts';
import type { Core } from './core.ts';
import { fieldsOf, isFields } from './fields.ts';
import type { Outcome } from './outcome.ts';
import { applyMergePatch } from './patch-merge.ts';
import { badRequest, invalid, notFound, refuse } from './refusal.ts';
import { Report } from './report.ts';
import type { WriteContext } from './tracking.ts';
import type { ApiRequest } from './types.ts';
import { checkVersion, write } from './update.ts';

const SCALABLE = new Set(['Deployment', 'ReplicaSet', 'StatefulSet', 'ReplicationController']);

export function scale(core: Core, request: ApiRequest, info: ResourceInfo, context: WriteContext): Outcome {
  if (!SCALABLE.has(info.kind)) throw refuse(404, 'NotFound', 'the server could not find the requested resource');
  const key = keyOf(info.kind, request.namespace ?? 'default', request.name ?? '');
  const object = core.store.get(key);
  if (object === undefined) throw notFound(info, request.name ?? '');
  const before = scaleOf(object);
  if (request.verb === 'get') return { response: { code: 200, object: before, written: false }, key };
  const sent = request.verb === 'patch' ? applyMergePatch(before, request.body) : request.body;
  if (!isFields(sent)) throw badRequest('the object provided is unrecognized (must be of type Scale)');
  checkVersion(info, object, fieldsOf(sent['metadata']) as unknown as ObjectMeta);
  const replicas = Number(fieldsOf(sent['spec'])['replicas'] ?? 0);
  checkReplicas(info, object, replicas);
  const outcome = write(
    { core, info, key, before: object, context },
    { ...object, spec: { ...fieldsOf(object.spec), replicas } },
  );
  const after = core.store.get(key) ?? object;
  return { ...outcome, response: { ...outcome.response, object: scaleOf(after) } };
}

function checkReplicas(info: ResourceInfo, { metadata }: KubeObject, replicas: number): void {
  const report = new Report();
  report.notNegative('spec.replicas', replicas);
  if (report.errors.length === 0) return;
  const scaleInfo: ResourceInfo = { ...info, kind: 'Scale', apiVersion: 'autoscaling/v1' };
  throw invalid(scaleInfo, metadata.name, report.errors);
}

/** The autoscaling/v1 Scale of an object. */
function scaleOf({ metadata, spec, status }: KubeObject): KubeObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadata;
  const meta = { name, namespace, uid, resourceVersion, creationTimestamp };
  const known = Object.fromEntries(Object.entries(meta).filter(([, value]) => value !== undefined));
  const selector = compileSelector(fieldsOf(spec)['selector'] as LabelSelector | undefined).toString();
  const wanted = Number(fieldsOf(spec)['replicas'] ?? 0);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: known as unknown as ObjectMeta,
    spec: wanted === 0 ? {} : { replicas: wanted },
    status: { replicas: Number(fieldsOf(status)['replicas'] ?? 0), selector },
  };
}
