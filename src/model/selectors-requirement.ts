/**
 * One requirement on labels, and a selector as their conjunction: k8s.io/apimachinery pkg/labels/selector.go
 * (the same from v0.32 to v0.37 but for C-22).
 */
import { compareBytes } from '../kernel/bytes.ts';
import { aggregate, invalid, notSupported } from './field-errors.ts';
import { labelValueProblems, qualifiedNameProblems } from './names.ts';
import { DEFAULT_VERSION, type KubernetesVersion } from './versions.ts';

export type Labels = Readonly<Record<string, string>>;

/** apimachinery pkg/selection. */
export type Operator = 'in' | 'notin' | '=' | '==' | '!=' | 'gt' | 'lt' | 'exists' | '!';

/** A selector is malformed; `message` is what apimachinery says. */
export class SelectorError extends Error {
  override readonly name = 'SelectorError';

  constructor(
    message: string,
    /** One by one where there are several: an aggregate of errors is flat. */
    readonly problems: readonly string[] = [message],
  ) {
    super(message);
  }
}

export interface Requirement {
  readonly key: string;
  readonly operator: Operator;
  readonly values: readonly string[];
}

export interface LabelMatcher {
  /** True: it restricts nothing. */
  readonly empty: boolean;
  /** True: it can match nothing (the selector was absent). */
  readonly nothing: boolean;
  readonly requirements: readonly Requirement[];
  matches(labels: Labels | undefined): boolean;
  /** Upstream's text form. */
  toString(): string;
}

const INT64_MAX = 9223372036854775807n;
const INT64_MIN = -9223372036854775808n;

/** strconv.ParseInt(text, 10, 64). */
export function parseInt64(text: string): bigint | undefined {
  if (!/^[+-]?[0-9]+$/.test(text)) return undefined;
  const n = BigInt(text.startsWith('+') ? text.slice(1) : text);
  return n > INT64_MAX || n < INT64_MIN ? undefined : n;
}

const OPERATOR_NAMES = ['in', 'notin', '=', '==', '!=', 'gt', 'lt', 'exists', '!'] as const;
const isOperator = (text: string): text is Operator => (OPERATOR_NAMES as readonly string[]).includes(text);

function valueCountProblem(
  operator: Operator,
  values: readonly string[] | undefined,
  path: string,
): string | undefined {
  const count = values?.length ?? 0;
  const say = (detail: string): string => invalid(path, values, detail);
  if (operator === 'in' || operator === 'notin') {
    return count === 0 ? say("for 'in', 'notin' operators, values set can't be empty") : undefined;
  }
  if (operator === 'exists' || operator === '!') {
    return count === 0 ? undefined : say('values set must be empty for exists and does not exist');
  }
  if (count === 1) return undefined;
  if (operator === 'gt' || operator === 'lt') return say("for 'Gt', 'Lt' operators, exactly one value is required");
  return say('exact-match compatibility requires one single value');
}

/**
 * labels.NewRequirement: `values` undefined is Go's nil list. Errors: SelectorError with every problem.
 * @param path where the requirement stands, for the problems' texts: "[2].matchExpressions[0]"
 */
export function newRequirement(
  key: string,
  operator: string,
  values: readonly string[] | undefined,
  version: KubernetesVersion = DEFAULT_VERSION,
  path = '',
): Requirement {
  const at = (field: string): string => (path === '' ? field : `${path}.${field}`);
  const problems: string[] = [];
  const keyProblems = qualifiedNameProblems(key, version);
  if (keyProblems.length > 0) problems.push(invalid(at('key'), key, keyProblems.join('; ')));
  if (!isOperator(operator)) {
    problems.push(notSupported(at('operator'), operator, OPERATOR_NAMES));
    throw new SelectorError(aggregate(problems), problems);
  }
  const count = valueCountProblem(operator, values, at('values'));
  if (count !== undefined) problems.push(count);
  const listed = values ?? [];
  if (operator === 'gt' || operator === 'lt') {
    listed.forEach((value, i) => {
      if (parseInt64(value) !== undefined) return;
      problems.push(invalid(at(`values[${i}]`), value, "for 'Gt', 'Lt' operators, the value must be an integer"));
    });
  }
  listed.forEach((value, i) => {
    const wrong = labelValueProblems(value);
    if (wrong.length > 0) problems.push(invalid(at(`values[${i}][${key}]`), value, wrong.join('; ')));
  });
  if (problems.length > 0) throw new SelectorError(aggregate(problems), problems);
  return { key, operator, values: listed };
}

function numbersMatch(requirement: Requirement, label: string): boolean {
  const [only] = requirement.values;
  if (only === undefined || requirement.values.length !== 1) return false;
  const left = parseInt64(label);
  const right = parseInt64(only);
  if (left === undefined || right === undefined) return false;
  return requirement.operator === 'gt' ? left > right : left < right;
}

export function requirementMatches(requirement: Requirement, labels: Labels): boolean {
  const value = Object.hasOwn(labels, requirement.key) ? labels[requirement.key] : undefined;
  switch (requirement.operator) {
    case 'in':
    case '=':
    case '==':
      return value !== undefined && requirement.values.includes(value);
    case 'notin':
    case '!=':
      return value === undefined || !requirement.values.includes(value);
    case 'exists':
      return value !== undefined;
    case '!':
      return value === undefined;
    case 'gt':
    case 'lt':
      return value !== undefined && numbersMatch(requirement, value);
  }
}

const SIGNS = { '=': '=', '==': '==', '!=': '!=', gt: '>', lt: '<' } as const;

function requirementText({ key, operator, values }: Requirement): string {
  if (operator === 'exists') return key;
  if (operator === '!') return `!${key}`;
  const listed = [...values].sort(compareBytes).join(',');
  if (operator === 'in' || operator === 'notin') return `${key} ${operator} (${listed})`;
  return `${key}${SIGNS[operator]}${listed}`;
}

const NO_LABELS: Labels = {};

/** Sorted by key; requirements on one key keep their order (upstream's sort of up to twelve is stable too). */
export function requirementsMatcher(requirements: readonly Requirement[]): LabelMatcher {
  const sorted = [...requirements].sort((a, b) => compareBytes(a.key, b.key));
  return {
    empty: sorted.length === 0,
    nothing: false,
    requirements: sorted,
    matches: (labels) => sorted.every((requirement) => requirementMatches(requirement, labels ?? NO_LABELS)),
    toString: () => sorted.map(requirementText).join(','),
  };
}

/** labels.Nothing(). */
export const NOTHING: LabelMatcher = {
  empty: false,
  nothing: true,
  requirements: [],
  matches: () => false,
  toString: () => '',
};
