/**
 * How many more Pods of a kind fit: copies are created one after the other on a branch that is thrown away. Left out:
 * Pods that would fit only by preemption; the next one counts as not fitting at its first failed try.
 */
import { compareBytes } from '../kernel/kernel.ts';
import type { Step } from '../kernel/kernel.ts';
import { EVENT } from '../model/events.ts';
import { objectKey } from '../model/objects.ts';
import type { KubeObject, Pod, PodTemplateSpec } from '../model/objects.ts';
import type { FitAnswer, FitCount, FitStop, Outcome, SourceFile } from '../protocol/protocol.ts';
import { readScenario } from '../scenario/scenario.ts';
import { explainCycle } from '../components/scheduler/scheduler.ts';
import type { Cluster } from './create-cluster.ts';
import { bare, quoted } from './fixes/render.ts';
import { isPod } from './phase.ts';
import { trial } from './trial.ts';
import { TRIAL_EVENTS_MAX } from './what-if-bounds.ts';
import { makerOf } from './what-if-maker.ts';
import type { ScaledMaker } from './what-if-maker.ts';
import { viewOf } from './views-at.ts';

/** Events that one Pod may take to be bound or rejected. */
const EVENTS_A_POD = 20_000;

/**
 * One copy after the other is created as of `step` and looked after until one is not bound at its first try.
 * @param events after so many, no further one is begun
 */
export function fitMore(cluster: Cluster, step: Step, pod: Pod, max: number, events = Infinity): FitCount {
  const { world } = cluster;
  return trial(cluster, step, () => {
    const perNode = new Map<string, number>();
    const names = freeNames((key) => cluster.apiServer.get(key), pod);
    for (let i = 0; i < max; i++) {
      if (world.step - step > events) return fitCount(perNode, { kind: 'cut-off' });
      const outcome = fitOne(cluster, kept(copyOf(pod, names()), cluster));
      if (typeof outcome !== 'string') return fitCount(perNode, outcome);
      perNode.set(outcome, (perNode.get(outcome) ?? 0) + 1);
    }
    return fitCount(perNode, { kind: 'max' });
  });
}

function fitCount(perNode: ReadonlyMap<string, number>, stop: FitStop): FitCount {
  const rows = [...perNode].map(([node, count]) => ({ node, count }));
  rows.sort((a, b) => b.count - a.count || compareBytes(a.node, b.node));
  return { count: rows.reduce((sum, { count }) => sum + count, 0), perNode: rows, stop };
}

/** "web-1", "web-2", …: one after the other, without those that are taken now. */
function freeNames(find: (key: string) => KubeObject | undefined, { metadata }: Pod): () => string {
  const { name, namespace = 'default' } = metadata;
  let n = 0;
  return () => {
    let next: string;
    do next = `${name === '' ? 'pod' : name}-${String(++n)}`;
    while (find(`Pod/${namespace}/${next}`) !== undefined);
    return next;
  };
}

function copyOf(pod: Pod, name: string): KubeObject {
  const { nodeName: _, ...spec } = pod.spec;
  const copy = bare({ ...pod, spec });
  const { ownerReferences: __, ...metadata } = copy.metadata;
  return { ...copy, metadata: { ...metadata, name } };
}

/** A Pod that belongs to a node, as a static one does: what selects it by its labels does not adopt and delete it. */
function kept(copy: KubeObject, { apiServer }: Cluster): KubeObject {
  const [node] = apiServer.list('nodes');
  if (node?.metadata.uid === undefined) return copy;
  const { name, uid } = node.metadata;
  const ownerReferences = [{ apiVersion: 'v1', kind: 'Node', name, uid, controller: true }];
  return { ...copy, metadata: { ...copy.metadata, ownerReferences } };
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

// --- what to copy ---

/** A Pod, or the template of something that makes Pods; undefined where an object is neither. */
function podOf(object: KubeObject): Pod | undefined {
  if (isPod(object)) return object;
  const { template, jobTemplate } = (object.spec ?? {}) as {
    readonly template?: PodTemplateSpec;
    readonly jobTemplate?: { readonly spec?: { readonly template?: PodTemplateSpec } };
  };
  const found = template ?? jobTemplate?.spec?.template;
  if (found?.spec === undefined) return undefined;
  const { name, namespace = 'default' } = object.metadata;
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace, ...found.metadata }, spec: found.spec };
}

/** The first Pod or template of a file. */
export function readPod(file: SourceFile): Outcome<Pod> {
  const read = readScenario([file]);
  if (!read.ok) return read;
  for (const object of [...read.value.applied, ...read.value.observed]) {
    const pod = podOf(object);
    if (pod !== undefined) return { ok: true, value: pod };
  }
  const { name } = file;
  return { ok: false, problem: { kind: 'bad-scenario', code: 'no-pod-in-file', params: { name }, file: name } };
}

// --- for the page ---

/** How many more Pods like `key` fit: a Pod, or what has a template of Pods. */
export function fitLike(cluster: Cluster, step: Step, key: string, max: number): FitAnswer | undefined {
  const object = viewOf<KubeObject>(cluster, 'etcd', step).get(key);
  const pod = object === undefined ? undefined : podOf(object);
  if (object === undefined || pod === undefined) return undefined;
  return withDeed(cluster, step, { object, pod }, fitMore(cluster, step, pod, max, TRIAL_EVENTS_MAX));
}

/** The same for a Pod or a template that somebody typed. */
export function fitText(cluster: Cluster, step: Step, file: SourceFile, max: number): Outcome<FitAnswer> {
  const read = readPod(file);
  if (!read.ok) return read;
  const pod = read.value;
  return {
    ok: true,
    value: withDeed(cluster, step, { object: pod, pod }, fitMore(cluster, step, pod, max, TRIAL_EVENTS_MAX)),
  };
}

interface Like {
  readonly object: KubeObject;
  /** What was copied: the object itself, or its template. */
  readonly pod: Pod;
}

function withDeed(cluster: Cluster, step: Step, { object, pod }: Like, answer: FitCount): FitAnswer {
  const maker = answer.count === 0 ? undefined : makerOf(cluster, step, object);
  if (maker === undefined) return created(cluster, step, pod, answer);
  return maker.kind === 'scaled' ? scaled(cluster, step, pod, answer, maker) : { ...answer, entries: [], command: '' };
}

function created(cluster: Cluster, step: Step, pod: Pod, answer: FitCount): FitAnswer {
  const { count } = answer;
  if (count === 0) return { ...answer, entries: [], command: '' };
  const objects = viewOf<KubeObject>(cluster, 'etcd', step);
  const names = freeNames((key) => objects.get(key), pod);
  const bodies = Array.from({ length: count }, () => copyOf(pod, names()));
  return { ...answer, entries: [{ verb: 'create', body: bodies }], command: createCommand(bodies) };
}

/** Many copies are one loop: a name that the api-server completes is free. */
function createCommand(bodies: readonly KubeObject[]): string {
  const [first] = bodies;
  if (first === undefined) return '';
  const { name, ...metadata } = first.metadata;
  const generateName = name.replace(/\d+$/, '');
  const body = bodies.length === 1 ? first : { ...first, metadata: { generateName, ...metadata } };
  const create = `kubectl create -f - <<'EOF'\n${JSON.stringify(body)}\nEOF`;
  return bodies.length === 1 ? create : `for i in $(seq ${String(bodies.length)}); do\n${create}\ndone`;
}

function scaled(cluster: Cluster, step: Step, pod: Pod, answer: FitCount, maker: ScaledMaker): FitAnswer {
  const { namespace, named, acts } = maker;
  const replicas = maker.replicas + answer.count;
  const what = `${named.kind.toLowerCase()}/${quoted(named.name)} -n ${quoted(namespace)}`;
  const command = `kubectl scale ${what} --replicas=${String(replicas)}`;
  const { entries } =
    acts === undefined
      ? created(cluster, step, pod, answer)
      : { entries: [{ verb: 'scale', body: { ...acts, namespace, replicas } }] };
  return { ...answer, entries, command };
}
