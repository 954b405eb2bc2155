/**
 * Checks of pod specs: k8s.io/kubernetes pkg/apis/core/validation, ValidatePodSpec (v1.37). Left out: what volumes say
 * inside, security contexts, host aliases, DNS configuration, ephemeral containers.
 */
import { dns1123Label, dns1123Subdomain } from '../../model/names.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import { fieldsOf, listOf, textOf, type Fields } from './fields.ts';
import type { Report } from './report.ts';
import { validateContainer, validateHostPorts, type ContainerContext } from './validate-container.ts';
import { validateScheduling } from './validate-scheduling.ts';

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];
const DNS_POLICIES = ['ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None'];

export function validatePodSpec(report: Report, path: string, spec: Fields, version: KubernetesVersion): void {
  const volumes = validateVolumes(report, `${path}.volumes`, listOf(spec['volumes']));
  const context: ContainerContext = { version, volumes, names: new Set() };
  const containers = listOf(spec['containers']);
  if (containers.length === 0) report.required(`${path}.containers`);
  for (const field of ['containers', 'initContainers']) {
    listOf(spec[field]).forEach((container, i) => {
      validateContainer(report, `${path}.${field}[${i}]`, fieldsOf(container), context);
    });
  }
  validateHostPorts(report, `${path}.containers`, containers);
  report.oneOf(`${path}.restartPolicy`, spec['restartPolicy'], RESTART_POLICIES);
  report.oneOf(`${path}.dnsPolicy`, spec['dnsPolicy'], DNS_POLICIES);
  report.between(`${path}.activeDeadlineSeconds`, spec['activeDeadlineSeconds'], 1, 2_147_483_647);
  for (const field of ['nodeName', 'serviceAccountName', 'priorityClassName', 'runtimeClassName']) {
    const name = textOf(spec[field]);
    if (name !== '') report.all(`${path}.${field}`, name, dns1123Subdomain(name));
  }
  validateScheduling(report, path, spec, version);
}

function validateVolumes(report: Report, path: string, volumes: readonly unknown[]): ReadonlySet<string> {
  const names = new Set<string>();
  volumes.forEach((volume, i) => {
    const fields = fieldsOf(volume);
    const name = textOf(fields['name']);
    if (name === '') report.required(`${path}[${i}].name`);
    else report.all(`${path}[${i}].name`, name, dns1123Label(name));
    if (names.has(name)) report.duplicate(`${path}[${i}].name`, name);
    names.add(name);
    const sources = Object.keys(fields).filter((field) => field !== 'name');
    for (const extra of sources.slice(1)) {
      report.forbidden(`${path}[${i}].${extra}`, 'may not specify more than 1 volume type');
    }
    for (const kind of WITH_MODES) validateModes(report, `${path}[${i}].${kind}`, fieldsOf(fields[kind]));
  });
  return names;
}

const WITH_MODES = ['secret', 'configMap', 'downwardAPI', 'projected'];

/** Modes are decimal in JSON: 0644 in YAML is 420 there, and 644 is none. */
function validateModes(report: Report, path: string, source: Fields): void {
  fileMode(report, `${path}.defaultMode`, source['defaultMode']);
  listOf(source['items']).forEach((item, i) => {
    fileMode(report, `${path}.items[${i}].mode`, fieldsOf(item)['mode']);
  });
}

function fileMode(report: Report, path: string, mode: unknown): void {
  if (typeof mode !== 'number' || (mode >= 0 && mode <= 0o777)) return;
  report.invalid(path, mode, 'must be a number between 0 and 0777 (octal), both inclusive');
}
