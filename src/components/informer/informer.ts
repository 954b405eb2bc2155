/** Face of the informer: reflector, DeltaFIFO or RealFIFO, indexer, shared informer and listeners. */
export type * from './types.ts';
export { createSharedInformer } from './shared-informer.ts';
/** The queue of an informer as of a step, read off the history (no engine needed). */
export { queuedDeltasAt } from './queue-view.ts';
