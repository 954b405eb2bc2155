/**
 * client-go tools/cache/shared_informer.go, sharedProcessor and processorListener (v0.37), on virtual time (6.1 to 6.3): each
 * listener has its own unbounded line, so a slow one holds nobody back, and calls its handler once at a time.
 * Left out: resync per listener, adding and removing listeners while running, panics.
 */
import type { Collection, Handler, World } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import { objectKey, type KubeObject } from '../../model/objects.ts';
import { isTombstone, unwrap } from './delta.ts';
import type { Notification } from './process-deltas.ts';
import { ProcessorListener } from './processor-listener.ts';
import type { ResourceEventHandler } from './types.ts';

/** What a handler hears; plain data of a heap entry. */
export type Call =
  | { readonly kind: 'add'; readonly object: KubeObject; readonly isInInitialList: boolean }
  | { readonly kind: 'update'; readonly before: KubeObject; readonly after: KubeObject }
  | { readonly kind: 'delete'; readonly object: KubeObject; readonly finalStateUnknown?: true };

interface CallData {
  readonly listener: number;
  readonly call: Call;
}

interface Listener {
  readonly name: string;
  readonly handler: ResourceEventHandler;
  readonly line: ProcessorListener<Call>;
}

export interface ListenersDeps {
  readonly world: World;
  /** Of the informer. */
  readonly id: string;
  readonly lane: number;
  /** Ticks from a notification, or from the call before it, to the handler's call. */
  readonly delay: number;
  /** Where "is a call in flight" is kept. */
  readonly marks: Collection<number>;
}

export class Listeners {
  private readonly listeners: Listener[] = [];
  private readonly called: Handler<CallData>;

  constructor(private readonly deps: ListenersDeps) {
    this.called = deps.world.handler<CallData>(`informer ${deps.id} handler`, (data) => this.onCalled(data));
  }

  add(name: string, handler: ResourceEventHandler): void {
    const index = this.listeners.length;
    const { world, id, marks } = this.deps;
    this.listeners.push({
      name,
      handler,
      line: new ProcessorListener(world.collection<Call>(`pending ${id} ${index}`), marks, `busy ${index}`),
    });
  }

  /** After a fork. */
  rebuild(): void {
    for (const { line } of this.listeners) line.rebuild();
  }

  /** Hands a notification to the listeners that want it, in their order. */
  distribute(notification: Notification<KubeObject>): void {
    for (let index = 0; index < this.listeners.length; index++) {
      const listener = this.listeners[index];
      const call = listener === undefined ? undefined : wanted(listener.handler, notification);
      const taken = call === undefined ? undefined : listener?.line.add(call);
      if (taken !== undefined) this.schedule(index, taken);
    }
  }

  private schedule(listener: number, call: Call): void {
    const { world, delay, lane } = this.deps;
    world.after(delay, lane, this.called, { listener, call });
  }

  private onCalled({ listener: index, call }: CallData): void {
    const listener = this.listeners[index];
    if (listener === undefined) return;
    const object = call.kind === 'update' ? call.after : call.object;
    this.deps.world.emit(EVENT['handler.called'], {
      subject: listener.name,
      object: objectKey(object),
      detail: call.kind,
    });
    run(listener.handler, call);
    const next = listener.line.finished();
    if (next !== undefined) this.schedule(index, next);
  }
}

function run(handler: ResourceEventHandler, call: Call): void {
  if (call.kind === 'add') handler.onAdd?.(call.object, call.isInInitialList);
  else if (call.kind === 'update') handler.onUpdate?.(call.before, call.after);
  else handler.onDelete?.(call.object, call.finalStateUnknown);
}

/** client-go's FilteringResourceEventHandler: an update over the filter's border is an add or a delete. */
function wanted(handler: ResourceEventHandler, notification: Notification<KubeObject>): Call | undefined {
  const call = filtered(handler, notification);
  if (call === undefined) return undefined;
  return hears(handler, call.kind) ? call : undefined;
}

function hears(handler: ResourceEventHandler, kind: Call['kind']): boolean {
  switch (kind) {
    case 'add':
      return 'onAdd' in handler;
    case 'update':
      return 'onUpdate' in handler;
    case 'delete':
      return 'onDelete' in handler;
  }
}

function filtered(handler: ResourceEventHandler, notification: Notification<KubeObject>): Call | undefined {
  const passes = (object: KubeObject): boolean => handler.filter?.(object) ?? true;
  if (notification.kind === 'add') {
    const { object, isInInitialList } = notification;
    return passes(object) ? { kind: 'add', object, isInInitialList } : undefined;
  }
  if (notification.kind === 'delete') {
    const object = unwrap(notification.object);
    if (object === undefined || !passes(object)) return undefined;
    return { kind: 'delete', object, ...(isTombstone(notification.object) ? { finalStateUnknown: true } : {}) };
  }
  const { before, after } = notification;
  const [did, does] = [passes(before), passes(after)];
  if (did && does) return { kind: 'update', before, after };
  if (does) return { kind: 'add', object: after, isInInitialList: false };
  return did ? { kind: 'delete', object: before } : undefined;
}
