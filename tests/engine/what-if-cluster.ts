/** A cluster small enough to work out by hand what a change would do to it. */
import type { Engine } from '../../src/engine/engine.ts';

export const node = (name: string, cpu: string): string => `
apiVersion: v1
kind: Node
metadata: { name: ${name}, uid: u-${name}, labels: { kubernetes.io/hostname: ${name} } }
status:
  allocatable: { cpu: '${cpu}', memory: 8Gi, pods: '110' }
  conditions: [{ type: Ready, status: 'True' }]
`;

export const spec = (cpu: string, on = ''): string =>
  `{ ${on === '' ? '' : `nodeName: ${on}, `}containers: [{ name: app, image: 'example.com/app:1', resources: { requests: { cpu: ${cpu} } } }] }`;

interface Owned {
  readonly kind: string;
  readonly name: string;
}

export const pod = (name: string, app: string, cpu: string, owner?: Owned): string => `
apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  namespace: default
  uid: u-${name}
  labels: { app: ${app}${owner?.kind === 'ReplicaSet' ? ", pod-template-hash: '1'" : ''} }
${owner === undefined ? '' : `  ownerReferences: [{ apiVersion: apps/v1, kind: ${owner.kind}, name: ${owner.name}, uid: u-${owner.name}, controller: true }]`}
spec: ${spec(cpu, 'node-a')}
status:
  phase: Running
  conditions: [{ type: Ready, status: 'True' }, { type: PodScheduled, status: 'True' }]
`;

/** A Deployment, its ReplicaSet, and their Pods on node-a. */
export const deployment = (app: string, pods: readonly string[], cpu: string): string[] => [
  `
apiVersion: apps/v1
kind: Deployment
metadata: { name: ${app}, namespace: default, uid: u-${app}, generation: 1, annotations: { deployment.kubernetes.io/revision: '1' } }
spec:
  replicas: ${String(pods.length)}
  selector: { matchLabels: { app: ${app} } }
  template: { metadata: { labels: { app: ${app} } }, spec: ${spec(cpu)} }
`,
  `
apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: ${app}-1
  namespace: default
  uid: u-${app}-1
  generation: 1
  labels: { app: ${app}, pod-template-hash: '1' }
  annotations: { deployment.kubernetes.io/revision: '1' }
  ownerReferences: [{ apiVersion: apps/v1, kind: Deployment, name: ${app}, uid: u-${app}, controller: true }]
spec:
  replicas: ${String(pods.length)}
  selector: { matchLabels: { app: ${app}, pod-template-hash: '1' } }
  template: { metadata: { labels: { app: ${app}, pod-template-hash: '1' } }, spec: ${spec(cpu)} }
`,
  ...pods.map((name) => pod(name, app, cpu, { kind: 'ReplicaSet', name: `${app}-1` })),
];

export const budget = (status: string): string => `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: guard, namespace: default, uid: u-guard, generation: 1 }
spec: { minAvailable: 1, selector: { matchLabels: { app: guarded } } }
${status}
`;

/**
 * node-a has everything; node-b takes one Pod of 600m and has 400m left: a second one waits. The budget lets none go, the
 * bare Pod has nobody, the DaemonSet's Pod is not touched.
 */
export const CLUSTER = [
  node('node-a', '4'),
  node('node-b', '1'),
  ...deployment('web', ['web-1-x', 'web-1-y'], '600m'),
  ...deployment('guarded', ['guarded-1-x'], '100m'),
  pod('alone', 'alone', '100m'),
  pod('agent-x', 'agent', '10m', { kind: 'DaemonSet', name: 'agent' }),
  budget(
    'status: { observedGeneration: 1, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1, disruptionsAllowed: 0 }',
  ),
].join('---');

export const FILE = { name: 'cluster.yaml', data: CLUSTER };

export const digests = ({ cluster: { world } }: Engine): string[] =>
  Array.from({ length: world.step + 1 }, (_, k) => world.digest(k));

export function there<T>(answer: T | undefined): T {
  if (answer === undefined) throw new Error('no answer');
  return answer;
}
