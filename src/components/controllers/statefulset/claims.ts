/**
 * Claims of a StatefulSet's Pods, and who owns them: pkg/controller/statefulset/stateful_set_utils.go getPersistentVolumeClaims,
 * isClaimOwnerUpToDate, updateClaimOwnerRefForSetAndPod (v1.37). Pure.
 */
import type { KubeObject, OwnerReference, Pod } from '../../../model/objects.ts';
import { newControllerRef } from '../owner.ts';
import { inRange, ordinalOf } from './ordinals.ts';
import type { ClaimTemplate, Retention, StatefulSet } from './types.ts';

export const claimName = (set: StatefulSet, template: ClaimTemplate, ordinal: number): string =>
  `${template.metadata.name}-${set.metadata.name}-${String(ordinal)}`;

/** What a template does not say is Go's zero value; the api-server refuses what comes of it. */
export const templatesOf = ({ spec }: StatefulSet): readonly ClaimTemplate[] =>
  (spec.volumeClaimTemplates ?? []).map(({ metadata, spec: claim = {} }: Partial<ClaimTemplate>) => ({
    metadata: { ...metadata, name: metadata?.name ?? '' },
    spec: claim,
  }));

/** Names of the claims that a Pod of this ordinal has. */
export const claimNames = (set: StatefulSet, pod: KubeObject): readonly string[] =>
  templatesOf(set).map((template) => claimName(set, template, ordinalOf(pod)));

/** As they are sent to the api-server. */
export function claimsOf(set: StatefulSet, pod: KubeObject): readonly KubeObject[] {
  const { namespace } = set.metadata;
  return templatesOf(set).map((template) => {
    const labels = { ...template.metadata.labels, ...set.spec.selector.matchLabels };
    const { annotations } = template.metadata;
    return {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: {
        name: claimName(set, template, ordinalOf(pod)),
        ...(namespace === undefined ? {} : { namespace }),
        ...(Object.keys(labels).length === 0 ? {} : { labels }),
        ...(annotations === undefined ? {} : { annotations }),
      },
      spec: template.spec,
    };
  });
}

interface Policy {
  readonly whenDeleted: Retention;
  readonly whenScaled: Retention;
}

const policyOf = ({ spec }: StatefulSet): Policy => ({
  whenDeleted: spec.persistentVolumeClaimRetentionPolicy?.whenDeleted ?? 'Retain',
  whenScaled: spec.persistentVolumeClaimRetentionPolicy?.whenScaled ?? 'Retain',
});

const retainsAll = ({ whenDeleted, whenScaled }: Policy): boolean =>
  whenDeleted === 'Retain' && whenScaled === 'Retain';

const refsOf = ({ metadata }: KubeObject): readonly OwnerReference[] => metadata.ownerReferences ?? [];

/** matchesRef: the same kind and name, whatever the uid. */
const isFor = (ref: OwnerReference, { apiVersion, kind, metadata }: KubeObject): boolean =>
  ref.apiVersion === apiVersion && ref.kind === kind && ref.name === metadata.name;

const hasRef = (claim: KubeObject, { metadata }: KubeObject): boolean =>
  refsOf(claim).some(({ uid }) => uid === metadata.uid);

/** hasStaleOwnerRef: the first reference of that kind and name is of an object before this one. */
function isStale(claim: KubeObject, owner: KubeObject): boolean {
  const ref = refsOf(claim).find((one) => isFor(one, owner));
  return ref !== undefined && ref.uid !== (owner.metadata.uid ?? '');
}

/** hasUnexpectedController. */
export function isForeign(claim: KubeObject, set: StatefulSet, pod: Pod): boolean {
  if (retainsAll(policyOf(set))) return false;
  return refsOf(claim).some((ref) => {
    const ours = [set, pod].find((owner) => isFor(ref, owner));
    return ours === undefined ? ref.controller === true : ref.uid !== (ours.metadata.uid ?? '');
  });
}

/** hasNonControllerOwner. */
const isOwnedOnly = (claim: KubeObject, set: StatefulSet, pod: Pod): boolean =>
  refsOf(claim).some(
    ({ uid, controller }) => (uid === set.metadata.uid || uid === pod.metadata.uid) && controller !== true,
  );

/** Which of the two is to own the claim: a Pod that is scaled away, or else the set, as far as the policy deletes it. */
function wantedOwners(set: StatefulSet, pod: Pod): { readonly set: boolean; readonly pod: boolean } {
  const { whenDeleted, whenScaled } = policyOf(set);
  const scaledAway = whenScaled === 'Delete' && !inRange(set, pod);
  return { set: whenDeleted === 'Delete' && !scaledAway, pod: scaledAway };
}

/** isClaimOwnerUpToDate. */
export function isUpToDate(claim: KubeObject, set: StatefulSet, pod: Pod): boolean {
  // What an earlier set or Pod of the name owns is not touched.
  if (isStale(claim, set) || isStale(claim, pod)) return true;
  if (isForeign(claim, set, pod)) return !hasRef(claim, set) && !hasRef(claim, pod);
  if (isOwnedOnly(claim, set, pod)) return false;
  const wanted = wantedOwners(set, pod);
  return hasRef(claim, set) === wanted.set && hasRef(claim, pod) === wanted.pod;
}

/** updateClaimOwnerRefForSetAndPod. */
export function withOwners(claim: KubeObject, set: StatefulSet, pod: Pod): KubeObject {
  const others = refsOf(claim).filter((ref) => !isFor(ref, set) && !isFor(ref, pod));
  const wanted = isForeign(claim, set, pod) ? { set: false, pod: false } : wantedOwners(set, pod);
  const ownerReferences = [
    ...others,
    ...(wanted.set ? [newControllerRef(set)] : []),
    ...(wanted.pod ? [newControllerRef(pod)] : []),
  ];
  return { ...claim, metadata: { ...claim.metadata, ownerReferences } };
}

/** PodClaimIsStale: a claim that goes with the Pod before this one is still there, so the Pod is not made yet. */
export function waitsForClaim(set: StatefulSet, pod: Pod, find: (name: string) => KubeObject | undefined): boolean {
  if (policyOf(set).whenScaled === 'Retain') return false;
  return claimNames(set, pod).some((name) => {
    const claim = find(name);
    return claim !== undefined && isStale(claim, pod);
  });
}
