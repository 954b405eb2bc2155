/** What a reflector reads off what the api-server says, and how it asks. */
import type { KubeObject } from '../../model/objects.ts';
import type { WatchSpec } from '../apiserver/apiserver.ts';

/** A metav1.Status that came in the place of an object. */
export function statusOf({ status }: KubeObject): { readonly code: number; readonly reason: string } {
  const { code, reason } = (typeof status === 'object' && status !== null ? status : {}) as Record<string, unknown>;
  return { code: typeof code === 'number' ? code : 500, reason: typeof reason === 'string' ? reason : '' };
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
