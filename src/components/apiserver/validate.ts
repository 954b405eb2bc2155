/** The gate before a write: which checks an object of a kind goes through. */
import type { KubeObject } from '../../model/objects.ts';
import type { ResourceInfo } from '../../model/resources.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { Core } from './core.ts';
import { fieldsOf, type Fields } from './fields.ts';
import { invalid } from './refusal.ts';
import { Report } from './report.ts';
import { validateClaim } from './validate-claim.ts';
import { validateConfigMap, validateSecret } from './validate-data.ts';
import { validateMeta, validateMetaUpdate } from './validate-meta.ts';
import { validateAutoscaler } from './validate-autoscaler.ts';
import {
  validateBudget,
  validateNode,
  validatePriorityClass,
  validateQuota,
  validateService,
} from './validate-others.ts';
import { validatePodSpec } from './validate-pod.ts';
import { validateImmutable } from './validate-update.ts';
import {
  validateCronJob,
  validateDaemonSet,
  validateDeployment,
  validateGeneratedSelector,
  validateJobSpec,
  validateReplicaSet,
  validateStatefulSet,
} from './validate-workload.ts';

type Check = (report: Report, spec: Fields, version: KubernetesVersion) => void;

const SPECS: Readonly<Record<string, Check>> = {
  Pod: (report, spec, version) => {
    validatePodSpec(report, 'spec', spec, version);
  },
  Deployment: validateDeployment,
  ReplicaSet: validateReplicaSet,
  StatefulSet: validateStatefulSet,
  DaemonSet: validateDaemonSet,
  Job: (report, spec, version) => {
    validateJobSpec(report, 'spec', spec, version);
  },
  CronJob: validateCronJob,
  PodDisruptionBudget: validateBudget,
  Node: validateNode,
  Service: validateService,
  ResourceQuota: validateQuota,
  HorizontalPodAutoscaler: validateAutoscaler,
  PersistentVolumeClaim: validateClaim,
};

export function validateCreate(core: Core, info: ResourceInfo, object: KubeObject): void {
  const report = new Report();
  validateMeta(report, info.kind, object.metadata, core.version);
  validateContent(report, info, object, core.version);
  if (info.kind === 'Job') validateGeneratedSelector(report, fieldsOf(object.spec));
  settle(report, info, object);
}

function validateContent(report: Report, info: ResourceInfo, object: KubeObject, version: KubernetesVersion): void {
  SPECS[info.kind]?.(report, fieldsOf(object.spec), version);
  WHOLE[info.kind]?.(report, fieldsOf(object), object.metadata.name);
}

/** Kinds that have no spec. */
const WHOLE: Readonly<Record<string, (report: Report, object: Fields, name: string) => void>> = {
  PriorityClass: (report, object, name) => {
    validatePriorityClass(report, name, object);
  },
  ConfigMap: validateConfigMap,
  Secret: validateSecret,
};

/** What did not change is not looked at again: it was right when it came, or it was observed. */
export function validateUpdate(core: Core, info: ResourceInfo, before: KubeObject, after: KubeObject): void {
  const report = new Report();
  const meta = after.metadata !== before.metadata;
  if (meta) validateMetaUpdate(report, before.metadata, after.metadata);
  if (meta && metaChanged(before, after)) validateMeta(report, info.kind, after.metadata, core.version);
  if (after.spec !== before.spec || info.kind in WHOLE) {
    validateContent(report, info, after, core.version);
    // Upstream checks a node's taints once as a node's, and once more as an update's.
    if (info.kind === 'Node') validateNode(report, fieldsOf(after.spec), core.version);
    validateImmutable(report, info, before, after);
  }
  settle(report, info, after);
}

const metaChanged = ({ metadata: a }: KubeObject, { metadata: b }: KubeObject): boolean =>
  a.labels !== b.labels ||
  a.annotations !== b.annotations ||
  a.finalizers !== b.finalizers ||
  a.ownerReferences !== b.ownerReferences;

function settle(report: Report, info: ResourceInfo, object: KubeObject): void {
  if (report.errors.length > 0) throw invalid(info, object.metadata.name, report.errors);
}
