/** Images that cannot be had: image_manager_test.go, and what a real 1.35 kubelet was seen to say. */
import { describe, expect, it } from 'vitest';
import { imageNameProblem } from '../../../src/components/kubelet/image-names.ts';
import type { Pod } from '../../../src/model/objects.ts';
import { cluster, create, node, NODES, podsOf, setImage, web, type TestCluster } from '../controllers/harness.ts';

const pod = (container: object, spec: object = {}): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', namespace: 'default' },
  spec: { containers: [{ name: 'app', ...container }], ...spec },
});

const run = (container: object, seconds: number, spec: object = {}): TestCluster =>
  cluster({
    objects: [node(0)],
    acts: [{ at: 1, request: create(pod(container, spec), 'pods') }],
    unpullable: ['*missing*'],
  }).runUntil(seconds);

const waitingOf = (of: TestCluster): { reason?: string; message?: string }[] => {
  const all = of.writes('Pod').flatMap(({ after }) => {
    const one = (after as Pod | undefined)?.status?.containerStatuses?.[0];
    return one?.state?.waiting === undefined ? [] : [one.state.waiting];
  });
  return all.filter(({ reason }, at) => reason !== all[at - 1]?.reason);
};

const eventsAbout = (of: TestCluster): string[] =>
  of.events().filter((text) => !/^(Scheduled|NodeReady|SuccessfulCreate|ScalingReplicaSet)/.test(text));

const IMAGE = 'registry.example.com/missing:2';
const NOT_FOUND = `rpc error: code = NotFound desc = failed to pull and unpack image "${IMAGE}": not found`;

describe('an image that is not there', () => {
  const short = run({ image: IMAGE }, 10);

  it('Events: the pull, why it failed, and from the next sync on the back-off', () => {
    expect(eventsAbout(short)).toEqual([
      `Pulling: Pulling image "${IMAGE}"`,
      `Failed: Failed to pull image "${IMAGE}": ${NOT_FOUND}`,
      'Failed: Error: ErrImagePull',
      `BackOff: Back-off pulling image "${IMAGE}"`,
      'Failed: Error: ImagePullBackOff',
    ]);
    const [backOff] = short.apiServer
      .list('events')
      .map((event) => event as unknown as { reason: string; type: string })
      .filter(({ reason }) => reason === 'BackOff');
    expect(backOff?.type).toBe('Normal');
  });

  it('ContainerCreating, ErrImagePull, ImagePullBackOff, with their messages', () => {
    expect(waitingOf(run({ image: IMAGE }, 20))).toEqual([
      { reason: 'ContainerCreating' },
      { reason: 'ErrImagePull', message: NOT_FOUND },
      { reason: 'ImagePullBackOff', message: `Back-off pulling image "${IMAGE}": ErrImagePull: ${NOT_FOUND}` },
    ]);
    const [stuck] = podsOf(short);
    expect(stuck?.status?.phase).toBe('Pending');
    expect(stuck?.status?.podIP).toBe('10.244.0.2');
    const sandbox = stuck?.status?.conditions?.find(({ type }) => type === 'PodReadyToStartContainers');
    expect(sandbox?.status).toBe('True');
  });

  it.each(['1.34', '1.35'] as const)(
    '%s waits 10 s, 20 s, 40 s … 300 s between pulls, and somewhat longer',
    (version) => {
      const acts = [{ at: 1, request: create(pod({ image: IMAGE }), 'pods') }];
      const long = cluster({ objects: [node(0)], acts, unpullable: ['*missing*'], version }).runUntil(1500);
      const { trace, options } = long.world;
      const pulls: number[] = [];
      for (let k = 1; k <= trace.length; k++) {
        if (options.kinds[trace.kind(k)] === 'image.pulling') pulls.push(trace.time(k) / 1_000_000);
      }
      [10, 20, 40, 80, 160, 300].forEach((seconds, at) => {
        const gap = (pulls[at + 1] ?? 0) - (pulls[at] ?? 0);
        expect(gap).toBeGreaterThanOrEqual(seconds);
        expect(gap).toBeLessThan(seconds + 0.5 * Math.min(seconds, 60) + 3);
      });
    },
  );

  /** Recorded with 1.35.4 (a3-recreate/1-recreated.events.txt): pulled 41 s and 26 s before, backed off 40 s before, deleted 21 s before. */
  it('1.35: backed off with the next relist, pulled again 10 s to 15 s later, then nothing for 5 s at least', () => {
    const recorded = cluster({
      objects: [node(0)],
      acts: [{ at: 1, request: create(pod({ image: IMAGE }), 'pods') }],
      unpullable: ['*missing*'],
      version: '1.35',
    }).runUntil(21);
    const told = recorded
      .writes('Event')
      .map(({ time, after }) => ({ time, reason: (after as unknown as { reason: string }).reason }));
    const at = (reason: string): number[] => told.filter((one) => one.reason === reason).map(({ time }) => time);
    const [first = 0, second = 0, ...others] = at('Pulling');
    const [backOff = 0, ...more] = at('BackOff');
    expect(backOff - first).toBeGreaterThan(0.7);
    expect(backOff - first).toBeLessThan(2);
    expect(second - backOff).toBeGreaterThanOrEqual(10);
    expect(second - backOff).toBeLessThanOrEqual(15);
    expect(second).toBeLessThan(16);
    expect([...others, ...more]).toEqual([]);
  });

  /**
   * ErrImagePullBackOff says nothing of its end (image_manager.go; only a crash loop's BackoffError does), so the worker comes
   * back after 10 s to 15 s whatever the version: each failed pull is told for that long, and all the rest is ImagePullBackOff.
   */
  it.each(['1.34', '1.35', '1.37'] as const)(
    '%s says ErrImagePull once a pull, and ImagePullBackOff otherwise',
    (version) => {
      const acts = [{ at: 1, request: create(pod({ image: IMAGE }), 'pods') }];
      const long = cluster({ objects: [node(0)], acts, unpullable: ['*missing*'], version }).runUntil(400);
      const told = long.writes('Pod').flatMap(({ time, after }) => {
        const reason = (after as Pod | undefined)?.status?.containerStatuses?.[0]?.state?.waiting?.reason;
        return reason === undefined ? [] : [{ time, reason }];
      });
      const lasted = told
        .slice(0, -1)
        .map(({ time, reason }, k) => ({ reason, seconds: (told[k + 1]?.time ?? 0) - time }));
      const failed = lasted.filter(({ reason }) => reason === 'ErrImagePull').map(({ seconds }) => seconds);
      expect(failed.length).toBeGreaterThanOrEqual(5);
      for (const seconds of failed) expect(seconds).toBeLessThanOrEqual(15);
      const backedOff = lasted.filter(({ reason }) => reason === 'ImagePullBackOff').map(({ seconds }) => seconds);
      expect(Math.max(...backedOff)).toBeGreaterThan(80);
    },
  );

  it('equal Events count up, and 25 are all that is told at once', () => {
    const long = run({ image: IMAGE }, 250);
    const counts = long.apiServer
      .list('events')
      .map((event) => event as unknown as { message: string; count: number; involvedObject: { kind: string } })
      .filter(({ message }) => message === `Back-off pulling image "${IMAGE}"`);
    expect(counts).toHaveLength(1);
    expect(counts[0]?.count).toBeGreaterThan(3);
    const told = long.writes('Event').filter(({ who }) => who.startsWith('kubelet'));
    expect(told.length).toBeLessThanOrEqual(25);
  });

  it('nothing is in flight while it waits: a world that only tries again is at rest', () => {
    expect(run({ image: IMAGE }, 8).world.pendingWork).toBe(0);
  });

  it('a rolling update with it: the surge stands, the others stay', () => {
    const acts = [
      { at: 1, request: create(web(), 'deployments') },
      { at: 8, request: setImage(IMAGE) },
    ];
    const rollout = cluster({ objects: NODES, acts, unpullable: ['*missing*'] }).runUntil(30);
    const pods = podsOf(rollout);
    expect(pods).toHaveLength(4);
    const stuck = pods.filter(({ status }) => status?.phase === 'Pending');
    expect(stuck).toHaveLength(1);
    expect(stuck[0]?.status?.containerStatuses?.[0]?.state?.waiting?.reason).toBe('ImagePullBackOff');
  });

  it('deleted while it waits: Failed, the container lost', () => {
    const acts = [
      { at: 1, request: create(pod({ image: IMAGE }), 'pods') },
      { at: 9, request: { verb: 'delete', resource: 'pods', namespace: 'default', name: 'a' } as const },
    ];
    const gone = cluster({ objects: [node(0)], acts, unpullable: ['*missing*'] }).runUntil(20);
    expect(podsOf(gone)).toEqual([]);
    expect(gone.events().some((text) => text.startsWith('Killing'))).toBe(false);
  });
});

describe('imagePullPolicy and names', () => {
  it('Never: ErrImageNeverPull', () => {
    const never = run({ image: 'app:1', imagePullPolicy: 'Never' }, 10);
    const message = 'Container image "app:1" is not present with pull policy of Never';
    expect(waitingOf(never).at(-1)).toEqual({ reason: 'ErrImageNeverPull', message });
    expect(eventsAbout(never).slice(0, 2)).toEqual([
      `ErrImageNeverPull: ${message}`,
      'Failed: Error: ErrImageNeverPull',
    ]);
  });

  it('InvalidImageName', () => {
    const invalid = run({ image: 'Nginx:1' }, 10);
    const message =
      'Failed to apply default image tag "Nginx:1": couldn\'t parse image name "Nginx:1": ' +
      'invalid reference format: repository name (library/Nginx) must be lowercase';
    expect(waitingOf(invalid).at(-1)).toEqual({ reason: 'InvalidImageName', message });
    expect(eventsAbout(invalid).slice(0, 2)).toEqual([`InspectFailed: ${message}`, 'Failed: Error: InvalidImageName']);
  });

  it.each([
    ['nginx', undefined],
    ['nginx:1.27', undefined],
    ['registry.example.com:5000/team/app:v1', undefined],
    [`app@sha256:${'0'.repeat(64)}`, undefined],
    ['localhost/app', undefined],
    ['nginx:', 'invalid reference format'],
    ['team//app', 'invalid reference format'],
    ['a b', 'invalid reference format'],
    ['0'.repeat(64), `invalid repository name (${'0'.repeat(64)}), cannot specify 64-byte hexadecimal strings`],
  ])('%s', (image, expected) => {
    expect(imageNameProblem(image)).toBe(expected);
  });
});

describe('configuration that is not there', () => {
  const valueFrom = { configMapKeyRef: { name: 'settings', key: 'mode' } };

  it('CreateContainerConfigError says what is missing, until it is there', () => {
    const acts = [
      { at: 1, request: create(pod({ image: 'app:1', env: [{ name: 'MODE', valueFrom }] }), 'pods') },
      {
        at: 10,
        request: create(
          {
            apiVersion: 'v1',
            kind: 'ConfigMap',
            metadata: { name: 'settings', namespace: 'default' },
            data: { mode: 'x' },
          } as never,
          'configmaps',
        ),
      },
    ];
    const config = cluster({ objects: [node(0)], acts }).runUntil(40);
    expect(waitingOf(config)).toEqual([
      { reason: 'ContainerCreating' },
      { reason: 'CreateContainerConfigError', message: 'configmap "settings" not found' },
    ]);
    expect(eventsAbout(config)).toContain('Failed: Error: configmap "settings" not found');
    expect(podsOf(config)[0]?.status?.phase).toBe('Running');
  });

  it('a key that is missing, and an optional one', () => {
    const map = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'settings', namespace: 'default', uid: 'm' },
      data: {},
    } as never;
    const given = (from: object): TestCluster =>
      cluster({
        objects: [node(0), map],
        acts: [{ at: 1, request: create(pod({ image: 'app:1', env: [{ name: 'M', valueFrom: from }] }), 'pods') }],
      }).runUntil(8);
    expect(waitingOf(given(valueFrom)).at(-1)?.message).toBe("couldn't find key mode in ConfigMap default/settings");
    const optional = { secretKeyRef: { name: 'none', key: 'k', optional: true } };
    expect(podsOf(given(optional))[0]?.status?.phase).toBe('Running');
  });

  it('a volume whose Secret is missing: FailedMount, again and again', () => {
    const spec = { volumes: [{ name: 'cert', secret: { secretName: 'tls' } }] };
    const mount = run({ image: 'app:1' }, 20, spec);
    expect(eventsAbout(mount)[0]).toBe(
      'FailedMount: MountVolume.SetUp failed for volume "cert" : secret "tls" not found',
    );
    const [stuck] = podsOf(mount);
    expect(stuck?.status?.containerStatuses?.[0]?.state?.waiting?.reason).toBe('ContainerCreating');
    expect(stuck?.status?.podIP).toBeUndefined();
  });

  it('a kind that a dump leaves out is not missed', () => {
    const acts = [{ at: 1, request: create(pod({ image: 'app:1', env: [{ name: 'M', valueFrom }] }), 'pods') }];
    const dump = cluster({ objects: [node(0)], acts, unknownKinds: new Set(['ConfigMap', 'Secret']) }).runUntil(8);
    expect(podsOf(dump)[0]?.status?.phase).toBe('Running');
  });
});
