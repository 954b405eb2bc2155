import type { KubeObject } from '../model/objects.ts';
import type { ScenarioSpec } from './document.ts';

/** Large worlds in a few lines: `generate: {nodes, pods, template, zones}`. Nodes are observed and Ready, Pods applied. */
export function generateObjects(spec: NonNullable<ScenarioSpec['generate']>): {
  nodes: KubeObject[];
  pods: KubeObject[];
} {
  const zones = spec.zones ?? 3;
  const nodes = Array.from({ length: spec.nodes ?? 0 }, (_, i) => generatedNode(i, zones, spec.nodeTemplate ?? {}));
  const pods = Array.from({ length: spec.pods ?? 0 }, (_, i) => generatedPod(i, spec.template ?? {}));
  return { nodes, pods };
}

const padded = (n: number, width: number): string => String(n).padStart(width, '0');

function generatedNode(i: number, zones: number, template: Readonly<Record<string, unknown>>): KubeObject {
  const name = `node-${padded(i, 4)}`;
  const size = { cpu: '32', memory: '64Gi', pods: '110', ...(template['allocatable'] as object | undefined) };
  const labels = template['labels'] as Readonly<Record<string, string>> | undefined;
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: { 'kubernetes.io/hostname': name, 'topology.kubernetes.io/zone': `zone-${String(i % zones)}`, ...labels },
    },
    spec: {},
    status: {
      allocatable: size,
      capacity: size,
      conditions: [{ type: 'Ready', status: 'True', reason: 'KubeletReady' }],
    },
  };
}

function generatedPod(i: number, template: Readonly<Record<string, unknown>>): KubeObject {
  const given = template as { metadata?: { namespace?: string; labels?: Record<string, string> }; spec?: unknown };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `pod-${padded(i, 6)}`,
      namespace: given.metadata?.namespace ?? 'default',
      ...(given.metadata?.labels === undefined ? {} : { labels: given.metadata.labels }),
    },
    spec: given.spec ?? {
      containers: [{ name: 'app', image: 'app', resources: { requests: { cpu: '100m', memory: '64Mi' } } }],
    },
  };
}
