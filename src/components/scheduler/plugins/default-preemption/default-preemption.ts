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
import type { PreemptionReport } from '../../types.ts';
import { type Candidate, pickBest } from './pick.ts';
import { byReason, describeCandidate } from './report.ts';
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

type Refusal = Extract<PreemptionReport['outcome'], 'never' | 'victim-terminating'>;

const REFUSALS: Readonly<Record<Refusal, string>> = {
  never: 'not eligible due to preemptionPolicy=Never.',
  'victim-terminating': 'not eligible due to a terminating pod on the nominated node.',
};

/** @returns why the Pod may not preempt, or undefined */
function notEligible(cx: CycleContext, rejected: ReadonlyMap<string, NodeRejection>): Refusal | undefined {
  const { pod } = cx;
  if (pod.pod.spec.preemptionPolicy === 'Never') return 'never';
  const nominated = pod.pod.status?.nominatedNodeName ?? '';
  if (nominated === '' || rejected.get(nominated)?.code === 'UnschedulableAndUnresolvable') return undefined;
  const node = cx.nodes.find(({ name }) => name === nominated);
  const going = node?.pods.some((other) => other.priority < pod.priority && terminatingByPreemption(other));
  return going === true ? 'victim-terminating' : undefined;
}

interface DryRun {
  readonly candidates: readonly Candidate[];
  /** Reasons of the nodes that were tried in vain. */
  readonly failed: ReadonlyMap<string, readonly string[]>;
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
  const failed = new Map<string, readonly string[]>();
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[(offset + i) % nodes.length];
    if (node === undefined) continue;
    const outcome = selectVictims(chain, cx.pod, node, budgets);
    if (outcome.kind === 'rejected') failed.set(node.name, outcome.reasons);
    else candidates.push({ node: node.name, ...outcome });
    if (candidates.length >= wanted && candidates.some(({ violations }) => violations === 0)) break;
  }
  return { candidates, failed };
}

const helpless = (cx: CycleContext, failed: DryRun['failed']): string =>
  say(
    fitErrorMessage({
      numAllNodes: cx.nodes.length,
      preFilterMessage: '',
      nodeReasons: [...failed.values()],
      absentReasons: [NOT_HELPFUL],
      postFilterMessage: '',
    }),
  );

/** What became of the nodes that are no candidates. */
function otherNodes(cx: CycleContext, tried: readonly NodeInfo[], { candidates, failed }: DryRun) {
  const possible = new Set(tried.map(({ name }) => name));
  const free = new Set(candidates.map(({ node }) => node));
  const helpless = cx.nodes.filter(({ name }) => !possible.has(name) || failed.has(name));
  return {
    unhelpful: byReason(helpless.map(({ name }) => [name, failed.get(name) ?? [NOT_HELPFUL]])),
    untried: tried.map(({ name }) => name).filter((name) => !free.has(name) && !failed.has(name)),
  };
}

const REFUSED = { rules: [], unhelpful: [], untried: [] } as const;

export function runPreemption(cx: CycleContext, failure: Failure, choose: Choose): PostFiltered {
  const rejected = failure.kind === 'filter' ? failure.rejected : new Map<string, NodeRejection>();
  const refusal = notEligible(cx, rejected);
  if (refusal !== undefined) return { message: say(REFUSALS[refusal]), preemption: { outcome: refusal, ...REFUSED } };
  const nodes = cx.nodes.filter(({ name }) => rejected.get(name)?.code === 'Unschedulable');
  const chain = failure.kind === 'filter' ? failure.chain : [];
  const tried = dryRun(cx, chain, nodes, budgetsOf(cx.input.others ?? []), choose);
  const { best, rules } = pickBest(tried.candidates);
  // Upstream takes any of them: the order of a Go map.
  const chosen = best.length === 0 ? undefined : best[choose('preemption tie', cx.pod.key, best.length)];
  const others = otherNodes(cx, nodes, tried);
  if (chosen === undefined) {
    const preemption = { outcome: 'helpless', rules, ...others } as const;
    return { message: helpless(cx, tried.failed), nominatedNodeName: '', preemption };
  }
  return {
    ...nomination(cx, chosen, tried.candidates, best),
    preemption: { ...decided(chosen, best, rules), ...others },
  };
}

function decided({ node }: Candidate, best: readonly Candidate[], rules: PreemptionReport['rules']) {
  const last = best.length > 1 ? [{ rule: 'any', left: [node] } as const] : [];
  return { outcome: 'nominated', rules: [...rules, ...last] } as const;
}

function nomination(
  cx: CycleContext,
  { node, victims }: Candidate,
  candidates: readonly Candidate[],
  best: readonly Candidate[],
): PostFiltered {
  const found = `found a potential placement for pod on node ${node}, preempting ${victims.length} victims`;
  return {
    message: cx.minor >= 37 ? say(found) : '',
    nominatedNodeName: node,
    victims: keysOf(victims),
    candidates: candidates.map(describeCandidate),
    bestNodes: best.map((candidate) => candidate.node),
  };
}
