/** Face of the informer: reflector, DeltaFIFO or RealFIFO, indexer, shared informer and listeners. */
export type * from './types.ts';
export { createSharedInformer } from './shared-informer.ts';
/** The queue of an informer as of a step, read off the history (no engine needed). */
export { queuedDeltasAt } from './queue-view.ts';
/** The plain machines behind it, which recordings drive. */
export { isTombstone, type Delta, type FifoEntry, type ObjectDelta, type Tombstone } from './delta.ts';
export type { FifoDeps, FifoError, KnownObjects } from './fifo.ts';
export { HandlerPanic } from './listener-call.ts';
export { DeltaFIFO } from './delta-fifo.ts';
export { RealFIFO, type RealFIFOOptions } from './real-fifo.ts';
export { ThreadSafeStore, type IndexFunc } from './thread-safe-store.ts';
export { ProcessorListener } from './processor-listener.ts';
export {
  FIRST_BACKOFF,
  nextBackoff,
  reflectorBackoff,
  type BackoffPolicy,
  type BackoffState,
} from './reflector-backoff.ts';
export { statusOf, watchEnd } from './reflector-reading.ts';
export { processDeltas, type Notification } from './process-deltas.ts';
export { ResyncTimes, type ResyncRow } from './resync-times.ts';
