/** Checks of kinds that are small: core, policy, scheduling validation of k8s.io/kubernetes (v1.37). */
import { dns1123Label, labelValueProblems, qualifiedNameProblems } from '../../model/names.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import { fieldsOf, isFields, listOf, textOf, type Fields } from './fields.ts';
import type { Report } from './report.ts';
import { validateAmounts } from './validate-resources.ts';
import { validateLabels } from './validate-meta.ts';
import { validateLabelSelector } from './validate-selector.ts';
import { validateCount, validateShare } from './validate-workload.ts';

const HIGHEST_USER_PRIORITY = 1_000_000_000;

export function validateBudget(report: Report, spec: Fields, version: KubernetesVersion): void {
  const { minAvailable = null, maxUnavailable = null, selector = null } = spec;
  if (minAvailable !== null && maxUnavailable !== null) {
    const value = {
      MinAvailable: minAvailable,
      Selector: selector,
      MaxUnavailable: maxUnavailable,
      UnhealthyPodEvictionPolicy: spec['unhealthyPodEvictionPolicy'] ?? null,
    };
    report.invalid('spec', value, 'minAvailable and maxUnavailable cannot be both set');
  }
  for (const [name, count] of Object.entries({ minAvailable, maxUnavailable })) {
    validateCount(report, `spec.${name}`, count);
    validateShare(report, `spec.${name}`, count);
  }
  validateLabelSelector(report, 'spec.selector', selector, version);
  const policies = ['AlwaysAllow', 'IfHealthyBudget'];
  report.oneOf('spec.unhealthyPodEvictionPolicy', spec['unhealthyPodEvictionPolicy'], policies, false);
}

const SYSTEM_CLASSES = ['system-node-critical', 'system-cluster-critical'];

export function validatePriorityClass(report: Report, name: string, object: Fields): void {
  const { value = 0 } = object;
  if (name.startsWith('system-') && !SYSTEM_CLASSES.includes(name)) {
    const why = `${name} is not a known system priority class`;
    report.forbidden(
      'metadata.name',
      `priority class names with 'system-' prefix are reserved for system use only. error: ${why}`,
    );
  }
  if (!name.startsWith('system-') && Number(value) > HIGHEST_USER_PRIORITY) {
    report.forbidden('value', `maximum allowed value of a user defined priority is ${HIGHEST_USER_PRIORITY}`);
  }
  report.oneOf('preemptionPolicy', object['preemptionPolicy'], ['PreemptLowerPriority', 'Never'], false);
}

export function validateNode(report: Report, spec: Fields, version: KubernetesVersion): void {
  const seen = new Set<string>();
  listOf(spec['taints']).forEach((taint, i) => {
    const path = `metadata.taints[${i}]`;
    const fields = fieldsOf(taint);
    const key = textOf(fields['key']);
    const value = textOf(fields['value']);
    const effect = textOf(fields['effect']);
    report.all(`${path}.key`, key, qualifiedNameProblems(key, version));
    report.all(`${path}.value`, value, labelValueProblems(value));
    report.oneOf(`${path}.effect`, effect, ['NoSchedule', 'PreferNoSchedule', 'NoExecute']);
    if (seen.has(`${key} ${effect}`)) {
      const shown = { Key: key, Value: value, Effect: effect, TimeAdded: fields['timeAdded'] ?? null };
      report.duplicate(path, shown, 'taints must be unique by key and effect pair');
    }
    seen.add(`${key} ${effect}`);
  });
}

const NODE_PORTS = [30_000, 32_767] as const;

export function validateService(report: Report, spec: Fields, version: KubernetesVersion): void {
  const headless = spec['clusterIP'] === 'None';
  const ports = listOf(spec['ports']);
  if (ports.length === 0 && !headless && spec['type'] !== 'ExternalName') report.required('spec.ports');
  if (spec['type'] === 'NodePort' && headless) {
    report.invalid('spec.clusterIPs[0]', 'None', "may not be set to 'None' for NodePort services");
  }
  if (spec['type'] === 'ExternalName' && textOf(spec['externalName']) === '') report.required('spec.externalName');
  const names = new Set<string>();
  ports.forEach((port, i) => {
    const path = `spec.ports[${i}]`;
    validatePortName(report, `${path}.name`, textOf(fieldsOf(port)['name']), ports.length > 1, names);
    const { port: number, nodePort, protocol } = fieldsOf(port);
    report.between(`${path}.port`, number, 1, 65_535);
    report.oneOf(`${path}.protocol`, protocol, ['SCTP', 'TCP', 'UDP']);
    report.between(`${path}.targetPort`, fieldsOf(port)['targetPort'], 1, 65_535);
    if (typeof nodePort !== 'number' || nodePort === 0) return;
    const [least, most] = NODE_PORTS;
    if (nodePort < least || nodePort > most) {
      const detail = `provided port is not in the valid range. The range of valid ports is ${least}-${most}`;
      report.invalid(`${path}.nodePort`, nodePort, detail);
    }
  });
  validateLabels(report, 'spec.selector', spec['selector'], version);
  report.oneOf('spec.type', spec['type'], ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort']);
  report.oneOf('spec.sessionAffinity', spec['sessionAffinity'], ['ClientIP', 'None']);
}

/** Several ports are told apart by their names. */
function validatePortName(report: Report, path: string, name: string, needed: boolean, names: Set<string>): void {
  if (name === '') {
    if (needed) report.required(path);
    return;
  }
  report.all(path, name, dns1123Label(name));
  if (names.has(name)) report.duplicate(path, name);
  names.add(name);
}

export function validateQuota(report: Report, spec: Fields): void {
  if (isFields(spec['hard'])) validateAmounts(report, 'spec.hard', spec['hard']);
}
