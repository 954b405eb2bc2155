/**
 * Fields that no update may change: Validate…Update of k8s.io/kubernetes pkg/apis (v1.37). Left out: node and
 * volume rules.
 */
import type { KubeObject } from '../../model/objects.ts';
import type { ResourceInfo } from '../../model/resources.ts';
import { equal } from './equal.ts';
import { fieldsOf, isFields, listOf, textOf, withField, without, type Fields } from './fields.ts';
import { internalPodSpec, internalTemplate } from './internal.ts';
import type { Report } from './report.ts';
import { valueDiff } from './text-diff.ts';
import { validateClaimUpdate } from './validate-claim.ts';
import { validateSealed, validateSecretType } from './validate-data.ts';

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
    default:
      validateWholeUpdate(report, info.kind, fieldsOf(before), fieldsOf(after));
  }
}

function validateWholeUpdate(report: Report, kind: string, before: Fields, after: Fields): void {
  switch (kind) {
    case 'PriorityClass':
      validatePriorityUpdate(report, before, after);
      break;
    case 'Secret':
      validateSecretType(report, before, after);
      validateSealed(report, before, after);
      break;
    case 'ConfigMap':
      validateSealed(report, before, after);
      break;
    case 'PersistentVolumeClaim':
      validateClaimUpdate(report, before, after);
      break;
    default:
  }
}

function same(report: Report, path: string, old: unknown, now: unknown): void {
  if (!equal(old, now)) report.invalid(path, now, IMMUTABLE);
}

function validatePodUpdate(report: Report, old: Fields, now: Fields): void {
  validateTolerations(report, listOf(old['tolerations']), listOf(now['tolerations']));
  const munged = mungedSpec(old, now);
  if (equal(without(old, 'ephemeralContainers'), without(munged, 'ephemeralContainers'))) return;
  report.forbidden('spec', `${POD_UPDATE}\n${valueDiff(internalPodSpec(old), internalPodSpec(munged))}`);
}

/** What is asked for, with the old values where an update may change them: what still differs is refused. */
function mungedSpec(old: Fields, now: Fields): Fields {
  let spec = now;
  for (const name of ['activeDeadlineSeconds', 'tolerations']) spec = withField(spec, name, old[name]);
  if (Number(old['terminationGracePeriodSeconds']) < 0 && spec['terminationGracePeriodSeconds'] === 1) {
    spec = withField(spec, 'terminationGracePeriodSeconds', old['terminationGracePeriodSeconds']);
  }
  // A gated pod may lose gates and narrow where it may go.
  if (listOf(old['schedulingGates']).length > 0) {
    for (const name of ['schedulingGates', 'nodeSelector', 'affinity']) spec = withField(spec, name, old[name]);
  }
  for (const name of ['containers', 'initContainers']) {
    const before = listOf(old[name]);
    const after = listOf(spec[name]);
    if (after.length !== before.length) continue;
    const images = before.map((container) => fieldsOf(container)['image']);
    if (after.length > 0) {
      spec = withField(
        spec,
        name,
        after.map((container, i) => withField(fieldsOf(container), 'image', images[i])),
      );
    }
  }
  return spec;
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
  if (frozen) report.invalid('spec.template', internalTemplate(fieldsOf(is)), IMMUTABLE);
  same(report, 'spec.completionMode', old['completionMode'], now['completionMode']);
}

function validatePriorityUpdate(report: Report, old: Fields, now: Fields): void {
  if (Number(old['value'] ?? 0) !== Number(now['value'] ?? 0))
    report.forbidden('value', 'may not be changed in an update.');
  if (isFields(old) && textOf(old['preemptionPolicy']) !== textOf(now['preemptionPolicy'])) {
    report.invalid('preemptionPolicy', now['preemptionPolicy'], IMMUTABLE);
  }
}
