/** The labs about what lies between api-server and handler, and about who owns a field: what each promises, at its step. */
import { describe, expect, it } from 'vitest';
import type { QueueSlotView } from '../../src/protocol/protocol.ts';
import { runLab, type LabRun } from '../fixtures/labs.ts';

const DEPLOYMENT = 'Deployment/default/web';

/** "a: Updated 9, Deleted 11"; a tombstone has a "?" behind it. */
const slotText = ({ key, deltas }: QueueSlotView): string =>
  `${key.replace('default/', '')}: ${deltas.map((d) => `${d.type} ${d.revision ?? ''}${d.tombstone ? '?' : ''}`).join(', ')}`;

describe('two deletes of one object, in three generations', () => {
  const forms = {
    deltafifo: runLab('delete-dedup'),
    realfifo: runLab('delete-dedup-realfifo'),
    atomic: runLab('delete-dedup-atomic'),
  };
  const at = (lab: LabRun, step: number) => lab.engine.informer(step, 'lesson-dedup configmaps');

  it('have one input: up to the list they go the same way, event by event', () => {
    const { deltafifo, realfifo, atomic } = forms;
    const listed = deltafifo.note('list');
    for (const other of [realfifo, atomic]) {
      expect(other.note('list')).toBe(listed);
      for (let k = 1; k <= listed; k++) expect(other.event(k)).toBe(deltafifo.event(k));
    }
  });

  it('DeltaFIFO compares the two Deleted when the list comes, and keeps the older, which holds the real object', () => {
    const lab = forms.deltafifo;
    const step = lab.note('list');
    const queue = at(lab, step)?.queue;
    expect(queue?.slots.map(slotText)).toEqual(['a: Updated 9, Deleted 11', 'b: Updated 10, Replaced 12']);
    expect(queue?.dedup).toMatchObject({
      key: 'default/a',
      older: { type: 'Deleted', tombstone: false },
      newer: { type: 'Deleted', tombstone: true },
      stays: 'older',
    });
    expect(at(lab, step - 1)?.queue.dedup).toBeUndefined();
    expect(lab.trace.detail(lab.note('pop'))).toBe('Updated,Deleted');
  });

  it('RealFIFO keeps all in order, a slot a delta, and adds no second delete', () => {
    const lab = forms.realfifo;
    const queue = at(lab, lab.note('list'))?.queue;
    expect(queue?.slots.map(slotText)).toEqual(['a: Updated 9', 'b: Updated 10', 'a: Deleted 11', 'b: Replaced 12']);
    expect(queue?.dedup).toBeUndefined();
    expect(lab.trace.detail(lab.note('pop'))).toBe('Updated');
  });

  it('the atomic one takes the list as one slot', () => {
    const lab = forms.atomic;
    const slots = at(lab, lab.note('list'))?.queue.slots ?? [];
    expect(slots.slice(0, 3).map(slotText)).toEqual(['a: Updated 9', 'b: Updated 10', 'a: Deleted 11']);
    expect(slots.slice(3).map(({ key, deltas }) => [key, deltas[0]?.type])).toEqual([['', 'ReplacedAll']]);
  });

  it.each(Object.entries(forms))('%s: the handler hears of one delete, and a is gone from the cache', (_, lab) => {
    const deletes = [];
    for (let k = 1; k <= lab.steps; k++)
      if (lab.event(k) === 'handler.called watcher ConfigMap/default/a delete') deletes.push(k);
    expect(deletes).toEqual([lab.note('told')]);
    expect(at(lab, lab.steps)?.indexer.rows.find(({ key }) => key === 'default/a')?.revision).toBeUndefined();
  });
});

describe('one slow listener', () => {
  const ring = runLab('slow-listener');
  const blocking = runLab('slow-listener-blocking');
  const PODS = 'kube-controller-manager pods';
  const listener = (lab: LabRun, step: number, name: string) =>
    lab.engine.informer(step, PODS)?.listeners.find((one) => one.name === name);
  const called = (lab: LabRun, name: string, until = lab.steps): number[] => {
    const steps = [];
    for (let k = 1; k <= until; k++)
      if (
        lab.trace.kindName(k) === 'handler.called' &&
        lab.trace.subject(k) === name &&
        lab.trace.object(k).startsWith('Pod/')
      )
        steps.push(k);
    return steps;
  };
  const lastReady = (lab: LabRun): number => {
    for (let k = lab.steps; k > 0; k--) if (lab.trace.kindName(k) === 'pod.ready') return k;
    throw new Error('no Pod became ready');
  };
  const seconds = (lab: LabRun, step = 0): number => lab.trace.time(step) / 1e6;

  it('with a ring each, audit’s grows and nobody waits', () => {
    const ready = ring.note('ready');
    expect(ready).toBeGreaterThan(lastReady(ring));
    const notified = ring.steps > 0 ? called(ring, 'audit').length : 0;
    const handled = called(ring, 'audit', ready).length;
    const audit = listener(ring, ready, 'audit');
    expect(handled).toBeLessThan(notified / 2);
    expect(audit?.pending).toBeGreaterThan(100);
    expect(audit?.blocksSender).toBe(false);
    expect(listener(ring, ready, 'replicaset-controller')?.pending).toBeLessThan(5);
    expect(seconds(ring, called(ring, 'replicaset-controller').at(-1)) - seconds(ring, ready)).toBeLessThan(0.05);
    expect(seconds(ring, ring.note('done')) - seconds(ring, lastReady(ring))).toBeCloseTo(0.015, 2);
  });

  it('with bounded channels everyone goes at the pace of audit', () => {
    const stop = blocking.note('stop');
    // Between the two, audit's handler takes one.
    const stuck = stop - 2;
    expect(blocking.event(stop - 1)).toMatch(/^handler\.called audit /);
    const held = blocking.engine.informer(stuck, PODS);
    expect(listener(blocking, stuck, 'audit')).toMatchObject({ blocksSender: true, pending: 8, capacity: 8 });
    expect(held?.queue.entries).toBeGreaterThan(50);
    const ready = blocking.note('ready');
    expect(ready).toBeGreaterThan(lastReady(blocking));
    expect(
      seconds(blocking, called(blocking, 'replicaset-controller').at(-1)) - seconds(blocking, ready),
    ).toBeGreaterThan(7);
    expect(seconds(blocking, blocking.note('done')) - seconds(blocking, lastReady(blocking))).toBeCloseTo(7.5, 1);
  });

  it('in both, audit hears of everything that the others hear of, in the same order', () => {
    const heard = (lab: LabRun, name: string): string[] =>
      called(lab, name).map((k) => `${lab.trace.object(k)} ${lab.trace.detail(k)}`);
    for (const lab of [ring, blocking]) expect(heard(lab, 'audit')).toEqual(heard(lab, 'replicaset-controller'));
  });

  it('at the end both clusters are complete: the status says 60 ready', () => {
    for (const lab of [ring, blocking]) {
      const status = lab.objects(lab.note('done')).get(DEPLOYMENT)?.status as { readyReplicas?: number };
      expect(status.readyReplicas).toBe(60);
    }
  });
});

describe('server-side apply, the sequence of labs.md 5.6', () => {
  const lab = runLab('server-side-apply');
  const replicas = (run: LabRun, step: number): unknown =>
    (run.objects(step).get(DEPLOYMENT)?.spec as { replicas?: number } | undefined)?.replicas;
  /** Managers of the line "replicas" under spec, sorted. */
  const owners = (run: LabRun, step: number, line = 'replicas: '): string[] => {
    const answer = run.engine.ownership(step, DEPLOYMENT);
    const found = answer?.lines.find(
      ({ text }) => text.startsWith('  ') && text.trim().replace('- ', '').startsWith(line),
    );
    return (found?.owners ?? []).map((i) => answer?.owners[i]?.manager ?? '').sort();
  };

  it.each([
    ['alice', 3, ['alice']],
    ['hpa', 5, ['hpa']],
    ['conflict', 5, ['hpa']],
    ['force', 3, ['alice']],
    ['share', 3, ['alice', 'bob']],
    ['leave', 3, ['bob']],
    ['default', 1, []],
  ])('%s: replicas %i, owned by %j', (note, value, managers) => {
    expect(replicas(lab, lab.note(note))).toBe(value);
    expect(owners(lab, lab.note(note))).toEqual(managers);
  });

  it('alice keeps the image when hpa takes replicas, and hpa’s entry is gone when it owns nothing', () => {
    expect(owners(lab, lab.note('hpa'), 'image: ')).toEqual(['alice']);
    const managers = (step: number) => lab.engine.ownership(step, DEPLOYMENT)?.owners.map(({ manager }) => manager);
    expect(managers(lab.note('conflict'))).toContain('hpa');
    expect(managers(lab.note('force'))).not.toContain('hpa');
  });

  it('the refusal is a 409 with the exact text, and it wrote nothing', () => {
    const step = lab.note('conflict');
    expect([lab.trace.number(step), lab.trace.detail(step), lab.trace.subject(step)]).toEqual([
      409,
      'Conflict',
      'kubectl alice',
    ]);
    const [refusal, ...others] = lab.engine.cluster.refusals();
    expect(others).toEqual([]);
    expect(refusal?.message).toBe('Apply failed with 1 conflict: conflict with "hpa" using apps/v1: .spec.replicas');
    expect(lab.engine.conflict(step)?.fields).toEqual([
      expect.objectContaining({ path: 'spec.replicas', sent: '3', stored: '5' }),
    ]);
  });

  it('the race: alice lets go before hpa has written, and the fleet falls to 1', () => {
    const race = runLab('server-side-apply-race');
    expect([replicas(race, race.note('alice')), owners(race, race.note('alice'))]).toEqual([3, ['alice']]);
    expect([replicas(race, race.note('drop')), owners(race, race.note('drop'))]).toEqual([1, []]);
    const running = (step: number): number =>
      [...race.objects(step).values()].filter((o) => o.kind === 'Pod' && o.metadata.deletionTimestamp === undefined)
        .length;
    expect(running(race.note('drop'))).toBe(3);
    expect(running(race.note('hpa') - 1)).toBe(1);
    expect([replicas(race, race.note('hpa')), owners(race, race.note('hpa'))]).toEqual([5, ['hpa']]);
    expect(running(race.steps)).toBe(5);
  });
});
