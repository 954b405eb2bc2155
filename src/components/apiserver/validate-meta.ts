/**
 * Checks of metadata: k8s.io/apimachinery pkg/api/validation/objectmeta.go (v0.37). Left out: generateName,
 * namespaces' own names.
 */
import { compareBytes } from '../../kernel/kernel.ts';
import {
  dns1035Label,
  dns1123Label,
  dns1123Subdomain,
  labelValueProblems,
  qualifiedNameProblems,
} from '../../model/names.ts';
import type { ObjectMeta } from '../../model/objects.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import { fieldsOf, isFields, listOf, textOf, type Fields } from './fields.ts';
import type { Report } from './report.ts';

const STANDARD_FINALIZERS = new Set(['kubernetes', 'orphan', 'foregroundDeletion']);

export function validateMeta(report: Report, kind: string, metadata: ObjectMeta, version: KubernetesVersion): void {
  const { name } = metadata;
  if (name === '') report.required('metadata.name', 'name or generateName is required');
  else report.all('metadata.name', name, nameProblems(kind, name));
  if (kind === 'CronJob' && name.length > CRON_NAME_LONGEST) {
    report.invalid('metadata.name', name, `must be no more than ${CRON_NAME_LONGEST} characters`);
  }
  validateLabels(report, 'metadata.labels', metadata.labels, version);
  validateAnnotations(report, 'metadata.annotations', metadata.annotations, version);
  validateOwners(report, metadata);
  validateFinalizers(report, metadata.finalizers, version);
}

/** A Job's name is longer by eleven, and must still be a label. */
const CRON_NAME_LONGEST = 52;

function nameProblems(kind: string, name: string): readonly string[] {
  if (kind === 'Namespace') return dns1123Label(name);
  if (kind === 'Service') return dns1035Label(name);
  if (kind.endsWith('Role') || kind.endsWith('RoleBinding')) return [];
  return dns1123Subdomain(name);
}

/** Label maps that were found right: objects share them, and most writes bring the same ones again. */
const right = new WeakSet();

export function validateLabels(report: Report, path: string, labels: unknown, version: KubernetesVersion): void {
  if (!isFields(labels) || right.has(labels)) return;
  const before = report.errors.length;
  for (const key in labels) {
    report.all(path, key, qualifiedNameProblems(key, version));
    report.all(path, labels[key], labelValueProblems(textOf(labels[key])));
  }
  if (report.errors.length === before) right.add(labels);
}

export function validateAnnotations(
  report: Report,
  path: string,
  annotations: unknown,
  version: KubernetesVersion,
): void {
  const fields = fieldsOf(annotations);
  let size = 0;
  for (const key in fields) {
    // Case does not matter in a key of an annotation.
    report.all(path, key, qualifiedNameProblems(key.toLowerCase(), version));
    size += key.length + textOf(fields[key]).length;
  }
  if (size > ANNOTATIONS_MOST) report.tooLong(path, ANNOTATIONS_MOST);
}
/** Of all keys and values together. */
const ANNOTATIONS_MOST = 262_144;

function validateOwners(report: Report, { ownerReferences }: ObjectMeta): void {
  const owners = listOf(ownerReferences).map(fieldsOf);
  owners.forEach((owner, i) => {
    const path = `metadata.ownerReferences[${i}]`;
    for (const name of ['apiVersion', 'kind', 'name', 'uid']) {
      const field = name === 'apiVersion' ? 'version' : name;
      if (textOf(owner[name]) === '') report.invalid(`${path}.${field}`, '', emptyText(field));
    }
  });
  const controllers = owners.filter((owner) => owner['controller'] === true);
  if (controllers.length < 2) return;
  const [first = {}, second = {}] = controllers as readonly Fields[];
  const names = `${textOf(first['kind'])}/${textOf(first['name'])} and ${textOf(second['kind'])}/${textOf(second['name'])}`;
  const detail = `Only one reference can have Controller set to true. Found "true" in references for ${names}`;
  report.invalid('metadata.ownerReferences', ownerReferences, detail);
}

const emptyText = (field: string): string =>
  field === 'version' ? 'version must not be empty' : `${field} must not be empty`;

function validateFinalizers(
  report: Report,
  finalizers: readonly string[] | undefined,
  version: KubernetesVersion,
): void {
  (finalizers ?? []).forEach((name, i) => {
    const path = `metadata.finalizers[${i}]`;
    const problems = qualifiedNameProblems(name, version);
    report.all(path, name, problems);
    if (problems.length === 0 && !name.includes('/') && !STANDARD_FINALIZERS.has(name)) {
      report.invalid(path, name, 'name is neither a standard finalizer name nor is it fully qualified');
    }
  });
  if (finalizers?.includes('orphan') === true && finalizers.includes('foregroundDeletion')) {
    report.invalid('metadata.finalizers', finalizers, 'finalizer orphan and foregroundDeletion cannot be both set');
  }
}

/** Changes that no update may make to metadata. */
export function validateMetaUpdate(report: Report, before: ObjectMeta, after: ObjectMeta): void {
  if (before.deletionTimestamp === undefined) return;
  // An object that is being deleted takes no new finalizers.
  const added = (after.finalizers ?? [])
    .filter((name) => before.finalizers?.includes(name) !== true)
    .sort(compareBytes);
  if (added.length > 0) {
    const detail = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${added.map((n) => JSON.stringify(n)).join(', ')}}`;
    report.forbidden('metadata.finalizers', detail);
  }
}
