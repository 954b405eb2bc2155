/** Objects that are said to stand in etcd and that no api-server would have let in. */
import { expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.ts';

const open = (data: string) => createEngine().open({ files: [{ name: 'dump.yaml', data }] });

const problemOf = (data: string) => {
  const answer = open(data);
  return answer.ok ? undefined : answer.problem;
};

const POD = `apiVersion: v1
kind: Pod
metadata:
  name: web
  uid: "1"
spec:
  containers:
  - name: c
    image: i
status:
`;

// encoding/json's words, as in the api-server's answer to the same body.
it.each([
  [
    '  containerStatuses: 0',
    11,
    'status.containerStatuses',
    'json: cannot unmarshal number into Go struct field PodStatus.status.containerStatuses of type []v1.ContainerStatus',
  ],
  [
    "  containerStatuses:\n  - ''",
    12,
    'status.containerStatuses.0',
    'json: cannot unmarshal string into Go struct field PodStatus.status.containerStatuses of type v1.ContainerStatus',
  ],
  [
    '  containerStatuses:\n  - name: c\n    ready: "yes"',
    13,
    'status.containerStatuses.0.ready',
    'json: cannot unmarshal string into Go struct field ContainerStatus.status.containerStatuses.ready of type bool',
  ],
])('%s is told with its place', (status, line, path, message) => {
  expect(problemOf(POD + status)).toMatchObject({
    code: 'undecodable',
    file: 'dump.yaml',
    line,
    params: { object: 'Pod/default/web', path, message },
  });
});

it('null is the same as nothing', () => {
  const node =
    'apiVersion: v1\nkind: Node\nmetadata: {name: node-a, uid: "1"}\nstatus: {allocatable: null, capacity: null}\n';
  expect(open(node).ok).toBe(true);
});

it('what validation always asks for is missed', () => {
  const cron = 'apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: c, uid: "1"}\nspec: {jobTemplate: {}}\n';
  expect(problemOf(cron)).toMatchObject({ code: 'missing-field', line: 4, params: { path: 'spec.schedule' } });
  const scaler = `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: h, uid: "1"}
spec:
  maxReplicas: 2
  scaleTargetRef: {kind: Deployment, name: web}
  metrics: [{type: Resource, resource: {name: cpu}}]
`;
  expect(problemOf(scaler)).toMatchObject({
    code: 'missing-field',
    params: { path: 'spec.metrics.*.resource.target' },
  });
});
