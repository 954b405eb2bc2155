/**
 * Node selectors and required node affinity: k8s.io/component-helpers scheduling/corev1/nodeaffinity/nodeaffinity.go
 * (the same from v0.32 to v0.37).
 */
import type { Node, NodeSelectorTerm, PodSpec, SelectorRequirement } from './objects.ts';
import { aggregate, invalid, notSupported } from './field-errors.ts';
import { newRequirement, type Requirement, requirementMatches, SelectorError } from './selectors-requirement.ts';
import { DEFAULT_VERSION, type KubernetesVersion } from './versions.ts';

/** A requirement on a field; only metadata.name has a value, any other key reads as "" (C-1). */
export interface FieldRequirement {
  readonly key: string;
  readonly equals: boolean;
  readonly value: string;
}

export interface NodeTerm {
  readonly labels: readonly Requirement[];
  readonly fields: readonly FieldRequirement[];
  /** Upstream's parse errors as one text; such a term matches no node. */
  readonly error: string | undefined;
}

const OPERATORS: Readonly<Record<string, string>> = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
  Gt: 'gt',
  Lt: 'lt',
};

function labelRequirement(from: SelectorRequirement, version: KubernetesVersion, path: string): Requirement {
  const operator = Object.hasOwn(OPERATORS, from.operator) ? OPERATORS[from.operator] : undefined;
  if (operator === undefined) throw new SelectorError(notSupported(`${path}.operator`, from.operator));
  return newRequirement(from.key, operator, from.values, version, path);
}

function fieldRequirement(from: SelectorRequirement, path: string): FieldRequirement {
  if (from.operator !== 'In' && from.operator !== 'NotIn') {
    throw new SelectorError(notSupported(`${path}.operator`, from.operator));
  }
  const [value] = from.values ?? [];
  if (value === undefined || from.values?.length !== 1) {
    throw new SelectorError(invalid(`${path}.values`, from.values, 'must have one element'));
  }
  return { key: from.key, equals: from.operator === 'In', value };
}

/** Parses each requirement, collecting the problems of all. */
function parseEach<R>(
  list: readonly SelectorRequirement[] | undefined,
  path: string,
  problems: string[],
  parse: (from: SelectorRequirement, path: string) => R,
): R[] {
  return (list ?? []).flatMap((from, i) => {
    try {
      return [parse(from, `${path}[${i}]`)];
    } catch (error) {
      if (!(error instanceof SelectorError)) throw error;
      problems.push(...error.problems);
      return [];
    }
  });
}

const isEmptyTerm = (term: NodeSelectorTerm): boolean =>
  (term.matchExpressions ?? []).length === 0 && (term.matchFields ?? []).length === 0;

/**
 * A parsed term, or undefined where it has neither expressions nor fields (upstream drops those).
 * @param path of the term, for the texts of its errors: "[2]"
 */
export function parseNodeTerm(
  term: NodeSelectorTerm,
  version: KubernetesVersion = DEFAULT_VERSION,
  path = '',
): NodeTerm | undefined {
  if (isEmptyTerm(term)) return undefined;
  const at = (field: string): string => (path === '' ? field : `${path}.${field}`);
  const problems: string[] = [];
  const labels = parseEach(term.matchExpressions, at('matchExpressions'), problems, (from, where) =>
    labelRequirement(from, version, where),
  );
  const fields = parseEach(term.matchFields, at('matchFields'), problems, fieldRequirement);
  return { labels, fields, error: problems.length === 0 ? undefined : aggregate(problems) };
}

export function nodeTermMatches(term: NodeTerm, node: Node): boolean {
  if (term.error !== undefined) return false;
  const labels = node.metadata.labels ?? {};
  if (!term.labels.every((requirement) => requirementMatches(requirement, labels))) return false;
  return term.fields.every(({ key, equals, value }) => {
    const field = key === 'metadata.name' ? node.metadata.name : '';
    return (field === value) === equals;
  });
}

/** Terms are ORed; without a usable term nothing matches. */
export function nodeTermsMatch(terms: readonly NodeSelectorTerm[], node: Node): boolean {
  return terms.some((term) => nodeSelectorTermMatches(term, node));
}

const parsedTerms = new WeakMap<NodeSelectorTerm, { readonly term: NodeTerm | undefined }>();

/** As nodeTermMatches on an unparsed term; objects are immutable, so what was parsed is kept. */
export function nodeSelectorTermMatches(term: NodeSelectorTerm, node: Node): boolean {
  let parsed = parsedTerms.get(term);
  if (parsed === undefined) {
    parsed = { term: parseNodeTerm(term) };
    parsedTerms.set(term, parsed);
  }
  return parsed.term !== undefined && nodeTermMatches(parsed.term, node);
}

/** GetRequiredNodeAffinity(pod).Match(node): every nodeSelector pair and one required term. */
export function requiredNodeAffinityMatches(spec: PodSpec, node: Node): boolean {
  const labels = node.metadata.labels ?? {};
  const pairs = Object.entries(spec.nodeSelector ?? {});
  if (!pairs.every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value)) return false;
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return required === undefined || nodeTermsMatch(required.nodeSelectorTerms, node);
}
