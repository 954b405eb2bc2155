/** Face of client-go's work queue. */
export type * from './types.ts';
export { createWorkQueue } from './queue.ts';
/** A queue, and what it counts, as of a step, read off the history. */
export { workQueueAt, workQueueMetricsAt } from './queue-view.ts';
export { collectionNames } from './names.ts';
/** The FIFO over a collection that informers use too. */
export { IndexedQueue, inSlotOrder, type Entries } from './indexed-queue.ts';
/** The plain machines behind it, which recordings drive. */
export { WorkQueueSets, inMemory, type Got } from './sets.ts';
export { DelayingQueue } from './delaying.ts';
export { QueueMetrics } from './metrics.ts';
export * from './rate-limiters.ts';
/** Waits of other libraries that components share. */
export * from './wait-backoff.ts';
export * from './flowcontrol-backoff.ts';
