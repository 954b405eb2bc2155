/** Grace, preStop, deadlines, restart rules, scripted exits (kuberuntime_container_test.go, active_deadline_test.go). */
import { describe, expect, it } from 'vitest';
import { stopPlan } from '../../../src/components/kubelet/grace.ts';
import { preStopSeconds } from '../../../src/components/kubelet/command-life.ts';
import type { ScriptedExit } from '../../../src/components/kubelet/kubelet.ts';
import type { Container, Pod } from '../../../src/model/objects.ts';
import { cluster, create, node, podsOf, type TestCluster } from '../controllers/harness.ts';

const pod = (container: Partial<Container>, spec: Partial<Pod['spec']> = {}): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', namespace: 'default' },
  spec: { containers: [{ name: 'app', image: 'app:1', ...container }], ...spec },
});

const run = (of: Pod, seconds: number, exits: readonly (readonly [number, ScriptedExit])[] = []): TestCluster => {
  const machines = exits.map(([at, script]) => ({
    at,
    act: (kubelets: { exit(script: ScriptedExit): number }): void => {
      expect(kubelets.exit(script)).toBe(1);
    },
  }));
  return cluster({ objects: [node(0)], acts: [{ at: 1, request: create(of, 'pods') }], machines }).runUntil(seconds);
};

const sleeper = (seconds: number): Partial<Container> => ({ lifecycle: { preStop: { sleep: { seconds } } } });

describe('a stop', () => {
  const limits = { grace: 30, takes: 1, ticksPerSecond: 1 };
  const plan = (spec: Partial<Pod['spec']>, more: Partial<typeof limits> = {}): string[] => {
    const of = pod({}, spec);
    const names = [...(of.spec.initContainers ?? []), ...of.spec.containers].map(({ name }) => name);
    return stopPlan(of, names, { ...limits, ...more }).map(
      ({ container, at, exitCode }) => `${at} ${container} ${exitCode}`,
    );
  };
  const main = (more: Partial<Container>, name = 'app'): Container => ({ name, image: 'i', ...more });
  const sidecar = (name: string, more: Partial<Container> = {}): Container => ({
    name,
    restartPolicy: 'Always',
    ...more,
  });

  it('takes its time, the preStop hook first', () => {
    expect(plan({ containers: [main({})] })).toEqual(['1 app 0']);
    expect(plan({ containers: [main(sleeper(5))] })).toEqual(['6 app 0']);
  });

  it('a hook that uses up the grace period leaves two seconds', () => {
    expect(plan({ containers: [main(sleeper(60))] })).toEqual(['31 app 0']);
    expect(plan({ containers: [main(sleeper(60))] }, { takes: 10 })).toEqual(['32 app 137']);
  });

  it('what needs longer than is left is killed', () => {
    expect(plan({ containers: [main({})] }, { grace: 5, takes: 60 })).toEqual(['5 app 137']);
    expect(plan({ containers: [main({})] }, { grace: 0, takes: 60 })).toEqual(['2 app 137']);
  });

  it('sidecars wait for the main containers, then for each other, from the last to the first', () => {
    const spec = { containers: [main(sleeper(4)), main({}, 'b')], initContainers: [sidecar('log'), sidecar('proxy')] };
    expect(plan(spec)).toEqual(['1 b 0', '5 app 0', '6 proxy 0', '7 log 0']);
  });

  it('the length of an exec hook is read like a command', () => {
    const hook = (command: string[]): number => preStopSeconds(main({ lifecycle: { preStop: { exec: { command } } } }));
    expect(hook(['sh', '-c', 'sleep 15'])).toBe(15);
    expect(hook(['nginx', '-s', 'quit'])).toBe(0);
  });
});

describe('activeDeadlineSeconds', () => {
  const over = run(pod({}, { activeDeadlineSeconds: 8 }), 20);

  it('Failed, DeadlineExceeded, once its containers have stopped', () => {
    const [failed] = podsOf(over);
    expect(failed?.status).toMatchObject({
      phase: 'Failed',
      reason: 'DeadlineExceeded',
      message: 'Pod was active on the node longer than the specified deadline',
    });
    expect(failed?.status?.containerStatuses?.[0]?.state?.terminated).toBeDefined();
    const told = over.writes('Pod').find(({ after }) => (after as Pod).status?.reason === 'DeadlineExceeded');
    expect(told?.time).toBeGreaterThan(9);
    expect(told?.time).toBeLessThan(12);
  });

  it('Ready=False PodFailed comes first, while the phase is still Running', () => {
    const phases = over.writes('Pod').flatMap(({ after }) => {
      const ready = (after as Pod).status?.conditions?.find(({ type }) => type === 'Ready');
      return ready?.reason === 'PodFailed' ? [(after as Pod).status?.phase] : [];
    });
    expect(phases).toEqual(['Running', 'Failed']);
    expect(over.events()).toContain('DeadlineExceeded: Pod was active on the node longer than the specified deadline');
    expect(over.events()).toContain('Killing: Stopping container app');
  });

  it('a Pod that ended by itself stays until somebody deletes it', () => {
    expect(podsOf(over)).toHaveLength(1);
  });
});

describe('a container exits because the scenario says so', () => {
  it('OOMKilled, and it is started again', () => {
    const of = run(pod({}), 12, [[5, { pod: 'a', namespace: 'default', exitCode: 137, reason: 'OOMKilled' }]]);
    const [status] = podsOf(of)[0]?.status?.containerStatuses ?? [];
    expect(status?.restartCount).toBe(1);
    expect(status?.['lastState']).toMatchObject({ terminated: { exitCode: 137, reason: 'OOMKilled' } });
  });

  it('an hour of BackOff is told in few Events', () => {
    const of = run(pod({ command: ['sh', '-c', 'sleep 1; exit 1'] }), 1200);
    const backOffs = of.apiServer
      .list('events')
      .map((event) => event as unknown as { reason: string; count: number; type: string })
      .filter(({ reason }) => reason === 'BackOff');
    expect(backOffs).toHaveLength(1);
    expect(backOffs[0]?.type).toBe('Warning');
    expect(backOffs[0]?.count).toBeGreaterThan(4);
  });
});

describe('restart rules of a container', () => {
  const rules = (values: readonly number[]): Partial<Container> => ({
    command: ['sh', '-c', 'sleep 1; exit 42'],
    restartPolicy: 'Never',
    restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In', values } }],
  });

  it('an exit code that a rule names is a restart, whatever the policy', () => {
    const of = run(pod(rules([42]), { restartPolicy: 'Never' }), 8);
    expect(podsOf(of)[0]?.status?.containerStatuses?.[0]?.restartCount).toBe(1);
    expect(podsOf(of)[0]?.status?.phase).toBe('Running');
  });

  it('another one is the end', () => {
    const of = run(pod(rules([3]), { restartPolicy: 'Never' }), 10);
    expect(podsOf(of)[0]?.status?.phase).toBe('Failed');
  });
});
