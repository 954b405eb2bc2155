/** The Pods of all runtimes: collection "kubelet/pods" and what is derived from it. */
import { compareBytes, type Collection, type World } from '../../kernel/kernel.ts';
import { objectKey, type Container, type Pod, type PodStatus } from '../../model/objects.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { Attempts, ContainerRun, RuntimePod } from './kubelet.ts';
import { isOwned } from './pod-conditions.ts';
import { PROBE_TYPES, probeOf } from './probe-spec.ts';
import { phaseOf, podStatus, type StatusInput } from './pod-status.ts';

export const uidOf = (pod: Pod): string => pod.metadata.uid ?? '';

/** In the order in which they start. */
export const containersOf = (pod: Pod): readonly Container[] => [
  ...(pod.spec.initContainers ?? []),
  ...pod.spec.containers,
];

export const isOver = (pod: Pod): boolean => pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';

export const specOf = (pod: Pod, container: string): Container | undefined =>
  containersOf(pod).find(({ name }) => name === container);

/** Names of the containers that run, in order. */
export const runningIn = ({ object, containers }: RuntimePod): readonly string[] =>
  containersOf(object)
    .map(({ name }) => name)
    .filter((name) => containers[name]?.state === 'running');

const attemptsOf = ({ restarts, last }: Attempts): Attempts => ({
  ...(restarts === undefined ? {} : { restarts }),
  ...(last === undefined ? {} : { last }),
});

/** What becomes of a container that runs when it ends. */
export const exitedRun = (
  run: Extract<ContainerRun, { state: 'running' }>,
  finishedAt: string,
  exitCode: number,
): Extract<ContainerRun, { state: 'exited' }> => ({
  ...attemptsOf(run),
  state: 'exited',
  startedAt: run.startedAt,
  finishedAt,
  exitCode,
});

export class Runtime {
  readonly pods: Collection<RuntimePod>;
  /** Derived: uids of the Pods on a node. */
  private readonly onNode = new Map<string, Set<string>>();

  constructor(private readonly world: World) {
    this.pods = world.collection('kubelet/pods');
    world.onRestore('kubelet pods', () => {
      this.rebuild();
    });
  }

  private rebuild(): void {
    this.onNode.clear();
    for (const [uid, { node }] of this.pods.entries()) this.uidsOn(node).add(uid);
  }

  private uidsOn(node: string): Set<string> {
    let uids = this.onNode.get(node);
    if (uids === undefined) {
      uids = new Set();
      this.onNode.set(node, uids);
    }
    return uids;
  }

  get(uid: string): RuntimePod | undefined {
    return this.pods.get(uid);
  }

  add(node: string, object: Pod, stage: RuntimePod['stage'], containers: RuntimePod['containers'] = {}): RuntimePod {
    const running = Object.values(containers).filter(({ state }) => state === 'running').length;
    const pod: RuntimePod = {
      pod: objectKey(object),
      node,
      stage,
      running,
      containers,
      reasons: {},
      sandbox: object.status?.podIP !== undefined,
      busy: false,
      todo: [],
      dirty: false,
      lookAt: 0,
      retryAt: 0,
      failed: 0,
      backOff: 0,
      upSince: this.world.now,
      object,
      ...(object.status === undefined ? {} : { status: object.status }),
    };
    this.pods.set(uidOf(object), pod);
    this.uidsOn(node).add(uidOf(object));
    return pod;
  }

  change(pod: RuntimePod, changes: Partial<RuntimePod>): RuntimePod {
    const containers = changes.containers ?? pod.containers;
    const running = Object.values(containers).filter(({ state }) => state === 'running').length;
    const after: RuntimePod = { ...pod, ...changes, running };
    this.pods.set(uidOf(pod.object), after);
    return after;
  }

  remove({ node, object }: RuntimePod): void {
    this.pods.delete(uidOf(object));
    this.uidsOn(node).delete(uidOf(object));
  }

  /** By namespace and name, in byte order of their keys. */
  named(namespace: string, matches: (name: string) => boolean): readonly RuntimePod[] {
    const found = [...this.pods.entries()].map(([, pod]) => pod);
    return found
      .filter(({ object: { metadata } }) => metadata.namespace === namespace && matches(metadata.name))
      .sort((a, b) => compareBytes(a.pod, b.pod));
  }

  /** Sorted by uid. */
  on(node: string): readonly RuntimePod[] {
    const uids = [...(this.onNode.get(node) ?? [])].sort(compareBytes);
    return uids.flatMap((uid) => this.pods.get(uid) ?? []);
  }
}

/** What the runtime of an observed Pod must be like, going by its status. */
export function observedContainers(pod: Pod): Readonly<Record<string, ContainerRun>> {
  const found: Record<string, ContainerRun> = {};
  for (const status of observedStatuses(pod)) {
    const { name, state } = status;
    if (state?.running !== undefined) {
      found[name] = { state: 'running', startedAt: state.running.startedAt ?? '', ...observedProbes(pod, status) };
    } else if (state?.terminated !== undefined) {
      const { startedAt, finishedAt, exitCode } = state.terminated;
      found[name] = { state: 'exited', startedAt: text(startedAt), finishedAt: text(finishedAt), exitCode };
    }
  }
  return found;
}

type Statuses = NonNullable<PodStatus['containerStatuses']>;

const observedStatuses = ({ status }: Pod): Statuses => [
  ...((status?.['initContainerStatuses'] ?? []) as Statuses),
  ...(status?.containerStatuses ?? []),
];

/** What its probes must have said. */
function observedProbes(pod: Pod, { name, ready, started }: Statuses[number]): object {
  const spec = specOf(pod, name);
  const said = { startup: started !== false, readiness: ready, liveness: true };
  const types = PROBE_TYPES.filter((type) => spec !== undefined && probeOf(spec, type) !== undefined);
  return types.length === 0 ? {} : { probes: Object.fromEntries(types.map((type) => [type, said[type]])) };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a kubelet alone writes. */
const OWN_FIELDS = [
  'phase',
  'reason',
  'message',
  'observedGeneration',
  'hostIP',
  'hostIPs',
  'podIP',
  'podIPs',
  'startTime',
  'initContainerStatuses',
  'containerStatuses',
] as const;

/** The Pod as its watch has it, with what the kubelet has reported since. */
export function withOwnStatus({ object, status: own }: RuntimePod): Pod {
  if (own === undefined) return object;
  const fields = OWN_FIELDS.filter((name) => own[name] !== undefined).map((name) => [name, own[name]] as const);
  const others = (object.status?.conditions ?? []).filter(({ type }) => !isOwned(type));
  const conditions = [...others, ...(own.conditions ?? []).filter(({ type }) => isOwned(type))];
  return { ...object, status: { ...object.status, ...Object.fromEntries(fields), conditions } };
}

export interface Surroundings {
  readonly now: string;
  readonly version: KubernetesVersion;
  readonly hostIP: string | undefined;
}

interface How {
  readonly ending: boolean;
  readonly sandbox: boolean;
  /** A fresh address, where it has none yet. */
  readonly podIP?: string;
}

function inputOf(pod: RuntimePod, { now, version, hostIP }: Surroundings, how: How): StatusInput {
  const { containers, reasons, fate } = pod;
  const rest = { ...(hostIP === undefined ? {} : { hostIP }), ...(fate === undefined ? {} : { fate }) };
  return { pod: withOwnStatus(pod), containers, reasons, now, version, ...how, ...rest };
}

/** The status that a kubelet reports for what its runtime has. */
export const statusOf = (pod: RuntimePod, surroundings: Surroundings, how: How): PodStatus =>
  podStatus(inputOf(pod, surroundings, how));

/** The phase that its containers amount to, told or not. */
export const phaseNow = (pod: RuntimePod, surroundings: Surroundings): string =>
  phaseOf(inputOf(pod, surroundings, { ending: false, sandbox: true }));
