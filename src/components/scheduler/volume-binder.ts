/**
 * Reserve and PreBind of VolumeBinding on virtual time: kubernetes pkg/scheduler/framework/plugins/volumebinding/binder.go
 * AssumePodVolumes, bindAPIUpdate, checkBindings (v1.37). The api-server is told which volumes go to which claims and for
 * which node the others are to be made; then the Pod waits, looking once a second, until the binder of volumes is done.
 */
import type { Handler, World } from '../../kernel/kernel.ts';
import { LANE } from '../../model/events.ts';
import { type KubeObject, type Node, objectKey } from '../../model/objects.ts';
import { resourceOfKind } from '../../model/resources.ts';
import {
  ANNOTATION,
  type Claim,
  isFullyBound,
  nodeReaches,
  type PersistentVolume,
  reservedFor,
  withSelectedNode,
} from '../../model/volumes.ts';
import type { ApiClient, ApiRequest, Reply } from '../apiserver/apiserver.ts';
import type { SchedulerCache } from './cache.ts';
import type { VolumeBindings } from './types.ts';

/** The Pod that is being bound, as its cycle left it. Plain data. */
export interface BindingPod {
  /** "namespace/name". */
  readonly key: string;
  readonly uid: string;
  readonly host: string;
  readonly volumes?: VolumeBindings;
}

interface Progress<R> {
  readonly record: R;
  /** Volumes, then claims, as they are to be written; those before `sent` as the api-server answered. */
  readonly updates: readonly KubeObject[];
  readonly sent: number;
}

interface Wait<R> extends Progress<R> {
  /** Tick at which it gives up. */
  readonly until: number;
}

/** undefined: done. */
type Verdict = { readonly kind: 'wait' } | { readonly kind: 'failed'; readonly message: string } | undefined;

export interface VolumeBinderHooks<R> {
  /** Runs in a pop of its own, silent. */
  bound(record: R): void;
  /** @param message why the Pod is to be tried again */
  failed(record: R, message: string): void;
}

interface VolumeBinderDeps {
  readonly world: World;
  readonly client: ApiClient;
  readonly cache: SchedulerCache;
  readonly timeoutSeconds: (record: BindingPod) => number;
}

const WAIT: Verdict = { kind: 'wait' };
const failed = (message: string): Verdict => ({ kind: 'failed', message });
const claimKey = (key: string): string => `PersistentVolumeClaim/${key}`;
const volumeKey = (name: string): string => `PersistentVolume/${name}`;

export class VolumeBinder<R extends BindingPod> {
  private readonly updated: Handler<Reply<Progress<R>>>;
  private readonly look: Handler<Wait<R>>;

  constructor(
    private readonly deps: VolumeBinderDeps,
    private readonly hooks: VolumeBinderHooks<R>,
  ) {
    const { world } = deps;
    this.updated = world.handler<Reply<Progress<R>>>('scheduler volume updated', (reply) => {
      this.onAnswer(reply);
    });
    this.look = world.handler<Wait<R>>('scheduler volumes', (wait) => {
      this.onLook(wait);
    });
  }

  /** Reserve: cycles to come see the volumes and claims as they will be. */
  assume({ volumes, host }: R): void {
    const { cache } = this.deps;
    for (const { claim, volume } of volumes?.bind ?? []) {
      const before = this.assumed(volumeKey(volume)) as PersistentVolume | undefined;
      const wanting = this.assumed(claimKey(claim)) as Claim | undefined;
      if (before === undefined || wanting === undefined) continue;
      const after = reservedFor(before, wanting);
      if (after !== before) cache.assumeVolume(after);
    }
    for (const key of volumes?.provision ?? []) {
      const claim = this.assumed(claimKey(key)) as Claim | undefined;
      if (claim !== undefined) cache.assumeVolume(withSelectedNode(claim, host));
    }
  }

  /** Unreserve. */
  revert({ volumes }: R): void {
    for (const { volume } of volumes?.bind ?? []) this.deps.cache.restoreVolume(volumeKey(volume));
    for (const claim of volumes?.provision ?? []) this.deps.cache.restoreVolume(claimKey(claim));
  }

  /** PreBind. */
  bind(record: R): void {
    const { bind = [], provision = [] } = record.volumes ?? {};
    const keys = [...bind.map(({ volume }) => volumeKey(volume)), ...provision.map(claimKey)];
    this.send({ record, updates: keys.flatMap((key) => this.assumed(key) ?? []), sent: 0 });
  }

  private assumed(key: string): KubeObject | undefined {
    const { assumed, others } = this.deps.cache.views;
    return assumed.get(key) ?? others.get(key);
  }

  private told(key: string): KubeObject | undefined {
    return this.deps.cache.views.others.get(key);
  }

  private toldVolume(name: string): PersistentVolume | undefined {
    return this.told(volumeKey(name)) as PersistentVolume | undefined;
  }

  private toldClaim(key: string): Claim | undefined {
    return this.told(claimKey(key)) as Claim | undefined;
  }

  /** One update after the other, as upstream; a first look comes a second after the last answer. */
  private send(progress: Progress<R>): void {
    const { world, client } = this.deps;
    const object = progress.updates[progress.sent];
    if (object !== undefined) {
      client.send(updateRequest(object), this.updated, progress);
      return;
    }
    const second = world.options.ticksPerSecond;
    const until = world.now + this.deps.timeoutSeconds(progress.record) * second;
    world.after(second, LANE.scheduler, this.look, { ...progress, until }, { periodic: false });
  }

  private onAnswer({ response, context }: Reply<Progress<R>>): void {
    const { record, updates, sent } = context;
    if (response.code >= 300 || response.object === undefined) {
      this.fail(record, response.status?.message ?? '');
      return;
    }
    const { object } = response;
    this.send({ record, updates: updates.map((update, i) => (i === sent ? object : update)), sent: sent + 1 });
  }

  private onLook(wait: Wait<R>): void {
    const { world } = this.deps;
    const verdict = this.check(wait);
    if (verdict === undefined) this.hooks.bound(wait.record);
    else if (verdict.kind === 'failed') this.fail(wait.record, `binding volumes: ${verdict.message}`);
    else if (world.now >= wait.until) this.fail(wait.record, 'binding volumes: context deadline exceeded');
    else world.after(world.options.ticksPerSecond, LANE.scheduler, this.look, wait, { periodic: false });
  }

  private fail(record: R, message: string): void {
    this.hooks.failed(record, `running PreBind plugin "VolumeBinding": ${message}`);
  }

  /** checkBindings: reads what the api-server has told, never what was assumed. */
  private check({ record, updates }: Wait<R>): Verdict {
    const { views } = this.deps.cache;
    const { key, uid, host, volumes } = record;
    const node = views.nodes.get(host)?.node;
    if (node === undefined) return failed(`failed to get node "${host}": node "${host}" not found`);
    const pod = views.pods.get(key)?.pod;
    if ((pod?.metadata.uid ?? '') !== uid) {
      return failed(`pod does not exist any more: pod "${key.slice(key.indexOf('/') + 1)}" not found`);
    }
    // The watch has not brought yet what the answer to the update said.
    if (updates.some((object) => isOlder(this.told(objectKey(object)), object))) return WAIT;
    for (const { claim, volume } of volumes?.bind ?? []) {
      const [told, wanted] = [this.toldClaim(claim), this.toldVolume(volume)];
      if (wanted === undefined) return failed(`failed to check binding: ${notFound('PersistentVolume', volume)}`);
      if (told === undefined) return failed(`failed to check binding: ${notFound('PersistentVolumeClaim', claim)}`);
      const verdict = checkBound(told, wanted, node);
      if (verdict !== undefined) return verdict;
    }
    for (const name of volumes?.provision ?? []) {
      const verdict = this.checkProvisioned(this.toldClaim(name), name, host);
      if (verdict !== undefined) return verdict;
    }
    return undefined;
  }

  private checkProvisioned(claim: Claim | undefined, key: string, host: string): Verdict {
    const { views } = this.deps.cache;
    const name = key.slice(key.indexOf('/') + 1);
    if (claim === undefined)
      return failed(`failed to check provisioning pvc: ${notFound('PersistentVolumeClaim', key)}`);
    const { annotations } = claim.metadata;
    if (annotations === undefined) return failed(`selectedNode annotation reset for PVC "${name}"`);
    if (annotations[ANNOTATION.selectedNode] !== host) return failed(`provisioning failed for PVC "${name}"`);
    const volumeName = claim.spec?.volumeName ?? '';
    const node = views.nodes.get(host)?.node;
    if (volumeName !== '' && node !== undefined) {
      const volume = this.toldVolume(volumeName);
      // The watch of volumes may lag behind that of claims.
      if (volume === undefined) return WAIT;
      if (!nodeReaches(volume, node)) return failed(outOfReach(volume, host));
    }
    return isFullyBound(claim) ? undefined : WAIT;
  }
}

function checkBound(claim: Claim, volume: PersistentVolume, node: Node): Verdict {
  if (!nodeReaches(volume, node)) return failed(outOfReach(volume, node.metadata.name));
  if ((volume.spec?.claimRef?.uid ?? '') === '') return failed(`ClaimRef got reset for pv "${volume.metadata.name}"`);
  return isFullyBound(claim) ? undefined : WAIT;
}

const notFound = (kind: string, key: string): string => `could not find v1.${kind} "${key}"`;

const isOlder = (told: KubeObject | undefined, than: KubeObject): boolean =>
  told !== undefined && Number(told.metadata.resourceVersion ?? 0) < Number(than.metadata.resourceVersion ?? 0);

const outOfReach = ({ metadata }: PersistentVolume, host: string): string =>
  `pv "${metadata.name}" node affinity doesn't match node "${host}": no matching NodeSelectorTerms`;

function updateRequest(object: KubeObject): ApiRequest {
  const { namespace, name } = object.metadata;
  const resource = resourceOfKind(object.kind)?.resource ?? '';
  return { verb: 'update', resource, ...(namespace === undefined ? {} : { namespace }), name, body: object };
}
