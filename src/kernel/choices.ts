/** The log of choices, and the pins. How often each (label, object) was asked lies in a collection, for it is state. */

import { IntTable, upperBound, type Saved } from './columns.ts';
import type { Choice, Collection, Pin, Step } from './kernel.ts';
import { draw } from './random.ts';
import type { Texts } from './texts.ts';

export type SavedChoices = Saved<Int32Array>;

/** Fields of a choice. */
const STEP = 0;
const LABEL = 1;
const OBJECT = 2;
const OCCURRENCE = 3;
const COUNT = 4;
const OPTION = 5;
const WIDTH = 6;

export class Choices {
  private readonly log: IntTable;
  private readonly pins = new Map<string, number>();

  constructor(
    private readonly seed: number,
    pins: readonly Pin[],
    private readonly asked: Collection<number>,
    private readonly texts: Texts,
    chunkBits: number,
  ) {
    for (const pin of pins) this.pins.set(pinKey(pin.label, pin.object, pin.occurrence), pin.option);
    this.log = new IntTable(chunkBits, WIDTH);
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
    this.record([step, this.texts.id(label), this.texts.id(object), occurrence, count, option]);
    return option;
  }

  private record(fields: readonly number[]): void {
    const at = this.log.add();
    this.log.tail.set(fields, at);
  }

  at(step: Step): readonly Choice[] {
    const { log, texts } = this;
    const out: Choice[] = [];
    for (let i = upperBound(log, STEP, step - 1); i < log.length && log.get(i, STEP) === step; i++) {
      out.push({
        step,
        label: texts.text(log.get(i, LABEL)),
        object: texts.text(log.get(i, OBJECT)),
        occurrence: log.get(i, OCCURRENCE),
        count: log.get(i, COUNT),
        option: log.get(i, OPTION),
      });
    }
    return out;
  }

  save(): SavedChoices {
    return this.log.save();
  }

  restore(saved: SavedChoices): void {
    this.log.restore(saved);
  }

  truncate(step: Step): void {
    this.log.truncate(upperBound(this.log, STEP, step));
  }
}

/** Labels are words of the program and contain no bar. */
function askedKey(label: string, object: string): string {
  return `${label}|${object}`;
}

function pinKey(label: string, object: string, occurrence: number): string {
  return `${occurrence}|${label}|${object}`;
}
