/** Probes: prober/worker_test.go, prober_manager_test.go and kuberuntime_manager_test.go of upstream. */
import { describe, expect, it } from 'vitest';
import type { Container, Pod } from '../../../src/model/objects.ts';
import type { ScriptedProbe } from '../../../src/components/kubelet/kubelet.ts';
import { cluster, create, isReady, node, podsOf, type TestCluster } from '../controllers/harness.ts';

const HTTP = { httpGet: { port: 80, path: '/' } };

const pod = (probes: Partial<Container>, spec: Partial<Pod['spec']> = {}): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', namespace: 'default' },
  spec: { containers: [{ name: 'app', image: 'app:1', ...probes }], ...spec },
});

const failing = (probe: ScriptedProbe['probe'], result: ScriptedProbe['result'] = 'failure'): ScriptedProbe => ({
  pod: 'a*',
  namespace: 'default',
  probe,
  result,
});

function run(
  probes: Partial<Container>,
  seconds: number,
  scripts: readonly (readonly [at: number, script: ScriptedProbe])[] = [],
  spec: Partial<Pod['spec']> = {},
): TestCluster {
  const machines = scripts.map(([at, script]) => ({
    at,
    act: (kubelets: { probe(script: ScriptedProbe): void }): void => {
      kubelets.probe(script);
    },
  }));
  const acts = [{ at: 1, request: create(pod(probes, spec), 'pods') }];
  return cluster({ objects: [node(0)], acts, machines }).runUntil(seconds);
}

/** Seconds at which the Pod became Ready ("+12.3") or ceased to be ("-20.1"). */
function readiness(of: TestCluster): number[] {
  let was = false;
  return of.writes('Pod').flatMap(({ time, after }) => {
    const now = after !== undefined && isReady(after as Pod);
    if (now === was) return [];
    was = now;
    return [now ? time : -time];
  });
}

const told = (of: TestCluster, reason: string): string[] => of.events().filter((text) => text.startsWith(`${reason}:`));
const restarts = (of: TestCluster): number => podsOf(of)[0]?.status?.containerStatuses?.[0]?.restartCount ?? -1;

describe('readiness', () => {
  it('false until the first success, which a sync asks for at once', () => {
    const of = run({ readinessProbe: HTTP }, 15);
    const first = of.writes('Pod').find(({ after }) => (after as Pod).status?.phase === 'Running')?.after as Pod;
    expect(first.status?.containerStatuses?.[0]).toMatchObject({ ready: false, started: true });
    const message = 'containers with unready status: [app]';
    const condition = first.status?.conditions?.find(({ type }) => type === 'ContainersReady');
    expect(condition).toMatchObject({ status: 'False', reason: 'ContainersNotReady', message });
    const [ready] = readiness(of);
    expect(ready).toBeLessThan(4);
  });

  it('not before initialDelaySeconds, and then on the beat of periodSeconds', () => {
    const [ready] = readiness(run({ readinessProbe: { ...HTTP, initialDelaySeconds: 7, periodSeconds: 5 } }, 30));
    // Taken on at about 1, started before 3: beats at 6 and 11, the first of them within the delay.
    expect(ready).toBeGreaterThan(10.9);
    expect(ready).toBeLessThan(11.2);
  });

  it('failureThreshold failures make it unready, successThreshold successes ready again', () => {
    const probe = { ...HTTP, periodSeconds: 2, failureThreshold: 3, successThreshold: 2 };
    const of = run({ readinessProbe: probe }, 60, [
      [20, failing('readiness')],
      [40, failing('readiness', 'success')],
    ]);
    const [up, down, again] = readiness(of);
    expect(up).toBeLessThan(8);
    expect(-(down ?? 0)).toBeGreaterThan(24);
    expect(-(down ?? 0)).toBeLessThan(26.2);
    expect(again).toBeGreaterThan(42);
    expect(again).toBeLessThan(44.2);
    expect(told(of, 'Unhealthy')[0]).toBe('Unhealthy: Readiness probe failed: HTTP probe failed with statuscode: 500');
    expect(restarts(of)).toBe(0);
  });

  it('the answer’s words are the scenario’s', () => {
    const of = run({ readinessProbe: HTTP }, 30, [[8, { ...failing('readiness'), output: 'warming up' }]]);
    expect(told(of, 'Unhealthy')[0]).toBe('Unhealthy: Readiness probe failed: warming up');
  });

  it('without a script nothing is asked once all is well', () => {
    const of = run({ readinessProbe: HTTP, livenessProbe: HTTP }, 100);
    const { trace, options } = of.world;
    let asked = 0;
    for (let k = 1; k <= trace.length; k++) if (options.kinds[trace.kind(k)] === 'probe.answered') asked++;
    expect(asked).toBe(1);
    expect(of.world.pendingWork).toBe(0);
  });
});

describe('liveness', () => {
  const live = { livenessProbe: { ...HTTP, periodSeconds: 5, failureThreshold: 2 } };

  it('failureThreshold failures kill the container, and it is started again', () => {
    const of = run(live, 24, [
      [10, failing('liveness')],
      [18, failing('liveness', 'success')],
    ]);
    expect(told(of, 'Unhealthy')[0]).toBe('Unhealthy: Liveness probe failed: HTTP probe failed with statuscode: 500');
    expect(told(of, 'Killing')).toEqual(['Killing: Container app failed liveness probe, will be restarted']);
    expect(restarts(of)).toBe(1);
  });

  it('restartPolicy Never: nothing is left to start, so the Pod is killed as a whole', () => {
    const of = run(live, 40, [[10, failing('liveness')]], { restartPolicy: 'Never' });
    expect(told(of, 'Killing')).toEqual(['Killing: Stopping container app']);
    expect(restarts(of)).toBe(0);
    expect(podsOf(of)[0]?.status?.containerStatuses?.[0]?.state?.terminated).toBeDefined();
  });

  it('no back-off for the first restarts, CrashLoopBackOff when it goes on', () => {
    const of = run(live, 300, [[10, failing('liveness')]]);
    const reasons = of.writes('Pod').map(({ after }) => {
      const [status] = (after as Pod).status?.containerStatuses ?? [];
      return status?.state?.waiting?.reason;
    });
    expect(reasons).toContain('CrashLoopBackOff');
    expect(restarts(of)).toBeGreaterThan(3);
  });

  it('the probe’s own grace period counts', () => {
    const own = { ...live.livenessProbe, terminationGracePeriodSeconds: 3 };
    const acts = [{ at: 1, request: create(pod({ livenessProbe: own }), 'pods') }];
    const act = (kubelets: { probe(script: ScriptedProbe): void }): void => {
      kubelets.probe(failing('liveness'));
    };
    const latencies = { containerStop: 20_000_000 };
    const of = cluster({ objects: [node(0)], acts, machines: [{ at: 5, act }], latencies }).runUntil(17);
    const [status] = podsOf(of)[0]?.status?.containerStatuses ?? [];
    expect(status?.restartCount).toBe(1);
    expect(status?.['lastState']).toMatchObject({ terminated: { exitCode: 137, reason: 'Error' } });
  });
});

describe('startup', () => {
  const slow = {
    startupProbe: { ...HTTP, periodSeconds: 2, failureThreshold: 5 },
    readinessProbe: HTTP,
    livenessProbe: { ...HTTP, periodSeconds: 1, failureThreshold: 1 },
  };

  it('until it succeeds, the others are not asked', () => {
    const of = run(slow, 20, [
      [0.5, failing('startup')],
      [0.5, failing('liveness')],
      [7, failing('startup', 'success')],
      [7, failing('liveness', 'success')],
    ]);
    expect(told(of, 'Unhealthy').filter((text) => !text.includes('Startup'))).toEqual([]);
    const [ready] = readiness(of);
    expect(ready).toBeGreaterThan(7);
    expect(ready).toBeLessThan(10);
    const first = of.writes('Pod').find(({ after }) => (after as Pod).status?.phase === 'Running')?.after as Pod;
    expect(first.status?.containerStatuses?.[0]).toMatchObject({ ready: false, started: false });
  });

  it('failureThreshold failures kill the container', () => {
    const of = run(slow, 16, [[0.5, failing('startup')]]);
    expect(told(of, 'Killing')).toEqual(['Killing: Container app failed startup probe, will be restarted']);
    expect(restarts(of)).toBe(1);
  });
});

it('W-3 forked anywhere and run on, it is the same run', () => {
  const whole = run({ readinessProbe: HTTP, livenessProbe: { ...HTTP, periodSeconds: 3 } }, 40, [
    [8, failing('liveness')],
    [20, failing('readiness')],
  ]);
  const digest = whole.world.digest();
  const last = whole.world.step;
  for (let at = 10; at < last; at += 17) {
    whole.world.fork(at);
    whole.runUntil(40);
    expect(whole.world.digest()).toBe(digest);
  }
});
