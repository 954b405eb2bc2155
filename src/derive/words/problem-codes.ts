/** What can go wrong, by code; and the shape of the tables that say it. */
/** Every code that the page or the command line puts before a person. */
export const PROBLEM_CODES = [
  // Files that are not what they should be.
  'empty-file',
  'binary-file',
  'compressed-file',
  'html-page',
  'helm-template',
  'kubectl-table',
  'kubectl-describe',
  'kubectl-error',
  'utf16-without-mark',
  'bad-encoding',
  'truncated',
  'too-large',
  'too-deep',
  // Text that is not YAML or JSON.
  'bad-yaml',
  'bad-yaml-tab',
  'bad-json',
  'duplicate-key',
  'alias-bomb',
  'bad-key',
  // Objects that are not Kubernetes objects.
  'no-objects',
  'not-an-object',
  'not-kubernetes',
  'missing-field',
  'wrong-type',
  'undecodable',
  'unknown-field',
  'bad-quantity',
  'unknown-api-version',
  'object-twice',
  'object-repeated',
  'refused-object',
  // Our own document.
  'two-scenarios',
  'scenario-too-new',
  'unknown-version',
  'unknown-verb',
  'one-verb',
  'one-moment',
  'verb-not-yet',
  'unknown-lesson',
  'lesson-twice',
  'bad-metric',
  'metric-of-no-pods',
  'metric-of-no-object',
  'metric-of-no-external',
  'unknown-process',
  'fault-of-others',
  'unknown-resource',
  'unwatched-resource',
  'listener-makes-process',
  'listener-makes-informer',
  'namespace-assumed',
  'not-acted-on-yet',
  'bad-duration',
  'negative-duration',
  'bad-time',
  'not-a-configuration',
  'bad-configuration',
  // The command line.
  'bad-until',
  'bad-format',
  'no-such-bench',
  // Links.
  'link-truncated',
  'link-corrupt',
  'link-too-new',
  'link-empty',
  'link-too-large',
  'link-not-link',
  'link-unknown-scenario',
  'link-needs-file',
  'link-of-lab',
  'link-wrong-file',
  'link-moment-missing',
  'link-differs',
  // The page and the engine.
  'file-unreadable',
  'not-a-step',
  'no-such-pod',
  'no-such-node',
  'no-pod-in-file',
  'engine-bug',
  'worker-failed',
  'worker-unloaded',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

export type ProblemParams = Readonly<Record<string, string | number>>;
export interface ProblemWords {
  readonly what: string;
  readonly todo: string;
}
export type ProblemTable = Readonly<Record<ProblemCode, (params: ProblemParams) => ProblemWords>>;

/** A parameter as text; "" where it is missing. */
export const text = (params: ProblemParams, key: string): string => String(params[key] ?? '');
