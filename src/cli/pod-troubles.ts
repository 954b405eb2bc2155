/** Why a Pod that has a node does not run there, in the words of its status, of its Events and of its Node. */
import type { CoreEvent } from '../model/event-objects.ts';
import type { Engine } from '../engine/engine.ts';
import { failedContainer, unmadeContainer, waitingContainer } from '../engine/pod-message.ts';
import { schedulingMessage } from '../engine/phase.ts';
import { objectKey } from '../model/objects.ts';
import type { ContainerStatus, Node, Pod } from '../model/objects.ts';
import { parseTime } from '../model/time.ts';

/** A Pod that has a node and does not run there as it should. */
export interface StuckPod {
  readonly pod: string;
  readonly node: string;
  /** "" where it is not about one of its containers but about its node. */
  readonly container: string;
  readonly reason: string;
  readonly message: string;
}

/** Read once for all Pods. */
export class PodTroubles {
  /** Of each Pod, the newest first. */
  private readonly events = new Map<string, CoreEvent[]>();
  private readonly silent = new Map<string, string>();
  private readonly reasons = new Map<string, string>();

  constructor({ cluster }: Engine) {
    for (const event of cluster.apiServer.list('events') as readonly CoreEvent[]) {
      const { kind, namespace = 'default', name = '' } = event.involvedObject ?? {};
      if (kind !== 'Pod') continue;
      const key = `Pod/${namespace}/${name}`;
      const known = this.events.get(key);
      if (known === undefined) this.events.set(key, [event]);
      else known.push(event);
    }
    for (const list of this.events.values()) list.sort((a, b) => timeOf(b) - timeOf(a) || versionOf(b) - versionOf(a));
    for (const { metadata, status } of cluster.apiServer.list('nodes') as readonly Node[]) {
      const ready = status?.conditions?.find(({ type }) => type === 'Ready');
      if (ready?.status !== 'Unknown') continue;
      this.silent.set(metadata.name, ready.message ?? '');
      this.reasons.set(metadata.name, ready.reason ?? '');
    }
  }

  /** @returns undefined where it runs, has ended, has no node, or may yet come up by itself */
  of(pod: Pod): StuckPod | undefined {
    const { nodeName = '' } = pod.spec;
    const isOver = pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
    if (nodeName === '' || isOver) return undefined;
    const row = { pod: objectKey(pod), node: nodeName };
    const silence = this.silent.get(nodeName);
    if (silence !== undefined) {
      const leaves = pod.metadata.deletionTimestamp !== undefined;
      const reason = leaves ? 'Terminating' : (this.reasons.get(nodeName) ?? '');
      return { ...row, container: '', reason, message: silence };
    }
    const found = this.waiting(pod) ?? failedContainer(pod) ?? this.unready(pod);
    if (found === undefined) return undefined;
    const { name, ...why } = found;
    return { ...row, container: name, ...why };
  }

  /** The scheduler's message, else what keeps it from running, else its own (an eviction, a deadline); "" = none. */
  messageOf(pod: Pod): string {
    return schedulingMessage(pod) || this.of(pod)?.message || pod.status?.message || '';
  }

  private eventsOf(pod: Pod): readonly CoreEvent[] {
    const all = this.events.get(objectKey(pod)) ?? [];
    // Another of the same name may have been there before.
    return all.filter(({ involvedObject: about }) => (about?.uid ?? pod.metadata.uid) === pod.metadata.uid);
  }

  /** A container that waits without a word: the newest Event of its Pod has the reason, if it is a warning. */
  private waiting(pod: Pod): ReturnType<typeof waitingContainer> {
    const own = waitingContainer(pod);
    if (own !== undefined && own.message !== '') return own;
    const [newest] = this.eventsOf(pod);
    const isWarned = newest?.type === 'Warning' && newest.reason !== 'FailedScheduling';
    if (!isWarned) return own;
    const waits = own ?? unmadeContainer(pod);
    return waits === undefined ? undefined : { ...waits, message: `${newest.reason ?? ''}: ${newest.message ?? ''}` };
  }

  /** A container that runs and whose probe has failed since it started. */
  private unready(pod: Pod): ReturnType<typeof waitingContainer> {
    const inits = (pod.status?.['initContainerStatuses'] ?? []) as readonly ContainerStatus[];
    const events = this.eventsOf(pod).filter(({ reason }) => reason === 'Unhealthy');
    for (const { name, ready, state } of [...inits, ...(pod.status?.containerStatuses ?? [])]) {
      if (ready || state?.running === undefined) continue;
      const began = parseTime(state.running.startedAt ?? '') ?? 0;
      const failed = events.find((event) => timeOf(event) >= began && isAbout(event, name));
      if (failed !== undefined) return { name, reason: 'Unhealthy', message: failed.message ?? '' };
    }
    return undefined;
  }
}

const timeOf = ({ lastTimestamp, eventTime }: CoreEvent): number => parseTime(lastTimestamp ?? eventTime ?? '') ?? 0;

const versionOf = ({ metadata }: CoreEvent): number => Number(metadata.resourceVersion ?? 0);

/** "spec.containers{app}" */
const isAbout = ({ involvedObject }: CoreEvent, container: string): boolean =>
  involvedObject?.fieldPath === undefined || involvedObject.fieldPath.endsWith(`{${container}}`);
