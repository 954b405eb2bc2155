/**
 * Node-pressure eviction as rules: which signal is which resource and condition, who goes first, and what is said:
 * pkg/kubelet/eviction/helpers.go (v1.37). Pure. Left out: soft thresholds, what images and dead containers free.
 */
import { matchesGlob } from '../../model/globs.ts';
import type { Condition, Node, Pod, QuantityText } from '../../model/objects.ts';
import { parseQuantity, quantityValue } from '../../model/quantity.ts';

/** Eviction signals of KubeletConfiguration. */
export type Signal =
  | 'memory.available'
  | 'nodefs.available'
  | 'nodefs.inodesFree'
  | 'imagefs.available'
  | 'imagefs.inodesFree'
  | 'pid.available';

interface SignalFacts {
  readonly resource: 'memory' | 'ephemeral-storage' | 'inodes' | 'pids';
  readonly condition: 'MemoryPressure' | 'DiskPressure' | 'PIDPressure';
  /** evictionHard's default: an amount, or a share of the node's capacity; undefined: none is known. */
  readonly threshold?: QuantityText | number;
}

/** pkg/kubelet/apis/config/v1beta1/defaults_linux.go. */
const FACTS: Readonly<Record<Signal, SignalFacts>> = {
  'memory.available': { resource: 'memory', condition: 'MemoryPressure', threshold: '100Mi' },
  'nodefs.available': { resource: 'ephemeral-storage', condition: 'DiskPressure', threshold: 0.1 },
  'nodefs.inodesFree': { resource: 'inodes', condition: 'DiskPressure' },
  'imagefs.available': { resource: 'ephemeral-storage', condition: 'DiskPressure', threshold: 0.15 },
  'imagefs.inodesFree': { resource: 'inodes', condition: 'DiskPressure' },
  'pid.available': { resource: 'pids', condition: 'PIDPressure' },
};

export const resourceOf = (signal: Signal): string => FACTS[signal].resource;
export const conditionOf = (signal: Signal): SignalFacts['condition'] => FACTS[signal].condition;

/** What is said of a condition that holds, and of one that does not: the end of its reasons, and its message. */
const SAID: Readonly<Record<SignalFacts['condition'], Readonly<Record<'True' | 'False', readonly [string, string]>>>> =
  {
    MemoryPressure: {
      True: ['InsufficientMemory', 'kubelet has insufficient memory available'],
      False: ['SufficientMemory', 'kubelet has sufficient memory available'],
    },
    DiskPressure: {
      True: ['DiskPressure', 'kubelet has disk pressure'],
      False: ['NoDiskPressure', 'kubelet has no disk pressure'],
    },
    PIDPressure: {
      True: ['InsufficientPID', 'kubelet has insufficient PID available'],
      False: ['SufficientPID', 'kubelet has sufficient PID available'],
    },
  };

/** A condition as the kubelet writes it, and the reason of its Event. */
export function pressureCondition(type: SignalFacts['condition'], pressed: boolean): [Condition, event: string] {
  const status = pressed ? 'True' : 'False';
  const [reason, message] = SAID[type][status];
  return [{ type, status, reason: `KubeletHas${reason}`, message }, `NodeHas${reason}`];
}

/** What each Pod uses, by its name with * and ?. */
export type Usage = Readonly<Record<string, QuantityText>>;

/** scheduling.SystemCriticalPriority, static Pods and their mirrors. */
const CRITICAL_PRIORITY = 2_000_000_000;
export const MIRROR_ANNOTATION = 'kubernetes.io/config.mirror';

export const isCritical = ({ spec, metadata }: Pod): boolean =>
  (spec.priority ?? 0) >= CRITICAL_PRIORITY || metadata.annotations?.[MIRROR_ANNOTATION] !== undefined;

export function usageOf({ metadata }: Pod, usage: Usage): QuantityText | undefined {
  const key = Object.keys(usage).find((pattern) => matchesGlob(pattern, metadata.name));
  return key === undefined ? undefined : usage[key];
}

function requested({ spec }: Pod, resource: string): number {
  const all = [
    ...spec.containers,
    ...(spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always'),
  ];
  return all.reduce((sum, { resources }) => sum + quantityValue(resources?.requests?.[resource] ?? 0), 0);
}

interface Ranked {
  readonly pod: Pod;
  /** 0 = it uses more than it asked for. What it uses is not known: it asked for nothing. */
  readonly within: 0 | 1;
  readonly priority: number;
  readonly over: number;
}

/** rankMemoryPressure, rankDiskPressureFunc, rankPIDPressure: who goes first stands first. Critical ones are left out. */
export function rank(pods: readonly Pod[], signal: Signal, usage: Usage): readonly Pod[] {
  const resource = resourceOf(signal);
  const counted = resource === 'memory' || resource === 'ephemeral-storage';
  const ranked = pods
    .filter((pod) => !isCritical(pod))
    .map((pod): Ranked => {
      const asked = counted ? requested(pod, resource) : 0;
      const given = usageOf(pod, usage);
      const used = given === undefined ? undefined : quantityValue(given);
      const exceeds = used === undefined ? asked === 0 : used > asked;
      return { pod, within: exceeds || !counted ? 0 : 1, priority: pod.spec.priority ?? 0, over: (used ?? 0) - asked };
    });
  ranked.sort(
    (a, b) =>
      a.within - b.within ||
      a.priority - b.priority ||
      b.over - a.over ||
      (a.pod.metadata.name < b.pod.metadata.name ? -1 : 1),
  );
  return ranked.map(({ pod }) => pod);
}

function thresholdText(signal: Signal, node: Node | undefined): string | undefined {
  const { threshold, resource } = FACTS[signal];
  if (typeof threshold !== 'number') return threshold;
  const capacity = node?.status?.capacity?.[resource];
  return capacity === undefined ? undefined : String(Math.floor(quantityValue(capacity) * threshold));
}

/** evictionMessage. @param available what is left, as the signal measures it */
export function evictionMessage(
  pod: Pod,
  signal: Signal,
  {
    usage,
    available,
    node,
  }: { readonly usage: Usage; readonly available?: QuantityText; readonly node: Node | undefined },
): string {
  const resource = resourceOf(signal);
  let message = `The node was low on resource: ${resource}. `;
  const threshold = thresholdText(signal, node);
  if (threshold !== undefined && available !== undefined) {
    message += `Threshold quantity: ${threshold}, available: ${String(available)}. `;
  }
  const used = usageOf(pod, usage);
  const [container] = pod.spec.containers;
  if (used === undefined || container === undefined) return message;
  const request = container.resources?.requests?.[resource] ?? 0;
  // What a Pod uses is its first container's.
  if (parseQuantity(used).cmp(parseQuantity(request)) <= 0) return message;
  return `${message}Container ${container.name} was using ${String(used)}, request is ${String(request)}, has larger consumption of ${resource}. `;
}

interface Tolerates {
  readonly key?: string;
  readonly operator?: string;
  readonly effect?: string;
}

const tolerates = ({ spec }: Pod, key: string): boolean =>
  ((spec.tolerations ?? []) as readonly Tolerates[]).some(
    (one) => (one.key === key || (one.key === undefined && one.operator === 'Exists')) && one.effect !== 'NoExecute',
  );

const asksForNothing = ({ spec }: Pod): boolean =>
  [...spec.containers, ...(spec.initContainers ?? [])].every(
    ({ resources }) => Object.keys({ ...resources?.requests, ...resources?.limits }).length === 0,
  );

/** managerImpl.Admit. @param pressed conditions that hold @returns what keeps the Pod out */
export function admissionProblem(pod: Pod, pressed: readonly string[]): string | undefined {
  if (pressed.length === 0 || isCritical(pod)) return undefined;
  const onlyMemory = pressed.every((type) => type === 'MemoryPressure');
  const excused = !asksForNothing(pod) || tolerates(pod, 'node.kubernetes.io/memory-pressure');
  return onlyMemory && excused ? undefined : `The node had condition: [${pressed.join(' ')}]. `;
}
