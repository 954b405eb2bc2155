/**
 * Display time: milliseconds at 1x, a monotone map of steps. Idle spans are compressed, a step that takes no virtual
 * time still gets a length that the eye can follow. Playing advances display time; the step is the last one at or before.
 */
import type { TraceBuffer } from './trace-buffer.ts';

/** Lengths at 1x, in milliseconds (design: motion). */
export const STAGE_MILLIS = { message: 480, token: 480, queue: 240, beat: 560, rest: 160 } as const;

const LONGEST_MILLIS = 1200;
const PERIODIC_MILLIS = 80;

/** The least length of the way to a step of that kind; others have `queue`. */
const LEAST: Readonly<Record<string, number>> = {
  'store.written': STAGE_MILLIS.message,
  'request.served': STAGE_MILLIS.message,
  'request.refused': STAGE_MILLIS.message,
  'watch.delivered': STAGE_MILLIS.message,
  'list.delivered': STAGE_MILLIS.message,
  'informer.popped': STAGE_MILLIS.token,
  'handler.called': STAGE_MILLIS.token,
  'cycle.started': STAGE_MILLIS.token,
  'cycle.filter': STAGE_MILLIS.beat,
  'cycle.score': STAGE_MILLIS.beat,
  'cycle.failed': STAGE_MILLIS.token,
  'cycle.bound': STAGE_MILLIS.token,
};

/** 0.5 ms of virtual time shows as 160 ms, a hop of 1.5 ms as 320, a second as the longest. */
function compress(micros: number): number {
  return Math.min(LONGEST_MILLIS, STAGE_MILLIS.rest * Math.log2(1 + micros / 500));
}

export interface DisplayMoment {
  readonly step: number;
  /** 0 = at the step, towards 1 = just before the next. */
  readonly progress: number;
}

export class DisplayTime {
  private readonly trace: TraceBuffer;
  private readonly microsPerTick: number;
  private starts = new Float64Array(1024);
  /** Steps 0..known have a start. */
  private known = 0;

  constructor(trace: TraceBuffer, ticksPerSecond = 1_000_000) {
    this.trace = trace;
    this.microsPerTick = 1_000_000 / ticksPerSecond;
  }

  /** Milliseconds at 1x from step 0 to the newest step. */
  get end(): number {
    return this.toDisplay(this.trace.length);
  }

  /** Milliseconds at 1x from step k to the next; 0 at the newest step. */
  lengthOf(k: number): number {
    return this.toDisplay(Math.min(k + 1, this.trace.length)) - this.toDisplay(k);
  }

  /** Milliseconds at 1x of a moment. */
  toDisplay(step: number, progress = 0): number {
    this.grow();
    const at = Math.max(0, Math.min(step, this.known));
    const start = this.starts[at] ?? 0;
    if (progress === 0 || at === this.known) return start;
    return start + progress * ((this.starts[at + 1] ?? start) - start);
  }

  /** The moment of a display time; before the first and after the newest step it stays there. */
  fromDisplay(millis: number): DisplayMoment {
    this.grow();
    let low = 0;
    let high = this.known;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.starts[middle] ?? 0) <= millis) low = middle;
      else high = middle - 1;
    }
    if (low === this.known || millis <= 0) return { step: low, progress: 0 };
    const start = this.starts[low] ?? 0;
    return { step: low, progress: (millis - start) / ((this.starts[low + 1] ?? start) - start) };
  }

  private grow(): void {
    const wanted = this.trace.length;
    if (wanted <= this.known) return;
    if (wanted >= this.starts.length) {
      const larger = new Float64Array(Math.max(wanted + 1, this.starts.length * 2));
      larger.set(this.starts);
      this.starts = larger;
    }
    for (let k = this.known + 1; k <= wanted; k++) this.starts[k] = (this.starts[k - 1] ?? 0) + this.wayTo(k);
    this.known = wanted;
  }

  private wayTo(k: number): number {
    const span = compress((this.trace.time(k) - this.trace.time(k - 1)) * this.microsPerTick);
    const least = this.trace.periodic(k) ? PERIODIC_MILLIS : (LEAST[this.trace.kindName(k)] ?? STAGE_MILLIS.queue);
    return Math.max(least, span);
  }
}
