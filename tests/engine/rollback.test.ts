/** `kubectl rollout undo`: k8s.io/kubectl pkg/polymorphichelpers/rollback.go (v1.37): what it sends, and what it says when it does not. */
import { describe, expect, it } from 'vitest';
import { createCluster, type Cluster } from '../../src/engine/create-cluster.ts';
import type { KubeObject, PodTemplateSpec } from '../../src/model/objects.ts';
import { readScenario } from '../../src/scenario/scenario.ts';

const node = (n: number): string => `apiVersion: v1
kind: Node
metadata: {name: node-${String(n)}, labels: {kubernetes.io/hostname: node-${String(n)}}}
status:
  allocatable: {cpu: "4", memory: 8Gi, pods: "110"}
  conditions: [{type: Ready, status: "True", reason: KubeletReady}]
`;
const workload = (kind: string): string => `apiVersion: apps/v1
kind: ${kind}
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {terminationGracePeriodSeconds: 1, containers: [{name: c, image: "c:1"}]}
`;

function run(kind: string, entries: readonly string[]): Cluster {
  const timeline = entries.map((entry) => `  - ${entry}\n`).join('');
  const scenario = `apiVersion: steplane.dev/v1\nkind: Scenario\nspec:\n  kubernetesVersion: "1.35"\n  timeline:\n${timeline}`;
  const read = readScenario([{ name: 's.yaml', data: [scenario, node(1), node(2), workload(kind)].join('---\n') }]);
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  const cluster = createCluster(read.value);
  const { world } = cluster;
  while (world.nextTime !== undefined && world.nextTime < 90_000_000) if (world.advance(1) === 0) break;
  return cluster;
}

const found = ({ apiServer }: Cluster, kind: string): KubeObject | undefined => apiServer.get(`${kind}/default/web`);
const imageOf = (cluster: Cluster, kind: string): string | undefined =>
  (found(cluster, kind)?.spec as { template: PodTemplateSpec }).template.spec.containers[0]?.image;
const podImages = ({ apiServer }: Cluster): unknown[] => [
  ...new Set(apiServer.list('pods').map(({ spec }) => (spec as PodTemplateSpec['spec']).containers[0]?.image)),
];
const said = ({ refusals }: Cluster): string[] => refusals().map(({ object, message }) => `${object}: ${message}`);

const image = (kind: string, seconds: number, tag: number): string =>
  `{at: ${String(seconds)}s, setImage: {kind: ${kind}, name: web, containers: {c: "c:${String(tag)}"}}}`;
const undo = (kind: string, seconds: number, to?: number): string =>
  `{at: ${String(seconds)}s, rollback: {kind: ${kind}, name: web${to === undefined ? '' : `, toRevision: ${String(to)}`}}}`;

describe.each(['DaemonSet', 'StatefulSet', 'Deployment'])('of a %s', (kind) => {
  it('goes back to the template before, whose Pods follow', () => {
    const cluster = run(kind, [image(kind, 10, 2), undo(kind, 40)]);
    expect(imageOf(cluster, kind)).toBe('c:1');
    expect(podImages(cluster)).toEqual(['c:1']);
    expect(said(cluster)).toEqual([]);
  });

  it('or to the one that is asked for', () => {
    const cluster = run(kind, [image(kind, 10, 2), image(kind, 30, 3), undo(kind, 60, 1)]);
    expect(imageOf(cluster, kind)).toBe('c:1');
  });

  it('says so where that is not known, and changes nothing', () => {
    const cluster = run(kind, [image(kind, 10, 2), undo(kind, 40, 9)]);
    expect(imageOf(cluster, kind)).toBe('c:2');
    expect(said(cluster)).toEqual([`${kind.toLowerCase()}s/web: unable to find specified revision 9 in history`]);
  });
});

it('what was never changed has nothing to go back to', () => {
  expect(said(run('DaemonSet', [undo('DaemonSet', 10)]))).toEqual(['daemonsets/web: no last revision to roll back to']);
  expect(said(run('StatefulSet', [undo('StatefulSet', 10)]))).toEqual([
    'statefulsets/web: no last revision to roll back to',
  ]);
  expect(said(run('Deployment', [undo('Deployment', 10)]))).toEqual([
    'deployments/web: no rollout history found for deployment "web"',
  ]);
});

it('a paused Deployment, and kinds without a history', () => {
  const pause = '{at: 20s, pauseRollout: {kind: Deployment, name: web}}';
  expect(said(run('Deployment', [image('Deployment', 10, 2), pause, undo('Deployment', 30)]))).toEqual([
    "deployments/web: you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume' and try again",
  ]);
  expect(said(run('ReplicaSet', [undo('ReplicaSet', 10)]))).toEqual([
    'replicasets/web: no rollbacker has been implemented for "ReplicaSet"',
  ]);
});

it('where the template is that of the revision already, nothing is sent and nothing is wrong', () => {
  const cluster = run('StatefulSet', [image('StatefulSet', 10, 2), undo('StatefulSet', 40, 2)]);
  expect(said(cluster)).toEqual([]);
  expect(found(cluster, 'StatefulSet')?.metadata.generation).toBe(2);
});
