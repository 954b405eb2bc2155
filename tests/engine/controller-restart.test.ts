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
