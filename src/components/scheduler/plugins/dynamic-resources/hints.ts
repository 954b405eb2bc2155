/**
 * When a Pod that waits for a claim is tried again: kubernetes
 * pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go EventsToRegister and its hints (v1.35).
 */
import type { KubeObject } from '../../../../model/objects.ts';
import { type EventHint, isOwnChange, type QueueingHint, sameStructs } from '../../cluster-events.ts';
import type { PodInfo } from '../../pod-info.ts';

type Claim = KubeObject & { readonly status?: { readonly allocation?: unknown } };

/** Names of the Pod's claims, those that were made for it too. */
function claimNames({ pod }: PodInfo): readonly (string | undefined)[] {
  const wanted = (pod.spec['resourceClaims'] ?? []) as readonly { name: string; resourceClaimName?: string }[];
  const made = (pod.status?.['resourceClaimStatuses'] ?? []) as readonly { name: string; resourceClaimName?: string }[];
  return wanted.map(
    ({ name, resourceClaimName }) => resourceClaimName ?? made.find((one) => one.name === name)?.resourceClaimName,
  );
}

const afterClaimChange: QueueingHint = ({ pod }, change) => {
  const [before, after] = [change.before as Claim | undefined, change.after as Claim | undefined];
  if (after === undefined) return false;
  // What was given back may serve anybody.
  if (before?.status?.allocation !== undefined && after.status?.allocation === undefined) return true;
  const isOwn =
    (after.metadata.namespace ?? 'default') === pod.namespace && claimNames(pod).includes(after.metadata.name);
  return isOwn && (before === undefined || !sameStructs(before.status, after.status));
};

export const dynamicResourcesHints = (minor: number): readonly EventHint[] =>
  minor < 34
    ? []
    : [
        { events: ['NodeAdd', 'NodeUpdateNodeLabel'] },
        { events: ['ResourceClaimAdd', 'ResourceClaimUpdate'], hint: afterClaimChange },
        { events: ['TargetPodUpdatePodGeneratedResourceClaim'], hint: isOwnChange },
        { events: ['DeviceClassAdd', 'DeviceClassUpdate', 'ResourceSliceAdd', 'ResourceSliceUpdate'] },
      ];
