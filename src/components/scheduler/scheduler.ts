/** Face of the kube-scheduler. */
export type * from './types.ts';
export { createScheduler } from './create.ts';
/** One scheduling cycle as a pure function. */
export { runCycle } from './cycle.ts';
/** Rebuilds a recorded cycle's input from history and runs it again. */
export { explainCycle } from './explain.ts';
/** The visible registry: order and weights are semantics. */
export { DEFAULT_PLUGINS } from './registry.ts';
