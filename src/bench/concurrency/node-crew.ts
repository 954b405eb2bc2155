/** Workers in Node. */
import { type MessagePort as NodePort, Worker } from 'node:worker_threads';
import type { Seat } from './crew.ts';
import type { Report } from './jobs.ts';

export function spawnNodeWorker(): Seat {
  const worker = new Worker(new URL('./node-entry.mjs', import.meta.url));
  return {
    post: (job, transfer) => {
      // The two worlds' ports are the same object under two types.
      worker.postMessage(job, transfer as unknown as readonly NodePort[]);
    },
    listen: (heard) => {
      worker.on('message', (report: Report) => {
        heard(report);
      });
      worker.on('error', (error: Error) => {
        heard({ kind: 'failed', message: error.message });
      });
    },
    terminate: () => void worker.terminate(),
  };
}
