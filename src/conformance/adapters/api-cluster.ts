/** The cluster that manifests were sent to when the recordings were made. */
import type { KubeObject } from '../../model/objects.ts';

const NAMESPACES = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];

const object = (apiVersion: string, kind: string, name: string, rest: object = {}, namespace?: string): KubeObject => ({
  apiVersion,
  kind,
  metadata: namespace === undefined ? { name } : { name, namespace },
  ...rest,
});

export const CLUSTER: readonly KubeObject[] = [
  ...NAMESPACES.map((name) => object('v1', 'Namespace', name, { status: { phase: 'Active' } })),
  ...NAMESPACES.map((namespace) => object('v1', 'ServiceAccount', 'default', {}, namespace)),
  object('scheduling.k8s.io/v1', 'PriorityClass', 'system-cluster-critical', { value: 2_000_000_000 }),
  object('scheduling.k8s.io/v1', 'PriorityClass', 'system-node-critical', { value: 2_000_001_000 }),
  ...['node-0', 'node-1', 'node-2'].map((name) => object('v1', 'Node', name, { spec: {}, status: {} })),
];
