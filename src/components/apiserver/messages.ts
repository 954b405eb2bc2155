/**
 * Connections: a request, its way to the api-server, the answer's way back, each a pop in virtual time. Models what
 * client-go's REST client and the api-server's handler chain look like from outside (v0.37). Left out: retries, client-side
 * rate limits, overload (429).
 */
import type { Collection, Handler, World } from '../../kernel/kernel.ts';
import { EVENT, LANE } from '../../model/events.ts';
import type { Latencies } from '../../model/latencies.ts';
import { keyOf, type KubeObject } from '../../model/objects.ts';
import { resourceInfo } from '../../model/resources.ts';
import type { Faults } from './faults.ts';
import { fieldsOf, textOf } from './fields.ts';
import type { Runner } from './handlers.ts';
import { tellOfRequest } from './hear.ts';
import type { Next, Outcome } from './outcome.ts';
import { DIAL_SECONDS, Parked, SILENCE_SECONDS } from './parked.ts';
import type { ApiClient, ApiRequest, ApiResponse, Reply, WatchDelivery, WatchSpec } from './types.ts';
import type { WatchHub } from './watch.ts';
import { BROKEN, SILENT } from './watch-events.ts';

interface Sender {
  readonly client: string;
  readonly lane: number;
}

/** A message on its way. */
interface Message {
  readonly from: Sender;
  readonly request: ApiRequest;
  /** Number of the reply's handler, -1 without one. */
  readonly reply: number;
  readonly context: unknown;
  /** Tick at which it, or its answer, set out: a cut that begins later loses it. */
  readonly at: number;
  /** How often the client's process had died when it was sent. */
  readonly life: number;
  /** Only a failure of the way is answered. */
  readonly forget?: true;
}

interface Answer extends Message {
  readonly response: ApiResponse;
}

type Parcel = Message | Answer;

interface Continuation extends Answer {
  readonly next: Next;
}

/** So long a list waits for its revision (cacher.go blockTimeout), looking so often. */
const PATIENCE_SECONDS = 3;
const POLL_SECONDS = 0.05;

/** The api-server's side of a request, one commit at a time. */
export interface Server {
  begin(request: ApiRequest, user: string): Outcome;
  proceed(next: Next): Outcome;
  /** Is the state that the request asks for not there yet? */
  mustWait(request: ApiRequest): boolean;
}

export class Messages {
  /** How often the process of a client died. */
  private readonly deaths: Collection<number>;
  private readonly sent: Handler<Message>;
  private readonly arrived: Handler<Message>;
  private readonly continued: Handler<Continuation>;
  private readonly answered: Handler<Answer>;
  private readonly replies = new Map<number, Handler<Reply<unknown>>>();
  private readonly parked: Parked<Parcel>;

  constructor(
    private readonly world: World,
    private readonly latencies: Latencies,
    private readonly server: Server,
    private readonly watches: WatchHub,
    private readonly faults: Faults,
    private readonly runner: Runner,
  ) {
    this.deaths = world.collection<number>('api-server clients that died');
    this.sent = world.handler<Message>('api-server request sent', (message) => {
      this.onSent(message);
    });
    this.arrived = world.handler<Message>('api-server request', (message) => {
      this.onArrived(message);
    });
    this.continued = world.handler<Continuation>('api-server second commit', (data) => {
      this.commit(data, this.server.proceed(data.next), data.response);
    });
    this.answered = world.handler<Answer>('api-server response', (answer) => {
      this.onAnswered(answer);
    });
    this.parked = new Parked<Parcel>(
      world,
      ({ from }) => from.lane,
      (message) => this.isAwaited(message),
      (message) => {
        this.deliver(message, UNHEARD);
      },
    );
  }

  connect(client: string, lane: number): ApiClient {
    const from: Sender = { client, lane };
    const post = <C>(request: ApiRequest, reply?: Handler<Reply<C>>, context?: C, forget?: true): void => {
      if (reply !== undefined) this.replies.set(reply.id, reply);
      const message: Message = {
        from,
        request,
        reply: reply?.id ?? -1,
        context: context ?? 0,
        at: this.world.now,
        life: this.lifeOf(client),
        ...(forget === undefined ? {} : { forget }),
      };
      this.world.after(0, lane, this.sent, message);
    };
    return {
      name: client,
      send: <C>(request: ApiRequest, reply?: Handler<Reply<C>>, context?: C) => {
        post(request, reply, context);
      },
      sendAndForget: <C>(request: ApiRequest, failed: Handler<Reply<C>>, context: C) => {
        post(request, failed, context, true);
      },
      watch: (id: string, spec: WatchSpec, deliver: Handler<WatchDelivery>) => {
        this.watches.open(client, id, lane, spec, deliver);
      },
      unwatch: (id: string) => {
        this.watches.close(id);
      },
    };
  }

  private lifeOf(client: string): number {
    return this.deaths.size === 0 ? 0 : (this.deaths.get(client) ?? 0);
  }

  /** Inside a pop. */
  disconnect(client: string): void {
    const isOf = ({ from }: Message): boolean => from.client === client;
    this.world.drop(this.sent, isOf);
    this.world.drop(this.answered, isOf);
    this.parked.take(({ client: owner, way }) => owner === client && way === 'answer');
    this.deaths.set(client, this.lifeOf(client) + 1);
    this.watches.closeOf(client);
  }

  /**
   * Inside a pop that has its event: what is on the way to these clients waits, and what is on the way from them too.
   * @param both ways, else only answers wait
   */
  park(matches: (client: string) => boolean, both: boolean): void {
    for (const answer of this.takeOut(this.answered, matches)) this.parkOne(answer, 'answer');
    if (!both) return;
    for (const message of this.takeOut(this.arrived, matches)) this.parkOne(message, 'request');
  }

  private takeOut<M extends Message>(handler: Handler<M>, matches: (client: string) => boolean): readonly M[] {
    const found: M[] = [];
    this.world.drop(handler, (message) => {
      const own = matches(message.from.client);
      if (own) found.push(message);
      return own;
    });
    return found.sort((a, b) => a.at - b.at);
  }

  private parkOne(message: Parcel, way: 'request' | 'answer'): void {
    const { client } = message.from;
    const since = this.faults.silentSince(client);
    this.parked.add({ client, way, message, ...(since === undefined ? {} : { until: this.patienceEnds(since) }) });
  }

  private patienceEnds(since: number): number {
    const known = since + this.ticks(SILENCE_SECONDS);
    return this.world.now < known ? known : this.world.now + this.ticks(DIAL_SECONDS);
  }

  /** Inside a pop that has its event: a fault was lifted. */
  release(): void {
    const free = ({ client, way }: { readonly client: string; readonly way: string }): boolean =>
      this.faults.silentSince(client) === undefined && (way === 'request' || !this.faults.isPaused(client));
    const { request, commit, response } = this.latencies;
    for (const { way, message } of this.parked.take(free)) {
      if (way === 'answer') this.world.after(response, message.from.lane, this.answered, message as Answer);
      else this.world.after(request + commit, LANE['api-server'], this.arrived, message);
    }
  }

  private onSent(message: Message): void {
    const { from, request } = message;
    this.world.emit(EVENT['request.sent'], {
      subject: from.client,
      object: objectOfRequest(request),
      detail: verbWords(request),
    });
    if (!this.faults.none && this.faults.isCut(from.client)) {
      if (message.reply >= 0) this.answerBroken(message);
      return;
    }
    if (!this.faults.none && this.faults.silentSince(from.client) !== undefined) {
      this.parkOne(message, 'request');
      return;
    }
    this.world.after(this.latencies.request + this.latencies.commit, LANE['api-server'], this.arrived, message);
  }

  /** Nobody answers: the client hears of that when it gives up. */
  private answerBroken(message: Message): void {
    const { request, response } = this.latencies;
    this.world.after(request + response, message.from.lane, this.answered, { ...message, response: UNREACHABLE });
  }

  /** Is somebody there who wants an answer? */
  private isAwaited({ reply, life, from }: Message): boolean {
    return reply >= 0 && life === this.lifeOf(from.client);
  }

  private wasLost({ from, at }: Message): boolean {
    return !this.faults.none && this.faults.wasCutSince(from.client, at);
  }

  /** Silent where the request was lost on its way. */
  private onArrived(message: Message): void {
    if (this.wasLost(message)) {
      if (this.isAwaited(message)) this.answerBroken(message);
      return;
    }
    if (this.server.mustWait(message.request) && this.isPatient(message)) {
      this.world.after(this.ticks(POLL_SECONDS), LANE['api-server'], this.arrived, message);
      return;
    }
    const outcome = this.server.begin(message.request, message.from.client);
    this.commit(message, outcome, outcome.response);
  }

  /** The server waits for a revision that is not there yet. */
  private isPatient({ at }: Message): boolean {
    const { request, commit } = this.latencies;
    return this.world.now < at + request + commit + this.ticks(PATIENCE_SECONDS);
  }

  private ticks(seconds: number): number {
    return Math.round(seconds * this.world.options.ticksPerSecond);
  }

  /** Tells of one commit (or of none) and goes on: to the next commit of the same request, or to the answer. */
  private commit(message: Message, outcome: Outcome, response: ApiResponse): void {
    const { from, request, reply, context } = message;
    this.emitOutcome(from.client, request, outcome);
    tellOfRequest(this.world, { client: from.client, request, response: outcome.response });
    const answer: Answer = { ...message, from, request, reply, context, response, at: this.world.now };
    if (outcome.next !== undefined) {
      const data: Continuation = { ...answer, next: outcome.next };
      this.world.after(0, LANE['api-server'], this.continued, data);
    } else if (message.forget !== true && this.isAwaited(message)) {
      this.answer(answer);
    }
  }

  private answer(answer: Answer): void {
    const { client, lane } = answer.from;
    const waits = !this.faults.none && (this.faults.isPaused(client) || this.faults.silentSince(client) !== undefined);
    if (waits) this.parkOne(answer, 'answer');
    else this.world.after(this.latencies.response, lane, this.answered, answer);
  }

  private emitOutcome(subject: string, request: ApiRequest, { response, written, key }: Outcome): void {
    const object = written?.key ?? key ?? objectOfRequest(request);
    if (written !== undefined) {
      const detail = verbWords(request);
      this.world.emit(EVENT['store.written'], { subject, object, detail, number: written.revision });
    } else if (response.code < 400) {
      const detail = verbWords(request);
      this.world.emit(EVENT['request.served'], { subject, object, detail, number: response.code });
    } else {
      const detail = response.status?.reason ?? '';
      this.world.emit(EVENT['request.refused'], { subject, object, detail, number: response.code });
    }
  }

  private onAnswered(answer: Answer): void {
    this.deliver(answer, this.wasLost(answer) ? UNREACHABLE : answer.response);
  }

  private deliver({ from, request, reply, context }: Message, response: ApiResponse): void {
    const object = response.object === undefined ? objectOfRequest(request) : keyOfObject(response.object);
    const { items } = response;
    if (items === undefined) {
      const fields = { subject: from.client, object, detail: verbWords(request), number: response.code };
      this.world.emit(EVENT['response.delivered'], fields);
    } else {
      this.world.emit(EVENT['list.delivered'], { subject: from.client, object, number: items.length });
    }
    const handler = this.replies.get(reply);
    if (handler !== undefined) this.runner.run(handler, { response, request, context });
  }
}

/** client-go's net error, as a code: whether the server did what it was asked to is not known. */
const UNREACHABLE: ApiResponse = { code: 503, status: BROKEN, written: false };
/** The same where nobody refused: the client waited in vain. */
const UNHEARD: ApiResponse = { code: 503, status: SILENT, written: false };

const keyOfObject = ({ kind, metadata }: KubeObject): string => keyOf(kind, metadata.namespace, metadata.name);

/** "create", "update status", "bind": what a person would call it. */
export function verbWords({ verb, subresource, patchType }: ApiRequest): string {
  if (subresource === 'binding') return 'bind';
  if (subresource === 'eviction') return 'evict';
  const word = patchType === 'apply' ? 'apply' : verb === 'deletecollection' ? 'delete' : verb;
  return subresource === undefined ? word : `${word} ${subresource}`;
}

/** The store's key that a request is about; "Pod/ns/prefix*" where the name is yet to be made, "Pod/ns" for a list. */
export function objectOfRequest(request: ApiRequest): string {
  const kind = resourceInfo(request.resource)?.kind ?? request.resource;
  if (request.name !== undefined) return keyOf(kind, request.namespace, request.name);
  if (request.verb !== 'create') return request.namespace === undefined ? kind : `${kind}/${request.namespace}`;
  const metadata = fieldsOf(fieldsOf(request.body)['metadata']);
  const name = textOf(metadata['name']);
  return keyOf(kind, request.namespace, name === '' ? `${textOf(metadata['generateName'])}*` : name);
}
