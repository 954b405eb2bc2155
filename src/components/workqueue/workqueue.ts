/** Face of client-go's work queue. */
export type * from './types.ts';
export { createWorkQueue } from './queue.ts';
/** Keys of a queue as of a step, in order, read off the history. */
export { workQueueAt } from './queue-view.ts';
