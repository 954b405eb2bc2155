import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TraceBuffer } from '../../src/derive/trace-buffer.ts';
import { EVENT } from '../../src/model/events.ts';
import type { Frame, Granularity } from '../../src/protocol/protocol.ts';
import { frameOf, TABLES, traceOf } from './fixtures.ts';

const SMALL = `
  0    request.sent       | kubectl                    | Pod/default/a | create
  2000 store.written <1   | kubectl                    | Pod/default/a | create | 7
  2500 response.delivered <2 | kubectl                 | Pod/default/a | create | 201
  3000 watch.delivered <2 | kube-scheduler pods        | Pod/default/a | ADDED  | 7
  3000 watch.delivered <2 | kube-controller-manager pods | Pod/default/a | ADDED | 7
  9000 lease.due ~        | kubelet node-a             | Lease/kube-node-lease/node-a
`;

/** A run of `length` events whose kinds are drawn. */
function framesOf(kinds: readonly number[], frameLength: number): Frame[] {
  const frames: Frame[] = [];
  for (let start = 0; start < kinds.length; start += frameLength) {
    const part = kinds.slice(start, start + frameLength);
    const zeros = new Uint32Array(part.length);
    frames.push({
      branch: 0,
      from: start + 1,
      length: part.length,
      time: Float64Array.from(part, (_, i) => (start + i) * 10),
      kind: Uint8Array.from(part),
      lane: new Uint8Array(part.length),
      cause: Uint32Array.from(part, (_, i) => start + i),
      subject: zeros,
      object: zeros,
      detail: zeros,
      number: Float64Array.from(part, (_, i) => start + i + 1),
      flags: new Uint8Array(part.length),
      firstText: 0,
      texts: [],
      status: { steps: start + part.length, simMicros: 0, state: 'running' },
    });
  }
  return frames;
}

/** The rows of a frame from step `from` on. */
function tailOf(frame: Frame, from: number): Frame {
  const cut = from - frame.from;
  const { time, kind, lane, cause, subject, object, detail, number, flags } = frame;
  return {
    ...frame,
    from,
    length: frame.length - cut,
    time: time.slice(cut),
    kind: kind.slice(cut),
    lane: lane.slice(cut),
    cause: cause.slice(cut),
    subject: subject.slice(cut),
    object: object.slice(cut),
    detail: detail.slice(cut),
    number: number.slice(cut),
    flags: flags.slice(cut),
  };
}

describe('the trace buffer holds what the frames brought', () => {
  test('columns of a step read back as they were sent, and step 0 is empty', () => {
    const trace = traceOf(SMALL);
    expect(trace.length).toBe(6);
    expect([trace.kindName(0), trace.time(0), trace.subject(0), trace.laneName(0)]).toEqual(['', 0, '', '']);
    expect([trace.kindName(2), trace.time(2), trace.number(2), trace.cause(2)]).toEqual(['store.written', 2000, 7, 1]);
    expect([trace.laneName(2), trace.subject(4), trace.object(4), trace.detail(4)]).toEqual([
      'api-server',
      'kube-scheduler pods',
      'Pod/default/a',
      'ADDED',
    ]);
    expect([1, 5, 6].map((k) => trace.periodic(k))).toEqual([false, false, true]);
  });

  test('rows that came before are not taken twice, a hole between frames is refused', () => {
    const trace = traceOf(SMALL);
    trace.append(frameOf(SMALL));
    expect(trace.length).toBe(6);
    expect(() => trace.append({ ...frameOf(SMALL), from: 9 })).toThrow(RangeError);
  });

  test('rows of another branch take the place of those from their first step on, links included', () => {
    const trace = traceOf(SMALL);
    const other = `
      4000 watch.delivered <2 | kube-scheduler pods | Pod/default/b | ADDED | 8
      5000 lease.due ~        | kubelet node-b      | Lease/kube-node-lease/node-b
    `;
    trace.append({ ...frameOf(other, 5, 40), branch: 1 });
    expect([trace.length, trace.object(4), trace.object(5), trace.kindName(6)]).toEqual([
      6,
      'Pod/default/a',
      'Pod/default/b',
      'lease.due',
    ]);
    expect([trace.effectsOf(2), trace.eventsOfObject('Pod/default/a')]).toEqual([
      [3, 4, 5],
      [1, 2, 3, 4],
    ]);
    expect(trace.eventsOfObject('Lease/kube-node-lease/node-a')).toEqual([]);
    // The undo brings back what the fork had set aside.
    trace.append(tailOf(frameOf(SMALL), 5));
    expect(trace.length).toBe(6);
    expect(trace.eventsOfObject('Pod/default/a')).toEqual([1, 2, 3, 4, 5]);
    expect(trace.eventsOfObject('Pod/default/b')).toEqual([]);
    // A shorter branch leaves no row behind.
    trace.append({ ...frameOf(other, 3, 80), branch: 2 });
    expect([trace.length, trace.effectsOf(2)]).toEqual([4, [3]]);
  });

  test('rows beyond one chunk are found, with their causes', () => {
    const length = 40_000;
    const trace = new TraceBuffer(TABLES);
    for (const frame of framesOf(new Array<number>(length).fill(0), 7001)) trace.append(frame);
    expect(trace.length).toBe(length);
    for (const k of [1, 16_383, 16_384, 16_385, 32_768, length]) {
      expect([trace.number(k), trace.cause(k), trace.time(k)]).toEqual([k, k - 1, (k - 1) * 10]);
      expect(trace.effectsOf(k)).toEqual(k === length ? [] : [k + 1]);
    }
  });

  test('effects and events of an object come oldest first', () => {
    const trace = traceOf(SMALL);
    expect(trace.effectsOf(2)).toEqual([3, 4, 5]);
    expect(trace.effectsOf(6)).toEqual([]);
    expect(trace.eventsOfObject('Pod/default/a')).toEqual([1, 2, 3, 4, 5]);
    expect(trace.eventsOfObject('Pod/default/other')).toEqual([]);
  });

  test('the step of a time is the last event at or before it', () => {
    const trace = traceOf(SMALL);
    expect([-1, 0, 1999, 2000, 3000, 8999, 1e9].map((t) => trace.stepOfTime(t))).toEqual([0, 1, 1, 2, 5, 5, 6]);
  });
});

describe('stepping', () => {
  const stops: readonly (readonly [Granularity, readonly number[]])[] = [
    ['event', [1, 2, 3, 4, 5, 6]],
    ['stage', [2, 6]],
  ];
  test.each(stops)('by %s stops at that unit and at coarser ones, and at both ends', (granularity, expected) => {
    const trace = traceOf(SMALL);
    const found: number[] = [];
    for (let k = 0; k < trace.length;) found.push((k = trace.next(k, granularity)));
    expect(found).toEqual(expected);
  });

  test('UX 7: n steps forth and n back lead home, from any step, for every unit', () => {
    const kinds = fc.array(fc.nat(Object.keys(EVENT).length - 1), { minLength: 1, maxLength: 60 });
    const unit = fc.constantFrom<Granularity>('event', 'stage', 'cycle', 'life');
    fc.assert(
      fc.property(kinds, unit, fc.nat(), fc.integer({ min: 1, max: 12 }), (drawn, granularity, start, n) => {
        const trace = new TraceBuffer(TABLES);
        for (const frame of framesOf(drawn, 9)) trace.append(frame);
        const home = start % (trace.length + 1);
        let k = home;
        let walked = 0;
        for (let i = 0; i < n && k < trace.length; i++, walked++) k = trace.next(k, granularity, home);
        for (let i = 0; i < walked; i++) k = trace.previous(k, granularity, home);
        expect(k).toBe(home);
      }),
    );
  });
});
