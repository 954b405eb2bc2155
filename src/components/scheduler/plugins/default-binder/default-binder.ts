/** kubernetes pkg/scheduler/framework/plugins/defaultbinder/default_binder.go (v1.35): the request that binds a Pod. */
import type { Pod } from '../../../../model/objects.ts';
import type { ApiRequest } from '../../../apiserver/apiserver.ts';
import type { Plugin } from '../../framework.ts';
import { podNamespace } from '../../pod-info.ts';

export const defaultBinder: Plugin = { name: 'DefaultBinder' };

export function bindingRequest(pod: Pod, node: string): ApiRequest {
  const namespace = podNamespace(pod);
  const { name, uid } = pod.metadata;
  return {
    verb: 'create',
    resource: 'pods',
    namespace,
    name,
    subresource: 'binding',
    body: {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { namespace, name, ...(uid === undefined ? {} : { uid }) },
      target: { kind: 'Node', name: node },
    },
  };
}
