/** Questions about changes: how many more of a Pod fit, what a drain would move, what more nodes would take. */
import { compareBytes } from '../kernel/kernel.ts';
import type { Step } from '../kernel/kernel.ts';
import { EVENT } from '../model/events.ts';
import { namespacedName, objectKey } from '../model/objects.ts';
import type { KubeObject, Node, Pod } from '../model/objects.ts';
import type { BlockedPod, ChangeAnswer, FitAnswer, FitStop, ForkEntry, MovedPod } from '../protocol/protocol.ts';
import { explainCycle } from '../components/scheduler/scheduler.ts';
import type { Cluster } from './create-cluster.ts';
import { nameLike, nodeLike } from './fixes/nodes.ts';
import { controllerOf } from './fixes/owner.ts';
import { bare } from './fixes/render.ts';
import { isOver, nodeNameOf } from './fixes/situation.ts';
import { schedulingMessage } from './phase.ts';
import { isPod } from './phase.ts';
import { viewOf } from './views-at.ts';

// --- fit ---

/** Events that one Pod may take to be bound or rejected. */
const EVENTS_A_POD = 20_000;

/** One copy after the other is created as of `step` and looked after until one is not bound at its first try. */
export function fitMore(cluster: Cluster, step: Step, pod: Pod, max: number): FitAnswer {
  const { world } = cluster;
  return world.lookAhead(step, () => {
    const perNode = new Map<string, number>();
    for (let i = 1; i <= max; i++) {
      const outcome = fitOne(cluster, copyOf(pod, i));
      if (typeof outcome !== 'string') return fitAnswer(perNode, outcome);
      perNode.set(outcome, (perNode.get(outcome) ?? 0) + 1);
    }
    return fitAnswer(perNode, { kind: 'max' });
  });
}

function fitAnswer(perNode: ReadonlyMap<string, number>, stop: FitStop): FitAnswer {
  const rows = [...perNode].map(([node, count]) => ({ node, count }));
  rows.sort((a, b) => b.count - a.count || compareBytes(a.node, b.node));
  return { count: rows.reduce((sum, { count }) => sum + count, 0), perNode: rows, stop };
}

function copyOf(pod: Pod, i: number): KubeObject {
  const { nodeName: _, ...spec } = pod.spec;
  const copy = bare({ ...pod, spec });
  const name = `${pod.metadata.name === '' ? 'pod-' : `${pod.metadata.name}-`}${String(i)}`;
  const { ownerReferences: __, ...metadata } = copy.metadata;
  return { ...copy, metadata: { ...metadata, name } };
}

/** @returns the node that took it, or what stopped it */
function fitOne({ world, kubectl, refusals, scenario }: Cluster, object: KubeObject): string | FitStop {
  const key = objectKey(object);
  const { trace } = world;
  let started = 0;
  let refused: string | undefined;
  const decided = (): boolean => {
    const at = world.step;
    const kind = trace.kind(at);
    if (kind === EVENT['response.delivered'] && trace.number(at) >= 400) {
      refused = refusals().find((r) => r.key === key)?.message;
      return refused !== undefined;
    }
    if (trace.object(at) !== key) return false;
    if (kind === EVENT['cycle.started']) started = at;
    return kind === EVENT['cycle.bound'] || kind === EVENT['cycle.failed'];
  };
  kubectl.carryOut([{ verb: 'create', body: object, options: {}, when: { kind: 'step', step: world.step } }]);
  world.advance(EVENTS_A_POD, decided);
  if (refused !== undefined) return { kind: 'refused', message: refused };
  if (started === 0) return { kind: 'not-tried' };
  if (trace.kind(world.step) === EVENT['cycle.bound']) return trace.detail(world.step);
  const { kubernetesVersion: version, schedulerConfiguration: configuration } = scenario;
  const { result } = explainCycle({ world, version, configuration, cycleStep: started });
  const reasons = new Map<string, { plugin: string; reason: string; nodes: number }>();
  for (const { plugin, reasons: texts } of result.verdicts) {
    const reason = texts.join(', ');
    const row = reasons.get(`${plugin} ${reason}`) ?? { plugin, reason, nodes: 0 };
    if (reason !== '') reasons.set(`${plugin} ${reason}`, { ...row, nodes: row.nodes + 1 });
  }
  const rows = [...reasons.values()].sort((a, b) => b.nodes - a.nodes);
  return { kind: 'unschedulable', message: result.message ?? '', reasons: rows };
}

// --- drain, add-node ---

export interface Drain {
  readonly entries: readonly ForkEntry[];
  /** Pods ("ns/name") that kubectl drain would not touch without --force. */
  readonly unmanaged: readonly string[];
}

/** What `kubectl drain --ignore-daemonsets --delete-emptydir-data` does, each eviction tried once. */
export function drainEntries(cluster: Cluster, step: Step, node: string, force: boolean): Drain {
  const there = podsAt(cluster, step).filter((pod) => nodeNameOf(pod) === node && !isOver(pod));
  const movable = there.filter((pod) => controllerOf(pod)?.kind !== 'DaemonSet' && !isMirror(pod));
  const unmanaged = force ? [] : movable.filter((pod) => controllerOf(pod) === undefined);
  const evicted = movable.filter((pod) => !unmanaged.includes(pod));
  const evictions = evicted.map(({ metadata: { name, namespace = 'default' } }) => ({
    verb: 'evict',
    body: { name, namespace },
  }));
  return { entries: [{ verb: 'cordon', body: node }, ...evictions], unmanaged: unmanaged.map(namespacedName) };
}

const isMirror = ({ metadata }: Pod): boolean => metadata.annotations?.['kubernetes.io/config.mirror'] !== undefined;

/** @returns undefined where there is no node `like` */
export function addNodeEntries(cluster: Cluster, step: Step, like: string, count: number): ForkEntry[] | undefined {
  const objects = viewOf<KubeObject>(cluster, 'etcd', step);
  const node = objects.get(`Node/${like}`);
  if (node === undefined) return undefined;
  const entries: ForkEntry[] = [];
  const taken = {
    has: (key: string): boolean => objects.has(key) || entries.some((e) => objectKey(e.body as Node) === key),
  };
  for (let i = 0; i < count; i++) {
    entries.push({ verb: 'create', body: nodeLike(node as Node, nameLike(like, taken)) });
  }
  return entries;
}

function podsAt(cluster: Cluster, step: Step): Pod[] {
  const pods = [...viewOf<KubeObject>(cluster, 'etcd', step).entries()].map(([, object]) => object).filter(isPod);
  return pods.sort((a, b) => compareBytes(namespacedName(a), namespacedName(b)));
}

/** Pods that lost or changed their place, or found one, between two steps. */
export function movedPods(cluster: Cluster, from: Step, to: Step): MovedPod[] {
  const before = podsAt(cluster, from).filter((pod) => !isOver(pod));
  const after = podsAt(cluster, to).filter((pod) => pod.metadata.deletionTimestamp === undefined && !isOver(pod));
  const uids = new Set(before.map(({ metadata }) => metadata.uid));
  const fresh = after.filter(({ metadata }) => !uids.has(metadata.uid));
  const stayed = new Map(after.map((pod) => [pod.metadata.uid, pod]));
  return before.flatMap((pod): MovedPod[] => {
    const now = stayed.get(pod.metadata.uid) ?? takeHeir(fresh, pod);
    const places = { from: nodeNameOf(pod), to: now === undefined ? '' : nodeNameOf(now) };
    if (now?.metadata.uid === pod.metadata.uid && places.from === places.to) return [];
    return [{ pod: namespacedName(pod), as: now === undefined ? '' : namespacedName(now), ...places }];
  });
}

/** The Pod that the same controller made in its place. */
function takeHeir(fresh: Pod[], pod: Pod): Pod | undefined {
  const owner = controllerOf(pod)?.uid;
  const at = fresh.findIndex((other) => owner !== undefined && controllerOf(other)?.uid === owner);
  return at < 0 ? undefined : fresh.splice(at, 1)[0];
}

/** Who waits at `step`, and what its last attempt said. */
export const pendingPods = (cluster: Cluster, step: Step): BlockedPod[] =>
  podsAt(cluster, step)
    .filter((pod) => nodeNameOf(pod) === '' && !isOver(pod))
    .map((pod) => ({ pod: namespacedName(pod), reason: 'pending', message: schedulingMessage(pod) }));

// --- for the page ---

/** How many more Pods like `podKey` fit. */
export function fitLike(cluster: Cluster, step: Step, podKey: string, max: number): FitAnswer | undefined {
  const pod = viewOf<KubeObject>(cluster, 'etcd', step).get(podKey);
  return pod !== undefined && isPod(pod) ? fitMore(cluster, step, pod, max) : undefined;
}

export function drainAnswer(_cluster: Cluster, _step: Step, _node: string, _force: boolean): ChangeAnswer | undefined {
  return undefined;
}

export function addNodesAnswer(
  _cluster: Cluster,
  _step: Step,
  _like: string,
  _count: number,
): ChangeAnswer | undefined {
  return undefined;
}
