/** The Pods of all runtimes: collection "kubelet/pods" and what is derived from it. */
import { compareBytes, type Collection, type World } from '../../kernel/kernel.ts';
import { objectKey, type Container, type Pod, type PodStatus } from '../../model/objects.ts';
import { isSidecar } from '../../model/pod-requests.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { Attempts, ContainerRun, RuntimePod } from './kubelet.ts';
import { isOwned, podStatus } from './pod-status.ts';

export const uidOf = (pod: Pod): string => pod.metadata.uid ?? '';

/** In the order in which they start. */
export const containersOf = (pod: Pod): readonly Container[] => [
  ...(pod.spec.initContainers ?? []),
  ...pod.spec.containers,
];

export const isOver = (pod: Pod): boolean => pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';

/** An init container that has to end before the next one starts. */
export const mustEnd = (pod: Pod, container: Container): boolean =>
  !isSidecar(container) && (pod.spec.initContainers ?? []).includes(container);

/** Names of the containers that run, in order. */
export const runningIn = ({ object, containers }: RuntimePod): readonly string[] =>
  containersOf(object)
    .map(({ name }) => name)
    .filter((name) => containers[name]?.state === 'running');

export const attemptsOf = ({ restarts, last }: Attempts): Attempts => ({
  ...(restarts === undefined ? {} : { restarts }),
  ...(last === undefined ? {} : { last }),
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
      since: this.world.now,
      running,
      containers,
      object,
      ...(object.status === undefined ? {} : { status: object.status }),
    };
    this.pods.set(uidOf(object), pod);
    this.uidsOn(node).add(uidOf(object));
    return pod;
  }

  change(pod: RuntimePod, changes: Partial<RuntimePod>): RuntimePod {
    const moved = changes.stage !== undefined && changes.stage !== pod.stage;
    const containers = changes.containers ?? pod.containers;
    const running = Object.values(containers).filter(({ state }) => state === 'running').length;
    const after: RuntimePod = { ...pod, ...changes, running, ...(moved ? { since: this.world.now } : {}) };
    this.pods.set(uidOf(pod.object), after);
    return after;
  }

  /** The same Pod, whole. */
  replace(pod: RuntimePod): RuntimePod {
    this.pods.set(uidOf(pod.object), pod);
    return pod;
  }

  remove({ node, object }: RuntimePod): void {
    this.pods.delete(uidOf(object));
    this.uidsOn(node).delete(uidOf(object));
  }

  /** Sorted by uid. */
  on(node: string): readonly RuntimePod[] {
    const uids = [...(this.onNode.get(node) ?? [])].sort(compareBytes);
    return uids.flatMap((uid) => this.pods.get(uid) ?? []);
  }
}

/** What the runtime of an observed Pod must be like, going by its status. */
export function observedContainers(pod: Pod): Readonly<Record<string, ContainerRun>> {
  const init = (pod.status?.['initContainerStatuses'] ?? []) as NonNullable<PodStatus['containerStatuses']>;
  const found: Record<string, ContainerRun> = {};
  for (const { name, state } of [...init, ...(pod.status?.containerStatuses ?? [])]) {
    if (state?.running !== undefined) found[name] = { state: 'running', startedAt: state.running.startedAt ?? '' };
    else if (state?.terminated !== undefined) {
      const { startedAt, finishedAt, exitCode } = state.terminated;
      found[name] = { state: 'exited', startedAt: text(startedAt), finishedAt: text(finishedAt), exitCode };
    }
  }
  return found;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a kubelet alone writes. */
const OWN_FIELDS = [
  'phase',
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

interface Surroundings {
  readonly now: string;
  readonly version: KubernetesVersion;
  readonly hostIP: string | undefined;
}

/** The status that a kubelet reports for what its runtime has. @param podIP a fresh address, where it has none yet */
export function statusOf(
  pod: RuntimePod,
  { now, version, hostIP }: Surroundings,
  how: { readonly ending: boolean; readonly sandbox: boolean; readonly podIP?: string },
): PodStatus {
  const { containers } = pod;
  const address = hostIP === undefined ? {} : { hostIP };
  return podStatus({ pod: withOwnStatus(pod), containers, now, version, ...how, ...address });
}
