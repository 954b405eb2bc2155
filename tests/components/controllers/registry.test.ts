import { describe, expect, it } from 'vitest';
import { EVENT } from '../../../src/model/events.ts';
import type { KubeObject } from '../../../src/model/objects.ts';
import { CONTROLLERS } from '../../../src/components/controllers/controllers.ts';
import { cluster, create, NODES, web } from './harness.ts';

describe('the table of controllers', () => {
  it('names each once, in the order in which they start', () => {
    expect(CONTROLLERS.map(({ name }) => name)).toEqual([
      'replicaset',
      'deployment',
      'daemonset',
      'job',
      'horizontalpodautoscaler',
      'disruption',
      'statefulset',
      'cronjob',
      'endpointslice',
      'garbagecollector',
      'tainteviction',
      'nodelifecycle',
      'podgc',
      'resourcequota',
      'namespace',
      'serviceaccount',
      'ttl',
      'persistentvolume-binder',
      'ttl-after-finished',
    ]);
  });

  it('in the trace each goes by the name of upstream, which ends in "-controller" (cmd/kube-controller-manager/names)', () => {
    const claim: KubeObject = {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'a', namespace: 'default' },
    };
    const daemons: KubeObject = {
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { name: 'agent', namespace: 'default' },
      spec: {
        selector: { matchLabels: { app: 'agent' } },
        template: { metadata: { labels: { app: 'agent' } }, spec: { containers: [{ name: 'c', image: 'agent:1' }] } },
      },
    };
    const { world } = cluster({
      objects: [...NODES, claim],
      acts: [
        { at: 1, request: create(web(), 'deployments') },
        { at: 1, request: create(daemons, 'daemonsets') },
      ],
    }).runUntil(3);
    const subjects = new Set<string>();
    for (let k = 1; k <= world.trace.length; k++) {
      if (world.trace.kind(k) === EVENT['sync.started']) subjects.add(world.trace.subject(k));
    }
    expect([...subjects].sort()).toEqual([
      'daemonset-controller',
      'deployment-controller',
      'persistentvolume-binder-controller',
      'replicaset-controller',
    ]);
  });
});
