/**
 * What the prepared scenarios of workloads and faults promise, held against the rules of Kubernetes: the numbers are those of the
 * documentation and of the controllers' and the kubelet's sources (v1.35), not of a run.
 */
import { describe, expect, it } from 'vitest';
import { GALLERY_GROUPS } from '../../src/store/gallery-table.ts';
import type { KubeObject, Node, Pod } from '../../src/model/objects.ts';
import { runLab, type LabRun } from '../fixtures/labs.ts';

const kept = new Map<string, LabRun>();
function lab(name: string): LabRun {
  const run = kept.get(name) ?? runLab(name);
  kept.set(name, run);
  return run;
}

const FORMS = GALLERY_GROUPS.filter(({ id }) => id === 'workloads' || id === 'faults')
  .flatMap(({ items }) => items)
  .flatMap(({ name, variants }) => (variants.length === 0 ? [name] : variants.map((variant) => variant.name)));

const seconds = (run: LabRun, note: string): number => run.trace.time(run.note(note)) / 1e6;
const between = (run: LabRun, from: string, to: string): number => seconds(run, to) - seconds(run, from);

function pods(run: LabRun, note: string | number, prefix = 'Pod/default/web-'): Pod[] {
  const step = typeof note === 'number' ? note : run.note(note);
  return [...run.objects(step)].filter(([key]) => key.startsWith(prefix)).map(([, object]) => object as Pod);
}
const object = (run: LabRun, key: string, note: string | number): KubeObject | undefined =>
  run.objects(typeof note === 'number' ? note : run.note(note)).get(key);

const isReady = ({ status }: Pod): boolean =>
  status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') === true;
const isGoing = ({ metadata }: Pod): boolean => metadata.deletionTimestamp !== undefined;
const imageOf = (pod: Pod): string => pod.spec.containers[0]?.image ?? '';
const names = (list: readonly Pod[]): string[] => list.map(({ metadata }) => metadata.name).sort();
const uids = (list: readonly Pod[]): (string | undefined)[] => list.map(({ metadata }) => metadata.uid).sort();

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
}
function condition(of: KubeObject | undefined, type: string): Condition | undefined {
  const { conditions = [] } = (of?.status ?? {}) as { readonly conditions?: readonly Condition[] };
  return conditions.find((one) => one.type === type);
}
const taintsOf = (node: KubeObject | undefined): string[] =>
  ((node as Node | undefined)?.spec?.taints ?? []).map(({ key, effect }) => `${key}:${effect}`);

/** Seconds at which an event of a kind was, about objects whose key begins so. */
function times(run: LabRun, kind: string, prefix: string, detail = ''): number[] {
  const found: number[] = [];
  for (let k = 1; k <= run.steps; k++) {
    if (run.trace.kindName(k) !== kind || !run.trace.object(k).startsWith(prefix)) continue;
    if (run.trace.detail(k).includes(detail)) found.push(run.trace.time(k) / 1e6);
  }
  return found;
}
const lastExit = (pod: Pod | undefined): number | undefined =>
  pod?.status?.containerStatuses?.[0]?.state?.terminated?.exitCode;
const restarts = (pod: Pod | undefined): number | undefined => pod?.status?.containerStatuses?.[0]?.restartCount;

describe.each(FORMS)('%s', (name) => {
  it('comes to rest, each note has its step, and the steps are in the order of the notes', () => {
    const run = lab(name);
    expect(run.engine.run.status.state).toBe('quiescent');
    const steps = run.notes.map((id) => run.note(id));
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(new Set(steps).size).toBe(steps.length);
  });

  it('asks something, and tells the answer after', () => {
    const { story } = lab(name).engine.cluster.scenario;
    const asked = story.findIndex(({ question }) => question !== undefined);
    expect(asked).toBeGreaterThanOrEqual(0);
    expect(story.length).toBeGreaterThan(asked + 1);
  });

  it('notes name objects that are there', () => {
    const run = lab(name);
    for (const { id, select } of run.engine.cluster.scenario.story) {
      if (select === undefined) continue;
      const there = [...run.objects(run.note(id)).keys(), ...run.objects(run.note(id) - 1).keys()];
      expect(there, id).toContain(select);
    }
  });
});

describe('workloads', () => {
  it('a rollout of 5 at 25 % stalls at 4 old and 3 new; its deadline passes; undone, only the missing Pod is made', () => {
    const run = lab('rolling-update-bad-image');
    const at = pods(run, 'deadline');
    expect(at.filter((pod) => imageOf(pod).endsWith(':v1') && isReady(pod))).toHaveLength(4);
    expect(at.filter((pod) => imageOf(pod).endsWith(':v2.0.1'))).toHaveLength(3);
    expect(at).toHaveLength(7);
    expect(condition(object(run, 'Deployment/default/web', 'deadline'), 'Progressing')).toMatchObject({
      status: 'False',
      reason: 'ProgressDeadlineExceeded',
    });
    expect(between(run, 'image', 'deadline')).toBeGreaterThanOrEqual(30);
    const end = pods(run, run.steps);
    expect(end.filter(isReady)).toHaveLength(5);
    expect(end.every((pod) => imageOf(pod).endsWith(':v1'))).toBe(true);
    expect(names(end).filter((one) => names(at).includes(one))).toHaveLength(4);
    expect(condition(object(run, 'Deployment/default/web', run.steps), 'Progressing')?.reason).toBe(
      'NewReplicaSetAvailable',
    );
  });

  it('a StatefulSet updates down to its partition, waits for a Pod that cannot start, and goes on when it is deleted', () => {
    const run = lab('statefulset-partition');
    const images = (note: string): string[] =>
      [0, 1, 2].map((i) => imageOf(pods(run, note, `Pod/default/db-${i}`)[0] as Pod));
    const v = (...versions: number[]): string[] => versions.map((n) => `example.com/db:v${n}`);
    expect(pods(run, run.note('order') - 1, 'Pod/default/db-0').every(isReady)).toBe(true);
    expect(images('canary')).toEqual(v(1, 1, 2));
    expect(images('stuck')).toEqual(v(1, 1, 3));
    expect(uids(pods(run, 'stuck', 'Pod/default/db-2'))).toEqual(uids(pods(run, 'bad', 'Pod/default/db-2')));
    expect(images('rest')).toEqual(v(2, 2, 2));
    const made = times(run, 'store.written', 'Pod/default/db-1', 'create').at(-1) ?? 0;
    expect(times(run, 'store.written', 'Pod/default/db-0', 'create').at(-1)).toBeGreaterThan(made);
  });

  it('a DaemonSet leaves out what its Pods do not tolerate, and makes one for a new node when its taint is off', () => {
    const run = lab('daemonset-taint');
    const nodes = (note: string): (string | undefined)[] =>
      pods(run, note, 'Pod/default/agent-').map(({ spec }) => spec.nodeName);
    expect(nodes('one')).toEqual(['node-a']);
    expect(new Set(nodes('two'))).toEqual(new Set(['node-a', 'node-b']));
    expect(taintsOf(object(run, 'Node/node-c', 'joins'))).toContain('node.kubernetes.io/not-ready:NoSchedule');
    for (let step = run.note('joins'); step < run.note('three'); step++) {
      if (taintsOf(object(run, 'Node/node-c', step)).length > 0) expect(nodes('joins')).toHaveLength(2);
    }
    expect(taintsOf(object(run, 'Node/node-c', 'three'))).toEqual([]);
    expect(pods(run, run.steps, 'Pod/default/agent-').filter(isReady)).toHaveLength(3);
  });

  it('a Job tries again 10 s, 20 s and 40 s after an end, in whole seconds, and gives up after backoffLimit + 1', () => {
    const run = lab('job-failures');
    const made = times(run, 'store.written', 'Pod/default/work-', 'create');
    const ends = times(run, 'container.stopped', 'Pod/default/work-');
    expect(made).toHaveLength(4);
    const waits = made.slice(1).map((at, i) => Math.floor(at) - Math.floor(ends[i] ?? 0));
    expect(waits).toEqual([10, 20, 40]);
    const job = object(run, 'Job/default/work', run.steps);
    expect(job?.status).toMatchObject({ failed: 4 });
    expect(condition(job, 'Failed')?.reason).toBe('BackoffLimitExceeded');
  });

  it('an index that fails for the second time is given up, and the others complete', () => {
    const run = lab('job-failures-indexed');
    const job = object(run, 'Job/default/work', run.steps);
    expect(job?.status).toMatchObject({ completedIndexes: '0,2', failedIndexes: '1', succeeded: 2, failed: 2 });
    expect(condition(job, 'Failed')?.reason).toBe('FailedIndexes');
    expect(condition(object(run, 'Job/default/work', run.note('end') - 1), 'Failed')).toBeUndefined();
  });

  it('the copied CronJob: no such version, then the controller’s time zone, then a shell that ends with 2', () => {
    const run = lab('cronjob-curl');
    expect(run.event(run.note('version'))).toContain('request.refused kubectl');
    expect(run.trace.number(run.note('version'))).toBe(404);
    expect([...run.objects(run.note('version')).keys()].filter((key) => key.startsWith('CronJob/'))).toEqual([]);
    expect(29_540_760 * 60_000).toBe(Date.UTC(2026, 2, 2, 10));
    expect(pods(run, run.steps, 'Pod/default/report-').map(lastExit)).toEqual([2, 2, 2]);
    expect(condition(object(run, 'Job/default/report-29540760', run.steps), 'Failed')?.reason).toBe(
      'BackoffLimitExceeded',
    );
  });

  it('cured, it runs at ten in Tokyo, which is one in UTC, and completes', () => {
    const run = lab('cronjob-curl-cured');
    expect(29_540_220 * 60_000).toBe(Date.UTC(2026, 2, 2, 1));
    expect(condition(object(run, 'Job/default/report-29540220', run.steps), 'Complete')?.status).toBe('True');
    expect(object(run, 'CronJob/default/report', run.steps)?.status).toMatchObject({
      lastScheduleTime: '2026-03-02T01:00:00Z',
    });
  });

  it('a run that was missed is made up for under its own name, unless its deadline is over', () => {
    const late = lab('cronjob-catch-up');
    expect(seconds(late, 'late')).toBeGreaterThanOrEqual(90);
    expect(object(late, 'CronJob/default/report', late.steps)?.status).toMatchObject({
      lastScheduleTime: '2026-03-02T10:00:00Z',
    });
    const never = lab('cronjob-catch-up-deadline');
    expect([...never.objects().keys()].filter((key) => key.startsWith('Job/'))).toEqual([]);
    expect(object(never, 'CronJob/default/report', never.steps)?.status ?? {}).not.toHaveProperty('lastScheduleTime');
  });

  it('two runs at once, or the second late, or the first deleted', () => {
    const jobs = (run: LabRun, note: string): string[] =>
      [...run.objects(run.note(note))]
        .filter(([key, { metadata }]) => key.startsWith('Job/') && metadata.deletionTimestamp === undefined)
        .filter(([, one]) => condition(one, 'Complete') === undefined)
        .map(([key]) => key);
    const [first, second] = ['Job/default/report-29540760', 'Job/default/report-29540761'];
    expect(jobs(lab('cronjob-overlap'), 'second')).toEqual([first, second]);
    const forbid = lab('cronjob-overlap-forbid');
    expect(jobs(forbid, 'active')).toEqual([first]);
    expect(jobs(forbid, 'late')).toEqual([second]);
    expect(between(forbid, 'active', 'late')).toBeLessThan(30);
    expect(jobs(lab('cronjob-overlap-replace'), 'second')).toEqual([second]);
  });

  it('an autoscaler goes no higher than double or 4 at a look, and down 300 s after it last wanted more', () => {
    const run = lab('autoscaler');
    const wanted = (note: string): unknown =>
      (object(run, 'Deployment/default/web', note)?.spec as { readonly replicas?: number } | undefined)?.replicas;
    expect(['near', 'four', 'five', 'falls', 'down'].map(wanted)).toEqual([2, 4, 5, 5, 2]);
    // Looks come every 15 s; the last before the load falls, at 120 s, still wants 5.
    expect(between(run, 'falls', 'down')).toBeCloseTo(300 - 15, 0);
    expect(pods(run, run.steps).filter(isReady)).toHaveLength(2);
  });

  it('garbage: background removes the owner first, foreground last, and orphan lets the children be', () => {
    const background = lab('garbage');
    expect(object(background, 'Deployment/default/web', 'owner')).toBeUndefined();
    expect(pods(background, 'owner').filter(isReady)).toHaveLength(2);
    expect(pods(background, background.steps)).toEqual([]);

    const foreground = lab('garbage-foreground');
    expect(object(foreground, 'Deployment/default/web', 'pods')?.metadata.finalizers).toEqual(['foregroundDeletion']);
    expect(pods(foreground, 'pods')).toEqual([]);
    expect(object(foreground, 'Deployment/default/web', 'end')).toBeUndefined();

    const orphan = lab('garbage-orphan');
    expect(object(orphan, 'Deployment/default/web', 'gone')).toBeUndefined();
    expect(uids(pods(orphan, orphan.steps))).toEqual(uids(pods(orphan, 'run')));
    const owner = object(orphan, 'Deployment/default/web', orphan.steps)?.metadata.uid;
    const [set] = [...orphan.objects()].filter(([key]) => key.startsWith('ReplicaSet/'));
    expect(set?.[1].metadata.ownerReferences?.map(({ uid }) => uid)).toEqual([owner]);
  });
});

describe('when things break', () => {
  it.each(['node-loss', 'node-loss-late'])(
    '%s: 50 s of grace, 300 s of toleration, and the DaemonSet’s Pod stays',
    (name) => {
      const run = lab(name);
      const before = pods(run, 'silent').filter(({ spec }) => spec.nodeName === 'node-b');
      // The last renewal is up to 10 s old, and a look comes every 5 s.
      expect(between(run, 'silent', 'unknown')).toBeGreaterThan(40);
      expect(between(run, 'silent', 'unknown')).toBeLessThan(55.5);
      expect(condition(object(run, 'Node/node-b', 'unknown'), 'Ready')?.status).toBe('Unknown');
      expect(taintsOf(object(run, 'Node/node-b', 'taint')).sort()).toEqual([
        'node.kubernetes.io/unreachable:NoExecute',
        'node.kubernetes.io/unreachable:NoSchedule',
      ]);
      expect(between(run, 'taint', 'evicted')).toBeCloseTo(300, 0);
      const made = pods(run, 'made');
      expect(made.filter(isGoing).map(({ metadata }) => metadata.uid)).toEqual(
        before.map(({ metadata }) => metadata.uid),
      );
      expect(made.filter((pod) => !isGoing(pod) && isReady(pod))).toHaveLength(4);
      expect(pods(run, 'made', 'Pod/default/agent-').filter(isGoing)).toEqual([]);
    },
  );

  it('what a silent node leaves is collected 40 s after its Node is gone, or stopped by its kubelet', () => {
    const gone = lab('node-loss');
    expect(between(gone, 'deleted', 'collected')).toBeGreaterThanOrEqual(40);
    expect(pods(gone, gone.steps).filter(isGoing)).toEqual([]);
    const late = lab('node-loss-late');
    expect(pods(late, late.note('back') - 1).filter(isGoing)).toHaveLength(2);
    expect(pods(late, 'gone').filter(isGoing)).toEqual([]);
    expect(taintsOf(object(late, 'Node/node-b', late.steps))).toEqual([]);
  });

  it('a node that is back within its Pods’ toleration keeps them, and nothing was restarted', () => {
    const run = lab('node-loss-back');
    expect(between(run, 'taint', 'ready')).toBeLessThan(300);
    expect(uids(pods(run, run.steps))).toEqual(uids(pods(run, 'silent')));
    expect(pods(run, run.steps).filter(isReady)).toHaveLength(4);
    expect(pods(run, run.steps).map(restarts)).toEqual([0, 0, 0, 0]);
    expect(taintsOf(object(run, 'Node/node-b', run.steps))).toEqual([]);
  });

  it('a budget without room refuses each 5 s with 429 until the drain’s time is over, and grants when there is room', () => {
    for (const name of ['drain-budget', 'drain-budget-relaxed']) {
      const run = lab(name);
      const tries = times(run, 'request.refused', 'Pod/default/web-', 'TooManyRequests');
      expect(tries.slice(1).map((at, i) => Math.round(at - (tries[i] ?? 0)))).toEqual([5, 5, 5]);
      expect(between(run, 'cordon', 'gaveup')).toBeCloseTo(20, 1);
      expect(run.event(run.note('gaveup'))).toContain('drain failed');
      expect(pods(run, run.steps).filter(({ spec }) => spec.nodeName === 'node-b')).toEqual([]);
    }
    const serving = (run: LabRun, step: number): number =>
      pods(run, step).filter((pod) => isReady(pod) && !isGoing(pod)).length;
    const least = (run: LabRun): number => {
      let fewest = Infinity;
      for (let k = run.note('evicted'); k <= run.steps; k += 5) fewest = Math.min(fewest, serving(run, k));
      return fewest;
    };
    expect(least(lab('drain-budget'))).toBe(2);
    expect(least(lab('drain-budget-relaxed'))).toBe(1);
  });

  it('a container that keeps ending is started at once, then after 10 s, 20 s, 40 s at least', () => {
    const run = lab('crash-loop');
    const [pod] = pods(run, 'first');
    const key = `Pod/default/${pod?.metadata.name}`;
    const starts = times(run, 'container.started', key);
    const ends = times(run, 'container.stopped', key);
    const waits = starts.slice(1).map((at, i) => at - (ends[i] ?? 0));
    expect(waits[0]).toBeLessThan(2);
    // A wait that is over is seen with one of the kubelet's looks.
    for (const [i, least] of [10, 20, 40].entries()) {
      expect(waits[i + 1]).toBeGreaterThanOrEqual(least);
      expect(waits[i + 1]).toBeLessThan(least + 12);
    }
    const waiting = (step: number): string | undefined =>
      (object(run, key, step) as Pod).status?.containerStatuses?.[0]?.state?.waiting?.reason;
    const said = new Set([...Array(run.steps).keys()].slice(run.note('backoff'), run.note('cure')).map(waiting));
    expect(said).toContain('CrashLoopBackOff');
    expect(restarts(pods(run, 'backoff')[0])).toBe(1);
    expect(pods(run, run.steps).map(restarts)).toEqual([0]);
  });

  it('the third failure counts: readiness takes out of the Service, liveness restarts', () => {
    const endpoints = (run: LabRun, note: string | number): (boolean | undefined)[] => {
      const step = typeof note === 'number' ? note : run.note(note);
      const [slice] = [...run.objects(step)].filter(([key]) => key.startsWith('EndpointSlice/default/web-'));
      const { endpoints: list = [] } = slice?.[1] as unknown as {
        endpoints?: { targetRef: { name: string }; conditions: { ready?: boolean } }[];
      };
      return ['web-a', 'web-b'].map((name) => list.find(({ targetRef }) => targetRef.name === name)?.conditions.ready);
    };
    const failures = (run: LabRun, until: string): number =>
      times(run, 'probe.answered', 'Pod/default/web-a', 'failure').filter((at) => at > 12 && at <= seconds(run, until))
        .length;
    const readiness = lab('probes');
    expect(failures(readiness, 'out')).toBe(3);
    expect(endpoints(readiness, 'out')).toEqual([false, true]);
    expect(endpoints(readiness, 'back')).toEqual([true, true]);
    expect(pods(readiness, readiness.steps).map(restarts)).toEqual([0, 0]);
    const liveness = lab('probes-liveness');
    expect(failures(liveness, 'killed')).toBe(3);
    expect(restarts(object(liveness, 'Pod/default/web-a', liveness.steps) as Pod)).toBeGreaterThan(0);
    expect(restarts(object(liveness, 'Pod/default/web-b', liveness.steps) as Pod)).toBe(0);
  });

  it('hook and process share the grace period; a hook that used it all up leaves the process 2 s', () => {
    const killed = lab('grace');
    expect(between(killed, 'delete', 'killed')).toBeCloseTo(12, 1);
    expect(lastExit(object(killed, 'Pod/default/app', killed.note('gone') - 15) as Pod | undefined)).toBe(137);
    const cured = lab('grace-cured');
    expect(between(cured, 'delete', 'stopped')).toBeCloseTo(9, 1);
    expect(lastExit(object(cured, 'Pod/default/app', cured.note('gone') - 15) as Pod | undefined)).toBe(0);
  });

  it('without a scheduler Pods are deleted and made, and none is bound', () => {
    const run = lab('scheduler-dead');
    expect(seconds(run, 'gone')).toBeLessThan(seconds(run, 'back'));
    expect(object(run, 'Pod/default/single', 'gone')).toBeUndefined();
    const waiting = pods(run, 'back').filter(({ spec }) => spec.nodeName === undefined);
    expect(waiting).toHaveLength(1);
    expect(waiting[0]?.status?.phase).toBe('Pending');
    const binds = times(run, 'store.written', 'Pod/', 'bind').filter(
      (at) => at > seconds(run, 'crash') && at < seconds(run, 'back'),
    );
    expect(binds).toEqual([]);
    expect(pods(run, run.steps).filter(isReady)).toHaveLength(3);
  });

  it('a kubelet that heard nothing of a delete and a binding does both after its list', () => {
    const run = lab('kubelet-behind');
    const heard = [...Array(run.steps).keys()].filter((k) =>
      run.event(k + 1).startsWith('watch.delivered kubelet node-b pods Pod/'),
    );
    expect(heard.filter((k) => k + 1 > run.note('cut') && k + 1 < run.note('list'))).toEqual([]);
    expect(object(run, 'Pod/default/old', run.steps)).toBeUndefined();
    expect(isReady(object(run, 'Pod/default/new', run.steps) as Pod)).toBe(true);
  });
});
