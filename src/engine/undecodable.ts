/** What the input says that stands in etcd, and what no api-server would have let in. */
import { decode } from '../components/apiserver/apiserver.ts';
import { objectKey, type KubeObject } from '../model/objects.ts';
import type { Problem } from '../protocol/protocol.ts';

const MAKES_PODS = ['spec.selector', 'spec.template.spec.containers'];
/** By kind: what validation always asks for, and controllers take for granted. `*` each item, `?` where it is there. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  StatefulSet: MAKES_PODS,
  DaemonSet: MAKES_PODS,
  Deployment: MAKES_PODS,
  ReplicaSet: ['spec.selector'],
  Job: ['spec.template.spec.containers'],
  CronJob: ['spec.schedule', 'spec.jobTemplate.spec.template.spec.containers'],
  HorizontalPodAutoscaler: [
    'spec.maxReplicas',
    'spec.scaleTargetRef.kind',
    'spec.scaleTargetRef.name',
    ...['resource', 'containerResource', 'pods', 'object', 'external'].map((one) => `spec.metrics?.*.${one}?.target`),
    ...['pods', 'object', 'external'].map((one) => `spec.metrics?.*.${one}?.metric`),
    'spec.metrics?.*.object?.describedObject',
  ],
  PersistentVolume: ['spec'],
  PersistentVolumeClaim: ['spec'],
  CSINode: ['spec.drivers'],
  CSIDriver: ['spec'],
  Lease: ['spec'],
  ResourceQuota: ['spec'],
  LimitRange: ['spec'],
  PodDisruptionBudget: ['spec'],
};

/** The first such object; what is created later is refused by the api-server itself. */
export function undecodable(observed: readonly KubeObject[]): Problem | undefined {
  for (const object of observed) {
    const { error, errorAt } = decode(object, object.kind);
    if (error !== undefined) return problemAt('undecodable', object, errorAt ?? '', { message: error });
    const missing = NEEDED[object.kind]?.find((path) => isMissing(object, path.split('.')));
    if (missing !== undefined)
      return problemAt('missing-field', object, missing.replaceAll('?', ''), { got: 'undefined', expected: '' });
  }
  return undefined;
}

function problemAt(code: string, object: KubeObject, path: string, more: Problem['params']): Problem {
  return { kind: 'bad-scenario', code, params: { object: objectKey(object), path, ...more } };
}

function isMissing(at: unknown, [field, ...rest]: readonly string[]): boolean {
  if (field === undefined) return at === undefined;
  if (field === '*') return Array.isArray(at) && at.some((one: unknown) => isMissing(one, rest));
  const inner = (at as Readonly<Record<string, unknown>> | undefined)?.[field.replace('?', '')];
  return inner === undefined ? !field.endsWith('?') : isMissing(inner, rest);
}
