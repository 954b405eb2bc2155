/** Twelve small clusters, each with something going on, for plans of faults. */

export interface Base {
  readonly name: string;
  /** Of the Scenario's spec, beside the timeline. */
  readonly nodes: number;
  /** Seconds within which faults begin; default 40. */
  readonly within?: number;
  /** Entries of the timeline: seconds, then the rest of the entry. */
  readonly entries: readonly (readonly [at: number, entry: string])[];
  /** Applied at 0. */
  readonly objects: string;
}

const container = (requests = '{cpu: 100m}'): string =>
  `containers: [{name: c, image: i, resources: {requests: ${requests}}}]`;
const template = (app: string, spec = container()): string => `{metadata: {labels: {app: ${app}}}, spec: {${spec}}}`;

const deployment = (name: string, replicas: number, more = '', spec = container()): string => `
apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}, namespace: default}
spec: {replicas: ${String(replicas)}, selector: {matchLabels: {app: ${name}}}, template: ${template(name, spec)}${more}}
`;
const job = (name: string, more: string, seconds = 3, code = 0): string => `
apiVersion: batch/v1
kind: Job
metadata: {name: ${name}, namespace: default}
spec: {${more}, template: {spec: {restartPolicy: Never, containers: [{name: c, image: i, command: [sh, -c, "sleep ${String(seconds)}; exit ${String(code)}"]}]}}}
`;

export const BASES: readonly Base[] = [
  {
    name: 'rollout',
    nodes: 3,
    objects: deployment('web', 4),
    entries: [
      [6, 'setImage: {kind: Deployment, name: web, containers: {c: v2}}'],
      [14, 'scale: {kind: Deployment, name: web, replicas: 7}'],
      [25, 'rollback: {kind: Deployment, name: web}'],
    ],
  },
  {
    name: 'recreate',
    nodes: 2,
    objects: deployment('web', 3, ', strategy: {type: Recreate}'),
    entries: [
      [6, 'setImage: {kind: Deployment, name: web, containers: {c: v2}}'],
      [20, 'scale: {kind: Deployment, name: web, replicas: 1}'],
    ],
  },
  {
    name: 'daemonset',
    nodes: 3,
    objects: `
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent, namespace: default}
spec: {selector: {matchLabels: {app: agent}}, template: ${template('agent')}}
`,
    entries: [
      [5, 'nodeJoins: {name: late, cores: 4, memoryMiB: 8192}'],
      [12, 'setImage: {kind: DaemonSet, name: agent, containers: {c: v2}}'],
      [25, 'delete: {kind: Node, name: node-0001}'],
    ],
  },
  {
    name: 'job',
    nodes: 2,
    objects: job('work', 'completions: 5, parallelism: 2') + '---' + job('fails', 'backoffLimit: 2', 1, 1),
    entries: [[20, 'delete: {kind: Job, name: work}']],
  },
  {
    name: 'indexed-job',
    nodes: 2,
    objects: job('index', 'completions: 4, parallelism: 3, completionMode: Indexed, ttlSecondsAfterFinished: 20', 2),
    entries: [[3, 'evict: {name: nothing-there}']],
  },
  {
    name: 'drain',
    nodes: 3,
    objects:
      deployment('web', 4) +
      `---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web, namespace: default}
spec: {minAvailable: 3, selector: {matchLabels: {app: web}}}
`,
    entries: [
      [8, 'drain: node-0000'],
      [30, 'uncordon: node-0000'],
    ],
  },
  {
    name: 'node-loss',
    nodes: 3,
    objects: deployment('web', 5),
    entries: [
      [8, 'kubeletStops: node-0001'],
      [16, 'delete: {kind: Node, name: node-0001}'],
    ],
  },
  {
    name: 'preemption',
    nodes: 2,
    objects:
      `apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: high}
value: 1000
---` + deployment('low', 6, '', container('{cpu: 10}')),
    entries: [
      [
        8,
        `create: {apiVersion: v1, kind: Pod, metadata: {name: urgent, namespace: default}, spec: {priorityClassName: high, ${container('{cpu: 20}')}}}`,
      ],
      [24, 'delete: {kind: Pod, name: urgent}'],
    ],
  },
  {
    name: 'garbage',
    nodes: 2,
    objects: deployment('a', 3) + '---' + deployment('b', 2) + '---' + deployment('c', 2),
    entries: [
      [6, 'delete: {kind: Deployment, name: a}\n    propagationPolicy: Foreground'],
      [8, 'delete: {kind: Deployment, name: b}'],
      [10, 'delete: {kind: Deployment, name: c}\n    propagationPolicy: Orphan'],
    ],
  },
  {
    name: 'quota',
    nodes: 2,
    objects:
      `apiVersion: v1
kind: ResourceQuota
metadata: {name: q, namespace: default}
spec: {hard: {pods: "4"}}
---` + deployment('web', 6),
    entries: [
      [8, 'scale: {kind: Deployment, name: web, replicas: 3}'],
      [20, 'setImage: {kind: Deployment, name: web, containers: {c: v2}}'],
    ],
  },
  {
    name: 'statefulset',
    nodes: 3,
    objects: `
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db, namespace: default}
spec: {replicas: 3, serviceName: db, selector: {matchLabels: {app: db}}, template: ${template('db')}}
`,
    entries: [
      [8, 'setImage: {kind: StatefulSet, name: db, containers: {c: v2}}'],
      [16, 'scale: {kind: StatefulSet, name: db, replicas: 5}'],
      [28, 'scale: {kind: StatefulSet, name: db, replicas: 2}'],
    ],
  },
  {
    name: 'cronjob',
    nodes: 2,
    within: 200,
    objects: `
apiVersion: batch/v1
kind: CronJob
metadata: {name: tick, namespace: default}
spec: {schedule: "* * * * *", concurrencyPolicy: Forbid, successfulJobsHistoryLimit: 1, jobTemplate: {spec: {backoffLimit: 1,
  template: {spec: {restartPolicy: Never, containers: [{name: c, image: i, command: [sh, -c, "sleep 70"]}]}}}}}
`,
    entries: [
      [200, 'suspend: {kind: CronJob, name: tick}'],
      [230, 'delete: {kind: CronJob, name: tick}'],
    ],
  },
];
