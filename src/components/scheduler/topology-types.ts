/** What the two plugins that look at a Pod's neighbours counted. Pods are "namespace/name". */

/** A value of a topology key. */
export interface DomainReport {
  readonly value: string;
  readonly nodes: readonly string[];
  /** Pods that count, by node order. */
  readonly pods: readonly string[];
  /** The Pod may go here as far as this rule goes. */
  readonly allowed: boolean;
  /** Spread only: with the Pod here. */
  readonly skew?: number;
}

export interface IgnoredNode {
  readonly node: string;
  /** "not-scored": no node of its domain passed the filters, so that scores do not compare it. */
  readonly why: 'no-label' | 'node-affinity' | 'node-taints' | 'not-scored';
}

/** A node of a domain with room where Pods that are nominated to it leave none. */
export interface BarredNode {
  readonly node: string;
  readonly pods: readonly string[];
}

export interface SpreadReport {
  readonly topologyKey: string;
  readonly maxSkew: number;
  readonly whenUnsatisfiable: 'DoNotSchedule' | 'ScheduleAnyway';
  /** Where it is more than 1. */
  readonly minDomains?: number;
  readonly selector: string;
  readonly selfMatch: boolean;
  readonly from: 'pod' | 'defaults';
  readonly minimum: number;
  readonly domains: readonly DomainReport[];
  readonly ignored: readonly IgnoredNode[];
  readonly barred: readonly BarredNode[];
}

export interface AffinityReport {
  readonly kind: 'affinity' | 'anti-affinity' | 'existing-affinity' | 'existing-anti-affinity';
  /** 0 = required. */
  readonly weight: number;
  readonly topologyKey: string;
  /** "" = all Pods, "<none>" = no Pod. */
  readonly selector: string;
  /** Names; "*" = all. */
  readonly namespaces: readonly string[];
  /** Picks namespaces by label besides; "" = none. */
  readonly namespaceSelector: string;
  readonly domains: readonly DomainReport[];
  /** Nodes without the key. */
  readonly unlabelled: readonly string[];
  /** Nobody matches yet and the Pod matches itself: it may go to any domain. */
  readonly first: boolean;
  readonly barred: readonly BarredNode[];
}

export interface TopologyReport {
  readonly spread: readonly SpreadReport[];
  readonly affinity: readonly AffinityReport[];
}
