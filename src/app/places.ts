/** Where a run stands, or is to stand: by step, by anchor, by time. */
import type { Problem } from '../protocol/protocol.ts';
import type { Target } from '../store/address.ts';
import type { Finder } from '../store/marks.ts';
import { anchorOf, findAnchor } from '../views/kit/anchors.ts';
import type { TraceBuffer } from '../derive/trace-buffer.ts';
import type { Live } from './live.ts';

/** More than a run can have: the time decides. */
export const NO_STEP = 1_000_000_000;

/** So much later the same event would have come in another run of nearly the same scenario. */
const PAST_SECONDS = 5;

/** This step first, then where a walk leads, then what comes next and what was before. */
export function wantedViews(step: number, goal: number | undefined, length: number, ahead: number): readonly number[] {
  const wanted = [step];
  if (goal !== undefined) {
    const by = goal > step ? 1 : -1;
    for (let k = step + by; k !== goal + by && wanted.length < 40; k += by) wanted.push(k);
  }
  for (let k = 1; k <= ahead; k++) wanted.push(step + k);
  for (let k = 1; k <= 3; k++) wanted.push(step - k);
  return wanted.filter((k) => k >= 0 && k <= length);
}

/** The step of a target. Where the engine counts differently than the link's did, its anchor decides. */
function placeOf(live: Live, wanted: string, target: Target): number | undefined {
  const step = findAnchor(live.trace, wanted);
  if (step === undefined || target.anchor === '' || anchorOf(live.trace, step) === target.anchor) return step;
  const elsewhere = findAnchor(live.trace, target.anchor);
  return elsewhere ?? (live.status.state === 'running' ? undefined : step);
}

/** Long past it, or at rest, the run does not hold the moment itself any more. */
function placeNear({ trace, answer, status }: Live, near: number | undefined): number | undefined {
  if (near === undefined) return undefined;
  const past = trace.time(trace.length) > near + PAST_SECONDS * answer.ticksPerSecond;
  return past || status.state !== 'running' ? trace.stepOfTime(near) : undefined;
}

/** The step of a moment asked for; a problem where the run does not hold it. */
export interface Found {
  readonly step: number;
  readonly problem?: Problem;
}

/** @param near as in `placeNear` @returns undefined while the run may still come to it */
export function findIn(live: Live, target: Target, near: number | undefined): Found | undefined {
  const wanted = target.at === '' ? '0' : target.at;
  const step = placeOf(live, wanted, target) ?? placeNear(live, near);
  if (step !== undefined) return { step };
  if (live.status.state === 'running') return undefined;
  const anchor = target.anchor === '' ? wanted : target.anchor;
  return { step: 0, problem: { kind: 'bad-scenario', code: 'link-moment-missing', params: { anchor } } };
}

/** A moment without an anchor that is further away is a slip of the pen. */
const BARE_STEP_MAX = 20_000;

/** Was the moment seen in a run that somebody let go on past its rest? */
export function isBehindRest({ trace }: Live, { at, anchor }: Target): boolean {
  const step = Number(at);
  if (!Number.isInteger(step) || step <= trace.length || step >= NO_STEP) return false;
  return anchor !== '' || step <= BARE_STEP_MAX;
}

export function differs(live: Live, step: number, target: Target): Problem | undefined {
  if (target.digest === '' || live.viewAt(step)?.digest === target.digest) return undefined;
  return { kind: 'bad-scenario', code: 'link-differs', params: { step } };
}

export const finderOf = (trace: TraceBuffer): Finder => ({
  length: trace.length,
  anchorOf: (step) => anchorOf(trace, step),
  find: (anchor) => findAnchor(trace, anchor),
});
