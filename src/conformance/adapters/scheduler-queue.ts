/** The real PriorityQueue on a fake clock, operation by operation. */
import { QueueTrial, nodeEvents, podEvents } from '../../components/scheduler/scheduler.ts';
import type { Node, Pod } from '../../model/objects.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { Adapter } from '../types.ts';
import { podOf } from './scheduler-input.ts';

type BarePod = Parameters<typeof podOf>[0];
type BareNode = Pick<Node, 'metadata' | 'spec' | 'status'>;

type Operation =
  | { readonly op: 'add'; readonly pod: number }
  | { readonly op: 'pop' | 'flushBackoff' | 'flushLeftover' }
  | { readonly op: 'fail'; readonly by?: readonly string[]; readonly pendingBy?: readonly string[] }
  | { readonly op: 'bind'; readonly node: string }
  | { readonly op: 'nodeAdd' | 'nodeDelete'; readonly node: BareNode }
  | { readonly op: 'nodeUpdate'; readonly old: BareNode; readonly new: BareNode }
  | { readonly op: 'podAdd' | 'podDelete'; readonly pod: BarePod }
  | { readonly op: 'podUpdate'; readonly old: BarePod; readonly new: BarePod }
  | { readonly op: 'update'; readonly pod: number; readonly new: BarePod }
  | { readonly op: 'advance'; readonly ms: number };

interface Given {
  readonly startMs: number;
  readonly pods: readonly BarePod[];
  /** The rejector of its own of each Pod. */
  readonly plugins: readonly string[];
  readonly ops: readonly Operation[];
}

const MICROS_PER_MS = 1000;
const nodeOf = (bare: BareNode): Node => ({ ...bare, apiVersion: 'v1', kind: 'Node' });

class Bench {
  private readonly trial: QueueTrial;
  /** By index, as they are now. */
  private readonly pods: Pod[];
  /** Names of popped Pods, the longest ago first. */
  private readonly popped: string[] = [];
  private shown = '';

  constructor(
    private readonly given: Given,
    private readonly version: KubernetesVersion,
  ) {
    this.trial = new QueueTrial({ version, startMicros: given.startMs * MICROS_PER_MS });
    this.pods = given.pods.map(podOf);
    this.shown = JSON.stringify(this.trial.queues());
  }

  step(operation: Operation): unknown {
    let answer: object = {};
    const wait = 1 + (operation.op === 'advance' ? operation.ms : 0);
    this.trial.act(wait * MICROS_PER_MS, () => (answer = this.act(operation)));
    return { ...answer, ...this.changedQueues() };
  }

  drain(): string[] {
    const names: string[] = [];
    this.trial.act(0, () => {
      for (let entry = this.trial.pop(); entry !== undefined; entry = this.trial.pop()) {
        names.push(entry.pod.slice('Pod/default/'.length));
      }
    });
    return names;
  }

  private changedQueues(): object {
    const queues = this.trial.queues();
    const text = JSON.stringify(queues);
    if (text === this.shown) return {};
    this.shown = text;
    return { queues };
  }

  private act(operation: Operation): object {
    const { trial, version } = this;
    switch (operation.op) {
      case 'add':
        trial.addPod(this.pod(operation.pod));
        return {};
      case 'pop':
        return this.pop();
      case 'fail':
        return this.fail(operation.by ?? [], operation.pendingBy ?? []);
      case 'bind':
        return this.bind(operation.node);
      case 'nodeAdd':
        trial.addNode(nodeOf(operation.node));
        return {};
      case 'nodeDelete':
        trial.deleteNode(nodeOf(operation.node));
        return {};
      case 'nodeUpdate': {
        const [before, after] = [nodeOf(operation.old), nodeOf(operation.new)];
        trial.updateNode(before, after);
        return { events: nodeEvents(before, after) };
      }
      case 'podAdd':
        trial.addPod(podOf(operation.pod));
        return {};
      case 'podDelete':
        trial.deletePod(podOf(operation.pod));
        return {};
      case 'podUpdate': {
        const [before, after] = [podOf(operation.old), podOf(operation.new)];
        trial.updatePod(before, after);
        return { events: podEvents('AssignedPod', before, after, version) };
      }
      case 'update':
        return this.update(operation.pod, podOf(operation.new));
      case 'advance':
        return {};
      case 'flushBackoff':
        trial.queue.flushBackoff();
        return {};
      case 'flushLeftover':
        trial.queue.flushLeftover();
        return {};
    }
  }

  private pod(index: number): Pod {
    const pod = this.pods[index];
    if (pod === undefined) throw new Error(`no Pod ${index}`);
    return pod;
  }

  private pop(): object {
    const entry = this.trial.pop();
    if (entry === undefined) return {};
    const name = entry.pod.slice('Pod/default/'.length);
    this.popped.push(name);
    return { popped: name, attempts: entry.attempts };
  }

  /** The Pod popped longest ago. */
  private oldest(): { readonly pod: Pod; readonly plugin: string } | undefined {
    const name = this.popped.shift();
    const index = this.pods.findIndex(({ metadata }) => metadata.name === name);
    return name === undefined ? undefined : { pod: this.pod(index), plugin: this.given.plugins[index] ?? '' };
  }

  private fail(by: readonly string[], pendingBy: readonly string[]): object {
    const oldest = this.oldest();
    if (oldest === undefined) return { noop: true };
    const named = (list: readonly string[]): string[] => [
      ...new Set(list.map((plugin) => (plugin === 'own' ? oldest.plugin : plugin))),
    ];
    this.trial.queue.fail(oldest.pod, named(by), named(pendingBy));
    return { pod: oldest.pod.metadata.name };
  }

  private bind(node: string): object {
    const oldest = this.oldest();
    if (oldest === undefined) return { noop: true };
    this.trial.bind(oldest.pod, node);
    return { pod: oldest.pod.metadata.name };
  }

  private update(index: number, after: Pod): object {
    const before = this.pod(index);
    const entry = this.trial.queue.get(`default/${before.metadata.name}`);
    if (entry === undefined) return { noop: true };
    this.pods[index] = after;
    this.trial.updatePod(before, after);
    return {};
  }
}

export const schedulerQueue: Adapter = {
  source: 'scheduler',
  kind: 'queue',
  compare: { isComplete: (path) => /^steps\.\d+$/.test(path) || path.endsWith('.queues') },
  run(row, version) {
    const given = row.given as Given;
    const bench = new Bench(given, version);
    return { steps: given.ops.map((operation) => bench.step(operation)), drain: bench.drain() };
  },
};
