/** What a sync of a Deployment writes, one request after the other. */
import { objectKey, type Deployment, type ReplicaSet } from '../../../model/objects.ts';
import type { ApiRequest } from '../../apiserver/apiserver.ts';
import type { EventDraft } from '../events.ts';

/** One write of a plan. Plain data. */
export interface PlannedWrite {
  readonly request: ApiRequest;
  /** Store key of the object that it writes. */
  readonly object: string;
  /** The copy is one that an earlier write of this sync gave back: that write's resourceVersion counts. */
  readonly onTopOfOwn: boolean;
  /** Told when the write is done. */
  readonly event?: EventDraft;
  /** The write makes the new ReplicaSet: its failure has rules of its own. */
  readonly makesNewSet?: true;
  /** Somebody else has done it already: that is fine. */
  readonly mayBeGone?: true;
}

export class PlanWriter {
  readonly writes: PlannedWrite[] = [];
  private readonly written = new Set<string>();

  /** @param cached the ReplicaSets as the sync found them: a write of one of these copies is never "on top of own" */
  constructor(
    private readonly deployment: Deployment,
    private readonly cached: readonly ReplicaSet[],
  ) {}

  requestFor(resource: string): { readonly resource: string; readonly namespace?: string } {
    const { namespace } = this.deployment.metadata;
    return namespace === undefined ? { resource } : { resource, namespace };
  }

  /** Writes the copy taken at the start with what was changed in it. */
  updateStatus(body: Deployment): void {
    const { name } = body.metadata;
    const request = { ...this.requestFor('deployments'), name, subresource: 'status', verb: 'update', body } as const;
    this.write({ request, object: objectKey(body) });
  }

  updateSet(before: ReplicaSet, after: ReplicaSet, event?: EventDraft): ReplicaSet {
    const object = objectKey(after);
    const { name } = after.metadata;
    const request: ApiRequest = { ...this.requestFor('replicasets'), verb: 'update', name, body: after };
    const onTopOfOwn = !this.cached.includes(before) && this.written.has(object);
    this.write({ request, object, onTopOfOwn, ...(event === undefined ? {} : { event }) });
    return after;
  }

  write(write: Omit<PlannedWrite, 'onTopOfOwn'> & { readonly onTopOfOwn?: boolean }): void {
    this.written.add(write.object);
    this.writes.push({ onTopOfOwn: false, ...write });
  }

  scalingEvent(direction: 'up' | 'down', name: string, from: number, to: number): EventDraft {
    const message = `Scaled ${direction} replica set ${name} from ${from} to ${to}`;
    return { about: this.deployment, type: 'Normal', reason: 'ScalingReplicaSet', message };
  }
}
