/**
 * The scheduler's own picture of the cluster: kubernetes pkg/scheduler/backend/cache/cache.go, backend/queue/nominator.go
 * (v1.35). What it remembers is in collections; CycleNodes are derived, and only those of changed nodes are made again.
 * Left out: expiry of assumed Pods (they never expire).
 */
import type { Collection, Step, View, World } from '../../kernel/kernel.ts';
import { compareBytes } from '../../kernel/kernel.ts';
import { type KubeObject, type Node, objectKey, type Pod } from '../../model/objects.ts';
import { roundRobin, zoneKey } from './node-tree.ts';
import { podKey } from './pod-info.ts';
import type { CycleInput, CycleNode } from './types.ts';

export interface CachedNode {
  readonly node: Node;
  readonly zone: string;
  /** Order within its zone; a node that changes its zone goes to the end. */
  readonly sequence: number;
  readonly added: number;
}

export interface CachedPod {
  readonly pod: Pod;
  readonly node: string;
  /** Chosen by a cycle, not seen bound yet. */
  readonly assumed: boolean;
  readonly sequence: number;
}

export interface Nomination {
  readonly node: string;
  readonly sequence: number;
}

export interface NamespaceEntry {
  readonly labels: Readonly<Record<string, string>>;
}

/** What a cycle reads, at a moment. */
export interface CacheViews {
  readonly nodes: View<CachedNode>;
  /** Order of appearance of zones. */
  readonly zones: View<number>;
  readonly pods: View<CachedPod>;
  readonly pending: View<Pod>;
  readonly nominations: View<Nomination>;
  readonly namespaces: View<NamespaceEntry>;
  readonly others: View<KubeObject>;
  /** Volumes and claims as cycles decided; each until its informer tells of it again. */
  readonly assumed: View<KubeObject>;
  readonly state: View<number>;
}

const NAMES = {
  nodes: 'scheduler/nodes',
  zones: 'scheduler/zones',
  pods: 'scheduler/pods',
  pending: 'scheduler/pending',
  nominations: 'scheduler/nominations',
  namespaces: 'scheduler/namespaces',
  others: 'scheduler/others',
  assumed: 'scheduler/assumed-volumes',
  state: 'scheduler/state',
} as const;

type Collections = {
  readonly [K in keyof CacheViews]: CacheViews[K] extends View<infer V> ? Collection<V> : never;
};

export function cacheCollections(world: World): Collections {
  return {
    nodes: world.collection(NAMES.nodes),
    zones: world.collection(NAMES.zones),
    pods: world.collection(NAMES.pods),
    pending: world.collection(NAMES.pending),
    nominations: world.collection(NAMES.nominations),
    namespaces: world.collection(NAMES.namespaces),
    others: world.collection(NAMES.others),
    assumed: world.collection(NAMES.assumed),
    state: world.collection(NAMES.state),
  };
}

/** The cache as of a step, found by the collections' names: an explanation has the world only. */
export function cacheViewsAt(world: World, step: Step): CacheViews {
  const all = new Map(world.collections().map((collection) => [collection.name, collection]));
  const view = (name: string): View<never> => {
    const collection = all.get(name);
    if (collection === undefined) throw new Error(`this world has no scheduler: ${name} is missing`);
    return collection.at(step) as View<never>;
  };
  return {
    nodes: view(NAMES.nodes),
    zones: view(NAMES.zones),
    pods: view(NAMES.pods),
    pending: view(NAMES.pending),
    nominations: view(NAMES.nominations),
    namespaces: view(NAMES.namespaces),
    others: view(NAMES.others),
    assumed: view(NAMES.assumed),
    state: view(NAMES.state),
  };
}

const bySequence = (a: { readonly sequence: number }, b: { readonly sequence: number }): number =>
  a.sequence - b.sequence;

/** Names of the nodes in the order of the node tree. */
function nodeOrder(views: CacheViews): string[] {
  const zones = [...views.zones.entries()].sort(([, a], [, b]) => a - b);
  const members = new Map<string, CachedNode[]>(zones.map(([zone]) => [zone, []]));
  for (const [, cached] of views.nodes.entries()) members.get(zoneName(cached.zone))?.push(cached);
  const sorted = [...members.values()].map((zone) => zone.sort(bySequence));
  return roundRobin(sorted).map(({ node }) => node.metadata.name);
}

/** Keys of a collection are never empty, and the zone of nodes without labels is "". */
const zoneName = (zone: string): string => `zone ${zone}`;

function groupByNode(views: CacheViews): Map<string, Pod[]> {
  const groups = new Map<string, Pod[]>();
  const put = (node: string, pod: Pod): void => {
    const group = groups.get(node);
    if (group === undefined) groups.set(node, [pod]);
    else group.push(pod);
  };
  for (const [, { node, pod }] of [...views.pods.entries()].sort(([, a], [, b]) => bySequence(a, b))) put(node, pod);
  for (const [key, { node }] of [...views.nominations.entries()].sort(([, a], [, b]) => bySequence(a, b))) {
    const pod = views.pending.get(key);
    if (pod !== undefined) put(node, pod);
  }
  return groups;
}

const toCycleNode = (cached: CachedNode, pods: readonly Pod[]): CycleNode => ({
  node: cached.node,
  pods,
  added: cached.added,
});

/** The nodes of a cycle's input, from nothing: for restores and explanations. */
export function cycleNodes(views: CacheViews): CycleNode[] {
  const groups = groupByNode(views);
  return nodeOrder(views).flatMap((name) => {
    const cached = views.nodes.get(name);
    return cached === undefined ? [] : [toCycleNode(cached, groups.get(name) ?? [])];
  });
}

export type ClusterInput = Pick<CycleInput, 'namespaceLabels' | 'others' | 'knownKinds' | 'assumedVolumes'>;

/** Key in the state of a kind of which all objects are known. */
const KNOWN = 'knows ';

export function clusterInput(views: CacheViews): ClusterInput {
  const namespaces = [...views.namespaces.entries()].sort(([a], [b]) => compareBytes(a, b));
  const others = [...views.others.entries()].sort(([a], [b]) => compareBytes(a, b));
  const assumed = [...views.assumed.entries()].sort(([a], [b]) => compareBytes(a, b));
  return {
    namespaceLabels: Object.fromEntries(namespaces.map(([name, { labels }]) => [name, labels])),
    others: others.map(([, object]) => object),
    knownKinds: [...views.state.keys()]
      .filter((key) => key.startsWith(KNOWN))
      .map((key) => key.slice(KNOWN.length))
      .sort(compareBytes),
    ...(assumed.length === 0 ? {} : { assumedVolumes: assumed.map(([, object]) => object) }),
  };
}

export class SchedulerCache {
  private readonly in: Collections;
  /** Derived: the last snapshot, its places by name, and which nodes changed since. */
  private snapshot: CycleNode[] = [];
  private readonly places = new Map<string, number>();
  private readonly podsByNode = new Map<string, Map<string, Pod>>();
  private readonly changed = new Set<string>();
  private orderChanged = true;
  private cluster: ClusterInput | undefined;

  constructor(world: World) {
    this.in = cacheCollections(world);
  }

  get views(): CacheViews {
    return this.in;
  }

  /** From the collections alone (W-3). */
  rebuild(): void {
    this.podsByNode.clear();
    this.changed.clear();
    this.orderChanged = true;
    this.cluster = undefined;
    this.snapshot = [];
    const bySequenceNumber = [...this.in.pods.entries()].sort(([, a], [, b]) => bySequence(a, b));
    for (const [key, { node, pod }] of bySequenceNumber) this.onNode(node).set(key, pod);
  }

  private onNode(node: string): Map<string, Pod> {
    let pods = this.podsByNode.get(node);
    if (pods === undefined) this.podsByNode.set(node, (pods = new Map<string, Pod>()));
    return pods;
  }

  /** Pods that a node is held for, in order of nomination. */
  nominatedTo(node: string): Pod[] {
    return [...this.in.nominations.entries()]
      .filter(([, nomination]) => nomination.node === node)
      .sort(([, a], [, b]) => bySequence(a, b))
      .flatMap(([key]) => this.in.pending.get(key) ?? []);
  }

  private podsOf(node: string): Pod[] {
    return [...(this.podsByNode.get(node)?.values() ?? []), ...this.nominatedTo(node)];
  }

  /** The nodes as a cycle reads them; a node that has not changed is the same object as last time. */
  nodes(): readonly CycleNode[] {
    if (this.orderChanged) this.reorder();
    for (const name of this.changed) {
      const place = this.places.get(name);
      const cached = this.in.nodes.get(name);
      if (place !== undefined && cached !== undefined) this.snapshot[place] = toCycleNode(cached, this.podsOf(name));
    }
    this.changed.clear();
    return [...this.snapshot];
  }

  private reorder(): void {
    const before = new Map(this.snapshot.map((item) => [item.node.metadata.name, item]));
    const order = nodeOrder(this.in);
    this.places.clear();
    this.snapshot = order.map((name, place) => {
      this.places.set(name, place);
      const known = before.get(name);
      if (known === undefined) this.changed.add(name);
      return known ?? { node: { apiVersion: 'v1', kind: 'Node', metadata: { name } }, pods: [] };
    });
    this.orderChanged = false;
  }

  clusterInput(): ClusterInput {
    return (this.cluster ??= clusterInput(this.in));
  }

  /** A counter that never repeats. */
  sequence(): number {
    const next = (this.in.state.get('sequence') ?? 0) + 1;
    this.in.state.set('sequence', next);
    return next;
  }

  setNode(node: Node): void {
    const { name } = node.metadata;
    const before = this.in.nodes.get(name);
    const zone = zoneKey(node);
    this.changed.add(name);
    if (before?.zone === zone) {
      this.in.nodes.set(name, { ...before, node });
      return;
    }
    const sequence = this.sequence();
    this.orderChanged = true;
    this.in.nodes.set(name, { node, zone, sequence, added: before?.added ?? sequence });
    if (before !== undefined) this.dropEmptyZone(before.zone);
    if (!this.in.zones.has(zoneName(zone))) this.in.zones.set(zoneName(zone), sequence);
  }

  deleteNode(name: string): void {
    const before = this.in.nodes.get(name);
    if (before === undefined) return;
    this.in.nodes.delete(name);
    this.orderChanged = true;
    this.dropEmptyZone(before.zone);
  }

  private dropEmptyZone(zone: string): void {
    for (const [, cached] of this.in.nodes.entries()) if (cached.zone === zone) return;
    this.in.zones.delete(zoneName(zone));
  }

  pod(key: string): CachedPod | undefined {
    return this.in.pods.get(key);
  }

  /** Puts a Pod on its node, or in place of what was known of it. */
  setPod(pod: Pod, node: string, assumed: boolean): void {
    const key = podKey(pod);
    const before = this.in.pods.get(key);
    if (before !== undefined && before.node !== node) this.deletePod(key);
    const kept = before?.node === node ? before.sequence : undefined;
    this.in.pods.set(key, { pod, node, assumed, sequence: kept ?? this.sequence() });
    this.onNode(node).set(key, pod);
    this.changed.add(node);
  }

  deletePod(key: string): void {
    const before = this.in.pods.get(key);
    if (before === undefined) return;
    this.in.pods.delete(key);
    this.podsByNode.get(before.node)?.delete(key);
    this.changed.add(before.node);
  }

  pendingPod(key: string): Pod | undefined {
    return this.in.pending.get(key);
  }

  setPending(pod: Pod): void {
    const key = podKey(pod);
    this.in.pending.set(key, pod);
    const nomination = this.in.nominations.get(key);
    if (nomination !== undefined) this.changed.add(nomination.node);
  }

  deletePending(key: string): void {
    this.in.pending.delete(key);
    this.nominate(key, '');
  }

  /** @param node "" takes the nomination back */
  nominate(key: string, node: string): void {
    const before = this.in.nominations.get(key);
    if ((before?.node ?? '') === node) return;
    if (before !== undefined) this.changed.add(before.node);
    if (node === '') {
      this.in.nominations.delete(key);
      return;
    }
    this.in.nominations.set(key, { node, sequence: this.sequence() });
    this.changed.add(node);
  }

  setNamespace(name: string, labels: Readonly<Record<string, string>> | undefined): void {
    this.cluster = undefined;
    if (labels === undefined) this.in.namespaces.delete(name);
    else this.in.namespaces.set(name, { labels });
  }

  /** Set-up: there is an informer for the kind, and the input does not leave it out. */
  knows(kind: string): void {
    this.in.state.set(`${KNOWN}${kind}`, 1);
  }

  setOther(object: KubeObject): void {
    this.cluster = undefined;
    this.in.others.set(objectKey(object), object);
    this.in.assumed.delete(objectKey(object));
  }

  /** A volume or claim as a cycle decided: true for later cycles until the informer tells of it. */
  assumeVolume(object: KubeObject): void {
    this.cluster = undefined;
    this.in.assumed.set(objectKey(object), object);
  }

  /** @param key of the store */
  restoreVolume(key: string): void {
    this.cluster = undefined;
    this.in.assumed.delete(key);
  }

  deleteOther(object: KubeObject): void {
    this.cluster = undefined;
    this.in.others.delete(objectKey(object));
    this.in.assumed.delete(objectKey(object));
  }

  get nextStart(): number {
    return this.in.state.get('nextStart') ?? 0;
  }

  set nextStart(value: number) {
    this.in.state.set('nextStart', value);
  }

  /** Is a scheduling cycle under way? */
  get busy(): boolean {
    return this.in.state.get('busy') === 1;
  }

  set busy(value: boolean) {
    this.in.state.set('busy', value ? 1 : 0);
  }
}
