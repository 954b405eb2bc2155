/** Does the leaving of Pods let the Pod bind? Mostly a question to their node alone. */
import type { Pod, PodSpec } from '../../model/objects.ts';
import type { NodeTrouble } from './diagnosis.ts';
import { draftedPod, hostOf, priorityOf, tryDraft } from './situation.ts';
import type { Draft, Situation } from './situation.ts';

/** @param set Pods of that node that `draft` removes, beside what the base does */
type RemovalTrial = (trouble: NodeTrouble, set: readonly Pod[], draft: Draft) => boolean;

/** Where the Pod and those that go have no rules about each other, no other node is better off than on the base. */
export function removalTrial(situation: Situation, base: Draft): RemovalTrial {
  const pod = draftedPod(situation, base);
  const isFree = situation.input.configuration === undefined && hasNoRules(pod);
  const before = isFree ? tryDraft(situation, base) : undefined;
  // A cycle that broke on another node breaks there again.
  const isStuck = before !== undefined && before.error !== true && hostOf(before) === undefined;
  return ({ name, from, obstacles }, set, draft) => {
    if (!isStuck || set.some(keepsOthersOff)) return hostOf(tryDraft(situation, draft)) !== undefined;
    const isKeptOff = obstacles.has('InterPodAffinity') || obstacles.has('PodTopologySpread');
    if (!isKeptOff) return hostOf(tryDraft(situation, draft, name)) !== undefined;
    // Those that keep it off stay, but for those that it may push out.
    const mayPush = from.pods.some((other) => priorityOf(other) < priorityOf(pod));
    return mayPush && hostOf(tryDraft(situation, draft)) !== undefined;
  };
}

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';

const keepsOthersOff = ({ spec }: Pod): boolean => (spec.affinity?.podAntiAffinity?.[REQUIRED] ?? []).length > 0;

/** Nothing of the Pod has to do with Pods elsewhere. */
function hasNoRules({ spec, status }: Pod): boolean {
  const { affinity, topologySpreadConstraints = [] } = spec;
  if (affinity?.podAffinity !== undefined || affinity?.podAntiAffinity !== undefined) return false;
  return topologySpreadConstraints.length === 0 && !namesClaims(spec) && (status?.nominatedNodeName ?? '') === '';
}

const namesClaims = (spec: PodSpec): boolean =>
  spec['resourceClaims'] !== undefined ||
  ((spec['volumes'] ?? []) as readonly object[]).some((v) => 'persistentVolumeClaim' in v || 'ephemeral' in v);
