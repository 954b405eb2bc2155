/** Where a target is in a run that is being made. */
import type { Target } from '../store/address.ts';
import { anchorOf, findAnchor } from '../views/kit/anchors.ts';
import type { Live } from './live.ts';

/** More than a run can have: the time decides. */
export const NO_STEP = 1_000_000_000;

/** So much later the same event would have come in another run of nearly the same scenario. */
const PAST_SECONDS = 5;

/** The step of a target. Where the engine counts differently than the link's did, its anchor decides. */
export function placeOf(live: Live, wanted: string, target: Target): number | undefined {
  const step = findAnchor(live.trace, wanted);
  if (step === undefined || target.anchor === '' || anchorOf(live.trace, step) === target.anchor) return step;
  const elsewhere = findAnchor(live.trace, target.anchor);
  return elsewhere ?? (live.status.state === 'running' ? undefined : step);
}

/** Long past it, or at rest, the run does not hold the moment itself any more. */
export function placeNear({ trace, answer, status }: Live, near: number | undefined): number | undefined {
  if (near === undefined) return undefined;
  const past = trace.time(trace.length) > near + PAST_SECONDS * answer.ticksPerSecond;
  return past || status.state !== 'running' ? trace.stepOfTime(near) : undefined;
}
