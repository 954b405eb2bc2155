/** Objects of a kind that no api-server knows, as kubectl says it of them. */
import type { Cluster } from '../engine/create-cluster.ts';
import type { KubeObject } from '../model/objects.ts';
import { meant } from '../model/nearest.ts';
import { RESOURCES, resourceOfKind } from '../model/resources.ts';

/** Kinds of Kubernetes itself (1.32 to 1.37) that have no row among ours. */
const OTHERS: ReadonlySet<string> = new Set(
  `APIService Binding CertificateSigningRequest ClusterTrustBundle ComponentStatus CustomResourceDefinition DeviceClass
  DeviceTaintRule FlowSchema IPAddress IngressClass LeaseCandidate MutatingAdmissionPolicy MutatingAdmissionPolicyBinding
  MutatingWebhookConfiguration PodCertificateRequest PodGroup PodTemplate PriorityLevelConfiguration ResourceClaim
  ResourceClaimTemplate ResourceSlice ServiceCIDR StorageVersion StorageVersionMigration ValidatingAdmissionPolicy
  ValidatingAdmissionPolicyBinding ValidatingWebhookConfiguration VolumeAttributesClass Workload`.split(/\s+/),
);

interface Definition extends KubeObject {
  readonly spec?: { readonly names?: { readonly kind?: string } };
}

/** A sentence a kind, in the order of the input. What a cluster has numbered is of a kind that it knows. */
export function noMatches({ scenario: { observed, applied, dump } }: Cluster): readonly string[] {
  const given = [...observed, ...applied] as readonly Definition[];
  const defined = new Set(
    given.flatMap(({ kind, spec, metadata: { uid, resourceVersion } }) => [
      ...(uid === undefined && resourceVersion === undefined ? [] : [kind]),
      ...(kind === 'CustomResourceDefinition' ? [spec?.names?.kind ?? ''] : []),
    ]),
  );
  const lines = given.flatMap(({ kind, apiVersion = 'v1' }) => {
    if (resourceOfKind(kind) !== undefined || OTHERS.has(kind) || defined.has(kind)) return [];
    // A dump without definitions does not say which there are.
    if (dump && apiVersion.split('/')[0]?.includes('.') === true) return [];
    const near = meant(kind, [...RESOURCES.map((row) => row.kind), ...defined]);
    const hint = near === undefined ? '' : `; did you mean ${near}?`;
    return [`no matches for kind "${kind}" in version "${apiVersion}"${hint}`];
  });
  return [...new Set(lines)];
}
