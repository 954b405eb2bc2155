/** Pod failure and success policies of a Job: k8s.io/kubernetes pkg/apis/batch/validation/validation.go (v1.37). */
import { qualifiedNameProblems } from '../../model/names.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import { fieldsOf, listOf, textOf, type Fields } from './fields.ts';
import type { Report } from './report.ts';

const ACTIONS = ['Count', 'FailIndex', 'FailJob', 'Ignore'];
const OPERATORS = ['In', 'NotIn'];
const STATUSES = ['False', 'True', 'Unknown'];
const RULES_MAX = 20;
const EXIT_CODES_MAX = 255;
const INDEXES_MAX = 64 * 1024;

/** A set that upstream prints with %q. */
const validValues = (values: readonly string[]): string =>
  `valid values: [${values.map((value) => JSON.stringify(value)).join(' ')}]`;

export function validateJobPolicies(report: Report, path: string, spec: Fields, version: KubernetesVersion): void {
  const { podFailurePolicy, successPolicy } = spec;
  if (podFailurePolicy !== undefined) validateFailurePolicy(report, path, spec, version);
  if (successPolicy === undefined) return;
  if (spec['completionMode'] === 'Indexed') validateSuccessPolicy(report, `${path}.successPolicy`, spec);
  else report.invalid(`${path}.successPolicy`, internalPolicy(successPolicy), 'requires indexed completion mode');
}

/** As Go prints its inner type. */
const internalPolicy = (policy: unknown): unknown => {
  const rules = listOf(fieldsOf(policy)['rules']).map(fieldsOf);
  const shown = rules.map(({ succeededIndexes, succeededCount }) => ({
    SucceededIndexes: succeededIndexes ?? null,
    SucceededCount: succeededCount ?? null,
  }));
  return { Rules: shown.length === 0 ? null : shown };
};

function validateFailurePolicy(report: Report, path: string, spec: Fields, version: KubernetesVersion): void {
  const rules = listOf(fieldsOf(spec['podFailurePolicy'])['rules']).map(fieldsOf);
  const pod = fieldsOf(fieldsOf(spec['template'])['spec']);
  const containers = [...listOf(pod['initContainers']), ...listOf(pod['containers'])];
  const names = containers.map((container) => textOf(fieldsOf(container)['name']));
  const at = `${path}.podFailurePolicy.rules`;
  if (rules.length > RULES_MAX) report.tooMany(at, rules.length, RULES_MAX);
  rules.forEach((rule, index) => {
    const ruleAt = `${at}[${String(index)}]`;
    const conditions = listOf(rule['onPodConditions']).map(fieldsOf);
    const codes = rule['onExitCodes'];
    validateAction(report, `${ruleAt}.action`, rule['action'], spec);
    if (codes !== undefined) validateExitCodes(report, `${ruleAt}.onExitCodes`, fieldsOf(codes), names);
    conditions.forEach((condition, i) => {
      const conditionAt = `${ruleAt}.onPodConditions[${String(i)}]`;
      const type = textOf(condition['type']);
      report.all(`${conditionAt}.type`, type, qualifiedNameProblems(type, version));
      valued(report, `${conditionAt}.status`, condition['status'], STATUSES);
    });
    if (codes === undefined && conditions.length === 0)
      report.invalidPart(ruleAt, 'specifying one of OnExitCodes and OnPodConditions is required');
    if (codes !== undefined && conditions.length > 0)
      report.invalidPart(ruleAt, 'specifying both OnExitCodes and OnPodConditions is not supported');
  });
}

/** One of a set, and the set is told where it is missing. */
function valued(report: Report, at: string, value: unknown, supported: readonly string[]): void {
  if (textOf(value) === '') report.required(at, validValues(supported));
  else if (!supported.includes(textOf(value))) report.unsupported(at, value, supported);
}

function validateAction(report: Report, at: string, action: unknown, { backoffLimitPerIndex }: Fields): void {
  if (action !== 'FailIndex') valued(report, at, action, ACTIONS);
  else if (backoffLimitPerIndex === undefined)
    report.invalid(at, action, 'requires the backoffLimitPerIndex to be set');
}

function validateExitCodes(report: Report, at: string, codes: Fields, names: readonly string[]): void {
  const { operator, containerName } = codes;
  const values = listOf(codes['values']) as readonly number[];
  valued(report, `${at}.operator`, operator, OPERATORS);
  if (containerName !== undefined && !names.includes(textOf(containerName))) {
    const detail = 'must be one of the container or initContainer names in the pod template';
    report.invalid(`${at}.containerName`, containerName, detail);
  }
  if (values.length === 0) report.invalid(`${at}.values`, codes['values'], 'at least one value is required');
  else if (values.length > EXIT_CODES_MAX) report.tooMany(`${at}.values`, values.length, EXIT_CODES_MAX);
  values.forEach((value, i) => {
    const valueAt = `${at}.values[${String(i)}]`;
    if (operator === 'In' && value === 0) report.invalid(valueAt, value, 'must not be 0 for the In operator');
    if (values.indexOf(value) < i) report.duplicate(valueAt, value);
  });
  if (values.some((value, i) => i > 0 && (values[i - 1] ?? 0) > value))
    report.invalid(`${at}.values`, values, 'must be ordered');
}

function validateSuccessPolicy(report: Report, path: string, spec: Fields): void {
  const rules = listOf(fieldsOf(spec['successPolicy'])['rules']).map(fieldsOf);
  const at = `${path}.rules`;
  if (rules.length === 0)
    report.required(at, 'at least one rules must be specified when the successPolicy is specified');
  if (rules.length > RULES_MAX) report.tooMany(at, rules.length, RULES_MAX);
  rules.forEach((rule, index) => {
    validateSuccessRule(report, `${at}[${String(index)}]`, rule, Number(spec['completions'] ?? 0));
  });
}

function validateSuccessRule(report: Report, at: string, rule: Fields, completions: number): void {
  const { succeededIndexes: indexes, succeededCount: count } = rule;
  if (indexes === undefined && count === undefined)
    report.required(at, 'at least one of succeededCount or succeededIndexes must be specified');
  let total = 0;
  if (indexes !== undefined) {
    const text = textOf(indexes);
    const read = countIndexes(text, completions);
    if (text.length > INDEXES_MAX) report.tooLong(`${at}.succeededIndexes`, INDEXES_MAX);
    if (typeof read === 'number') total = read;
    else report.invalid(`${at}.succeededIndexes`, text, `error parsing succeededIndexes: ${read}`);
  }
  if (count === undefined) return;
  const most = `must be less than or equal to`;
  report.notNegative(`${at}.succeededCount`, count);
  if (Number(count) > completions) {
    const detail = `${most} ${String(completions)} (the number of specified completions)`;
    report.invalid(`${at}.succeededCount`, count, detail);
  }
  if (indexes !== undefined && Number(count) > total) {
    const detail = `${most} ${String(total)} (the number of indexes in the specified succeededIndexes field)`;
    report.invalid(`${at}.succeededCount`, count, detail);
  }
}

/** validateIndexesFormat: "1,3-5". @returns how many indexes, or what is wrong */
function countIndexes(text: string, completions: number): number | string {
  let last: number | undefined;
  let total = 0;
  for (const interval of text === '' ? [] : text.split(',')) {
    const limits = interval.split('-');
    if (limits.length > 2) {
      const rule = "violates the requirement that an index interval can have at most two parts separated by '-'";
      return `the fragment ${JSON.stringify(interval)} ${rule}`;
    }
    let first: number | undefined;
    for (const limit of limits) {
      const quoted = JSON.stringify(limit);
      if (!/^[+-]?\d{1,10}$/.test(limit)) return `cannot convert string to integer for index: ${quoted}`;
      const index = Number(limit);
      if (index >= completions) return `too large index: ${quoted}`;
      if (last !== undefined && last >= index)
        return `non-increasing order, previous: ${String(last)}, current: ${String(index)}`;
      total += first === undefined ? 1 : index - first;
      first = index;
      last = index;
    }
  }
  return total;
}
