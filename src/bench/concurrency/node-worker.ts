/** Entry of a benchmark worker in Node. */
import { parentPort } from 'node:worker_threads';
import type { Job } from './jobs.ts';
import { createWorkerBody } from './worker-body.ts';

const body = createWorkerBody(() => performance.now());

parentPort?.on('message', (job: Job) => {
  void body(job).then((report) => {
    parentPort?.postMessage(report);
  });
});
