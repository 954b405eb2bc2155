/** The event log in columns, with both digests of every step. Row 0 is "before the first event". */

import { FloatTable, IntTable, type Saved } from './columns.ts';
import { Hash, hex64 } from './hash.ts';
import type { Step, Ticks, Trace } from './kernel.ts';
import type { Texts } from './texts.ts';

const TAG_ROW = 64;
const TAG_BOTH = 65;
/** Fields of a row's integers. The first holds kind, lane and the periodic flag. */
const WORD = 0;
const CAUSE = 1;
const SUBJECT = 2;
const OBJECT = 3;
const DETAIL = 4;
const TRACE_HI = 5;
const TRACE_LO = 6;
const STATE_HI = 7;
const STATE_LO = 8;
const INT_WIDTH = 9;
/** Fields of its floats. */
const TIME = 0;
const NUMBER = 1;
const FLOAT_WIDTH = 2;
const LANE_SHIFT = 16;
const KIND_MASK = 0xffff;
const LANE_MASK = 0x1ff;
const PERIODIC = 1 << 30;

/** One event, as it is written. */
export interface Row {
  time: number;
  lane: number;
  periodic: boolean;
  kind: number;
  cause: number;
  subject: number;
  object: number;
  detail: number;
  number: number;
}

export interface SavedTrace {
  readonly ints: Saved<Int32Array>;
  readonly floats: Saved<Float64Array>;
}

export class TraceLog implements Trace {
  private readonly ints: IntTable;
  private readonly floats: FloatTable;
  private readonly hash = new Hash();

  constructor(
    private readonly texts: Texts,
    chunkBits: number,
  ) {
    this.ints = new IntTable(chunkBits, INT_WIDTH);
    this.floats = new FloatTable(chunkBits, FLOAT_WIDTH);
  }

  get length(): Step {
    return this.ints.length - 1;
  }

  append(row: Row, stateHi: number, stateLo: number): void {
    this.chain(row);
    const { ints, floats, hash } = this;
    const f = floats.add();
    floats.tail[f + TIME] = row.time;
    floats.tail[f + NUMBER] = row.number;
    const i = ints.add();
    const { tail } = ints;
    tail[i + WORD] = row.kind | (row.lane << LANE_SHIFT) | (row.periodic ? PERIODIC : 0);
    tail[i + CAUSE] = row.cause;
    tail[i + SUBJECT] = row.subject;
    tail[i + OBJECT] = row.object;
    tail[i + DETAIL] = row.detail;
    tail[i + TRACE_HI] = hash.hi;
    tail[i + TRACE_LO] = hash.lo;
    tail[i + STATE_HI] = stateHi;
    tail[i + STATE_LO] = stateLo;
  }

  /** Leaves in `hash` the hash of all rows up to this one. Texts count by what they say, for ids depend on the branch. */
  private chain(row: Row): void {
    const { hash, texts, ints } = this;
    const last = ints.length - 1;
    hash.start(TAG_ROW);
    if (last >= 0) hash.pair(ints.get(last, TRACE_HI), ints.get(last, TRACE_LO));
    hash
      .double(row.time)
      .word(row.kind)
      .word(row.periodic ? ~row.lane : row.lane)
      .word(row.cause);
    hash.pair(texts.hashHi(row.subject), texts.hashLo(row.subject));
    hash.pair(texts.hashHi(row.object), texts.hashLo(row.object));
    hash.pair(texts.hashHi(row.detail), texts.hashLo(row.detail));
    hash.double(row.number).finish();
  }

  time(step: Step): Ticks {
    return this.floats.get(this.checked(step), TIME) as Ticks;
  }
  kind(step: Step): number {
    return this.ints.get(this.checked(step), WORD) & KIND_MASK;
  }
  lane(step: Step): number {
    return (this.ints.get(this.checked(step), WORD) >> LANE_SHIFT) & LANE_MASK;
  }
  periodic(step: Step): boolean {
    return (this.ints.get(this.checked(step), WORD) & PERIODIC) !== 0;
  }
  cause(step: Step): Step {
    return this.ints.get(this.checked(step), CAUSE);
  }
  subjectId(step: Step): number {
    return this.ints.get(this.checked(step), SUBJECT);
  }
  objectId(step: Step): number {
    return this.ints.get(this.checked(step), OBJECT);
  }
  detailId(step: Step): number {
    return this.ints.get(this.checked(step), DETAIL);
  }
  subject(step: Step): string {
    return this.texts.text(this.subjectId(step));
  }
  object(step: Step): string {
    return this.texts.text(this.objectId(step));
  }
  detail(step: Step): string {
    return this.texts.text(this.detailId(step));
  }
  number(step: Step): number {
    return this.floats.get(this.checked(step), NUMBER);
  }
  get textCount(): number {
    return this.texts.count;
  }
  text(id: number): string {
    return this.texts.text(id);
  }

  stateDigest(step: Step): string {
    return hex64(this.ints.get(this.checked(step), STATE_HI), this.ints.get(step, STATE_LO));
  }
  traceDigest(step: Step): string {
    return hex64(this.ints.get(this.checked(step), TRACE_HI), this.ints.get(step, TRACE_LO));
  }
  digest(step: Step): string {
    const hash = this.hash.start(TAG_BOTH);
    hash.word(this.ints.get(this.checked(step), STATE_HI)).word(this.ints.get(step, STATE_LO));
    return hash.word(this.ints.get(step, TRACE_HI)).word(this.ints.get(step, TRACE_LO)).finish().hex();
  }

  /** The state's digest at `step` as two halves. */
  stateHalves(step: Step): readonly [hi: number, lo: number] {
    return [this.ints.get(this.checked(step), STATE_HI), this.ints.get(step, STATE_LO)];
  }

  private checked(step: Step): Step {
    if (!(Number.isInteger(step) && step >= 0 && step <= this.length))
      throw new RangeError(`no step ${step} in a trace of ${this.length}`);
    return step;
  }

  save(): SavedTrace {
    return { ints: this.ints.save(), floats: this.floats.save() };
  }

  restore(saved: SavedTrace): void {
    this.ints.restore(saved.ints);
    this.floats.restore(saved.floats);
  }

  truncate(step: Step): void {
    this.ints.truncate(step + 1);
    this.floats.truncate(step + 1);
  }

  /** Whether both digests of `step` are those that `saved` has there. */
  agrees(saved: SavedTrace, step: Step): boolean {
    const { ints } = this;
    for (let field = TRACE_HI; field <= STATE_LO; field++) {
      if (ints.get(step, field) !== ints.peek(saved.ints, step, field)) return false;
    }
    return true;
  }
}
