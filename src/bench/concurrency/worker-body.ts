/** What a worker does with a job, the same in a browser and in Node. */
import { clockStep } from './clock.ts';
import type { Job, Report } from './jobs.ts';
import { runMessages } from './message-work.ts';
import { keep, runScores, scoredOf, type Snapshot } from './score-work.ts';
import { runShared } from './shared-work.ts';
import { virtualRows } from './virtual.ts';

const NO_SNAPSHOT: Report = { kind: 'failed', message: 'no snapshot to score' };

export function createWorkerBody(now: () => number): (job: Job) => Promise<Report> {
  let snapshot: Snapshot | undefined;
  const run = (job: Job): Report | Promise<Report> => {
    switch (job.kind) {
      case 'shared':
        return runShared(job, now);
      case 'message':
        return runMessages(job, now);
      case 'clock':
        return { kind: 'timed', millis: clockStep(now) };
      case 'snapshot':
        snapshot = keep(job.input);
        return { kind: 'done' };
      case 'virtual':
        if (snapshot === undefined) return NO_SNAPSHOT;
        return { kind: 'virtual', rows: virtualRows(scoredOf(snapshot), job.workers) };
      case 'score':
        if (snapshot === undefined) return NO_SNAPSHOT;
        return runScores(snapshot, job, now);
    }
  };
  return async (job) => {
    try {
      return await run(job);
    } catch (error) {
      return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  };
}
