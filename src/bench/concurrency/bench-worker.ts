/** Entry of a benchmark worker in a browser. */
import type { Job, Report } from './jobs.ts';
import { createWorkerBody } from './worker-body.ts';

const body = createWorkerBody(() => performance.now());

addEventListener('message', ({ data }: MessageEvent<Job>) => {
  void body(data).then((report: Report) => {
    postMessage(report);
  });
});
