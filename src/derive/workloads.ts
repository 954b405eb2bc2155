/** The workload views, worked out for the page: which pictures an object has, one clock for all bars, bars and bands on it. */
import { ticks as niceTicks } from 'd3-array';
import type {
  At,
  BoundsPoint,
  PodLife,
  PodStage,
  PodStretch,
  RolloutView,
  TokenPhase,
  WorkloadAnswer,
} from '../protocol/protocol.ts';

// --- one clock ---

/** time: simulated time is the width. steps: each step has the same. */
export type Scale = 'time' | 'steps';

export interface Axis {
  readonly scale: Scale;
  /** Place of a moment, 0 to 1. */
  readonly place: (at: At) => number;
  /** Place of a tick that may be no step's. */
  readonly placeTick: (tick: number) => number;
  readonly ticks: readonly { readonly at: number; readonly value: number }[];
  readonly from: At;
  readonly to: At;
}

const TICKS = 5;

/** @param moments that have to be on it */
export function axisOf(moments: readonly At[], scale: Scale, ticksPerSecond: number): Axis {
  const from = moments.reduce((a, b) => (b.tick < a.tick ? b : a), moments[0] ?? { step: 0, tick: 0 });
  const to = moments.reduce((a, b) => (b.tick > a.tick ? b : a), from);
  const [first, last] = scale === 'time' ? [from.tick, to.tick] : [from.step, to.step];
  const width = Math.max(1, last - first);
  const clamp = (n: number): number => Math.min(1, Math.max(0, n));
  const placeOf = (value: number): number => clamp((value - first) / width);
  const unit = scale === 'time' ? ticksPerSecond : 1;
  return {
    scale,
    from,
    to,
    place: (at) => placeOf(scale === 'time' ? at.tick : at.step),
    placeTick: (tick) => clamp((tick - from.tick) / Math.max(1, to.tick - from.tick)),
    ticks: (scale === 'time' ? clockTicks(first / unit, last / unit) : stepTicks(first, last)).map((value) => ({
      value: value * unit,
      at: placeOf(value * unit),
    })),
  };
}

const stepTicks = (first: number, last: number): readonly number[] =>
  niceTicks(first, last, TICKS).filter((value) => Number.isInteger(value));

const MINUTE = 60;
const HOUR = 3600;
/** Seconds that a clock goes round by; below a few seconds, tenths. */
const CLOCK_STEPS = [1, 2, 5, 10, 20, 30, 1, 2, 5, 10, 20, 30, 1, 2, 6, 12, 24].map((n, i) =>
  i < 6 ? n : i < 12 ? n * MINUTE : n * HOUR,
);

/** Whole seconds, minutes and hours. */
function clockTicks(first: number, last: number): readonly number[] {
  if (last - first < TICKS) return niceTicks(first, last, TICKS);
  const step = CLOCK_STEPS.find((one) => (last - first) / one <= TICKS + 1);
  if (step === undefined) return niceTicks(first, last, TICKS);
  const ticks: number[] = [];
  for (let value = Math.ceil(first / step) * step; value <= last; value += step) ticks.push(value);
  return ticks;
}

/** Moments at which its Pods change, from their first to their last, and the present one. */
export function momentsOf({ pods, step, tick, born, rollout }: WorkloadAnswer): readonly At[] {
  const changes = pods.flatMap(({ stretches }) => stretches);
  const points = [...(rollout?.bounds ?? []), ...(rollout?.counts ?? [])];
  return [{ step, tick }, ...(born === undefined ? [] : [born]), ...changes, ...points];
}

// --- lives ---

export interface Bar extends PodStretch {
  readonly from: number;
  readonly to: number;
  /** It lies ahead of the step. */
  readonly ahead: boolean;
}

/** Its stretches on the clock; one that the present moment divides comes as two. What is gone has no bar. */
export function barsOf({ stretches }: Pick<PodLife, 'stretches'>, axis: Axis, now: At): readonly Bar[] {
  const here = axis.place(now);
  return stretches.flatMap((stretch, i): Bar[] => {
    if (stretch.stage === 'gone') return [];
    const next = stretches[i + 1];
    const from = axis.place(stretch);
    const to = next === undefined ? 1 : axis.place(next);
    if (stretch.step > now.step) return [{ ...stretch, from, to, ahead: true }];
    if (next !== undefined && next.step <= now.step) return [{ ...stretch, from, to, ahead: false }];
    const past = { ...stretch, from, to: here, ahead: false };
    return to > here ? [past, { ...stretch, from: here, to, ahead: true }] : [past];
  });
}

/** The stretch that holds at a step; undefined = not born yet. */
export function stretchAt<S extends At>(stretches: readonly S[], step: number): S | undefined {
  let found: S | undefined;
  for (const stretch of stretches) {
    if (stretch.step > step) break;
    found = stretch;
  }
  return found;
}

/** The stretch under a place on the clock. */
export function stretchUnder(bars: readonly Bar[], place: number): Bar | undefined {
  return bars.filter(({ from }) => from <= place).at(-1) ?? bars[0];
}

/** How long a stretch lasted, or has lasted so far; ticks. */
export function lastedUntil(stretches: readonly At[], index: number, now: At): number {
  const stretch = stretches[index];
  const next = stretches[index + 1];
  if (stretch === undefined || stretch.step > now.step) return 0;
  return (next === undefined || next.step > now.step ? now.tick : next.tick) - stretch.tick;
}

const OVER: ReadonlySet<PodStage> = new Set(['succeeded', 'failed', 'gone', 'terminating']);

/** It goes, or has ended: nobody counts on it. */
export const isLeaving = (stage: PodStage): boolean => OVER.has(stage);

/** It neither runs and is ready, nor has come to its end. */
export const isTrouble = (stage: PodStage): boolean => stage !== 'running' && !OVER.has(stage);

// --- a rollout ---

/** A stack of Pods of one set in one phase. */
export interface Band {
  /** Index into the rollout's sets; -1 = of none that is known. */
  readonly set: number;
  readonly phase: TokenPhase;
  readonly from: number;
  readonly to: number;
  /** Pods below and including it. */
  readonly bottom: number;
  readonly top: number;
  readonly ahead: boolean;
  readonly step: number;
}

/** From the bottom of a set up: what serves first, what leaves last. */
const STACK: readonly TokenPhase[] = ['run', 'bound', 'sched', 'pending', 'unsched', 'fail', 'done', 'term'];

/** All Pods over time, stacked by set, newest at the bottom, and by phase within a set. */
export function bandsOf(sets: RolloutView['sets'], pods: readonly PodLife[], axis: Axis, now: At): readonly Band[] {
  const order = [...sets.map((_, i) => i).reverse(), -1];
  const places = new Map(sets.map(({ hash }, i) => [hash, i]));
  const setOf = (hash: string): number => places.get(hash) ?? -1;
  const moments = momentsIn(pods, now);
  const bands: Band[] = [];
  let open = new Map<string, Band>();
  moments.forEach(({ at, ahead }, i) => {
    const next = moments[i + 1]?.at;
    const still = new Map<string, Band>();
    for (const piece of stackOf(countsAt(pods, at.step, setOf), order)) {
      const name = `${String(piece.set)} ${piece.phase} ${String(piece.bottom)} ${String(piece.top)} ${String(ahead)}`;
      const to = next === undefined ? 1 : axis.place(next);
      still.set(name, { ...(open.get(name) ?? { ...piece, from: axis.place(at), ahead, step: at.step }), to });
    }
    for (const [name, band] of open) if (!still.has(name)) bands.push(band);
    open = still;
  });
  return [...bands, ...open.values()].filter(({ from, to }) => to > from);
}

type Piece = Pick<Band, 'set' | 'phase' | 'bottom' | 'top'>;

/** One moment's stack, from the bottom. */
function stackOf(counts: ReadonlyMap<string, number>, order: readonly number[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let height = 0;
  for (const set of order) {
    for (const phase of STACK) {
      const pods = counts.get(`${String(set)} ${phase}`) ?? 0;
      if (pods > 0) pieces.push({ set, phase, bottom: height, top: height + pods });
      height += pods;
    }
  }
  return pieces;
}

/** All moments at which some Pod changes, once each, and the present one, from which on all is ahead. */
function momentsIn(pods: readonly PodLife[], now: At): readonly { readonly at: At; readonly ahead: boolean }[] {
  const found = new Map<number, At>();
  for (const { stretches } of pods) for (const { step, tick } of stretches) found.set(step, { step, tick });
  const all = [...found.values()].sort((a, b) => a.step - b.step);
  const past = all.filter(({ step }) => step <= now.step).map((at) => ({ at, ahead: false }));
  const rest = all.filter(({ step }) => step > now.step).map((at) => ({ at, ahead: true }));
  return [...past, { at: { step: now.step, tick: now.tick }, ahead: true }, ...rest];
}

function countsAt(
  pods: readonly PodLife[],
  step: number,
  setOf: (hash: string) => number,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { stretches, hash } of pods) {
    const stretch = stretchAt(stretches, step);
    if (stretch === undefined || stretch.stage === 'gone') continue;
    const name = `${String(setOf(hash))} ${stretch.phase}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Narrower bands have no room for a name. */
const NAMED_WIDTH = 0.05;

/** Where the name of each set stands: in the widest of its bands that serve. */
export function labelsOf(bands: readonly Band[]): readonly Band[] {
  const widest = new Map<number, Band>();
  for (const band of bands) {
    const before = widest.get(band.set);
    const width = (one: Band): number => (one.to - one.from) * (one.top - one.bottom);
    if (band.set >= 0 && band.to - band.from > NAMED_WIDTH && (before === undefined || width(band) > width(before)))
      widest.set(band.set, band);
  }
  return [...widest.values()];
}

/** A number that changes in steps, as corners of a line. */
export function stepLine<P extends At>(
  points: readonly P[],
  value: (point: P) => number | undefined,
  axis: Axis,
): readonly (readonly [x: number, value: number])[] {
  const corners: (readonly [number, number])[] = [];
  let before: number | undefined;
  // Of what lies before the clock, only the last is seen.
  const first = Math.max(0, points.filter((point) => axis.place(point) === 0).length - 1);
  for (const point of points.slice(first)) {
    const now = value(point);
    const x = axis.place(point);
    if (before !== undefined) corners.push([x, before]);
    if (now !== undefined) corners.push([x, now]);
    before = now;
  }
  if (before !== undefined) corners.push([1, before]);
  return corners;
}

/** The highest that any band or bound reaches. */
export function ceilingOf(bands: readonly Band[], bounds: readonly BoundsPoint[]): number {
  const tops = bands.map(({ top }) => top);
  return Math.max(1, ...tops, ...bounds.map(({ replicas, most = 0 }) => Math.max(replicas, most)));
}

/** Pods of a set that are there at a step, with their phase. */
export function podsOfSet(
  pods: readonly PodLife[],
  hash: string,
  step: number,
): readonly { readonly life: PodLife; readonly stretch: PodStretch }[] {
  return pods.flatMap((life) => {
    const stretch = stretchAt(life.stretches, step);
    return life.hash !== hash || stretch === undefined || stretch.stage === 'gone' ? [] : [{ life, stretch }];
  });
}

/** The command that goes back to a revision. */
export function undoCommand(key: string, revision: number): string {
  const [kind = '', namespace = '', name = ''] = key.split('/');
  return `kubectl rollout undo ${kind.toLowerCase()}/${name} -n ${namespace} --to-revision=${String(revision)}`;
}
