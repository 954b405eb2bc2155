/** Containers that end by themselves: restartPolicy, CrashLoopBackOff, the last phase. */
import { describe, expect, it } from 'vitest';
import { durationText, lifeOf } from '../../../src/components/kubelet/command-life.ts';
import type { Pod } from '../../../src/model/objects.ts';
import { cluster, create, NODES, podsOf, type TestCluster } from '../controllers/harness.ts';

const bare = (command: string, restartPolicy: string): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', namespace: 'default' },
  spec: { restartPolicy, containers: [{ name: 'w', image: 'busybox:1', command: ['sh', '-c', command] }] },
});

const run = (command: string, restartPolicy: string, seconds: number): TestCluster =>
  cluster({ objects: NODES, acts: [{ at: 1, request: create(bare(command, restartPolicy), 'pods') }] }).runUntil(
    seconds,
  );

/** Container state, phase and readiness after each write that changed them. */
function states(cluster: TestCluster): string[] {
  const all = cluster.writes('Pod').map(({ after }) => {
    const { status } = after as Pod;
    const one = status?.containerStatuses?.[0];
    const { waiting, running, terminated } = one?.state ?? {};
    const state = terminated === undefined ? (running === undefined ? waiting?.reason : 'running') : terminated.reason;
    const ready = status?.conditions?.find(({ type }) => type === 'Ready');
    return `${status?.phase} ${state ?? '-'} ${one?.restartCount ?? 0} ${ready?.status ?? '-'} ${ready?.reason ?? ''}`.trim();
  });
  return all.filter((text, at) => text !== all[at - 1]);
}

describe('restartPolicy Never', () => {
  it('exit 0: told while the phase is Running yet, then Succeeded', () => {
    expect(states(run('sleep 2', 'Never', 10))).toEqual([
      'Pending - 0 -',
      'Pending ContainerCreating 0 False ContainersNotReady',
      'Running running 0 True',
      'Running Completed 0 False PodCompleted',
      'Succeeded Completed 0 False PodCompleted',
    ]);
  });

  it('exit 3: Failed', () => {
    const failed = run('sleep 2; exit 3', 'Never', 10);
    expect(states(failed).slice(3)).toEqual(['Running Error 0 False PodFailed', 'Failed Error 0 False PodFailed']);
    expect(podsOf(failed)[0]?.status?.containerStatuses?.[0]?.state?.terminated?.exitCode).toBe(3);
  });

  it('a Pod that is over and is deleted goes', () => {
    const acts = [
      { at: 1, request: create(bare('sleep 1', 'Never'), 'pods') },
      { at: 8, request: { verb: 'delete', resource: 'pods', namespace: 'default', name: 'a' } as const },
    ];
    expect(podsOf(cluster({ objects: NODES, acts }).runUntil(12))).toEqual([]);
  });

  it('a command that says nothing of its end runs on', () => {
    expect(states(run('serve', 'Never', 120)).at(-1)).toBe('Running running 0 True');
  });
});

describe('restarts', () => {
  it('OnFailure: a good end is the end', () => {
    expect(states(run('sleep 1', 'OnFailure', 10)).at(-1)).toBe('Succeeded Completed 0 False PodCompleted');
  });

  const crashing = run('sleep 1; exit 1', 'Always', 200);

  it('Always: at once after the first end, then CrashLoopBackOff', () => {
    expect(states(crashing).slice(2, 9)).toEqual([
      'Running running 0 True',
      'Running Error 0 False ContainersNotReady',
      'Running running 1 True',
      'Running Error 1 False ContainersNotReady',
      'Running CrashLoopBackOff 1 False ContainersNotReady',
      'Running running 2 True',
      'Running Error 2 False ContainersNotReady',
    ]);
  });

  it('waits 10 s, 20 s, 40 s after each end, and says for how long', () => {
    const starts = crashing
      .writes('Pod')
      .filter(({ before, after }) => {
        const [old, now] = [before, after].map((pod) => (pod as Pod | undefined)?.status?.containerStatuses?.[0]);
        return now?.state?.running !== undefined && old?.state?.running === undefined;
      })
      .map(({ time }) => time);
    const gaps = starts.slice(1).map((time, at) => time - (starts[at] ?? 0));
    expect(gaps[0]).toBeLessThan(6);
    // Retried every 10 s from when the end was seen, so a wait ends with the next retry.
    [10, 20, 40].forEach((wait, at) => {
      expect(gaps[at + 1]).toBeGreaterThan(wait);
      expect(gaps[at + 1]).toBeLessThan(wait + 14);
    });
    const uid = podsOf(crashing)[0]?.metadata.uid;
    const told = crashing
      .writes('Pod')
      .flatMap(({ after }) => (after as Pod).status?.containerStatuses?.[0]?.state?.waiting?.message ?? []);
    expect([...new Set(told)].slice(0, 3)).toEqual(
      ['10s', '20s', '40s'].map((text) => `back-off ${text} restarting failed container=w pod=a_default(${uid})`),
    );
    expect(crashing.events()).toContain(`BackOff: Back-off restarting failed container w in pod a_default(${uid})`);
  });

  /**
   * kubelet.go SyncPod works the status out before the runtime is asked to start anything, so that the back-off which that
   * meets is told by the sync after it: 10 s to 15 s later up to 1.34; from 1.35, where the crash loop's BackoffError says when
   * it ends (kubernetes/kubernetes#133066), with the sync that starts the container again.
   */
  it.each([
    ['1.34', 10, 15],
    ['1.35', 38, 60],
  ] as const)('%s: after the fourth end (40 s) it says Error for %d s to %d s', (version, least, most) => {
    const acts = [{ at: 1, request: create(bare('sleep 1; exit 1', 'Always'), 'pods') }];
    const looping = cluster({ objects: NODES, acts, version }).runUntil(200);
    const told = looping.writes('Pod').flatMap(({ time, after }) => {
      const one = (after as Pod).status?.containerStatuses?.[0];
      return one?.restartCount === 3 ? [{ time, state: one.state }] : [];
    });
    const ended = told.find(({ state }) => state?.terminated !== undefined)?.time ?? 0;
    const loops = told.find(({ state }) => state?.waiting?.reason === 'CrashLoopBackOff')?.time ?? 0;
    expect(loops - ended).toBeGreaterThanOrEqual(least);
    expect(loops - ended).toBeLessThanOrEqual(most);
  });

  it('1.35: a second container whose image is missing waits for the crash loop’s back-off: only that says when it ends', () => {
    const one = bare('sleep 1; exit 1', 'Always');
    const image = { name: 'z', image: 'registry.example.com/missing:2' };
    const two: Pod = { ...one, spec: { ...one.spec, containers: [...one.spec.containers, image] } };
    const acts = [{ at: 1, request: create(two, 'pods') }];
    const looping = cluster({ objects: NODES, acts, version: '1.35', unpullable: ['*missing*'] }).runUntil(200);
    const ended = looping.writes('Pod').find(({ after }) => {
      const status = (after as Pod).status?.containerStatuses?.[0];
      return status?.restartCount === 3 && status.state?.terminated !== undefined;
    });
    const { world } = looping;
    const syncs: number[] = [];
    for (let k = 1; k <= world.trace.length; k++) {
      if (world.options.kinds[world.trace.kind(k)] === 'kubelet.observed') syncs.push(world.trace.time(k) / 1_000_000);
    }
    const next = syncs.find((time) => time > (ended?.time ?? 0) + 1) ?? 0;
    expect(next - (ended?.time ?? 0)).toBeGreaterThan(38);
  });

  it('W-3 forked anywhere and run on, it is the same run', () => {
    const whole = run('sleep 1; exit 1', 'OnFailure', 40);
    const digest = whole.world.digest();
    const last = whole.world.step;
    for (let at = 10; at < last; at += 17) {
      whole.world.fork(at);
      whole.runUntil(40);
      expect(whole.world.digest()).toBe(digest);
    }
  });

  it('the run before stands in lastState, under its own id', () => {
    const status = podsOf(run('sleep 1; exit 1', 'Always', 8))[0]?.status?.containerStatuses?.[0];
    expect(status?.restartCount).toBe(1);
    expect(status?.containerID).toMatch(/_1$/);
    expect(status?.['lastState']).toMatchObject({ terminated: { exitCode: 1, reason: 'Error' } });
    expect(JSON.stringify(status?.['lastState'])).toMatch(/_0"/);
  });
});

describe('what no shell can read', () => {
  const exit = (script: string): number | undefined =>
    lifeOf({ name: 'c', command: ['/bin/sh', '-c', script] })?.exitCode;

  it.each(['curl <https://example.com/report>)', '(sleep 5; exit 0', "echo 'half", 'echo "half'])(
    '%s: the shell ends with 2, as dash, bash and busybox do',
    (script) => {
      expect(exit(script)).toBe(2);
    },
  );

  it.each(['curl "https://example.com/a)"', 'echo \\)', 'x=$(date) serve', 'case $1 in a) serve;; esac'])(
    '%s: is read, and says nothing of its end',
    (script) => {
      expect(exit(script)).toBeUndefined();
    },
  );

  it('without a shell a parenthesis is a letter', () => {
    expect(lifeOf({ name: 'c', command: ['curl', 'https://example.com/a)'] })).toBeUndefined();
  });
});

describe('what a command says', () => {
  const life = (...command: string[]) => lifeOf({ name: 'c', command });

  it.each([
    [['sleep', '3'], { seconds: 3, exitCode: 0 }],
    [['sh', '-c', 'sleep 1; exit 3'], { seconds: 1, exitCode: 3 }],
    [['sh', '-c', 'echo hi && sleep 2m'], { seconds: 120, exitCode: 0 }],
    [['/bin/sleep', '0.5'], { seconds: 0.5, exitCode: 0 }],
    [['sleep', 'infinity'], undefined],
    [['sh', '-c', 'while true; do sleep 5; done'], undefined],
    [['nginx'], undefined],
  ])('%j', (command, expected) => {
    expect(life(...command)).toEqual(expected);
  });

  it('durations as Go prints them', () => {
    expect([10, 80, 300, 3600].map(durationText)).toEqual(['10s', '1m20s', '5m0s', '1h0m0s']);
  });
});
