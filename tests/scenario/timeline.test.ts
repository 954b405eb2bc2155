import { describe, expect, it } from 'vitest';
import { durationMicros } from '../../src/scenario/duration.ts';
import { readScenario } from '../../src/scenario/scenario.ts';

const scenario = (entry: string): string =>
  `apiVersion: steplane.dev/v1\nkind: Scenario\nspec:\n  timeline:\n  - ${entry}\n`;
const read = (entry: string): ReturnType<typeof readScenario> =>
  readScenario([{ name: 's.yaml', data: scenario(entry) }]);

describe('timeline (CONTRACT 1)', () => {
  it.each([
    ['700ms', 700_000],
    ['2s', 2_000_000],
    ['1m30s', 90_000_000],
    ['131.871s', 131_871_000],
    ['1h', 3_600_000_000],
    [0, 0],
    ['2', undefined],
    ['-1s', undefined],
    ['0.0000001s', undefined],
    ['soon', undefined],
  ])('duration %s is %s microseconds', (text, micros) => {
    expect(durationMicros(text)).toBe(micros);
  });

  it.each([
    '{at: 1s, scale: {kind: Deployment, name: web, replicas: 5}}',
    '{at: 1s, setImage: {kind: Deployment, name: web, containers: {nginx: "nginx:1.28"}}}',
    '{at: 1s, delete: [{kind: Service, name: web}, {kind: Pod, name: a, namespace: b}], propagationPolicy: Orphan}',
    '{at: 1s, taint: {node: node-1, key: maintenance, value: "true", effect: NoExecute}}',
    '{afterMillis: 10, untaint: {node: node-1, key: maintenance}}',
    '{at: 1s, suspend: {kind: Job, name: work}}',
    '{at: 1s, resume: {kind: CronJob, name: nightly, namespace: batch}}',
    '{at: 1s, cordon: node-1}',
    '{afterStep: 0, cordon: node-1}',
    '{at: 1s, patch: {kind: ConfigMap, name: held, type: merge, patch: {metadata: {finalizers: null}}}}',
  ])('reads %s', (entry) => {
    const found = read(entry);
    expect(found.ok ? found.value.timeline.length : found.problem).toBe(1);
  });

  it.each([
    ['{at: 1s, scale: {kind: Deployment, name: web, replicas: five}}', 'wrong-type', 5, 61],
    ['{at: 1s, setImage: {kind: Deployment, name: web}}', 'missing-field', 5, 24],
    ['{at: 1s, cordon: [node-1]}', 'wrong-type', 5, 22],
    ['{at: 1s, delete: {kind: Pod, name: a}, propagationPolicy: Sideways}', 'wrong-type', 5, 63],
    ['{at: 1s, partition: {}}', 'missing-field', 5, 25],
    ['{at: 1s, partition: {clients: []}}', 'wrong-type', 5, 35],
    ['{at: 1s, drop: {watch: kube-scheduler pods, next: 0}}', 'wrong-type', 5, 55],
    ['{at: 1s, skewClock: {process: kube-scheduler, by: soon}}', 'bad-duration', 5, 55],
    ['{at: 1s, duplicate: {watch: kube-scheduler pod}}', 'unknown-resource', 5, 33],
    ['{at: 1s, suspend: {kind: Deployment, name: web}}', 'wrong-type', 5, 30],
    ['{at: 1s}', 'one-verb', 5, 5],
    ['{cordon: a}', 'one-moment', 5, 5],
    ['{at: 1s, afterMillis: 3, cordon: a}', 'one-moment', 5, 5],
    ['{at: whenever, cordon: a}', 'bad-duration', 5, 10],
    ['{afterStep: -1, cordon: a}', 'wrong-type', 5, 17],
    ['{afterStep: soon, cordon: a}', 'wrong-type', 5, 17],
  ])('refuses %s', (entry, code, line, column) => {
    expect(read(entry)).toMatchObject({ ok: false, problem: { code, line, column } });
  });
});
