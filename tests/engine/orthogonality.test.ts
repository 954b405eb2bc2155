/** Components know nothing of each other: each goes on with its own work when another one is dead. */
import { describe, expect, it } from 'vitest';
import { apiServerStateAt } from '../../src/components/apiserver/looking.ts';
import { between, isOf, runFaults, runningPods, SCALE } from './fault-runs.ts';
import { openEngine, runToRest } from '../fixtures/dumps.ts';

const podsAt = (ran: ReturnType<typeof runFaults>): number =>
  ran.engine.objects(ran.events.length).filter(({ kind }) => kind === 'Pod').length;

describe('with one component dead', () => {
  it('the scheduler: deletes still complete, and what is bound runs', () => {
    const ran = runFaults(['{at: 8s, crash: kube-scheduler}', SCALE(10, 1)]);
    expect(podsAt(ran)).toBe(1);
    expect(runningPods(ran)).toBe(1);
    expect(ran.engine.breaches(ran.events.length)).toEqual([]);
  });

  it('the controllers: kubelets keep Pods running, report and renew; the scheduler binds', () => {
    const pod =
      'create: {apiVersion: v1, kind: Pod, metadata: {name: lone}, spec: {containers: [{name: c, image: i}]}}';
    const ran = runFaults(['{at: 8s, crash: kube-controller-manager}', `{at: 10s, ${pod}}`, SCALE(12, 9)]);
    // Nobody makes the seven that a scale asks for; the lone Pod is bound and run.
    expect(runningPods(ran)).toBe(3);
    const late = between(ran, 20, 70);
    expect(late.some(({ kind, object }) => kind === 'store.written' && object.startsWith('Lease/'))).toBe(true);
    expect(late.filter(isOf('kube-controller-manager'))).toEqual([]);
  });

  it('every control loop: what runs goes on running', () => {
    const ran = runFaults(['{at: 8s, crash: kube-scheduler}', '{at: 8s, crash: kube-controller-manager}']);
    expect(runningPods(ran)).toBe(2);
    expect(ran.events.filter(({ kind, time }) => kind === 'container.stopped' && time > 8e6)).toEqual([]);
  });

  it('a kubelet: only its own Pods wait', () => {
    const ran = runFaults(['{at: 8s, crash: kubelet node-0000}', SCALE(10, 6)]);
    const rows = ran.engine.objects(ran.events.length).filter(({ kind }) => kind === 'Pod');
    const waiting = rows.filter(({ phase }) => phase !== 'run');
    expect(waiting.length).toBeGreaterThan(0);
    expect(new Set(waiting.map(({ node }) => node))).toEqual(new Set(['node-0000']));
    expect(rows.filter(({ node, phase }) => node === 'node-0001' && phase !== 'run')).toEqual([]);
  });

  it('the api-server: nothing that runs stops, and nothing that was asked is lost', () => {
    const ran = runFaults([SCALE(9.999, 5), '{at: 10.001s, crash: kube-apiserver, for: 60s}']);
    expect(ran.events.filter(({ kind }) => kind === 'container.stopped')).toEqual([]);
    expect(runningPods(ran)).toBe(5);
    expect(ran.engine.breaches(ran.events.length)).toEqual([]);
  });
});

describe('a kubelet past the watch window', () => {
  it('lists anew and converges', () => {
    const ran = runFaults([
      '{at: 8s, cut: {client: kubelet node-0000}, for: 20s}',
      SCALE(10, 6),
      '{at: 20s, compact: {}}',
      SCALE(22, 3),
    ]);
    const own = ran.events.filter(isOf('kubelet node-0000'));
    expect(own.filter(({ kind }) => kind === 'list.delivered')).toHaveLength(1);
    expect(runningPods(ran)).toBe(3);
    expect(podsAt(ran)).toBe(3);
    expect(ran.engine.breaches(ran.events.length)).toEqual([]);
  });
});

describe('connections', () => {
  it.each([
    [1, 2],
    [10, 2],
    [40, 2],
  ])('%i machines and %i control loops need one client each, not one for each pair', (nodes, loops) => {
    const data = `apiVersion: steplane.dev/v1\nkind: Scenario\nspec: {kubernetesVersion: "1.35", generate: {nodes: ${String(nodes)}, pods: ${String(nodes)}}}\n`;
    const engine = runToRest(openEngine({ name: 'a.yaml', data }));
    const { world } = engine.cluster;
    const { watches } = apiServerStateAt(world, world.step, () => false);
    // The one that stands for machines being switched on with their Nodes is nobody's connection.
    const clients = new Set(watches.map(({ client }) => client).filter((client) => client !== 'kubelets'));
    expect(clients.size).toBe(nodes + loops);
    // Nobody hears of anything but from the api-server: each watch is one of these clients'.
    expect(watches.filter(({ client }) => client.startsWith('kubelet ')).length).toBe(nodes);
  });
});
