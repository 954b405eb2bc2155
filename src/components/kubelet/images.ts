/**
 * Has a container its image? pkg/kubelet/images/image_manager.go (v1.37): policies, and the back-off of pulls that fail. Which
 * images no registry has is the scenario's to say. Left out: credentials, signatures, image volumes.
 */
import type { Collection } from '../../kernel/kernel.ts';
import { matchesGlob } from '../../model/globs.ts';
import type { Container } from '../../model/objects.ts';
import { FlowcontrolBackoff, type BackoffEntry } from '../workqueue/workqueue.ts';
import { imageNameProblem } from './image-names.ts';
import type { RuntimePod, Waiting } from './kubelet.ts';
import { uidOf } from './runtime.ts';
import { secondsOf, type Shared } from './shared.ts';

/** kubelet.go: imageBackOffPeriod, MaxImageBackOff. */
const FIRST_SECONDS = 10;
const MOST_SECONDS = 300;

/** A container cannot be started now. */
export interface Failure {
  readonly waiting: Waiting;
  /** Ticks that its crash loop's back-off has left; undefined where none is what it met. */
  readonly left?: number;
}

export class Images {
  private readonly entries: Collection<BackoffEntry>;
  private readonly backOff: FlowcontrolBackoff;

  constructor(private readonly shared: Shared) {
    this.entries = shared.deps.world.collection('kubelet/pull back-off');
    this.backOff = new FlowcontrolBackoff(this.entries, {
      initial: secondsOf(shared, FIRST_SECONDS),
      max: secondsOf(shared, MOST_SECONDS),
    });
  }

  isUnpullable(image: string): boolean {
    return this.shared.deps.unpullable?.some((pattern) => matchesGlob(pattern, image)) === true;
  }

  /** EnsureImageExists, up to the pull. Tells what it finds. */
  look(pod: RuntimePod, { name, image = '', imagePullPolicy }: Container): 'present' | 'pull' | Failure {
    const problem = imageNameProblem(image);
    if (problem !== undefined) {
      const message = `Failed to apply default image tag "${image}": couldn't parse image name "${image}": ${problem}`;
      return this.refuse(pod, name, 'InspectFailed', { reason: 'InvalidImageName', message });
    }
    if (imagePullPolicy !== 'Always' && this.shared.nodes.hasImage(pod.node, image)) return 'present';
    if (imagePullPolicy === 'Never') {
      const message = `Container image "${image}" is not present with pull policy of Never`;
      return this.refuse(pod, name, 'ErrImageNeverPull', { reason: 'ErrImageNeverPull', message });
    }
    return this.inBackOff(pod, name, image) ?? 'pull';
  }

  private refuse(pod: RuntimePod, container: string, reason: string, waiting: Waiting): Failure {
    const { reports } = this.shared;
    reports.event(pod, { reason, message: waiting.message, container, warning: true });
    return this.fail(pod, container, waiting);
  }

  private inBackOff(pod: RuntimePod, container: string, image: string): Failure | undefined {
    const { now } = this.shared.deps.world;
    const key = keyOf(pod, image);
    if (!this.backOff.isInBackOffSinceUpdate(key, now)) return undefined;
    const message = `Back-off pulling image "${image}"`;
    this.shared.reports.event(pod, { reason: 'BackOff', message, container });
    const waiting = { reason: 'ImagePullBackOff', message: `${message}: ErrImagePull: ${notFound(image)}` };
    // Upstream's ErrImagePullBackOff does not say when it ends (a crash loop's BackoffError does): it is tried again as any failure.
    return this.fail(pod, container, waiting);
  }

  /** A pull has come to nothing. */
  failed(pod: RuntimePod, container: string, image: string): Failure {
    const { now } = this.shared.deps.world;
    const message = `Failed to pull image "${image}": ${notFound(image)}`;
    this.shared.reports.event(pod, { reason: 'Failed', message, container, warning: true });
    this.backOff.next(keyOf(pod, image), now, now);
    return this.fail(pod, container, { reason: 'ErrImagePull', message: notFound(image) });
  }

  private fail(pod: RuntimePod, container: string, waiting: Waiting): Failure {
    const message = `Error: ${waiting.reason}`;
    this.shared.reports.event(pod, { reason: 'Failed', message, container, warning: true });
    return { waiting };
  }

  forget(uid: string): void {
    forgetOf(this.entries, uid);
  }

  /** A pull has succeeded. */
  clear(): void {
    this.backOff.gc(this.shared.deps.world.now);
  }
}

/** Keys begin with the Pod's uid. Within a pop that has its event. */
export function forgetOf(entries: Collection<BackoffEntry>, uid: string): void {
  for (const key of [...entries.keys()]) if (key.startsWith(uid)) entries.delete(key);
}

const keyOf = ({ object }: RuntimePod, image: string): string => `${uidOf(object)}_${image}`;

/** What the runtime says of an image that its registry does not have. */
const notFound = (image: string): string =>
  `rpc error: code = NotFound desc = failed to pull and unpack image "${image}": not found`;
