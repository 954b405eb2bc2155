/** kubernetes pkg/scheduler/schedule_one.go findNodesThatFitPod, numFeasibleNodesToFind (v1.35), with one worker. */
import type { Profile } from './configuration.ts';
import { type FilterChain, type NodeRejection, type PreFiltered, runFiltersWithNominated } from './filters.ts';
import type { Choose, CycleContext } from './framework.ts';
import { mulDiv, quotient } from './int.ts';
import type { NodeInfo } from './node-info.ts';
import type { NodeSearch, NodeVerdict } from './types.ts';

/** With fewer nodes all are looked at, and so many are wanted at least. */
const MIN_FEASIBLE = 100;
const MIN_PERCENTAGE = 5;

export interface Found {
  readonly feasible: readonly NodeInfo[];
  /** By node; the last verdict counts. */
  readonly rejected: ReadonlyMap<string, NodeRejection>;
  readonly verdicts: readonly NodeVerdict[];
  /** Nodes that were filtered. */
  readonly evaluated: number;
  readonly search: NodeSearch;
  readonly nextStart: number;
  /** A Filter broke: so does the cycle. */
  readonly error?: string;
}

/** How many feasible nodes end the search. */
export function numFeasibleNodesToFind(nodes: number, percentage: number): number {
  if (nodes < MIN_FEASIBLE) return nodes;
  const percent = percentage === 0 ? Math.max(50 - quotient(nodes, 125), MIN_PERCENTAGE) : percentage;
  return Math.max(mulDiv(nodes, percent, 100), MIN_FEASIBLE);
}

const NO_REASONS: readonly string[] = [];

const verdictOf = (node: string, rejection: NodeRejection | undefined): NodeVerdict => {
  if (rejection === undefined) return { node, code: 'Success', plugin: '', reasons: NO_REASONS };
  const { code, plugin, reasons, numbers } = rejection;
  return { node, code, plugin, reasons, ...(numbers === undefined ? {} : { numbers }) };
};

interface Search {
  error?: string;
  readonly feasible: NodeInfo[];
  readonly rejected: Map<string, NodeRejection>;
  readonly verdicts: NodeVerdict[];
}

const filterError = ({ plugin, reasons }: NodeRejection): string =>
  `running "${plugin}" filter plugin: ${reasons.join(', ')}`;

function search(
  cx: CycleContext,
  chain: FilterChain,
  nodes: readonly NodeInfo[],
  wanted: number,
  start: number,
  into: Search,
): NodeSearch {
  const walk: string[] = [];
  const searched = { nodes: nodes.length, walk };
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[(start + i) % nodes.length];
    if (node === undefined) continue;
    walk.push(node.name);
    const rejection = runFiltersWithNominated(chain, cx.pod, node);
    if (rejection?.code === 'Error') {
      into.error = filterError(rejection);
      return searched;
    }
    // The search ends at the first node too many, so rejections up to it count.
    if (rejection === undefined && into.feasible.length === wanted) return searched;
    into.verdicts.push(verdictOf(node.name, rejection));
    if (rejection === undefined) into.feasible.push(node);
    else into.rejected.set(node.name, rejection);
  }
  return searched;
}

/** Upstream walks a narrowed set in the random order of a Go map (C-7). */
function shuffled(nodes: readonly NodeInfo[], pod: string, choose: Choose): readonly NodeInfo[] {
  const rest = [...nodes];
  const order: NodeInfo[] = [];
  while (rest.length > 0) order.push(...rest.splice(choose('narrowed node order', pod, rest.length), 1));
  return order;
}

export function findNodes(
  cx: CycleContext,
  profile: Profile,
  pre: PreFiltered & { readonly kind: 'run' },
  choose: Choose,
): Found {
  const { startIndex } = cx.input;
  const into: Search = { feasible: [], rejected: new Map(), verdicts: [] };
  const nominated = cx.pod.pod.status?.nominatedNodeName ?? '';
  const first = nominated === '' ? undefined : cx.nodes.find((node) => node.name === nominated);
  const alone = first === undefined ? undefined : search(cx, pre.chain, [first], 1, 0, into);
  if (alone !== undefined && into.feasible.length > 0)
    return { ...into, evaluated: 1, search: alone, nextStart: startIndex };
  // Upstream only logs what breaks on the nominated node.
  delete into.error;
  const { nodes: names } = pre;
  const nodes =
    names === undefined
      ? cx.nodes
      : shuffled(
          cx.nodes.filter((n) => names.has(n.name)),
          cx.pod.key,
          choose,
        );
  const scoring = profile.plugins.some((plugin) => plugin.scores);
  const wanted = scoring ? numFeasibleNodesToFind(nodes.length, profile.percentageOfNodesToScore) : 1;
  const searched = search(cx, pre.chain, nodes, wanted, startIndex, into);
  const evaluated = into.feasible.length + into.rejected.size;
  return { ...into, evaluated, search: searched, nextStart: (startIndex + evaluated) % cx.nodes.length };
}
