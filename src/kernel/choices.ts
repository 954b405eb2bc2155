/** The log of choices, and the pins. How often each (label, object) was asked lies in a collection, for it is state. */

import { IntColumn, upperBound, type Saved } from './columns.ts';
import type { Choice, Collection, Pin, Step } from './kernel.ts';
import { draw } from './random.ts';
import type { Texts } from './texts.ts';

export interface SavedChoices {
  readonly columns: readonly Saved<Int32Array>[];
}

export class Choices {
  private readonly steps: IntColumn;
  private readonly labels: IntColumn;
  private readonly objects: IntColumn;
  private readonly occurrences: IntColumn;
  private readonly counts: IntColumn;
  private readonly options: IntColumn;
  private readonly pins = new Map<string, number>();

  constructor(
    private readonly seed: number,
    pins: readonly Pin[],
    private readonly asked: Collection<number>,
    private readonly texts: Texts,
    chunkBits: number,
  ) {
    for (const pin of pins) this.pins.set(pinKey(pin.label, pin.object, pin.occurrence), pin.option);
    this.steps = new IntColumn(chunkBits);
    this.labels = new IntColumn(chunkBits);
    this.objects = new IntColumn(chunkBits);
    this.occurrences = new IntColumn(chunkBits);
    this.counts = new IntColumn(chunkBits);
    this.options = new IntColumn(chunkBits);
  }

  choose(label: string, object: string, count: number, step: Step): number {
    if (!Number.isInteger(count) || count < 1 || count > 0x7fffffff) {
      throw new RangeError(`choose ${label} ${object}: ${count} options`);
    }
    if (count === 1) return 0;
    const key = askedKey(label, object);
    const occurrence = this.asked.get(key) ?? 0;
    this.asked.set(key, occurrence + 1);
    const pinned = this.pins.size === 0 ? undefined : this.pins.get(pinKey(label, object, occurrence));
    const option = pinned ?? draw(this.seed, label, object, occurrence, count);
    if (!Number.isInteger(option) || option < 0 || option >= count) {
      throw new RangeError(`choose ${label} ${object}: option ${option} of ${count} is pinned`);
    }
    this.steps.push(step);
    this.labels.push(this.texts.id(label));
    this.objects.push(this.texts.id(object));
    this.occurrences.push(occurrence);
    this.counts.push(count);
    this.options.push(option);
    return option;
  }

  at(step: Step): readonly Choice[] {
    const out: Choice[] = [];
    for (let i = upperBound(this.steps, step - 1); i < this.steps.length && this.steps.get(i) === step; i++) {
      out.push({
        step,
        label: this.texts.text(this.labels.get(i)),
        object: this.texts.text(this.objects.get(i)),
        occurrence: this.occurrences.get(i),
        count: this.counts.get(i),
        option: this.options.get(i),
      });
    }
    return out;
  }

  private get columns(): readonly IntColumn[] {
    return [this.steps, this.labels, this.objects, this.occurrences, this.counts, this.options];
  }

  save(): SavedChoices {
    return { columns: this.columns.map((column) => column.save()) };
  }

  restore(saved: SavedChoices): void {
    this.columns.forEach((column, i) => column.restore(saved.columns[i] as Saved<Int32Array>));
  }

  truncate(step: Step): void {
    const length = upperBound(this.steps, step);
    for (const column of this.columns) column.truncate(length);
  }
}

/** Labels are words of the program and contain no bar. */
function askedKey(label: string, object: string): string {
  return `${label}|${object}`;
}

function pinKey(label: string, object: string, occurrence: number): string {
  return `${occurrence}|${label}|${object}`;
}
