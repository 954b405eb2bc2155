import type { Breach } from '../protocol/protocol.ts';

/**
 * Steps at which a run stops, from whoever knows some: breakpoints, broken invariants. A source gives its whole list each
 * time, and says how far the list is complete: play does not go beyond that.
 */
export interface Stop {
  readonly step: number;
  /** Why, in a few words. */
  readonly words: string;
  /** An invariant that did not hold; `words` is then its id. */
  readonly breach?: Breach;
}

export interface StopSource {
  /** By step. */
  readonly stops: readonly Stop[];
  readonly upTo: number;
  /** Nobody asked for it: as long as it has no stop, it is as if there were none. */
  readonly unasked?: true;
}

export class Stops {
  private readonly sources = new Map<string, StopSource>();
  /** Of all sources, by step; several may be at one step. */
  all: readonly Stop[] = [];
  /** Complete up to this step. */
  upTo = Infinity;

  /** @param source undefined: it knows of none, and of none to come */
  set(name: string, source: StopSource | undefined): void {
    if (source === undefined) this.sources.delete(name);
    else this.sources.set(name, source);
    const sources = [...this.sources.values()];
    this.all = sources.length === 1 ? (sources[0]?.stops ?? []) : merged(sources);
    this.upTo = Math.min(Infinity, ...sources.map(({ upTo }) => upTo));
  }

  /** Another run is open. */
  clear(): void {
    this.sources.clear();
    this.all = [];
    this.upTo = Infinity;
  }

  /** Has any source something to stop at, now or later? */
  get any(): boolean {
    return [...this.sources.values()].some(({ stops, unasked }) => unasked !== true || stops.length > 0);
  }

  next(step: number): Stop | undefined {
    return this.all[this.countUpTo(step)];
  }

  previous(step: number): Stop | undefined {
    return this.all[this.countUpTo(step - 1) - 1];
  }

  at(step: number): readonly Stop[] {
    return this.all.slice(this.countUpTo(step - 1), this.countUpTo(step));
  }

  /** How many are at or before a step. */
  private countUpTo(step: number): number {
    let low = 0;
    let high = this.all.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.all[middle]?.step ?? 0) <= step) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const merged = (sources: readonly StopSource[]): readonly Stop[] =>
  sources.flatMap(({ stops }) => stops).sort((a, b) => a.step - b.step);
