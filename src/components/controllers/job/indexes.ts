/** Completion indexes: pkg/controller/job/indexed_job_utils.go, success_policy.go (v1.37). Pure. */
import type { Pod } from '../../../model/objects.ts';
import { INDEX_ANNOTATION, indexOf } from './pods.ts';
import type { Job, SuccessRule } from './types.ts';

/** "0,2-4" of a Job with so many completions; what does not read as a number is passed over. */
export function parseIndexes(text: string, completions: number): ReadonlySet<number> {
  const found = new Set<number>();
  for (const part of text.split(',')) {
    const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? [];
    if (first === undefined) continue;
    for (let index = Number(first); index <= Number(last) && index < completions; index++) found.add(index);
  }
  return found;
}

/** Two neighbours stand apart, three and more as a range: "0,1,3-5". */
export function formatIndexes(indexes: Iterable<number>): string {
  const sorted = [...indexes].sort((a, b) => a - b);
  const parts: string[] = [];
  for (let i = 0; i < sorted.length;) {
    let end = i;
    while (sorted[end + 1] === (sorted[end] ?? 0) + 1) end++;
    const [first, last] = [String(sorted[i]), String(sorted[end])];
    parts.push(end === i ? first : `${first}${end - i > 1 ? '-' : ','}${last}`);
    i = end + 1;
  }
  return parts.join(',');
}

/** firstPendingIndexes. @param taken indexes that are done or have a Pod */
export function pendingIndexes(taken: ReadonlySet<number>, count: number, completions: number): readonly number[] {
  const pending: number[] = [];
  for (let index = 0; index < completions && pending.length < count; index++) {
    if (!taken.has(index)) pending.push(index);
  }
  return pending;
}

/** appendDuplicatedIndexPodsForRemoval: one Pod an index stays, none beyond the completions. */
export function duplicates(pods: readonly Pod[], completions: number): readonly Pod[] {
  const seen = new Set<number>();
  return pods.filter((pod) => {
    const index = indexOf(pod);
    if (index === undefined || index >= completions || seen.has(index)) return true;
    seen.add(index);
    return false;
  });
}

/** matchSuccessPolicy. @returns the condition's message where a rule is met */
export function successByPolicy(
  rules: readonly SuccessRule[],
  done: ReadonlySet<number>,
  completions: number,
): string | undefined {
  const met = rules.findIndex(({ succeededIndexes, succeededCount }) => {
    const asked = succeededIndexes === undefined ? undefined : parseIndexes(succeededIndexes, completions);
    const matched = asked === undefined ? done.size : [...asked].filter((index) => done.has(index)).length;
    return matched >= (succeededCount ?? asked?.size ?? completions);
  });
  return met < 0 ? undefined : `Matched rules at index ${met}`;
}

const ENV = {
  name: 'JOB_COMPLETION_INDEX',
  valueFrom: { fieldRef: { fieldPath: `metadata.labels['${INDEX_ANNOTATION}']` } },
};

type Template = Job['spec']['template'];
type Containers = Template['spec']['containers'];

const withEnv = (containers: Containers): Containers =>
  containers.map((container) => {
    const env = Array.isArray(container['env']) ? (container['env'] as readonly { readonly name: string }[]) : [];
    return env.some(({ name }) => name === ENV.name) ? container : { ...container, env: [...env, ENV] };
  });

/** The template of the Pod of one index. @param counts annotations about Pods before it */
export function indexedTemplate(
  { metadata: { name }, spec: { template } }: Job,
  index: number,
  counts: Readonly<Record<string, string>>,
): Template {
  const own = { [INDEX_ANNOTATION]: String(index) };
  const { metadata = {}, spec } = template;
  return {
    metadata: {
      ...metadata,
      labels: { ...metadata.labels, ...own },
      annotations: { ...metadata.annotations, ...own, ...counts },
    },
    spec: {
      ...spec,
      hostname: `${name}-${index}`,
      containers: withEnv(spec.containers),
      ...(spec.initContainers === undefined ? {} : { initContainers: withEnv(spec.initContainers) }),
    },
  };
}
