/** The event of the running pop: at most one (W-1), filled in as the handler emits it. */
import type { EventHeap } from './heap.ts';
import type { EventFields, Step, WorldOptions } from './kernel.ts';
import type { Texts } from './texts.ts';
import type { Row } from './trace.ts';

export class PopEvent {
  /** One for all pops: it is copied when the step is made. */
  readonly row: Row = {
    time: 0,
    lane: 0,
    periodic: false,
    kind: 0,
    cause: 0,
    subject: 0,
    object: 0,
    detail: 0,
    number: 0,
  };
  emitted = false;
  /** Name of the handler. */
  running = '';

  constructor(
    private readonly kinds: WorldOptions['kinds'],
    private readonly texts: Texts,
  ) {}

  /** Of the entry that was popped. */
  begin(heap: EventHeap, running: string): void {
    const { row } = this;
    row.time = heap.time;
    row.lane = heap.lane;
    row.periodic = heap.isPeriodic;
    row.cause = heap.cause;
    this.emitted = false;
    this.running = running;
  }

  /** @param last the step before it */
  write(kind: number, fields: EventFields, last: Step): void {
    const { row, texts } = this;
    const { cause, number = 0 } = fields;
    if (this.emitted) throw new Error(`W-1: two events in one pop of ${this.running}`);
    if (this.kinds[kind] === undefined) throw new RangeError(`emit in ${this.running}: no kind ${kind}`);
    if (!Number.isFinite(number)) throw new RangeError(`emit in ${this.running}: number is ${number}`);
    if (cause !== undefined) row.cause = this.earlierStep(cause, last);
    row.kind = kind;
    row.subject = texts.id(fields.subject);
    row.object = fields.object === undefined ? 0 : texts.id(fields.object);
    row.detail = fields.detail === undefined ? 0 : texts.id(fields.detail);
    row.number = number;
    this.emitted = true;
  }

  private earlierStep(cause: Step, last: Step): Step {
    if (Number.isInteger(cause) && cause >= 0 && cause <= last) return cause;
    throw new RangeError(`emit in ${this.running}: its cause ${cause} is no earlier step`);
  }
}
