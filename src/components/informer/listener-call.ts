/** What a handler hears, and client-go's FilteringResourceEventHandler (tools/cache/controller.go, v0.37) in front of it. */
import type { KubeObject } from '../../model/objects.ts';
import { isTombstone, unwrap } from './delta.ts';
import type { Notification } from './process-deltas.ts';
import type { ResourceEventHandler } from './types.ts';

/** Plain data: it lies in the collections of the lines. */
export type Call =
  | { readonly kind: 'add'; readonly object: KubeObject; readonly isInInitialList: boolean }
  | { readonly kind: 'update'; readonly before: KubeObject; readonly after: KubeObject }
  /** `isFinalStateUnknown`: it came as a tombstone. */
  | { readonly kind: 'delete'; readonly object: KubeObject; readonly isFinalStateUnknown: boolean };

/** What a handler throws in order to panic: that call is lost, and the next one comes a second later (6.5). */
export class HandlerPanic extends Error {}

/** The object that a call is about. */
export const subjectOf = (call: Call): KubeObject => (call.kind === 'update' ? call.after : call.object);

export const isInitialAdd = (call: Call): boolean => call.kind === 'add' && call.isInInitialList;

export function runHandler(handler: ResourceEventHandler, call: Call): void {
  if (call.kind === 'add') handler.onAdd?.(call.object, call.isInInitialList);
  else if (call.kind === 'update') handler.onUpdate?.(call.before, call.after);
  else handler.onDelete?.(call.object, call.isFinalStateUnknown);
}

/**
 * Calls of handlers without a filter are the same for all of them: one object, which the collections of their lines share.
 */
export class CallMaker {
  private notification: Notification<KubeObject> | undefined;
  private call: Call | undefined;

  /** @returns undefined where the handler does not want to hear of it */
  callFor(handler: ResourceEventHandler, notification: Notification<KubeObject>): Call | undefined {
    if (handler.filter !== undefined) return callFor(handler, notification);
    if (this.notification !== notification) {
      this.notification = notification;
      this.call = filtered(handler, notification);
    }
    return this.call !== undefined && hears(handler, this.call) ? this.call : undefined;
  }
}

function callFor(handler: ResourceEventHandler, notification: Notification<KubeObject>): Call | undefined {
  const call = filtered(handler, notification);
  if (call === undefined) return undefined;
  return hears(handler, call) ? call : undefined;
}

function hears(handler: ResourceEventHandler, call: Call): boolean {
  switch (call.kind) {
    case 'add':
      return 'onAdd' in handler && handler.concerns?.(undefined, call.object) !== false;
    case 'update':
      return 'onUpdate' in handler && handler.concerns?.(call.before, call.after) !== false;
    case 'delete':
      return 'onDelete' in handler && handler.concerns?.(call.object, undefined) !== false;
  }
}

/** An update over the filter's border is an add or a delete. */
function filtered(handler: ResourceEventHandler, notification: Notification<KubeObject>): Call | undefined {
  const passes = (object: KubeObject): boolean => handler.filter?.(object) ?? true;
  if (notification.kind === 'add') {
    const { object, isInInitialList } = notification;
    return passes(object) ? { kind: 'add', object, isInInitialList } : undefined;
  }
  if (notification.kind === 'delete') {
    const object = unwrap(notification.object);
    if (object === undefined || !passes(object)) return undefined;
    return { kind: 'delete', object, isFinalStateUnknown: isTombstone(notification.object) };
  }
  const { before, after } = notification;
  const [did, does] = [passes(before), passes(after)];
  if (did && does) return { kind: 'update', before, after };
  if (does) return { kind: 'add', object: after, isInInitialList: false };
  return did ? { kind: 'delete', object: before, isFinalStateUnknown: false } : undefined;
}
