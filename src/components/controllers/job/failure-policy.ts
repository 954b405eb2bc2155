/** What a Job's podFailurePolicy makes of a Pod that failed: pkg/controller/job/pod_failure_policy.go (v1.37). Pure. */
import type { Pod } from '../../../model/objects.ts';
import { statusesOf } from './pods.ts';
import type { ExitCodes, FailureRule, Job } from './types.ts';

export interface PolicyVerdict {
  readonly action: string;
  /** Says why; the text of the condition where the Job is to fail. */
  readonly message: string;
}

const COUNT: PolicyVerdict = { action: 'Count', message: '' };

/** matchPodFailurePolicy: the first rule that fits decides; without one a failure counts. */
export function verdictOf({ spec }: Job, pod: Pod): PolicyVerdict {
  const rules = spec.podFailurePolicy?.rules ?? [];
  for (const [index, rule] of rules.entries()) {
    const why = rule.onExitCodes === undefined ? byCondition(rule, pod) : byExitCode(rule.onExitCodes, pod);
    if (why === undefined) continue;
    return { action: rule.action, message: `${why} matching ${rule.action} rule at index ${index}` };
  }
  return COUNT;
}

const nameOf = ({ metadata }: Pod): string => `${metadata.namespace ?? ''}/${metadata.name}`;

function byExitCode({ containerName, operator, values }: ExitCodes, pod: Pod): string | undefined {
  for (const { name, state } of statusesOf(pod)) {
    const code = state?.terminated?.exitCode ?? 0;
    if (code === 0 || (containerName !== undefined && containerName !== name)) continue;
    if (values.includes(code) !== (operator === 'In')) continue;
    return `Container ${name} for pod ${nameOf(pod)} failed with exit code ${code}`;
  }
  return undefined;
}

function byCondition({ onPodConditions = [] }: FailureRule, pod: Pod): string | undefined {
  const found = pod.status?.conditions?.find(({ type, status }) =>
    onPodConditions.some((pattern) => pattern.type === type && (pattern.status ?? 'True') === status),
  );
  return found === undefined ? undefined : `Pod ${nameOf(pod)} has condition ${found.type}`;
}

/** getFailJobMessage: the first Pod that makes the whole Job fail. */
export function failJobMessage(job: Job, pods: readonly Pod[]): string | undefined {
  if (job.spec.podFailurePolicy === undefined) return undefined;
  for (const pod of pods) {
    if (pod.status?.phase !== 'Failed') continue;
    const { action, message } = verdictOf(job, pod);
    if (action === 'FailJob') return message;
  }
  return undefined;
}
