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

/** Lanes in which others serve or tell whoever acts: its own lane is another one. */
const PASSED: ReadonlySet<string> = new Set(['clients', 'api-server', 'informers']);

export class FaultSpans {
  readonly spans: FaultSpan[] = [];
  private readonly trace: TraceBuffer;
  /** Where a process acts, and where it was last heard of; by its name. */
  private readonly own = new Map<string, number>();
  private readonly latest = new Map<string, number>();
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
      else this.note(trace.subject(k), trace.lane(k));
    }
    this.seen = trace.length;
  }

  private note(subject: string, lane: number): void {
    this.latest.set(subject, lane);
    if (!PASSED.has(this.trace.tables.lanes[lane] ?? '')) this.own.set(subject, lane);
  }

  private begin(k: number): void {
    const { trace } = this;
    const target = trace.subjectId(k);
    const name = trace.subject(k);
    // What befalls a node is seen where its kubelet acts.
    const lane = this.own.get(name) ?? this.own.get(`kubelet ${name}`) ?? this.latest.get(name) ?? trace.lane(k);
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
