/** The cluster that the scoring rows score: made from its size alone, so that every run scores the same. */
import type { CycleInput, CycleNode } from '../../components/scheduler/scheduler.ts';
import type { Node, Pod } from '../../model/objects.ts';

const PODS_A_NODE = 4;

const podOf = (name: string, i: number, nodeName?: string): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default', uid: name, labels: { app: i % 3 === 0 ? 'web' : 'batch' } },
  spec: {
    ...(nodeName === undefined ? {} : { nodeName }),
    schedulerName: 'default-scheduler',
    containers: [
      {
        name: 'main',
        image: `registry.example/app:${i % 5}`,
        resources: { requests: { cpu: `${100 + 50 * (i % 7)}m`, memory: `${128 + 64 * (i % 5)}Mi` } },
      },
    ],
  },
});

function nodeOf(i: number): Node {
  const name = `node-${String(i).padStart(4, '0')}`;
  const allocatable = { cpu: String(8 + 4 * (i % 3)), memory: `${16 + 8 * (i % 4)}Gi`, pods: '110' };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        'kubernetes.io/hostname': name,
        'topology.kubernetes.io/zone': `zone-${i % 3}`,
        disk: i % 2 === 0 ? 'ssd' : 'hdd',
      },
    },
    spec: i % 5 === 0 ? { taints: [{ key: 'spot', value: 'true', effect: 'PreferNoSchedule' }] } : {},
    status: {
      allocatable,
      capacity: allocatable,
      images: [{ names: [`registry.example/app:${i % 5}`], sizeBytes: 800_000_000 + 10_000_000 * (i % 11) }],
    },
  };
}

/** A Pod with preferences and a spread, and nodes that all can take it. */
export function snapshotOf(nodes: number): CycleInput {
  const pod = podOf('incoming', 0);
  const list = Array.from({ length: nodes }, (_, n): CycleNode => {
    const node = nodeOf(n);
    const pods = Array.from({ length: PODS_A_NODE }, (_, p) => {
      const i = n * PODS_A_NODE + p;
      return podOf(`pod-${i}`, i, node.metadata.name);
    });
    return { node, pods };
  });
  return {
    pod: {
      ...pod,
      spec: {
        ...pod.spec,
        affinity: {
          nodeAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              { weight: 10, preference: { matchExpressions: [{ key: 'disk', operator: 'In', values: ['ssd'] }] } },
            ],
          },
          podAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              {
                weight: 5,
                podAffinityTerm: {
                  topologyKey: 'topology.kubernetes.io/zone',
                  labelSelector: { matchLabels: { app: 'batch' } },
                },
              },
            ],
          },
        },
        topologySpreadConstraints: [
          {
            maxSkew: 1,
            topologyKey: 'kubernetes.io/hostname',
            whenUnsatisfiable: 'ScheduleAnyway',
            labelSelector: { matchLabels: { app: 'web' } },
          },
        ],
      },
    },
    nodes: list,
    startIndex: 0,
    version: '1.35',
    configuration: { percentageOfNodesToScore: 100 },
    namespaceLabels: { default: {} },
    others: [],
    knownKinds: [],
  };
}

/** Nothing can be written to it any more; scoring it side by side is then safe by construction. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
  return value;
}
