/** Face of the kube-scheduler. */
export type * from './types.ts';
export { createScheduler } from './create.ts';
/** One scheduling cycle as a pure function. */
export { runCycle } from './cycle.ts';
/** Rebuilds a recorded cycle's input from history and runs it again. */
export { explainCycle } from './explain.ts';
/** The visible registry: order and weights are semantics. */
export { DEFAULT_PLUGINS } from './registry.ts';
/** One plugin alone, the order of nodes, the message and its parts: for recorded cases and explanations. */
export { filterAlone, scoreAlone } from './single-plugin.ts';
export { treeOrder } from './node-tree.ts';
export { fitErrorMessage } from './fit-error.ts';
