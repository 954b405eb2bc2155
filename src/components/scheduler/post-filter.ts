/** kubernetes pkg/scheduler/framework/runtime/framework.go RunPostFilterPlugins (v1.37), for the two plugins that have one. */
import type { Profile } from './configuration.ts';
import type { FilterChain, NodeRejection } from './filters.ts';
import type { Choose, CycleContext } from './framework.ts';
import { runPreemption } from './plugins/default-preemption/default-preemption.ts';
import type { PreemptionCandidate, PreemptionReport } from './types.ts';
import { failsAfterPreFilter, noClaimsMessage } from './plugins/dynamic-resources/dynamic-resources.ts';

/** Why the cycle found no node. */
export type Failure =
  | { readonly kind: 'prefilter'; readonly rejection: NodeRejection }
  | { readonly kind: 'filter'; readonly chain: FilterChain; readonly rejected: ReadonlyMap<string, NodeRejection> };

export interface PostFiltered {
  /** Tail of the Pod's message; "" where a preemption was started (before 1.37). */
  readonly message: string;
  /** "" clears an earlier nomination; undefined leaves it. */
  readonly nominatedNodeName?: string;
  readonly victims?: readonly string[];
  readonly candidates?: readonly PreemptionCandidate[];
  readonly bestNodes?: readonly string[];
  readonly preemption?: PreemptionReport;
}

export function runPostFilters(cx: CycleContext, profile: Profile, failure: Failure, choose: Choose): PostFiltered {
  const has = (name: string): boolean => profile.plugins.some((plugin) => plugin.name === name);
  const messages: string[] = [];
  if (has('DynamicResources')) {
    if (failure.kind === 'prefilter' && failsAfterPreFilter(cx.minor)) return { message: 'not found' };
    const own = noClaimsMessage(cx.minor);
    if (own !== '') messages.push(own);
  }
  if (!has('DefaultPreemption')) return { message: messages.join(', ') };
  const preempted = runPreemption(cx, failure, choose);
  if (preempted.victims !== undefined) return preempted;
  return { ...preempted, message: [...messages, preempted.message].join(', ') };
}
