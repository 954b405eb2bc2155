/** Lanes of a run of goroutines over virtual time: who runs, could run, is blocked; who holds a lock; what a buffer holds. */
import type { LabRun } from '../protocol/lab.ts';

export interface LaneSpan {
  readonly from: number;
  readonly to: number;
  readonly state: 'running' | 'holding' | 'runnable' | 'blocked';
  /** Of a running span: its step. */
  readonly step: number;
}

export interface OwnerSpan {
  readonly from: number;
  readonly to: number;
  readonly owner: number;
}

export interface BufferLane {
  readonly name: string;
  readonly capacity: number;
  readonly points: readonly { readonly time: number; readonly length: number }[];
}

export interface GroupSpan {
  readonly from: number;
  readonly to: number;
  /** Of the wait group. */
  readonly count: number;
  readonly waiters: readonly number[];
}

/** Times are nanoseconds of virtual time. */
export interface Lanes {
  readonly end: number;
  /** By goroutine, from 1. */
  readonly goroutines: readonly (readonly LaneSpan[])[];
  readonly locks: readonly { readonly name: string; readonly spans: readonly OwnerSpan[] }[];
  /** Wait groups: where their counter is not zero or somebody waits. */
  readonly groups: readonly { readonly name: string; readonly spans: readonly GroupSpan[] }[];
  readonly buffers: readonly BufferLane[];
  /** Long stretches in which nothing runs: drawn short. */
  readonly pauses: readonly { readonly from: number; readonly to: number }[];
}

interface Open {
  at: number;
  state: 'runnable' | 'blocked' | 'done';
  readonly spans: LaneSpan[];
}

const LONG_PAUSE = 1500;

export function layOutLanes(run: LabRun): Lanes {
  const end = run.ops.reduce((latest, { time, cost }) => Math.max(latest, time + cost), 1);
  const locks = lockSpans(run, end);
  const lanes = run.names.map((): Open => ({ at: 0, state: 'done', spans: [] }));
  const main = lanes[0];
  if (main !== undefined) main.state = 'runnable';
  run.ops.forEach((op, index) => {
    const lane = lanes[op.goroutine - 1];
    if (lane !== undefined) {
      close(lane, op.time);
      const holds = locks.some(({ spans }) =>
        spans.some((one) => one.owner === op.goroutine && one.from <= op.time && op.time < one.to),
      );
      lane.spans.push({
        from: op.time,
        to: op.time + op.cost,
        state: holds ? 'holding' : 'running',
        step: index + 1,
      });
      lane.at = op.time + op.cost;
    }
    for (const { goroutine, state } of op.turned) {
      const turned = lanes[goroutine - 1];
      if (turned === undefined) continue;
      if (goroutine !== op.goroutine) {
        close(turned, op.time + op.cost);
        turned.at = Math.max(turned.at, op.time + op.cost);
      }
      turned.state = state;
    }
  });
  for (const lane of lanes) close(lane, end);
  return {
    end,
    goroutines: lanes.map((one) => one.spans),
    locks,
    groups: groupSpans(run, end),
    buffers: bufferLanes(run),
    pauses: pausesOf(run),
  };
}

function close(lane: Open, to: number): void {
  if (lane.state === 'done' || to <= lane.at) return;
  lane.spans.push({ from: lane.at, to, state: lane.state, step: 0 });
  lane.at = to;
}

function lockSpans(run: LabRun, end: number): { readonly name: string; readonly spans: readonly OwnerSpan[] }[] {
  const found = new Map<string, { owner: number; from: number; spans: OwnerSpan[] }>();
  for (const op of run.ops)
    for (const { name, owner } of op.owners) {
      const lock = found.get(name) ?? { owner: 0, from: 0, spans: [] };
      found.set(name, lock);
      if (lock.owner !== 0) lock.spans.push({ from: lock.from, to: op.time, owner: lock.owner });
      lock.owner = owner;
      lock.from = op.time;
    }
  return [...found].map(([name, { owner, from, spans }]) => ({
    name,
    spans: owner === 0 ? spans : [...spans, { from, to: end, owner }],
  }));
}

function groupSpans(run: LabRun, end: number): Lanes['groups'] {
  const found = new Map<string, { readonly spans: GroupSpan[]; open: Omit<GroupSpan, 'to'> | undefined }>();
  for (const op of run.ops)
    for (const { name, count, waiters } of op.groups) {
      const group = found.get(name) ?? { spans: [], open: undefined };
      found.set(name, group);
      if (group.open !== undefined) group.spans.push({ ...group.open, to: op.time });
      group.open = count !== 0 || waiters.length > 0 ? { from: op.time, count, waiters } : undefined;
    }
  return [...found].map(([name, { spans, open }]) => ({
    name,
    spans: (open === undefined ? spans : [...spans, { ...open, to: end }]).filter((one) => one.to > one.from),
  }));
}

function bufferLanes(run: LabRun): BufferLane[] {
  const found = new Map<string, { capacity: number; points: { time: number; length: number }[] }>();
  for (const op of run.ops)
    for (const { name, length, capacity } of op.buffers) {
      if (capacity === 0) continue;
      const lane = found.get(name) ?? { capacity, points: [] };
      found.set(name, lane);
      lane.points.push({ time: op.time, length });
    }
  return [...found].map(([name, lane]) => ({ name, ...lane }));
}

function pausesOf(run: LabRun): { readonly from: number; readonly to: number }[] {
  const pauses: { from: number; to: number }[] = [];
  let busy = 0;
  for (const { time, cost } of run.ops) {
    if (time - busy > LONG_PAUSE) pauses.push({ from: busy, to: time });
    busy = Math.max(busy, time + cost);
  }
  return pauses;
}

/** Width of a pause on the axis, in nanoseconds of work. */
const PAUSE_WIDTH = 120;

/** Time to a place on the axis, 0 to 1: pauses are cut short, the rest is in proportion. */
export function axisOf({ end, pauses }: Pick<Lanes, 'end' | 'pauses'>): (time: number) => number {
  const short = (time: number): number => {
    let cut = 0;
    for (const { from, to } of pauses) {
      if (time >= to) cut += to - from - PAUSE_WIDTH;
      else if (time > from) return from - cut + ((time - from) / (to - from)) * PAUSE_WIDTH;
    }
    return time - cut;
  };
  const whole = Math.max(1, short(end));
  return (time) => Math.min(1, short(time) / whole);
}
