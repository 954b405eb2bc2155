/** The workers of a run: made as they are needed, each with one job at a time, all ended together. */
import type { Job, Report } from './jobs.ts';

/** A worker as the conductor sees it. */
export interface Seat {
  readonly post: (job: Job, transfer: readonly MessagePort[]) => void;
  /** One listener. An error of the worker comes as a report that it failed. */
  readonly listen: (heard: (report: Report) => void) => void;
  readonly terminate: () => void;
}

export type Spawn = () => Seat;

export class Crew {
  private readonly spawn: Spawn;
  private readonly seats: Seat[] = [];
  private readonly waiting: (((report: Report) => void) | undefined)[] = [];
  private ended = false;

  constructor(spawn: Spawn) {
    this.spawn = spawn;
  }

  get size(): number {
    return this.seats.length;
  }

  /**
   * One job a worker, at once; the first goes to the worker with the clock.
   * @returns their reports, in order. Errors: a job failed, or the crew was dismissed.
   */
  async run(jobs: readonly { readonly job: Job; readonly transfer?: readonly MessagePort[] }[]): Promise<Report[]> {
    const reports = await Promise.all(jobs.map(({ job, transfer = [] }, i) => this.give(i, job, transfer)));
    for (const report of reports) if (report.kind === 'failed') throw new Error(report.message);
    return reports;
  }

  /** Whatever runs ends at once, also a worker that sleeps on a word. */
  dismiss(): void {
    this.ended = true;
    for (const seat of this.seats) seat.terminate();
    for (const heard of this.waiting) heard?.({ kind: 'failed', message: 'cancelled' });
    this.seats.length = 0;
    this.waiting.length = 0;
  }

  private give(place: number, job: Job, transfer: readonly MessagePort[]): Promise<Report> {
    if (this.ended) return Promise.resolve({ kind: 'failed', message: 'cancelled' });
    const seat = this.seats[place] ?? this.add();
    return new Promise((resolve) => {
      this.waiting[place] = resolve;
      seat.post(job, transfer);
    });
  }

  private add(): Seat {
    const seat = this.spawn();
    const place = this.seats.push(seat) - 1;
    seat.listen((report) => {
      const heard = this.waiting[place];
      this.waiting[place] = undefined;
      heard?.(report);
    });
    return seat;
  }
}
