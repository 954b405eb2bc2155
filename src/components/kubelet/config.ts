/**
 * What a container's environment and volumes need and is not there: makeEnvironmentVariables of pkg/kubelet/kubelet_pods.go,
 * pkg/volume/configmap and secret (v1.37). A kind that a dump leaves out is unknown, so nothing of it is missed.
 */
import type { Container, KubeObject, Pod } from '../../model/objects.ts';
import type { ApiServer } from '../apiserver/apiserver.ts';

interface Reference {
  readonly name?: string;
  readonly key?: string;
  readonly optional?: boolean;
}

type Source = 'ConfigMap' | 'Secret';

interface Env {
  readonly valueFrom?: { readonly configMapKeyRef?: Reference; readonly secretKeyRef?: Reference };
}

interface EnvFrom {
  readonly configMapRef?: Reference;
  readonly secretRef?: Reference;
}

interface Volume {
  readonly name: string;
  readonly configMap?: Reference;
  readonly secret?: { readonly secretName?: string; readonly optional?: boolean };
}

/** @returns what the kubelet says, undefined where all is there */
export function configProblem(apiServer: ApiServer, pod: Pod, container: Container): string | undefined {
  for (const { configMapRef, secretRef } of listOf(container['envFrom']) as readonly EnvFrom[]) {
    const problem = missing(apiServer, pod, 'ConfigMap', configMapRef) ?? missing(apiServer, pod, 'Secret', secretRef);
    if (problem !== undefined) return problem;
  }
  for (const { valueFrom } of listOf(container['env']) as readonly Env[]) {
    const problem =
      missing(apiServer, pod, 'ConfigMap', valueFrom?.configMapKeyRef) ??
      missing(apiServer, pod, 'Secret', valueFrom?.secretKeyRef);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

export interface MountProblem {
  readonly volume: string;
  readonly problem: string;
}

/** The first volume that cannot be set up. */
export function mountProblem(apiServer: ApiServer, pod: Pod): MountProblem | undefined {
  for (const { name, configMap, secret } of listOf(pod.spec['volumes']) as readonly Volume[]) {
    const { secretName, ...rest } = secret ?? {};
    const ofSecret = secretName === undefined ? undefined : { ...rest, name: secretName };
    const problem = missing(apiServer, pod, 'ConfigMap', configMap) ?? missing(apiServer, pod, 'Secret', ofSecret);
    if (problem !== undefined) return { volume: name, problem };
  }
  return undefined;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);

function missing(apiServer: ApiServer, pod: Pod, kind: Source, reference: Reference | undefined): string | undefined {
  const { name, key, optional } = reference ?? {};
  if (name === undefined || optional === true || !apiServer.knows(kind)) return undefined;
  const { namespace = 'default' } = pod.metadata;
  const object = apiServer.get(`${kind}/${namespace}/${name}`);
  if (object === undefined) return `${kind.toLowerCase()} "${name}" not found`;
  if (key === undefined || keysOf(object).includes(key)) return undefined;
  return `couldn't find key ${key} in ${kind} ${namespace}/${name}`;
}

function keysOf(object: KubeObject): readonly string[] {
  const { data, binaryData, stringData } = object as unknown as Readonly<Record<string, object | undefined>>;
  return [data, binaryData, stringData].flatMap((part) => Object.keys(part ?? {}));
}
