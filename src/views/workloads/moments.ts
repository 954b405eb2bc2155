/** Which moments a picture has to hold: its clock is no longer than they are apart. */
import type { WorkloadPart } from '../../derive/workload-parts.ts';
import { momentsOf } from '../../derive/workloads.ts';
import type { At, DrainView, WorkloadAnswer } from '../../protocol/protocol.ts';

/** Ticks that are no step's are placed by time alone. */
export function momentsFor(part: WorkloadPart, answer: WorkloadAnswer): readonly At[] {
  const { step, tick, clock, calendar, drain } = answer;
  const now: At = { step, tick };
  const at = (ticks: number): At => ({ step, tick: Math.max(0, ticks) });
  if (part === 'clock' && clock !== undefined) {
    const dates = clock.pods.flatMap(({ sinceTick, dueTick }) => [sinceTick, dueTick].flatMap((one) => one ?? []));
    const left = clock.pods.flatMap((pod) => pod.at ?? []);
    const { heard } = clock;
    return [now, ...dates.map(at), ...left, ...(heard === undefined ? [] : [at(heard.tick)])];
  }
  if (part === 'calendar' && calendar !== undefined) {
    const runs = calendar.runs.flatMap(({ dueTick, started, ended }) => [
      at(dueTick),
      ...[started, ended].flatMap((one) => one ?? []),
    ]);
    const first = Math.min(tick, ...runs.map((run) => run.tick));
    // The next run closes the clock where it is near; a day ahead it would leave no width for those that were.
    const near = calendar.next.slice(0, 1).filter(({ dueTick }) => dueTick - tick <= tick - first);
    return [now, ...runs, ...near.map(({ dueTick }) => at(dueTick))];
  }
  if (part === 'drain' && drain !== undefined) return drainMoments(drain, now);
  return momentsOf(answer);
}

/** From the cordon or the first answer on, where there is any; a little before, so that the first mark is not at the edge. */
function drainMoments({ pods, budgets, cordoned }: DrainView, now: At): readonly At[] {
  const tries = pods.flatMap((pod) => [...pod.tries, ...(pod.granted === undefined ? [] : [pod.granted])]);
  const points = budgets.flatMap((budget) => budget.points);
  const begun = [...tries, ...(cordoned === undefined ? [] : [cordoned])].sort((a, b) => a.step - b.step);
  const [first] = begun;
  if (first === undefined) return [now, ...points];
  const all = [now, ...begun, ...points.filter(({ step }) => step >= first.step)];
  const share = (from: number, to: number): number => Math.max(0, from - (to - from) * LEAD);
  return [
    ...all,
    {
      step: Math.round(share(first.step, Math.max(...all.map(({ step }) => step)))),
      tick: share(first.tick, Math.max(...all.map(({ tick }) => tick))),
    },
  ];
}

const LEAD = 0.04;
