/** Runs trials, each in a thread of its own, all at once. */
import { Worker } from 'node:worker_threads';
import type { Trial } from './trial-worker.ts';

export const TOOL = 64;

export function thread(trial: Trial): { readonly worker: Worker; readonly saw: Promise<unknown> } {
  const worker = new Worker(new URL('./trial-entry.mjs', import.meta.url));
  const saw = new Promise<unknown>((resolve, reject) => {
    worker.on('message', (message: { saw: unknown }) => {
      resolve(message.saw);
      void worker.terminate();
    });
    worker.on('error', reject);
  });
  worker.postMessage(trial);
  return { worker, saw };
}

export const together = (trials: readonly Trial[]): Promise<unknown[]> =>
  Promise.all(trials.map((trial) => thread(trial).saw));
