/**
 * kubernetes pkg/scheduler/framework/preemption/preemption.go and plugins/defaultpreemption/default_preemption.go (v1.37):
 * which Pods of lower priority would have to go, and where. Left out: extenders, preemption of whole workloads.
 */
import type { FilterChain, NodeRejection } from '../../filters.ts';
import { fitErrorMessage } from '../../fit-error.ts';
import { NEVER } from '../../cluster-events.ts';
import { type Choose, type CycleContext, type Plugin, unresolvable } from '../../framework.ts';
import { quotient } from '../../int.ts';
import type { NodeInfo } from '../../node-info.ts';
import type { PodInfo } from '../../pod-info.ts';
import type { Failure, PostFiltered } from '../../post-filter.ts';
import { bestCandidates, type Candidate } from './pick.ts';
import { type Budget, budgetsOf, selectVictims } from './victims.ts';

const BUSY = unresolvable('waiting for the preemption for this pod to be finished');

export const defaultPreemption: Plugin = {
  name: 'DefaultPreemption',
  preEnqueue: (_, isPreempting) => (isPreempting ? BUSY : undefined),
  // Pods that go let it look again whether its own preemption is over; whether they make room is for others to say.
  hints: (minor) => (minor >= 33 ? [{ events: ['AssignedPodDelete'], hint: NEVER }] : []),
};

const NOT_HELPFUL = 'Preemption is not helpful for scheduling';
const MIN_CANDIDATES = 100;
const MIN_CANDIDATES_PERCENTAGE = 10;

const keysOf = (pods: readonly PodInfo[]): string[] => pods.map(({ key }) => key);

const say = (message: string): string => `preemption: ${message}`;

/** Is it going because a preemption asked for it? */
function terminatingByPreemption({ pod, terminating }: PodInfo): boolean {
  return (
    terminating &&
    (pod.status?.conditions ?? []).some(
      ({ type, status, reason }) =>
        type === 'DisruptionTarget' && status === 'True' && reason === 'PreemptionByScheduler',
    )
  );
}

/** @returns why the Pod may not preempt, or undefined */
function notEligible(cx: CycleContext, rejected: ReadonlyMap<string, NodeRejection>): string | undefined {
  const { pod } = cx;
  if (pod.pod.spec.preemptionPolicy === 'Never') return 'not eligible due to preemptionPolicy=Never.';
  const nominated = pod.pod.status?.nominatedNodeName ?? '';
  if (nominated === '' || rejected.get(nominated)?.code === 'UnschedulableAndUnresolvable') return undefined;
  const node = cx.nodes.find(({ name }) => name === nominated);
  const going = node?.pods.some((other) => other.priority < pod.priority && terminatingByPreemption(other));
  return going === true ? 'not eligible due to a terminating pod on the nominated node.' : undefined;
}

interface DryRun {
  readonly candidates: readonly Candidate[];
  /** Reasons of the nodes that were tried in vain. */
  readonly failed: readonly (readonly string[])[];
}

function dryRun(
  cx: CycleContext,
  chain: FilterChain,
  nodes: readonly NodeInfo[],
  budgets: readonly Budget[],
  choose: Choose,
): DryRun {
  const wanted = Math.min(
    nodes.length,
    Math.max(quotient(nodes.length * MIN_CANDIDATES_PERCENTAGE, 100), MIN_CANDIDATES),
  );
  // Where all nodes are tried anyway, the random start makes no difference.
  const offset = wanted < nodes.length ? choose('preemption start', cx.pod.key, nodes.length) : 0;
  const candidates: Candidate[] = [];
  const failed: (readonly string[])[] = [];
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[(offset + i) % nodes.length];
    if (node === undefined) continue;
    const outcome = selectVictims(chain, cx.pod, node, budgets);
    if (outcome.kind === 'rejected') failed.push(outcome.reasons);
    else candidates.push({ node: node.name, victims: outcome.victims, violations: outcome.violations });
    if (candidates.length >= wanted && candidates.some(({ violations }) => violations === 0)) break;
  }
  return { candidates, failed };
}

const helpless = (cx: CycleContext, failed: readonly (readonly string[])[]): string =>
  say(
    fitErrorMessage({
      numAllNodes: cx.nodes.length,
      preFilterMessage: '',
      nodeReasons: failed,
      absentReasons: [NOT_HELPFUL],
      postFilterMessage: '',
    }),
  );

export function runPreemption(cx: CycleContext, failure: Failure, choose: Choose): PostFiltered {
  const rejected = failure.kind === 'filter' ? failure.rejected : new Map<string, NodeRejection>();
  const refusal = notEligible(cx, rejected);
  if (refusal !== undefined) return { message: say(refusal) };
  const nodes = cx.nodes.filter(({ name }) => rejected.get(name)?.code === 'Unschedulable');
  const chain = failure.kind === 'filter' ? failure.chain : [];
  const { candidates, failed } = dryRun(cx, chain, nodes, budgetsOf(cx.input.others ?? []), choose);
  const best = bestCandidates(candidates);
  // Upstream takes any of them: the order of a Go map.
  const chosen = best.length === 0 ? undefined : best[choose('preemption tie', cx.pod.key, best.length)];
  if (chosen === undefined) return { message: helpless(cx, failed), nominatedNodeName: '' };
  const { node, victims } = chosen;
  const found = `found a potential placement for pod on node ${node}, preempting ${victims.length} victims`;
  return {
    message: cx.minor >= 37 ? say(found) : '',
    nominatedNodeName: node,
    victims: keysOf(victims),
    candidates: candidates.map((candidate) => ({ ...candidate, victims: keysOf(candidate.victims) })),
    bestNodes: best.map((candidate) => candidate.node),
  };
}
