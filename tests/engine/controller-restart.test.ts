/** A kube-controller-manager that starts anew lists what has been there all along. */
import { describe, expect, it } from 'vitest';
import { openEngine, runToRest } from '../fixtures/dumps.ts';

const data = `apiVersion: v1
kind: Node
metadata: { name: node-a, labels: { kubernetes.io/hostname: node-a } }
status: { allocatable: { cpu: '4', memory: 8Gi, pods: '110' }, conditions: [{ type: Ready, status: 'True' }] }
---
apiVersion: steplane.dev/v1
kind: Scenario
spec:
  timeline:
  - { at: 5s, crash: kube-controller-manager, for: 5s }
  - { at: 7s, create: { apiVersion: v1, kind: Namespace, metadata: { name: later } } }
`;

describe('a restart of the kube-controller-manager', () => {
  it('makes the account of the Namespace that came meanwhile, and of none that stood at the start', () => {
    const { cluster } = runToRest(openEngine({ name: 'restart.yaml', data }));
    expect(cluster.apiServer.list('namespaces').length).toBeGreaterThan(1);
    const accounts = cluster.apiServer.list('serviceaccounts').map(({ metadata }) => metadata.namespace);
    expect(accounts).toEqual(['later']);
  });
});

describe('a CronJob that forbids two at once, its controller down for two runs', () => {
  const forbids = `${data.slice(0, data.indexOf('---'))}---
apiVersion: batch/v1
kind: CronJob
metadata: { name: night }
spec:
  schedule: '* * * * *'
  concurrencyPolicy: Forbid
  startingDeadlineSeconds: 20
  jobTemplate: { spec: { template: { spec: { restartPolicy: Never, containers: [{ name: c, image: busybox, command: [sh, -c, 'sleep 150'] }] } } } }
---
apiVersion: steplane.dev/v1
kind: Scenario
spec:
  now: '2026-01-01T00:00:00Z'
  timeline:
  - { at: 270s, crash: kube-controller-manager, for: 130s }
`;

  it('names the running Job only where somebody looked, else the deadline that passed', () => {
    const engine = runToRest(openEngine({ name: 'forbids.yaml', data: forbids }));
    const { step } = engine.cluster.world;
    const runs = engine.workload(step, 'CronJob/default/night').calendar?.runs ?? [];
    const said = new Map(runs.map(({ due, outcome, why }) => [due.slice(11, 16), `${outcome} ${why}`]));
    expect(said.get('00:02')).toBe('skipped forbid');
    expect(said.get('00:03')).toBe('skipped forbid');
    expect(said.get('00:05')).toBe('skipped deadline');
    expect(said.get('00:06')).toBe('skipped deadline');
  });
});
