/** Events of a watch that are not an object's: bookmarks, the end, and why there is one. */
import type { KubeObject } from '../../model/objects.ts';
import { resourceInfo } from '../../model/resources.ts';
import { Refusal } from './refusal.ts';
import type { ApiStatus, WatchEvent, WatchSpec } from './types.ts';

/** Annotation of the bookmark that ends the initial events of a WatchList. */
export const INITIAL_END = 'k8s.io/initial-events-end';

export function bookmark(
  spec: WatchSpec,
  revision: number,
  annotations?: Readonly<Record<string, string>>,
): WatchEvent {
  const info = resourceInfo(spec.resource);
  const metadata = {
    name: '',
    resourceVersion: String(revision),
    ...(annotations === undefined ? {} : { annotations }),
  };
  const object = { apiVersion: info?.apiVersion ?? 'v1', kind: info?.kind ?? spec.resource, metadata };
  return { type: 'BOOKMARK', object, revision };
}

/** @param status of a metav1.Status in the place of an object */
function statusObject(status: object): KubeObject {
  return { apiVersion: 'v1', kind: 'Status', metadata: { name: '' }, status };
}

const failure = (code: number, { reason, message, causes = [] }: ApiStatus): KubeObject =>
  statusObject({
    status: 'Failure',
    reason,
    code,
    message,
    ...(causes.length === 0 ? {} : { details: { causes } }),
  });

export const closed = (object: KubeObject, revision: number): WatchEvent => ({ type: 'CLOSED', object, revision });

/** The server ended the stream as it does at its deadline. */
export const CLOSED_STATUS: KubeObject = statusObject({ status: 'Success', code: 200 });

/** Nobody answered. */
export const BROKEN: ApiStatus = { reason: 'ServiceUnavailable', message: 'connection refused' };
/** Nobody was heard, in all the time that a client waits. */
export const SILENT: ApiStatus = { reason: 'ServiceUnavailable', message: 'http2: client connection lost' };
export const lostStatus = (): KubeObject => failure(503, SILENT);
export const isLoss = ({ type, object }: WatchEvent): boolean =>
  type === 'CLOSED' && (object.status as { readonly message?: string } | undefined)?.message === SILENT.message;
/** Code 408 is ours: upstream has an error of the network here, which tells a reflector to list anew. */
export const dialStatus = (): KubeObject => failure(408, { reason: 'Timeout', message: 'dial tcp: i/o timeout' });
export const brokenStatus = (): KubeObject => failure(503, BROKEN);

export function refusedStatus(error: unknown): KubeObject {
  if (error instanceof Refusal) return failure(error.code, error.status);
  return failure(400, { reason: 'BadRequest', message: error instanceof Error ? error.message : String(error) });
}

/** @param oldest the least revision from which a watch could begin */
export function expired(asked: number, oldest: number, revision: number): WatchEvent {
  const message = `too old resource version: ${asked} (${oldest})`;
  return { type: 'ERROR', object: failure(410, { reason: 'Expired', message }), revision };
}

export const TOO_LARGE = 'Too large resource version';

/** The watch cache did not get as far as the revision that was asked for. */
export const tooLargeStatus = (asked: number, current: number): ApiStatus => ({
  reason: 'Timeout',
  message: `Timeout: ${TOO_LARGE}: ${asked}, current: ${current}`,
  causes: [{ reason: 'ResourceVersionTooLarge', message: TOO_LARGE }],
});

export const tooLarge = (asked: number, current: number): KubeObject => failure(504, tooLargeStatus(asked, current));
