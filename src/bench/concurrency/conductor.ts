/** Carries a plan out: a round of warm-up or measurement visits every row once, on one crew of workers. */
import { STEPS_PER_BATCH } from './clock.ts';
import type { Crew } from './crew.ts';
import type { Job, Report } from './jobs.ts';
import { cellsOf, type Plan, spinsFor, unavailable, writesFor } from './plan.ts';
import type { Cell, CellState, Results, ScoreRow, Stamp, VirtualRow } from './results.ts';
import { ROWS, workersOf } from './rows.ts';
import { chunkSizeFor, scoreWords, UPSTREAM_WORKERS } from './score-layout.ts';
import { wordsFor } from './shared-layout.ts';
import { snapshotOf } from './snapshot.ts';
import { sharedWords } from './waiting.ts';

const WAITING: CellState = { kind: 'waiting' };
const MEASURED: CellState = { kind: 'measured' };

type Timed = Extract<Report, { kind: 'timed' }>;

function timed([first]: readonly Report[]): Timed {
  if (first?.kind !== 'timed') throw new Error('no time came back');
  return first;
}

/** Something else that does the same work, a batch after each of ours. */
export type Peer = (cell: Cell, isWarmUp: boolean) => Promise<void>;

export interface ConductorOptions {
  readonly crew: Crew;
  readonly plan: Plan;
  readonly stamp: Stamp;
  /** Called after every batch: whoever draws must thin it out. */
  readonly changed: (results: Results) => void;
  readonly peer?: Peer;
}

export class Conductor {
  private readonly crew: Crew;
  private readonly peer: Peer | undefined;
  private readonly plan: Plan;
  private readonly stamp: Stamp;
  private readonly changed: (results: Results) => void;
  private readonly cells: Cell[];
  private readonly scoring: ScoreRow[];
  private virtual: readonly VirtualRow[] = [];
  private readonly rounds: number;
  /** Rounds of the nodes in a scoring batch, by place in `scoring`. */
  private readonly repeats = new Map<number, number>();
  private done = 0;

  constructor({ crew, plan, stamp, changed, peer }: ConductorOptions) {
    this.crew = crew;
    this.peer = peer;
    this.plan = plan;
    this.stamp = stamp;
    this.changed = changed;
    this.rounds = plan.warmUp + plan.batches;
    this.cells = cellsOf(plan).map((key) => {
      const why = unavailable(key.row, stamp.isolated);
      const state: CellState = why === undefined ? WAITING : { kind: 'unavailable', why };
      return {
        ...key,
        workers: workersOf(key.row, key.writers),
        state,
        writesPerBatch: plan.writes,
        nanos: [],
        checked: 0,
      };
    });
    this.scoring = plan.scoring.workers.map((workers) => ({
      workers,
      chunk: chunkSizeFor(plan.scoring.nodes, workers),
      state: stamp.isolated ? WAITING : { kind: 'unavailable', why: 'not-isolated' },
      micros: [],
      scores: 0,
    }));
  }

  get results(): Results {
    const runs = [...this.cells, ...this.scoring].filter(({ state }) => state.kind !== 'unavailable').length;
    const { stamp, done } = this;
    return {
      stamp,
      cells: [...this.cells],
      scoring: [...this.scoring],
      virtual: this.virtual,
      done,
      total: runs * this.rounds,
      end: undefined,
    };
  }

  /** Errors: a worker failed, or the crew was dismissed. */
  async run(): Promise<Results> {
    for (let round = 0; round < this.rounds; round++) {
      for (let i = 0; i < this.cells.length; i++) await this.measure(i, round);
    }
    await this.runScoring();
    return this.results;
  }

  private async measure(at: number, round: number): Promise<void> {
    const cell = this.cells[at];
    if (cell === undefined || cell.state.kind === 'unavailable') return;
    if (cell.state.kind === 'waiting' || cell.state.kind === 'measured') this.cells[at] = await this.batch(cell, round);
    await this.peer?.(cell, round < this.plan.warmUp);
    this.done++;
    this.changed(this.results);
  }

  private async batch(cell: Cell, round: number): Promise<Cell> {
    const { millis, wrong } = timed(await this.crew.run(batchJobs(cell, this.stamp.cores)));
    if (wrong !== undefined) return { ...cell, state: { kind: 'void', found: wrong }, nanos: [] };
    const checked = cell.checked + 1;
    if (round < this.plan.warmUp) {
      // The first batch is cold; the last one of the warm-up tells how long the others will be.
      const full = cell.writesPerBatch === this.plan.writes;
      return {
        ...cell,
        checked,
        writesPerBatch: full ? writesFor(this.plan, millis, this.stamp.stepMillis) : cell.writesPerBatch,
      };
    }
    return { ...cell, checked, state: MEASURED, nanos: [...cell.nanos, (millis * 1e6) / cell.writesPerBatch] };
  }

  private async runScoring(): Promise<void> {
    const { nodes, workers } = this.plan.scoring;
    const input = snapshotOf(nodes);
    // The cost model needs no shared memory, and so no more than one worker.
    const most = this.stamp.isolated ? Math.max(...workers) : 1;
    await this.crew.run(Array.from({ length: most }, () => ({ job: { kind: 'snapshot', input } })));
    const [model] = await this.crew.run([
      { job: { kind: 'virtual', workers: [...new Set([...workers, UPSTREAM_WORKERS])] } },
    ]);
    if (model?.kind === 'virtual') this.virtual = model.rows;
    if (!this.stamp.isolated) return;
    for (let round = 0; round < this.rounds; round++) {
      for (let i = 0; i < this.scoring.length; i++) {
        const row = this.scoring[i];
        if (row !== undefined && row.state.kind !== 'void') this.scoring[i] = await this.score(row, i, round);
        this.done++;
        this.changed(this.results);
      }
    }
  }

  private async score(row: ScoreRow, at: number, round: number): Promise<ScoreRow> {
    const { nodes } = this.plan.scoring;
    const { workers, chunk } = row;
    const rounds = this.repeats.get(at) ?? 1;
    const words = sharedWords(scoreWords(nodes));
    const jobs = Array.from({ length: workers }, (_, place) => ({
      job: { kind: 'score', place, workers, chunk, rounds, words } as const satisfies Job,
    }));
    const { millis, wrong } = timed(await this.crew.run(jobs));
    if (wrong !== undefined) return { ...row, state: { kind: 'void', found: wrong }, micros: [] };
    if (round < this.plan.warmUp) {
      // Starting workers takes tens of microseconds: a batch is long enough for that not to count.
      const wanted = Math.max(SCORE_MILLIS, STEPS_PER_BATCH * this.stamp.stepMillis);
      this.repeats.set(at, Math.max(1, Math.ceil((wanted * rounds) / Math.max(millis, 0.01))));
      return row;
    }
    return { ...row, state: MEASURED, scores: row.scores + nodes, micros: [...row.micros, (millis * 1000) / rounds] };
  }
}

const SCORE_MILLIS = 20;

function batchJobs(cell: Cell, cores: number): { job: Job; transfer?: readonly MessagePort[] }[] {
  const { row, writers, workers, writesPerBatch: writes } = cell;
  const kind = ROWS[row];
  if (kind.kind === 'message') return messageJobs(writers, writes);
  const words = sharedWords(wordsFor(kind.kind === 'channel' ? kind.buffer : 1));
  const spins = spinsFor(workers, cores);
  return Array.from({ length: workers }, (_, place) => ({
    job: { kind: 'shared', row, words, writers, writes, place, spins },
  }));
}

function messageJobs(writers: number, writes: number): { job: Job; transfer: readonly MessagePort[] }[] {
  const channels = Array.from({ length: writers }, () => new MessageChannel());
  const ports = channels.map(({ port1 }) => port1);
  const reader: Job = { kind: 'message', place: 0, writers, writes, ports };
  return [
    { job: reader, transfer: ports },
    ...channels.map(({ port2 }, i) => ({
      job: { kind: 'message', place: i + 1, writers, writes, ports: [port2] } as const satisfies Job,
      transfer: [port2],
    })),
  ];
}
