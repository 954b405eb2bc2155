/** One object as of a step: what it is, what its last write changed, and because of what. */
import type { CoreEvent } from '../model/event-objects.ts';
import { compareBytes } from '../kernel/kernel.ts';
import type { Step } from '../kernel/kernel.ts';
import type { KubeObject, Pod } from '../model/objects.ts';
import { podAmounts } from '../model/pod-requests.ts';
import type { InspectAnswer } from '../protocol/protocol.ts';
import type { QueuedPod } from '../components/scheduler/scheduler.ts';
import { printYaml } from '../scenario/print.ts';
import type { Cluster } from './create-cluster.ts';
import { fieldChanges } from './diff.ts';
import { isPod, ownerOf, schedulingMessage, tokenPhase } from './phase.ts';
import { viewOf } from './views-at.ts';

const CAUSES_MAX = 12;

export function inspect(cluster: Cluster, step: Step, key: string): InspectAnswer {
  const { world } = cluster;
  const etcd = world.collections().find((c) => c.name === 'etcd');
  const history = [...(etcd?.history(key, step) ?? [])] as { step: Step; value: KubeObject | undefined }[];
  const object = history[0]?.value;
  const shown = object ?? history.find((h) => h.value !== undefined)?.value;
  const pod = shown !== undefined && isPod(shown) ? shown : undefined;
  const queue = viewOf<QueuedPod>(cluster, 'scheduler/queue', step);
  const changedAt = history[0]?.step ?? 0;
  return {
    key,
    exists: object !== undefined,
    yaml: shown === undefined ? '' : printYaml(shown),
    phase: pod === undefined ? '' : tokenPhase(pod, queue),
    node: pod?.spec.nodeName ?? '',
    writes: history.map((h) => h.step).reverse(),
    changedAt,
    changes: changedAt === 0 ? [] : fieldChanges(history[1]?.value, object),
    because: causesOf(cluster, changedAt),
    owner: ownerOf(shown),
    requests: pod === undefined ? '' : requestsText(pod, cluster),
    schedulingMessage: schedulingMessage(pod),
    events: eventsAbout(cluster, step, shown),
  };
}

/** The chain of causes of a step, nearest first, back to what a person or a timer did. */
export function causesOf(cluster: Cluster, step: Step): Step[] {
  const causes: Step[] = [];
  const { trace } = cluster.world;
  for (let at = step === 0 ? 0 : trace.cause(step); at > 0 && causes.length < CAUSES_MAX; at = trace.cause(at))
    causes.push(at);
  return causes;
}

function requestsText(pod: Pod, cluster: Cluster): string {
  const { requests } = podAmounts(pod, cluster.scenario.kubernetesVersion);
  const scalars = [...requests.scalars].map(([name, amount]) => `${name} ${String(amount)}`);
  const cpu = requests.milliCPU > 0 ? [`cpu ${String(requests.milliCPU)}m`] : [];
  const memory = requests.memory > 0 ? [`memory ${String(Math.round(requests.memory / 1048576))}Mi`] : [];
  return [...cpu, ...memory, ...scalars].join(' · ');
}

function eventsAbout(cluster: Cluster, step: Step, object: KubeObject | undefined): InspectAnswer['events'] {
  if (object === undefined || object.kind === 'Event') return [];
  const { kind, metadata } = object;
  const etcd = cluster.world.collections().find((c) => c.name === 'etcd');
  const rows: InspectAnswer['events'][number][] = [];
  for (const [key, value] of viewOf<KubeObject>(cluster, 'etcd', step).entries()) {
    if (value.kind !== 'Event') continue;
    const event = value as CoreEvent;
    const about = event.involvedObject;
    if (about?.kind !== kind || about.name !== metadata.name || about.namespace !== metadata.namespace) continue;
    const [last] = etcd?.history(key, step) ?? [];
    const { type = 'Normal', reason = '', message = '', count = 1 } = event;
    rows.push({ step: last?.step ?? 0, type, reason, message, count });
  }
  return rows.sort((a, b) => a.step - b.step || compareBytes(a.reason, b.reason));
}
