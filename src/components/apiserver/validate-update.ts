/**
 * Fields that no update may change: Validate…Update of k8s.io/kubernetes pkg/apis (v1.37). Left out: upstream's text
 * difference after the message about pods, node and volume rules.
 */
import type { KubeObject } from '../../model/objects.ts';
import type { ResourceInfo } from '../../model/resources.ts';
import { equal } from './equal.ts';
import { fieldsOf, isFields, listOf, textOf, without, type Fields } from './fields.ts';
import type { Report } from './report.ts';

const POD_UPDATE =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';
const IMMUTABLE = 'field is immutable';

export function validateImmutable(report: Report, info: ResourceInfo, before: KubeObject, after: KubeObject): void {
  const old = fieldsOf(before.spec);
  const now = fieldsOf(after.spec);
  switch (info.kind) {
    case 'Pod':
      validatePodUpdate(report, old, now);
      break;
    case 'Deployment':
    case 'ReplicaSet':
    case 'DaemonSet':
      same(report, 'spec.selector', old['selector'], now['selector']);
      break;
    case 'StatefulSet':
      validateStatefulSetUpdate(report, old, now);
      break;
    case 'Job':
      validateJobUpdate(report, old, now, fieldsOf(before.status)['startTime'] !== undefined);
      break;
    case 'PriorityClass':
      validatePriorityUpdate(report, fieldsOf(before), fieldsOf(after));
      break;
    default:
  }
}

function same(report: Report, path: string, old: unknown, now: unknown): void {
  if (!equal(old, now)) report.invalid(path, now, IMMUTABLE);
}

function validatePodUpdate(report: Report, old: Fields, now: Fields): void {
  validateTolerations(report, listOf(old['tolerations']), listOf(now['tolerations']));
  if (!equal(frozenParts(old, old), frozenParts(now, old))) report.forbidden('spec', POD_UPDATE);
}

/** The spec without what an update may change. */
function frozenParts(spec: Fields, old: Fields): Fields {
  let rest = spec;
  for (const name of ['activeDeadlineSeconds', 'tolerations']) rest = without(rest, name);
  if (Number(old['terminationGracePeriodSeconds']) < 0 && rest['terminationGracePeriodSeconds'] === 1) {
    rest = { ...rest, terminationGracePeriodSeconds: old['terminationGracePeriodSeconds'] };
  }
  // A gated pod may lose gates and narrow where it may go.
  if (listOf(old['schedulingGates']).length > 0) {
    for (const name of ['schedulingGates', 'nodeSelector', 'affinity']) rest = without(rest, name);
  }
  for (const name of ['containers', 'initContainers']) {
    const containers = rest[name];
    if (containers !== undefined)
      rest = { ...rest, [name]: listOf(containers).map((c) => without(fieldsOf(c), 'image')) };
  }
  return without(rest, 'ephemeralContainers');
}

function validateTolerations(report: Report, old: readonly unknown[], now: readonly unknown[]): void {
  const kept = old.every((toleration) => now.some((other) => sameToleration(fieldsOf(toleration), fieldsOf(other))));
  if (!kept) {
    report.forbidden('spec.tolerations', 'existing toleration can not be modified except its tolerationSeconds');
  }
}

const sameToleration = (a: Fields, b: Fields): boolean =>
  equal(without(a, 'tolerationSeconds'), without(b, 'tolerationSeconds'));

const STATEFUL_SET_UPDATE =
  "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
const STATEFUL_SET_MAY = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
];

function validateStatefulSetUpdate(report: Report, old: Fields, now: Fields): void {
  const rest = (spec: Fields): Fields => STATEFUL_SET_MAY.reduce(without, spec);
  if (!equal(rest(old), rest(now))) report.forbidden('spec', STATEFUL_SET_UPDATE);
}

/** A template without what sends its pods to nodes: a suspended job that never ran may change that. */
function undirected(template: unknown): Fields {
  const fields = fieldsOf(template);
  let spec = fieldsOf(fields['spec']);
  for (const name of ['nodeSelector', 'tolerations', 'affinity', 'schedulingGates']) spec = without(spec, name);
  return { ...without(fields, 'metadata'), spec };
}

function validateJobUpdate(report: Report, old: Fields, now: Fields, started: boolean): void {
  // An indexed job may grow together with its parallelism.
  const elastic = now['completionMode'] === 'Indexed' && now['completions'] === now['parallelism'];
  if (!elastic) same(report, 'spec.completions', old['completions'], now['completions']);
  same(report, 'spec.selector', old['selector'], now['selector']);
  const suspended = old['suspend'] === true && !started;
  const [was, is] = [old['template'], now['template']];
  const frozen = suspended ? !equal(undirected(was), undirected(is)) : !equal(was, is);
  if (frozen) report.invalid('spec.template', is, IMMUTABLE);
  same(report, 'spec.completionMode', old['completionMode'], now['completionMode']);
}

function validatePriorityUpdate(report: Report, old: Fields, now: Fields): void {
  if (Number(old['value'] ?? 0) !== Number(now['value'] ?? 0))
    report.forbidden('value', 'may not be changed in an update.');
  if (isFields(old) && textOf(old['preemptionPolicy']) !== textOf(now['preemptionPolicy'])) {
    report.invalid('preemptionPolicy', now['preemptionPolicy'], IMMUTABLE);
  }
}
