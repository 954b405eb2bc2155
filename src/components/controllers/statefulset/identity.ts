/**
 * Who a Pod of a StatefulSet is: its ordinal, its name and labels, its volumes: pkg/controller/statefulset/stateful_set_utils.go
 * (v1.37). Pure.
 */
import type { KubeObject, Pod } from '../../../model/objects.ts';
import { newControllerRef } from '../owner.ts';
import { claimName, templatesOf } from './claims.ts';
import { isMember, ordinalOf } from './ordinals.ts';
import { isRolling, startOf, type StatefulSet, type Version } from './types.ts';

const POD_NAME = 'statefulset.kubernetes.io/pod-name';
const POD_INDEX = 'apps.kubernetes.io/pod-index';
export const REVISION = 'controller-revision-hash';

export const revisionOf = ({ metadata }: KubeObject): string => metadata.labels?.[REVISION] ?? '';

const identity = (name: string, ordinal: number): Readonly<Record<string, string>> => ({
  [POD_NAME]: name,
  [POD_INDEX]: String(ordinal),
});

/** identityMatches. */
export const identityMatches = (set: StatefulSet, pod: Pod): boolean =>
  ordinalOf(pod) >= 0 && isMember(set, pod) && pod.metadata.labels?.[POD_NAME] === pod.metadata.name;

interface Volume {
  readonly name: string;
  readonly persistentVolumeClaim?: { readonly claimName?: string };
}

const volumesOf = ({ spec }: Pick<Pod, 'spec'>): readonly Volume[] => (spec['volumes'] ?? []) as readonly Volume[];

/** storageMatches: each claim template has its volume. */
export function storageMatches(set: StatefulSet, pod: Pod): boolean {
  const ordinal = ordinalOf(pod);
  const claimed = new Map(volumesOf(pod).map(({ name, persistentVolumeClaim: claim }) => [name, claim?.claimName]));
  return templatesOf(set).every(
    (template) => claimed.get(template.metadata.name) === claimName(set, template, ordinal),
  );
}

/** updateStorage: the volumes of claims, then those of the template that no claim replaces. */
function withStorage<P extends Pick<Pod, 'spec'>>(set: StatefulSet, ordinal: number, pod: P): P {
  const templates = templatesOf(set);
  const names = new Set(templates.map(({ metadata }) => metadata.name));
  const volumes = [
    ...templates.map((template) => ({
      name: template.metadata.name,
      persistentVolumeClaim: { claimName: claimName(set, template, ordinal) },
    })),
    ...volumesOf(pod).filter(({ name }) => !names.has(name)),
  ];
  return volumes.length === 0 ? pod : { ...pod, spec: { ...pod.spec, volumes } };
}

/** What UpdateStatefulPod makes of a Pod that does not match: labels and volumes; its host name stays. */
export function mended(set: StatefulSet, pod: Pod): Pod {
  const { metadata } = pod;
  const labels = { ...metadata.labels, ...identity(metadata.name, ordinalOf(pod)) };
  const named: Pod = identityMatches(set, pod) ? pod : { ...pod, metadata: { ...metadata, labels } };
  return storageMatches(set, named) ? named : withStorage(set, ordinalOf(pod), named);
}

/** newStatefulSetPod: as it is sent to the api-server; without a status. */
function newPod(set: StatefulSet, { name: revision, template }: Version, ordinal: number): Pod {
  const { name: setName, namespace } = set.metadata;
  const name = `${setName}-${String(ordinal)}`;
  const { labels, annotations } = template.metadata ?? {};
  const { serviceName = '' } = set.spec;
  const pod: Pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      generateName: `${setName}-`,
      ...(namespace === undefined ? {} : { namespace }),
      labels: { ...labels, ...identity(name, ordinal), [REVISION]: revision },
      ...(annotations === undefined ? {} : { annotations }),
      ownerReferences: [newControllerRef(set)],
    },
    spec: { ...template.spec, hostname: name, ...(serviceName === '' ? {} : { subdomain: serviceName }) },
  };
  return withStorage(set, ordinal, pod);
}

/** newVersionedStatefulSetPod: which of the two templates an ordinal is made of. */
export function versionedPod(set: StatefulSet, current: Version, update: Version, ordinal: number): Pod {
  const rolling = set.spec.updateStrategy?.rollingUpdate;
  const old =
    rolling === undefined
      ? isRolling(set) && ordinal < startOf(set) + (set.status?.currentReplicas ?? 0)
      : ordinal < startOf(set) + (rolling.partition ?? 0);
  return newPod(set, old ? current : update, ordinal);
}
