import { type CycleInput, type CycleResult } from '../../components/scheduler/scheduler.ts';
import { formatTime, MICROS_PER_SECOND, parseTime } from '../../model/time.ts';
import type { Pod } from '../../model/objects.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { Adapter, Row } from '../types.ts';
import { type ClusterGiven, cycleInput, podOf, without } from './scheduler-input.ts';
import { SerialScheduler } from './scheduler-schedule-big.ts';

type Template = Omit<ClusterGiven['pod'], 'metadata'> & {
  readonly metadata?: Partial<ClusterGiven['pod']['metadata']>;
};

interface Given {
  readonly nodes: ClusterGiven['nodes'];
  readonly templates: readonly Template[];
  readonly pending: readonly number[];
  readonly preemption?: boolean;
}

interface Step {
  readonly pod: string;
  readonly host?: string;
  readonly message?: string;
  readonly nominated?: string;
  readonly tiedNodes?: readonly string[];
  readonly victims?: readonly string[];
}

const STARTED = parseTime('2026-02-01T00:00:00Z') ?? 0;

const keyOf = (pod: Pod): string => `${pod.metadata.namespace ?? 'default'}/${pod.metadata.name}`;
const nameOf = (key: string): string => key.slice(key.indexOf('/') + 1);

function podAt(given: Given, i: number): Pod {
  const template = given.templates[given.pending[i] ?? 0];
  if (template === undefined) throw new Error(`no template for x${i}`);
  return podOf({ ...template, metadata: { ...template.metadata, name: `x${i}` } });
}

/** Pods one after the other; one that preempts is tried once more after all others. */
class Sequence {
  readonly steps: Step[] = [];
  private readonly again: Pod[] = [];
  private readonly cluster: SerialScheduler;

  constructor(
    private readonly given: Given,
    template: CycleInput,
  ) {
    this.cluster = new SerialScheduler(template, template.nodes);
  }

  run(): Step[] {
    this.given.pending.forEach((_, i) => this.attempt(podAt(this.given, i), true));
    for (const pod of this.again) this.attempt(this.current(pod), false);
    return this.steps;
  }

  /** Its nomination may have been taken back meanwhile. */
  private current(pod: Pod): Pod {
    return this.lost.has(keyOf(pod)) ? withoutNomination(pod) : pod;
  }

  private readonly lost = new Set<string>();

  private attempt(pod: Pod, first: boolean): void {
    const result = this.cluster.schedule(pod);
    if (result.host === undefined) this.failed(pod, result, first);
    else this.bind(pod, result.host);
  }

  private bind(pod: Pod, host: string): void {
    const startTime = formatTime(STARTED + this.steps.length * MICROS_PER_SECOND);
    this.steps.push({ pod: pod.metadata.name, host });
    this.drop((other) => keyOf(other) === keyOf(pod));
    this.cluster.bind({ ...pod, status: { ...withoutNomination(pod).status, startTime } }, host);
  }

  private drop(gone: (pod: Pod, node: string) => boolean): void {
    this.cluster.change((pods, node) => (pods.some((p) => gone(p, node)) ? pods.filter((p) => !gone(p, node)) : pods));
  }

  private failed(pod: Pod, result: CycleResult, first: boolean): void {
    const { message = '', nominatedNodeName, victims, bestNodes = [] } = result;
    const name = pod.metadata.name;
    const preempts = this.given.preemption === true && victims !== undefined;
    this.steps.push({
      pod: name,
      message,
      ...(preempts ? { nominated: nominatedNodeName ?? '', victims: victims.map(nameOf) } : {}),
      ...(preempts && bestNodes.length > 1 ? { tiedNodes: bestNodes } : {}),
    });
    // Whatever it was nominated to before, that is over.
    if (nominatedNodeName !== undefined) this.drop((other) => isNominated(other) && keyOf(other) === keyOf(pod));
    if (preempts) this.preempt(pod, nominatedNodeName ?? '', victims, first);
  }

  private preempt(pod: Pod, target: string, victims: readonly string[], first: boolean): void {
    const priority = pod.spec.priority ?? 0;
    this.drop((other, node) => {
      const lower = isNominated(other) && node === target && (other.spec.priority ?? 0) < priority;
      if (lower) this.lost.add(keyOf(other));
      return lower || victims.includes(keyOf(other));
    });
    const nominated: Pod = { ...pod, status: { ...pod.status, nominatedNodeName: target } };
    if (first) this.again.push(nominated);
    this.cluster.change((pods, node) => (node === target ? [...pods, nominated] : pods));
  }
}

const isNominated = (pod: Pod): boolean => (pod.spec.nodeName ?? '') === '';

const withoutNomination = (pod: Pod): Pod => ({ ...pod, status: without(pod.status ?? {}, 'nominatedNodeName') });

function run(row: Row, version: KubernetesVersion): unknown {
  const given = row.given as Given;
  const [first] = given.templates;
  if (first === undefined) return { steps: [], messages: [] };
  const pod = { ...first, metadata: { ...first.metadata, name: 'x' } };
  const input = cycleInput({ ...given, pod }, version);
  const steps = new Sequence(given, input).run();
  // Texts are listed once, and steps point to them.
  const expected = (row.expectBy[version] ?? row.expect) as { readonly messages?: readonly string[] };
  const messages = [...(expected.messages ?? [])];
  const indexOf = (message: string): number => {
    if (!messages.includes(message)) messages.push(message);
    return messages.indexOf(message);
  };
  const indexed = steps.map(({ message, ...step }) =>
    message === undefined ? step : { ...step, message: indexOf(message) },
  );
  return { messages, steps: indexed };
}

export const schedulerSequence: Adapter = { source: 'scheduler', kind: 'sequence', run };
