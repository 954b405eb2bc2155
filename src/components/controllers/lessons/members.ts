/** Fleets: a ConfigMap says how many Pods there are to be; the Pods name it in a label. */
import type { KubeObject } from '../../../model/objects.ts';
import type { ApiRequest } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import { create, dataOf, nameIn, NAMESPACE, ROLE } from './lesson.ts';

const FLEET = 'fleet';

/** How many Pods its `size` asks for; 0 where that is no whole number. */
export const sizeOf = (fleet: KubeObject): number => {
  const size = dataOf(fleet, 'size') ?? '';
  return /^\d{1,9}$/.test(size) ? Number(size) : 0;
};

/** Of a Pod: the key of its fleet. */
export const fleetOf = ({ metadata }: KubeObject): string => `${NAMESPACE}/${metadata.labels?.[FLEET] ?? ''}`;

/** What the cache has of a fleet's Pods, without those that are on their way out. */
export const membersOf = (pods: SharedInformer, fleetKey: string): readonly KubeObject[] =>
  pods.indexer
    .list(NAMESPACE)
    .filter((pod) => fleetOf(pod) === fleetKey && pod.metadata.deletionTimestamp === undefined);

/** The server draws the end of the name: sent twice, it makes two Pods. */
export const createMember = (fleetKey: string): ApiRequest =>
  create('pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { generateName: `${nameIn(fleetKey)}-`, labels: { [ROLE]: 'member', [FLEET]: nameIn(fleetKey) } },
    spec: { containers: [{ name: 'app', image: 'example.com/app:1' }] },
  });
