import { describe, expect, it } from 'vitest';
import { runFaults, runningPods, SCALE, type Event, type Ran } from './fault-runs.ts';

const stepsOf = (events: readonly Event[], kind: string, subject: string): readonly number[] =>
  events.filter((e) => e.kind === kind && e.subject === subject).map((e) => e.step);

const CRASHES = ['kube-scheduler', 'kube-controller-manager'].map(
  (process) => [process, [`{at: 10s, crash: ${process}, for: 20s}`, SCALE(15, 5)]] as const,
);

describe('crash', () => {
  it.each(CRASHES)('%s does nothing while it is dead, then lists and catches up', (process, timeline) => {
    const ran = runFaults(timeline);
    const [began] = stepsOf(ran.events, 'fault.began', process);
    const [ended] = stepsOf(ran.events, 'fault.ended', process);
    expect(began).toBeDefined();
    expect(ended).toBeDefined();
    const between = ran.events.slice(began, (ended ?? 1) - 1);
    const acts = between.filter((e) => e.subject === process || e.subject.startsWith(`${process} `));
    // What it had sent before is still carried out; it hears and sends nothing.
    expect(acts.filter((e) => e.kind !== 'store.written')).toEqual([]);
    const lists = ran.events.filter((e) => e.kind === 'list.delivered' && e.step > (ended ?? 0));
    const streams = ran.events.filter((e) => e.detail === 'BOOKMARK' && e.step > (ended ?? 0));
    expect(lists.length + streams.length).toBeGreaterThan(0);
    expect(runningPods(ran)).toBe(5);
  });

  it.each(CRASHES)('%s: the run forks at every kind of moment and replays to the same digest', (_process, timeline) => {
    const ran = runFaults(timeline);
    const again = runFaults(timeline);
    expect(again.digest).toBe(ran.digest);
    const [began = 1] = ran.events.filter((e) => e.kind === 'fault.began').map((e) => e.step);
    const [ended = 1] = ran.events.filter((e) => e.kind === 'fault.ended').map((e) => e.step);
    for (const step of [began - 1, began, began + 5, ended - 1, ended, ended + 20]) {
      expect(ran.engine.fork(step, []).ok).toBe(true);
      let frame = ran.engine.advance(5000);
      while (frame.status.state === 'running') frame = ran.engine.advance(5000);
      expect(ran.engine.moment(frame.status.steps).digest).toBe(ran.digest);
      ran.engine.undo();
    }
  });

  it('a process that is not there is refused by name', () => {
    expect(() => runFaults(['{at: 1s, crash: lesson-nothing}'])).toThrow(/unknown-process.*kube-scheduler/);
  });

  it.each(['crash: kube-scheduler nodes', 'pause: kube-apiserver pods', 'leaderChange: kube-scheduler pods'])(
    '%s: a watch does not die by itself',
    (entry) => {
      expect(() => runFaults([`{at: 1s, ${entry}}`])).toThrow(/unknown-process/);
    },
  );
});

it.each([
  ['skewClock: {process: kubelet node-0001, by: 5s}', 'kubelet node-0001'],
  ['leaderChange: kube-apiserver', 'kube-apiserver'],
  ['pause: kubelet node-0001', 'kubelet node-0001'],
])('%s: it is there, and this cannot befall it', (entry, process) => {
  expect(() => runFaults([`{at: 1s, ${entry}}`])).toThrow(new RegExp(`fault-of-others.*${process}`));
});

it('a leader may change', () => {
  expect(() => runFaults(['{at: 1s, leaderChange: kube-scheduler}'])).not.toThrow();
});

describe('cut and slow', () => {
  it('a scheduler that is cut off hears nothing, and finishes its work when the way is open', () => {
    const ran = runFaults(['{at: 10s, cut: {client: kube-scheduler}, for: 20s}', SCALE(15, 4)]);
    const [began = 0] = stepsOf(ran.events, 'fault.began', 'kube-scheduler');
    const [ended = 0] = stepsOf(ran.events, 'fault.ended', 'kube-scheduler');
    const bound = ran.events.filter((e) => e.kind === 'store.written' && e.detail === 'bind').map((e) => e.step);
    expect(bound.filter((step) => step > began && step < ended)).toEqual([]);
    expect(bound.filter((step) => step > ended)).toHaveLength(2);
    expect(runningPods(ran)).toBe(4);
  });

  it('a slow watch delivers in order, later by what the fault adds', () => {
    const quick = runFaults([SCALE(15, 3)]);
    const slow = runFaults(['{at: 10s, slow: {watch: kube-scheduler pods, by: 2s}, for: 20s}', SCALE(15, 3)]);
    const heard = ({ events }: Ran): number => {
      const created = events.filter(
        (e) => e.kind === 'store.written' && e.detail === 'create' && e.object.startsWith('Pod/'),
      );
      const last = created.at(-1);
      const seen = events.find(
        (e) => e.kind === 'watch.delivered' && e.subject === 'kube-scheduler pods' && e.object === last?.object,
      );
      return (seen?.time ?? 0) - (last?.time ?? 0);
    };
    expect(heard(slow) - heard(quick)).toBe(2_000_000);
    expect(runningPods(slow)).toBe(3);
  });
});

describe('compact', () => {
  it('a watch that was cut past a compaction is told 410 and lists again', () => {
    const ran = runFaults([
      '{at: 10s, cut: {client: kube-scheduler}, for: 10s}',
      SCALE(12, 3),
      '{at: 18s, compact: {}}',
    ]);
    const told = ran.events.filter(
      (e) => e.kind === 'watch.delivered' && e.subject === 'kube-scheduler pods' && e.detail === 'ERROR',
    );
    expect(told).toHaveLength(1);
    expect(runningPods(ran)).toBe(3);
  });
});

describe('listeners of a scenario', () => {
  it('one that takes its time gets every notification, late', () => {
    const ran = runFaults(
      [SCALE(15, 6)],
      ['informers: {listeners: [{name: audit, process: kube-controller-manager, resource: pods, handlerTime: 400ms}]}'],
    );
    const calls = ran.events.filter((e) => e.kind === 'handler.called' && e.subject === 'audit');
    const deltas = ran.events.filter(
      (e) => e.kind === 'watch.delivered' && e.subject === 'kube-controller-manager pods',
    );
    expect(calls.length).toBe(deltas.length);
    const gaps = calls.slice(1).map((e, i) => e.time - (calls[i]?.time ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(400_000);
  });
});
