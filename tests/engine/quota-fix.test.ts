/** What a quota refuses is mended for all the Pods that are missing, and of every resource that would be next to refuse. */
import { expect, it } from 'vitest';
import { openEngine, runToRest } from '../fixtures/dumps.ts';

const data = `apiVersion: v1
kind: Node
metadata: { name: node-a, labels: { kubernetes.io/hostname: node-a } }
status: { allocatable: { cpu: '4', memory: 8Gi, pods: '110' }, conditions: [{ type: Ready, status: 'True' }] }
---
apiVersion: v1
kind: ResourceQuota
metadata: { name: compute }
spec: { hard: { pods: '2', requests.cpu: 300m, requests.memory: 1Gi } }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 4
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: c, image: 'nginx:1', resources: { requests: { cpu: 100m, memory: 64Mi } } }] }
`;

it('a quota of 2 Pods and of CPU for 3 is raised to what 4 take', () => {
  const engine = runToRest(openEngine({ name: 'quota.yaml', data }));
  const { step } = engine.cluster.world;
  expect(engine.cluster.apiServer.list('pods')).toHaveLength(2);
  const [fix] = engine.fixes(step, 'Deployment/default/web').fixes;
  expect(fix).toMatchObject({
    code: 'raise-quota',
    params: { quota: 'compute', resource: 'pods,requests.cpu', from: '2,300m', to: '4,400m' },
  });
});
