/** What keeps a Pod off a node by spread or affinity, in figures and names: the scheduler's own counts. */
import { topologyReport } from '../components/scheduler/topology-report.ts';
import type { CycleInput } from '../components/scheduler/scheduler.ts';
import type { Node } from '../model/objects.ts';
import type { FixNote } from '../protocol/protocol.ts';

type Report = ReturnType<typeof topologyReport>;
type Domain = Report['spread'][number]['domains'][number];

/** Pods of an affinity that are named; the rest is counted. */
const NAMED_MAX = 3;

interface Looked<Row> {
  readonly row: Row;
  readonly byValue: ReadonlyMap<string, Domain>;
}

const looked = <Row extends { readonly domains: readonly Domain[] }>(row: Row): Looked<Row> => ({
  row,
  byValue: new Map(row.domains.map((domain) => [domain.value, domain])),
});

const labelOf = ({ metadata: { labels = {} } }: Node, key: string): string | undefined =>
  Object.hasOwn(labels, key) ? labels[key] : undefined;

interface Rows {
  readonly spread: readonly Looked<Report['spread'][number]>[];
  readonly affinity: readonly Looked<Report['affinity'][number]>[];
}

const rowsOf = ({ spread, affinity }: Report): Rows => ({
  spread: spread.filter(({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule').map(looked),
  affinity: affinity.filter(({ weight }) => weight === 0).map(looked),
});

interface TopologyHints {
  readonly spread: (node: Node) => FixNote[];
  readonly affinity: (node: Node) => FixNote[];
}

/** For all nodes of one cycle; nothing is counted until it is asked for. */
export function createTopologyHints(input: CycleInput): TopologyHints {
  let kept: Rows | undefined;
  const rows = (): Rows => (kept ??= rowsOf(topologyReport(input)));
  return {
    spread: (node) => rows().spread.flatMap((one) => spreadHint(one, node)),
    affinity: (node) => rows().affinity.flatMap((one) => affinityHints(one, node)),
  };
}

function spreadHint({ row, byValue }: Looked<Report['spread'][number]>, node: Node): FixNote[] {
  const { topologyKey, maxSkew, minimum } = row;
  const domain = labelOf(node, topologyKey);
  if (domain === undefined) return [{ code: 'no-domain', params: { topologyKey } }];
  const found = byValue.get(domain);
  if (found === undefined || found.allowed) return [];
  const { pods, skew = 0 } = found;
  return [{ code: 'skew', params: { topologyKey, domain, count: pods.length, least: minimum, skew, maxSkew } }];
}

function affinityHints({ row, byValue }: Looked<Report['affinity'][number]>, node: Node): FixNote[] {
  const { kind, topologyKey, selector } = row;
  const domain = labelOf(node, topologyKey);
  const found = domain === undefined ? undefined : byValue.get(domain);
  const hint = (pods: readonly string[], count: number): FixNote => ({
    code: kind,
    params: { topologyKey, domain: domain ?? '', selector, pods: pods.join(','), count },
  });
  if (kind === 'affinity') return found?.allowed === true ? [] : [hint([], 0)];
  if (found === undefined || found.allowed) return [];
  const named = found.pods.slice(0, NAMED_MAX);
  return kind === 'anti-affinity' ? [hint(named, found.pods.length)] : named.map((pod) => hint([pod], 1));
}
