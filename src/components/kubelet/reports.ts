/**
 * What a kubelet sends about a Pod: status patches, Events, the last delete. What nobody answered is sent again: pkg/kubelet/
 * status/status_manager.go (v1.37); an Event is not.
 */
import type { Collection, Handler, World } from '../../kernel/kernel.ts';
import { eventName, newEvent } from '../../model/event-objects.ts';
import type { Container, Pod, PodStatus } from '../../model/objects.ts';
import type { ApiRequest, ApiServer, Reply } from '../apiserver/apiserver.ts';
import type { Nodes } from './nodes.ts';
import { statusPatch } from './status-patch.ts';
import type { Timers } from './timers.ts';

export interface PodEvent {
  readonly reason: string;
  readonly message: string;
  readonly container?: string;
  readonly warning?: true;
}

/** EventSourceObjectSpamFilter: so many Events about one Pod at once, then one in five minutes. */
const SPAM_BURST = 25;
const SPAM_REFILL_SECONDS = 300;

/** What was told about one Pod: the value in collection "kubelet/events", by the Pod's uid. */
interface Telling {
  readonly tokens: number;
  /** Tick up to which tokens were filled up. */
  readonly filled: number;
  /** Events of one tick differ in the last digits of their names. */
  readonly at: number;
  readonly inTick: number;
  /** By container, reason and message: an equal Event counts up. */
  readonly told: Readonly<Record<string, { readonly name: string; readonly count: number }>>;
}

interface Target {
  readonly node: string;
  readonly object: Pod;
}

/** `sent`: what was said of it last. */
interface Told extends Target {
  readonly sent?: PodStatus | undefined;
}

interface Unsent {
  readonly node: string;
  readonly uid: string;
}

/** status_manager.go syncPeriod: what could not be sent is sent again with the next batch. */
const RESEND_SECONDS = 10;
/** Nobody answered, or could not: the report is owed. */
export const UNANSWERED = 500;

export class Reports {
  private readonly tellings: Collection<Telling>;
  private readonly failed: Handler<Reply<Unsent>>;
  private readonly due: Handler<Unsent>;

  constructor(
    private readonly world: World,
    private readonly apiServer: ApiServer,
    private readonly nodes: Nodes,
    private readonly timers: Timers,
    resend: (uid: string) => void,
  ) {
    this.tellings = world.collection('kubelet/events');
    this.failed = world.handler('kubelet report failed', ({ context }) => {
      this.resendSoon(context);
    });
    this.due = timers.handler('kubelet resend', ({ uid }) => {
      resend(uid);
    });
  }

  /** With the status manager's next batch. Within a pop. */
  resendSoon(unsent: Unsent): void {
    this.timers.after(RESEND_SECONDS * this.world.options.ticksPerSecond, this.due, unsent);
  }

  /** @returns whether there was anything to send */
  status<C>({ node, object, sent }: Told, after: PodStatus, reply: Handler<Reply<C>>, context: C): boolean {
    const body = statusPatch(object, after, sent);
    if (body === undefined) return false;
    this.nodes.client(node).send(this.patch(object, body), reply, context);
    return true;
  }

  /** Without an answer. */
  quietStatus({ node, object, sent }: Told, after: PodStatus): void {
    const body = statusPatch(object, after, sent);
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

  /** Its image was there without a pull. */
  imagePresent(target: Target, { name, image = '' }: Container): void {
    const message = `Container image "${image}" already present on machine and can be accessed by the pod`;
    this.event(target, { reason: 'Pulled', message, container: name });
  }

  /** A container was made and runs. */
  started(target: Target, { name }: Container): void {
    this.event(target, { reason: 'Created', message: 'Container created', container: name });
    this.event(target, { reason: 'Started', message: 'Container started', container: name });
  }

  /** client-go tools/record, with its correlator: equal Events count up, too many are dropped. */
  event(target: Target, event: PodEvent): void {
    const { uid = target.object.metadata.name } = target.object.metadata;
    const telling = this.takeToken(uid);
    if (telling === undefined) return;
    const key = `${event.container ?? ''} ${event.reason} ${event.message}`;
    const known = telling.told[key];
    const name = known?.name ?? this.create(target, event, telling.inTick);
    const count = (known?.count ?? 0) + 1;
    if (known !== undefined) this.countUp(target, name, count);
    this.tellings.set(uid, { ...telling, told: { ...telling.told, [key]: { name, count } } });
  }

  private takeToken(uid: string): Telling | undefined {
    const { now, options } = this.world;
    const every = SPAM_REFILL_SECONDS * options.ticksPerSecond;
    const known = this.tellings.get(uid) ?? { tokens: SPAM_BURST, filled: now, at: now, inTick: -1, told: {} };
    const refill = Math.floor((now - known.filled) / every);
    const tokens = Math.min(SPAM_BURST, known.tokens + refill);
    if (tokens === 0) return undefined;
    const inTick = known.at === now ? known.inTick + 1 : 0;
    return { ...known, tokens: tokens - 1, filled: known.filled + refill * every, at: now, inTick };
  }

  /** The Pod is gone. */
  forget({ metadata }: Pod): void {
    this.tellings.delete(metadata.uid ?? metadata.name);
  }

  private create({ node, object }: Target, { reason, message, container, warning }: PodEvent, inTick: number): string {
    const { name, namespace = 'default' } = object.metadata;
    const id = eventName(name, this.apiServer.epochMicros + this.world.now, inTick);
    const body = newEvent({
      about: object,
      ...(container === undefined ? {} : { fieldPath: fieldPathOf(object, container) }),
      type: warning === true ? 'Warning' : 'Normal',
      reason,
      message,
      component: 'kubelet',
      host: node,
      name: id,
      at: this.apiServer.timestamp(),
    });
    this.nodes.client(node).send({ verb: 'create', resource: 'events', namespace, body });
    return id;
  }

  private countUp({ node, object }: Target, name: string, count: number): void {
    this.nodes.client(node).send({
      verb: 'patch',
      resource: 'events',
      namespace: object.metadata.namespace ?? 'default',
      name,
      patchType: 'strategic',
      body: { count, lastTimestamp: this.apiServer.timestamp() },
    });
  }
}

function fieldPathOf({ spec }: Pod, container: string): string {
  const init = spec.initContainers?.some(({ name }) => name === container) === true;
  return `spec.${init ? 'initContainers' : 'containers'}{${container}}`;
}
