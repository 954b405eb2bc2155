/** Checks of label selectors and node selectors: apimachinery apis/meta/v1/validation, core validation (v1.37). */
import { labelValueProblems, qualifiedNameProblems } from '../../model/names.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import { fieldsOf, isFields, listOf, textOf, type Fields } from './fields.ts';
import type { Report } from './report.ts';
import { validateLabels } from './validate-meta.ts';

const NOT_AN_OPERATOR = 'not a valid selector operator';
const NO_VALUES = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";

export function validateLabelSelector(
  report: Report,
  path: string,
  selector: unknown,
  version: KubernetesVersion,
): void {
  if (!isFields(selector)) return;
  validateLabels(report, `${path}.matchLabels`, selector['matchLabels'], version);
  listOf(selector['matchExpressions']).forEach((expression, i) => {
    const at = `${path}.matchExpressions[${i}]`;
    const fields = fieldsOf(expression);
    validateOperator(report, at, fields, false);
    report.all(`${at}.key`, fields['key'] ?? '', qualifiedNameProblems(textOf(fields['key']), version));
    listOf(fields['values']).forEach((value, j) => {
      report.all(`${at}.values[${j}]`, value, labelValueProblems(textOf(value)));
    });
  });
}

function validateOperator(report: Report, path: string, expression: Fields, comparing: boolean): void {
  const { length } = listOf(expression['values']);
  const operator = expression['operator'] ?? '';
  if (operator === 'In' || operator === 'NotIn') {
    if (length === 0) report.required(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'");
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (length > 0) report.forbidden(`${path}.values`, NO_VALUES);
  } else if (comparing && (operator === 'Gt' || operator === 'Lt')) {
    if (length !== 1)
      report.required(`${path}.values`, "must be specified single value when `operator` is 'Lt' or 'Gt'");
  } else report.invalid(`${path}.operator`, operator, NOT_AN_OPERATOR);
}

function validateNodeSelectorTerm(report: Report, path: string, term: Fields, version: KubernetesVersion): void {
  listOf(term['matchExpressions']).forEach((expression, i) => {
    const at = `${path}.matchExpressions[${i}]`;
    const fields = fieldsOf(expression);
    validateOperator(report, at, fields, true);
    report.all(`${at}.key`, fields['key'] ?? '', qualifiedNameProblems(textOf(fields['key']), version));
  });
  listOf(term['matchFields']).forEach((field, i) => {
    validateFieldRequirement(report, `${path}.matchFields[${i}]`, fieldsOf(field));
  });
}

function validateFieldRequirement(report: Report, path: string, field: Fields): void {
  const operator = field['operator'] ?? '';
  if (operator !== 'In' && operator !== 'NotIn') report.invalid(`${path}.operator`, operator, NOT_AN_OPERATOR);
  else if (listOf(field['values']).length !== 1) {
    report.required(
      `${path}.values`,
      "must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
    );
  }
  const key = field['key'] ?? '';
  if (key !== 'metadata.name') report.invalid(`${path}.key`, key, 'not a valid field selector key');
}

export function validateNodeAffinity(
  report: Report,
  path: string,
  affinity: unknown,
  version: KubernetesVersion,
): void {
  if (!isFields(affinity)) return;
  const required = affinity['requiredDuringSchedulingIgnoredDuringExecution'];
  if (isFields(required)) {
    const at = `${path}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms`;
    const terms = listOf(required['nodeSelectorTerms']);
    if (terms.length === 0) report.required(at, 'must have at least one node selector term');
    terms.forEach((term, i) => {
      validateNodeSelectorTerm(report, `${at}[${i}]`, fieldsOf(term), version);
    });
  }
  listOf(affinity['preferredDuringSchedulingIgnoredDuringExecution']).forEach((term, i) => {
    const at = `${path}.preferredDuringSchedulingIgnoredDuringExecution[${i}]`;
    validateWeight(report, at, fieldsOf(term));
    validateNodeSelectorTerm(report, `${at}.preference`, fieldsOf(fieldsOf(term)['preference']), version);
  });
}

function validateWeight(report: Report, path: string, { weight = 0 }: Fields): void {
  if (typeof weight === 'number' && (weight <= 0 || weight > 100)) {
    report.invalid(`${path}.weight`, weight, 'must be in the range 1-100');
  }
}

export function validatePodAffinity(report: Report, path: string, affinity: unknown, version: KubernetesVersion): void {
  if (!isFields(affinity)) return;
  listOf(affinity['requiredDuringSchedulingIgnoredDuringExecution']).forEach((term, i) => {
    validatePodTerm(report, `${path}.requiredDuringSchedulingIgnoredDuringExecution[${i}]`, fieldsOf(term), version);
  });
  listOf(affinity['preferredDuringSchedulingIgnoredDuringExecution']).forEach((term, i) => {
    const at = `${path}.preferredDuringSchedulingIgnoredDuringExecution[${i}]`;
    validateWeight(report, at, fieldsOf(term));
    validatePodTerm(report, `${at}.podAffinityTerm`, fieldsOf(fieldsOf(term)['podAffinityTerm']), version);
  });
}

function validatePodTerm(report: Report, path: string, term: Fields, version: KubernetesVersion): void {
  validateLabelSelector(report, `${path}.labelSelector`, term['labelSelector'], version);
  validateLabelSelector(report, `${path}.namespaceSelector`, term['namespaceSelector'], version);
  const key = textOf(term['topologyKey']);
  if (key === '') report.required(`${path}.topologyKey`, 'can not be empty');
  report.all(`${path}.topologyKey`, key, qualifiedNameProblems(key, version));
}
