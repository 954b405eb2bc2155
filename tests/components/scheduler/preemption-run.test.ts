import { describe, expect, it } from 'vitest';
import type { Pod } from '../../../src/model/objects.ts';
import { create, node, pod, testCluster, type TestCluster } from './cluster.ts';

const SECOND = 1_000_000;

const low = (name: string, cpu: string, priority = 0): Pod => ({
  ...pod(name, cpu, { nodeName: 'n1', priority, terminationGracePeriodSeconds: 30 }),
  status: { phase: 'Running' },
});

const settle = (cluster: TestCluster): void => {
  cluster.world.advance(100_000, () => cluster.world.pendingWork === 0);
};

/** Objects of api-server requests of the scheduler that delete Pods, in order of sending. */
function deletions({ world }: TestCluster): string[] {
  const { trace } = world;
  const found: string[] = [];
  for (let step = 1; step <= trace.length; step++) {
    const kind = world.options.kinds[trace.kind(step)];
    const isDelete =
      kind === 'request.sent' && trace.subject(step) === 'kube-scheduler' && trace.detail(step).startsWith('delete');
    if (isDelete) found.push(trace.object(step));
  }
  return found;
}

describe('preemption of several victims', () => {
  it('since 1.33 the last victim is told when the others were', () => {
    for (const [version, waits] of [
      ['1.32', false],
      ['1.35', true],
    ] as const) {
      const cluster = testCluster([node('n1', '3'), low('a', '1'), low('b', '1'), low('c', '1')], { version });
      cluster.send(create(pod('high', '3', { priority: 10 })));
      cluster.world.advance(10_000, () => deletions(cluster).length === 2);
      const step = cluster.world.step;
      settle(cluster);
      const all = deletions(cluster);
      expect(all).toHaveLength(3);
      // Is there an answer between the second and the third?
      const { trace } = cluster.world;
      let answered = 0;
      for (let at = step + 1; at <= trace.length && answered === 0; at++) {
        const kind = cluster.world.options.kinds[trace.kind(at)];
        if (kind === 'request.sent' && trace.detail(at).startsWith('delete') && trace.subject(at) === 'kube-scheduler')
          break;
        if (kind === 'response.delivered' && trace.subject(at) === 'kube-scheduler') answered++;
      }
      expect(answered > 0).toBe(waits);
    }
  });

  it('the Pod lands where the victims were', () => {
    const cluster = testCluster([node('n1', '3'), low('a', '1'), low('b', '2')], { checks: true });
    cluster.send(create(pod('high', '3', { priority: 10 })));
    for (const name of ['a', 'b']) {
      cluster.send(
        { verb: 'delete', resource: 'pods', namespace: 'default', name, options: { gracePeriodSeconds: 0 } },
        20 * SECOND,
      );
    }
    settle(cluster);
    expect(cluster.pod('high').spec.nodeName).toBe('n1');
    expect(cluster.lines().filter((line) => line.startsWith('cycle.started Pod/default/high')).length).toBeLessThan(4);
  });

  it('less important Pods that hoped for the node lose it', () => {
    const cluster = testCluster([node('n1', '4'), low('a', '2'), low('b', '2', 6)], { checks: true });
    cluster.send(create(pod('middle', '2', { priority: 5 })));
    settle(cluster);
    expect(cluster.pod('middle').status?.nominatedNodeName).toBe('n1');
    cluster.send(create(pod('high', '4', { priority: 10 })));
    settle(cluster);
    expect(cluster.pod('high').status?.nominatedNodeName).toBe('n1');
    expect(cluster.pod('middle').status?.nominatedNodeName).toBeUndefined();
  });
});
