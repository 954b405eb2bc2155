/**
 * Which lists a strategic merge patch merges, and by which key: the patchStrategy and patchMergeKey tags of k8s.io/api
 * (v0.37). A list that does not stand here is replaced whole. Left out: types that the product does not know.
 */

export interface PatchField {
  /** Type of the field, or of the list's elements, where it has a table of its own. */
  readonly type?: string;
  /** Lists of objects: the key that tells elements apart. */
  readonly mergeKey?: string;
  /** Lists of plain values that are merged as sets. */
  readonly set?: boolean;
  /** A patch that is made says which fields there are to be, so that others go (strategy retainKeys). */
  readonly retainKeys?: boolean;
}

type Table = Readonly<Record<string, PatchField>>;

const of = (type: string): PatchField => ({ type });
const by = (mergeKey: string, type?: string): PatchField => (type === undefined ? { mergeKey } : { type, mergeKey });
const SET: PatchField = { set: true };
const META: PatchField = of('ObjectMeta');
const templated = { template: of('PodTemplateSpec') };
const conditions = { conditions: by('type') };
const object = (spec?: string, status?: string): Table => ({
  metadata: META,
  ...(spec === undefined ? {} : { spec: of(spec) }),
  ...(status === undefined ? {} : { status: of(status) }),
});

export const PATCH_TYPES: Readonly<Record<string, Table>> = {
  ObjectMeta: { ownerReferences: by('uid'), finalizers: SET },
  Pod: object('PodSpec', 'PodStatus'),
  PodTemplateSpec: object('PodSpec'),
  PodSpec: {
    volumes: { mergeKey: 'name', retainKeys: true },
    initContainers: by('name', 'Container'),
    containers: by('name', 'Container'),
    ephemeralContainers: by('name', 'Container'),
    imagePullSecrets: by('name'),
    hostAliases: by('ip'),
    topologySpreadConstraints: by('topologyKey'),
    schedulingGates: by('name'),
    resourceClaims: by('name'),
  },
  Container: {
    ports: by('containerPort'),
    env: by('name'),
    volumeMounts: by('mountPath'),
    volumeDevices: by('devicePath'),
  },
  PodStatus: { ...conditions, hostIPs: by('ip'), podIPs: by('ip'), resourceClaimStatuses: by('name') },
  Node: object('NodeSpec', 'NodeStatus'),
  NodeSpec: { podCIDRs: SET },
  NodeStatus: { ...conditions, addresses: by('type') },
  Namespace: object(undefined, 'Conditions'),
  Conditions: conditions,
  Service: object('ServiceSpec', 'Conditions'),
  ServiceSpec: { ports: by('port') },
  ServiceAccount: { metadata: META, secrets: by('name'), imagePullSecrets: by('name') },
  Deployment: object('DeploymentSpec', 'Conditions'),
  ReplicaSet: object('Workload', 'Conditions'),
  StatefulSet: object('Workload', 'Conditions'),
  DaemonSet: object('Workload', 'Conditions'),
  ReplicationController: object('Workload', 'Conditions'),
  Job: object('Workload', 'Conditions'),
  Workload: templated,
  DeploymentSpec: { ...templated, strategy: { retainKeys: true } },
  CronJob: object('CronJobSpec'),
  CronJobSpec: { jobTemplate: of('JobTemplate') },
  JobTemplate: object('Workload'),
  PodDisruptionBudget: object(undefined, 'Conditions'),
  PersistentVolumeClaim: object(undefined, 'Conditions'),
  HorizontalPodAutoscaler: object(undefined, 'Conditions'),
};

/** What is said of field `name` of `type`; nothing where no table has it. */
export function patchField(type: string | undefined, name: string): PatchField {
  if (type === undefined) return NOTHING;
  const table = PATCH_TYPES[type];
  if (table === undefined) return name === 'metadata' ? META : NOTHING;
  return table[name] ?? NOTHING;
}
const NOTHING: PatchField = {};
