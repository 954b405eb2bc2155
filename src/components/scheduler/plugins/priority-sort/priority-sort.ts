/** kubernetes pkg/scheduler/framework/plugins/queuesort/priority_sort.go (v1.35). */
import type { Plugin } from '../../framework.ts';
import type { QueuedPod } from '../../types.ts';

export const prioritySort: Plugin = { name: 'PrioritySort' };

/** Higher priority first, then the one that has waited longer; the order of arrival settles equal ticks. */
export const byPriority = (a: QueuedPod, b: QueuedPod): number =>
  b.priority - a.priority || a.since - b.since || a.sequence - b.sequence;
