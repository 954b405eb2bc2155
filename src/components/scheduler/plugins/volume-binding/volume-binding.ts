/**
 * kubernetes pkg/scheduler/framework/plugins/volumebinding/volume_binding.go (v1.37), PreFilter only: claims that are
 * missing, lost, going, or wait for a volume that nobody brings to this node. Since 1.37 it scores 0 (C-27).
 * Left out: the Filter (volumes' node affinity, binding, provisioning, capacity).
 */
import type { KubeObject, Pod } from '../../../../model/objects.ts';
import { type CycleContext, type Plugin, SKIP, unresolvable } from '../../framework.ts';
import { podNamespace } from '../../pod-info.ts';

const CLAIM = 'PersistentVolumeClaim';
const CLASS = 'StorageClass';
const BIND_COMPLETED = 'pv.kubernetes.io/bind-completed';
const IMMEDIATE = unresolvable('pod has unbound immediate PersistentVolumeClaims');

interface Volume {
  readonly name: string;
  readonly persistentVolumeClaim?: { readonly claimName: string };
  readonly ephemeral?: object;
}

interface Claim extends KubeObject {
  readonly spec?: { readonly volumeName?: string; readonly storageClassName?: string };
  readonly status?: { readonly phase?: string };
}

interface ClaimName {
  readonly name: string;
  readonly ephemeral: boolean;
}

/** Names of the Pod's claims; a generic ephemeral volume gets one of its own. */
function claimsOf(pod: Pod): readonly ClaimName[] {
  const volumes = (pod.spec['volumes'] ?? []) as readonly Volume[];
  return volumes.flatMap(({ name, persistentVolumeClaim, ephemeral }): readonly ClaimName[] => {
    if (persistentVolumeClaim !== undefined) return [{ name: persistentVolumeClaim.claimName, ephemeral: false }];
    return ephemeral === undefined ? [] : [{ name: `${pod.metadata.name}-${name}`, ephemeral: true }];
  });
}

function problemOf(name: string, claim: Claim | undefined, ephemeral: boolean): string | undefined {
  if (claim === undefined) {
    return ephemeral
      ? `waiting for ephemeral volume controller to create the persistentvolumeclaim "${name}"`
      : `persistentvolumeclaim "${name}" not found`;
  }
  if (claim.status?.phase === 'Lost') {
    const volume = claim.spec?.volumeName ?? '';
    return `persistentvolumeclaim "${name}" bound to non-existent persistentvolume "${volume}"`;
  }
  return claim.metadata.deletionTimestamp === undefined
    ? undefined
    : `persistentvolumeclaim "${name}" is being deleted`;
}

/** Does its class wait for the first Pod that uses it? Where the classes are not known, one that has a class may. */
function mayWait(cx: CycleContext, { spec, metadata }: Claim): boolean {
  const name = metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] ?? spec?.storageClassName ?? '';
  if (name === '') return false;
  if (cx.input.knownKinds?.includes(CLASS) !== true) return true;
  const found = cx.input.others?.find(({ kind, metadata: { name: other } }) => kind === CLASS && other === name);
  return (found as { readonly volumeBindingMode?: string } | undefined)?.volumeBindingMode === 'WaitForFirstConsumer';
}

function isUnboundImmediate(cx: CycleContext, claim: Claim): boolean {
  const volume = claim.spec?.volumeName ?? '';
  const bound = volume !== '' && claim.metadata.annotations?.[BIND_COMPLETED] !== undefined;
  return !bound && !(volume === '' && mayWait(cx, claim));
}

export const volumeBinding: Plugin = {
  name: 'VolumeBinding',
  preFilter(cx) {
    const { pod } = cx.pod;
    const wanted = claimsOf(pod);
    if (wanted.length === 0 || cx.input.knownKinds?.includes(CLAIM) !== true) return SKIP;
    const claims: Claim[] = [];
    for (const { name, ephemeral } of wanted) {
      const claim = cx.input.others?.find(
        ({ kind, metadata }) =>
          kind === CLAIM && metadata.name === name && (metadata.namespace ?? 'default') === podNamespace(pod),
      ) as Claim | undefined;
      const problem = problemOf(name, claim, ephemeral);
      if (problem !== undefined) return { kind: 'rejected', rejection: unresolvable(problem) };
      if (claim !== undefined) claims.push(claim);
    }
    if (claims.some((claim) => isUnboundImmediate(cx, claim))) return { kind: 'rejected', rejection: IMMEDIATE };
    return { kind: 'run' };
  },
  preScore: ({ minor }) => (minor >= 37 ? { kind: 'run', run: { score: () => 0 } } : SKIP),
};
