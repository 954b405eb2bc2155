/** What a reflector reads off what the api-server says, and how it asks. */
import type { KubeObject } from '../../model/objects.ts';
import type { WatchEvent, WatchSpec } from '../apiserver/apiserver.ts';
import type { WatchEnd } from './reflector-types.ts';

/** A metav1.Status that came in the place of an object. */
export function statusOf({ status }: KubeObject): { readonly code: number; readonly reason: string } {
  const { code, reason } = (typeof status === 'object' && status !== null ? status : {}) as Record<string, unknown>;
  return { code: typeof code === 'number' ? code : 500, reason: typeof reason === 'string' ? reason : '' };
}

/** What is known of a watch that is over. */
interface Ended {
  readonly type: WatchEvent['type'];
  /** Of its metav1.Status. */
  readonly code: number;
  /** Ticks that it stood. */
  readonly lasted: number;
  /** Ticks within which the answer to its opening comes. */
  readonly opening: number;
  readonly ticksPerSecond: number;
  /** Something came. */
  readonly seen: boolean;
}

/** Why a watch ended, as its reflector takes it: handleWatch and watchHandler of reflector.go. */
export function watchEnd({ type, code, lasted, opening, ticksPerSecond, seen }: Ended): WatchEnd {
  // A connection that broke later than its opening was answered ends the stream like the server does.
  const isNormal = type === 'CLOSED' && (code === 200 || (code === 503 && lasted > opening));
  const isRetriable = code === 429 || (code === 503 && type === 'CLOSED');
  const isShort = lasted < ticksPerSecond && !seen;
  return isNormal ? (isShort ? 'short' : 'normal') : isRetriable ? 'retriable' : 'error';
}

/** How a server ends a stream. */
export const ENDED: KubeObject = {
  apiVersion: 'v1',
  kind: 'Status',
  metadata: { name: '' },
  status: { status: 'Success', code: 200 },
};

/** Is it the bookmark that ends the initial events of a watch-list? */
export const endsInitialEvents = ({ metadata }: KubeObject): boolean =>
  metadata.annotations?.['k8s.io/initial-events-end'] === 'true';

export function selectorOf(spec: Omit<WatchSpec, 'fromRevision'>): { readonly fieldSelector?: string } {
  const terms: string[] = [];
  if (spec.name !== undefined) terms.push(`metadata.name=${spec.name}`);
  if (spec.nodeName !== undefined) terms.push(`spec.nodeName=${spec.nodeName}`);
  return terms.length === 0 ? {} : { fieldSelector: terms.join(',') };
}
