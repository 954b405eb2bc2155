/**
 * Order in which nodes are looked at: kubernetes pkg/scheduler/backend/cache/node_tree.go (v1.35), and
 * component-helpers node/topology GetZoneKey.
 */
import type { Node } from '../../model/objects.ts';

/** Region and zone, the legacy labels first; "" where the node has neither. */
export function zoneKey({ metadata: { labels = {} } }: Node): string {
  const label = (legacy: string, current: string): string => labels[legacy] ?? labels[current] ?? '';
  const region = label('failure-domain.beta.kubernetes.io/region', 'topology.kubernetes.io/region');
  const zone = label('failure-domain.beta.kubernetes.io/zone', 'topology.kubernetes.io/zone');
  return region === '' && zone === '' ? '' : `${region}:\0:${zone}`;
}

/** The first of each zone, then the second of each, and so on; zones that have run out are passed over. */
export function roundRobin<T>(zones: readonly (readonly T[])[]): T[] {
  const total = zones.reduce((sum, zone) => sum + zone.length, 0);
  const order: T[] = [];
  for (let i = 0; order.length < total; i++) {
    for (const zone of zones) {
      const item = zone[i];
      if (item !== undefined) order.push(item);
    }
  }
  return order;
}

/** Nodes in the order of adding -> node tree order. */
export function treeOrder<T>(nodes: readonly T[], nodeOf: (item: T) => Node): T[] {
  const zones = new Map<string, T[]>();
  for (const item of nodes) {
    const key = zoneKey(nodeOf(item));
    const zone = zones.get(key);
    if (zone === undefined) zones.set(key, [item]);
    else zone.push(item);
  }
  return roundRobin([...zones.values()]);
}
