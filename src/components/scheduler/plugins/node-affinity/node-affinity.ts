/** kubernetes pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go (v1.35; C-1, C-9). */
import { aggregate } from '../../../../model/field-errors.ts';
import type { Node, NodeAffinity, NodeSelectorTerm, PodSpec } from '../../../../model/objects.ts';
import {
  nodeTermMatches,
  nodeTermsMatch,
  parseNodeTerm,
  requiredNodeAffinityMatches,
} from '../../../../model/selectors.ts';
import type { NodeTerm } from '../../../../model/selectors.ts';
import type { KubernetesVersion } from '../../../../model/versions.ts';
import type { QueueingHint } from '../../cluster-events.ts';
import { type CycleContext, type FilterRun, type Plugin, SKIP, unresolvable } from '../../framework.ts';
import { defaultNormalize } from '../../normalize.ts';

const NAME = 'NodeAffinity';
const NOT_MATCHED = unresolvable("node(s) didn't match Pod's node affinity/selector");
const NOT_ENFORCED = unresolvable("node(s) didn't match scheduler-enforced node affinity");
const CONFLICT = unresolvable('pod affinity terms conflict');

const ownAffinity = ({ pod }: CycleContext): NodeAffinity | undefined => pod.pod.spec.affinity?.nodeAffinity;
/** args.addedAffinity: what an administrator adds to every Pod of the profile. */
const addedAffinity = (cx: CycleContext): NodeAffinity | undefined =>
  cx.argsOf(NAME)['addedAffinity'] as NodeAffinity | undefined;

/** Nodes that a term names by metadata.name, undefined where it names none. */
function namedBy(term: NodeSelectorTerm): ReadonlySet<string> | undefined {
  let names: ReadonlySet<string> | undefined;
  for (const { key, operator, values = [] } of term.matchFields ?? []) {
    if (key !== 'metadata.name' || operator !== 'In') continue;
    const before = names;
    names = new Set(before === undefined ? values : values.filter((name) => before.has(name)));
  }
  return names;
}

/** The only nodes that can match, undefined where any may. */
function narrowedTo(terms: readonly NodeSelectorTerm[]): ReadonlySet<string> | undefined {
  const union = new Set<string>();
  for (const term of terms) {
    const names = namedBy(term);
    if (names === undefined) return undefined;
    for (const name of names) union.add(name);
  }
  return union;
}

function filterRun(cx: CycleContext): FilterRun {
  const enforced = addedAffinity(cx)?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  const { spec } = cx.pod.pod;
  return {
    filter({ node }) {
      if (enforced !== undefined && !nodeTermsMatch(enforced, node)) return NOT_ENFORCED;
      return requiredNodeAffinityMatches(spec, node) ? undefined : NOT_MATCHED;
    },
  };
}

interface PreferredTerm {
  readonly weight: number;
  readonly term: NodeTerm;
}

type Preferred = NonNullable<NodeAffinity['preferredDuringSchedulingIgnoredDuringExecution']>;

/** Terms without weight or without requirements are dropped. */
function parsePreferred(listed: Preferred | undefined, version: KubernetesVersion): PreferredTerm[] {
  return (listed ?? []).flatMap(({ weight, preference }, i) => {
    const term = weight === 0 ? undefined : parseNodeTerm(preference, version, `[${i}]`);
    return term === undefined ? [] : [{ weight, term }];
  });
}

/** Does it match, or is a term that could have matched malformed? Upstream tries again after an error. */
function mayMatch(spec: PodSpec, node: Node): boolean {
  if (requiredNodeAffinityMatches(spec, node)) return true;
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const broken = required?.nodeSelectorTerms.some((term) => parseNodeTerm(term)?.error !== undefined);
  return broken === true && requiredNodeAffinityMatches({ ...spec, affinity: {} }, node);
}

/** The node matches now, and did not before. */
const becomesMatching: QueueingHint = (cx, { before, after }) => {
  if (after === undefined) return false;
  const enforced = addedAffinity(cx)?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  if (enforced !== undefined && !nodeTermsMatch(enforced, after as Node)) return false;
  const { spec } = cx.pod.pod;
  return mayMatch(spec, after as Node) && (before === undefined || !requiredNodeAffinityMatches(spec, before as Node));
};

export const nodeAffinity: Plugin = {
  name: NAME,
  preFilter(cx) {
    const required = ownAffinity(cx)?.requiredDuringSchedulingIgnoredDuringExecution;
    const added = addedAffinity(cx)?.requiredDuringSchedulingIgnoredDuringExecution;
    if (required === undefined && added === undefined && cx.pod.pod.spec.nodeSelector === undefined) return SKIP;
    const terms = required?.nodeSelectorTerms ?? [];
    const nodes = terms.length === 0 ? undefined : narrowedTo(terms);
    if (nodes === undefined) return { kind: 'run', run: filterRun(cx) };
    if (nodes.size === 0) return { kind: 'rejected', rejection: CONFLICT };
    return { kind: 'run', run: filterRun(cx), nodes };
  },
  preScore(cx) {
    const own = ownAffinity(cx)?.preferredDuringSchedulingIgnoredDuringExecution;
    const added = addedAffinity(cx)?.preferredDuringSchedulingIgnoredDuringExecution;
    if (own === undefined && added === undefined) return SKIP;
    const terms = parsePreferred(own, cx.version);
    const broken = terms.flatMap(({ term }) => (term.error === undefined ? [] : [term.error]));
    if (broken.length > 0) return { kind: 'error', message: aggregate(broken) };
    const all = [...parsePreferred(added, cx.version), ...terms];
    return {
      kind: 'run',
      run: {
        score: ({ node }) => all.reduce((sum, { weight, term }) => sum + (nodeTermMatches(term, node) ? weight : 0), 0),
        normalize: (scores) => defaultNormalize(scores, false),
      },
    };
  },
  hints: () => [{ events: ['NodeAdd', 'NodeUpdateNodeLabel'], hint: becomesMatching }],
};
