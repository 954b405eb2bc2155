/** The listeners of an informer as of a step, each with what its handler feeds. */
import type { CallState, DeltaState, InformerState, ListenerState } from '../components/informer/informer.ts';
import { workQueueAt } from '../components/workqueue/workqueue.ts';
import type { Step } from '../kernel/kernel.ts';
import type { CallView, DeltaView, ListenerView, WorkQueueView } from '../protocol/protocol.ts';
import type { Cluster } from './create-cluster.ts';
import { queuesAt } from './queues.ts';

const KEYS_MAX = 60;
const PODS_MAX = 20;

export const deltaView = ({ type, revision, tombstone, objects }: DeltaState): DeltaView => ({
  ...{ type, tombstone },
  ...(revision === undefined ? {} : { revision }),
  ...(objects === undefined ? {} : { objects }),
});

const callView = ({ kind, key, revision }: CallState): CallView => ({
  ...{ kind, key },
  ...(revision === undefined ? {} : { revision }),
});

export function listenerViews(
  cluster: Cluster,
  { listeners }: InformerState,
  process: string,
  step: Step,
  now: number,
): readonly ListenerView[] {
  const feeds = process === 'kube-scheduler' ? schedulerQueues(cluster, step) : undefined;
  return listeners.map((listener) => {
    const queue = workQueueOf(cluster, listener.name, step, now);
    return {
      ...listenerView(listener, now),
      ...(queue === undefined ? {} : { workQueue: queue }),
      ...(feeds === undefined || listener.name !== process ? {} : { schedulerQueues: feeds }),
    };
  });
}

function listenerView(listener: ListenerState, now: number): ListenerView {
  const { name, handlerTicks, inHandler, inHand, pending, capacity, readIndex, writeIndex } = listener;
  const oldest = (inHand ?? pending[0])?.notifiedTick;
  return {
    ...{ name, handlerTicks, capacity },
    ...(inHandler === undefined ? {} : { inHandler: running(inHandler) }),
    ...(inHand === undefined ? {} : { inHand: callView(inHand) }),
    pending: pending.length,
    read: readIndex,
    write: writeIndex,
    doubledAt: listener.doubledAt,
    told: wasTold(listener, now),
    blocksSender: listener.blocksSender,
    ...(oldest === undefined ? {} : { oldestTicks: now - oldest }),
  };
}

/** Its newest notification is of this moment. */
function wasTold({ inHandler, inHand, pending }: ListenerState, now: number): boolean {
  return (pending.at(-1) ?? inHand ?? inHandler)?.notifiedTick === now;
}

function running(call: NonNullable<ListenerState['inHandler']>): NonNullable<ListenerView['inHandler']> {
  const { startedTick, endsTick } = call;
  return { ...callView(call), startedTick, ...(endsTick === undefined ? {} : { endsTick }) };
}

/** "garbage-collector-controller" and "garbagecollector" are one. */
const plain = (name: string): string => name.replace(/-controller$/, '').replaceAll('-', '');

const same = (queue: string, listener: string): boolean => plain(queue) === plain(listener);

const PREFIX = 'workqueue ';

/** The queue of the controller that listens under this name. */
function workQueueOf({ world }: Cluster, listener: string, step: Step, now: number): WorkQueueView | undefined {
  const found = world
    .collections()
    .find(({ name }) => name.startsWith(PREFIX) && same(name.slice(PREFIX.length), listener));
  const controller = found?.name.slice(PREFIX.length);
  if (controller === undefined) return undefined;
  const { queue, processing, dirty, delaying, failures } = workQueueAt(world, controller, step);
  return {
    controller,
    queue: queue.slice(0, KEYS_MAX),
    processing: processing.slice(0, KEYS_MAX),
    dirty: dirty.slice(0, KEYS_MAX),
    delaying: delaying.slice(0, KEYS_MAX).map(({ key, dueTick }) => ({ key, waitTicks: dueTick - now })),
    failures: failures.slice(0, KEYS_MAX),
    lengths: {
      queue: queue.length,
      processing: processing.length,
      dirty: dirty.length,
      delaying: delaying.length,
    },
  };
}

function schedulerQueues(cluster: Cluster, step: Step): NonNullable<ListenerView['schedulerQueues']> {
  return queuesAt(cluster, step).queues.map(({ id, length, rows }) => ({
    queue: id,
    length,
    pods: rows.slice(0, PODS_MAX).map(({ pod }) => pod),
  }));
}
