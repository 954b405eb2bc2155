/**
 * How fast Nodes of a zone may be given up: ComputeZoneState, handleDisruption and setLimiterInZone of
 * pkg/controller/nodelifecycle/node_lifecycle_controller.go, with the flags' defaults (v1.37). Pure.
 */
import { compareBytes } from '../../../kernel/kernel.ts';
import type { Node } from '../../../model/objects.ts';

/** Nodes a second: --node-eviction-rate, --secondary-node-eviction-rate. */
export const EVICTION_RATE = 0.1;
export const SECONDARY_EVICTION_RATE = 0.01;
/** --unhealthy-zone-threshold. */
const UNHEALTHY_SHARE = 0.55;
/** --large-cluster-size-threshold: a smaller zone that is partly down is left alone. */
const LARGE_ZONE = 50;
const PARTLY_AT_LEAST = 3;
const EXCLUDED = 'node.kubernetes.io/exclude-disruption';

export type ZoneState = 'Initial' | 'Normal' | 'PartialDisruption' | 'FullDisruption';

/** Of a zone: the value in collection "controllers/nodelifecycle/zones". */
export interface Zone {
  readonly state: ZoneState;
  /** Nodes a second; 0 = none. */
  readonly rate: number;
}

export const NEW_ZONE: Zone = { state: 'Initial', rate: EVICTION_RATE };

/** GetZoneKey: "" for a Node that names neither region nor zone. */
export function zoneKey({ metadata: { labels = {} } }: Node): string {
  const region = labels['topology.kubernetes.io/region'] ?? labels['failure-domain.beta.kubernetes.io/region'] ?? '';
  const zone = labels['topology.kubernetes.io/zone'] ?? labels['failure-domain.beta.kubernetes.io/zone'] ?? '';
  return region === '' && zone === '' ? '' : `${region}:\u0000:${zone}`;
}

/** @param ready whether each Node of the zone is */
export function zoneState(ready: readonly boolean[]): ZoneState {
  const down = ready.filter((is) => !is).length;
  if (down === ready.length && down > 0) return 'FullDisruption';
  return down >= PARTLY_AT_LEAST && down / ready.length >= UNHEALTHY_SHARE ? 'PartialDisruption' : 'Normal';
}

/** ReducedQPSFunc where a zone is partly down; one that is wholly down is likely to be cut off, not dead, and goes on. */
function rateOf(state: ZoneState, size: number): number {
  if (state !== 'PartialDisruption') return EVICTION_RATE;
  return size > LARGE_ZONE ? SECONDARY_EVICTION_RATE : 0;
}

/** What a look at all Nodes leads to. */
export interface Disruption {
  /** By zone, sorted by key. */
  readonly zones: ReadonlyMap<string, Zone>;
  /** No Node is ready any more: taints come off, nothing is evicted. */
  readonly entered: boolean;
  /** Some Node is ready again: all count from now. */
  readonly left: boolean;
}

export function disruptionOf(
  nodes: readonly Node[],
  isReady: (node: Node) => boolean,
  known: ReadonlyMap<string, Zone>,
): Disruption {
  const ready = new Map<string, boolean[]>();
  for (const node of nodes) {
    if (node.metadata.labels?.[EXCLUDED] !== undefined) continue;
    const key = zoneKey(node);
    const zone = ready.get(key);
    if (zone === undefined) ready.set(key, [isReady(node)]);
    else zone.push(isReady(node));
  }
  const keys = [...ready.keys()].sort(compareBytes);
  const stateOf = (key: string): ZoneState => zoneState(ready.get(key) ?? []);
  const before = (key: string): Zone => known.get(key) ?? NEW_ZONE;
  const all = keys.every((key) => stateOf(key) === 'FullDisruption');
  const was = keys.every((key) => before(key).state === 'FullDisruption');
  const next = (key: string): Zone => {
    const state = stateOf(key);
    if (all) return { state: 'FullDisruption', rate: 0 };
    const moved = was || before(key).state !== state;
    return moved ? { state, rate: rateOf(state, ready.get(key)?.length ?? 0) } : before(key);
  };
  const zones = new Map(keys.map((key) => [key, next(key)]));
  return { zones, entered: all && !was && keys.length > 0, left: was && !all && keys.length > 0 };
}
