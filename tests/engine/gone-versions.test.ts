/** kubectl finds no mapping for a kind in a version that is served no more, and goes on with the next object. */
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import { isGone } from '../../src/model/gone-versions.ts';
import { KUBERNETES_VERSIONS } from '../../src/model/versions.ts';
import { openEngine, runToRest } from '../fixtures/dumps.ts';

const cronJob = (apiVersion: string, name: string): string =>
  `{apiVersion: ${apiVersion}, kind: CronJob, metadata: {name: ${name}, namespace: default}, spec: {schedule: "0 10 * * *", jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: "curl:8"}]}}}}}}`;

const open = (...objects: readonly string[]): Engine => {
  const timeline = `  timeline: [{at: 1s, apply: [${objects.join(', ')}]}]`;
  const data = `apiVersion: steplane.dev/v1\nkind: Scenario\nspec:\n${timeline}\n`;
  return runToRest(openEngine({ name: 'old.yaml', data }));
};

describe('a CronJob of batch/v1beta1', () => {
  const engine = open(cronJob('batch/v1beta1', 'old'), cronJob('batch/v1', 'new'));
  const { steps } = engine.run.status;

  it('is refused in kubectl’s words', () => {
    expect(engine.cluster.refusals().map(({ message }) => message)).toEqual([
      'resource mapping not found for name: "old" namespace: "default": no matches for kind "CronJob" in version "batch/v1beta1"',
    ]);
  });

  it('is not stored, under whatever name; the next object of the file is', () => {
    const names = engine.objects(steps).map(({ key }) => key);
    expect(names.filter((key) => key.endsWith('/old'))).toEqual([]);
    expect(names).toContain('CronJob/default/new');
  });
});

describe('versions', () => {
  it('that are gone, and those that are served', () => {
    // All removals up to 1.29 are older than the oldest minor here.
    expect(Math.min(...KUBERNETES_VERSIONS.map((version) => Number(version.split('.')[1])))).toBeGreaterThanOrEqual(29);
    const gone = (kind: string, apiVersion: string): boolean => isGone({ kind, apiVersion });
    expect(gone('PodDisruptionBudget', 'policy/v1beta1')).toBe(true);
    expect(gone('Deployment', 'extensions/v1beta1')).toBe(true);
    expect(gone('HorizontalPodAutoscaler', 'autoscaling/v2beta2')).toBe(true);
    expect(gone('HorizontalPodAutoscaler', 'autoscaling/v1')).toBe(false);
    expect(gone('Deployment', 'apps/v1')).toBe(false);
    expect(gone('Database', 'example.com/v1beta1')).toBe(false);
  });
});
