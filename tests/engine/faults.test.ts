import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.ts';
import type { EngineApi, Frame } from '../../src/protocol/protocol.ts';

interface Event {
  readonly step: number;
  readonly time: number;
  readonly kind: string;
  readonly subject: string;
  readonly object: string;
  readonly detail: string;
}

interface Ran {
  readonly engine: EngineApi;
  readonly events: readonly Event[];
  readonly digest: string;
}

function run(timeline: string, rest = ''): Ran {
  const engine = createEngine();
  const data = `apiVersion: steplane.dev/v1
kind: Scenario
metadata: {name: faults}
spec:
  kubernetesVersion: "1.37"
  seed: 5
  generate: {nodes: 2}
${rest}  timeline:
${timeline}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: default}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: c, image: i}]}
`;
  const opened = engine.open({ files: [{ name: 'faults.yaml', data }] });
  if (!opened.ok) throw new Error(JSON.stringify(opened.problem));
  const { kinds } = opened.value;
  const texts: string[] = [];
  const events: Event[] = [];
  const take = (frame: Frame): void => {
    texts.push(...frame.texts);
    for (let i = 0; i < frame.length; i++) {
      events.push({
        step: frame.from + i,
        time: frame.time[i] ?? 0,
        kind: kinds[frame.kind[i] ?? 0]?.name ?? '',
        subject: texts[frame.subject[i] ?? 0] ?? '',
        object: texts[frame.object[i] ?? 0] ?? '',
        detail: texts[frame.detail[i] ?? 0] ?? '',
      });
    }
  };
  for (let frame = engine.advance(5000); ; frame = engine.advance(5000)) {
    take(frame);
    if (frame.status.state !== 'running') return { engine, events, digest: engine.moment(frame.status.steps).digest };
  }
}

const stepsOf = (events: readonly Event[], kind: string, subject: string): readonly number[] =>
  events.filter((e) => e.kind === kind && e.subject === subject).map((e) => e.step);

/** Pods that run at the end. */
const running = ({ engine, events }: Ran): number =>
  engine.objects(events.length).filter((row) => row.key.startsWith('Pod/') && row.phase === 'run').length;

const CRASHES = [
  [
    'kube-scheduler',
    '  - {at: 10s, crash: kube-scheduler, for: 20s}\n  - {at: 15s, scale: {kind: Deployment, name: web, replicas: 5}}',
  ],
  [
    'kube-controller-manager',
    '  - {at: 10s, crash: kube-controller-manager, for: 20s}\n  - {at: 15s, scale: {kind: Deployment, name: web, replicas: 5}}',
  ],
] as const;

describe('crash', () => {
  it.each(CRASHES)('%s does nothing while it is dead, then lists and catches up', (process, timeline) => {
    const ran = run(timeline);
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
    expect(running(ran)).toBe(5);
  });

  it.each(CRASHES)('%s: the run forks at every kind of moment and replays to the same digest', (_process, timeline) => {
    const ran = run(timeline);
    const again = run(timeline);
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
    expect(() => run('  - {at: 1s, crash: lesson-nothing}')).toThrow(/unknown-process.*kube-scheduler/);
  });
});

describe('cut and slow', () => {
  it('a scheduler that is cut off hears nothing, and finishes its work when the way is open', () => {
    const ran = run(
      '  - {at: 10s, cut: {client: kube-scheduler}, for: 20s}\n  - {at: 15s, scale: {kind: Deployment, name: web, replicas: 4}}',
    );
    const [began = 0] = stepsOf(ran.events, 'fault.began', 'kube-scheduler');
    const [ended = 0] = stepsOf(ran.events, 'fault.ended', 'kube-scheduler');
    const bound = ran.events.filter((e) => e.kind === 'store.written' && e.detail === 'bind').map((e) => e.step);
    expect(bound.filter((step) => step > began && step < ended)).toEqual([]);
    expect(bound.filter((step) => step > ended)).toHaveLength(2);
    expect(running(ran)).toBe(4);
  });

  it('a slow watch delivers in order, later by what the fault adds', () => {
    const quick = run('  - {at: 15s, scale: {kind: Deployment, name: web, replicas: 3}}');
    const slow = run(
      '  - {at: 10s, slow: {watch: kube-scheduler pods, by: 2s}, for: 20s}\n  - {at: 15s, scale: {kind: Deployment, name: web, replicas: 3}}',
    );
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
    expect(running(slow)).toBe(3);
  });
});

describe('compact', () => {
  it('a watch that was cut past a compaction is told 410 and lists again', () => {
    const ran = run(
      [
        '  - {at: 10s, cut: {client: kube-scheduler}, for: 10s}',
        '  - {at: 12s, scale: {kind: Deployment, name: web, replicas: 3}}',
        '  - {at: 18s, compact: {}}',
      ].join('\n'),
    );
    const told = ran.events.filter(
      (e) => e.kind === 'watch.delivered' && e.subject === 'kube-scheduler pods' && e.detail === 'ERROR',
    );
    expect(told).toHaveLength(1);
    expect(running(ran)).toBe(3);
  });
});

describe('listeners of a scenario', () => {
  it('one that takes its time gets every notification, late', () => {
    const ran = run(
      '  - {at: 15s, scale: {kind: Deployment, name: web, replicas: 6}}',
      '  informers: {listeners: [{name: audit, process: kube-controller-manager, resource: pods, handlerTime: 400ms}]}\n',
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
