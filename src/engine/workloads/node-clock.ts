/**
 * A node that may have fallen silent: when it was heard, what its taints say, and when each of its Pods has to go (pkg/controller/
 * nodelifecycle/node_lifecycle_controller.go, pkg/controller/tainteviction/taint_eviction.go, v1.37).
 */
import { compareBytes } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import { DEFAULT_FLAGS } from '../../model/flags.ts';
import { namespacedName, type KubeObject, type Node, type Pod, type Taint } from '../../model/objects.ts';
import { MICROS_PER_SECOND, parseTime } from '../../model/time.ts';
import { toleratesTaint } from '../../model/tolerations.ts';
import { noExecuteTaints, secondsToStay } from '../../components/controllers/workload-rules.ts';
import type { At, NodeClockView, NodePodView } from '../../protocol/protocol.ts';
import type { Past, Write } from './past.ts';
import { makerOf, podsThat, type Incarnation } from './pod-life.ts';

const MIRROR = 'kubernetes.io/config.mirror';
/** What a silent node gets. */
const UNREACHABLE: Taint = { key: 'node.kubernetes.io/unreachable', effect: 'NoExecute' };

export function nodeClock(past: Past, name: string): NodeClockView | undefined {
  const writes = past.writes<Node>(`Node/${name}`);
  const node = past.last(writes)?.object ?? writes.find(({ object }) => object !== undefined)?.object;
  if (node === undefined) return undefined;
  const heard = heardAt(past, name, writes);
  const { nodeMonitorGracePeriod: graceSeconds } = { ...DEFAULT_FLAGS, ...past.cluster.scenario.flags };
  return {
    node: name,
    ready: readyOf(node),
    cordoned: node.spec?.unschedulable === true,
    ...(heard === undefined ? {} : { heard, graceTick: heard.tick + graceSeconds * MICROS_PER_SECOND }),
    graceSeconds,
    conditions: (node.status?.conditions ?? []).map(({ type, status, reason = '', message = '' }) => ({
      ...sinceOf(past, writes, (object) => conditionOf(object, type)),
      type,
      status,
      reason,
      message,
    })),
    taints: (node.spec?.taints ?? []).map((taint) => ({
      ...sinceOf(past, writes, (object) => String(hasTaint(object, taint))),
      text: taintText(taint),
      noExecute: taint.effect === 'NoExecute',
    })),
    marks: marksOf(past, name, writes),
    pods: podsOf(past, name, node),
  };
}

const conditionOf = (node: Node | undefined, type: string): string =>
  node?.status?.conditions?.find((condition) => condition.type === type)?.status ?? '';
const readyOf = (node: Node | undefined): string => conditionOf(node, 'Ready');
const hasTaint = (node: Node | undefined, { key, effect }: Taint): boolean =>
  node?.spec?.taints?.some((taint) => taint.key === key && taint.effect === effect) === true;

/** "key=value:Effect", as kubectl writes it. */
export const taintText = ({ key, value = '', effect }: Taint): string =>
  `${key}${value === '' ? '' : `=${value}`}:${effect}`;

/** Since which write up to the step it has been as it is. */
function sinceOf(past: Past, writes: readonly Write<Node>[], read: (node: Node | undefined) => string): At {
  let since: Write<Node> | undefined;
  let value: string | undefined;
  for (const write of writes.filter(({ step }) => step <= past.step)) {
    const text = read(write.object);
    if (text !== value) since = write;
    value = text;
  }
  return past.moment(since?.step ?? 0);
}

/** The last renewal of its Lease; where it has none, its own last status. */
function heardAt(past: Past, name: string, writes: readonly Write<Node>[]): At | undefined {
  const lease = past.last(past.writes(`Lease/kube-node-lease/${name}`));
  if (lease?.object !== undefined) {
    const { renewTime = '' } = (lease.object.spec ?? {}) as { renewTime?: string };
    const micros = parseTime(renewTime);
    return { step: lease.step, tick: micros === undefined ? lease.tick : micros - past.micros(0) };
  }
  const ready = past.last(writes)?.object?.status?.conditions?.find(({ type }) => type === 'Ready');
  const micros = parseTime(ready?.lastHeartbeatTime ?? '');
  return micros === undefined ? undefined : { step: 0, tick: micros - past.micros(0) };
}

type Mark = NodeClockView['marks'][number];

/** Faults that silence a kubelet. */
const OF_KUBELET: ReadonlySet<string> = new Set(['kubeletStops', 'kubeletPauses']);

function marksOf(past: Past, name: string, writes: readonly Write<Node>[]): readonly Mark[] {
  const marks: Mark[] = [];
  let before: Node | undefined;
  for (const { step, tick, object } of writes) {
    if (object !== undefined && before !== undefined) marks.push(...changesOf({ step, tick }, before, object));
    before = object;
  }
  const { trace } = past.cluster.world;
  for (const step of past.faultsOf(name)) {
    if (!OF_KUBELET.has(trace.detail(step))) continue;
    const began = trace.kind(step) === EVENT['fault.began'];
    marks.push({ ...past.moment(step), code: began ? 'stopped' : 'resumed', detail: '' });
  }
  return marks.sort((a, b) => a.step - b.step);
}

const READY_CODES: Readonly<Record<string, Mark['code']>> = { True: 'ready', False: 'not-ready', Unknown: 'unknown' };

function changesOf(at: At, before: Node, after: Node): Mark[] {
  const marks: Mark[] = [];
  const code = READY_CODES[readyOf(after)];
  if (readyOf(before) !== readyOf(after) && code !== undefined) marks.push({ ...at, code, detail: '' });
  for (const taint of after.spec?.taints ?? []) {
    if (!hasTaint(before, taint)) marks.push({ ...at, code: 'tainted', detail: taintText(taint) });
  }
  for (const taint of before.spec?.taints ?? []) {
    if (!hasTaint(after, taint)) marks.push({ ...at, code: 'untainted', detail: taintText(taint) });
  }
  const [was, is] = [before, after].map(({ spec }) => spec?.unschedulable === true);
  if (was !== is) marks.push({ ...at, code: is === true ? 'cordoned' : 'uncordoned', detail: '' });
  return marks;
}

// --- its Pods ---

function podsOf(past: Past, name: string, node: Node): readonly NodePodView[] {
  const all = podsThat(past, (pod) => pod.spec.nodeName === name);
  const born = all.filter(({ writes }) => (writes[0]?.step ?? 0) <= past.step);
  const views = born.flatMap((one) => podView(past, node, one) ?? []);
  return views.sort((a, b) => rank(a) - rank(b) || (a.dueTick ?? 0) - (b.dueTick ?? 0) || compareBytes(a.key, b.key));
}

const ORDER: readonly NodePodView['verdict'][] = ['leaving', 'counts', 'would', 'stays', 'left'];
const rank = ({ verdict }: NodePodView): number => ORDER.indexOf(verdict);

const isOver = (pod: Pod): boolean => pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';

function podView(past: Past, node: Node, one: Incarnation): NodePodView | undefined {
  const write = past.last(one.writes);
  const pod = write?.object;
  const shown = pod ?? one.pod;
  // Not bound yet at this step.
  if (pod !== undefined && (pod.spec.nodeName ?? '') === '') return undefined;
  const base = { key: one.key, uid: one.uid, phase: past.phaseOf(shown), maker: makerOf(shown) };
  const evicted = shown.status?.conditions?.some(({ reason }) => reason === 'DeletionByTaintManager') === true;
  const why = evicted ? 'evicted' : 'deleted';
  if (pod === undefined) return { ...base, verdict: 'left', why, at: past.moment(write?.step ?? 0) };
  if (pod.metadata.deletionTimestamp !== undefined) {
    const marked = one.writes.find(({ object }) => object?.metadata.deletionTimestamp !== undefined);
    return { ...base, verdict: 'leaving', why, at: past.moment(marked?.step ?? 0) };
  }
  if (isOver(pod)) return { ...base, verdict: 'stays', why: 'over' };
  return { ...base, ...stayOf(past, node, pod) };
}

type Stay = Pick<NodePodView, 'verdict' | 'why' | 'seconds' | 'taint' | 'sinceTick' | 'dueTick'>;

/** When it has to go by the node's taints, or by the one that a silent node would get. */
function stayOf(past: Past, node: Node, pod: Pod): Stay {
  const taints = noExecuteTaints(node);
  const real = taints.length > 0;
  const counted = real ? taints : [UNREACHABLE];
  const seconds = secondsToStay(pod, counted);
  if (seconds === undefined) return { verdict: 'stays', why: reasonToStay(pod) };
  const taint = taintText(counted.find((one) => isLimit(pod, one, seconds)) ?? UNREACHABLE);
  const why = seconds === 0 ? 'at-once' : 'seconds';
  if (!real) return { verdict: 'would', why, seconds, taint };
  const planned = past
    .at<{ readonly since: number; readonly due: number }>(past.step, 'controllers/tainteviction/planned')
    .get(namespacedName(pod));
  const since = planned?.since ?? Math.max(...taints.map((one) => addedTick(past, one)));
  return {
    verdict: 'counts',
    why,
    seconds,
    taint,
    sinceTick: since,
    dueTick: planned?.due ?? since + seconds * MICROS_PER_SECOND,
  };
}

const addedTick = (past: Past, { timeAdded = '' }: Taint): number =>
  (parseTime(timeAdded) ?? past.nowMicros) - past.micros(0);

/** The taint whose toleration is the shortest. */
function isLimit(pod: Pod, taint: Taint, seconds: number): boolean {
  const toleration = pod.spec.tolerations?.find((one) => toleratesTaint(one, taint));
  return toleration === undefined || Math.max(0, toleration.tolerationSeconds ?? Infinity) === seconds;
}

function reasonToStay(pod: KubeObject): Stay['why'] {
  if (pod.metadata.annotations?.[MIRROR] !== undefined) return 'static';
  return makerOf(pod).startsWith('DaemonSet/') ? 'daemonset' : 'tolerates';
}
