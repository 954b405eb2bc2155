/** Pod failure and success policies: pkg/apis/batch/validation/validation.go (v1.35). */
import { expect, it } from 'vitest';
import { runFaults } from '../../engine/fault-runs.ts';

function refusals(spec: string): readonly string[] {
  const template = 'template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}';
  const { engine } = runFaults([
    `{at: 1s, create: {apiVersion: batch/v1, kind: Job, metadata: {name: j, namespace: default}, spec: {${spec}, ${template}}}}`,
  ]);
  return engine.cluster.refusals().map(({ message }) => message.replace('Job.batch "j" is invalid: ', ''));
}

const failure = (rule: string): string => `podFailurePolicy: {rules: [${rule}]}`;
const success = (rule: string): string => `completionMode: Indexed, completions: 4, successPolicy: {rules: [${rule}]}`;
const RULE = 'spec.podFailurePolicy.rules[0]';
const SUCCESS = 'spec.successPolicy.rules[0]';

it.each([
  [
    failure('{action: Stop, onExitCodes: {operator: In, values: [1]}}'),
    `${RULE}.action: Unsupported value: "Stop": supported values: "Count", "FailIndex", "FailJob", "Ignore"`,
  ],
  [
    failure('{action: FailIndex, onExitCodes: {operator: In, values: [1]}}'),
    `${RULE}.action: Invalid value: "FailIndex": requires the backoffLimitPerIndex to be set`,
  ],
  [
    failure('{action: FailJob}'),
    `${RULE}: Invalid value: specifying one of OnExitCodes and OnPodConditions is required`,
  ],
  [
    failure('{action: FailJob, onExitCodes: {operator: In, values: [1]}, onPodConditions: [{type: DisruptionTarget}]}'),
    `${RULE}: Invalid value: specifying both OnExitCodes and OnPodConditions is not supported`,
  ],
  [
    failure('{action: FailJob, onExitCodes: {containerName: d, operator: In, values: [1]}}'),
    `${RULE}.onExitCodes.containerName: Invalid value: "d": must be one of the container or initContainer names in the pod template`,
  ],
  [
    failure('{action: FailJob, onExitCodes: {operator: In, values: [0]}}'),
    `${RULE}.onExitCodes.values[0]: Invalid value: 0: must not be 0 for the In operator`,
  ],
  [
    failure('{action: FailJob, onExitCodes: {operator: NotIn, values: [2, 1]}}'),
    `${RULE}.onExitCodes.values: Invalid value: [2,1]: must be ordered`,
  ],
  [
    failure('{action: FailJob, onExitCodes: {operator: NotIn, values: [1, 1]}}'),
    `${RULE}.onExitCodes.values[1]: Duplicate value: 1`,
  ],
  [
    success(''),
    'spec.successPolicy.rules: Required value: at least one rules must be specified when the successPolicy is specified',
  ],
  [success('{}'), `${SUCCESS}: Required value: at least one of succeededCount or succeededIndexes must be specified`],
  [
    success('{succeededCount: 5}'),
    `${SUCCESS}.succeededCount: Invalid value: 5: must be less than or equal to 4 (the number of specified completions)`,
  ],
  [
    success('{succeededIndexes: "0-1", succeededCount: 3}'),
    `${SUCCESS}.succeededCount: Invalid value: 3: must be less than or equal to 2 (the number of indexes in the specified succeededIndexes field)`,
  ],
  [
    success('{succeededIndexes: "1,0"}'),
    `${SUCCESS}.succeededIndexes: Invalid value: "1,0": error parsing succeededIndexes: non-increasing order, previous: 1, current: 0`,
  ],
  [
    success('{succeededIndexes: "1-9"}'),
    `${SUCCESS}.succeededIndexes: Invalid value: "1-9": error parsing succeededIndexes: too large index: "9"`,
  ],
  [
    'completions: 4, successPolicy: {rules: [{succeededCount: 1}]}',
    'spec.successPolicy: Invalid value: {"Rules":[{"SucceededIndexes":null,"SucceededCount":1}]}: requires indexed completion mode',
  ],
])('%s is refused', (spec, words) => {
  expect(refusals(spec)).toEqual([words]);
});

it.each([
  failure('{action: Ignore, onPodConditions: [{type: DisruptionTarget}]}'),
  failure('{action: FailJob, onExitCodes: {containerName: c, operator: In, values: [42]}}'),
  success('{succeededIndexes: "0,2-3", succeededCount: 2}'),
])('%s is taken', (spec) => {
  expect(refusals(spec)).toEqual([]);
});
