import type { KubeObject } from '../../model/objects.ts';
import { resourceInfo } from '../../model/resources.ts';
import type { Adapter } from '../types.ts';
import { answerOf, API_COMPARE, readManifest, serverWith } from './api-server.ts';

interface Given {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly manifest: string;
}

const object = (
  apiVersion: string,
  kind: string,
  name: string,
  namespace: string | undefined,
  rest: object,
): KubeObject => ({
  apiVersion,
  kind,
  metadata: namespace === undefined ? { name } : { name, namespace },
  ...rest,
});

const NAMESPACES = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];

/** The cluster that the recordings were made in. */
const CLUSTER: readonly KubeObject[] = [
  ...NAMESPACES.map((name) => object('v1', 'Namespace', name, undefined, { status: { phase: 'Active' } })),
  ...NAMESPACES.map((namespace) => object('v1', 'ServiceAccount', 'default', namespace, {})),
  object('scheduling.k8s.io/v1', 'PriorityClass', 'system-cluster-critical', undefined, { value: 2_000_000_000 }),
  object('scheduling.k8s.io/v1', 'PriorityClass', 'system-node-critical', undefined, { value: 2_000_001_000 }),
  ...['node-0', 'node-1', 'node-2'].map((name) => object('v1', 'Node', name, undefined, { spec: {}, status: {} })),
];

/** "/api/v1/namespaces/NS/RESOURCE" or "/apis/GROUP/VERSION/RESOURCE". */
function placeOf(path: string): { readonly resource: string; readonly namespace?: string } {
  const parts = path.split('/').slice(path.startsWith('/api/') ? 3 : 4);
  const [first = '', namespace = '', resource = ''] = parts;
  return first === 'namespaces' && resource !== '' ? { resource, namespace } : { resource: first };
}

export const controlPlaneApiDefault: Adapter = {
  source: 'control-plane',
  kind: 'api-default',
  compare: API_COMPARE,
  run(row, version) {
    const { path, query, manifest, method } = row.given as Given;
    const place = placeOf(path);
    if (method !== 'POST' || resourceInfo(place.resource) === undefined)
      throw new Error(`${method} ${path} is not modelled`);
    const { fieldManager } = query;
    const server = serverWith(version, CLUSTER, 1);
    const body = readManifest(manifest);
    const options = fieldManager === undefined ? {} : { fieldManager };
    return answerOf(server.handle({ verb: 'create', ...place, body, options }, 'kubernetes-admin'));
  },
};
