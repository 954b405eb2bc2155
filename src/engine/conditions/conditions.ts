/** Where conditions stop a run, and what watch expressions show: from the event log's columns and the change log. */
import type { Step, World } from '../../kernel/kernel.ts';
import { EVENT_KINDS, LANES } from '../../model/events.ts';
import type { StopsAnswer, WatchAnswer } from '../../protocol/protocol.ts';
import { parseCondition, parseWatch } from '../../scenario/condition/parse.ts';
import type { Condition, EventField, Operand } from '../../scenario/condition/types.ts';
import { comparer } from './read.ts';
import { seriesOf, type Kept, type Series } from './series.ts';

/** Steps that one answer looks at, so that other questions get their turn. */
const SLICE = 20_000;

type Holds = (step: Step) => boolean;

/** A part of a condition that stops on its own: parts of an "or" do. */
interface Part {
  readonly holds: Holds;
  /** Undefined where it speaks of events: then each step at which it holds is a stop. */
  readonly series: readonly Series[] | undefined;
}

export class Conditions {
  private readonly world: World;
  private branch: number;
  private kept = new Map<string, Kept>();
  private parts = new Map<string, readonly Part[]>();

  constructor(world: World) {
    this.world = world;
    this.branch = world.branch;
  }

  /** @param texts one that is no condition never stops */
  stops(texts: readonly string[], from: Step): StopsAnswer {
    this.refresh();
    const upTo = Math.min(this.world.trace.length, from + SLICE);
    const compiled = texts.map((text) => this.partsOf(text));
    this.extend(upTo);
    const steps = compiled.map((parts) => Uint32Array.from(stopsIn(parts, from, upTo)));
    return { branch: this.world.branch, upTo, steps };
  }

  watches(texts: readonly string[], step: Step): readonly (WatchAnswer | undefined)[] {
    this.refresh();
    return texts.map((text) => this.watch(text, step));
  }

  private watch(text: string, step: Step): WatchAnswer | undefined {
    const parsed = parseWatch(text);
    if (!parsed.ok) return undefined;
    const { value: watch } = parsed;
    if (watch.shows === 'value' && watch.operand.of !== 'event') {
      const series = this.series(watch.operand);
      this.extend(step);
      if (series !== undefined) return ofSeries(series, step);
    }
    const condition = watch.shows === 'truth' ? watch.condition : undefined;
    const valueAt =
      condition === undefined && watch.shows === 'value' && watch.operand.of === 'event'
        ? eventValue(this.world, watch.operand.field)
        : truth(condition === undefined ? () => false : this.compile(condition));
    this.extend(step);
    return ofWalk(valueAt, step);
  }

  /** After a fork nothing that was read counts any more. */
  private refresh(): void {
    if (this.world.branch === this.branch) return;
    this.branch = this.world.branch;
    this.kept = new Map();
    this.parts = new Map();
  }

  private extend(step: Step): void {
    for (const { extend } of this.kept.values()) extend(step);
  }

  private partsOf(text: string): readonly Part[] {
    const known = this.parts.get(text);
    if (known !== undefined) return known;
    const parsed = parseCondition(text);
    const conditions = parsed.ok ? alternatives(parsed.value) : [];
    const parts = conditions.map((condition) => {
      const operands = operandsOf(condition);
      const ofState = operands.every(({ of }) => of !== 'event');
      const series = operands.flatMap((operand) => this.series(operand) ?? []);
      return { holds: this.compile(condition), series: ofState ? series : undefined };
    });
    this.parts.set(text, parts);
    return parts;
  }

  private series(operand: Operand): Series | undefined {
    if (operand.of === 'event' || operand.of === 'field') return undefined;
    const name = JSON.stringify(operand);
    const known = this.kept.get(name) ?? seriesOf(this.world, operand);
    this.kept.set(name, known);
    return known.series;
  }

  private compile(condition: Condition): Holds {
    if (condition.is === 'not') {
      const part = this.compile(condition.part);
      return (step) => !part(step);
    }
    if (condition.is === 'test') return this.test(condition);
    const parts = condition.parts.map((part) => this.compile(part));
    return condition.is === 'and'
      ? (step) => parts.every((part) => part(step))
      : (step) => parts.some((part) => part(step));
  }

  private test({ operand, comparison, value }: Extract<Condition, { is: 'test' }>): Holds {
    const compare = comparer(comparison, value);
    const series = this.series(operand);
    if (series !== undefined) return (step) => compare(series.at(step));
    if (operand.of !== 'event') return () => false;
    // What is not so must be so of no form of the text.
    const some = comparison !== '!=' && comparison !== '!~';
    return eventTest(this.world, operand.field, (texts) => (some ? texts.some(compare) : texts.every(compare)));
  }
}

const alternatives = (condition: Condition): readonly Condition[] =>
  condition.is === 'or' ? condition.parts.flatMap(alternatives) : [condition];

function operandsOf(condition: Condition): readonly Operand[] {
  if (condition.is === 'test') return [condition.operand];
  return condition.is === 'not' ? operandsOf(condition.part) : condition.parts.flatMap(operandsOf);
}

/** Ascending, each once. */
function stopsIn(parts: readonly Part[], from: Step, upTo: Step): readonly Step[] {
  const found = new Set<Step>();
  for (const { holds, series } of parts) {
    if (series === undefined) {
      for (let k = from + 1; k <= upTo; k++) if (holds(k)) found.add(k);
      continue;
    }
    // Of state alone: the steps at which it begins to hold.
    for (const { steps } of series) {
      for (const k of steps) if (k > from && k <= upTo && holds(k) && !holds(k - 1)) found.add(k);
    }
  }
  return [...found].sort((a, b) => a - b);
}

function eventValue({ trace }: World, field: EventField): (step: Step) => string | undefined {
  switch (field) {
    case 'kind':
      return (step) => (step < 1 ? undefined : EVENT_KINDS[trace.kind(step)]?.name);
    case 'lane':
      return (step) => (step < 1 ? undefined : LANES[trace.lane(step)]);
    case 'subject':
      return (step) => trace.subject(step);
    case 'object':
      return (step) => trace.object(step);
    case 'detail':
      return (step) => trace.detail(step);
    case 'number':
      return (step) => String(trace.number(step));
    case 'step':
      return String;
  }
}

/** "object = default/web-1" means a Pod's key as well: the kind may be left out. */
const forms = (field: EventField, text: string): readonly string[] =>
  field === 'object' ? [text, text.slice(text.indexOf('/') + 1)] : [text];

/** Each text is compared once, whatever number of events bears it. */
function eventTest(world: World, field: EventField, compare: (forms: readonly string[]) => boolean): Holds {
  const value = eventValue(world, field);
  const idOf = columnOf(world, field);
  if (idOf === undefined) return (step) => compare([value(step) ?? '']);
  const known = new Map<number, boolean>();
  return (step) => {
    const id = idOf(step);
    const before = known.get(id);
    if (before !== undefined) return before;
    const found = compare(forms(field, value(step) ?? ''));
    known.set(id, found);
    return found;
  };
}

function columnOf({ trace }: World, field: EventField): ((step: Step) => number) | undefined {
  switch (field) {
    case 'kind':
      return (step) => (step < 1 ? -1 : trace.kind(step));
    case 'lane':
      return (step) => (step < 1 ? -1 : trace.lane(step));
    case 'subject':
      return (step) => trace.subjectId(step);
    case 'object':
      return (step) => trace.objectId(step);
    case 'detail':
      return (step) => trace.detailId(step);
    default:
      return undefined;
  }
}

const truth =
  (holds: Holds) =>
  (step: Step): string =>
    String(holds(step));

function ofSeries(series: Series, step: Step): WatchAnswer {
  const at = series.index(step);
  const answer = { value: series.values[at], changedAt: series.steps[at] ?? 0 };
  return at === 0 ? answer : { ...answer, before: series.values[at - 1] };
}

/** What has no series is asked step by step, back to where it was something else. */
function ofWalk(valueAt: (step: Step) => string | undefined, step: Step): WatchAnswer {
  const value = valueAt(step);
  let k = step;
  while (k > 0 && valueAt(k - 1) === value) k--;
  return k === 0 ? { value, changedAt: 0 } : { value, changedAt: k, before: valueAt(k - 1) };
}
