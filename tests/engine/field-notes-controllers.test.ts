/** Reports from the field about informers, queues and controllers whose expectation is words. One test a note. */
import { describe, expect, it } from 'vitest';
import { createApiServer } from '../../src/components/apiserver/apiserver.ts';
import { FlowcontrolBackoff } from '../../src/components/workqueue/flowcontrol-backoff.ts';
import { runExponentialBackoff } from '../../src/components/workqueue/wait-backoff.ts';
import { defaultControllerRateLimiter } from '../../src/components/workqueue/workqueue.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { createWorld } from '../../src/kernel/kernel.ts';
import { EVENT, EVENT_KIND_NAMES, LANE, LANES } from '../../src/model/events.ts';
import { DEFAULT_LATENCIES } from '../../src/model/latencies.ts';
import type { KubeObject, Pod } from '../../src/model/objects.ts';
import { GENERATIONS } from '../components/informer/builders.ts';
import { Rig } from '../components/informer/rig.ts';
import { openEngine, runToRest } from '../fixtures/dumps.ts';

const MILLI = 1e6;
const SECOND = 1e9;
const TICKS = 1_000_000;

const run = (data: string): Engine => runToRest(openEngine({ name: 'drop.yaml', data }));
const scenario = (spec: string, objects: string): string =>
  `apiVersion: steplane.dev/v1\nkind: Scenario\nspec:\n${spec}\n---\n${objects}`;
const listed = (engine: Engine, resource: string): readonly KubeObject[] => engine.cluster.apiServer.list(resource);

interface Happening {
  readonly seconds: number;
  readonly object: string;
  readonly detail: string;
}

function happenings(engine: Engine, kind: keyof typeof EVENT, prefix: string): readonly Happening[] {
  const { trace } = engine.cluster.world;
  const found: Happening[] = [];
  for (let step = 1; step <= trace.length; step++)
    if (trace.kind(step) === EVENT[kind] && trace.object(step).startsWith(prefix))
      found.push({ seconds: trace.time(step) / TICKS, object: trace.object(step), detail: trace.detail(step) });
  return found;
}

const written = (engine: Engine, prefix: string, verb: string): readonly Happening[] =>
  happenings(engine, 'store.written', prefix).filter(({ detail }) => detail === verb);

const eventsOf = (
  engine: Engine,
): readonly { readonly type: string; readonly reason: string; readonly message: string }[] =>
  listed(engine, 'events') as never;

/** From the cache's state, over what nobody heard, to what a relist says. */
function afterGap(rig: Rig, act: () => void): readonly string[] {
  const heard: string[] = [];
  const id = ({ metadata, data }: KubeObject & { readonly data?: { readonly value?: string } }): string =>
    `${metadata.name}=${data?.value ?? ''}`;
  rig.begin();
  rig.act(() =>
    rig.informer.addEventHandler('x', {
      onAdd: (object) => heard.push(`add ${id(object)}`),
      onUpdate: (before, after) =>
        heard.push(
          `update ${id(before)} ${id(after)} ${before.metadata.uid === after.metadata.uid ? 'same' : 'other'} uid`,
        ),
      onDelete: (object, isTombstone) => heard.push(`delete ${id(object)}${isTombstone === true ? ' tombstone' : ''}`),
    }),
  );
  rig.run(1);
  heard.length = 0;
  rig.act(() => {
    rig.apiServer.faults.cut('gap', () => true);
  });
  act();
  rig.act(() => {
    rig.apiServer.faults.compact();
  });
  rig.act(() => {
    rig.apiServer.faults.lift('gap');
  });
  rig.run(70);
  return heard;
}

const fleet = (cured: boolean): string =>
  scenario(
    `  kubernetesVersion: "1.37"
  mode: observed
  lessons: [{name: duplicate-create, cured: ${String(cured)}}]
  timeline:
  - {at: 1s, slow: {watch: lesson-duplicate-create pods, by: 2s}, for: 8s}
  - {at: 2s, create: {apiVersion: v1, kind: ConfigMap, metadata: {name: web, namespace: default, labels: {lesson: fleet}}, data: {size: "3"}}}
  - {at: 3s, annotate: {kind: ConfigMap, name: web, annotations: {unrelated: event}}}`,
    'apiVersion: v1\nkind: Node\nmetadata: {name: node-a}\nstatus: {allocatable: {cpu: "4", memory: 8Gi, pods: "110"}, conditions: [{type: Ready, status: "True"}]}\n',
  );

const cronJob = (now: string, more: string, schedule: string, last: string): string =>
  scenario(
    `  kubernetesVersion: "1.35"
  now: ${now}
  timeline:
  - {at: 20s, suspend: {kind: CronJob, name: backup}}`,
    `apiVersion: batch/v1
kind: CronJob
metadata: {name: backup, namespace: default, uid: u-1, creationTimestamp: 2025-01-01T00:00:00Z}
spec:
  schedule: "${schedule}"
${more}  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: registry.example/b:1}]}}}}
status: {lastScheduleTime: ${last}}
---
# So that Jobs are known to be looked after here.
apiVersion: batch/v1
kind: Job
metadata: {name: other, namespace: default, uid: u-2, creationTimestamp: 2025-01-01T00:00:00Z}
spec: {suspend: true, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}
`,
  );

describe('informers and queues', () => {
  it.each(GENERATIONS)(
    'fc-200-tombstone-panic, %s: what was last seen comes in a wrapper, not the final state',
    (generation) => {
      const rig = new Rig({ generation }).seed('web-1');
      const heard = afterGap(rig, () => {
        rig.update('web-1', '110');
        rig.remove('web-1');
      });
      expect(heard).toEqual(['delete web-1=0 tombstone']);
      expect(rig.informer.indexer.list()).toEqual([]);
    },
  );

  it.each(GENERATIONS)('fc-202-name-reused-during-gap, %s: one update, and the uids differ', (generation) => {
    const rig = new Rig({ generation }).seed('cfg');
    const heard = afterGap(rig, () => {
      rig.remove('cfg');
      rig.create('cfg', '20');
    });
    expect(heard).toEqual(['update cfg=0 cfg=20 other uid']);
  });

  it('fc-204-stale-cache-duplicates: counted from a stale cache too many are made, expected ones once', () => {
    // Two looks at a stale cache make six; this controller is woken by its own writes too, so it looks more often.
    expect(written(run(fleet(false)), 'Pod/default/web-', 'create').length).toBeGreaterThanOrEqual(6);
    expect(written(run(fleet(true)), 'Pod/default/web-', 'create')).toHaveLength(3);
  });

  it('fc-204-stale-cache-duplicates: the ReplicaSet controller expects what it made, whatever wakes it', () => {
    const engine = run(
      scenario(
        `  kubernetesVersion: "1.35"
  generate: {nodes: 1}
  timeline:
  - {at: 1s, slow: {watch: kube-controller-manager pods, by: 2s}, for: 20s}
  - {at: 2s, create: {apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: web, namespace: default}, spec: {replicas: 3, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: i}]}}}}}
  - {at: 3s, annotate: {kind: ReplicaSet, name: web, annotations: {unrelated: event}}}`,
        'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x, namespace: default}\n',
      ),
    );
    expect(written(engine, 'Pod/default/web-', 'create')).toHaveLength(3);
    expect(written(engine, 'Pod/default/web-', 'delete')).toHaveLength(0);
  });

  it('fc-206-conflict-on-stale-object: the text, and how long a client waits between attempts', () => {
    const world = createWorld({
      seed: 1,
      ticksPerSecond: TICKS,
      kinds: EVENT_KIND_NAMES,
      lanes: LANES,
      checkpointEvery: 16,
    });
    const apiServer = createApiServer({ world, version: '1.35', latencies: DEFAULT_LATENCIES, epochMicros: 1.7e15 });
    const client = apiServer.connect('deployment-controller', LANE.controllers);
    expect(client).toBeDefined();
    apiServer.seed({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' }, status: { phase: 'Active' } });
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const web = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', namespace: 'default' },
      spec: { selector: { matchLabels: { a: 'b' } }, template },
    };
    const said: unknown[] = [];
    const acting = world.handler('act', () => {
      world.emit(EVENT['request.sent'], { subject: 'test' });
      const ask = { resource: 'deployments', namespace: 'default', name: 'web' } as const;
      const made = apiServer.handle({ ...ask, verb: 'create', body: web }, 'test').object as KubeObject;
      apiServer.handle({ ...ask, verb: 'update', body: { ...made, spec: { ...web.spec, replicas: 2 } } }, 'test');
      said.push(
        apiServer.handle({ ...ask, verb: 'update', body: { ...made, spec: { ...web.spec, replicas: 3 } } }, 'test'),
      );
    });
    world.after(0, LANE.clients, acting, undefined);
    world.begin();
    world.advance(1);
    expect(said).toMatchObject([
      {
        code: 409,
        status: {
          reason: 'Conflict',
          message:
            'Operation cannot be fulfilled on deployments.apps "web": the object has been modified; please apply your changes to the latest version and try again',
        },
      },
    ]);
    const waits = (steps: number, factor: number): readonly number[] => {
      const { calls } = runExponentialBackoff({ duration: 10 * MILLI, factor, jitter: 0, steps, cap: 0 }, () => false);
      return calls.slice(1).map((at, i) => (at - (calls[i] ?? 0)) / MILLI);
    };
    expect(waits(5, 1)).toEqual([10, 10, 10, 10]);
    expect(waits(4, 5)).toEqual([10, 50, 250]);
  });

  it('fc-208-resync-storm-bucket: 1100 keys at once, and the last one waits 100 seconds', () => {
    const limiter = defaultControllerRateLimiter({ failures: new Map(), bucket: new Map() });
    const delays = Array.from({ length: 1100 }, (_, i) => limiter.when(`key-${String(i + 1)}`, 0));
    expect(new Set(delays.slice(0, 100))).toEqual(new Set([5 * MILLI]));
    expect([delays[100], delays[124], delays[1099]]).toEqual([100 * MILLI, 2.5 * SECOND, 100 * SECOND]);
  });
});

describe('CronJobs', () => {
  it('fc-210-cronjob-more-than-100-missed: a warning, and the last missed run is started', () => {
    const engine = run(cronJob('2025-03-02T08:02:00Z', '', '*/5 * * * *', '2025-03-01T18:00:00Z'));
    expect(written(engine, 'Job/', 'create').map(({ object }) => object)).toEqual(['Job/default/backup-29015040']);
    const told = eventsOf(engine).filter(({ reason }) => reason === 'TooManyMissedTimes');
    expect(told).toMatchObject([
      {
        type: 'Warning',
        message: 'too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew',
      },
    ]);
  });

  it('fc-212-cronjob-deadline-too-short: nothing now, and the next run in time', () => {
    const data = cronJob(
      '2025-03-01T10:21:30Z',
      '  startingDeadlineSeconds: 10\n',
      '* * * * *',
      '2025-03-01T08:29:00Z',
    );
    expect(written(run(data), 'Job/', 'create')).toEqual([]);
    const later = run(data.replace('at: 20s', 'at: 40s'));
    const made = written(later, 'Job/', 'create');
    // Minutes since 1970 at 10:22.
    expect(made.map(({ object }) => object)).toEqual([
      `Job/default/backup-${String(Date.UTC(2025, 2, 1, 10, 22) / 60_000)}`,
    ]);
    expect(made[0]?.seconds).toBeGreaterThanOrEqual(30);
    expect(made[0]?.seconds).toBeLessThan(31);
  });
});

describe('kubelets, Jobs and ReplicaSets', () => {
  const node =
    'apiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: "4", memory: 8Gi, pods: "110"}, conditions: [{type: Ready, status: "True"}]}\n---\n';

  it('fc-213-crashloop-timeline: a run of 5 s, and the waits 0, 10, 20, 40, 80, 160, 300, 300', () => {
    const kept = new Map<string, { readonly backoff: number; readonly lastUpdate: number }>();
    const backoff = new FlowcontrolBackoff(kept, { initial: 10, max: 300 });
    const ideal: number[] = [];
    let ends = 5;
    for (let i = 0; i < 8; i++) {
      const starts = backoff.get('c') === 0 ? ends : ends + backoff.get('c');
      backoff.next('c', ends, starts);
      ideal.push(starts);
      ends = starts + 5;
    }
    expect(ideal).toEqual([5, 20, 45, 90, 175, 340, 645, 950]);

    const data = scenario(
      '  kubernetesVersion: "1.35"',
      `${node}apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: default}\nspec: {containers: [{name: c, image: i, command: [sh, -c, "sleep 5; exit 1"]}]}\n`,
    );
    const engine = openEngine({ name: 'drop.yaml', data });
    engine.run.reach(1000 * TICKS);
    const starts = happenings(engine, 'container.started', 'Pod/default/a').map(({ seconds }) => seconds);
    const first = starts[0] ?? 0;
    const restarts = starts.slice(1, 9).map((at) => at - first);
    expect(restarts).toHaveLength(8);
    // The kubelet's sync adds up to a few seconds to each wait.
    restarts.forEach((at, i) => {
      const before = i === 0 ? 0 : (restarts[i - 1] ?? 0);
      const wait = [0, 10, 20, 40, 80, 160, 300, 300][i] ?? 0;
      expect(at - before - 5).toBeGreaterThanOrEqual(wait);
      expect(at - before - 5).toBeLessThan(wait + 16);
    });
  });

  it('fc-215-job-backoff-limit: the fourth failure is one too many; 10, 20 and 40 s lie between', () => {
    const engine = run(
      scenario(
        '  kubernetesVersion: "1.35"\n  timeline:\n  - {at: 1s, create: {apiVersion: batch/v1, kind: Job, metadata: {name: fail, namespace: default}, spec: {backoffLimit: 3, template: {spec: {restartPolicy: Never, containers: [{name: c, image: "registry.example/f:1", command: ["false"]}]}}}}}',
        node,
      ),
    );
    const made = written(engine, 'Pod/default/fail-', 'create').map(({ seconds }) => seconds);
    expect(made).toHaveLength(4);
    const ended = happenings(engine, 'container.stopped', 'Pod/default/fail-').map(({ seconds }) => seconds);
    expect(ended).toHaveLength(4);
    [10, 20, 40].forEach((gap, i) => {
      const between = (made[i + 1] ?? 0) - (ended[i] ?? 0);
      expect(between).toBeGreaterThanOrEqual(gap - 1);
      expect(between).toBeLessThan(gap + 3);
    });
    const [job] = listed(engine, 'jobs');
    const conditions = (job?.status as { readonly conditions?: readonly object[] }).conditions;
    expect(conditions).toContainEqual(
      expect.objectContaining({
        type: 'Failed',
        status: 'True',
        reason: 'BackoffLimitExceeded',
        message: 'Job has reached the specified backoff limit',
      }),
    );
  });

  it('fc-217-replicaset-deletion-order: without a node, Pending, not ready, cheap', () => {
    const pod = (name: string, on: string, phase: string, ready: boolean, more = ''): string => `---
apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  namespace: default
  labels: {app: web}
  creationTimestamp: 2025-03-01T09:00:00Z
  ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: u-web, controller: true}]
  ${more}
spec: {${on === '' ? '' : `nodeName: ${on}, `}containers: [{name: c, image: i}]}
status: {phase: ${phase}, conditions: [{type: Ready, status: "${ready ? 'True' : 'False'}", lastTransitionTime: 2025-03-01T09:00:10Z}]}
`;
    const nodes = ['n1', 'n2', 'n3', 'n4'].map((name) => node.replace('n1', name)).join('');
    const engine = run(
      scenario(
        '  kubernetesVersion: "1.35"\n  now: 2025-03-01T10:00:00Z\n  timeline:\n  - {at: 0s, crash: kube-scheduler}\n  - {at: 0s, scale: {kind: ReplicaSet, name: web, replicas: 2}}',
        `${nodes}apiVersion: apps/v1
kind: ReplicaSet
metadata: {name: web, namespace: default, uid: u-web, creationTimestamp: 2025-03-01T09:00:00Z}
spec: {replicas: 6, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: i}]}}}
status: {replicas: 6}
${pod('p6', 'n1', 'Running', true)}${pod('p5', 'n2', 'Running', true)}${pod('p4', 'n3', 'Running', true, 'annotations: {controller.kubernetes.io/pod-deletion-cost: "-5"}')}${pod('p3', 'n2', 'Running', false)}${pod('p2', 'n4', 'Pending', false)}${pod('p1', '', 'Pending', false)}`,
      ),
    );
    const asked = happenings(engine, 'request.sent', 'Pod/default/p').filter(({ detail }) =>
      detail.startsWith('delete'),
    );
    const byController = [...new Set(asked.map(({ object }) => object.slice(-2)))];
    expect(byController).toEqual(['p1', 'p2', 'p3', 'p4']);
    expect((listed(engine, 'pods') as readonly Pod[]).map(({ metadata }) => metadata.name).sort()).toEqual([
      'p5',
      'p6',
    ]);
  });

  it('fc-221-noexecute-eviction-clock: at once, after 300 s, or never', () => {
    const unreachable = 'key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute';
    const pod = (name: string, tolerations: string): string => `---
apiVersion: v1
kind: Pod
metadata: {name: ${name}, namespace: default, creationTimestamp: 2025-03-01T09:00:00Z}
spec: {nodeName: n1, tolerations: [${tolerations}], containers: [{name: c, image: i}]}
status: {phase: Running}
`;
    const engine = run(
      scenario(
        '  kubernetesVersion: "1.35"\n  now: 2025-03-01T10:00:50Z\n  timeline:\n  - {at: 0s, taint: {node: n1, key: node.kubernetes.io/unreachable, effect: NoExecute}}\n  - {at: 400s, untaint: {node: n1, key: node.kubernetes.io/unreachable}}',
        `${node.replace('---\n', '')}${pod('default-tol', `{${unreachable}, tolerationSeconds: 300}`)}${pod('none', '')}${pod('forever', '{operator: Exists}')}${pod('zero', `{${unreachable}, tolerationSeconds: 0}`)}`,
      ),
    );
    const asked = happenings(engine, 'request.sent', 'Pod/default/').filter(({ detail }) =>
      detail.startsWith('delete'),
    );
    const at = (name: string): number | undefined => asked.find(({ object }) => object.endsWith(`/${name}`))?.seconds;
    for (const name of ['none', 'zero']) expect(at(name)).toBeLessThan(1);
    expect(at('default-tol')).toBeGreaterThanOrEqual(300);
    expect(at('default-tol')).toBeLessThan(301);
    expect(at('forever')).toBeUndefined();
  });
});
