/** Bodies that are nearly right: an example of each kind, and one to three places of it made wrong. */
import fc from 'fast-check';
import { RESOURCES } from '../../../src/model/resources.ts';

type Fields = Record<string, unknown>;

const container = {
  name: 'c',
  image: 'nginx:1.27',
  command: ['sleep'],
  args: ['1'],
  env: [
    { name: 'A', value: '1' },
    { name: 'B', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
  ],
  ports: [{ containerPort: 80, hostPort: 8080, protocol: 'TCP' }],
  resources: { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '2', memory: '1Gi' } },
  readinessProbe: { periodSeconds: 3, httpGet: { port: 80, path: '/' } },
  lifecycle: { preStop: { sleep: { seconds: 3 } } },
  volumeMounts: [{ name: 'v', mountPath: '/v' }],
  securityContext: { runAsUser: 5, capabilities: { add: ['X'] } },
};
const selector = { matchLabels: { app: 'a' }, matchExpressions: [{ key: 'app', operator: 'In', values: ['a'] }] };
const term = { labelSelector: selector, topologyKey: 'kubernetes.io/hostname', namespaces: ['default'] };
const nodeTerm = { matchExpressions: [{ key: 'zone', operator: 'In', values: ['z'] }] };
export const POD_SPEC: Fields = {
  containers: [container],
  initContainers: [{ name: 'i', image: 'i', restartPolicy: 'Always' }],
  volumes: [
    { name: 'v', emptyDir: { sizeLimit: '1Gi' } },
    { name: 'w', configMap: { name: 'x' } },
    { name: 'p', persistentVolumeClaim: { claimName: 'x' } },
  ],
  terminationGracePeriodSeconds: 3,
  nodeSelector: { zone: 'z' },
  tolerations: [{ key: 'a', operator: 'Equal', value: 'b', effect: 'NoExecute', tolerationSeconds: 3 }],
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [nodeTerm] },
      preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: nodeTerm }],
    },
    podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: term }] },
    podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] },
  },
  topologySpreadConstraints: [
    { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: selector },
  ],
  schedulingGates: [{ name: 'a/b' }],
  overhead: { cpu: '1' },
  hostNetwork: true,
  securityContext: { runAsUser: 1, sysctls: [{ name: 'a', value: 'b' }] },
};
const template = { metadata: { labels: { app: 'a' }, annotations: { b: 'c' } }, spec: POD_SPEC };
const jobSpec = {
  completions: 2,
  parallelism: 1,
  backoffLimit: 2,
  podFailurePolicy: { rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [1] } }] },
  template: { ...template, spec: { ...POD_SPEC, restartPolicy: 'Never' } },
};
const rolling = { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: 1 } };
const replicated = { replicas: 2, selector, template, minReadySeconds: 1, revisionHistoryLimit: 2 };

/** What a kind has beside metadata. */
const PARTS: Readonly<Record<string, Fields>> = {
  Pod: { spec: POD_SPEC, status: { phase: 'Pending', conditions: [{ type: 'Ready', status: 'False' }] } },
  Node: {
    spec: { taints: [{ key: 'a', effect: 'NoSchedule' }], unschedulable: true },
    status: { capacity: { cpu: '4' }, allocatable: { cpu: '4' }, conditions: [{ type: 'Ready', status: 'True' }] },
  },
  Deployment: { spec: { ...replicated, strategy: rolling, progressDeadlineSeconds: 60 } },
  ReplicaSet: { spec: { replicas: 2, selector, template, minReadySeconds: 1 } },
  ReplicationController: { spec: { replicas: 1, selector: { app: 'a' }, template } },
  StatefulSet: {
    spec: {
      ...replicated,
      serviceName: 's',
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 1 } },
      volumeClaimTemplates: [
        {
          metadata: { name: 'd' },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
      ],
    },
  },
  DaemonSet: { spec: { selector, template, updateStrategy: rolling } },
  Job: { spec: jobSpec },
  CronJob: { spec: { schedule: '* * * * *', jobTemplate: { metadata: {}, spec: jobSpec } } },
  Service: { spec: { selector: { app: 'a' }, ports: [{ port: 80, targetPort: 80 }] } },
  PodDisruptionBudget: { spec: { minAvailable: 1, selector } },
  PriorityClass: { value: 5, globalDefault: false },
  ConfigMap: { data: { a: 'b' }, binaryData: { c: 'eA==' } },
  Secret: { data: { a: 'eA==' }, stringData: { b: 'c' }, type: 'Opaque' },
  ResourceQuota: { spec: { hard: { pods: '5', 'requests.cpu': '4' }, scopes: ['NotTerminating'] } },
  LimitRange: {
    spec: { limits: [{ type: 'Container', max: { cpu: '4' }, default: { cpu: '1' }, min: { cpu: '1m' } }] },
  },
  PersistentVolumeClaim: {
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: 's' },
  },
  PersistentVolume: {
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      storageClassName: 's',
      claimRef: { namespace: 'default', name: 'x' },
      nodeAffinity: { required: { nodeSelectorTerms: [nodeTerm] } },
    },
  },
  StorageClass: { provisioner: 'p', volumeBindingMode: 'Immediate', allowedTopologies: [] },
  HorizontalPodAutoscaler: {
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'x' },
      maxReplicas: 5,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 5 } } },
      ],
      behavior: { scaleDown: { policies: [{ type: 'Pods', value: 1, periodSeconds: 15 }] } },
    },
  },
  Lease: { spec: { holderIdentity: 'a', leaseDurationSeconds: 5, renewTime: '2026-02-01T00:00:00.000000Z' } },
  Namespace: { spec: { finalizers: ['kubernetes'] } },
  RuntimeClass: { handler: 'h', overhead: { podFixed: { cpu: '1' } }, scheduling: { nodeSelector: { a: 'b' } } },
};

/** A right object of a kind. */
export function example(kind: string, name: string): Fields {
  const info = RESOURCES.find((row) => row.kind === kind);
  const metadata = {
    name,
    labels: { app: 'a' },
    annotations: { a: 'b' },
    finalizers: ['a.b/c'],
    ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u', controller: true }],
    ...(info?.namespaced === true ? { namespace: 'default' } : {}),
  };
  return { apiVersion: info?.apiVersion, kind, metadata, ...structuredClone(PARTS[kind] ?? {}) };
}

/** The same, but its Pods run anywhere, and nothing holds or owns it: more comes after it. */
export function plainExample(kind: string, name: string): Fields {
  const { metadata, ...rest } = example(kind, name);
  const { finalizers: _, ownerReferences: __, ...kept } = metadata as Fields;
  return { ...(plain(rest) as Fields), metadata: kept };
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const { containers, restartPolicy } = value as Fields;
  if (containers === undefined)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
  const simple = [{ name: 'c', image: 'i', resources: { requests: { cpu: '100m' } }, ports: [{ containerPort: 80 }] }];
  return { containers: simple, ...(restartPolicy === undefined ? {} : { restartPolicy }) };
}

const JUNK: readonly unknown[] = [
  null,
  'x',
  '',
  '2x',
  '1GB',
  '-1',
  0,
  -1,
  1.5,
  99_999_999_999,
  true,
  [],
  {},
  [null],
  ['x'],
  [{}],
  [[]],
  { a: 'b' },
  { a: null },
  { a: { b: 1 } },
];

/** Where to, from the root on (a share of the fields at each level), what to do there, and with what. */
export interface Wound {
  readonly way: readonly number[];
  readonly act: 'set' | 'drop' | 'add';
  readonly junk: unknown;
}

export const wound: fc.Arbitrary<Wound> = fc.record({
  way: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 9 }),
  act: fc.constantFrom('set' as const, 'set' as const, 'set' as const, 'drop' as const, 'add' as const),
  junk: fc.constantFrom(...JUNK),
});

/** The object with the wound; what is not reached is left. */
export function wounded(value: unknown, { way, act, junk }: Wound, depth = 0): unknown {
  const share = way[depth];
  if (share === undefined || typeof value !== 'object' || value === null) return act === 'drop' ? undefined : junk;
  const names = Object.keys(value);
  const name = names[Math.floor(share * names.length)];
  if (name === undefined) return junk;
  if (act === 'add' && depth === way.length - 1 && !Array.isArray(value)) return { ...value, bogus: junk };
  const next = wounded((value as Fields)[name], { way, act, junk }, depth + 1);
  const entries = Object.entries(value).map(([key, old]): [string, unknown] => [key, key === name ? next : old]);
  const left = entries.filter(([, one]) => one !== undefined);
  return Array.isArray(value) ? left.map(([, one]) => one) : Object.fromEntries(left);
}
