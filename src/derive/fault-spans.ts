/** Faults that last, from the step at which they began to the one at which they ended. */
import type { TraceBuffer } from './trace-buffer.ts';

export interface FaultSpan {
  readonly began: number;
  /** Undefined while it lasts; equal to `began` where it is over at once. */
  readonly ended: number | undefined;
  /** Text id of the process or watch that it befalls. */
  readonly target: number;
  /** Lane of what it befalls, as far as that has acted; else that of the event. */
  readonly lane: number;
}

/** Faults that do not stand: the table of fault verbs has no end for them. */
const AT_ONCE = /^(compact|drop|duplicate|leaderChange)\b/;

export class FaultSpans {
  readonly spans: FaultSpan[] = [];
  private readonly trace: TraceBuffer;
  private readonly laneOf = new Map<number, number>();
  private seen = 0;

  constructor(trace: TraceBuffer) {
    this.trace = trace;
  }

  grow(): void {
    const { trace } = this;
    for (let k = this.seen + 1; k <= trace.length; k++) {
      const kind = trace.kindName(k);
      if (kind === 'fault.began') this.begin(k);
      else if (kind === 'fault.ended') this.end(k);
      else this.laneOf.set(trace.subjectId(k), trace.lane(k));
    }
    this.seen = trace.length;
  }

  private begin(k: number): void {
    const { trace } = this;
    const target = trace.subjectId(k);
    const lane = this.laneOf.get(target) ?? trace.lane(k);
    this.spans.push({ began: k, ended: AT_ONCE.test(trace.detail(k)) ? k : undefined, target, lane });
  }

  private end(k: number): void {
    const { trace } = this;
    const at = this.spans.findIndex(
      ({ began, ended, target }) =>
        ended === undefined && target === trace.subjectId(k) && trace.detailId(began) === trace.detailId(k),
    );
    const span = this.spans[at];
    if (span !== undefined) this.spans[at] = { ...span, ended: k };
  }
}
