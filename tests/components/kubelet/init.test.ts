/** Init containers and sidecars: order, statuses, failures, and the end (kuberuntime_manager_test.go, kubelet_pods_test.go). */
import { describe, expect, it } from 'vitest';
import { podStatusWord } from '../../../src/engine/phase.ts';
import type { Container, Pod } from '../../../src/model/objects.ts';
import { cluster, create, isReady, NODES, podsOf, type TestCluster } from '../controllers/harness.ts';

const shell = (name: string, command: string, more: Partial<Container> = {}): Container => ({
  name,
  image: 'busybox:1',
  command: ['sh', '-c', command],
  ...more,
});
const sidecar = (name: string, command = 'serve', more: Partial<Container> = {}): Container =>
  shell(name, command, { restartPolicy: 'Always', ...more });

const pod = (spec: Partial<Pod['spec']>): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', namespace: 'default' },
  spec: { containers: [shell('main', 'serve')], ...spec },
});

const run = (spec: Partial<Pod['spec']>, seconds: number): TestCluster =>
  cluster({ objects: NODES, acts: [{ at: 1, request: create(pod(spec), 'pods') }] }).runUntil(seconds);

/** kubectl's STATUS column after each write that changed it. */
function words(of: TestCluster): string[] {
  const all = of.writes('Pod').flatMap(({ after }) => (after === undefined ? [] : [podStatusWord(after as Pod)]));
  return all.filter((word, at) => word !== all[at - 1]);
}

const initialised = (of: TestCluster): string[] => {
  const all = of.writes('Pod').flatMap(({ after }) => {
    const found = (after as Pod | undefined)?.status?.conditions?.find(({ type }) => type === 'Initialized');
    return found === undefined ? [] : [`${found.status} ${found.reason ?? ''} ${found.message ?? ''}`.trim()];
  });
  return all.filter((text, at) => text !== all[at - 1]);
};

/** "started main", "stopped a", in order. */
function turns({ world }: TestCluster): string[] {
  const { trace, options } = world;
  const found: string[] = [];
  for (let k = 1; k <= trace.length; k++) {
    const kind = options.kinds[trace.kind(k)] ?? '';
    if (/^container\.(started|stopping|stopped)$/.test(kind)) found.push(`${kind.slice(10)} ${trace.detail(k)}`);
  }
  return found;
}

describe('init containers', () => {
  const two = run({ initContainers: [shell('a', 'sleep 3'), shell('b', 'sleep 2')] }, 20);

  it('one after the other, each as long as its command says; then the others', () => {
    expect(turns(two)).toEqual(['started a', 'stopped a', 'started b', 'stopped b', 'started main']);
    expect(words(two)).toEqual(['Pending', 'Init:0/2', 'Init:1/2', 'PodInitializing', 'Running']);
  });

  it('Initialized names those that are not done with', () => {
    expect(initialised(two)).toEqual([
      'False ContainersNotInitialized containers with incomplete status: [a b]',
      'False ContainersNotInitialized containers with incomplete status: [b]',
      'True',
    ]);
  });

  it('main containers wait with PodInitializing; an init container is ready once it has ended well', () => {
    const { status } = two.writes('Pod').find(({ time }) => time > 3)?.after as Pod;
    expect(status?.containerStatuses?.[0]?.state).toEqual({ waiting: { reason: 'PodInitializing' } });
    const [pod1] = podsOf(two);
    expect(pod1?.status?.['initContainerStatuses']).toMatchObject([
      { name: 'a', ready: true, started: false, state: { terminated: { exitCode: 0, reason: 'Completed' } } },
      { name: 'b', ready: true, started: false, state: { terminated: { exitCode: 0, reason: 'Completed' } } },
    ]);
    expect(pod1 === undefined ? false : isReady(pod1)).toBe(true);
  });

  it('Events name spec.initContainers{a}', () => {
    const [started] = two.apiServer
      .list('events')
      .map((event) => event as unknown as { reason: string; involvedObject: { fieldPath?: string } })
      .filter(({ reason }) => reason === 'Started');
    expect(started?.involvedObject.fieldPath).toBe('spec.initContainers{a}');
  });

  it('one that fails is started again with back-off: Init:Error, Init:CrashLoopBackOff', () => {
    const failing = run({ initContainers: [shell('a', 'sleep 1; exit 1')] }, 60);
    expect(words(failing).slice(0, 6)).toEqual([
      'Pending',
      'Init:0/1',
      'Init:Error',
      'Init:0/1',
      'Init:Error',
      'Init:CrashLoopBackOff',
    ]);
    expect(turns(failing)).not.toContain('started main');
    expect(podsOf(failing)[0]?.status?.phase).toBe('Pending');
  });

  it('restartPolicy Never: its failure is the end of the Pod', () => {
    const over = run({ restartPolicy: 'Never', initContainers: [shell('a', 'exit 2'), shell('b', 'exit 0')] }, 20);
    const [failed] = podsOf(over);
    expect(failed?.status?.phase).toBe('Failed');
    expect(failed === undefined ? '' : podStatusWord(failed)).toBe('Init:Error');
    expect(turns(over)).toEqual(['started a', 'stopped a']);
  });
});

describe('sidecars', () => {
  it('start in their order among the init containers and run on', () => {
    const mixed = run({ initContainers: [sidecar('log'), shell('a', 'sleep 1'), sidecar('proxy')] }, 20);
    expect(turns(mixed)).toEqual(['started log', 'started a', 'stopped a', 'started proxy', 'started main']);
    expect(words(mixed).at(-1)).toBe('Running');
  });

  it('one that ends is started again, whatever the policy of the Pod', () => {
    const ending = run({ restartPolicy: 'Never', initContainers: [sidecar('log', 'sleep 4; exit 0')] }, 9);
    expect(turns(ending)).toEqual(['started log', 'started main', 'stopped log', 'started log']);
    const [status] = podsOf(ending)[0]?.status?.['initContainerStatuses'] as { restartCount: number }[];
    expect(status?.restartCount).toBe(1);
    expect(podsOf(ending)[0]?.status?.phase).toBe('Running');
  });

  it('a startup probe holds up what stands behind it', () => {
    const startupProbe = { httpGet: { port: 80 }, periodSeconds: 5 };
    const gated = run({ initContainers: [sidecar('proxy', 'serve', { startupProbe })] }, 20);
    const [started] = gated.writes('Pod').filter(({ after }) => podStatusWord(after as Pod) === 'Running');
    // Its first beat after the start comes five seconds after the kubelet took the Pod on.
    expect(started?.time).toBeGreaterThan(6);
    expect(started?.time).toBeLessThan(8);
    expect(words(gated)).toEqual(['Pending', 'Init:0/1', 'PodInitializing', 'Running']);
  });

  it('a Pod completes when its main containers have ended; sidecars are stopped then', () => {
    const main = [shell('main', 'sleep 2')];
    const job = run(
      { restartPolicy: 'Never', containers: main, initContainers: [sidecar('log'), sidecar('proxy')] },
      20,
    );
    expect(turns(job).slice(3)).toEqual([
      'stopped main',
      'stopping log',
      'stopping proxy',
      'stopped proxy',
      'stopped log',
    ]);
    expect(podsOf(job)[0]?.status?.phase).toBe('Succeeded');
    expect(words(job).at(-1)).toBe('Completed');
  });

  it('a deletion stops main containers first, then sidecars, the last that started first', () => {
    const spec = { initContainers: [sidecar('log'), sidecar('proxy')] };
    const acts = [
      { at: 1, request: create(pod(spec), 'pods') },
      { at: 9, request: { verb: 'delete', resource: 'pods', namespace: 'default', name: 'a' } as const },
    ];
    const deleted = cluster({ objects: NODES, acts }).runUntil(20);
    const killing = deleted.events().filter((text) => text.startsWith('Killing'));
    expect(killing).toEqual([
      'Killing: Stopping container log',
      'Killing: Stopping container proxy',
      'Killing: Stopping container main',
    ]);
    expect(turns(deleted).slice(-3)).toEqual(['stopped main', 'stopped proxy', 'stopped log']);
    expect(podsOf(deleted)).toEqual([]);
  });
});

describe('W-3', () => {
  it('forked anywhere and run on, it is the same run', () => {
    const spec = { initContainers: [sidecar('log', 'sleep 3'), shell('a', 'sleep 1; exit 1')] };
    const whole = run(spec, 30);
    const digest = whole.world.digest();
    const last = whole.world.step;
    for (let at = 10; at < last; at += 13) {
      whole.world.fork(at);
      whole.runUntil(30);
      expect(whole.world.digest()).toBe(digest);
    }
  });
});
