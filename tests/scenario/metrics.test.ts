import { expect, it } from 'vitest';
import { createCluster } from '../../src/engine/create-cluster.ts';
import { readScenario, type Scenario } from '../../src/scenario/scenario.ts';

const text = (...entries: readonly string[]): string =>
  `apiVersion: steplane.dev/v1\nkind: Scenario\nspec:\n  metrics:\n${entries.map((entry) => `  - ${entry}\n`).join('')}`;
const read = (data: string): ReturnType<typeof readScenario> => readScenario([{ name: 's.yaml', data }]);
const scenario = (data: string): Scenario => {
  const found = read(data);
  if (!found.ok) throw new Error(JSON.stringify(found.problem));
  return found.value;
};

it('one entry tells of one thing, and of as much of it as it names', () => {
  expect(
    scenario(
      text(
        '{from: 1m30s, pods: {app: web}, cpu: 250m, memory: 64Mi}',
        '{namespace: shop, object: Service/web, name: hits, value: 1.5k}',
        '{external: queue, value: null}',
      ),
    ).metrics,
  ).toEqual([
    {
      fromMicros: 90_000_000,
      namespace: 'default',
      of: { kind: 'pods', labels: { app: 'web' } },
      name: 'cpu',
      milli: 250,
    },
    {
      ...{ fromMicros: 90_000_000, namespace: 'default', of: { kind: 'pods', labels: { app: 'web' } } },
      ...{ name: 'memory', milli: 64 * 1024 * 1024 * 1000 },
    },
    { fromMicros: 0, namespace: 'shop', of: { kind: 'object', object: 'Service/web' }, name: 'hits', milli: 1_500_000 },
    { fromMicros: 0, namespace: 'default', of: { kind: 'external' }, name: 'queue', milli: null },
  ]);
});

it.each([
  ['{cpu: 250m}', 'bad-metric', 5, 5],
  ['{pods: {app: web}, external: queue, cpu: 1}', 'bad-metric', 5, 5],
  ['{pods: {app: web}}', 'bad-metric', 5, 5],
  ['{object: Service/web, value: "1"}', 'bad-metric', 5, 5],
  ['{external: queue, container: c, value: "1"}', 'bad-metric', 5, 5],
  ['{pods: {app: web}, cpu: much}', 'bad-quantity', 5, 29],
  ['{pods: {app: web}, cpu: 1, from: soon}', 'bad-duration', 5, 38],
  ['{object: web, name: hits, value: "1"}', 'wrong-type', 5, 14],
  ['{pods: {app: web}, gpu: 1}', 'unknown-field', 5, 24],
])('refuses %s where it stands', (entry, code, line, column) => {
  expect(read(text(entry))).toMatchObject({ ok: false, problem: { code, line, column } });
});

it('is carried by the text that is shared, and reaches the autoscaler', () => {
  const manifests = `
apiVersion: v1
kind: Node
metadata: {name: node-1, labels: {kubernetes.io/hostname: node-1}}
status:
  allocatable: {cpu: "8", memory: 8Gi, pods: "110"}
  conditions: [{type: Ready, status: "True", reason: KubeletReady}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: c, image: "c:1", resources: {requests: {cpu: 100m}}}]}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  maxReplicas: 3
`;
  const first = scenario(`${text('{pods: {app: web}, cpu: 200m}')}---${manifests}`);
  const again = scenario(first.canonical);
  expect(again.metrics).toEqual(first.metrics);
  const [one, other] = [first, again].map((given) => {
    const { world, apiServer } = createCluster(given);
    while (world.nextTime !== undefined && world.nextTime < 60_000_000) if (world.advance(1) === 0) break;
    const replicas = (apiServer.get('Deployment/default/web')?.spec as { replicas: number }).replicas;
    return { replicas, digest: world.digest() };
  });
  expect(one?.replicas).toBe(3);
  expect(other).toEqual(one);
});
