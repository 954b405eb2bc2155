/** The page's half: spawns workers, watches the tab, and keeps what a view draws. */
import { Conductor } from './conductor.ts';
import { Crew, type Seat } from './crew.ts';
import type { Report } from './jobs.ts';
import { type Effort, type Plan, planOf } from './plan.ts';
import type { End, Results, Stamp } from './results.ts';

export { csv, goText } from './formats.ts';
export { type Effort, planOf, unavailable } from './plan.ts';
export { PUBLISHED, RECORDED, RECORDED_PARALLEL } from './references.ts';
export { type Cell, type End, isVoid, type Results, type ScoreRow, type Stamp, type VirtualRow } from './results.ts';
export { ROW_IDS, ROWS, type RowId, workersOf, WRITERS } from './rows.ts';
export { compare, isRough, median, medianInterval, outliers } from './statistics.ts';
export { isBusy, spreadOf } from './busy.ts';

function spawnWorker(): Seat {
  const worker = new Worker(new URL('./bench-worker.ts', import.meta.url), { type: 'module' });
  return {
    post: (job, transfer) => {
      worker.postMessage(job, [...transfer]);
    },
    listen: (heard) => {
      worker.onmessage = ({ data }: MessageEvent<Report>) => {
        heard(data);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        // A script that did not come tells nothing.
        const told = (event as Partial<ErrorEvent>).message;
        heard({ kind: 'failed', message: told ?? 'a worker did not start' });
      };
    },
    terminate: () => {
      worker.terminate();
    },
  };
}

/** Fetches the workers' scripts, so that a run needs no network later. Resolves also where they do not come. */
export async function warmUp(): Promise<void> {
  const crew = new Crew(spawnWorker);
  await crew.run([{ job: { kind: 'clock' } }]).catch(() => undefined);
  crew.dismiss();
}

/** Drawing more often would disturb what is measured. */
const TELL_MILLIS = 300;

/** One run at a time; its results are read by whoever subscribes. */
export class BenchRun {
  private readonly listeners = new Set<() => void>();
  private current: Results | undefined;
  private crew: Crew | undefined;
  private told = 0;
  private timer = 0;

  /** For React: the same object until something is to be drawn anew. */
  readonly read = (): Results | undefined => this.current;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  get running(): boolean {
    return this.crew !== undefined;
  }

  async start(effort: Effort): Promise<void> {
    this.stop('cancelled');
    const crew = new Crew(spawnWorker);
    this.crew = crew;
    this.current = undefined;
    this.call();
    let last: Results | undefined;
    const hidden = (): void => {
      if (document.hidden && this.crew === crew) this.stop('hidden');
    };
    document.addEventListener('visibilitychange', hidden);
    try {
      const plan = planOf(effort);
      const stamp = await this.stampOf(crew, plan);
      const changed = (results: Results): void => {
        last = results;
        if (this.crew === crew) this.tellSoon(results);
      };
      const conductor = new Conductor({ crew, plan, stamp, changed });
      last = conductor.results;
      this.tell(last);
      const results = await conductor.run();
      if (this.crew === crew) this.finish(results, 'complete');
    } catch (error) {
      if (this.crew === crew) this.finish(last, { failed: error instanceof Error ? error.message : String(error) });
    } finally {
      document.removeEventListener('visibilitychange', hidden);
      crew.dismiss();
    }
  }

  /** Workers end at once. Does nothing where nothing runs. */
  stop(why: 'cancelled' | 'hidden'): void {
    const { crew } = this;
    if (crew === undefined) return;
    this.finish(this.current, why);
    crew.dismiss();
  }

  private finish(results: Results | undefined, end: End): void {
    this.crew = undefined;
    clearTimeout(this.timer);
    this.timer = 0;
    if (results !== undefined) this.tell({ ...results, end });
    else this.call();
  }

  private tellSoon(results: Results): void {
    clearTimeout(this.timer);
    const wait = this.told + TELL_MILLIS - performance.now();
    if (wait <= 0) this.tell(results);
    else
      this.timer = window.setTimeout(() => {
        this.tell(results);
      }, wait);
  }

  private tell(results: Results): void {
    this.told = performance.now();
    this.current = results;
    this.call();
  }

  private call(): void {
    for (const listener of [...this.listeners]) listener();
  }

  private async stampOf(crew: Crew, { batches, warmUp, scoring }: Plan): Promise<Stamp> {
    const [clock] = await crew.run([{ job: { kind: 'clock' } }]);
    return {
      ...whoIs(navigator.userAgent),
      cores: navigator.hardwareConcurrency,
      isolated: crossOriginIsolated,
      stepMillis: clock?.kind === 'timed' ? clock.millis : 1,
      batches,
      warmUp,
      nodes: scoring.nodes,
      date: new Date().toISOString(),
    };
  }
}

const AGENTS: readonly (readonly [name: string, version: RegExp])[] = [
  ['Edge', /Edg\/(\d+)/],
  ['Firefox', /Firefox\/(\d+)/],
  ['Chromium', /Chrom(?:e|ium)\/(\d+)/],
  ['Safari', /Version\/(\d+)[\d.]* Safari/],
];

/** @param agent `navigator.userAgent` */
export function whoIs(agent: string): Pick<Stamp, 'agent' | 'system'> {
  const found = AGENTS.find(([, version]) => version.test(agent));
  const system = /\(([^)]*)\)/.exec(agent)?.[1] ?? '';
  return {
    agent: found === undefined ? agent : `${found[0]} ${found[1].exec(agent)?.[1] ?? ''}`,
    system: system.replace(/^X11; /, ''),
  };
}
