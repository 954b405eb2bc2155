import { describe, expect, it } from 'vitest';
import { CONTROLLERS } from '../../../src/components/controllers/controllers.ts';

describe('the table of controllers', () => {
  it('names each once, in the order in which they start', () => {
    expect(CONTROLLERS.map(({ name }) => name)).toEqual([
      'replicaset',
      'deployment',
      'daemonset',
      'garbagecollector',
      'nodelifecycle',
      'persistentvolume-binder',
    ]);
  });
});
