import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StepList, stepListOf } from '../../src/derive/step-list.ts';
import { causesOf, placeFlags } from '../../src/derive/timeline-marks.ts';
import { NO_FILTER, SUBJECT_ROWS_MAX, TimelineRows } from '../../src/derive/timeline-rows.ts';
import { TraceBuffer } from '../../src/derive/trace-buffer.ts';
import { frameOf, TABLES, traceOf } from './fixtures.ts';

const SUBJECTS = ['kubectl', 'kube-scheduler', 'kubelet node-a', 'kube-controller-manager'];
const drawnTrace = (drawn: readonly number[]): TraceBuffer =>
  traceOf(
    drawn.map((who, i) => `${String(i)} sync.started | ${SUBJECTS[who] ?? ''} | Node/n${String(who % 2)}`).join('\n'),
  );

describe('a list of steps', () => {
  test('answers as a plain array would', () => {
    const ascending = fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 200 });
    fc.assert(
      fc.property(ascending, fc.nat(520), fc.nat(520), (drawn, a, b) => {
        const steps = [...drawn].sort((x, y) => x - y);
        const list = stepListOf(steps);
        expect(list.length).toBe(steps.length);
        expect(list.within(a, b)).toBe(steps.filter((k) => k >= a && k <= b).length);
        expect(list.next(a)).toBe(steps.find((k) => k > a) ?? 0);
        expect(list.previous(a)).toBe(steps.filter((k) => k < a).at(-1) ?? 0);
      }),
    );
  });

  test('a question about 2 million steps looks at 21 of them at most', () => {
    const list = new StepList();
    for (let k = 1; k <= 2_000_000; k++) list.push(k);
    let looks = 0;
    const steps = (list as unknown as { steps: Uint32Array }).steps;
    Object.assign(list, {
      steps: new Proxy(steps, {
        get: (target, name) => {
          if (typeof name === 'string' && /^\d+$/.test(name)) looks++;
          return Reflect.get(target, name) as unknown;
        },
      }),
    });
    expect(list.below(1_234_567)).toBe(1_234_566);
    expect(looks).toBeLessThanOrEqual(21);
  });
});

describe('rows', () => {
  test('count what a walk over the steps counts, also when the trace grows', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3), { minLength: 2, maxLength: 200 }), fc.nat(), fc.nat(), (drawn, a, b) => {
        const lines = drawn.map((who, i) => `${String(i)} sync.started | ${SUBJECTS[who] ?? ''} | Node/a`);
        const half = Math.ceil(lines.length / 2);
        const trace = new TraceBuffer(TABLES);
        trace.append(frameOf(lines.slice(0, half).join('\n')));
        const rows = new TimelineRows(trace);
        const firstText = 1 + new Set([...drawn.slice(0, half).map((who) => SUBJECTS[who]), 'Node/a']).size;
        if (half < lines.length) trace.append(frameOf(lines.slice(half).join('\n'), half + 1, firstText));
        rows.grow();
        const from = 1 + (a % drawn.length);
        const to = from + (b % drawn.length);
        for (let lane = 0; lane < TABLES.lanes.length; lane++) {
          let naive = 0;
          for (let k = from; k <= Math.min(to, trace.length); k++) if (trace.lane(k) === lane) naive++;
          expect(rows.lane(lane)?.within(from, to)).toBe(naive);
        }
        for (let k = 1; k <= trace.length; k++) expect(rows.rows[rows.rowOf(k) ?? -1]?.lane).toBe(trace.lane(k));
      }),
      { numRuns: 60 },
    );
  });

  test('a filter lets through what holds the text anywhere, whatever its case, and only the object asked for', () => {
    const trace = traceOf(`
      1 request.sent | kubectl | Pod/default/a | create
      2 store.written <1 | kubectl | Pod/default/a | create | 7
      3 watch.delivered <2 | kube-scheduler pods | Pod/default/a | ADDED | 7
      4 cycle.started <3 | kube-scheduler | Pod/default/b | | 1`);
    const shown = (filter: Partial<typeof NO_FILTER>): number[] => {
      const rows = new TimelineRows(trace, { ...NO_FILTER, ...filter });
      return [1, 2, 3, 4].filter((k) => rows.rowOf(k) !== undefined);
    };
    expect(shown({})).toEqual([1, 2, 3, 4]);
    expect(shown({ text: 'store.' })).toEqual([2]);
    expect(shown({ text: 'SCHEDULER' })).toEqual([3, 4]);
    expect(shown({ text: 'added' })).toEqual([3]);
    expect(shown({ object: 'Pod/default/b' })).toEqual([4]);
    expect(shown({ hidden: new Set(['clients', 'scheduler']) })).toEqual([2, 3]);
    const rows = new TimelineRows(trace, { ...NO_FILTER, text: 'kube-scheduler' });
    expect([rows.neighbour(0, 1), rows.neighbour(3, 1), rows.neighbour(4, 1)]).toEqual([3, 4, undefined]);
    expect([rows.neighbour(4, -1), rows.neighbour(3, -1)]).toEqual([3, undefined]);
  });

  test('an open lane has a row for each who acts, busiest first to have one, the rest share one', () => {
    const kubelets = Array.from({ length: SUBJECT_ROWS_MAX + 3 }, (_, i) => i);
    const lines = kubelets.flatMap((i) =>
      Array.from(
        { length: i < 3 ? 1 : 2 },
        () => `1 container.started | kubelet n${String(i).padStart(2, '0')} | Pod/d/a`,
      ),
    );
    const rows = new TimelineRows(traceOf(lines.join('\n')), { ...NO_FILTER, open: 'kubelets' });
    const mine = rows.rows.filter(({ lane }) => TABLES.lanes[lane] === 'kubelets');
    expect(mine.map(({ kind, name, names, steps }) => [kind, name, names, steps.length])).toEqual([
      ['lane', '', 1, lines.length],
      ...kubelets.slice(3).map((i) => ['subject', `n${String(i).padStart(2, '0')}`, 1, 2]),
      ['others', '', 3, 3],
    ]);
  });

  test('watches of one kubelet stand in its row', () => {
    const trace = traceOf(`
      1 container.started | kubelet node-a | Pod/d/a
      2 watch.delivered | kubelet node-a pods | Pod/d/a | MODIFIED | 3`);
    const rows = new TimelineRows(trace, { ...NO_FILTER, open: 'kubelets' });
    expect(rows.rowOf(1)).toBe(rows.rowOf(2));
  });
});

describe('faults', () => {
  test('stand from where they began to where they ended, in the lane of what they befall', () => {
    const trace = traceOf(`
      1 cycle.started | kube-scheduler | Pod/d/a | | 1
      2 fault.began | kube-scheduler | | crash
      3 store.written | kubectl | Pod/d/a | create | 3
      4 fault.began | kube-controller-manager pods | | slow 2000000
      5 fault.began | | | compact
      6 fault.ended | kube-scheduler | | crash`);
    const { spans } = new TimelineRows(trace).faults;
    expect(spans.map(({ began, ended, lane }) => [began, ended, TABLES.lanes[lane]])).toEqual([
      [2, 6, 'scheduler'],
      [4, undefined, 'controllers'],
      [5, 5, 'controllers'],
    ]);
  });
});

describe('the lane of a fault', () => {
  test('is that in which its process acts, not that of the api-server which served it last; a node has its kubelet', () => {
    const trace = traceOf(`
      1 cycle.started | kube-scheduler | Pod/d/a | | 1
      2 store.written | kube-scheduler | Pod/d/a | bind | 3
      3 container.started | kubelet node-b | Pod/d/a
      4 store.written | kubelet node-b | Pod/d/a | status | 4
      5 fault.began | kube-scheduler | | crash
      6 fault.began | node-b | | kubeletPauses`);
    const { spans } = new TimelineRows(trace).faults;
    expect(spans.map(({ lane }) => TABLES.lanes[lane])).toEqual(['scheduler', 'kubelets']);
  });
});

describe('bookmarks and causes', () => {
  test('every flag is there, names only where they reach no other flag', () => {
    const flags = placeFlags(
      [
        { step: 10, name: 'first' },
        { step: 12, name: 'second' },
        { step: 90, name: 'at the end' },
      ],
      (step) => step * 10,
      (said) => said.length * 6,
      900 + 30,
    );
    expect(flags.map(({ step, x, text }) => [step, x, text])).toEqual([
      [10, 100, ''],
      [12, 120, 'second'],
      [90, 900, ''],
    ]);
  });

  test('the way back ends at what nothing caused', () => {
    const trace = drawnTrace([0, 1, 2, 3]);
    expect(causesOf({ cause: (k) => k - 1 }, 3)).toEqual([3, 2, 1]);
    expect(causesOf(trace, 2)).toEqual([2]);
  });
});
