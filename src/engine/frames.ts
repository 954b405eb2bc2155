import type { Step, World } from '../kernel/kernel.ts';
import type { Frame, RunStatus } from '../protocol/protocol.ts';

const PERIODIC = 1;

/** Packs the rows that the page has not got yet. Keeps only how far it came. */
export class FramePacker {
  private sent = 0;
  private textsSent = 0;

  constructor(private readonly world: World) {}

  /** Rows after `step` are not what the page has any more: a fork or its undo. */
  rewind(step: Step): void {
    this.sent = Math.min(this.sent, step);
  }

  next(status: RunStatus): Frame {
    const { trace, branch } = this.world;
    const from = this.sent + 1;
    const length = trace.length - this.sent;
    const frame = emptyFrame({ from, length, branch, firstText: this.textsSent, status });
    for (let i = 0; i < length; i++) {
      const step = from + i;
      frame.time[i] = trace.time(step);
      frame.kind[i] = trace.kind(step);
      frame.lane[i] = trace.lane(step);
      frame.cause[i] = trace.cause(step);
      frame.subject[i] = trace.subjectId(step);
      frame.object[i] = trace.objectId(step);
      frame.detail[i] = trace.detailId(step);
      frame.number[i] = trace.number(step);
      frame.flags[i] = trace.periodic(step) ? PERIODIC : 0;
    }
    const texts: string[] = [];
    for (let id = this.textsSent; id < trace.textCount; id++) texts.push(trace.text(id));
    this.sent = trace.length;
    this.textsSent = trace.textCount;
    return { ...frame, texts };
  }
}

/** One buffer for all columns, so that one transfer moves the frame; wide columns first, for alignment. */
function emptyFrame(head: Pick<Frame, 'from' | 'length' | 'branch' | 'firstText' | 'status'>): Frame {
  const { length } = head;
  const buffer = new ArrayBuffer(length * (8 * 2 + 4 * 4 + 3));
  let at = 0;
  const take = (bytes: number): number => {
    const start = at;
    at += length * bytes;
    return start;
  };
  return {
    ...head,
    texts: [],
    time: new Float64Array(buffer, take(8), length),
    number: new Float64Array(buffer, take(8), length),
    cause: new Uint32Array(buffer, take(4), length),
    subject: new Uint32Array(buffer, take(4), length),
    object: new Uint32Array(buffer, take(4), length),
    detail: new Uint32Array(buffer, take(4), length),
    kind: new Uint8Array(buffer, take(1), length),
    lane: new Uint8Array(buffer, take(1), length),
    flags: new Uint8Array(buffer, take(1), length),
  };
}
