/** The stage as of one step, read off history and made as small as a screen. */
import { compareBytes } from '../kernel/kernel.ts';
import type { Step, View } from '../kernel/kernel.ts';
import { namespacedName } from '../model/objects.ts';
import type { KubeObject, Node, Pod } from '../model/objects.ts';
import { nodeAllocatable, podAmounts } from '../model/pod-requests.ts';
import { resourceOfKind } from '../model/resources.ts';
import { QUEUE_NAMES, type KubernetesVersion } from '../model/versions.ts';
import type { NodeMark, PodMark, QueueMark, StageView, TokenPhase, ViewSpec } from '../protocol/protocol.ts';
import { queuedDeltasAt } from '../components/informer/informer.ts';
import type { QueuedPod, QueueName } from '../components/scheduler/scheduler.ts';
import { workQueueAt } from '../components/workqueue/workqueue.ts';
import type { Cluster } from './create-cluster.ts';
import { cycleMark } from './cycle-mark.ts';
import { countUpTo } from './event-index.ts';
import type { EventIndex } from './event-index.ts';
import type { Explanations } from './explained.ts';
import { nodeReadiness } from './object-rows.ts';
import { isPod, tokenPhase } from './phase.ts';
import { viewOf } from './views-at.ts';

const REVISION_CELLS = 10;

export function stageView(
  cluster: Cluster,
  index: EventIndex,
  explanations: Explanations,
  step: Step,
  spec: ViewSpec,
): StageView {
  const { world } = cluster;
  const moment = readMoment(cluster, step);
  const fifo = queuedDeltasAt(world, 'kube-scheduler pods', step);
  const queues = readQueues(moment, spec.queueRows);
  const revisions = lastRevisions(cluster, index, step);
  const cycle = cycleMark(cluster, index, explanations, step, spec.cycleRows);
  return {
    step,
    micros: moment.now,
    revision: revisions.at(-1)?.revision ?? 0,
    revisions,
    fifo: fifo.slice(0, spec.queueRows).map(({ key, deltas }) => ({
      key,
      deltas: deltas.map((d) => d.type),
      revision: Number(deltas.at(-1)?.object.metadata.resourceVersion ?? 0),
    })),
    fifoName: QUEUE_NAMES[cluster.generation],
    active: queues.active.rows,
    backoff: queues.backoff.rows,
    unschedulable: queues.unschedulable.rows,
    lengths: {
      fifo: fifo.length,
      active: queues.active.length,
      backoff: queues.backoff.length,
      unschedulable: queues.unschedulable.length,
    },
    ...(cycle === undefined ? {} : { cycle }),
    controllers: cluster.controllers.map(({ name }) => controllerMark(cluster, name, step)),
    nodes: nodeMarks(moment, spec.nodes),
    elsewhere: moment.pods.filter((p) => isElsewhere(p, moment)).map((p) => markOf(p, moment)),
    phases: countPhases(moment),
    digest: world.digest(step),
  };
}

/** Everything the pictures of one step read. */
interface MomentState {
  readonly now: number;
  readonly version: KubernetesVersion;
  readonly objects: View<KubeObject>;
  readonly queue: View<QueuedPod>;
  readonly assumed: ReadonlyMap<string, string>;
  readonly pods: readonly Pod[];
  readonly nodes: readonly Node[];
  readonly phases: ReadonlyMap<string, TokenPhase>;
}

function readMoment(cluster: Cluster, step: Step): MomentState {
  const { world } = cluster;
  const objects = viewOf<KubeObject>(cluster, 'etcd', step);
  const queue = viewOf<QueuedPod>(cluster, 'scheduler/queue', step);
  const pods: Pod[] = [];
  const nodes: Node[] = [];
  for (const [, object] of objects.entries()) {
    if (isPod(object)) pods.push(object);
    else if (object.kind === 'Node') nodes.push(object as Node);
  }
  const byName = (a: KubeObject, b: KubeObject): number => compareBytes(namespacedName(a), namespacedName(b));
  pods.sort(byName);
  nodes.sort(byName);
  const phases = new Map(pods.map((p) => [namespacedName(p), tokenPhase(p, queue)]));
  const now = step === 0 ? 0 : world.trace.time(step);
  return {
    now,
    version: cluster.scenario.kubernetesVersion,
    objects,
    queue,
    pods,
    nodes,
    phases,
    assumed: assumedNodes(cluster, step),
  };
}

/** Pods that the scheduler's cache has on a node while the store does not say so yet. */
function assumedNodes(cluster: Cluster, step: Step): Map<string, string> {
  const nodes = new Map<string, string>();
  for (const [key, entry] of viewOf<{ node: string; assumed: boolean }>(cluster, 'scheduler/pods', step).entries()) {
    if (entry.assumed) nodes.set(key, entry.node);
  }
  return nodes;
}

const markOf = (pod: Pod, moment: MomentState): PodMark => ({
  key: `Pod/${namespacedName(pod)}`,
  phase: moment.phases.get(namespacedName(pod)) ?? 'pending',
});

const nodeOf = (pod: Pod): string => pod.spec.nodeName ?? '';

function isElsewhere(pod: Pod, moment: MomentState): boolean {
  const entry = moment.queue.get(namespacedName(pod));
  const queued = entry !== undefined && entry.queue !== 'inflight';
  return nodeOf(pod) === '' && !queued;
}

function readQueues(
  moment: MomentState,
  rows: number,
): Record<'active' | 'backoff' | 'unschedulable', { rows: QueueMark[]; length: number }> {
  const entries = [...moment.queue.entries()].map(([key, entry]) => ({ key, entry }));
  const pick = (names: readonly QueueName[], order: (a: QueuedPod, b: QueuedPod) => number) => {
    const found = entries.filter(({ entry }) => names.includes(entry.queue)).sort((a, b) => order(a.entry, b.entry));
    return { rows: found.slice(0, rows).map(({ key, entry }) => queueMark(key, entry, moment)), length: found.length };
  };
  return {
    active: pick(['active'], (a, b) => b.priority - a.priority || a.since - b.since || a.sequence - b.sequence),
    backoff: pick(['backoff'], (a, b) => (a.backoffUntil ?? 0) - (b.backoffUntil ?? 0) || a.sequence - b.sequence),
    unschedulable: pick(['unschedulable', 'gated'], (a, b) => a.since - b.since || a.sequence - b.sequence),
  };
}

function queueMark(key: string, entry: QueuedPod, moment: MomentState): QueueMark {
  const phase = moment.phases.get(key) ?? (entry.queue === 'active' ? 'pending' : 'unsched');
  const { attempts, unschedulablePlugins: plugins, pod } = entry;
  const wait = entry.queue === 'backoff' ? { waitTicks: Math.max(0, (entry.backoffUntil ?? 0) - moment.now) } : {};
  return { key: pod, phase, attempts, plugins, ...wait };
}

function lastRevisions(cluster: Cluster, index: EventIndex, step: Step): StageView['revisions'][number][] {
  const { trace } = cluster.world;
  const end = countUpTo(index.writes, step);
  const written = index.writes.slice(Math.max(0, end - REVISION_CELLS), end).map((at) => {
    const kind = trace.object(at).split('/')[0] ?? '';
    const word = trace.detail(at) === 'bind' ? 'bind' : wordOf(kind);
    return { kind: word, revision: trace.number(at), step: at };
  });
  const missing = REVISION_CELLS - written.length;
  return missing > 0 ? [...seededRevisions(cluster).slice(-missing), ...written] : written;
}

/** The newest revisions that the input came with: cells for the first steps. */
function seededRevisions(cluster: Cluster): StageView['revisions'][number][] {
  const cells: StageView['revisions'][number][] = [];
  for (const [, o] of viewOf<KubeObject>(cluster, 'etcd', 0).entries()) {
    cells.push({ kind: wordOf(o.kind), revision: Number(o.metadata.resourceVersion ?? 0), step: 0 });
  }
  return cells.sort((a, b) => a.revision - b.revision).slice(-REVISION_CELLS);
}

const wordOf = (kind: string): string => resourceOfKind(kind)?.short ?? kind.toLowerCase();

function controllerMark(cluster: Cluster, name: string, step: Step): StageView['controllers'][number] {
  const { queue, processing } = workQueueAt(cluster.world, name, step);
  return { name, queued: queue.length, processing: processing[0] ?? '' };
}

function nodeMarks(moment: MomentState, limit: number): NodeMark[] {
  const onNode = groupBy(moment.pods, (p) => nodeOf(p));
  const ghosts = groupBy(
    moment.pods.filter((p) => nodeOf(p) === ''),
    (p) => moment.assumed.get(namespacedName(p)) ?? p.status?.nominatedNodeName ?? '',
  );
  return moment.nodes.slice(0, limit).map((node) => nodeMark(node, moment, onNode, ghosts));
}

type Groups = ReadonlyMap<string, readonly Pod[]>;

function nodeMark(node: Node, moment: MomentState, onNode: Groups, ghosts: Groups): NodeMark {
  const { name } = node.metadata;
  const pods = onNode.get(name) ?? [];
  const allocatable = nodeAllocatable(node);
  const taints = (node.spec?.taints ?? []).map(({ key, value, effect }) => `${key}=${value ?? ''}:${effect}`);
  let cpu = 0;
  let memory = 0;
  for (const pod of pods) {
    if (pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed') continue;
    const { requests } = podAmounts(pod, moment.version);
    cpu += requests.milliCPU;
    memory += requests.memory;
  }
  return {
    name,
    zone: node.metadata.labels?.['topology.kubernetes.io/zone'] ?? '',
    ready: nodeReadiness(node) !== 'NotReady',
    cordoned: node.spec?.unschedulable === true,
    ...(taints.length > 0 ? { taints } : {}),
    cpu: [cpu, allocatable.milliCPU],
    memory: [memory, allocatable.memory],
    pods: pods.map((p) => markOf(p, moment)),
    podLimit: allocatable.pods,
    ghosts: (ghosts.get(name) ?? []).map((p) => markOf(p, moment)),
  };
}

function groupBy(pods: readonly Pod[], key: (pod: Pod) => string): Map<string, Pod[]> {
  const groups = new Map<string, Pod[]>();
  for (const pod of pods) {
    const group = groups.get(key(pod));
    if (group === undefined) groups.set(key(pod), [pod]);
    else group.push(pod);
  }
  return groups;
}

function countPhases(moment: MomentState): Record<TokenPhase, number> {
  const counts: Record<TokenPhase, number> = {
    pending: 0,
    sched: 0,
    bound: 0,
    run: 0,
    unsched: 0,
    term: 0,
    done: 0,
    fail: 0,
  };
  for (const phase of moment.phases.values()) counts[phase]++;
  return counts;
}
