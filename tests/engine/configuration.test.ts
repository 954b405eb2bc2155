import { expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.ts';
import { gallery } from '../fixtures/dumps.ts';

const open = (configuration: string): ReturnType<ReturnType<typeof createEngine>['open']> =>
  createEngine().open({
    files: [gallery('web')],
    schedulerConfiguration: { name: 'config.yaml', data: configuration },
  });
const HEAD = 'apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n';

it('a configuration that the real scheduler takes opens', () => {
  expect(open(`${HEAD}profiles:\n- plugins:\n    score:\n      disabled: [{name: ImageLocality}]\n`).ok).toBe(true);
});

it('one that it refuses is refused in its words, and another kind is named', () => {
  expect(open(`${HEAD}percentageOfNodesToScore: 101\n`)).toMatchObject({
    problem: {
      code: 'bad-configuration',
      file: 'config.yaml',
      params: { message: expect.stringContaining('percentageOfNodesToScore') as string },
    },
  });
  expect(open('apiVersion: v1\nkind: Pod\n')).toMatchObject({ problem: { code: 'not-a-configuration' } });
});
