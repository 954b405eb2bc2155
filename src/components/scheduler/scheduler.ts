/** Face of the kube-scheduler. */
export type * from './types.ts';
export { createScheduler } from './create.ts';
/** One scheduling cycle as a pure function. */
export { runCycle } from './cycle.ts';
/** Which worker looks at which nodes, and for how long. */
export { aloneTicks, type Chunk, chunkHeads, chunkSize, chunksOf, makespan, type ParallelPoint } from './cost.ts';
export { pointsOfCycle } from './cycle-points.ts';
/** Rebuilds a recorded cycle's input from history and runs it again. */
export { explainCycle } from './explain.ts';
/** The visible registry: order and weights are semantics. */
export { DEFAULT_PLUGINS } from './registry.ts';
/** The parts of a cycle one by one: for recorded cases and explanations. */
export { filterAlone, scoreAlone } from './single-plugin.ts';
/** The scores of a cycle a node at a time: for workers side by side. */
export { nodeScorer, type NodeScorer } from './score-by-node.ts';
/** The queue alone, and what it hears: for recorded cases and explanations. */
export { QueueTrial } from './queue-trial.ts';
export { nodeEvents, podEvents } from './cluster-events.ts';
export { backoffEnd, type BackoffRules, backoffSeconds, isBackingOff } from './backoff.ts';
export { leftoverTick } from './queue.ts';
export { wakingEvents } from './hint-map.ts';
/** What a dump left out and a cycle could only guess about. */
export { unjudgedKinds, usesResourceClaims } from './unknown-kinds.ts';
export { treeOrder } from './node-tree.ts';
export { fitErrorMessage } from './fit-error.ts';
export { defaultNormalize } from './normalize.ts';
export { normalizeSpread } from './plugins/pod-topology-spread/scoring.ts';
export { normalizeInterPod } from './plugins/inter-pod-affinity/scoring.ts';
export { heapRoot } from './scores.ts';
export { preemptedNote, scheduledNote, truncated, victimPatch } from './messages.ts';
