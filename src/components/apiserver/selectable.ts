/**
 * Fields that a selector may name: k8s.io/kubernetes pkg/apis/GROUP/v1/conversion.go (AddFieldLabelConversionsFor…) and each
 * registry's strategy (v0.37). Left out: selectable fields of custom resources.
 */
import type { KubeObject } from '../../model/objects.ts';
import type { ResourceInfo } from '../../model/resources.ts';
import { fieldsOf, textOf, type Fields } from './fields.ts';
import { badRequest } from './refusal.ts';

type Read = (spec: Fields, status: Fields, object: Fields) => string;

const spec =
  (name: string): Read =>
  (from) =>
    textOf(from[name]);
const status =
  (name: string): Read =>
  (_, from) =>
    textOf(from[name]);
const involved =
  (name: string): Read =>
  (_, __, object) =>
    textOf(fieldsOf(object['involvedObject'])[name]);

const POD: Readonly<Record<string, Read>> = {
  'spec.nodeName': spec('nodeName'),
  'spec.host': spec('nodeName'),
  'spec.restartPolicy': spec('restartPolicy'),
  'spec.schedulerName': spec('schedulerName'),
  'spec.serviceAccountName': spec('serviceAccountName'),
  'spec.hostNetwork': (from) => String(from['hostNetwork'] === true),
  'status.phase': status('phase'),
  'status.podIP': status('podIP'),
  'status.podIPs': status('podIP'),
  'status.nominatedNodeName': status('nominatedNodeName'),
};

const EVENT: Readonly<Record<string, Read>> = {
  'involvedObject.kind': involved('kind'),
  'involvedObject.namespace': involved('namespace'),
  'involvedObject.name': involved('name'),
  'involvedObject.uid': involved('uid'),
  'involvedObject.apiVersion': involved('apiVersion'),
  'involvedObject.resourceVersion': involved('resourceVersion'),
  'involvedObject.fieldPath': involved('fieldPath'),
  reason: (_, __, object) => textOf(object['reason']),
  reportingComponent: (_, __, object) => textOf(object['reportingComponent']),
  source: (_, __, object) => textOf(fieldsOf(object['source'])['component']) || textOf(object['reportingComponent']),
  type: (_, __, object) => textOf(object['type']),
};

const count =
  (name: string): Read =>
  (_, from) =>
    typeof from[name] === 'number' ? String(from[name]) : '0';

/** Beside metadata.name and metadata.namespace, by kind. */
const BY_KIND: Readonly<Record<string, Readonly<Record<string, Read>>>> = {
  Pod: POD,
  Event: EVENT,
  Node: { 'spec.unschedulable': (from) => String(from['unschedulable'] === true) },
  Namespace: { 'status.phase': status('phase') },
  Secret: { type: (_, __, object) => textOf(object['type']) },
  Service: { 'spec.clusterIP': spec('clusterIP'), 'spec.type': spec('type') },
  ReplicationController: { 'status.replicas': count('replicas') },
  Job: { 'status.successful': count('succeeded') },
};
const NONE: Readonly<Record<string, Read>> = {};

/** Kinds whose conversion is written by hand say it in their own words. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  'Pod',
  'Node',
  'Event',
  'Namespace',
  'Secret',
  'Service',
  'ReplicationController',
  'StatefulSet',
]);

/** Errors: 400 where a term names a field that the resource has no selector for. */
export function checkFieldTerms(info: ResourceInfo, terms: readonly { readonly field: string }[]): void {
  const known = BY_KIND[info.kind] ?? NONE;
  for (const { field } of terms) {
    if (field === 'metadata.name') continue;
    if (field === 'metadata.namespace' && (info.namespaced || !OWN_WORDS.has(info.kind))) continue;
    if (!Object.hasOwn(known, field)) throw badRequest(unsupported(info.kind, field));
  }
}

function unsupported(kind: string, field: string): string {
  if (OWN_WORDS.has(kind)) return `field label not supported: ${field}`;
  if (kind === 'Job') return `field label ${JSON.stringify(field)} not supported for Job`;
  return `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`;
}

export function selectableFields(object: KubeObject): Readonly<Record<string, string>> {
  const { name, namespace = '' } = object.metadata;
  const found: Record<string, string> = { 'metadata.name': name, 'metadata.namespace': namespace };
  const readers = BY_KIND[object.kind];
  if (readers === undefined) return found;
  const from = [fieldsOf(object.spec), fieldsOf(object.status), fieldsOf(object)] as const;
  for (const [field, read] of Object.entries(readers)) found[field] = read(...from);
  return found;
}
