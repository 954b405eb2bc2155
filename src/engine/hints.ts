/** What a node lacks for a Pod, in figures and names: the reasons of a FitError name neither. */
import { namespacedName } from '../model/objects.ts';
import type { LabelSelector, Node, Pod, PodAffinityTerm } from '../model/objects.ts';
import { nodeSelectorTermMatches, selectorMatches } from '../model/selectors.ts';
import type { FixNote } from '../protocol/protocol.ts';
import type { CycleInput, CycleNode, NodeVerdict } from '../components/scheduler/scheduler.ts';
import { isSlip, nearest } from './fixes/nearest.ts';
import { untolerated } from './fixes/nodes.ts';
import { labelsOf } from './fixes/placement.ts';
import type { LabelTable } from './fixes/placement.ts';
import { hostPorts } from './fixes/ports.ts';
import { selectorText } from './fixes/pod-affinity.ts';

type Numbers = NonNullable<NodeVerdict['numbers']>;
type HintsOf = (node: string, plugin: string, numbers: Numbers) => FixNote[];

/** Holders of a port, or Pods of an affinity, that are named; the rest is counted. */
const NAMED_MAX = 3;

/** For all nodes of one cycle. */
export function createHints(input: CycleInput): HintsOf {
  const byName = new Map(input.nodes.map((item) => [item.node.metadata.name, item]));
  const labels = labelsOf(input.nodes.map(({ node }) => node));
  const { pod } = input;
  return (name, plugin, numbers) => {
    const at = byName.get(name);
    if (at === undefined) return [];
    switch (plugin) {
      case 'NodeResourcesFit':
        return numbers.map(({ resource, asked, free, total }) => ({
          code: 'short',
          params: { resource, asked, free, short: asked - free, total },
        }));
      case 'TaintToleration':
        return untolerated(at.node, pod.spec.tolerations).map(({ key, value = '', effect }) => ({
          code: 'taint',
          params: { key, value, effect },
        }));
      case 'NodeUnschedulable':
        return [{ code: 'cordoned', params: { node: name } }];
      case 'NodeAffinity':
        return labelHints(at.node, pod, labels);
      case 'NodePorts':
        return portHints(at, pod);
      case 'PodTopologySpread':
        return spreadHints(input, at, pod);
      case 'InterPodAffinity':
        return affinityHints(input, at, pod);
      default:
        return [];
    }
  };
}

function labelHints(node: Node, pod: Pod, table: LabelTable): FixNote[] {
  const own = node.metadata.labels ?? {};
  const missing = (key: string, wanted: string): FixNote => {
    const values = table.get(key);
    const near = values === undefined ? nearest(key, table.keys()) : nearest(wanted, values);
    const nearestKey =
      values === undefined
        ? { nearestKey: near !== undefined && isSlip(key, near) ? near.word : '' }
        : { nearest: near?.word ?? '' };
    const exists = values?.has(wanted) === true ? 1 : 0;
    return { code: 'label', params: { key, wanted, found: own[key] ?? '', exists, ...nearestKey } };
  };
  const pairs = Object.entries(pod.spec.nodeSelector ?? {}).filter(([key, value]) => own[key] !== value);
  const terms =
    pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const matched = terms.length === 0 || terms.some((term) => nodeSelectorTermMatches(term, node));
  const unmet = matched ? [] : terms.flatMap(({ matchExpressions = [] }) => matchExpressions);
  const expressions = unmet
    .filter((e) => !nodeSelectorTermMatches({ matchExpressions: [e] }, node))
    .map(({ key, operator, values = [] }): FixNote => {
      const [only] = values;
      if (operator === 'In' && only !== undefined && values.length === 1) return missing(key, only);
      const wanted = `${operator}${values.length === 0 ? '' : ` (${values.join(',')})`}`;
      return { code: 'label-rule', params: { key, wanted, found: own[key] ?? '' } };
    });
  return [...pairs.map(([key, value]) => missing(key, value)), ...expressions];
}

function portHints({ pods }: CycleNode, pod: Pod): FixNote[] {
  return hostPorts(pod.spec).flatMap((port): FixNote[] => {
    const holder = pods.find(({ spec }) => hostPorts(spec).includes(port));
    return holder === undefined ? [] : [{ code: 'port', params: { port, holder: namespacedName(holder) } }];
  });
}

/** Matching Pods by domain of a topology key. */
function countsOf(input: CycleInput, key: string, counts: (pod: Pod) => boolean): Map<string, number> {
  const byDomain = new Map<string, number>();
  for (const { node, pods } of input.nodes) {
    const domain = node.metadata.labels?.[key];
    if (domain !== undefined) byDomain.set(domain, (byDomain.get(domain) ?? 0) + pods.filter(counts).length);
  }
  return byDomain;
}

/** Figures as the person sees them: all nodes count, whatever the policies say. */
function spreadHints(input: CycleInput, { node }: CycleNode, pod: Pod): FixNote[] {
  const constraints = pod.spec.topologySpreadConstraints ?? [];
  return constraints.flatMap(
    ({ topologyKey, maxSkew, whenUnsatisfiable, labelSelector, minDomains = 1 }): FixNote[] => {
      if (whenUnsatisfiable !== 'DoNotSchedule') return [];
      const domain = node.metadata.labels?.[topologyKey];
      if (domain === undefined) return [{ code: 'no-domain', params: { topologyKey } }];
      const counts = countsOf(input, topologyKey, (other) => isMatch(other, pod, labelSelector));
      const count = counts.get(domain) ?? 0;
      // With fewer domains than asked for, the emptiest is one that does not exist.
      const least = counts.size < minDomains ? 0 : Math.min(...counts.values());
      const skew = count + 1 - least;
      return skew <= maxSkew ? [] : [{ code: 'skew', params: { topologyKey, domain, count, least, skew, maxSkew } }];
    },
  );
}

const isMatch = (other: Pod, pod: Pod, selector: LabelSelector | undefined): boolean =>
  (other.metadata.namespace ?? 'default') === (pod.metadata.namespace ?? 'default') &&
  other.metadata.deletionTimestamp === undefined &&
  selectorMatches(selector, other.metadata.labels);

const requiredTerms = (pod: Pod, side: 'podAffinity' | 'podAntiAffinity'): readonly PodAffinityTerm[] =>
  pod.spec.affinity?.[side]?.requiredDuringSchedulingIgnoredDuringExecution ?? [];

/** Namespace selectors are not followed here: the hint names what it can. */
const selects = (term: PodAffinityTerm, owner: Pod, other: Pod): boolean => {
  const named = term.namespaces ?? [];
  const own = owner.metadata.namespace ?? 'default';
  const inScope =
    named.length === 0
      ? (other.metadata.namespace ?? 'default') === own
      : named.includes(other.metadata.namespace ?? 'default');
  return (
    (inScope || term.namespaceSelector !== undefined) && selectorMatches(term.labelSelector, other.metadata.labels)
  );
};

function affinityHints(input: CycleInput, { node }: CycleNode, pod: Pod): FixNote[] {
  const inDomain = (key: string): readonly Pod[] => {
    const domain = node.metadata.labels?.[key];
    if (domain === undefined) return [];
    return input.nodes.filter((n) => n.node.metadata.labels?.[key] === domain).flatMap(({ pods }) => pods);
  };
  const hint = (code: string, term: PodAffinityTerm, pods: readonly Pod[]): FixNote => ({
    code,
    params: {
      topologyKey: term.topologyKey,
      domain: node.metadata.labels?.[term.topologyKey] ?? '',
      selector: selectorText(term.labelSelector),
      pods: pods.slice(0, NAMED_MAX).map(namespacedName).join(','),
      count: pods.length,
    },
  });
  const wanted = requiredTerms(pod, 'podAffinity')
    .filter((term) => !inDomain(term.topologyKey).some((other) => selects(term, pod, other)))
    .map((term) => hint('affinity', term, []));
  const unwanted = requiredTerms(pod, 'podAntiAffinity').flatMap((term) => {
    const there = inDomain(term.topologyKey).filter((other) => selects(term, pod, other));
    return there.length === 0 ? [] : [hint('anti-affinity', term, there)];
  });
  const others = input.nodes.flatMap(({ node: theirs, pods }) =>
    pods.flatMap((other) =>
      requiredTerms(other, 'podAntiAffinity').flatMap((term) => {
        const domain = theirs.metadata.labels?.[term.topologyKey];
        const same = domain !== undefined && domain === node.metadata.labels?.[term.topologyKey];
        return same && selects(term, other, pod) ? [hint('existing-anti-affinity', term, [other])] : [];
      }),
    ),
  );
  return [...wanted, ...unwanted, ...others.slice(0, NAMED_MAX)];
}
