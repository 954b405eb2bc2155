/**
 * Selectors on labels, nodes and fields. Label selectors of objects (metav1.LabelSelectorAsSelector, k8s.io/apimachinery
 * pkg/apis/meta/v1/helpers.go, v0.32 to v0.37) stand here; the parts are re-exported, so other rooms import this file.
 */
import type { LabelSelector, SelectorRequirement } from './objects.ts';
import {
  type LabelMatcher,
  type Labels,
  newRequirement,
  NOTHING,
  type Requirement,
  requirementsMatcher,
  SelectorError,
} from './selectors-requirement.ts';
import { DEFAULT_VERSION, type KubernetesVersion } from './versions.ts';

export { parseSelector } from './selectors-parse.ts';
export { parseFieldSelector } from './selectors-field.ts';
export * from './selectors-node.ts';
export { type LabelMatcher, type Labels, SelectorError } from './selectors-requirement.ts';

const OPERATORS: Readonly<Record<string, string>> = { In: 'in', NotIn: 'notin', Exists: 'exists', DoesNotExist: '!' };

function expression(from: SelectorRequirement, version: KubernetesVersion): Requirement {
  const operator = Object.hasOwn(OPERATORS, from.operator) ? OPERATORS[from.operator] : undefined;
  if (operator === undefined) throw new SelectorError(`"${from.operator}" is not a valid label selector operator`);
  // Upstream copies the values with append, so an empty list is nil too.
  return newRequirement(from.key, operator, from.values?.length === 0 ? undefined : from.values, version);
}

/**
 * An absent selector matches nothing, an empty one everything. Errors: SelectorError with upstream's text.
 */
export function compileSelector(
  selector: LabelSelector | undefined,
  version: KubernetesVersion = DEFAULT_VERSION,
): LabelMatcher {
  if (selector === undefined) return NOTHING;
  const labels = Object.entries(selector.matchLabels ?? {}).map(([key, value]) =>
    newRequirement(key, '=', [value], version),
  );
  const expressions = (selector.matchExpressions ?? []).map((from) => expression(from, version));
  return requirementsMatcher([...labels, ...expressions]);
}

const compiled = new WeakMap<LabelSelector, LabelMatcher>();

/** As compileSelector, kept by object; a malformed selector matches nothing. */
export function selectorMatcher(selector: LabelSelector | undefined): LabelMatcher {
  if (selector === undefined) return NOTHING;
  const known = compiled.get(selector);
  if (known !== undefined) return known;
  let matcher: LabelMatcher;
  try {
    matcher = compileSelector(selector);
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error;
    matcher = NOTHING;
  }
  compiled.set(selector, matcher);
  return matcher;
}

/** An absent or malformed selector matches nothing, an empty one everything. */
export const selectorMatches = (selector: LabelSelector | undefined, labels: Labels | undefined): boolean =>
  selectorMatcher(selector).matches(labels);
