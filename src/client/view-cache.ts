import type { StageView } from '../protocol/protocol.ts';

const KEPT_MAX = 600;

/** Views of steps that were asked for. One request is on its way at a time; what is wanted last is fetched first. */
export class ViewCache {
  private readonly fetchView: (step: number) => Promise<StageView | undefined>;
  private readonly kept = new Map<number, StageView>();
  private readonly listeners = new Set<(step: number) => void>();
  private wanted: readonly number[] = [];
  private busy = false;
  private resting = false;

  /** @param fetchView answers undefined once the run is over: then nothing more is asked */
  constructor(fetchView: (step: number) => Promise<StageView | undefined>) {
    this.fetchView = fetchView;
  }

  at(step: number): StageView | undefined {
    return this.kept.get(step);
  }

  /** Most urgent first. What was wanted before and is not here yet is forgotten. */
  want(steps: readonly number[]): void {
    this.wanted = steps;
    if (!this.busy) void this.work();
  }

  /** While the engine is on another branch, nothing is asked; what is kept stays. */
  rest(resting: boolean): void {
    this.resting = resting;
    if (!resting && !this.busy) void this.work();
  }

  /** A cache of its own with the views up to `step`. */
  forked(step: number): ViewCache {
    const copy = new ViewCache(this.fetchView);
    for (const [k, view] of this.kept) if (k <= step) copy.kept.set(k, view);
    return copy;
  }

  /** @returns how to stop listening */
  onArrival(listener: (step: number) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private async work(): Promise<void> {
    this.busy = true;
    try {
      for (;;) {
        const step = this.resting ? undefined : this.wanted.find((candidate) => !this.kept.has(candidate));
        if (step === undefined) return;
        const view = await this.fetchView(step);
        if (view === undefined) return;
        this.keep(step, view);
      }
    } finally {
      this.busy = false;
    }
  }

  private keep(step: number, view: StageView): void {
    this.kept.set(step, view);
    if (this.kept.size > KEPT_MAX) {
      const wanted = new Set(this.wanted);
      for (const old of this.kept.keys()) {
        if (this.kept.size <= KEPT_MAX * 0.75) break;
        if (!wanted.has(old)) this.kept.delete(old);
      }
    }
    for (const listener of [...this.listeners]) listener(step);
  }
}
