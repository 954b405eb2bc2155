/** A Pod's tries on the clock: when each cycle began, how it ended, and what set it off. */
import type { TraceBuffer } from './trace-buffer.ts';

export interface Attempt {
  /** 1 = the first. */
  readonly number: number;
  /** Of cycle.started. */
  readonly step: number;
  /** Ticks. */
  readonly time: number;
  /** The step because of which it was taken from the queue; 0 = the start. */
  readonly because: number;
  readonly end?: AttemptEnd;
}

export interface AttemptEnd {
  readonly step: number;
  readonly time: number;
  /** "unschedulable", "backoff", or "bound". */
  readonly outcome: string;
}

/** @param upTo steps after it have not happened yet */
export function attemptsOf(trace: TraceBuffer, podKey: string, upTo: number): readonly Attempt[] {
  const attempts: Attempt[] = [];
  for (const step of trace.eventsOfObject(podKey)) {
    if (step > upTo) break;
    const kind = trace.kindName(step);
    if (kind === 'cycle.started') {
      attempts.push({ number: trace.number(step), step, time: trace.time(step), because: trace.cause(step) });
    }
    const last = attempts.at(-1);
    if (last === undefined || last.end !== undefined) continue;
    const outcome = kind === 'cycle.failed' ? trace.detail(step) : kind === 'cycle.bound' ? 'bound' : '';
    if (outcome !== '') attempts[attempts.length - 1] = { ...last, end: { step, time: trace.time(step), outcome } };
  }
  return attempts;
}

/** The first step after `from` at which the Pod's binding is stored; undefined while it is not there. */
export function boundAfter(trace: TraceBuffer, podKey: string, from: number): number | undefined {
  const name = podKey.slice(podKey.indexOf('/'));
  for (let k = from + 1; k <= trace.length; k++) {
    if (trace.kindName(k) !== 'store.written' || trace.detail(k) !== 'bind') continue;
    if (trace.object(k).endsWith(name)) return k;
  }
  return undefined;
}
