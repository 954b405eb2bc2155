import { describe, expect, it } from 'vitest';
import type { ApiRequest } from '../../../src/components/apiserver/apiserver.ts';
import { get } from '../../../src/model/fields.ts';
import type { KubeObject, Pod } from '../../../src/model/objects.ts';
import { create, node, pod, testCluster, type TestCluster } from './cluster.ts';

const SECOND = 1_000_000;
const settle = (cluster: TestCluster): void => {
  cluster.world.advance(100_000, () => cluster.world.pendingWork === 0);
};

const events = (cluster: TestCluster): string[] =>
  cluster.apiServer
    .list('events')
    .map(
      (object) =>
        object as KubeObject & { reason: string; message: string; type: string; involvedObject: { name: string } },
    )
    .map(({ type, reason, message, involvedObject }) => `${type} ${reason} ${involvedObject.name} ${message}`);

const condition = (cluster: TestCluster, name: string) =>
  cluster.pod(name).status?.conditions?.find(({ type }) => type === 'PodScheduled');

const remove = (name: string): ApiRequest => ({
  verb: 'delete',
  resource: 'pods',
  namespace: 'default',
  name,
  options: { gracePeriodSeconds: 0 },
});

describe('the life of a scheduling cycle', () => {
  it('is one event an extension point, then the binding as a message, then the Scheduled Event', () => {
    const cluster = testCluster([node('n1'), node('n2', '1')], { checks: true });
    cluster.send(create(pod('web', '2')));
    settle(cluster);
    expect(cluster.lines()).toEqual([
      'cycle.started Pod/default/web 1',
      'cycle.prefilter Pod/default/web 2',
      'cycle.filter Pod/default/web 1',
      'cycle.score Pod/default/web n1 0',
      'cycle.reserve Pod/default/web n1 0',
      'cycle.permit Pod/default/web n1 0',
      'cycle.bound Pod/default/web n1 0',
    ]);
    expect(cluster.pod('web').spec.nodeName).toBe('n1');
    expect(events(cluster)).toEqual(['Normal Scheduled web Successfully assigned default/web to n1']);
  });

  it('a Pod in its binding counts on its node already: the next cycle does not wait for it', () => {
    const cluster = testCluster([node('n1', '3')], { checks: true });
    cluster.send(create(pod('a', '2')));
    cluster.send(create(pod('b', '2')));
    settle(cluster);
    const lines = cluster.lines();
    expect(lines.indexOf('cycle.failed Pod/default/b unschedulable 1')).toBeGreaterThan(0);
    expect(lines.indexOf('cycle.failed Pod/default/b unschedulable 1')).toBeLessThan(
      lines.indexOf('cycle.bound Pod/default/a n1 0'),
    );
  });

  it('a failure is told in the condition and in an Event, with the same text', () => {
    const cluster = testCluster([node('n1')], { checks: true });
    cluster.send(create(pod('big', '9')));
    settle(cluster);
    expect(cluster.lines().slice(2)).toEqual([
      'cycle.filter Pod/default/big 0',
      'cycle.postfilter Pod/default/big 0',
      'cycle.failed Pod/default/big unschedulable 1',
    ]);
    const message =
      '0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.';
    expect(condition(cluster, 'big')).toMatchObject({ status: 'False', reason: 'Unschedulable', message });
    expect(events(cluster)).toEqual([`Warning FailedScheduling big ${message}`]);
  });

  it('Events that regard one revision of a Pod are one series, which is written when it begins (tools/events recordToSink)', () => {
    const cluster = testCluster([node('n1', '4')]);
    for (const name of ['a', 'b', 'c', 'd']) cluster.send(create(pod(name, '500m', { nodeName: 'n1' })));
    settle(cluster);
    cluster.send(create(pod('big', '6')));
    settle(cluster);
    for (const name of ['a', 'b', 'c', 'd']) {
      cluster.send(remove(name));
      settle(cluster);
    }
    const attempts = cluster.lines().filter((line) => line.startsWith('cycle.failed Pod/default/big'));
    expect(attempts.length).toBeGreaterThan(4);
    // The first regards the Pod before its condition was written; of the others only the second says that there are more.
    const told = cluster.apiServer.list('events').map((event) => get(event, 'series', 'count'));
    expect(told).toEqual([undefined, 2]);
  });

  it('3.1 without nodes the Pod is tried again after back-off', () => {
    const cluster = testCluster([]);
    cluster.send(create(pod('a')));
    cluster.world.advance(200, () => cluster.lines().length >= 5);
    expect(cluster.lines()).toEqual([
      'cycle.started Pod/default/a 1',
      'cycle.prefilter Pod/default/a 0',
      'cycle.failed Pod/default/a backoff 0',
      'queue.flushed backoff 1',
      'cycle.started Pod/default/a 2',
    ]);
    expect(condition(cluster, 'a')).toMatchObject({
      reason: 'Unschedulable',
      message: 'no nodes available to schedule pods',
    });
  });

  it('a node that joins wakes what waited for room', () => {
    const cluster = testCluster([node('n1', '1')]);
    cluster.send(create(pod('big', '3')));
    cluster.send(create(node('n2')), 20 * SECOND);
    // Until somebody takes the taint off that a new node gets, it helps nobody.
    cluster.send(
      { verb: 'patch', resource: 'nodes', name: 'n2', patchType: 'merge', body: { spec: { taints: null } } },
      21 * SECOND,
    );
    settle(cluster);
    const attempts = cluster.lines().filter((line) => line.startsWith('cycle.started Pod/default/big'));
    expect(attempts).toHaveLength(3);
    expect(cluster.pod('big').spec.nodeName).toBe('n2');
    expect(condition(cluster, 'big')).toMatchObject({ status: 'True' });
  });

  it('a Pod that goes makes room', () => {
    const there: Pod = { ...pod('there', '3', { nodeName: 'n1' }), status: { phase: 'Running' } };
    const cluster = testCluster([node('n1'), there]);
    cluster.send(create(pod('next', '3')));
    cluster.send(remove('there'), 20 * SECOND);
    settle(cluster);
    expect(cluster.pod('next').spec.nodeName).toBe('n1');
  });

  it('leaves Pods of other schedulers, gated ones and ended ones alone', () => {
    const cluster = testCluster([node('n1')]);
    const ended: Pod = { ...pod('ended', '4', { nodeName: 'n1' }), status: { phase: 'Succeeded' } };
    cluster.send(create(pod('theirs', '1', { schedulerName: 'other' })));
    cluster.send(create(pod('gated', '1', { schedulingGates: [{ name: 'x' }] })));
    settle(cluster);
    expect(cluster.lines()).toEqual([]);
    // All of the node is free for others although the ended Pod asked for it.
    const full = testCluster([node('n1'), ended]);
    full.send(create(pod('a', '4')));
    settle(full);
    expect(full.pod('a').spec.nodeName).toBe('n1');
  });

  it('a refused binding takes the Pod off the node again; what was bound elsewhere is left alone', () => {
    const cluster = testCluster([node('n1'), node('n2')], { checks: true });
    cluster.send(create(pod('a')));
    cluster.world.advance(1000, () => cluster.lines().some((line) => line.startsWith('cycle.filter')));
    // Somebody else's binding arrives just before ours.
    const body = { apiVersion: 'v1', kind: 'Binding', metadata: { name: 'a' }, target: { kind: 'Node', name: 'n2' } };
    cluster.send({ verb: 'create', resource: 'pods', namespace: 'default', name: 'a', subresource: 'binding', body });
    settle(cluster);
    expect(cluster.pod('a').spec.nodeName).toBe('n2');
    expect(cluster.lines().slice(-2)).toEqual([
      'cycle.permit Pod/default/a n1 0',
      'cycle.failed Pod/default/a backoff 0',
    ]);
    expect(events(cluster)[0]).toMatch(
      /^Warning FailedScheduling a binding rejected: running Bind plugin "DefaultBinder": /,
    );
    // n1 is empty again, as far as the scheduler knows.
    cluster.send(create(pod('b', '4', { nodeSelector: { 'kubernetes.io/hostname': 'n1' } })));
    settle(cluster);
    expect(cluster.pod('b').spec.nodeName).toBe('n1');
  });
});

describe('preemption, carried out', () => {
  const low: Pod = {
    ...pod('low', '3', { nodeName: 'n1', priority: 0, terminationGracePeriodSeconds: 30 }),
    status: { phase: 'Running' },
  };

  it('nominates, marks and deletes the victim, tells it in Events', () => {
    const cluster = testCluster([node('n1'), low], { checks: true });
    cluster.send(create(pod('high', '3', { priority: 10 })));
    settle(cluster);
    expect(cluster.pod('high').status?.nominatedNodeName).toBe('n1');
    const victim = cluster.pod('low');
    expect(victim.metadata.deletionTimestamp).toBeDefined();
    expect(victim.status?.conditions).toContainEqual(
      expect.objectContaining({
        type: 'DisruptionTarget',
        reason: 'PreemptionByScheduler',
        message: 'default-scheduler: preempting to accommodate a higher priority pod',
      }),
    );
    expect(events(cluster).some((line) => line.startsWith('Normal Preempted low Preempted by pod '))).toBe(true);
    expect(condition(cluster, 'high')?.message).toBe('0/1 nodes are available: 1 Insufficient cpu.');
  });

  it('the preemptor is bound when the victim is gone', () => {
    const cluster = testCluster([node('n1'), low]);
    cluster.send(create(pod('high', '3', { priority: 10 })));
    cluster.send(remove('low'), 10 * SECOND);
    settle(cluster);
    expect(cluster.pod('high').spec.nodeName).toBe('n1');
  });
});
