/** nodeSelector and node affinity: mend what was mistyped, label a node, or let the wish go. */
import type { Node, NodeSelectorTerm, PodSpec, SelectorRequirement } from '../../model/objects.ts';
import { nodeSelectorTermMatches } from '../../model/selectors.ts';
import { blockedBy } from './diagnosis.ts';
import type { Diagnosis } from './diagnosis.ts';
import { isSlip, nearest } from './nearest.ts';
import { editNode, editPod, draftedPod } from './situation.ts';
import type { Draft, Edit, Situation } from './situation.ts';

const NODES_MAX = 2;

export function proposePlacement(situation: Situation, draft: Draft, diagnosis: Diagnosis): Edit[] {
  const blocked = blockedBy(diagnosis, 'NodeAffinity');
  if (blocked.length === 0) return [];
  const { spec } = draftedPod(situation, draft);
  const labels = labelsOf(diagnosis.nodes.map(({ node }) => node));
  const wishes = wishesOf(spec);
  const slips = wishes.flatMap((wish) => mend(wish, labels));
  const dropped = wishes.map((wish) => drop(wish));
  const labelled = blocked.slice(0, NODES_MAX).flatMap(({ node }) => labelNode(node, spec));
  return [...slips, ...labelled, ...dropped];
}

/** Values by key over all nodes. */
export type LabelTable = ReadonlyMap<string, ReadonlySet<string>>;

export function labelsOf(nodes: readonly Node[]): LabelTable {
  const table = new Map<string, Set<string>>();
  for (const { metadata } of nodes) {
    for (const [key, value] of Object.entries(metadata.labels ?? {})) {
      const values = table.get(key);
      if (values === undefined) table.set(key, new Set([value]));
      else values.add(value);
    }
  }
  return table;
}

/** One pair of the nodeSelector, or one expression of a required term. */
type Wish =
  | { readonly kind: 'selector'; readonly key: string; readonly value: string }
  | { readonly kind: 'affinity'; readonly term: number; readonly at: number; readonly from: SelectorRequirement };

const termsOf = (spec: PodSpec): readonly NodeSelectorTerm[] =>
  spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];

function wishesOf(spec: PodSpec): Wish[] {
  const pairs = Object.entries(spec.nodeSelector ?? {}).map(([key, value]): Wish => ({ kind: 'selector', key, value }));
  const expressions = termsOf(spec).flatMap(({ matchExpressions = [] }, term) =>
    matchExpressions.map((from, at): Wish => ({ kind: 'affinity', term, at, from })),
  );
  return [...pairs, ...expressions];
}

function mend(wish: Wish, labels: LabelTable): Edit[] {
  const [key, wanted] = wish.kind === 'selector' ? [wish.key, [wish.value]] : [wish.from.key, wish.from.values ?? []];
  if (wish.kind === 'affinity' && wish.from.operator !== 'In') return [];
  const values = labels.get(key);
  if (values === undefined) return mendKey(wish, key, labels);
  return wanted.flatMap((value): Edit[] => {
    const near = values.has(value) ? undefined : nearest(value, values);
    if (near === undefined || !isSlip(value, near)) return [];
    return [
      {
        code: 'mend-label',
        params: { key, from: value, to: near.word },
        cost: 10 + near.distance,
        change: editPod((spec) => replaceWish(spec, wish, key, value, near.word)),
      },
    ];
  });
}

function mendKey(wish: Wish, key: string, labels: LabelTable): Edit[] {
  const near = nearest(key, labels.keys());
  if (near === undefined || !isSlip(key, near)) return [];
  const value = wish.kind === 'selector' ? wish.value : (wish.from.values?.join(',') ?? '');
  return [
    {
      code: 'mend-label-key',
      params: { from: key, to: near.word, value },
      cost: 10 + near.distance,
      change: editPod((spec) => renameWish(spec, wish, near.word)),
    },
  ];
}

function replaceWish(spec: PodSpec, wish: Wish, key: string, value: string, by: string): PodSpec {
  if (wish.kind === 'selector') return { ...spec, nodeSelector: { ...spec.nodeSelector, [key]: by } };
  return editExpression(spec, wish.term, wish.at, (e) => ({
    ...e,
    values: (e.values ?? []).map((v) => (v === value ? by : v)),
  }));
}

function renameWish(spec: PodSpec, wish: Wish, key: string): PodSpec {
  if (wish.kind === 'affinity') return editExpression(spec, wish.term, wish.at, (e) => ({ ...e, key }));
  const pairs = Object.entries(spec.nodeSelector ?? {});
  return { ...spec, nodeSelector: Object.fromEntries(pairs.map(([k, v]) => [k === wish.key ? key : k, v])) };
}

function editExpression(
  spec: PodSpec,
  term: number,
  at: number,
  edit: (from: SelectorRequirement) => SelectorRequirement | undefined,
): PodSpec {
  const terms = termsOf(spec).flatMap((t, i): NodeSelectorTerm[] => {
    if (i !== term) return [t];
    const matchExpressions = (t.matchExpressions ?? []).flatMap((e, j) => (j === at ? (edit(e) ?? []) : [e]));
    const empty = matchExpressions.length === 0 && (t.matchFields ?? []).length === 0;
    return empty ? [] : [{ ...t, matchExpressions }];
  });
  return withTerms(spec, terms);
}

/** A required affinity without a term would match no node, so it goes as a whole. */
function withTerms(spec: PodSpec, nodeSelectorTerms: readonly NodeSelectorTerm[]): PodSpec {
  const { nodeAffinity = {}, ...others } = spec.affinity ?? {};
  const { requiredDuringSchedulingIgnoredDuringExecution: required, ...preferred } = nodeAffinity;
  if (required === undefined) return spec;
  if (nodeSelectorTerms.length > 0) {
    const changed = {
      requiredDuringSchedulingIgnoredDuringExecution: { ...required, nodeSelectorTerms },
      ...preferred,
    };
    return { ...spec, affinity: { ...others, nodeAffinity: changed } };
  }
  const rest = Object.keys(preferred).length > 0 ? { ...others, nodeAffinity: preferred } : others;
  return without({ ...spec, affinity: rest }, 'affinity', Object.keys(rest).length === 0);
}

function without(spec: PodSpec, field: string, when: boolean): PodSpec {
  if (!when) return spec;
  return Object.fromEntries(Object.entries(spec).filter(([key]) => key !== field)) as unknown as PodSpec;
}

function drop(wish: Wish): Edit {
  if (wish.kind === 'selector') {
    return {
      code: 'drop-selector',
      params: { key: wish.key, value: wish.value },
      cost: 50,
      change: editPod((spec) => {
        const rest = Object.entries(spec.nodeSelector ?? {}).filter(([key]) => key !== wish.key);
        return without({ ...spec, nodeSelector: Object.fromEntries(rest) }, 'nodeSelector', rest.length === 0);
      }),
    };
  }
  const { key, operator, values = [] } = wish.from;
  return {
    code: 'drop-affinity',
    params: { key, operator, values: values.join(',') },
    cost: 52,
    change: editPod((spec) => editExpression(spec, wish.term, wish.at, () => undefined)),
  };
}

/** Labels that say what a machine is: writing another value there would be a lie. */
const FACTS = /^(?:(?:[\w.-]+\.)?kubernetes\.io|[\w.-]+\.k8s\.io|k8s\.io)\//;

function labelNode(node: Node, spec: PodSpec): Edit[] {
  const wanted = missingLabels(node, spec);
  if (wanted === undefined || wanted.length === 0 || wanted.some(([key]) => FACTS.test(key))) return [];
  const labels = { ...node.metadata.labels, ...Object.fromEntries(wanted) };
  return [
    {
      code: 'label-node',
      params: { node: node.metadata.name, labels: wanted.map(([k, v]) => `${k}=${v}`).join(',') },
      // What is said of a machine already was said for a reason.
      cost: wanted.some(([key]) => node.metadata.labels?.[key] !== undefined) ? 54 : 40,
      change: editNode(node.metadata.name, { ...node, metadata: { ...node.metadata, labels } }),
    },
  ];
}

/** Labels that the node would need, of the required term that needs fewest; undefined where labels alone do not do. */
function missingLabels(node: Node, spec: PodSpec): (readonly [string, string])[] | undefined {
  const labels = node.metadata.labels ?? {};
  const pairs = Object.entries(spec.nodeSelector ?? {}).filter(([key, value]) => labels[key] !== value);
  const terms = termsOf(spec);
  if (terms.length === 0 || terms.some((term) => nodeSelectorTermMatches(term, node))) return pairs;
  const ways = terms.flatMap((term): (readonly [string, string])[][] => {
    const found = labelsForTerm(node, term);
    return found === undefined ? [] : [[...pairs, ...found]];
  });
  return ways.reduce<(readonly [string, string])[] | undefined>(
    (best, way) => (best === undefined || way.length < best.length ? way : best),
    undefined,
  );
}

function labelsForTerm(
  node: Node,
  { matchExpressions = [], matchFields = [] }: NodeSelectorTerm,
): (readonly [string, string])[] | undefined {
  if (matchFields.length > 0) return undefined;
  const wanted: (readonly [string, string])[] = [];
  for (const expression of matchExpressions) {
    if (nodeSelectorTermMatches({ matchExpressions: [expression] }, node)) continue;
    const { key, operator, values = [] } = expression;
    const [value] = operator === 'Exists' ? ['true'] : operator === 'In' ? values : [];
    if (value === undefined) return undefined;
    wanted.push([key, value]);
  }
  return wanted;
}
