/** kubernetes pkg/scheduler/framework/types.go FitError (v1.35): the text that tells why no node took a Pod. */
import { compareBytes } from '../../kernel/kernel.ts';

export const NO_NODES = 'no nodes available to schedule pods';

export interface FitErrorParts {
  readonly numAllNodes: number;
  /** Of a rejection in PreFilter; the nodes' reasons are then left out. */
  readonly preFilterMessage: string;
  /** Reasons of each node that failed. */
  readonly nodeReasons: Iterable<readonly string[]>;
  /** Nodes without an entry of their own count for each of these. */
  readonly absentReasons: readonly string[];
  readonly postFilterMessage: string;
}

/** "2 reason a, 10 reason b.", sorted as texts; "" without a reason. */
function histogram(parts: FitErrorParts): string {
  const counts = new Map<string, number>();
  let listed = 0;
  for (const reasons of parts.nodeReasons) {
    listed++;
    for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const absent = parts.numAllNodes - listed;
  if (absent > 0) for (const reason of parts.absentReasons) counts.set(reason, (counts.get(reason) ?? 0) + absent);
  const entries = [...counts].map(([reason, count]) => `${count} ${reason}`).sort(compareBytes);
  return entries.length === 0 ? '' : ` ${entries.join(', ')}.`;
}

export function fitErrorMessage(parts: FitErrorParts): string {
  const { numAllNodes, preFilterMessage, postFilterMessage } = parts;
  const middle = preFilterMessage === '' ? histogram(parts) : ` ${preFilterMessage}.`;
  return `0/${numAllNodes} nodes are available:${middle}${postFilterMessage === '' ? '' : ` ${postFilterMessage}`}`;
}
