/**
 * Defaults that decoding fills in, a row a kind: k8s.io/kubernetes pkg/apis/{core,apps,batch,policy,scheduling,…}/v1/
 * defaults.go (v1.37). A kind without a row has none here.
 */
import type { KubeObject } from '../../model/objects.ts';
import { defaultPod, defaultTemplate } from './defaults-pod.ts';
import { autoscaler } from './defaults-autoscaler.ts';
import { fieldsOf, isFields, mapField, mapList, withDefaults, withField, type Fields } from './fields.ts';

type SpecDefaults = (spec: Fields) => Fields;

const workload =
  (defaults: Fields): SpecDefaults =>
  (spec) =>
    withTemplate(withDefaults(spec, defaults));

const withTemplate = (spec: Fields): Fields => withField(spec, 'template', defaultTemplate(spec['template']));

const ROLLING: Fields = { maxUnavailable: '25%', maxSurge: '25%' };

function deployment(spec: Fields): Fields {
  const next = workload({ replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 })(spec);
  return withField(next, 'strategy', rollingStrategy(next['strategy'], ROLLING));
}

function rollingStrategy(strategy: unknown, rolling: Fields): Fields {
  const next = withDefaults(fieldsOf(strategy), { type: 'RollingUpdate' });
  if (next['type'] !== 'RollingUpdate') return next;
  const known = next['rollingUpdate'];
  return withField(next, 'rollingUpdate', isFields(known) ? withDefaults(known, rolling) : rolling);
}

function statefulSet(spec: Fields): Fields {
  const next = workload({ replicas: 1, podManagementPolicy: 'OrderedReady', revisionHistoryLimit: 10 })(spec);
  const retention = withDefaults(fieldsOf(next['persistentVolumeClaimRetentionPolicy']), {
    whenDeleted: 'Retain',
    whenScaled: 'Retain',
  });
  const updated = withField(next, 'persistentVolumeClaimRetentionPolicy', retention);
  return withField(updated, 'updateStrategy', rollingStrategy(updated['updateStrategy'], { partition: 0 }));
}

function daemonSet(spec: Fields): Fields {
  const next = workload({ revisionHistoryLimit: 10 })(spec);
  const rolling = { maxUnavailable: 1, maxSurge: 0 };
  return withField(next, 'updateStrategy', rollingStrategy(next['updateStrategy'], rolling));
}

/** A condition of a failure policy without a status means "True". */
const withStatuses = (spec: Fields): Fields =>
  mapField(spec, 'podFailurePolicy', (policy) =>
    mapList(fieldsOf(policy), 'rules', (rule) =>
      mapList(rule, 'onPodConditions', (condition) => withDefaults(condition, { status: 'True' })),
    ),
  );

function job(spec: Fields): Fields {
  const alone = spec['completions'] === undefined && spec['parallelism'] === undefined;
  const counted = alone
    ? withDefaults(spec, { completions: 1, parallelism: 1 })
    : withDefaults(spec, { parallelism: 1 });
  const limit = counted['backoffLimitPerIndex'] === undefined ? 6 : 2_147_483_647;
  const replacement = counted['podFailurePolicy'] === undefined ? 'TerminatingOrFailed' : 'Failed';
  return workload({
    backoffLimit: limit,
    completionMode: 'NonIndexed',
    suspend: false,
    manualSelector: false,
    podReplacementPolicy: replacement,
  })(withStatuses(counted));
}

function cronJob(spec: Fields): Fields {
  const next = withDefaults(spec, {
    concurrencyPolicy: 'Allow',
    suspend: false,
    successfulJobsHistoryLimit: 3,
    failedJobsHistoryLimit: 1,
  });
  const template = withDefaults(fieldsOf(next['jobTemplate']), { metadata: {} });
  return withField(next, 'jobTemplate', withField(template, 'spec', withTemplate(fieldsOf(template['spec']))));
}

function service(spec: Fields): Fields {
  const external = spec['type'] === 'ExternalName';
  const next = withDefaults(spec, {
    sessionAffinity: 'None',
    type: 'ClusterIP',
    ...(external ? {} : { internalTrafficPolicy: 'Cluster' }),
  });
  const outside = next['type'] === 'NodePort' || next['type'] === 'LoadBalancer';
  const routed = outside ? withDefaults(next, { externalTrafficPolicy: 'Cluster' }) : next;
  const balanced =
    next['type'] === 'LoadBalancer' ? withDefaults(routed, { allocateLoadBalancerNodePorts: true }) : routed;
  return mapList(balanced, 'ports', (port) => withDefaults(port, { protocol: 'TCP', targetPort: port['port'] }));
}

const claim = (spec: Fields): Fields => withDefaults(spec, { volumeMode: 'Filesystem' });

const volume = (spec: Fields): Fields =>
  withDefaults(spec, { volumeMode: 'Filesystem', persistentVolumeReclaimPolicy: 'Retain' });

const SPECS: Readonly<Record<string, SpecDefaults>> = {
  Pod: defaultPod,
  Deployment: deployment,
  ReplicaSet: workload({ replicas: 1 }),
  // Its template is a pointer: nothing is filled in where there is none.
  ReplicationController: (spec) => mapField(withDefaults(spec, { replicas: 1 }), 'template', defaultTemplate),
  StatefulSet: statefulSet,
  HorizontalPodAutoscaler: autoscaler,
  DaemonSet: daemonSet,
  Job: job,
  CronJob: cronJob,
  Service: service,
  PersistentVolumeClaim: claim,
  PersistentVolume: volume,
};

/** Kinds whose defaults lie beside metadata. */
const WHOLE: Readonly<Record<string, Fields>> = {
  PriorityClass: { preemptionPolicy: 'PreemptLowerPriority' },
  StorageClass: { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' },
  Secret: { type: 'Opaque' },
};

/** The object with defaults filled in; parts that lack nothing are shared. */
export function applyDefaults(object: KubeObject): KubeObject {
  const whole = WHOLE[object.kind];
  if (whole !== undefined) return withDefaults(object as unknown as Fields, whole) as unknown as KubeObject;
  const defaults = SPECS[object.kind];
  if (defaults === undefined) return object;
  const spec = defaults(fieldsOf(object.spec));
  return spec === object.spec ? object : { ...object, spec };
}
