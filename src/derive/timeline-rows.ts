/**
 * Which row of the timeline each event stands in: one a lane, or one a subject of the lane that is open; none for what a
 * person filtered out. Kept up with the trace; no question walks over the steps.
 */
import { FaultSpans } from './fault-spans.ts';
import { StepList } from './step-list.ts';
import type { TraceBuffer } from './trace-buffer.ts';

export interface TimelineFilter {
  /** Lanes that are not shown. */
  readonly hidden: ReadonlySet<string>;
  /** Shows only events whose kind, subject, object or detail holds it, whatever the case of its letters; "" = all. */
  readonly text: string;
  /** Shows only events about this object. */
  readonly object: string | undefined;
  /** The lane that has a row a subject; "" = none. */
  readonly open: string;
}

export const NO_FILTER: TimelineFilter = { hidden: new Set(), text: '', object: undefined, open: '' };

export interface TimelineRow {
  readonly lane: number;
  readonly kind: 'lane' | 'subject' | 'others';
  /** Who acts in it: "node-a", "deployment"; "" unless it is a subject's. */
  readonly name: string;
  /** How many share the row. */
  readonly names: number;
  readonly steps: StepList;
}

/** An open lane has so many rows of its own; further subjects share one. */
export const SUBJECT_ROWS_MAX = 10;

const NO_ROW = 255;

let made = 0;

export class TimelineRows {
  /** Unlike that of any other. */
  readonly id = ++made;
  readonly trace: TraceBuffer;
  readonly filter: TimelineFilter;
  readonly rows: TimelineRow[] = [];
  readonly faults: FaultSpans;
  /** Grows with each change of what the rows hold. */
  version = 0;
  /** Events in each lane, filtered; undefined for a lane that is not shown. */
  private readonly lanes: (StepList | undefined)[];
  private rowOfStep = new Uint8Array(1024).fill(NO_ROW);
  private readonly rowOfLane: number[] = [];
  /** Rows of the open lane by what they are named after, and by text id of the subject. */
  private readonly rowOfName = new Map<string, number>();
  private readonly rowOfSubject = new Map<number, number>();
  private readonly holds: (text: number) => boolean;
  private readonly openLane: number;
  private othersRow = NO_ROW;
  private seen = 0;

  /** @param known steps that decide who has a row in the lane that is open */
  constructor(trace: TraceBuffer, filter: TimelineFilter = NO_FILTER, known: number = trace.length) {
    this.trace = trace;
    this.filter = filter;
    this.faults = new FaultSpans(trace);
    const { lanes } = trace.tables;
    this.openLane = filter.hidden.has(filter.open) ? -1 : lanes.indexOf(filter.open);
    this.lanes = lanes.map((name) => (filter.hidden.has(name) ? undefined : new StepList()));
    this.holds = textTest(trace, filter.text);
    this.makeRows(known);
    this.grow();
  }

  /** Takes the steps that came. @returns whether there were any */
  grow(): boolean {
    const { trace } = this;
    if (this.seen === trace.length) return false;
    if (trace.length >= this.rowOfStep.length) this.enlarge(trace.length);
    for (let k = this.seen + 1; k <= trace.length; k++) this.take(k);
    this.seen = trace.length;
    this.faults.grow();
    this.version++;
    return true;
  }

  /** Lanes that are shown, as indexes, from above. */
  get shownLanes(): readonly number[] {
    return this.lanes.flatMap((list, lane) => (list === undefined ? [] : [lane]));
  }

  /** The row in which the step's mark stands; undefined where it has none. */
  rowOf(step: number): number | undefined {
    const row = step < 1 || step > this.seen ? NO_ROW : (this.rowOfStep[step] ?? NO_ROW);
    return row === NO_ROW ? undefined : row;
  }

  /** The row of an event, shown or not; undefined where its lane is not shown. @param subject text id */
  placeOf(lane: number, subject: number): number | undefined {
    const row = lane === this.openLane ? this.subjectRow(subject) : this.rowOfLane[lane];
    return row === undefined || row === NO_ROW ? undefined : row;
  }

  /** Events in a lane, filtered. */
  lane(lane: number): StepList | undefined {
    return this.lanes[lane];
  }

  /** The next event (1) or the one before (-1) that is shown; undefined where there is none. */
  neighbour(step: number, by: 1 | -1): number | undefined {
    let best: number | undefined;
    for (const list of this.lanes) {
      const found = by === 1 ? list?.next(step) : list?.previous(step);
      if (found === undefined || found === 0) continue;
      if (best === undefined || (found - best) * by < 0) best = found;
    }
    return best;
  }

  private makeRows(known: number): void {
    this.lanes.forEach((steps, lane) => {
      this.rowOfLane[lane] = steps === undefined ? NO_ROW : this.rows.length;
      if (steps === undefined) return;
      this.rows.push({ lane, kind: 'lane', name: '', names: 1, steps });
      if (lane === this.openLane) this.makeSubjectRows(lane, known);
    });
  }

  /** The subjects with the most events have rows of their own, by name; the lane's own row stands above them. */
  private makeSubjectRows(lane: number, known: number): void {
    const counts = new Map<string, number>();
    const { trace } = this;
    for (let k = 1; k <= Math.min(known, trace.length); k++) {
      if (trace.lane(k) !== lane || !this.passes(k)) continue;
      const name = rowName(trace.subject(k));
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const busiest = [...counts].sort((a, b) => b[1] - a[1]).slice(0, SUBJECT_ROWS_MAX);
    const named = busiest.map(([name]) => name).sort((a, b) => (a < b ? -1 : 1));
    for (const name of named) {
      this.rowOfName.set(name, this.rows.length);
      this.rows.push({ lane, kind: 'subject', name, names: 1, steps: new StepList() });
    }
    const names = counts.size - named.length;
    if (names === 0) return;
    this.othersRow = this.rows.length;
    this.rows.push({ lane, kind: 'others', name: '', names, steps: new StepList() });
  }

  private take(k: number): void {
    const { trace } = this;
    const lane = trace.lane(k);
    const list = this.lanes[lane];
    if (list === undefined || !this.passes(k)) return;
    list.push(k);
    const row = this.placeOf(lane, trace.subjectId(k)) ?? NO_ROW;
    this.rowOfStep[k] = row;
    if (lane === this.openLane) this.rows[row]?.steps.push(k);
  }

  /** Subjects that come later share the row of the others, if there is one. */
  private subjectRow(subject: number): number {
    const known = this.rowOfSubject.get(subject);
    if (known !== undefined) return known;
    const row = this.rowOfName.get(rowName(this.trace.text(subject))) ?? this.othersRow;
    this.rowOfSubject.set(subject, row);
    return row;
  }

  private passes(k: number): boolean {
    const { trace } = this;
    const { object, text } = this.filter;
    if (object !== undefined && trace.object(k) !== object) return false;
    return (
      text === '' ||
      this.holds(trace.objectId(k)) ||
      this.holds(trace.subjectId(k)) ||
      this.holds(trace.detailId(k)) ||
      trace.kindName(k).toLowerCase().includes(text.toLowerCase())
    );
  }

  private enlarge(length: number): void {
    const larger = new Uint8Array(length * 2).fill(NO_ROW);
    larger.set(this.rowOfStep);
    this.rowOfStep = larger;
  }
}

/** A text is looked into once, whatever number of events bears it. */
function textTest(trace: TraceBuffer, wanted: string): (id: number) => boolean {
  const known = new Map<number, boolean>();
  const small = wanted.toLowerCase();
  return (id) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const found = trace.text(id).toLowerCase().includes(small);
    known.set(id, found);
    return found;
  };
}

/** What is done by one kubelet, or for one controller, is one row, by whichever of its watches it came. */
export const rowName = (subject: string): string =>
  subject.replace(/^kubelet (\S+).*$/, '$1').replace(/-controller$/, '');
