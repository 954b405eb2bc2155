/** Events of Kubernetes (core/v1) as client-go's recorder makes them: tools/record/event.go, events_cache.go (v1.37). Pure. */
import type { KubeObject } from './objects.ts';

const HALF = 2 ** 24;

/**
 * NAME.HEX: nanoseconds since the epoch, as upstream. Virtual time counts microseconds; `count` fills the last three
 * digits, so that Events of one moment differ.
 * @param micros since the epoch
 */
export function eventName(name: string, micros: number, count: number): string {
  // 64 bits in two halves: nanoseconds do not fit into a double.
  const high = Math.floor(micros / HALF);
  const lowNanos = (micros - high * HALF) * 1000 + (count % 1000);
  const carry = Math.floor(lowNanos / HALF);
  const low = lowNanos - carry * HALF;
  return `${name}.${(high * 1000 + carry).toString(16)}${low.toString(16).padStart(6, '0')}`;
}

/** ref.GetReference. @param fieldPath a part of the object, "spec.containers{web}" */
export function involvedObject(about: KubeObject, fieldPath?: string): Readonly<Record<string, unknown>> {
  const { name, namespace, uid = '', resourceVersion = '' } = about.metadata;
  return {
    kind: about.kind,
    ...(namespace === undefined ? {} : { namespace }),
    name,
    uid,
    apiVersion: about.apiVersion,
    resourceVersion,
    ...(fieldPath === undefined ? {} : { fieldPath }),
  };
}

/** An Event as the api-server holds it: every field may be missing in what was read from a file. */
export interface CoreEvent extends KubeObject {
  readonly involvedObject?: {
    readonly kind?: string;
    readonly name?: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly fieldPath?: string;
  };
  readonly type?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly count?: number;
  readonly lastTimestamp?: string | null;
  readonly eventTime?: string | null;
}

export interface EventFields {
  readonly about: KubeObject;
  readonly fieldPath?: string;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  /** "kubelet". */
  readonly component: string;
  /** The node, for a kubelet. */
  readonly host?: string;
  /** Of the Event itself: see `eventName`. */
  readonly name: string;
  /** RFC 3339, whole seconds. */
  readonly at: string;
}

export const eventNamespace = (about: KubeObject): string => about.metadata.namespace ?? 'default';

/** A first Event, as it is posted. */
export function newEvent(fields: EventFields): KubeObject {
  const { about, component, host } = fields;
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: fields.name, namespace: eventNamespace(about) },
    involvedObject: involvedObject(about, fields.fieldPath),
    reason: fields.reason,
    message: fields.message,
    source: host === undefined ? { component } : { component, host },
    firstTimestamp: fields.at,
    lastTimestamp: fields.at,
    count: 1,
    type: fields.type,
    eventTime: null,
    reportingComponent: component,
    reportingInstance: host ?? '',
  } as KubeObject;
}
