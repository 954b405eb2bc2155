/** A small StatefulSet, what is done to it, and what became of it. */
import type { KubeObject } from '../../../src/model/objects.ts';
import type { StatefulSet, StatefulSetSpec } from '../../../src/components/controllers/statefulset/types.ts';
import { cluster, create, NODES, podsOf, type Act, type Options, type TestCluster } from './harness.ts';

export const set = (spec: Partial<StatefulSetSpec> = {}, image = 'db:1'): StatefulSet => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'db', namespace: 'default' },
  spec: {
    replicas: 3,
    serviceName: 'db',
    selector: { matchLabels: { app: 'db' } },
    template: {
      metadata: { labels: { app: 'db' } },
      spec: { containers: [{ name: 'db', image }], terminationGracePeriodSeconds: 5 },
    },
    ...spec,
  },
});

export const post = (object: StatefulSet): Act => ({ at: 1, request: create(object, 'statefulsets') });

export const patch = (at: number, spec: object): Act => ({
  at,
  request: {
    verb: 'patch',
    resource: 'statefulsets',
    namespace: 'default',
    name: 'db',
    patchType: 'merge',
    body: { spec },
  },
});

export const image = (at: number, name: string): Act =>
  patch(at, {
    template: { spec: { containers: [{ name: 'db', image: name }], terminationGracePeriodSeconds: 5 } },
  });

export const remove = (at: number, resource: string, name: string, propagationPolicy?: 'Orphan'): Act => ({
  at,
  request: {
    verb: 'delete',
    resource,
    namespace: 'default',
    name,
    options: { propagationPolicy: propagationPolicy ?? 'Background' },
  },
});

export const run = (acts: readonly Act[], seconds: number, more: Options = {}): TestCluster =>
  cluster({ objects: NODES, ...more, acts }).runUntil(seconds);

export const found = ({ apiServer }: TestCluster): StatefulSet =>
  apiServer.get('StatefulSet/default/db') as StatefulSet;

export const names = (of: TestCluster): string[] =>
  podsOf(of)
    .map(({ metadata }) => metadata.name)
    .sort();

export const imagesOf = (of: TestCluster): Record<string, string | undefined> =>
  Object.fromEntries(podsOf(of).map(({ metadata, spec }) => [metadata.name, spec.containers[0]?.image]));

/** "create db-0", "delete db-2": what the controller did to Pods, in order. */
export const deeds = (of: TestCluster): string[] =>
  of
    .writes('Pod')
    .filter(({ who, verb }) => who === 'kube-controller-manager' && (verb === 'create' || verb === 'delete'))
    .map(({ verb, key }) => `${verb} ${key.slice(key.lastIndexOf('/') + 1)}`);

export const told = (of: TestCluster, about = 'StatefulSet'): string[] =>
  of
    .writes('Event')
    .filter(({ after }) => (after as unknown as { involvedObject: { kind: string } }).involvedObject.kind === about)
    .map(({ after }) => {
      const { type, reason, message, count } = after as unknown as Record<string, string>;
      return `${type ?? ''} ${reason ?? ''} ${count ?? ''}: ${message ?? ''}`;
    });

export const claims = ({ apiServer }: TestCluster): readonly KubeObject[] => apiServer.list('persistentvolumeclaims');
