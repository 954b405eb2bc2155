import { describe, expect, it } from 'vitest';
import { openEngine, runToRest } from '../fixtures/dumps.ts';
import { strategicPatch } from '../../src/engine/fixes/strategic-patch.ts';
import { jsonPatch } from '../../src/engine/fixes/json-patch.ts';
import type { Deployment, PodSpec } from '../../src/model/objects.ts';

const SPEC: PodSpec = {
  nodeSelector: { disktype: 'sdd', zone: 'a' },
  containers: [
    {
      name: 'app',
      image: 'example.com/app:1',
      resources: { requests: { cpu: '4', memory: '1Gi' } },
      ports: [{ containerPort: 80, hostPort: 8080, protocol: 'TCP' }],
    },
    { name: 'side', image: 'example.com/side:1' },
  ],
  tolerations: [{ key: 'spot', operator: 'Exists', effect: 'NoSchedule' }],
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      topologyKey: 'zone',
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: { app: 'web' } },
    },
  ],
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { labelSelector: { matchLabels: { app: 'web' } }, topologyKey: 'kubernetes.io/hostname' },
      ],
    },
  },
};

const [app, side] = SPEC.containers;
if (app === undefined || side === undefined) throw new Error('two containers');
const [constraint] = SPEC.topologySpreadConstraints ?? [];
if (constraint === undefined) throw new Error('one constraint');
const { nodeSelector: _, ...withoutSelector } = SPEC;

const EDITS: Readonly<Record<string, PodSpec>> = {
  'a smaller request': {
    ...SPEC,
    containers: [{ ...app, resources: { requests: { cpu: '3900m', memory: '1Gi' } } }, side],
  },
  'another host port': {
    ...SPEC,
    containers: [{ ...app, ports: [{ containerPort: 80, hostPort: 8081, protocol: 'TCP' }] }, side],
  },
  'one more toleration': {
    ...SPEC,
    tolerations: [
      ...(SPEC.tolerations ?? []),
      { key: 'dedicated', operator: 'Equal', value: 'batch', effect: 'NoSchedule' },
    ],
  },
  'another label': { ...SPEC, nodeSelector: { disktype: 'ssd', zone: 'a' } },
  'one label less': { ...SPEC, nodeSelector: { zone: 'a' } },
  'no selector': withoutSelector,
  'a larger skew': { ...SPEC, topologySpreadConstraints: [{ ...constraint, maxSkew: 2 }] },
  'a wish for a rule': {
    ...SPEC,
    affinity: {
      podAntiAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          {
            weight: 100,
            podAffinityTerm: { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'web' } } },
          },
        ],
      },
    },
  },
  'another scheduler': { ...SPEC, schedulerName: 'other' },
};

const DEPLOYMENT: Deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'default' },
  spec: {
    replicas: 0,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: SPEC },
  },
};

/** What the api-server makes of a patch of the template; its defaults are in both. */
function patched(type: 'strategic' | 'json', patch: unknown): unknown {
  const engine = runToRest(openEngine({ name: 'd.json', data: JSON.stringify(DEPLOYMENT) }));
  const { world, apiServer, refusals } = engine.cluster;
  engine.fork(world.step, [
    { verb: 'patch', body: { kind: 'Deployment', name: 'web', namespace: 'default', type, patch } },
  ]);
  runToRest(engine);
  expect(refusals()).toEqual([]);
  return (apiServer.get('Deployment/default/web') as Deployment).spec.template.spec;
}

function created(spec: PodSpec): unknown {
  const object = { ...DEPLOYMENT, spec: { ...DEPLOYMENT.spec, template: { ...DEPLOYMENT.spec.template, spec } } };
  const { apiServer } = runToRest(openEngine({ name: 'd.json', data: JSON.stringify(object) })).cluster;
  return (apiServer.get('Deployment/default/web') as Deployment).spec.template.spec;
}

describe('patches of a template give what the edit meant', () => {
  it.each(Object.entries(EDITS))('%s', (_name, after) => {
    const strategic = { spec: { template: { spec: strategicPatch(SPEC, after) } } };
    expect(patched('strategic', strategic)).toEqual(created(after));
    expect(patched('json', jsonPatch(SPEC, after, '/spec/template/spec'))).toEqual(created(after));
  });

  it('leaves out what admission wrote into the Pod', () => {
    const pod = {
      ...SPEC,
      priority: 0,
      tolerations: [{ key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' }],
    };
    const added = { key: 'spot', operator: 'Exists', effect: 'NoSchedule' };
    expect(
      strategicPatch(pod, {
        ...pod,
        priority: 1000,
        priorityClassName: 'high',
        tolerations: [...pod.tolerations, added],
      }),
    ).toEqual({
      priorityClassName: 'high',
      tolerations: [added],
    });
  });
});
