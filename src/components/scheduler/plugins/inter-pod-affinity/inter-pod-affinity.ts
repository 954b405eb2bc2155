/**
 * kubernetes pkg/scheduler/framework/plugins/interpodaffinity/filtering.go and plugin.go (v1.37). Up to 1.36 an incoming
 * Pod's namespaceSelector is also matched against no labels at all (C-29). Its Score is in scoring.ts.
 */
import { type CycleContext, type FilterRun, type Plugin, SKIP, unresolvable, unschedulable } from '../../framework.ts';
import type { NodeInfo } from '../../node-info.ts';
import { type AffinityTerm, matchesAll, type PodInfo, termMatches } from '../../pod-info.ts';
import { interPodHints } from './hints.ts';
import { interPodPreScore } from './scoring.ts';
import { resolveNamespaces } from './namespaces.ts';
import { TopologyCounts } from './topology-counts.ts';

const NAME = 'InterPodAffinity';
const AFFINITY = unresolvable("node(s) didn't match pod affinity rules");
const ANTI_AFFINITY = unschedulable("node(s) didn't match pod anti-affinity rules");
const EXISTING_ANTI_AFFINITY = unschedulable("node(s) didn't satisfy existing pods anti-affinity rules");

interface Terms {
  readonly pod: PodInfo;
  readonly affinity: readonly AffinityTerm[];
  readonly antiAffinity: readonly AffinityTerm[];
  readonly namespaceLabels: Readonly<Record<string, string>>;
}

class InterPodFilter implements FilterRun {
  constructor(
    private readonly terms: Terms,
    private readonly affinity = new TopologyCounts(),
    private readonly antiAffinity = new TopologyCounts(),
    private readonly existing = new TopologyCounts(),
  ) {}

  get hasExisting(): boolean {
    return this.existing.size > 0;
  }

  filter(node: NodeInfo) {
    if (!this.affinityHolds(node)) return AFFINITY;
    if (this.terms.antiAffinity.some(({ topologyKey }) => this.antiAffinity.at(node, topologyKey) > 0)) {
      return ANTI_AFFINITY;
    }
    return this.existing.size > 0 && this.existing.any(node) ? EXISTING_ANTI_AFFINITY : undefined;
  }

  private affinityHolds(node: NodeInfo): boolean {
    const { affinity, pod } = this.terms;
    if (affinity.some(({ topologyKey }) => !Object.hasOwn(node.labels, topologyKey))) return false;
    if (affinity.every(({ topologyKey }) => this.affinity.at(node, topologyKey) > 0)) return true;
    // The first of a group that wants to be near itself must be let in somewhere.
    return this.affinity.size === 0 && matchesAll(affinity, pod);
  }

  count(pod: PodInfo, node: NodeInfo, delta: 1 | -1): void {
    this.countExisting(pod, node, delta);
    this.countIncoming(pod, node, delta);
  }

  /** The other Pod's own anti-affinity, if it is against this one. */
  countExisting(pod: PodInfo, node: NodeInfo, delta: 1 | -1): void {
    for (const term of pod.requiredAntiAffinity) {
      if (termMatches(term, this.terms.pod, this.terms.namespaceLabels))
        this.existing.add(node, term.topologyKey, delta);
    }
  }

  /** This Pod's terms against the other one. */
  countIncoming(pod: PodInfo, node: NodeInfo, delta: 1 | -1): void {
    const { affinity, antiAffinity } = this.terms;
    if (matchesAll(affinity, pod)) {
      for (const { topologyKey } of affinity) this.affinity.add(node, topologyKey, delta);
    }
    for (const term of antiAffinity) {
      if (termMatches(term, pod, undefined)) this.antiAffinity.add(node, term.topologyKey, delta);
    }
  }

  copy(): InterPodFilter {
    return new InterPodFilter(this.terms, this.affinity.copy(), this.antiAffinity.copy(), this.existing.copy());
  }
}

function termsOf(cx: CycleContext): Terms {
  const { pod } = cx;
  const resolved = (terms: readonly AffinityTerm[]): AffinityTerm[] => terms.map((term) => resolveNamespaces(cx, term));
  return {
    pod,
    affinity: resolved(pod.requiredAffinity),
    antiAffinity: resolved(pod.requiredAntiAffinity),
    namespaceLabels: cx.namespaceLabels(pod.namespace),
  };
}

export const interPodAffinity: Plugin = {
  name: NAME,
  preFilter(cx) {
    const { affinityError } = cx.pod;
    if (affinityError !== undefined) {
      return { kind: 'rejected', rejection: unresolvable(`parsing pod: ${affinityError}`) };
    }
    const terms = termsOf(cx);
    const hasTerms = terms.affinity.length + terms.antiAffinity.length > 0;
    const run = new InterPodFilter(terms);
    for (const node of cx.nodes) {
      for (const pod of node.podsWithRequiredAntiAffinity) run.countExisting(pod, node, 1);
      if (hasTerms) for (const pod of node.pods) run.countIncoming(pod, node, 1);
    }
    return hasTerms || run.hasExisting ? { kind: 'run', run } : SKIP;
  },
  preScore: interPodPreScore,
  hints: () => interPodHints,
};
