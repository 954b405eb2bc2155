/** The scheduler's queues in full: order, what each Pod waits for, and the step that put it there. */
import type { Collection, Step, View } from '../kernel/kernel.ts';
import type { KubeObject } from '../model/objects.ts';
import type { QueueId, QueueRow, QueuesAnswer } from '../protocol/protocol.ts';
import { leftoverTick, type QueuedPod } from '../components/scheduler/scheduler.ts';
import type { Cluster } from './create-cluster.ts';
import { isPod, tokenPhase } from './phase.ts';
import { collectionOf, viewOf } from './views-at.ts';

const ROWS_MAX = 500;
const ORDER: readonly QueueId[] = ['inflight', 'active', 'backoff', 'backoff-error', 'unschedulable', 'gated'];

const byArrival = (a: QueuedPod, b: QueuedPod): number => a.sequence - b.sequence;
const byPriority = (a: QueuedPod, b: QueuedPod): number =>
  b.priority - a.priority || a.since - b.since || byArrival(a, b);
const byEnd = (a: QueuedPod, b: QueuedPod): number => (a.backoffUntil ?? 0) - (b.backoffUntil ?? 0) || byPriority(a, b);
const COMPARE: Readonly<Record<QueueId, (a: QueuedPod, b: QueuedPod) => number>> = {
  inflight: byArrival,
  active: byPriority,
  backoff: byEnd,
  'backoff-error': byEnd,
  unschedulable: byArrival,
  gated: byArrival,
};

const keepers = ({ unschedulablePlugins, pendingPlugins = [] }: QueuedPod): readonly string[] => [
  ...unschedulablePlugins,
  ...pendingPlugins,
];

const idOf = (entry: QueuedPod): QueueId =>
  entry.queue === 'backoff' && keepers(entry).length === 0 ? 'backoff-error' : entry.queue;

interface Moment {
  readonly step: Step;
  readonly now: number;
  readonly entries: Collection<QueuedPod>;
  readonly queue: View<QueuedPod>;
  readonly objects: View<KubeObject>;
}

export function queuesAt(cluster: Cluster, step: Step): QueuesAnswer {
  const entries = collectionOf<QueuedPod>(cluster, 'scheduler/queue');
  const moment = {
    step,
    now: step === 0 ? 0 : cluster.world.trace.time(step),
    entries,
    queue: entries.at(step),
    objects: viewOf<KubeObject>(cluster, 'etcd', step),
  };
  const all = [...moment.queue.entries()];
  return {
    step,
    queues: ORDER.map((id) => {
      const found = all.filter(([, entry]) => idOf(entry) === id).sort(([, a], [, b]) => COMPARE[id](a, b));
      return {
        id,
        length: found.length,
        rows: found.slice(0, ROWS_MAX).map(([key, entry]) => rowOf(key, entry, moment)),
      };
    }),
  };
}

function rowOf(key: string, entry: QueuedPod, moment: Moment): QueueRow {
  const object = moment.objects.get(entry.pod);
  const until = timerOf(entry);
  return {
    pod: entry.pod,
    phase: object !== undefined && isPod(object) ? tokenPhase(object, moment.queue) : 'pending',
    priority: entry.priority,
    attempts: entry.attempts,
    plugins: keepers(entry),
    binding: entry.binding === true,
    ...(until === undefined ? {} : { waitTicks: Math.max(0, until - moment.now) }),
    ...moveOf(key, entry, moment),
  };
}

/** Tick at which a timer moves it; a gate waits for no timer. */
function timerOf({ queue, backoffUntil, since }: QueuedPod): number | undefined {
  if (queue === 'backoff') return backoffUntil;
  return queue === 'unschedulable' ? leftoverTick(since) : undefined;
}

/** The last step at which its queue became what it is, from history: a move is a change in the step of its cause. */
function moveOf(key: string, { queue }: QueuedPod, { entries, step }: Moment): Pick<QueueRow, 'movedAt' | 'from'> {
  let movedAt = step;
  for (const change of entries.history(key, step)) {
    if (change.value === undefined) break;
    if (change.value.queue !== queue) return { movedAt, from: idOf(change.value) };
    movedAt = change.step;
  }
  return { movedAt };
}
