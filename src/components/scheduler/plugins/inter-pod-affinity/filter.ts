/**
 * kubernetes pkg/scheduler/framework/plugins/interpodaffinity/filtering.go (v1.37). Up to 1.36 an incoming
 * Pod's namespaceSelector is also matched against no labels at all (C-29).
 */
import type { CycleContext, FilterRun } from '../../framework.ts';
import { unresolvable, unschedulable } from '../../framework.ts';
import type { NodeInfo } from '../../node-info.ts';
import { type AffinityTerm, matchesAll, type PodInfo } from '../../pod-info.ts';
import { eachAgainst, eachMet, type Terms } from './terms.ts';
import { TopologyCounts } from './topology-counts.ts';

const AFFINITY = unresolvable("node(s) didn't match pod affinity rules");
const ANTI_AFFINITY = unschedulable("node(s) didn't match pod anti-affinity rules");
const EXISTING_ANTI_AFFINITY = unschedulable("node(s) didn't satisfy existing pods anti-affinity rules");

export class InterPodFilter implements FilterRun {
  constructor(
    private readonly terms: Terms,
    private readonly affinity = new TopologyCounts(),
    private readonly antiAffinity = new TopologyCounts(),
    private readonly existing = new TopologyCounts(),
  ) {}

  get hasTerms(): boolean {
    return this.terms.affinity.length + this.terms.antiAffinity.length > 0;
  }

  /** Could it reject a node? */
  get isNeeded(): boolean {
    return this.hasTerms || this.existing.size > 0;
  }

  filter(node: NodeInfo) {
    if (!this.affinityHolds(node)) return AFFINITY;
    if (this.terms.antiAffinity.some(({ topologyKey }) => this.antiAffinity.at(node, topologyKey) > 0)) {
      return ANTI_AFFINITY;
    }
    return this.existing.size > 0 && this.existing.any(node) ? EXISTING_ANTI_AFFINITY : undefined;
  }

  private affinityHolds(node: NodeInfo): boolean {
    const { affinity } = this.terms;
    if (affinity.some(({ topologyKey }) => !Object.hasOwn(node.labels, topologyKey))) return false;
    return affinity.every((term) => this.isNear(node, term)) || this.isFirst;
  }

  /** Are Pods that meet the Pod's affinity in the node's domain of the term? */
  isNear(node: NodeInfo, { topologyKey }: AffinityTerm): boolean {
    return this.affinity.at(node, topologyKey) > 0;
  }

  /** The first of a group that wants to be near itself must be let in somewhere. */
  get isFirst(): boolean {
    return this.affinity.size === 0 && matchesAll(this.terms.affinity, this.terms.pod);
  }

  count(pod: PodInfo, node: NodeInfo, delta: 1 | -1): void {
    this.countExisting(pod, node, delta);
    this.countIncoming(pod, node, delta);
  }

  /** The other Pod's own anti-affinity, if it is against this one. */
  countExisting(pod: PodInfo, node: NodeInfo, delta: 1 | -1): void {
    if (pod.requiredAntiAffinity.length === 0) return;
    eachAgainst(this.terms, pod, ({ topologyKey }) => {
      this.existing.add(node, topologyKey, delta);
    });
  }

  /** This Pod's terms against the other one. */
  countIncoming(pod: PodInfo, node: NodeInfo, delta: 1 | -1): void {
    eachMet(this.terms, pod, (side, { topologyKey }) => {
      this[side].add(node, topologyKey, delta);
    });
  }

  copy(): InterPodFilter {
    return new InterPodFilter(this.terms, this.affinity.copy(), this.antiAffinity.copy(), this.existing.copy());
  }
}

/** The Filter of these terms with all Pods counted. */
export function interPodFilter(cx: CycleContext, terms: Terms): InterPodFilter {
  const run = new InterPodFilter(terms);
  for (const node of cx.nodes) {
    for (const pod of node.podsWithRequiredAntiAffinity) run.countExisting(pod, node, 1);
    if (run.hasTerms) for (const pod of node.pods) run.countIncoming(pod, node, 1);
  }
  return run;
}
