/**
 * The stretches of a sync of a claim or a volume: syncUnboundClaim, syncBoundClaim, syncVolume and bind of kubernetes
 * pkg/controller/volume/persistentvolume/pv_controller.go (v1.37). A volume is reserved first, the claim follows.
 */
import { compareBytes } from '../../../kernel/kernel.ts';
import { type KubeObject, namespacedName } from '../../../model/objects.ts';
import { resourceOfKind } from '../../../model/resources.ts';
import type { KubernetesVersion } from '../../../model/versions.ts';
import {
  ANNOTATION,
  type Claim,
  claimClass,
  findMatchingVolume,
  isBoundToClaim,
  isFullyBound,
  type Match,
  offersModes,
  type PersistentVolume,
  reservedFor,
  type StorageClass,
} from '../../../model/volumes.ts';
import type { ApiRequest, ApiResponse } from '../../apiserver/apiserver.ts';
import type { EventRecorder } from '../events.ts';
import { succeeded, type Outcome } from '../sync.ts';

/** What a sync waits for. Plain data. */
export type Stretch =
  /** The four writes of a binding; `written` of them are done, and the objects are as the api-server answered. */
  | { readonly stage: 'bind'; readonly volume: PersistentVolume; readonly claim: Claim; readonly written: number }
  /** The claim says who shall make its volume. */
  | { readonly stage: 'asked'; readonly claim: Claim }
  | { readonly stage: 'classed' }
  | { readonly stage: 'last' };

export interface SyncDeps {
  readonly version: KubernetesVersion;
  readonly events: EventRecorder;
  readonly volumes: () => readonly PersistentVolume[];
  readonly volume: (name: string) => PersistentVolume | undefined;
  readonly claim: (key: string) => Claim | undefined;
  readonly storageClass: (name: string) => StorageClass | undefined;
  readonly defaultClass: () => string | undefined;
  /** A claim that stood waiting before the run began, for a volume that nobody made. */
  readonly isForsaken: (claim: Claim) => boolean;
  /** Queues the claim of a volume. */
  readonly wakeClaim: (key: string) => void;
  /** Starts to make a volume. @returns ticks until it is there */
  readonly startProvisioning: (claim: Claim) => number;
  /** The request that makes the volume, once its time has come. */
  readonly provisioned: (claim: Claim, storageClass: StorageClass) => ApiRequest | undefined;
}

const DONE: Outcome<Stretch> = { kind: 'done' };

const refused = (answer: ApiResponse | undefined): Outcome<Stretch> => ({
  kind: 'failed',
  reason: answer?.status?.reason ?? String(answer?.code ?? 0),
});

function write(object: KubeObject, subresource?: 'status'): ApiRequest {
  const { namespace, name } = object.metadata;
  const resource = resourceOfKind(object.kind)?.resource ?? '';
  const place = { resource, ...(namespace === undefined ? {} : { namespace }), name };
  return { verb: 'update', ...place, body: object, ...(subresource === undefined ? {} : { subresource }) };
}

const withPhase = <O extends PersistentVolume | Claim>(object: O, phase: string): O => ({
  ...object,
  status: { ...object.status, phase },
});

const annotated = (claim: Claim, ...keys: readonly string[]): Claim => ({
  ...claim,
  metadata: {
    ...claim.metadata,
    annotations: { ...claim.metadata.annotations, ...Object.fromEntries(keys.map((key) => [key, 'yes'])) },
  },
});

/** bindClaimToVolume: one that named its volume itself is not bound by the controller. */
function pointed(claim: Claim, { metadata: { name } }: PersistentVolume): Claim {
  const named = claim.spec?.volumeName === name;
  const next = named ? claim : annotated(claim, ANNOTATION.boundByController);
  const spec = { ...claim.spec, volumeName: name };
  return { ...annotated(next, ANNOTATION.bindCompleted), spec };
}

const settled = (claim: Claim, { spec }: PersistentVolume): Claim => ({
  ...claim,
  status: { ...claim.status, phase: 'Bound', accessModes: spec?.accessModes ?? [], capacity: spec?.capacity ?? {} },
});

export class VolumeSync {
  constructor(private readonly deps: SyncDeps) {}

  // --- claims ---

  claim(claim: Claim): Outcome<Stretch> {
    if (claim.metadata.deletionTimestamp !== undefined) return DONE;
    if (claim.metadata.annotations?.[ANNOTATION.bindCompleted] !== undefined) return this.boundClaim(claim);
    const wanted = claim.spec?.volumeName ?? '';
    if (wanted === '') return this.unboundClaim(claim);
    const volume = this.deps.volume(wanted);
    const free = volume !== undefined && (volume.spec?.claimRef === undefined || isBoundToClaim(volume, claim));
    return free ? this.bind(volume, claim, 0) : DONE;
  }

  private boundClaim(claim: Claim): Outcome<Stretch> {
    const name = claim.spec?.volumeName ?? '';
    const volume = this.deps.volume(name);
    if (name === '') return this.lost(claim, 'ClaimLost', 'Bound claim has lost reference to PersistentVolume.');
    if (volume === undefined) return this.lost(claim, 'ClaimLost', 'Bound claim has lost its PersistentVolume.');
    const reference = volume.spec?.claimRef;
    if (reference === undefined || reference.uid === claim.metadata.uid) return this.bind(volume, claim, 0);
    return this.lost(claim, 'ClaimMisbound', '');
  }

  private lost(claim: Claim, reason: string, what: string): Outcome<Stretch> {
    if (claim.status?.phase === 'Lost') return DONE;
    const misbound = 'Two claims are bound to the same volume, this one is bound incorrectly';
    const message = what === '' ? misbound : `${what} Data on the volume is lost!`;
    this.deps.events.post({ about: claim, type: 'Warning', reason, message });
    return { kind: 'wait', requests: [write(withPhase(claim, 'Lost'), 'status')], context: { stage: 'last' } };
  }

  private unboundClaim(claim: Claim): Outcome<Stretch> {
    if (claim.spec?.storageClassName === undefined && claimClass(claim) === '') {
      const name = this.deps.defaultClass();
      if (name !== undefined) return this.classed(claim, name);
    }
    const storageClass = this.deps.storageClass(claimClass(claim));
    const waits = storageClass?.volumeBindingMode === 'WaitForFirstConsumer';
    const chosen = claim.metadata.annotations?.[ANNOTATION.selectedNode] !== undefined;
    const match = this.match(claim, waits && !chosen);
    if (match.kind === 'error') return { kind: 'failed', reason: match.message };
    if (match.kind === 'found') return this.bind(match.volume, claim, 0);
    if (waits && !chosen) {
      this.tell(claim, 'WaitForFirstConsumer', 'waiting for first consumer to be created before binding');
      return DONE;
    }
    if (claimClass(claim) !== '') return this.provision(claim, storageClass);
    this.tell(claim, 'FailedBinding', 'no persistent volumes available for this claim and no storage class is set');
    return DONE;
  }

  private classed(claim: Claim, storageClassName: string): Outcome<Stretch> {
    const next: Claim = { ...claim, spec: { ...claim.spec, storageClassName } };
    return { kind: 'wait', requests: [write(next)], context: { stage: 'classed' } };
  }

  /** findBestMatchForClaim: volumes that offer few modes beside those asked for come first. */
  private match(claim: Claim, delayed: boolean): Match {
    const offering = this.deps.volumes().filter((volume) => offersModes(volume, claim));
    const modes = ({ spec }: PersistentVolume): string => [...(spec?.accessModes ?? [])].sort(compareBytes).join(' ');
    const kinds = [...new Set(offering.map(modes))].sort((a, b) => a.split(' ').length - b.split(' ').length);
    for (const kind of kinds) {
      const group = offering.filter((volume) => modes(volume) === kind);
      const match = findMatchingVolume(claim, group, { version: this.deps.version, delayed });
      if (match.kind !== 'none') return match;
    }
    return { kind: 'none' };
  }

  private tell(claim: Claim, reason: string, message: string): void {
    this.deps.events.post({ about: claim, type: 'Normal', reason, message });
  }

  // --- provisioning ---

  private provision(claim: Claim, storageClass: StorageClass | undefined): Outcome<Stretch> {
    if (storageClass === undefined) {
      const message = `storageclass.storage.k8s.io "${claimClass(claim)}" not found`;
      this.deps.events.post({ about: claim, type: 'Warning', reason: 'ProvisioningFailed', message });
      return DONE;
    }
    const provisioner = storageClass.provisioner ?? '';
    if (claim.metadata.annotations?.[ANNOTATION.provisioner] === provisioner) return this.make(claim, storageClass);
    const { annotations } = claim.metadata;
    const asked = { ...annotations, [ANNOTATION.betaProvisioner]: provisioner, [ANNOTATION.provisioner]: provisioner };
    const next: Claim = { ...claim, metadata: { ...claim.metadata, annotations: asked } };
    this.tell(
      claim,
      'ExternalProvisioning',
      `Waiting for a volume to be created either by the external provisioner '${provisioner}' or manually by the system administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered.`,
    );
    return { kind: 'wait', requests: [write(next)], context: { stage: 'asked', claim: next } };
  }

  private make(claim: Claim, storageClass: StorageClass): Outcome<Stretch> {
    if (this.deps.isForsaken(claim)) return { kind: 'done', waitsFor: 'a provisioner' };
    const request = this.deps.provisioned(claim, storageClass);
    if (request !== undefined) return { kind: 'wait', requests: [request], context: { stage: 'last' } };
    return { kind: 'done', requeueAfter: this.deps.startProvisioning(claim), busy: true };
  }

  // --- volumes ---

  volume(volume: PersistentVolume): Outcome<Stretch> {
    const reference = volume.spec?.claimRef;
    if (reference === undefined || (reference.uid ?? '') === '') return this.phase(volume, 'Available');
    const key = `${reference.namespace ?? 'default'}/${reference.name}`;
    const claim = this.deps.claim(key);
    if (claim === undefined || claim.metadata.uid !== reference.uid) {
      return volume.status?.phase === 'Failed' ? DONE : this.phase(volume, 'Released');
    }
    if (claim.spec?.volumeName === volume.metadata.name) return this.phase(volume, 'Bound');
    if ((claim.spec?.volumeName ?? '') === '') this.deps.wakeClaim(namespacedName(claim));
    return DONE;
  }

  private phase(volume: PersistentVolume, phase: string): Outcome<Stretch> {
    if (volume.status?.phase === phase) return DONE;
    return { kind: 'wait', requests: [write(withPhase(volume, phase), 'status')], context: { stage: 'last' } };
  }

  // --- a binding ---

  /** The writes that are still to be made, one at a time: volume, its phase, claim, its phase. */
  private bind(volume: PersistentVolume, claim: Claim, written: number): Outcome<Stretch> {
    const steps: readonly (() => ApiRequest | undefined)[] = [
      () => {
        const reserved = reservedFor(volume, claim);
        return reserved === volume ? undefined : write(reserved);
      },
      () => (volume.status?.phase === 'Bound' ? undefined : write(withPhase(volume, 'Bound'), 'status')),
      () => {
        const same = isFullyBound(claim) && claim.spec?.volumeName === volume.metadata.name;
        return same ? undefined : write(pointed(claim, volume));
      },
      () => (claim.status?.phase === 'Bound' ? undefined : write(settled(claim, volume), 'status')),
    ];
    for (let at = written; at < steps.length; at++) {
      const request = steps[at]?.();
      if (request === undefined) continue;
      return { kind: 'wait', requests: [request], context: { stage: 'bind', volume, claim, written: at } };
    }
    return DONE;
  }

  resume(stretch: Stretch, [answer]: readonly ApiResponse[]): Outcome<Stretch> {
    if (answer === undefined || !succeeded(answer)) {
      // Made already, or gone meanwhile: whoever did it wakes this one again.
      return stretch.stage === 'last' && (answer?.code === 404 || answer?.code === 409) ? DONE : refused(answer);
    }
    if (stretch.stage === 'asked')
      return { kind: 'done', requeueAfter: this.deps.startProvisioning(stretch.claim), busy: true };
    if (stretch.stage !== 'bind' || answer.object === undefined) return DONE;
    const { written } = stretch;
    const volume = written < 2 ? (answer.object as PersistentVolume) : stretch.volume;
    const claim = written < 2 ? stretch.claim : (answer.object as Claim);
    return this.bind(volume, claim, written + 1);
  }
}
