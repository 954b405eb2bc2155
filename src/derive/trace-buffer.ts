/**
 * The page's copy of the event log: columns in chunked typed arrays, grown frame by frame, no object an event.
 * Steps are 1..length; step 0 is "before the first event" and answers zeroes and empty texts.
 */
import type { Frame, Granularity } from '../protocol/protocol.ts';

const CHUNK_BITS = 14;
const CHUNK = 1 << CHUNK_BITS;
const MASK = CHUNK - 1;

/** Names behind the columns, as `OpenAnswer` brings them. */
export interface TraceTables {
  readonly kinds: readonly { readonly name: string; readonly granularity: Granularity }[];
  readonly lanes: readonly string[];
}

interface Chunk {
  readonly time: Float64Array;
  readonly kind: Uint8Array;
  readonly lane: Uint8Array;
  readonly flags: Uint8Array;
  readonly cause: Uint32Array;
  readonly subject: Uint32Array;
  readonly object: Uint32Array;
  readonly detail: Uint32Array;
  readonly number: Float64Array;
  /** Newest step that this step caused; 0 = none. */
  readonly effect: Uint32Array;
  /** The effect of the same cause before this one; 0 = none. */
  readonly olderEffect: Uint32Array;
  /** The event about the same object before this one; 0 = none. */
  readonly olderOfObject: Uint32Array;
}

const RANK: Readonly<Record<Granularity, number>> = { event: 0, stage: 1, cycle: 2, life: 3 };
const EVENT_ONLY = { name: '', granularity: 'event' } as const;

function newChunk(): Chunk {
  const ids = () => new Uint32Array(CHUNK);
  return {
    time: new Float64Array(CHUNK),
    kind: new Uint8Array(CHUNK),
    lane: new Uint8Array(CHUNK),
    flags: new Uint8Array(CHUNK),
    cause: ids(),
    subject: ids(),
    object: ids(),
    detail: ids(),
    number: new Float64Array(CHUNK),
    effect: ids(),
    olderEffect: ids(),
    olderOfObject: ids(),
  };
}

const copyOf = (chunk: Chunk): Chunk => ({
  time: chunk.time.slice(),
  kind: chunk.kind.slice(),
  lane: chunk.lane.slice(),
  flags: chunk.flags.slice(),
  cause: chunk.cause.slice(),
  subject: chunk.subject.slice(),
  object: chunk.object.slice(),
  detail: chunk.detail.slice(),
  number: chunk.number.slice(),
  effect: chunk.effect.slice(),
  olderEffect: chunk.olderEffect.slice(),
  olderOfObject: chunk.olderOfObject.slice(),
});

export class TraceBuffer {
  readonly tables: TraceTables;
  private readonly chunks: Chunk[] = [newChunk()];
  private readonly texts: string[] = [''];
  private readonly textIds = new Map<string, number>();
  /** Newest step about an object, by its text id. */
  private readonly newestOfObject = new Map<number, number>();
  private readonly ranks: Uint8Array;
  private count = 0;
  private branch = 0;

  constructor(tables: TraceTables) {
    this.tables = tables;
    this.ranks = Uint8Array.from(tables.kinds, (kind) => RANK[kind.granularity]);
  }

  /** How many steps are here. */
  get length(): number {
    return this.count;
  }

  /**
   * Takes the rows of a frame. Frames come in order; rows that are here already are skipped. Rows of another branch take
   * the place of what is here from their first step on.
   */
  append(frame: Frame): void {
    if (frame.branch !== this.branch) this.truncate(frame.from - 1);
    this.branch = frame.branch;
    if (frame.from > this.count + 1) {
      throw new RangeError(`frame starts at step ${frame.from}, but only ${this.count} steps are here`);
    }
    frame.texts.forEach((text, i) => {
      this.texts[frame.firstText + i] = text;
      this.textIds.set(text, frame.firstText + i);
    });
    for (let i = this.count + 1 - frame.from; i < frame.length; i++) this.appendRow(frame, i);
  }

  /** A log of its own with the rows up to `step`: what is derived from this one stays as it is. */
  forked(step: number): TraceBuffer {
    const copy = new TraceBuffer(this.tables);
    copy.chunks.length = 0;
    copy.chunks.push(...this.chunks.map(copyOf));
    copy.texts.length = 0;
    copy.texts.push(...this.texts);
    for (const [text, id] of this.textIds) copy.textIds.set(text, id);
    for (const [object, newest] of this.newestOfObject) copy.newestOfObject.set(object, newest);
    copy.count = this.count;
    copy.branch = this.branch;
    copy.truncate(step);
    return copy;
  }

  /** Ticks. */
  time(k: number): number {
    return this.at(k).time[k & MASK] ?? 0;
  }

  kindName(k: number): string {
    return k < 1 || k > this.count ? '' : (this.tables.kinds[this.kind(k)] ?? EVENT_ONLY).name;
  }

  /** Index into the table of kinds. */
  kind(k: number): number {
    return this.at(k).kind[k & MASK] ?? 0;
  }

  laneName(k: number): string {
    return k < 1 || k > this.count ? '' : (this.tables.lanes[this.lane(k)] ?? '');
  }

  lane(k: number): number {
    return this.at(k).lane[k & MASK] ?? 0;
  }

  /** The step that caused k; 0 = none. */
  cause(k: number): number {
    return this.at(k).cause[k & MASK] ?? 0;
  }

  subject(k: number): string {
    return this.text(this.subjectId(k));
  }

  object(k: number): string {
    return this.text(this.objectId(k));
  }

  detail(k: number): string {
    return this.text(this.detailId(k));
  }

  /** Ids of texts: equal texts of a trace have equal ids; 0 = "". */
  subjectId(k: number): number {
    return this.at(k).subject[k & MASK] ?? 0;
  }

  objectId(k: number): number {
    return this.at(k).object[k & MASK] ?? 0;
  }

  detailId(k: number): number {
    return this.at(k).detail[k & MASK] ?? 0;
  }

  text(id: number): string {
    return this.texts[id] ?? '';
  }

  /** @returns undefined where no event bears the text (yet) */
  idOf(text: string): number | undefined {
    return text === '' ? 0 : this.textIds.get(text);
  }

  number(k: number): number {
    return this.at(k).number[k & MASK] ?? 0;
  }

  periodic(k: number): boolean {
    return ((this.at(k).flags[k & MASK] ?? 0) & 1) === 1;
  }

  granularity(k: number): Granularity {
    return k < 1 || k > this.count ? 'event' : (this.tables.kinds[this.kind(k)] ?? EVENT_ONLY).granularity;
  }

  /**
   * The next stop after k. Stops are the steps of that granularity or a coarser one, both ends, and `origin` (where the
   * person began to walk, so that n steps forth and n back lead home even from between two stops).
   */
  next(k: number, granularity: Granularity, origin = -1): number {
    const least = RANK[granularity];
    for (let j = k + 1; j < this.count; j++) if (j === origin || this.rank(j) >= least) return j;
    return this.count;
  }

  /** The stop before k; mirror of `next`. */
  previous(k: number, granularity: Granularity, origin = -1): number {
    const least = RANK[granularity];
    for (let j = k - 1; j > 0; j--) if (j === origin || this.rank(j) >= least) return j;
    return 0;
  }

  /** The last step at or before `ticks`. */
  stepOfTime(ticks: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.time(middle) <= ticks) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Steps whose cause is k, oldest first. */
  effectsOf(k: number): number[] {
    const found: number[] = [];
    if (k < 1 || k > this.count) return found;
    let effect = this.at(k).effect[k & MASK] ?? 0;
    while (effect !== 0) {
      found.push(effect);
      effect = this.at(effect).olderEffect[effect & MASK] ?? 0;
    }
    return found.reverse();
  }

  /** Steps about an object ("Pod/ns/name"), oldest first. */
  eventsOfObject(key: string): number[] {
    const found: number[] = [];
    const id = this.textIds.get(key);
    let step = id === undefined ? 0 : (this.newestOfObject.get(id) ?? 0);
    while (step !== 0) {
      found.push(step);
      step = this.at(step).olderOfObject[step & MASK] ?? 0;
    }
    return found.reverse();
  }

  private rank(k: number): number {
    return this.ranks[this.kind(k)] ?? 0;
  }

  private at(k: number): Chunk {
    const chunk = this.chunks[k >>> CHUNK_BITS] ?? this.chunks[0];
    if (chunk === undefined) throw new RangeError('a trace buffer has a first chunk');
    return chunk;
  }

  /** Drops the rows after `step`, newest first, so that each link leads to what it led to before. */
  private truncate(step: number): void {
    for (; this.count > step; this.count--) {
      const k = this.count;
      const chunk = this.at(k);
      const at = k & MASK;
      const cause = chunk.cause[at] ?? 0;
      if (cause >= 1 && cause < k) this.at(cause).effect[cause & MASK] = chunk.olderEffect[at] ?? 0;
      const object = chunk.object[at] ?? 0;
      if (object !== 0) this.newestOfObject.set(object, chunk.olderOfObject[at] ?? 0);
      chunk.olderEffect[at] = 0;
      chunk.olderOfObject[at] = 0;
    }
  }

  private appendRow(frame: Frame, i: number): void {
    const k = ++this.count;
    if (k >>> CHUNK_BITS >= this.chunks.length) this.chunks.push(newChunk());
    const chunk = this.at(k);
    const at = k & MASK;
    chunk.time[at] = frame.time[i] ?? 0;
    chunk.kind[at] = frame.kind[i] ?? 0;
    chunk.lane[at] = frame.lane[i] ?? 0;
    chunk.flags[at] = frame.flags[i] ?? 0;
    chunk.subject[at] = frame.subject[i] ?? 0;
    chunk.detail[at] = frame.detail[i] ?? 0;
    chunk.number[at] = frame.number[i] ?? 0;
    this.linkCause(k, frame.cause[i] ?? 0);
    this.linkObject(k, frame.object[i] ?? 0);
  }

  private linkCause(k: number, cause: number): void {
    const chunk = this.at(k);
    chunk.cause[k & MASK] = cause;
    if (cause < 1 || cause >= k) return;
    const owner = this.at(cause);
    chunk.olderEffect[k & MASK] = owner.effect[cause & MASK] ?? 0;
    owner.effect[cause & MASK] = k;
  }

  private linkObject(k: number, object: number): void {
    const chunk = this.at(k);
    chunk.object[k & MASK] = object;
    if (object === 0) return;
    chunk.olderOfObject[k & MASK] = this.newestOfObject.get(object) ?? 0;
    this.newestOfObject.set(object, k);
  }
}
