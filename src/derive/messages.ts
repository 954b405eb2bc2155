/**
 * Messages: a step that sends and the step that arrives, which names it as its cause. Between the two something travels
 * on a line of the stage. Everything here comes from the trace alone.
 */
import type { StageView } from '../protocol/protocol.ts';
import type { Actor } from './layout-types.ts';
import type { TraceBuffer } from './trace-buffer.ts';
import { fitName, lastPart } from './homes-draft.ts';
import { keyParts } from './words/names.ts';

export interface Message {
  /** The step that sends. */
  readonly sent: number;
  /** The step that arrives. */
  readonly arrives: number;
  readonly actor: Actor;
  /** Towards the api-server, or away from it. */
  readonly up: boolean;
  readonly kind: 'request' | 'response' | 'watch' | 'list';
  /** What it is about: "Pod/ns/name". */
  readonly object: string;
  /** Request: verb words. Watch: ADDED and so on. */
  readonly detail: string;
}

const ARRIVES_UP: ReadonlySet<string> = new Set(['store.written', 'request.served', 'request.refused']);
const ARRIVES_DOWN: Readonly<Record<string, Message['kind']>> = {
  'response.delivered': 'response',
  'watch.delivered': 'watch',
  'list.delivered': 'list',
};

/** "kube-scheduler pods" -> scheduler; "kubelet node-a" -> that kubelet; who is not known works in the controller manager. */
export function actorOf(subject: string): Actor {
  if (subject.startsWith('kube-scheduler')) return { kind: 'scheduler' };
  const node = /^kubelet[ /](\S+)/.exec(subject)?.[1];
  if (node !== undefined) return { kind: 'kubelet', node };
  if (subject.startsWith('kubectl') || subject === 'user') return { kind: 'kubectl' };
  return isLesson(subject) ? { kind: 'lesson' } : { kind: 'controllers' };
}

/** A process, or the queue in it: lesson controllers are called alike. */
export const isLesson = (name: string): boolean => name.startsWith('lesson-');

export const hasLessons = ({ controllers }: Pick<StageView, 'controllers'>): boolean =>
  controllers.some(({ name }) => isLesson(name));

/** The message that arrives at step `arrives`; undefined where that step is no arrival of something sent. */
export function messageArriving(trace: TraceBuffer, arrives: number): Message | undefined {
  const sent = trace.cause(arrives);
  if (sent < 1) return undefined;
  const kind = trace.kindName(arrives);
  if (ARRIVES_UP.has(kind)) {
    if (trace.kindName(sent) !== 'request.sent') return undefined;
    return {
      sent,
      arrives,
      actor: actorOf(trace.subject(sent)),
      up: true,
      kind: 'request',
      object: trace.object(sent),
      detail: trace.detail(sent),
    };
  }
  const down = ARRIVES_DOWN[kind];
  if (down === undefined) return undefined;
  return {
    sent,
    arrives,
    actor: actorOf(trace.subject(arrives)),
    up: false,
    kind: down,
    object: trace.object(arrives),
    detail: trace.detail(arrives),
  };
}

const BUCKET_BITS = 8;

/** Which messages are on their way at a step: an index that grows with the trace. */
export class Flights {
  private readonly trace: TraceBuffer;
  /** By bucket of 256 steps: arrivals of what was sent in an earlier bucket. */
  private readonly open: number[][] = [];
  private known = 0;

  constructor(trace: TraceBuffer) {
    this.trace = trace;
  }

  /** Arrivals e with sent <= step <= e, oldest sent first; periodic ones only where they touch the step. */
  at(step: number): Message[] {
    this.grow();
    const arrivals = new Set<number>(this.open[step >>> BUCKET_BITS] ?? []);
    for (let sent = (step >>> BUCKET_BITS) << BUCKET_BITS; sent <= step; sent++) {
      for (const effect of this.trace.effectsOf(sent)) arrivals.add(effect);
    }
    const found: Message[] = [];
    for (const arrives of arrivals) {
      if (arrives < step) continue;
      const sent = this.trace.cause(arrives);
      if (this.trace.periodic(arrives) && sent !== step && arrives !== step) continue;
      const message = messageArriving(this.trace, arrives);
      if (message !== undefined && sent <= step) found.push(message);
    }
    return found.sort((a, b) => a.sent - b.sent || a.arrives - b.arrives);
  }

  private grow(): void {
    for (let e = this.known + 1; e <= this.trace.length; e++) {
      const sent = this.trace.cause(e);
      if (sent < 1) continue;
      for (let bucket = (sent >>> BUCKET_BITS) + 1; bucket <= e >>> BUCKET_BITS; bucket++) {
        (this.open[bucket] ??= []).push(e);
      }
    }
    this.known = this.trace.length;
  }
}

/** What a person did last at or before a step: "apply web", or "" where nobody did anything yet. */
export class Deeds {
  private readonly trace: TraceBuffer;
  private readonly sends: number[] = [];
  private known = 0;

  constructor(trace: TraceBuffer) {
    this.trace = trace;
  }

  lastAt(step: number): string {
    for (let k = this.known + 1; k <= this.trace.length; k++) {
      if (this.trace.kindName(k) === 'request.sent' && this.trace.subject(k).startsWith('kubectl')) this.sends.push(k);
    }
    this.known = this.trace.length;
    let last = 0;
    for (const send of this.sends) {
      if (send > step) break;
      last = send;
    }
    if (last === 0) return '';
    const { name } = keyParts(this.trace.object(last));
    return `${this.trace.detail(last).split(' ')[0] ?? ''} ${name}`.trim();
  }
}

const VERBS: Readonly<Record<string, string>> = {
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  bind: 'POST',
  evict: 'POST',
  get: 'GET',
  list: 'LIST',
  watch: 'WATCH',
};

/** The label of a message, in the words of the protocol. */
export interface MessageLabel {
  /** "POST", "ADDED", "201". */
  readonly verb: string;
  /** What it is about: "web-…-m4tzd/binding"; "" where the verb says it all. */
  readonly what: string;
  /** The same where there is little room: "m4tzd", "ReplicaSet". */
  readonly brief: string;
}

export function messageLabel(message: Message, code: number): MessageLabel {
  if (message.kind === 'response') return { verb: String(code), what: '', brief: '' };
  const { kind, name } = keyParts(message.object);
  const what = kind === 'Pod' ? fitName(name, 12) : `${kind} ${fitName(name, 12)}`.trim();
  const end = lastPart(message.object);
  const brief = kind !== 'Pod' || end === '*' || end === '' ? kind.slice(0, 12) : end;
  if (message.kind !== 'request') return { verb: message.detail === '' ? 'LIST' : message.detail, what, brief };
  const [verb = '', sub = ''] = message.detail.split(' ');
  const suffix = verb === 'bind' ? '/binding' : verb === 'evict' ? '/eviction' : sub === '' ? '' : `/${sub}`;
  return { verb: VERBS[verb] ?? verb.toUpperCase(), what: what + suffix, brief };
}

/** The Pod a message is about, or "": a Binding speaks of the Pod of its name. */
export function podOf(object: string): string {
  const { kind, namespace, name } = keyParts(object);
  return kind === 'Pod' || kind === 'Binding' ? `Pod/${namespace}/${name}` : '';
}
