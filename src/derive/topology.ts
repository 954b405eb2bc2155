/** What spread and affinity counted, ready to be drawn. */
import type { AffinityRow, SpreadRow, TopologyDomain } from '../protocol/protocol.ts';

/** `over`: beyond the limit of a constraint that is only a wish. */
export type DomainVerdict = 'yes' | 'no' | 'over';

/** More domains than this are not drawn one by one. */
export const DRAWN_MAX = 12;

/** Domains that hold equally many Pods. */
export interface DomainFold {
  readonly count: number;
  readonly skew: number;
  readonly verdict: DomainVerdict;
  readonly domains: readonly TopologyDomain[];
}

/** So many Pods a domain may hold, this one counted. */
export const limitOf = ({ minimum, maxSkew }: SpreadRow): number => minimum + maxSkew;

export function spreadVerdict(row: SpreadRow, { allowed, skew = 0 }: TopologyDomain): DomainVerdict {
  if (!allowed) return 'no';
  return skew > row.maxSkew ? 'over' : 'yes';
}

const compareNames = (a: TopologyDomain, b: TopologyDomain): number =>
  a.value.localeCompare(b.value, 'en', { numeric: true });

/** n2 before n10. */
export const byName = (domains: readonly TopologyDomain[]): readonly TopologyDomain[] =>
  [...domains].sort(compareNames);

/** The fullest first, equal ones by name. */
export const byCount = (domains: readonly TopologyDomain[]): readonly TopologyDomain[] =>
  [...domains].sort((a, b) => b.pods.length - a.pods.length || compareNames(a, b));

/** One for each count, the fullest first. */
export function foldsOf(row: SpreadRow): readonly DomainFold[] {
  const folds = new Map<number, TopologyDomain[]>();
  for (const domain of byCount(row.domains)) {
    const known = folds.get(domain.pods.length);
    if (known === undefined) folds.set(domain.pods.length, [domain]);
    else known.push(domain);
  }
  return [...folds].flatMap(([count, domains]) => {
    const [first] = domains;
    return first === undefined ? [] : [{ count, skew: first.skew ?? 0, verdict: spreadVerdict(row, first), domains }];
  });
}

/** Length of the axis in Pods: the fullest domain with the Pod, and the limit, both in sight. */
export const axisOf = (row: SpreadRow): number =>
  Math.max(1, limitOf(row), ...row.domains.map(({ pods }) => pods.length + (row.selfMatch ? 1 : 0)));

export interface IgnoredGroup {
  readonly why: SpreadRow['ignored'][number]['why'];
  readonly nodes: readonly string[];
}

const REASONS = ['no-label', 'node-affinity', 'node-taints', 'not-scored'] as const;

export const ignoredGroups = ({ ignored }: SpreadRow): readonly IgnoredGroup[] =>
  REASONS.map((why) => ({ why, nodes: ignored.filter((one) => one.why === why).map(({ node }) => node) })).filter(
    ({ nodes }) => nodes.length > 0,
  );

/** The domain to tell of until a person picks one: where the Pod went, else where it may not go, else the first. */
export function firstToTell(domains: readonly TopologyDomain[], host: string): string {
  const told =
    domains.find(({ nodes }) => host !== '' && nodes.includes(host)) ??
    domains.find(({ allowed }) => !allowed) ??
    domains.find(({ pods }) => pods.length > 0) ??
    domains[0];
  return told?.value ?? '';
}

/** Domains of a term that are worth a mark of their own: all where they are few, else those where somebody matches. */
export function termDomains({ domains }: AffinityRow): readonly TopologyDomain[] {
  if (domains.length <= 2 * DRAWN_MAX) return byName(domains);
  return byCount(domains.filter(({ pods }) => pods.length > 0));
}
