/** Admission NamespaceLifecycle and the agreement of path and body (plugin/pkg/admission/namespace/lifecycle, v1.37). */
import type { KubeObject } from '../../model/objects.ts';
import { resourceOfKind, type ResourceInfo } from '../../model/resources.ts';
import type { Core } from './core.ts';
import { badRequest, forbidden, notFound } from './refusal.ts';
import type { ApiRequest } from './types.ts';

/** These are there whatever the input says. */
const IMMORTAL = new Set(['default', 'kube-system', 'kube-public', 'kube-node-lease']);

/** These cannot be deleted; the Leases' namespace can. */
const KEPT = new Set(['default', 'kube-system', 'kube-public']);

export function checkNamespaceMayGo(info: ResourceInfo, name: string): void {
  if (info.kind === 'Namespace' && KEPT.has(name)) throw forbidden(info, name, 'this namespace may not be deleted');
}

/** The namespace of the path, which the body may repeat but not contradict. */
export function namespaceOfBody(request: ApiRequest, info: ResourceInfo, body: KubeObject): string | undefined {
  if (!info.namespaced) return undefined;
  const sent = body.metadata.namespace;
  const namespace = request.namespace ?? sent ?? 'default';
  if (sent !== undefined && sent !== '' && sent !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  return namespace;
}

export function checkNamespace(
  core: Core,
  info: ResourceInfo,
  namespace: string,
  name: string,
  creating: boolean,
): void {
  const found = core.store.get(`Namespace/${namespace}`);
  if (found === undefined) {
    if (IMMORTAL.has(namespace) || !core.knows('Namespace')) return;
    const namespaces = resourceOfKind('Namespace');
    if (namespaces !== undefined) throw notFound(namespaces, namespace);
  } else if (creating && found.metadata.deletionTimestamp !== undefined) {
    const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
    throw forbidden(info, name, why, [
      {
        reason: 'NamespaceTerminating',
        message: `namespace ${namespace} is being terminated`,
        field: 'metadata.namespace',
      },
    ]);
  }
}
