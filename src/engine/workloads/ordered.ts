/**
 * Rollouts that go one by one: a StatefulSet by ordinal, a DaemonSet by node (pkg/controller/statefulset/
 * stateful_set_control.go, stateful_set_utils.go; pkg/controller/daemon/update.go, v1.37).
 */
import { keyOf, objectKey, type Node, type Pod, type PodTemplateSpec } from '../../model/objects.ts';
import {
  currentRevision,
  hashOfRevision,
  isAvailable,
  isBeingDeleted,
  isUpdated,
  nodeVerdict,
  podsByNode,
  revisionsOf,
  scaledValue,
  updateVictims,
  type ControllerRevision,
  type DaemonSet,
  countsUnavailable,
  maxUnavailableOf,
  ordinalReplicas as replicasOf,
  type StatefulSet,
} from '../../components/controllers/workload-rules.ts';
import type { Fence, PodLife, RolloutView, SetView, SlotView, WaitRow } from '../../protocol/protocol.ts';
import type { Past } from './past.ts';
import { hashOf, makerOf } from './pod-life.ts';
import { causeOf, imagesOf, pointsOf } from './rollout.ts';
import { failureRow, livingPods, stretchAt, unreadyRows } from './waits.ts';

const ROLLING = 'RollingUpdate';

const podsIn = (past: Past): readonly Pod[] => past.list('Pod') as readonly Pod[];

/** @param byName Pods carry a revision's name; else its hash */
function revisionViews(past: Past, owner: string, currentHash: string, byName: boolean): readonly SetView[] {
  const views = past.keysOf('ControllerRevision').flatMap((key): SetView[] => {
    const writes = past.writes<ControllerRevision>(key);
    const now = past.at<ControllerRevision>().get(key);
    const shown = now ?? writes.filter(({ object }) => object !== undefined).at(-1)?.object;
    if (shown === undefined || makerOf(shown) !== owner) return [];
    const hash = byName ? shown.metadata.name : hashOfRevision(shown);
    const data = shown.data as { spec?: { template?: PodTemplateSpec } } | undefined;
    return [
      {
        key,
        hash,
        revision: shown.revision,
        current: currentHash !== '' && hash === currentHash,
        wanted: -1,
        images: imagesOf(data?.spec?.template),
        created: past.moment(writes[0]?.step ?? 0),
        exists: now !== undefined,
        cause: causeOf(shown),
      },
    ];
  });
  return views.sort((a, b) => a.revision - b.revision);
}

/** What has to be gone first, told apart by what it would take. */
function leavingRows(past: Past, slots: readonly SlotView[]): readonly WaitRow[] {
  const leaving = slots.filter(({ plan }) => plan === 'leaving');
  const silent = leaving.flatMap(({ pod }): readonly WaitRow[] => {
    const node = silentNodeOf(past, pod);
    return node === '' ? [] : [{ code: 'leaving-silent', pod, params: { node } }];
  });
  const rest = leaving.filter(({ pod }) => silent.every((row) => row.pod !== pod));
  const old = rest.filter(({ updated }) => !updated).length;
  const own = rest.length - old;
  return [
    ...(old === 0 ? [] : [{ code: 'old-leaving' as const, params: { pods: old } }]),
    ...(own === 0 ? [] : [{ code: 'leaving' as const, params: { pods: own } }]),
    ...silent,
  ];
}

/** The node of a marked Pod that its controller gave up on: Ready is Unknown. "" = none. */
function silentNodeOf(past: Past, key: string): string {
  const pod = past.at<Pod>().get(key);
  const { nodeName = '' } = pod?.spec ?? {};
  const ready = past
    .at<Node>()
    .get(`Node/${nodeName}`)
    ?.status?.conditions?.find(({ type }) => type === 'Ready');
  return pod !== undefined && isBeingDeleted(pod) && ready?.status === 'Unknown' ? nodeName : '';
}

// --- StatefulSet ---

export function statefulSetRollout(past: Past, key: string, lives: readonly PodLife[]): RolloutView | undefined {
  const writes = past.writes<StatefulSet>(key);
  const set = past.last(writes)?.object ?? writes.find(({ object }) => object !== undefined)?.object;
  if (set === undefined) return undefined;
  const { updateStrategy, minReadySeconds = 0 } = set.spec;
  const strategy = updateStrategy?.type ?? ROLLING;
  const { partition = 0 } = updateStrategy?.rollingUpdate ?? {};
  const fence = unavailableOfOrdinals(past, set);
  const slots = ordinalSlots(past, key, set);
  return {
    kind: 'StatefulSet',
    strategy,
    bounds: pointsOf(writes, (object) => {
      const replicas = replicasOf(object);
      const least = replicas - Math.min(replicas, unavailableOfOrdinals(past, object).pods);
      return { replicas, most: replicas, ...(strategy === ROLLING ? { least } : {}) };
    }),
    counts: pointsOf(writes, ({ spec, status }) => ({
      replicas: status?.replicas ?? 0,
      updated: status?.updatedReplicas ?? 0,
      ready: status?.readyReplicas ?? 0,
      available: status?.availableReplicas ?? 0,
      unavailable: Math.max(0, (spec.replicas ?? 1) - (status?.availableReplicas ?? 0)),
    })),
    ...(strategy === ROLLING ? { unavailable: fence } : {}),
    minReadySeconds,
    paused: false,
    ...(strategy === ROLLING ? { partition } : {}),
    sets: revisionViews(past, key, set.status?.updateRevision ?? '', true),
    slots,
    waits: waitsOfOrdinals(past, { set, slots, lives, strategy, partition }),
    owner: '',
  };
}

/** How many may be missing at once; where the field is not looked at yet, one. */
function unavailableOfOrdinals({ cluster }: Past, set: StatefulSet): Fence {
  const asked = set.spec.updateStrategy?.rollingUpdate?.maxUnavailable;
  const counts = asked !== undefined && countsUnavailable(cluster.scenario.kubernetesVersion);
  return counts ? { asked: String(asked), pods: maxUnavailableOf(set) } : { asked: '1', pods: 1 };
}

function ordinalSlots(past: Past, key: string, set: StatefulSet): readonly SlotView[] {
  const { ordinals, updateStrategy, minReadySeconds = 0 } = set.spec;
  const { start = 0 } = ordinals ?? {};
  const { partition = 0 } = updateStrategy?.rollingUpdate ?? {};
  const { name, namespace } = set.metadata;
  const last = start + replicasOf(set) - 1;
  const found = podsIn(past)
    .filter((pod) => makerOf(pod) === key)
    .map((pod) => Number(pod.metadata.name.slice(name.length + 1)));
  const all = new Set([...Array.from({ length: replicasOf(set) }, (_, i) => start + i), ...found]);
  const target = set.status?.updateRevision ?? '';
  const slots: SlotView[] = [];
  let held = false;
  // From the highest down, as an update goes.
  for (const ordinal of [...all].filter(Number.isInteger).sort((a, b) => b - a)) {
    const pod = past.at<Pod>().get(keyOf('Pod', namespace, `${name}-${String(ordinal)}`));
    const slot = slotOf(past, `${name}-${String(ordinal)}`, pod, minReadySeconds);
    const updated = pod !== undefined && slot.hash === target;
    const kept = updateStrategy?.type === 'OnDelete' || ordinal < partition;
    const plan = planOf({
      pod,
      updated,
      available: slot.available,
      kept,
      held,
      surplus: ordinal > last || ordinal < start,
    });
    if (plan !== 'done' && plan !== 'keeps') held = true;
    slots.push({ ...slot, ordinal, updated, plan });
  }
  return slots.reverse();
}

interface PlanInput {
  readonly pod: Pod | undefined;
  readonly updated: boolean;
  readonly available: boolean;
  readonly kept: boolean;
  /** A Pod before it in the order is not done. */
  readonly held: boolean;
  readonly surplus: boolean;
}

function planOf({ pod, updated, available, kept, held, surplus }: PlanInput): SlotView['plan'] {
  if (pod === undefined) return surplus ? 'not-here' : 'missing';
  if (surplus || isBeingDeleted(pod)) return 'leaving';
  if (updated) return available ? 'done' : 'starting';
  if (kept) return 'keeps';
  return held ? 'waits' : 'next';
}

function slotOf(
  past: Past,
  name: string,
  pod: Pod | undefined,
  minReadySeconds: number,
): Omit<SlotView, 'updated' | 'plan'> {
  if (pod === undefined) return { name, pod: '', uid: '', phase: '', hash: '', available: false };
  return {
    name,
    pod: objectKey(pod),
    uid: pod.metadata.uid ?? '',
    phase: past.phaseOf(pod),
    hash: hashOf(pod),
    available: !isBeingDeleted(pod) && isAvailable(pod, minReadySeconds, past.nowMicros),
  };
}

interface OrdinalInput {
  readonly set: StatefulSet;
  readonly slots: readonly SlotView[];
  readonly lives: readonly PodLife[];
  readonly strategy: string;
  readonly partition: number;
}

function waitsOfOrdinals(past: Past, { set, slots, lives, strategy, partition }: OrdinalInput): readonly WaitRow[] {
  const seen = (set.status?.observedGeneration ?? 0) >= (set.metadata.generation ?? 0);
  const keeps = slots.filter(({ plan }) => plan === 'keeps').length;
  const open = slots.filter(({ plan }) => plan !== 'done' && plan !== 'keeps' && plan !== 'not-here');
  const ordered = set.spec.podManagementPolicy !== 'Parallel';
  const [first] = slots.filter(
    ({ plan }) => plan === 'missing' || plan === 'starting' || plan === 'waits' || plan === 'leaving',
  );
  const blocker = first === undefined ? undefined : lives.find(({ key }) => key === first.pod);
  const stage = blocker === undefined ? 'gone' : (stretchAt(blocker, past.step)?.stage ?? 'gone');
  return [
    ...(seen ? [] : [{ code: 'not-observed' as const, params: {} }]),
    ...(keeps > 0 && strategy === 'OnDelete' ? [{ code: 'on-delete' as const, params: { pods: keeps } }] : []),
    ...(keeps > 0 && strategy === ROLLING ? [{ code: 'partition' as const, params: { pods: keeps, partition } }] : []),
    ...(open.length > 1 && ordered && first?.ordinal !== undefined
      ? [{ code: 'ordinal' as const, params: { ordinal: first.ordinal, stage }, pod: first.pod }]
      : []),
    ...leavingRows(past, slots),
    ...(open.length === 0 && seen ? [{ code: 'complete' as const, params: { replicas: replicasOf(set) } }] : []),
    ...unreadyRows(past, lives, set.spec.minReadySeconds ?? 0),
  ];
}

// --- DaemonSet ---

export function daemonSetRollout(past: Past, key: string, lives: readonly PodLife[]): RolloutView | undefined {
  const writes = past.writes<DaemonSet>(key);
  const set = past.last(writes)?.object ?? writes.find(({ object }) => object !== undefined)?.object;
  if (set === undefined) return undefined;
  const strategy = set.spec.updateStrategy?.type ?? ROLLING;
  const current = currentRevision(set, revisionsOf(set, past.list('ControllerRevision')));
  const hash = current.kind === 'present' ? hashOfRevision(current.revision) : '';
  const slots = nodeSlots(past, key, set, hash);
  return {
    kind: 'DaemonSet',
    strategy,
    bounds: pointsOf(writes, (object) => {
      const replicas = object.status?.desiredNumberScheduled ?? 0;
      const { surge, unavailable } = fencesOfNodes(object);
      if (strategy !== ROLLING) return { replicas };
      return { replicas, most: replicas + surge.pods, least: replicas - Math.min(replicas, unavailable.pods) };
    }),
    counts: pointsOf(writes, ({ status }) => ({
      replicas: status?.currentNumberScheduled ?? 0,
      updated: status?.updatedNumberScheduled ?? 0,
      ready: status?.numberReady ?? 0,
      available: status?.numberAvailable ?? 0,
      unavailable: status?.numberUnavailable ?? 0,
      misscheduled: status?.numberMisscheduled ?? 0,
    })),
    ...(strategy === ROLLING ? fencesOfNodes(set) : {}),
    minReadySeconds: set.spec.minReadySeconds ?? 0,
    paused: false,
    sets: revisionViews(past, key, hash, false),
    slots,
    waits: waitsOfNodes(past, set, slots, lives),
    owner: '',
  };
}

/** UnavailableCount and SurgeCount: percentages of the nodes that should have one, rounded up; never both 0. */
function fencesOfNodes({ spec, status }: DaemonSet): { readonly surge: Fence; readonly unavailable: Fence } {
  const { maxUnavailable = 1 } = spec.updateStrategy?.rollingUpdate ?? {};
  const surge = (spec.updateStrategy?.rollingUpdate as { maxSurge?: number | string } | undefined)?.maxSurge ?? 0;
  const desired = status?.desiredNumberScheduled ?? 0;
  const surged = scaledValue(surge, desired, true);
  const unavailable = scaledValue(maxUnavailable, desired, true);
  return {
    surge: { asked: String(surge), pods: surged },
    unavailable: { asked: String(maxUnavailable), pods: surged === 0 && unavailable === 0 ? 1 : unavailable },
  };
}

function nodeSlots(past: Past, key: string, set: DaemonSet, hash: string): readonly SlotView[] {
  const nodes = past.list('Node') as readonly Node[];
  const pods = podsIn(past).filter((pod) => makerOf(pod) === key);
  const byNode = podsByNode(pods);
  const { always, candidates, room } = updateVictims({ set, hash, nodes, pods, nowMicros: past.nowMicros });
  const going = new Set([...always, ...(room > 0 ? candidates : [])].map(({ metadata }) => metadata.uid));
  const rolling = (set.spec.updateStrategy?.type ?? ROLLING) === ROLLING;
  return nodes.map((node) => {
    const here = byNode.get(node.metadata.name) ?? [];
    const pod = here.find((one) => !isBeingDeleted(one)) ?? here[0];
    const slot = slotOf(past, node.metadata.name, pod, set.spec.minReadySeconds ?? 0);
    const updated = pod !== undefined && isUpdated(pod, set, hash);
    const verdict = nodeVerdict(node, set);
    const next = rolling && going.has(pod?.metadata.uid);
    return { ...slot, updated, plan: planOnNode(pod, { ...slot, updated }, { verdict, next, rolling }) };
  });
}

function planOnNode(
  pod: Pod | undefined,
  { updated, available }: { readonly updated: boolean; readonly available: boolean },
  { verdict, next, rolling }: { verdict: { shouldRun: boolean; mayStay: boolean }; next: boolean; rolling: boolean },
): SlotView['plan'] {
  if (pod === undefined) return verdict.shouldRun ? 'missing' : 'not-here';
  if (!verdict.mayStay || isBeingDeleted(pod)) return 'leaving';
  if (updated) return available ? 'done' : 'starting';
  if (!rolling) return 'keeps';
  return next ? 'next' : 'waits';
}

function waitsOfNodes(
  past: Past,
  set: DaemonSet,
  slots: readonly SlotView[],
  lives: readonly PodLife[],
): readonly WaitRow[] {
  const seen = (set.status?.observedGeneration ?? 0) >= (set.metadata.generation ?? 0);
  const keeps = slots.filter(({ plan }) => plan === 'keeps').length;
  const old = slots
    .filter(({ plan, pod }) => (plan === 'waits' || plan === 'next') && pod !== '')
    .filter(({ updated }) => !updated);
  const settled = slots.every(({ plan }) => plan === 'done' || plan === 'not-here' || plan === 'keeps');
  const unavailable = set.status?.numberUnavailable ?? 0;
  const { pods: room } = fencesOfNodes(set).unavailable;
  return [
    ...(seen ? [] : [{ code: 'not-observed' as const, params: {} }]),
    ...failureRow(set.status?.conditions?.find(({ type }) => type === 'ReplicaFailure')),
    ...(keeps > 0 ? [{ code: 'on-delete' as const, params: { pods: keeps } }] : []),
    ...(old.length > 0 && unavailable >= room
      ? [
          {
            code: 'too-few-available' as const,
            params: {
              available: set.status?.numberAvailable ?? 0,
              least: (set.status?.desiredNumberScheduled ?? 0) - room,
              old: old.length,
            },
          },
        ]
      : []),
    ...leavingRows(past, slots),
    ...(settled && seen ? [{ code: 'complete' as const, params: { replicas: livingPods(past, lives).length } }] : []),
    ...unreadyRows(past, lives, set.spec.minReadySeconds ?? 0),
  ];
}
