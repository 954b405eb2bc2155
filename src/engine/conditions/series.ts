/** How something of the state went over the steps: where it changed, and to what. Read off the change log, never replayed. */
import type { Step, World } from '../../kernel/kernel.ts';
import type { KubeObject } from '../../model/objects.ts';
import type { QueuedPod, QueueName } from '../../components/scheduler/scheduler.ts';
import type { Operand, QueueWord } from '../../scenario/condition/types.ts';
import { countUpTo } from '../event-index.ts';
import { objectTest, readPath } from './read.ts';

export class Series {
  /** The first is 0. */
  readonly steps: Step[] = [0];
  readonly values: (string | undefined)[];

  constructor(start: string | undefined) {
    this.values = [start];
  }

  /** @param step not below the last */
  push(step: Step, value: string | undefined): void {
    if (this.values.at(-1) === value) return;
    if (this.steps.at(-1) === step) {
      this.values[this.values.length - 1] = value;
      return;
    }
    this.steps.push(step);
    this.values.push(value);
  }

  at(step: Step): string | undefined {
    return this.values[countUpTo(this.steps, step) - 1];
  }

  /** Index of the value at a step. */
  index(step: Step): number {
    return countUpTo(this.steps, step) - 1;
  }
}

/** A series, and how to carry it on. */
export interface Kept {
  readonly series: Series;
  /** Carries it on to the end of `step`. */
  readonly extend: (step: Step) => void;
}

type StateOperand = Extract<Operand, { of: 'object' | 'count' | 'queue' }>;

export function seriesOf(world: World, operand: StateOperand): Kept {
  if (operand.of === 'object') return objectSeries(world, operand.key, operand.path);
  if (operand.of === 'queue') {
    const wanted = QUEUES[operand.queue];
    return countSeries(world, 'scheduler/queue', '', (entry) => (entry as QueuedPod).queue === wanted);
  }
  const test = objectTest(operand.where);
  return countSeries(world, 'etcd', `${operand.kind}/`, (object) => test(object as KubeObject));
}

const QUEUES: Readonly<Record<QueueWord, QueueName>> = {
  activeQ: 'active',
  backoffQ: 'backoff',
  unschedulablePods: 'unschedulable',
  gated: 'gated',
  inFlightPods: 'inflight',
};

const collectionNamed = (world: World, name: string) => world.collections().find((one) => one.name === name);

/** The writes of one object, as its history has them. */
function objectSeries(world: World, key: string, path: string): Kept {
  const objects = collectionNamed(world, 'etcd');
  const before = objects?.at(0).get(key) as KubeObject | undefined;
  const series = new Series(readPath(before, path));
  let seen = 0;
  return {
    series,
    extend: (step) => {
      const writes = [...(objects?.history(key, step) ?? [])].filter((write) => write.step > seen).reverse();
      for (const write of writes) series.push(write.step, readPath(write.value as KubeObject | undefined, path));
      seen = Math.max(seen, step);
    },
  };
}

/** How many entries of a collection pass a test: kept up change by change. */
function countSeries(world: World, name: string, prefix: string, test: (value: object) => boolean): Kept {
  let count = 0;
  for (const [key, value] of collectionNamed(world, name)?.at(0).entries() ?? []) {
    if (key.startsWith(prefix) && test(value as object)) count++;
  }
  const series = new Series(String(count));
  let seen = 0;
  return {
    series,
    extend: (step) => {
      for (let k = seen + 1; k <= step; k++) {
        for (const change of world.changesAt(k)) {
          if (change.collection !== name || !change.key.startsWith(prefix)) continue;
          if (change.before !== undefined && test(change.before as object)) count--;
          if (change.after !== undefined && test(change.after as object)) count++;
        }
        series.push(k, String(count));
      }
      seen = Math.max(seen, step);
    },
  };
}
