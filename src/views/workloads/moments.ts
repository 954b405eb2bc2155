/** Which moments a picture has to hold: its clock is no longer than they are apart. */
import type { WorkloadPart } from '../../derive/workload-parts.ts';
import { momentsOf } from '../../derive/workloads.ts';
import type { At, WorkloadAnswer } from '../../protocol/protocol.ts';

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
    return [now, ...runs, ...calendar.next.slice(0, 1).map(({ dueTick }) => at(dueTick))];
  }
  if (part === 'drain' && drain !== undefined) {
    const tries = drain.pods.flatMap((pod) => [...pod.tries, ...(pod.granted === undefined ? [] : [pod.granted])]);
    const begin = Math.min(
      ...[...tries, ...(drain.cordoned === undefined ? [] : [drain.cordoned])].map((one) => one.step),
    );
    const points = drain.budgets
      .flatMap((budget) => budget.points)
      .filter((one) => begin === Infinity || one.step >= begin);
    return [now, ...tries, ...points];
  }
  return momentsOf(answer);
}
