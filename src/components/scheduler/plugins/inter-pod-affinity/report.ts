/** What InterPodAffinity counted, for people: who meets whose terms is asked where its Filter and Score ask. */
import { compareBytes } from '../../../../kernel/kernel.ts';
import { nominatedAhead } from '../../filters.ts';
import type { CycleContext } from '../../framework.ts';
import type { NodeInfo } from '../../node-info.ts';
import type { AffinityTerm, PodInfo } from '../../pod-info.ts';
import type { AffinityReport, BarredNode, DomainReport } from '../../topology-types.ts';
import { type InterPodFilter, interPodFilter } from './filter.ts';
import { eachPreference, type Preferences, preferencesOf } from './preferences.ts';
import { eachAgainst, eachMet, type Terms, termsOf } from './terms.ts';

type Kind = AffinityReport['kind'];

interface Row {
  readonly kind: Kind;
  readonly weight: number;
  readonly term: AffinityTerm;
  /** Who met the term, by value of its key. */
  readonly met: Map<string, Set<string>>;
  readonly barred: BarredNode[];
}

const labelOf = (node: NodeInfo, key: string): string | undefined =>
  Object.hasOwn(node.labels, key) ? node.labels[key] : undefined;

const namespacesOf = ({ namespaces, namespaceSelector }: AffinityTerm): readonly string[] =>
  namespaceSelector.empty ? ['*'] : [...namespaces].sort(compareBytes);

/** Rows as they come up. A Pod's own terms have one each; equal terms of several other Pods share one. */
class Rows {
  readonly list: Row[] = [];
  private readonly own = new Map<AffinityTerm, Row>();
  private readonly theirs = new Map<string, Row>();

  addOwn(kind: Kind, weight: number, term: AffinityTerm): void {
    this.own.set(term, this.add(kind, weight, term));
  }

  meetOwn(term: AffinityTerm, other: PodInfo, node: NodeInfo): void {
    const row = this.own.get(term);
    if (row !== undefined) meet(row, other, node);
  }

  meetTheirs(kind: Kind, weight: number, term: AffinityTerm, other: PodInfo, node: NodeInfo): void {
    meet(this.rowOfTheirs(kind, weight, term), other, node);
  }

  barOwn(term: AffinityTerm, barred: BarredNode): void {
    this.own.get(term)?.barred.push(barred);
  }

  barTheirs(term: AffinityTerm, barred: BarredNode): void {
    this.rowOfTheirs('existing-anti-affinity', 0, term).barred.push(barred);
  }

  private add(kind: Kind, weight: number, term: AffinityTerm): Row {
    const row: Row = { kind, weight, term, met: new Map(), barred: [] };
    this.list.push(row);
    return row;
  }

  private rowOfTheirs(kind: Kind, weight: number, term: AffinityTerm): Row {
    const { topologyKey, selector, namespaceSelector } = term;
    const text = [kind, weight, topologyKey, selector, namespaceSelector, ...namespacesOf(term)].map(String).join('\n');
    const known = this.theirs.get(text);
    if (known !== undefined) return known;
    const row = this.add(kind, weight, term);
    this.theirs.set(text, row);
    return row;
  }
}

function meet({ term, met }: Row, { key }: PodInfo, node: NodeInfo): void {
  const value = labelOf(node, term.topologyKey);
  if (value === undefined) return;
  const pods = met.get(value);
  if (pods === undefined) met.set(value, new Set([key]));
  else pods.add(key);
}

function requiredRows(cx: CycleContext, terms: Terms, run: InterPodFilter, rows: Rows): void {
  for (const term of terms.affinity) rows.addOwn('affinity', 0, term);
  for (const term of terms.antiAffinity) rows.addOwn('anti-affinity', 0, term);
  if (!run.isNeeded) return;
  for (const node of cx.nodes) {
    for (const other of node.pods) {
      eachMet(terms, other, (_side, term) => {
        rows.meetOwn(term, other, node);
      });
      eachAgainst(terms, other, (term) => {
        rows.meetTheirs('existing-anti-affinity', 0, term, other, node);
      });
    }
    for (const other of nominatedAhead(cx.pod, node)) barBy(terms, other, node, rows);
  }
}

/** What a Pod that is nominated to the node would have against this one there, or this one against it. */
function barBy(terms: Terms, other: PodInfo, node: NodeInfo, rows: Rows): void {
  const barred = { node: node.name, pods: [other.key] };
  eachMet(terms, other, (side, term) => {
    if (side === 'antiAffinity' && labelOf(node, term.topologyKey) !== undefined) rows.barOwn(term, barred);
  });
  eachAgainst(terms, other, (term) => {
    if (labelOf(node, term.topologyKey) !== undefined) rows.barTheirs(term, barred);
  });
}

function preferredRows(cx: CycleContext, wants: Preferences, rows: Rows): void {
  for (const term of wants.affinity) rows.addOwn('affinity', term.weight, term);
  for (const term of wants.antiAffinity) rows.addOwn('anti-affinity', term.weight, term);
  if (wants.ignored) return;
  eachPreference(cx, wants, (term, weight, other, node, theirs) => {
    if (!theirs) rows.meetOwn(term, other, node);
    else
      rows.meetTheirs(weight < 0 ? 'existing-anti-affinity' : 'existing-affinity', Math.abs(weight), term, other, node);
  });
}

function isAllowed({ kind, weight, term }: Row, run: InterPodFilter, node: NodeInfo, pods: readonly string[]): boolean {
  if (weight !== 0) return true;
  return kind === 'affinity' ? run.isNear(node, term) || run.isFirst : pods.length === 0;
}

function reportOf(cx: CycleContext, run: InterPodFilter, row: Row): AffinityReport {
  const { kind, weight, term, met, barred } = row;
  const byValue = new Map<string, NodeInfo[]>();
  const unlabelled: string[] = [];
  for (const node of cx.nodes) {
    const value = labelOf(node, term.topologyKey);
    const nodes = value === undefined ? undefined : byValue.get(value);
    if (value === undefined) unlabelled.push(node.name);
    else if (nodes === undefined) byValue.set(value, [node]);
    else nodes.push(node);
  }
  const domains = [...byValue].flatMap(([value, nodes]): DomainReport[] => {
    const pods = [...(met.get(value) ?? [])];
    const [first] = nodes;
    if (first === undefined) return [];
    return [{ value, nodes: nodes.map(({ name }) => name), pods, allowed: isAllowed(row, run, first, pods) }];
  });
  return {
    kind,
    weight,
    topologyKey: term.topologyKey,
    selector: term.selector.nothing ? '<none>' : term.selector.toString(),
    namespaces: namespacesOf(term),
    namespaceSelector: term.namespaceSelector.empty ? '' : term.namespaceSelector.toString(),
    domains,
    unlabelled,
    first: kind === 'affinity' && weight === 0 && run.isFirst,
    barred,
  };
}

/** A row a term: the Pod's required ones, those against it, then what is scored. A malformed term leaves none. */
export function interPodReport(cx: CycleContext, filters: boolean, scores: boolean): AffinityReport[] {
  if (cx.pod.affinityError !== undefined) return [];
  const terms = termsOf(cx);
  const run = interPodFilter(cx, terms);
  const rows = new Rows();
  if (filters) requiredRows(cx, terms, run, rows);
  if (scores) preferredRows(cx, preferencesOf(cx), rows);
  return rows.list.map((row) => reportOf(cx, run, row));
}
