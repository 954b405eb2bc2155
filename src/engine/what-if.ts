/**
 * Questions about changes: what a drain would move, what more nodes would take. A change is carried out on a branch that
 * is thrown away. Models `kubectl drain` (k8s.io/kubectl pkg/drain, v1.37): all Pods are evicted at once, and again every
 * 5 seconds where a budget refuses.
 */
import { compareBytes } from '../kernel/kernel.ts';
import type { Step } from '../kernel/kernel.ts';
import { namespacedName, objectKey } from '../model/objects.ts';
import type { KubeObject, LabelSelector, Node, Pod } from '../model/objects.ts';
import type { BlockedPod, BudgetState, ChangeAnswer, ForkEntry, MovedPod } from '../protocol/protocol.ts';
import { selectorMatches } from '../model/selectors.ts';
import { readEntries } from '../scenario/fork.ts';
import { Agenda } from './agenda.ts';
import type { Cluster } from './create-cluster.ts';
import { nameLike, nodeLike } from './fixes/nodes.ts';
import { controllerOf } from './fixes/owner.ts';
import { quoted } from './fixes/render.ts';
import { isOver, nodeNameOf } from './fixes/situation.ts';
import { heirsOf } from './heirs.ts';
import { isPod, schedulingMessage } from './phase.ts';
import type { Refusal } from './refusal.ts';
import { Run } from './run.ts';
import { trial } from './trial.ts';
import { viewOf } from './views-at.ts';
import { TRIAL_EVENTS_MAX } from './what-if-bounds.ts';

/** What would be done, and how to tell what came of it. */
export interface Change {
  readonly entries: readonly ForkEntry[];
  readonly command: string;
  /** Kinds that make Pods but do not act here: a copy stands in for each Pod that they would make anew. Sorted. */
  readonly makers: readonly string[];
  /** To be asked before it is carried out, and the answer once the run has come to rest. */
  readonly watch: () => () => Came;
}

type Came = Pick<ChangeAnswer, 'moved' | 'blocked'>;

/**
 * What `kubectl drain --ignore-daemonsets --delete-emptydir-data` does, and what would follow of makers that do not act
 * here. @returns undefined where there is no such node
 */
export function drainOf(cluster: Cluster, step: Step, node: string, force: boolean): Change | undefined {
  if (viewOf<KubeObject>(cluster, 'etcd', step).get(`Node/${node}`) === undefined) return undefined;
  const there = podsAt(cluster, step).filter((pod) => nodeNameOf(pod) === node && !isOver(pod));
  const movable = there.filter((pod) => controllerOf(pod)?.kind !== 'DaemonSet' && !isMirror(pod));
  const unmanaged = force ? [] : movable.filter((pod) => controllerOf(pod) === undefined);
  // GetPodsForDeletion fails as a whole: kubectl cordons first, and then evicts nobody.
  const evicted = unmanaged.length > 0 ? [] : movable;
  const evictions = evicted.map(({ metadata: { name, namespace = 'default' } }) => ({
    verb: 'evict',
    body: { name, namespace },
    options: { retry: '5s' },
  }));
  const alone = unmanaged.map((pod): BlockedPod => ({
    pod: namespacedName(pod),
    reason: 'no-controller',
    message: 'nothing would make it anew, so kubectl drain evicts nobody; --force deletes it for good',
  }));
  const options = ['--ignore-daemonsets', '--delete-emptydir-data', ...(force ? ['--force'] : [])];
  const drained = [{ verb: 'cordon', body: node }, ...evictions];
  const heirs = heirsOf(cluster, step, drained, evicted);
  return {
    entries: [...drained, ...heirs.entries],
    command: ['kubectl drain', quoted(node), ...options].join(' '),
    makers: heirs.makers,
    watch: () => {
      const waited = new Set(pendingPods(cluster, step).map(({ pod }) => pod));
      return () => {
        const { step: now } = cluster.world;
        // By step: a branch makes what stands before it anew. What else kubectl still does, a drain that times out, is none of it.
        const refused = cluster.refusals().filter(({ step: at, key = '' }) => at > step && key.startsWith('Pod/'));
        const waiting = pendingPods(cluster, now).filter(({ pod }) => !waited.has(pod));
        const blocked = [...alone, ...refused.map(refusedPod), ...waiting];
        return { moved: movedPods(cluster, step, now), blocked };
      };
    },
  };
}

const refusedPod = ({ key = '', message, cause }: Pick<Refusal, 'key' | 'message' | 'cause'>): BlockedPod => ({
  pod: key.slice('Pod/'.length),
  reason: 'refused',
  message,
  ...(cause === undefined ? {} : { cause }),
});

/** More nodes of the make of `like`. @returns undefined where there is no such node */
export function addNodesOf(cluster: Cluster, step: Step, like: string, count: number): Change | undefined {
  const nodes = nodesLike(cluster, step, like, count);
  if (nodes === undefined) return undefined;
  return {
    entries: nodes.map((body) => ({ verb: 'create', body })),
    command: nodesCommand(nodes),
    makers: [],
    watch: () => () => {
      const { step: now } = cluster.world;
      return { moved: movedPods(cluster, step, now), blocked: pendingPods(cluster, now) };
    },
  };
}

function nodesLike(cluster: Cluster, step: Step, like: string, count: number): readonly Node[] | undefined {
  const objects = viewOf<KubeObject>(cluster, 'etcd', step);
  const node = objects.get(`Node/${like}`);
  if (node === undefined) return undefined;
  const nodes: Node[] = [];
  const made = new Set<string>();
  const taken = { has: (key: string): boolean => objects.has(key) || made.has(key) };
  for (let i = 0; i < count; i++) {
    const next = nodeLike(node as Node, nameLike(like, taken));
    made.add(objectKey(next));
    nodes.push(next);
  }
  return nodes;
}

/** No command orders a machine; what the cluster would see of it are these objects. */
function nodesCommand(nodes: readonly Node[]): string {
  const [first] = nodes;
  const body = nodes.length === 1 ? first : { apiVersion: 'v1', kind: 'List', items: nodes };
  const note = nodes.length === 1 ? 'add a machine to the pool' : `add ${String(nodes.length)} machines to the pool`;
  return `# ${note}; the cluster then sees:\nkubectl create -f - <<'EOF'\n${JSON.stringify(body)}\nEOF`;
}

const isMirror = ({ metadata }: Pod): boolean => metadata.annotations?.['kubernetes.io/config.mirror'] !== undefined;

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

export const drainAnswer = (cluster: Cluster, step: Step, node: string, force: boolean): ChangeAnswer | undefined =>
  tried(cluster, step, drainOf(cluster, step, node, force));

export const addNodesAnswer = (cluster: Cluster, step: Step, like: string, count: number): ChangeAnswer | undefined =>
  tried(cluster, step, addNodesOf(cluster, step, like, count));

/** Carries a change out right after `step`, as a fork would, until it rests. */
function tried(cluster: Cluster, step: Step, change: Change | undefined): ChangeAnswer | undefined {
  if (change === undefined) return undefined;
  const { entries, command, makers, watch } = change;
  const { world, kubectl, apiServer } = cluster;
  const read = readEntries(
    entries.map(({ verb, body, options = {} }) => ({ afterStep: step, [verb]: body, ...options })),
  );
  if (!read.ok) return undefined;
  return trial(cluster, step, () => {
    const came = watch();
    const agenda = new Agenda(read.value);
    const run = new Run(world, apiServer.epochMicros, agenda, kubectl);
    run.fork(step, agenda);
    run.advance(TRIAL_EVENTS_MAX);
    let last = world.step;
    while (last > step && world.trace.periodic(last)) last--;
    const micros = last === 0 ? 0 : world.trace.time(last) - (step === 0 ? 0 : world.trace.time(step));
    const rested = run.status.state === 'quiescent';
    const { moved, blocked } = came();
    const told = blocked.map((pod) => (pod.reason === 'refused' ? withBudget(cluster, pod) : pod));
    return { entries, command, makers, moved, blocked: told, steps: last - step, micros, rested };
  });
}

interface Budget extends KubeObject {
  readonly spec?: { readonly selector?: LabelSelector };
  readonly status?: Partial<Omit<BudgetState, 'name' | 'uncounted'>>;
}

/** The message of a refused eviction does not say by whom: the one budget of the Pod, as it stands now. */
function withBudget(cluster: Cluster, blocked: BlockedPod): BlockedPod {
  const { apiServer } = cluster;
  const pod = apiServer.get(`Pod/${blocked.pod}`);
  const [found] = (apiServer.list('poddisruptionbudgets') as readonly Budget[]).filter(
    ({ metadata, spec }) =>
      metadata.namespace === pod?.metadata.namespace && selectorMatches(spec?.selector, pod?.metadata.labels),
  );
  if (pod === undefined || found === undefined) return blocked;
  const { desiredHealthy = 0, currentHealthy = 0, disruptionsAllowed = 0 } = found.status ?? {};
  const uncounted = found.status?.desiredHealthy === undefined;
  const { name } = found.metadata;
  return { ...blocked, budget: { name, desiredHealthy, currentHealthy, disruptionsAllowed, uncounted } };
}
