/** The CronJob controller on virtual time; what a Job does is told by the test. Order and texts as recorded (g-jobs). */
import { describe, expect, test } from 'vitest';
import { createApiServer, type ApiRequest, type ApiServer } from '../../../src/components/apiserver/apiserver.ts';
import { createCronJobController } from '../../../src/components/controllers/cronjob/cronjob.ts';
import type { CronJob } from '../../../src/components/controllers/cronjob/types.ts';
import { createSharedInformer, type SharedInformer } from '../../../src/components/informer/informer.ts';
import { createWorld, type World } from '../../../src/kernel/kernel.ts';
import { EVENT, EVENT_KIND_NAMES, LANE, LANES } from '../../../src/model/events.ts';
import { DEFAULT_LATENCIES } from '../../../src/model/latencies.ts';
import type { KubeObject } from '../../../src/model/objects.ts';
import { ZONES } from '../../../src/model/zone-table.ts';
import { installZones } from '../../../src/model/zones.ts';

installZones(ZONES);

const SECOND = 1_000_000;
/** The recording's: 34 s before the full minute 29934203. */
const EPOCH_MICROS = Date.UTC(2026, 10, 30, 15, 22, 26) * 1000;
const FIRST = 29_934_203;

interface Bench {
  readonly world: World;
  readonly api: ApiServer;
  readonly cronJob: () => CronJob;
  readonly jobs: () => string[];
  readonly events: () => string[];
  /** "second verb key" of each write of the controller, Events apart. */
  readonly writes: () => string[];
  readonly until: (seconds: number) => void;
}

interface Act {
  readonly at: number;
  readonly request: ApiRequest;
}

function bench(spec: Partial<CronJob['spec']> = {}, acts: readonly Act[] = []): Bench {
  const world = createWorld({ seed: 1, ticksPerSecond: SECOND, kinds: EVENT_KIND_NAMES, lanes: LANES, checks: true });
  const base = { world, version: '1.35' as const, latencies: DEFAULT_LATENCIES };
  const api = createApiServer({ ...base, epochMicros: EPOCH_MICROS });
  api.seed({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' }, status: { phase: 'Active' } });
  api.seed(tick(spec));
  const client = api.connect('kube-controller-manager', LANE.controllers);
  const informers = new Map<string, SharedInformer>();
  const informer = (resource: string): SharedInformer => {
    const deps = { ...base, apiServer: api, client, generation: 'atomic' as const };
    const made =
      informers.get(resource) ?? createSharedInformer(deps, { process: 'kcm', resource, lane: LANE.informers });
    informers.set(resource, made);
    return made;
  };
  const controller = createCronJobController({ ...base, apiServer: api, client, informer });
  const user = api.connect('kubectl', LANE.clients);
  const act = world.handler<ApiRequest>('act', (request) => {
    user.send(request);
  });
  for (const one of informers.values()) one.prime();
  controller.prime();
  for (const { at, request } of acts) world.after(at * SECOND, LANE.clients, act, request);
  world.begin();
  const { trace } = world;
  const steps = (kind: number): number[] =>
    Array.from({ length: trace.length }, (_, i) => i + 1).filter((step) => trace.kind(step) === kind);
  return {
    world,
    api,
    cronJob: () => api.get('CronJob/default/tick') as CronJob,
    jobs: () => api.list('jobs').map(({ metadata }) => metadata.name),
    events: () =>
      [...api.list('events')]
        .sort((x, y) => Number(x.metadata.resourceVersion) - Number(y.metadata.resourceVersion))
        .map((event) => event as { readonly reason?: string; readonly message?: string })
        .map(({ reason = '', message = '' }) => `${reason}: ${message}`),
    writes: () =>
      steps(EVENT['store.written'])
        .filter((step) => trace.subject(step) === 'kube-controller-manager' && !trace.object(step).startsWith('Event/'))
        .map((step) => `${Math.floor(trace.time(step) / SECOND)} ${trace.detail(step)} ${trace.object(step)}`),
    until: (seconds) => {
      world.advance(Infinity, () => (world.nextTime ?? Infinity) > seconds * SECOND);
    },
  };
}

const tick = (spec: Partial<CronJob['spec']>): KubeObject => ({
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: { name: 'tick', namespace: 'default' },
  spec: {
    schedule: '* * * * *',
    successfulJobsHistoryLimit: 1,
    jobTemplate: {
      spec: { template: { spec: { restartPolicy: 'OnFailure', containers: [{ name: 'w', image: 'busybox:1' }] } } },
    },
    ...spec,
  },
});

const finish = (at: number, minute: number, type: 'Complete' | 'Failed' = 'Complete'): Act => ({
  at,
  request: {
    verb: 'patch',
    resource: 'jobs',
    namespace: 'default',
    name: `tick-${minute}`,
    subresource: 'status',
    patchType: 'merge',
    body: {
      status: {
        startTime: new Date(EPOCH_MICROS / 1000 + (at - 4) * 1000).toISOString().replace('.000', ''),
        conditions: [{ type, status: 'True' }],
        ...(type === 'Complete'
          ? { completionTime: new Date(EPOCH_MICROS / 1000 + at * 1000).toISOString().replace('.000', '') }
          : {}),
      },
    },
  },
});

const change = (at: number, spec: object): Act => ({
  at,
  request: {
    verb: 'patch',
    resource: 'cronjobs',
    namespace: 'default',
    name: 'tick',
    patchType: 'merge',
    body: { spec },
  },
});

describe('CronJob', () => {
  test('the recorded course: Job, then status; at its end active is emptied and lastSuccessfulTime set in one write', () => {
    const b = bench({}, [finish(38, FIRST)]);
    b.until(33);
    expect(b.jobs()).toEqual([]);
    b.until(37);
    expect(b.api.get(`Job/default/tick-${FIRST}`)).toMatchObject({
      metadata: {
        annotations: { 'batch.kubernetes.io/cronjob-scheduled-timestamp': '2026-11-30T15:23:00Z' },
        ownerReferences: [{ kind: 'CronJob', name: 'tick', controller: true, blockOwnerDeletion: true }],
      },
    });
    expect(b.cronJob().status).toMatchObject({
      active: [{ apiVersion: 'batch/v1', kind: 'Job', name: `tick-${FIRST}`, namespace: 'default' }],
      lastScheduleTime: '2026-11-30T15:23:00Z',
    });
    b.until(50);
    expect(b.cronJob().status).toEqual({
      lastScheduleTime: '2026-11-30T15:23:00Z',
      lastSuccessfulTime: '2026-11-30T15:23:04Z',
    });
    expect(b.writes()).toEqual([
      `34 create Job/default/tick-${FIRST}`,
      '34 update status CronJob/default/tick',
      '38 update status CronJob/default/tick',
    ]);
    expect(b.events()).toEqual([
      `SuccessfulCreate: Created job tick-${FIRST}`,
      `SawCompletedJob: Saw completed job: tick-${FIRST}, condition: Complete`,
    ]);
  });

  test('waiting for the calendar is quiet, before a run and after one was started; starting it is work', () => {
    const b = bench();
    b.until(34.1);
    expect([b.jobs().length, b.world.pendingWork]).toEqual([0, 0]);
    // The timer comes 100 ms after the full minute.
    b.until(34.102);
    expect(b.world.pendingWork).toBeGreaterThan(0);
    b.until(50);
    expect([b.jobs().length, b.world.pendingWork]).toEqual([1, 0]);
  });

  test('of finished Jobs the oldest goes as soon as one is too many', () => {
    const b = bench({}, [finish(38, FIRST), finish(98, FIRST + 1)]);
    b.until(110);
    expect(b.jobs()).toEqual([`tick-${FIRST + 1}`]);
    expect(b.events()).toContain(`SuccessfulDelete: Deleted job tick-${FIRST}`);
  });

  test('Forbid: no second run beside the first; the missed one starts when that ends', () => {
    const b = bench({ concurrencyPolicy: 'Forbid' }, [finish(100, FIRST)]);
    b.until(95);
    expect(b.jobs()).toEqual([`tick-${FIRST}`]);
    expect(b.cronJob().status?.lastScheduleTime).toBe('2026-11-30T15:23:00Z');
    expect(b.events()).toContain(
      'JobAlreadyActive: Not starting job because prior execution is running and concurrency policy is Forbid',
    );
    b.until(101);
    expect(b.jobs()).toEqual([`tick-${FIRST}`, `tick-${FIRST + 1}`]);
  });

  test('Replace: the running Job is deleted, then the next is made', () => {
    const b = bench({ concurrencyPolicy: 'Replace' });
    b.until(95);
    expect(b.jobs()).toEqual([`tick-${FIRST + 1}`]);
    expect(b.writes().filter((line) => line.startsWith('94'))).toEqual([
      `94 delete Job/default/tick-${FIRST}`,
      `94 create Job/default/tick-${FIRST + 1}`,
      '94 update status CronJob/default/tick',
    ]);
    expect(b.cronJob().status?.active?.map(({ name }) => name)).toEqual([`tick-${FIRST + 1}`]);
  });

  test('Allow: runs stand side by side', () => {
    const b = bench();
    b.until(160);
    expect(b.cronJob().status?.active?.map(({ name }) => name)).toEqual(
      [FIRST, FIRST + 1, FIRST + 2].map((m) => `tick-${m}`),
    );
  });

  test('an active Job that somebody deleted is missed, by its name', () => {
    const b = bench({}, [
      {
        at: 40,
        request: {
          verb: 'delete',
          resource: 'jobs',
          namespace: 'default',
          name: `tick-${FIRST}`,
          options: { propagationPolicy: 'Background' },
        },
      },
    ]);
    b.until(50);
    expect(b.events()).toContain(`MissingJob: Active job went missing: tick-${FIRST}`);
    expect(b.cronJob().status?.active).toBeUndefined();
  });

  test('suspended, nothing runs; resumed, the latest missed run starts at once, and no other', () => {
    const b = bench({ suspend: true }, [change(230, { suspend: false })]);
    b.until(229);
    expect(b.jobs()).toEqual([]);
    b.until(231);
    expect(b.jobs()).toEqual([`tick-${FIRST + 3}`]);
  });

  test('a new schedule is looked at when its time comes', () => {
    const b = bench({ schedule: '0 0 1 1 *' }, [change(10, { schedule: '*/2 * * * *' })]);
    b.until(33);
    expect(b.jobs()).toEqual([]);
    b.until(95);
    expect(b.jobs()).toEqual([`tick-${FIRST + 1}`]);
  });

  test('what cannot be read is told once and waits for a change', () => {
    const b = bench({ schedule: '0 0 * * 7' }, [change(100, { schedule: '* * * * *' })]);
    b.until(90);
    expect(b.events()).toEqual([
      'UnparseableSchedule: unparseable schedule: "0 0 * * 7" : end of range (7) above maximum (6): 7',
    ]);
    b.until(160);
    expect(b.jobs().at(-1)).toBe(`tick-${FIRST + 2}`);
  });

  test('an unknown time zone is told; a known one moves the calendar and the annotation', () => {
    const lost = bench({ timeZone: 'Moon/Base' });
    lost.until(90);
    expect(lost.events()).toEqual(['UnknownTimeZone: invalid timeZone: "Moon/Base": unknown time zone Moon/Base']);
    const b = bench({ schedule: '53 20 * * *', timeZone: 'Asia/Kolkata' });
    b.until(35);
    expect(b.api.get(`Job/default/tick-${FIRST}`)?.metadata.annotations).toEqual({
      'batch.kubernetes.io/cronjob-scheduled-timestamp': '2026-11-30T20:53:00+05:30',
    });
  });

  test('a Job of that name that is not its own is left to whoever made it', () => {
    const job = {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: `tick-${FIRST}`, namespace: 'default' },
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } },
    };
    const b = bench({}, [{ at: 5, request: { verb: 'create', resource: 'jobs', namespace: 'default', body: job } }]);
    b.until(40);
    expect(b.cronJob().status?.active).toBeUndefined();
    expect(b.events()).toEqual([]);
  });
});
