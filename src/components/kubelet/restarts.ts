/**
 * Is a container that has ended started again? ShouldContainerBeRestarted of pkg/kubelet/container/helpers.go with the
 * container's own policy and rules (ContainerRestartRules, on from 1.35; v1.37). Pure. Left out: RestartAllContainers.
 */
import type { Container, Pod } from '../../model/objects.ts';
import { hasRestartRules, type KubernetesVersion } from '../../model/versions.ts';

interface Rule {
  readonly action?: string;
  readonly exitCodes?: { readonly operator?: string; readonly values?: readonly number[] };
}

const policyOf = ({ spec }: Pod): string => spec.restartPolicy ?? 'Always';

/** shouldRestartOnFailure. */
export const restartsOnFailure = (pod: Pod): boolean => policyOf(pod) !== 'Never';

const meets = ({ exitCodes }: Rule, exitCode: number): boolean => {
  const listed = exitCodes?.values?.includes(exitCode) === true;
  return exitCodes?.operator === 'NotIn' ? !listed : listed;
};

/** Of a container that is not a sidecar. */
export function isRestarted(pod: Pod, container: Container, exitCode: number, version: KubernetesVersion): boolean {
  let policy = policyOf(pod);
  if (hasRestartRules(version)) {
    const rules = (container['restartPolicyRules'] ?? []) as readonly Rule[];
    if (rules.some((rule) => rule.action === 'Restart' && meets(rule, exitCode))) return true;
    policy = container.restartPolicy ?? policy;
  }
  return policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0);
}
