/** Steps in ascending order, in a typed array that grows: how many lie in a span, and which is next, are binary searches. */
export class StepList {
  private steps = new Uint32Array(64);
  private count = 0;

  get length(): number {
    return this.count;
  }

  /** @param step above all that are here */
  push(step: number): void {
    if (this.count === this.steps.length) {
      const larger = new Uint32Array(this.count * 2);
      larger.set(this.steps);
      this.steps = larger;
    }
    this.steps[this.count++] = step;
  }

  /** @returns 0 where there is none */
  at(index: number): number {
    return index < this.count ? (this.steps[index] ?? 0) : 0;
  }

  /** How many are below `step`. @param from an index that is known not to lie behind the answer */
  below(step: number, from = 0): number {
    let low = from;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.steps[middle] ?? 0) < step) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** How many are in from..to, both included. */
  within(from: number, to: number): number {
    return to < from ? 0 : this.below(to + 1) - this.below(from);
  }

  /** @returns 0 where there is none */
  next(step: number): number {
    return this.at(this.below(step + 1));
  }

  /** @returns 0 where there is none */
  previous(step: number): number {
    const before = this.below(step) - 1;
    return before < 0 ? 0 : this.at(before);
  }
}

export const stepListOf = (ascending: Iterable<number>): StepList => {
  const list = new StepList();
  for (const step of ascending) list.push(step);
  return list;
};
