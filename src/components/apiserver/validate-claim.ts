/** Checks of PersistentVolumeClaims: ValidatePersistentVolumeClaim… of k8s.io/kubernetes pkg/apis/core (v1.37). */
import { dns1123Subdomain } from '../../model/names.ts';
import { quantityMilliExact } from '../../model/quantity.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import { equal } from './equal.ts';
import { fieldsOf, isFields, listOf, textOf, withField, type Fields } from './fields.ts';
import { internalClaimSpec } from './internal.ts';
import type { Report } from './report.ts';
import { valueDiff } from './text-diff.ts';
import { validateLabelSelector } from './validate-selector.ts';

const MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

export function validateClaim(report: Report, spec: Fields, version: KubernetesVersion): void {
  const modes = listOf(spec['accessModes']);
  if (modes.length === 0) report.required('spec.accessModes', 'at least 1 access mode is required');
  validateLabelSelector(report, 'spec.selector', spec['selector'], version);
  for (const mode of modes) if (!MODES.includes(textOf(mode))) report.unsupported('spec.accessModes', mode, MODES);
  if (modes.length > 1 && modes.includes('ReadWriteOncePod')) {
    report.forbidden('spec.accessModes', 'may not use ReadWriteOncePod with other access modes');
  }
  validateSize(report, storageOf(spec));
  const { storageClassName: name } = spec;
  if (typeof name === 'string' && name !== '') report.all('spec.storageClassName', name, dns1123Subdomain(name));
  report.oneOf('spec.volumeMode', spec['volumeMode'], ['Block', 'Filesystem'], false);
}

const storageOf = (spec: Fields): unknown => fieldsOf(fieldsOf(spec['resources'])['requests'])['storage'];

function validateSize(report: Report, size: unknown): void {
  if (size === undefined) report.required('spec.resources[storage]');
  else if (amount(size) <= 0n) report.invalid('spec.resources[storage]', size, 'must be greater than zero');
}

const amount = (size: unknown): bigint =>
  size === undefined ? 0n : quantityMilliExact(size as Parameters<typeof quantityMilliExact>[0]);

const FIXED =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';

/** A claim is bound once, and may ask for more when it is. */
export function validateClaimUpdate(report: Report, before: Fields, after: Fields): void {
  let old = fieldsOf(before['spec']);
  const asked = fieldsOf(after['spec']);
  let now = withField(asked, 'volumeAttributesClassName', old['volumeAttributesClassName']);
  if (textOf(old['volumeName']) === '') old = withField(old, 'volumeName', now['volumeName']);
  // A default class may still be given to a claim that names none.
  if (old['storageClassName'] === undefined) now = withField(now, 'storageClassName', undefined);
  const bound = fieldsOf(after['status'])['phase'] === 'Bound';
  const resources = fieldsOf(now['resources']);
  if (bound && isFields(resources['requests'])) {
    const requests = withField(resources['requests'], 'storage', storageOf(old));
    now = { ...now, resources: { ...resources, requests } };
  }
  if (!equal(old, now)) {
    report.forbidden('spec', `${FIXED}\n${valueDiff(internalClaimSpec(old), internalClaimSpec(now))}`);
  }
  const capacity = fieldsOf(fieldsOf(before['status'])['capacity'])['storage'];
  const wanted = amount(storageOf(asked));
  if (wanted < amount(storageOf(old)) && wanted <= amount(capacity)) {
    report.forbidden('spec.resources.requests.storage', 'field can not be less than status.capacity');
  }
}
