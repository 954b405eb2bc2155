/**
 * Each lesson has its fault at the step that its story promises, and ends well when cured: judged by the rule that its
 * controller is to keep, not by what it wrote before.
 */
import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../src/model/objects.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { openEngine, runToRest } from '../fixtures/dumps.ts';
import { runLab, type LabRun } from '../fixtures/labs.ts';

const data = (lab: LabRun, name: string, step?: number): Readonly<Record<string, string>> =>
  (lab.objects(step).get(`ConfigMap/default/${name}`) as { data?: Record<string, string> } | undefined)?.data ?? {};
const ofKind = (lab: LabRun, kind: string, step?: number): readonly KubeObject[] =>
  [...lab.objects(step).values()].filter((object) => object.kind === kind);
const withRole = (lab: LabRun, role: string, step?: number): readonly KubeObject[] =>
  [...lab.objects(step).values()].filter(({ metadata }) => metadata.labels?.['lesson'] === role);
/** Pods that are to stay. */
const members = (lab: LabRun, fleet: string, step?: number): readonly string[] =>
  withRole(lab, 'member', step)
    .filter(({ metadata }) => metadata.labels?.['fleet'] === fleet && metadata.deletionTimestamp === undefined)
    .map(({ metadata }) => metadata.name);

/** The rule that a lesson's controller is to keep, as of a step; true = it is kept. */
const RULES: Readonly<Record<string, (lab: LabRun) => boolean>> = {
  'read-after-write': (lab) => {
    const numbers = withRole(lab, 'claim').map(({ metadata }) => data(lab, metadata.name)['number']);
    return numbers.every((n) => n !== undefined) && new Set(numbers).size === numbers.length;
  },
  'missed-delete': (lab) => {
    const live = withRole(lab, 'session').map(({ metadata }) => metadata.uid ?? '');
    return Object.keys(data(lab, 'register')).sort().join() === live.sort().join();
  },
  'expired-watch': (lab) => {
    const open = withRole(lab, 'ticket').filter(({ metadata }) => data(lab, metadata.name)['state'] === 'open');
    return data(lab, 'board')['open'] === String(open.length);
  },
  // One change was made.
  resync: (lab) => withRole(lab, 'mail').length === 1,
  'crash-between-writes': (lab) =>
    withRole(lab, 'order').every(({ metadata }) => data(lab, metadata.name)['billed'] === 'yes') &&
    withRole(lab, 'invoice').length === withRole(lab, 'order').length,
  'duplicate-create': (lab) => members(lab, 'web').length === Number(data(lab, 'web')['size']),
  'edge-triggered': (lab) =>
    ['api', 'web'].every((fleet) => members(lab, fleet).length === Number(data(lab, fleet)['size'])),
};

/** Id of the note that asks. */
const asked = ({ engine }: LabRun): string =>
  engine.cluster.scenario.story.find(({ question }) => question !== undefined)?.id ?? '';

const NAMES = Object.keys(RULES);
const runs = new Map<string, LabRun>();
const lab = (name: string): LabRun => {
  const run = runs.get(name) ?? runLab(name);
  runs.set(name, run);
  return run;
};

describe.each(NAMES)('%s', (name) => {
  const kept = RULES[name] ?? ((): boolean => false);

  it('breaks its rule', () => {
    expect(kept(lab(name))).toBe(false);
  });

  it('keeps it when cured', () => {
    expect(kept(lab(`${name}-cured`))).toBe(true);
  });

  it('comes to rest, and comes to the same each time', () => {
    for (const form of [name, `${name}-cured`]) {
      const { engine, steps } = lab(form);
      expect(engine.run.status.state).toBe('quiescent');
      expect(runLab(form).engine.moment(steps).digest).toBe(engine.moment(steps).digest);
    }
  });

  it.each([name, `${name}-cured`])('%s: its notes stand at steps in their order, and one of them asks', (form) => {
    const { notes, note, engine } = lab(form);
    const steps = notes.map(note);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(new Set(steps).size).toBe(steps.length);
    const { story } = engine.cluster.scenario;
    expect(story.filter(({ question }) => question !== undefined)).toHaveLength(1);
    expect(story.at(-1)?.question).toBeUndefined();
  });

  it('both forms are one scenario but for the cure, and what is asked is asked at the same moment of both', () => {
    const [faulty, cured] = [lab(name), lab(`${name}-cured`)];
    const inputs = [faulty, cured].map(({ engine }) => {
      const { lessons, timeline, observed, applied, informers } = engine.cluster.scenario;
      return { lessons: lessons.map((l) => l.name), timeline, observed, applied, informers };
    });
    expect(inputs[1]).toEqual(inputs[0]);
    expect(faulty.engine.cluster.scenario.lessons).toEqual([{ name, cured: false }]);
    expect(cured.engine.cluster.scenario.lessons).toEqual([{ name, cured: true }]);
    const moment = (run: LabRun): number => run.note(asked(run));
    expect(moment(cured)).toBe(moment(faulty));
    // Who does what about which object; how it is written may be the cure.
    const plain = (run: LabRun, k: number): readonly string[] => run.event(k).split(' ').slice(0, -1);
    for (let k = 1; k <= moment(faulty); k++) expect(plain(cured, k)).toEqual(plain(faulty, k));
  });

  it('forks like everything: what a link of the branch carries replays it, and undo brings the lab back', () => {
    const { engine, note } = runLab(name);
    const { world } = engine.cluster;
    const end = world.step;
    const digests = (e: Engine, until: number): string[] =>
      Array.from({ length: until + 1 }, (_, k) => e.moment(k).digest);
    const before = digests(engine, end);
    const annotated = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'beside', namespace: 'default' } };
    for (const at of [note(asked(runLab(name))), end]) {
      expect(engine.fork(at, [{ verb: 'create', body: annotated }]).ok).toBe(true);
      runToRest(engine);
      const again = runToRest(openEngine({ name: 'link', data: engine.scenario() }));
      expect(digests(again, again.cluster.world.step)).toEqual(digests(engine, world.step));
      engine.undo();
      expect(digests(engine, end)).toEqual(before);
    }
  });

  it('steps back: an earlier step reads the same after the run as a run that stops there', () => {
    const run = lab(name);
    const half = Math.floor(run.steps / 2);
    const other = runLab(name, half);
    expect(other.steps).toBe(half);
    expect(other.engine.moment(half).digest).toBe(run.engine.moment(half).digest);
  });
});

describe('what is promised comes at the promised step', () => {
  it('read-after-write: the second write changes nothing, and both claims hold 1', () => {
    const run = lab('read-after-write');
    expect(run.trace.number(run.note('unnoticed'))).toBe(200);
    const step = run.note('twice');
    expect(['claim-a', 'claim-b'].map((name) => data(run, name, step)['number'])).toEqual(['1', '1']);
    expect(data(run, 'claim-b', step - 1)['number']).toBeUndefined();
    expect(data(run, 'pool', step)['next']).toBe('2');
    expect(run.trace.subject(run.note('late'))).toBe('lesson-read-after-write configmaps');
  });

  it('read-after-write, cured: 409, and the claim gets 2 once the cache has caught up', () => {
    const run = lab('read-after-write-cured');
    const refused = run.note('conflict');
    expect([run.trace.number(refused), run.trace.detail(refused)]).toEqual([409, 'Conflict']);
    expect(run.trace.subject(run.note('heard'))).toBe('lesson-read-after-write configmaps');
    expect(data(run, 'claim-b', run.note('apart'))['number']).toBe('2');
  });

  it('missed-delete: a delete with a tombstone and one update with two uids, and no request after them', () => {
    const run = lab('missed-delete');
    const [gone, again] = [run.note('tombstone'), run.note('update')];
    expect([run.trace.detail(gone), run.trace.detail(again)]).toEqual(['delete', 'update']);
    for (let k = gone; k <= run.steps; k++) expect(run.trace.kindName(k)).not.toBe('request.sent');
    const register = data(run, 'register');
    expect(Object.values(register).sort()).toEqual(['session-a', 'session-b']);
    const live = run.objects().get('ConfigMap/default/session-b')?.metadata.uid ?? '';
    expect(register[live]).toBeUndefined();
  });

  it('missed-delete, cured: the same two calls lead to the three writes that put the register right', () => {
    const run = lab('missed-delete-cured');
    const [gone, again] = [run.note('tombstone'), run.note('update')];
    expect([run.trace.detail(gone), run.trace.detail(again)]).toEqual(['delete', 'update']);
    const before = run.note('right') - 1;
    expect(Object.values(data(run, 'register', before))).not.toEqual(['session-b']);
    expect(Object.values(data(run, 'register', before + 1))).toEqual(['session-b']);
  });

  it('expired-watch: the watch is answered with an error, the list follows, and the board falls to 0', () => {
    const run = lab('expired-watch');
    const errors = [];
    for (let k = run.note('compact'); k < run.note('list'); k++)
      if (run.trace.kindName(k) === 'watch.delivered' && run.trace.detail(k) === 'ERROR') errors.push(k);
    expect(errors).toHaveLength(1);
    const step = run.note('wrong');
    expect([data(run, 'board', step - 1)['open'], data(run, 'board', step)['open']]).toEqual(['1', '0']);
    expect(data(run, 'ticket-a', step)['state']).toBe('open');
  });

  it('expired-watch, cured: the same list and update, and the board keeps 1', () => {
    const run = lab('expired-watch-cured');
    expect(run.trace.number(run.note('right'))).toBe(200);
    expect(data(run, 'board')['open']).toBe('1');
  });

  it('resync: the updates come 30 s apart, with an object that nobody wrote, each with a mail', () => {
    const run = lab('resync');
    const second = run.trace.time(run.note('again'));
    expect(Math.floor(second / 1_000_000)).toBe(30);
    expect(Math.floor(run.trace.time(run.note('third')) / 1_000_000)).toBe(60);
    const version = (step: number): string =>
      run.objects(step).get('ConfigMap/default/settings')?.metadata.resourceVersion ?? '';
    expect(version(run.steps)).toBe(version(run.note('change')));
    expect(withRole(run, 'mail', run.note('second'))).toHaveLength(2);
    expect(withRole(run, 'mail', run.note('third'))).toHaveLength(3);
  });

  it('resync, cured: the same call, and no sync after it', () => {
    const run = lab('resync-cured');
    expect(Math.floor(run.trace.time(run.note('again')) / 1_000_000)).toBe(30);
    for (let k = run.note('again'); k <= run.steps; k++) expect(run.trace.kindName(k)).not.toBe('sync.started');
  });

  it('crash-between-writes: A is stored when the process dies, and B is never sent', () => {
    const run = lab('crash-between-writes');
    const crash = run.note('crash');
    expect(run.objects(crash).has('ConfigMap/default/order-1-invoice')).toBe(true);
    for (let k = 1; k <= run.steps; k++)
      expect(run.event(k)).not.toMatch(/^request\.sent lesson-\S+ ConfigMap\/default\/order-1 patch/);
    expect(run.trace.time(run.note('start')) - run.trace.time(crash)).toBe(5_000_000);
  });

  it('crash-between-writes, cured: B is stored after the restart, and A is not made again', () => {
    const run = lab('crash-between-writes-cured');
    const step = run.note('mark');
    expect(step).toBeGreaterThan(run.note('start'));
    expect([data(run, 'order-1', step - 1)['billed'], data(run, 'order-1', step)['billed']]).toEqual([
      undefined,
      'yes',
    ]);
    const sent = [];
    for (let k = 1; k <= run.steps; k++) if (/^request\.sent .*-invoice create$/.test(run.event(k))) sent.push(k);
    expect(sent).toHaveLength(1);
  });

  it('duplicate-create: the second Pod is stored before the controller has seen the first', () => {
    const run = lab('duplicate-create');
    const step = run.note('twice');
    expect([members(run, 'web', step - 1).length, members(run, 'web', step).length]).toEqual([1, 2]);
    expect(step).toBeLessThan(run.note('late'));
    expect(ofKind(run, 'Pod').map((pod) => (pod.status as { phase?: string }).phase)).toEqual(['Running', 'Running']);
  });

  it('duplicate-create, cured: the sync in between waits for expectations', () => {
    const run = lab('duplicate-create-cured');
    expect(run.trace.detail(run.note('wait'))).toBe('expectations');
    expect(ofKind(run, 'Pod')).toHaveLength(1);
  });

  it('edge-triggered: two calls of the handler, one sync, and the only Pod is deleted', () => {
    const run = lab('edge-triggered');
    const step = run.note('gone');
    expect(run.objects(step - 1).get('Pod/default/web-1')?.metadata.deletionTimestamp).toBeUndefined();
    expect(members(run, 'web', step)).toEqual([]);
    expect(data(run, 'web', step)['size']).toBe('2');
    const syncs = [];
    for (let k = 1; k <= run.steps; k++)
      if (run.trace.kindName(k) === 'sync.started' && run.trace.object(k) === 'ConfigMap/default/web') syncs.push(k);
    expect(syncs).toEqual([run.note('sync')]);
  });

  it('edge-triggered, cured: the same two calls, one sync, and one Pod more', () => {
    const run = lab('edge-triggered-cured');
    expect(members(run, 'web', run.note('made'))).toHaveLength(2);
    expect(members(run, 'web')).toContain('web-1');
  });
});
