/** The event log in columns, with both digests of every step. Row 0 is "before the first event". */

import { FloatColumn, IntColumn, type Saved } from './columns.ts';
import { Hash, hex64 } from './hash.ts';
import type { Step, Ticks, Trace } from './kernel.ts';
import type { Texts } from './texts.ts';

const TAG_ROW = 64;
const TAG_BOTH = 65;
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
  readonly ints: readonly Saved<Int32Array>[];
  readonly floats: readonly Saved<Float64Array>[];
}

export class TraceLog implements Trace {
  private readonly times: FloatColumn;
  private readonly numbers: FloatColumn;
  /** Kind, lane and the periodic flag of a row in one word. */
  private readonly words: IntColumn;
  private readonly causes: IntColumn;
  private readonly subjects: IntColumn;
  private readonly objects: IntColumn;
  private readonly details: IntColumn;
  private readonly traceHi: IntColumn;
  private readonly traceLo: IntColumn;
  private readonly stateHi: IntColumn;
  private readonly stateLo: IntColumn;
  private readonly hash = new Hash();

  constructor(
    private readonly texts: Texts,
    chunkBits: number,
  ) {
    this.times = new FloatColumn(chunkBits);
    this.numbers = new FloatColumn(chunkBits);
    this.words = new IntColumn(chunkBits);
    this.causes = new IntColumn(chunkBits);
    this.subjects = new IntColumn(chunkBits);
    this.objects = new IntColumn(chunkBits);
    this.details = new IntColumn(chunkBits);
    this.traceHi = new IntColumn(chunkBits);
    this.traceLo = new IntColumn(chunkBits);
    this.stateHi = new IntColumn(chunkBits);
    this.stateLo = new IntColumn(chunkBits);
  }

  get length(): Step {
    return this.times.length - 1;
  }

  append(row: Row, stateHi: number, stateLo: number): void {
    this.chain(row);
    this.times.push(row.time);
    this.words.push(row.kind | (row.lane << LANE_SHIFT) | (row.periodic ? PERIODIC : 0));
    this.causes.push(row.cause);
    this.subjects.push(row.subject);
    this.objects.push(row.object);
    this.details.push(row.detail);
    this.numbers.push(row.number);
    this.traceHi.push(this.hash.hi);
    this.traceLo.push(this.hash.lo);
    this.stateHi.push(stateHi);
    this.stateLo.push(stateLo);
  }

  /** Leaves in `hash` the hash of all rows up to this one. Texts count by what they say, for ids depend on the branch. */
  private chain(row: Row): void {
    const { hash, texts } = this;
    const last = this.traceHi.length - 1;
    hash.start(TAG_ROW);
    if (last >= 0) hash.word(this.traceHi.get(last)).word(this.traceLo.get(last));
    hash
      .double(row.time)
      .word(row.kind)
      .word(row.periodic ? ~row.lane : row.lane)
      .word(row.cause);
    hash.word(texts.hashHi(row.subject)).word(texts.hashLo(row.subject));
    hash.word(texts.hashHi(row.object)).word(texts.hashLo(row.object));
    hash.word(texts.hashHi(row.detail)).word(texts.hashLo(row.detail));
    hash.double(row.number).finish();
  }

  time(step: Step): Ticks {
    return this.times.get(this.checked(step)) as Ticks;
  }
  kind(step: Step): number {
    return this.words.get(this.checked(step)) & KIND_MASK;
  }
  lane(step: Step): number {
    return (this.words.get(this.checked(step)) >> LANE_SHIFT) & LANE_MASK;
  }
  periodic(step: Step): boolean {
    return (this.words.get(this.checked(step)) & PERIODIC) !== 0;
  }
  cause(step: Step): Step {
    return this.causes.get(this.checked(step));
  }
  subjectId(step: Step): number {
    return this.subjects.get(this.checked(step));
  }
  objectId(step: Step): number {
    return this.objects.get(this.checked(step));
  }
  detailId(step: Step): number {
    return this.details.get(this.checked(step));
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
    return this.numbers.get(this.checked(step));
  }
  get textCount(): number {
    return this.texts.count;
  }
  text(id: number): string {
    return this.texts.text(id);
  }

  stateDigest(step: Step): string {
    return hex64(this.stateHi.get(this.checked(step)), this.stateLo.get(step));
  }
  traceDigest(step: Step): string {
    return hex64(this.traceHi.get(this.checked(step)), this.traceLo.get(step));
  }
  digest(step: Step): string {
    const hash = this.hash.start(TAG_BOTH);
    hash.word(this.stateHi.get(this.checked(step))).word(this.stateLo.get(step));
    return hash.word(this.traceHi.get(step)).word(this.traceLo.get(step)).finish().hex();
  }

  /** The state's digest at `step` as two halves. */
  stateHalves(step: Step): readonly [hi: number, lo: number] {
    return [this.stateHi.get(this.checked(step)), this.stateLo.get(step)];
  }

  private checked(step: Step): Step {
    if (!(Number.isInteger(step) && step >= 0 && step <= this.length))
      throw new RangeError(`no step ${step} in a trace of ${this.length}`);
    return step;
  }

  private get intColumns(): readonly IntColumn[] {
    const { words, causes, subjects, objects, details, traceHi, traceLo, stateHi, stateLo } = this;
    return [traceHi, traceLo, stateHi, stateLo, words, causes, subjects, objects, details];
  }

  save(): SavedTrace {
    return {
      ints: this.intColumns.map((column) => column.save()),
      floats: [this.times.save(), this.numbers.save()],
    };
  }

  restore(saved: SavedTrace): void {
    this.intColumns.forEach((column, i) => column.restore(saved.ints[i] as Saved<Int32Array>));
    this.times.restore(saved.floats[0] as Saved<Float64Array>);
    this.numbers.restore(saved.floats[1] as Saved<Float64Array>);
  }

  truncate(step: Step): void {
    for (const column of this.intColumns) column.truncate(step + 1);
    this.times.truncate(step + 1);
    this.numbers.truncate(step + 1);
  }

  /** Whether both digests of `step` are those that `saved` has there. */
  agrees(saved: SavedTrace, step: Step): boolean {
    const columns = this.intColumns.slice(0, 4);
    return columns.every((column, i) => column.get(step) === column.peek(saved.ints[i] as Saved<Int32Array>, step));
  }
}
