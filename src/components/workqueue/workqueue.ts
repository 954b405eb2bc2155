/** Face of client-go's work queue. */
export type * from './types.ts';
export { createWorkQueue } from './queue.ts';
/** Keys of a queue as of a step, in order, read off the history. */
export { workQueueAt } from './queue-view.ts';
/** The plain machines behind it, which recordings drive, and the FIFO that informers use too. */
export { IndexedQueue, inSlotOrder, type Entries } from './indexed-queue.ts';
export { WorkQueueSets, inMemory, type Got, type QueuedKey, type WorkQueueStorage } from './sets.ts';
export * from './rate-limiters.ts';
export { DelayingQueue } from './delaying.ts';
