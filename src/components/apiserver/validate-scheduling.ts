/** Checks of what a Pod says to the scheduler: k8s.io/kubernetes pkg/apis/core/validation (v1.37). */
import { labelValueProblems, qualifiedNameProblems } from '../../model/names.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import { fieldsOf, isFields, listOf, textOf, type Fields } from './fields.ts';
import type { Report } from './report.ts';
import { validateLabels } from './validate-meta.ts';
import { validateLabelSelector, validateNodeAffinity, validatePodAffinity } from './validate-selector.ts';

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
const POLICIES = ['Honor', 'Ignore'];

export function validateScheduling(report: Report, path: string, spec: Fields, version: KubernetesVersion): void {
  validateLabels(report, `${path}.nodeSelector`, spec['nodeSelector'], version);
  const affinity = fieldsOf(spec['affinity']);
  validateNodeAffinity(report, `${path}.affinity.nodeAffinity`, affinity['nodeAffinity'], version);
  validatePodAffinity(report, `${path}.affinity.podAffinity`, affinity['podAffinity'], version);
  validatePodAffinity(report, `${path}.affinity.podAntiAffinity`, affinity['podAntiAffinity'], version);
  listOf(spec['tolerations']).forEach((toleration, i) => {
    validateToleration(report, `${path}.tolerations[${i}]`, fieldsOf(toleration), version);
  });
  validateGates(report, `${path}.schedulingGates`, listOf(spec['schedulingGates']), version);
  validateSpread(report, `${path}.topologySpreadConstraints`, listOf(spec['topologySpreadConstraints']), version);
}

function validateToleration(report: Report, path: string, toleration: Fields, version: KubernetesVersion): void {
  const key = textOf(toleration['key']);
  const operator = textOf(toleration['operator']);
  const value = textOf(toleration['value']);
  const effect = textOf(toleration['effect']);
  if (key !== '') report.all(`${path}.key`, key, qualifiedNameProblems(key, version));
  if (key === '' && operator !== 'Exists') {
    const detail = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
    report.invalid(`${path}.operator`, operator, detail);
  }
  if (toleration['tolerationSeconds'] !== undefined && effect !== 'NoExecute') {
    report.invalid(`${path}.effect`, effect, "effect must be 'NoExecute' when `tolerationSeconds` is set");
  }
  if (operator === '' || operator === 'Equal') report.all(`${path}.operator`, value, labelValueProblems(value));
  else if (operator !== 'Exists') report.unsupported(`${path}.operator`, operator, ['Equal', 'Exists']);
  else if (value !== '') report.invalid(`${path}.operator`, value, "value must be empty when `operator` is 'Exists'");
  report.oneOf(`${path}.effect`, effect, EFFECTS, false);
}

function validateGates(report: Report, path: string, gates: readonly unknown[], version: KubernetesVersion): void {
  const seen = new Set<string>();
  gates.forEach((gate, i) => {
    const name = textOf(fieldsOf(gate)['name']);
    report.all(`${path}[${i}]`, name, qualifiedNameProblems(name, version));
    if (seen.has(name)) report.duplicate(`${path}[${i}]`, name);
    seen.add(name);
  });
}

function validateSpread(
  report: Report,
  path: string,
  constraints: readonly unknown[],
  version: KubernetesVersion,
): void {
  const pairs: string[] = [];
  constraints.forEach((constraint, i) => {
    const at = `${path}[${i}]`;
    const fields = fieldsOf(constraint);
    validateSpreadConstraint(report, at, fields, version);
    pairs.push(`{${textOf(fields['topologyKey'])}, ${textOf(fields['whenUnsatisfiable'])}}`);
  });
  // Upstream names the earlier of two that are the same.
  pairs.forEach((pair, i) => {
    if (pairs.includes(pair, i + 1)) report.duplicate(`${path}[${i}].{topologyKey, whenUnsatisfiable}`, pair);
  });
}

function validateSpreadConstraint(report: Report, path: string, constraint: Fields, version: KubernetesVersion): void {
  const { maxSkew, minDomains } = constraint;
  const when = constraint['whenUnsatisfiable'] ?? '';
  if (typeof maxSkew === 'number' && maxSkew <= 0)
    report.invalid(`${path}.maxSkew`, maxSkew, 'must be greater than zero');
  const key = textOf(constraint['topologyKey']);
  if (key === '') report.required(`${path}.topologyKey`, 'can not be empty');
  else report.all(`${path}.topologyKey`, key, qualifiedNameProblems(key, version));
  if (when !== 'DoNotSchedule' && when !== 'ScheduleAnyway') {
    report.unsupported(`${path}.whenUnsatisfiable`, when, ['DoNotSchedule', 'ScheduleAnyway']);
  }
  if (typeof minDomains === 'number') {
    if (minDomains <= 0) report.invalid(`${path}.minDomains`, minDomains, 'must be greater than zero');
    if (when !== 'DoNotSchedule') {
      const detail = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${textOf(when)}`;
      report.invalid(`${path}.minDomains`, minDomains, detail);
    }
  }
  for (const policy of ['nodeAffinityPolicy', 'nodeTaintsPolicy']) {
    report.oneOf(`${path}.${policy}`, constraint[policy], POLICIES, false);
  }
  validateMatchLabelKeys(report, path, constraint);
  validateLabelSelector(report, `${path}.labelSelector`, constraint['labelSelector'], version);
}

function validateMatchLabelKeys(report: Report, path: string, constraint: Fields): void {
  const keys = listOf(constraint['matchLabelKeys']);
  if (keys.length === 0) return;
  if (!isFields(constraint['labelSelector'])) {
    report.forbidden(`${path}.matchLabelKeys`, 'must not be specified when labelSelector is not set');
  }
}
