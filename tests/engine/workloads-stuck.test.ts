/** What a rollout waits for where it cannot go on by itself. */
import { describe, expect, it } from 'vitest';
import { gallery, openEngine, runToRest } from '../fixtures/dumps.ts';
import { deployment, head, look, node, text } from './workload-runs.ts';

const set = `
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db, namespace: default, uid: u-db, generation: 1}
spec:
  replicas: 1
  serviceName: db
  selector: {matchLabels: {app: db}}
  template: {metadata: {labels: {app: db}}, spec: {containers: [{name: app, image: 'i:1'}]}}
status: {observedGeneration: 1, replicas: 1, currentRevision: db-a, updateRevision: db-a}
---
apiVersion: v1
kind: Pod
metadata:
  name: db-0
  namespace: default
  uid: u-db-0
  deletionTimestamp: '2026-12-01T10:21:00Z'
  deletionGracePeriodSeconds: 30
  labels: {app: db, controller-revision-hash: db-a}
  ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: db, uid: u-db, controller: true}]
spec: {nodeName: node-a, containers: [{name: app, image: 'i:1'}]}
status: {phase: Running, conditions: [{type: Ready, status: 'False'}]}
`;

describe('a StatefulSet whose only revision has a marked Pod', () => {
  const waits = (machine: string): unknown =>
    text(head() + set + machine).workload(0, 'StatefulSet/default/db').rollout?.waits;

  it('waits for what a silent kubelet cannot confirm, and no old template is spoken of', () => {
    const silent = node('node-a').replace("status: 'True'", 'status: Unknown');
    expect(waits(silent)).toEqual([{ code: 'leaving-silent', pod: 'Pod/default/db-0', params: { node: 'node-a' } }]);
  });

  it('waits for its end where the kubelet speaks', () => {
    expect(waits(node('node-a'))).toEqual([{ code: 'leaving', params: { pods: 1 } }]);
  });
});

it('a ReplicaSet whose image cannot be had waits for its own Pods, as its Deployment does', () => {
  const engine = runToRest(openEngine(gallery('rolling-update-bad-image')));
  const deployed = look(engine, 65, 'Deployment/default/web').rollout;
  const stuck = deployed?.waits.filter(({ code }) => code === 'not-ready') ?? [];
  expect(stuck).toHaveLength(3);
  const set = deployed?.sets.find(({ current }) => current)?.key ?? '';
  const { waits } = look(engine, 65, set).rollout ?? {};
  expect(waits).toEqual(stuck);
  for (const { params } of waits ?? []) expect(params).toMatchObject({ stage: 'imagePull' });
});

describe('where only an Event tells why', () => {
  const run = (container: string, volumes = '', more = ''): unknown => {
    const applied = head(more).replace('mode: observed', 'mode: applied');
    const made = deployment('web', 1, '{}')
      .replace(/, uid: [^}]+/, '')
      .replace("{name: app, image: 'i:1'}]", `{name: app, image: 'i:1', ${container}}]${volumes}`);
    const engine = runToRest(text(applied + made + node('node-a')));
    return look(engine, 100, 'Deployment/default/web').rollout?.waits.find(({ code }) => code === 'not-ready')?.params;
  };

  it('a missing ConfigMap: the newest FailedMount', () => {
    const volumes = ', volumes: [{name: settings, configMap: {name: settings}}]';
    expect(run('volumeMounts: [{name: settings, mountPath: /etc/settings}]', volumes)).toMatchObject({
      reason: 'FailedMount',
      message: 'MountVolume.SetUp failed for volume "settings" : configmap "settings" not found',
    });
  });

  it('a readiness probe that fails: Unhealthy', () => {
    const fails = ", timeline: [{at: 0s, probe: {pod: 'web-*', probe: readiness, result: failure}}]";
    expect(run('readinessProbe: {httpGet: {path: /, port: 80}}', '', fails)).toMatchObject({
      stage: 'notReady',
      reason: 'Unhealthy',
      message: 'Readiness probe failed: HTTP probe failed with statuscode: 500',
    });
  });
});

it('a DaemonSet counts a Pod on a node that should have none: status.numberMisscheduled', () => {
  const daemons = `
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent, namespace: default, uid: u-agent, generation: 1}
spec:
  selector: {matchLabels: {app: agent}}
  template: {metadata: {labels: {app: agent}}, spec: {containers: [{name: app, image: 'i:1'}]}}
status: {observedGeneration: 1, desiredNumberScheduled: 2, currentNumberScheduled: 2, numberReady: 2, numberMisscheduled: 1}
`;
  const { rollout } = text(head() + daemons + node('node-a')).workload(0, 'DaemonSet/default/agent');
  expect(rollout?.counts.at(-1)).toMatchObject({ replicas: 2, unavailable: 0, misscheduled: 1 });
});
