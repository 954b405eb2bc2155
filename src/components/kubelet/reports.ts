/**
 * What a kubelet sends about a Pod: status patches, Events, the last delete. What nobody answered is sent again: pkg/kubelet/
 * status/status_manager.go (v1.37); an Event is not.
 */
import type { Handler, World } from '../../kernel/kernel.ts';
import { LANE } from '../../model/events.ts';
import { eventName, newEvent } from '../../model/event-objects.ts';
import type { Container, Pod, PodStatus } from '../../model/objects.ts';
import type { ApiRequest, ApiServer, Reply } from '../apiserver/apiserver.ts';
import type { Nodes } from './nodes.ts';
import { statusPatch } from './status-patch.ts';

export interface PodEvent {
  readonly reason: string;
  readonly message: string;
  readonly container?: string;
  readonly warning?: true;
}

/** Events of one Pod at one moment differ in the last digits of their names. */
const ORDER = ['Pulling', 'Pulled', 'Created', 'Started', 'Killing'];

interface Target {
  readonly node: string;
  readonly object: Pod;
}

interface Unsent {
  readonly node: string;
  readonly uid: string;
}

/** status_manager.go syncPeriod: what could not be sent is sent again with the next batch. */
const RESEND_SECONDS = 10;

export class Reports {
  private readonly failed: Handler<Reply<Unsent>>;
  private readonly due: Handler<Unsent>;

  /** @param resend inside a pop that emits nothing: what the Pod's status manager still owes */
  constructor(
    private readonly world: World,
    private readonly apiServer: ApiServer,
    private readonly nodes: Nodes,
    resend: (uid: string) => void,
  ) {
    this.failed = world.handler('kubelet report failed', ({ context }) => {
      this.resendSoon(context);
    });
    this.due = world.handler('kubelet resend', ({ node, uid }) => {
      if (nodes.isUp(node)) resend(uid);
    });
  }

  /** Timers of the process, which die with it. */
  forget(node: string): void {
    this.world.drop(this.due, (unsent) => unsent.node === node);
  }

  /** The status manager's next batch. Within a pop. */
  resendSoon(unsent: Unsent): void {
    this.world.after(RESEND_SECONDS * this.world.options.ticksPerSecond, LANE.kubelets, this.due, unsent);
  }

  /** @returns whether there was anything to send */
  status<C>({ node, object }: Target, after: PodStatus, reply: Handler<Reply<C>>, context: C): boolean {
    const body = statusPatch(object, after);
    if (body === undefined) return false;
    this.nodes.client(node).send(this.patch(object, body), reply, context);
    return true;
  }

  /** Without an answer. */
  quietStatus({ node, object }: Target, after: PodStatus): void {
    const body = statusPatch(object, after);
    if (body !== undefined) this.sendAndForget({ node, object }, this.patch(object, body));
  }

  private sendAndForget({ node, object }: Target, request: ApiRequest): void {
    this.nodes.client(node).sendAndForget(request, this.failed, { node, uid: object.metadata.uid ?? '' });
  }

  private patch({ metadata }: Pod, body: object): ApiRequest {
    const { name, namespace = 'default' } = metadata;
    return { verb: 'patch', resource: 'pods', namespace, name, subresource: 'status', patchType: 'strategic', body };
  }

  /** The delete that removes the object: grace 0, and only this very Pod. */
  lastDelete({ node, object }: Target): void {
    const { name, namespace = 'default', uid } = object.metadata;
    const preconditions = uid === undefined ? {} : { uid };
    const options = { gracePeriodSeconds: 0, preconditions };
    this.sendAndForget({ node, object }, { verb: 'delete', resource: 'pods', namespace, name, options });
  }

  /** A container was made and runs. @param present its image was there without a pull */
  started(target: Target, spec: Container, present: boolean): void {
    const container = spec.name;
    if (present) {
      const message = `Container image "${spec.image ?? ''}" already present on machine and can be accessed by the pod`;
      this.event(target, { reason: 'Pulled', message, container });
    }
    this.event(target, { reason: 'Created', message: 'Container created', container });
    this.event(target, { reason: 'Started', message: 'Container started', container });
  }

  event({ node, object }: Target, { reason, message, container, warning }: PodEvent): void {
    const { name, namespace = 'default' } = object.metadata;
    const all = [...(object.spec.initContainers ?? []), ...object.spec.containers];
    const index = Math.max(
      0,
      all.findIndex((spec) => spec.name === container),
    );
    const count = index * ORDER.length + Math.max(0, ORDER.indexOf(reason));
    const body = newEvent({
      about: object,
      ...(container === undefined ? {} : { fieldPath: `spec.containers{${container}}` }),
      type: warning === true ? 'Warning' : 'Normal',
      reason,
      message,
      component: 'kubelet',
      host: node,
      name: eventName(name, this.apiServer.epochMicros + this.world.now, count),
      at: this.apiServer.timestamp(),
    });
    this.nodes.client(node).send({ verb: 'create', resource: 'events', namespace, body });
  }
}
