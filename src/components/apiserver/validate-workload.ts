/**
 * Checks of what holds a pod template: k8s.io/kubernetes pkg/apis/{apps,batch}/validation (v1.37). Left out: claim templates.
 */
import { selectorMatches } from '../../model/selectors.ts';
import type { LabelSelector } from '../../model/objects.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import { validateSchedule, validateTimeZone } from './cron-schedule.ts';
import { fieldsOf, isFields, listOf, textOf, type Fields } from './fields.ts';
import type { Report } from './report.ts';
import { validateJobPolicies } from './validate-job-policy.ts';
import { validateAnnotations, validateLabels } from './validate-meta.ts';
import { validatePodSpec } from './validate-pod.ts';
import { validateLabelSelector } from './validate-selector.ts';

const PERCENT =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

export function validateTemplate(report: Report, path: string, template: unknown, version: KubernetesVersion): void {
  const fields = fieldsOf(template);
  const metadata = fieldsOf(fields['metadata']);
  validateLabels(report, `${path}.labels`, metadata['labels'], version);
  validateAnnotations(report, `${path}.annotations`, metadata['annotations'], version);
  validatePodSpec(report, `${path}.spec`, fieldsOf(fields['spec']), version);
}

function validateSelector(report: Report, spec: Fields, word: string, version: KubernetesVersion): void {
  const { selector } = spec;
  if (!isFields(selector)) report.required('spec.selector');
  else {
    validateLabelSelector(report, 'spec.selector', selector, version);
    const empty =
      Object.keys(fieldsOf(selector['matchLabels'])).length + listOf(selector['matchExpressions']).length === 0;
    if (empty) report.invalid('spec.selector', shownSelector(selector), `empty selector is invalid for ${word}`);
  }
}

/** Without empty parts, as JSON has it. */
function shownSelector(selector: Fields): Fields {
  return Object.fromEntries(Object.entries(selector).filter(([, part]) => Object.keys(part as object).length > 0));
}

function validateMatch(report: Report, spec: Fields): void {
  const labels = fieldsOf(fieldsOf(fieldsOf(spec['template'])['metadata'])['labels']);
  const selector = spec['selector'] as LabelSelector | undefined;
  if (isFields(selector) && selectorMatches(selector, labels as Readonly<Record<string, string>>)) return;
  const value = Object.keys(labels).length === 0 ? null : labels;
  report.invalid('spec.template.metadata.labels', value, '`selector` does not match template `labels`');
}

function validateRestartAlways(report: Report, spec: Fields): void {
  const policy = fieldsOf(fieldsOf(spec['template'])['spec'])['restartPolicy'];
  if (policy === 'Always') return;
  report.unsupported('spec.template.spec.restartPolicy', policy, ['Always']);
}

/** @param kind of the object that makes the Pods, as upstream's text has it */
function validateNoDeadline(report: Report, spec: Fields, kind: string): void {
  const deadline = fieldsOf(fieldsOf(spec['template'])['spec'])['activeDeadlineSeconds'] ?? null;
  if (deadline === null) return;
  const detail = `activeDeadlineSeconds in ${kind} is not Supported`;
  report.forbidden('spec.template.spec.activeDeadlineSeconds', detail);
}

function validateReplicated(report: Report, spec: Fields, word: string, version: KubernetesVersion): void {
  report.notNegative('spec.replicas', spec['replicas']);
  report.notNegative('spec.minReadySeconds', spec['minReadySeconds']);
  report.notNegative('spec.revisionHistoryLimit', spec['revisionHistoryLimit']);
  validateSelector(report, spec, word, version);
  const { selector } = spec;
  const empty = isFields(selector) && Object.keys(shownSelector(selector)).length === 0;
  if (!empty) validateMatch(report, spec);
  validateTemplate(report, 'spec.template', spec['template'], version);
  validateRestartAlways(report, spec);
  validateNoDeadline(report, spec, KINDS[word] ?? 'ReplicaSet');
}

/** By the word for an empty selector; a Deployment's template is checked as its ReplicaSet's. */
const KINDS: Readonly<Record<string, string>> = { statefulset: 'StatefulSet', daemonset: 'DaemonSet' };

export function validateDeployment(report: Report, spec: Fields, version: KubernetesVersion): void {
  validateReplicated(report, spec, 'deployment', version);
  const strategy = fieldsOf(spec['strategy']);
  const path = 'spec.strategy';
  const rolling = strategy['rollingUpdate'];
  const type = strategy['type'];
  if (type !== 'Recreate' && type !== 'RollingUpdate') {
    report.unsupported(path, { Type: type, RollingUpdate: rolling ?? null }, ['Recreate', 'RollingUpdate']);
  } else if (type === 'Recreate' && isFields(rolling)) {
    report.forbidden(`${path}.rollingUpdate`, "may not be specified when strategy `type` is 'Recreate'");
  } else if (isFields(rolling)) validateRolling(report, `${path}.rollingUpdate`, rolling);
  const { progressDeadlineSeconds: deadline, minReadySeconds = 0 } = spec;
  report.notNegative('spec.progressDeadlineSeconds', deadline);
  if (typeof deadline === 'number' && deadline <= Number(minReadySeconds)) {
    report.invalid('spec.progressDeadlineSeconds', deadline, 'must be greater than minReadySeconds');
  }
}

function validateRolling(report: Report, path: string, rolling: Fields): void {
  for (const name of ['maxUnavailable', 'maxSurge']) validateCount(report, `${path}.${name}`, rolling[name]);
  if (isZero(rolling['maxUnavailable']) && isZero(rolling['maxSurge'])) {
    report.invalid(`${path}.maxUnavailable`, rolling['maxUnavailable'], 'may not be 0 when `maxSurge` is 0');
  }
  validateShare(report, `${path}.maxUnavailable`, rolling['maxUnavailable']);
}

/** A percentage of all is no more than all. */
export function validateShare(report: Report, path: string, count: unknown): void {
  if ((percentOf(count) ?? 0) > 100) report.invalid(path, count, 'must not be greater than 100%');
}

const isZero = (count: unknown): boolean => count === 0 || percentOf(count) === 0;

function percentOf(count: unknown): number | undefined {
  return typeof count === 'string' && /^[0-9]+%$/.test(count) ? Number(count.slice(0, -1)) : undefined;
}

/** A number, or a percentage. */
export function validateCount(report: Report, path: string, count: unknown): void {
  if (typeof count === 'number') report.notNegative(path, count);
  else if (typeof count === 'string' && percentOf(count) === undefined) report.invalid(path, count, PERCENT);
}

export function validateReplicaSet(report: Report, spec: Fields, version: KubernetesVersion): void {
  validateReplicated(report, spec, 'replica set', version);
}

export function validateStatefulSet(report: Report, spec: Fields, version: KubernetesVersion): void {
  validateReplicated(report, spec, 'statefulset', version);
  validateStatefulStrategy(report, fieldsOf(spec['updateStrategy']));
  const policy = spec['podManagementPolicy'];
  if (policy === undefined || policy === '') report.required('spec.podManagementPolicy');
  else if (policy !== 'OrderedReady' && policy !== 'Parallel') {
    report.invalid('spec.podManagementPolicy', policy, "must be 'OrderedReady' or 'Parallel'");
  }
}

function validateStatefulStrategy(report: Report, strategy: Fields): void {
  const path = 'spec.updateStrategy';
  const { type, rollingUpdate: rolling } = strategy;
  if (type === 'RollingUpdate') report.notNegative(`${path}.rollingUpdate.partition`, fieldsOf(rolling)['partition']);
  else if (type === 'OnDelete') {
    if (isFields(rolling)) {
      const shown = { Partition: rolling['partition'] ?? 0, MaxUnavailable: rolling['maxUnavailable'] ?? null };
      report.invalid(`${path}.rollingUpdate`, shown, "only allowed for updateStrategy 'RollingUpdate'");
    }
  } else {
    const shown = { Type: type, RollingUpdate: null };
    report.invalid(path, shown, "must be 'RollingUpdate' or 'OnDelete'");
  }
}

export function validateDaemonSet(report: Report, spec: Fields, version: KubernetesVersion): void {
  validateReplicated(report, spec, 'daemonset', version);
  const strategy = fieldsOf(spec['updateStrategy']);
  const path = 'spec.updateStrategy';
  const rolling = strategy['rollingUpdate'];
  if (strategy['type'] !== 'RollingUpdate' && strategy['type'] !== 'OnDelete') {
    const value = { Type: strategy['type'], RollingUpdate: rolling ?? null };
    report.unsupported(path, value, ['RollingUpdate', 'OnDelete']);
  } else if (isFields(rolling)) {
    for (const name of ['maxUnavailable', 'maxSurge']) {
      validateCount(report, `${path}.rollingUpdate.${name}`, rolling[name]);
      validateShare(report, `${path}.rollingUpdate.${name}`, rolling[name]);
    }
    if (isZero(rolling['maxUnavailable']) && isZero(rolling['maxSurge'])) {
      report.required(`${path}.rollingUpdate.maxUnavailable`, 'cannot be 0 when maxSurge is 0');
    }
  }
}

/** A Job whose selector the server makes: nobody else may have put anything into it. */
export function validateGeneratedSelector(report: Report, spec: Fields): void {
  if (spec['manualSelector'] === true) return;
  const selector = fieldsOf(spec['selector']);
  const labels = Object.keys(fieldsOf(selector['matchLabels']));
  const alone = labels.length === 1 && listOf(selector['matchExpressions']).length === 0;
  if (!alone) report.invalid('spec.selector', selector, '`selector` not auto-generated');
  validateMatch(report, spec);
}

export function validateJobSpec(report: Report, path: string, spec: Fields, version: KubernetesVersion): void {
  for (const name of [
    'parallelism',
    'completions',
    'activeDeadlineSeconds',
    'backoffLimit',
    'ttlSecondsAfterFinished',
    'backoffLimitPerIndex',
    'maxFailedIndexes',
  ]) {
    report.notNegative(`${path}.${name}`, spec[name]);
  }
  if (spec['completionMode'] === 'Indexed' && spec['completions'] === undefined) {
    report.required(`${path}.completions`, 'when completion mode is Indexed');
  }
  report.oneOf(`${path}.completionMode`, spec['completionMode'], ['Indexed', 'NonIndexed'], false);
  validateIndexLimits(report, path, spec);
  validateJobPolicies(report, path, spec, version);
  const template = fieldsOf(spec['template']);
  const copy = fieldsOf(template['spec']);
  const policy = copy['restartPolicy'];
  validateTemplate(report, `${path}.template`, template, version);
  if (policy === 'Always') report.required(`${path}.template.spec.restartPolicy`, 'valid values: "OnFailure", "Never"');
  if (spec['podFailurePolicy'] !== undefined && policy !== 'Never') {
    const detail = 'only "Never" is supported when podFailurePolicy is specified';
    report.invalid(`${path}.template.spec.restartPolicy`, policy, detail);
  }
}

export function validateCronJob(report: Report, spec: Fields, version: KubernetesVersion): void {
  const zone = spec['timeZone'];
  validateSchedule(report, 'spec.schedule', textOf(spec['schedule']));
  validateTimeZone(report, 'spec.timeZone', typeof zone === 'string' ? zone : undefined);
  report.oneOf('spec.concurrencyPolicy', spec['concurrencyPolicy'], ['Allow', 'Forbid', 'Replace']);
  for (const name of ['startingDeadlineSeconds', 'successfulJobsHistoryLimit', 'failedJobsHistoryLimit']) {
    report.notNegative(`spec.${name}`, spec[name]);
  }
  const template = fieldsOf(fieldsOf(spec['jobTemplate'])['spec']);
  validateJobSpec(report, 'spec.jobTemplate.spec', template, version);
}

/** Failures that count by index need indexes, and a limit of indexes needs that they count so. */
function validateIndexLimits(report: Report, path: string, spec: Fields): void {
  const { backoffLimitPerIndex, maxFailedIndexes, completions, completionMode } = spec;
  if (maxFailedIndexes !== undefined && backoffLimitPerIndex === undefined) {
    report.required(`${path}.backoffLimitPerIndex`, 'when maxFailedIndexes is specified');
  }
  if (completionMode !== 'Indexed') {
    for (const [name, value] of Object.entries({ backoffLimitPerIndex, maxFailedIndexes })) {
      if (value !== undefined) report.invalid(`${path}.${name}`, value, 'requires indexed completion mode');
    }
  } else if (Number(maxFailedIndexes ?? 0) > Number(completions ?? Infinity)) {
    report.invalid(`${path}.maxFailedIndexes`, maxFailedIndexes, 'must be less than or equal to completions');
  }
}
