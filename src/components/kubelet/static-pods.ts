/**
 * Static Pods: what a machine's own files tell its kubelet to run: pkg/kubelet/pod/mirror_client.go, config/common.go (v1.37).
 * The api-server only has a mirror of each; who deletes that gets a new one, and the containers run on. Left out: files that
 * change, static Pods that end.
 */
import type { Handler } from '../../kernel/kernel.ts';
import type { Pod } from '../../model/objects.ts';
import { MIRROR_ANNOTATION } from './eviction.ts';
import type { RuntimePod } from './kubelet.ts';
import { hashOf } from './nodes.ts';
import { after, type Shared } from './shared.ts';

const CONFIG = 'kubernetes.io/config';

export const isMirror = ({ metadata }: Pod): boolean => metadata.annotations?.[MIRROR_ANNOTATION] !== undefined;

interface Making {
  readonly node: string;
  readonly body: object;
}

export class StaticPods {
  private readonly making: Handler<Making>;

  constructor(private readonly shared: Shared) {
    this.making = shared.timers.handler(
      'kubelet mirror',
      (making) => {
        this.make(making);
      },
      'machine',
    );
  }

  /** Within a pop that has its event. @param manifests Pods as files have them */
  start(node: string, manifests: readonly Pod[]): void {
    for (const pod of manifests) this.makeSoon(node, this.firstMirror(node, pod));
  }

  private makeSoon(node: string, body: object): void {
    after(this.shared, this.shared.deps.latencies.kubeletSync, this.making, { node, body });
  }

  /** In silence: the request is an event of its own. Not before the kubelet listens. */
  private make({ node, body }: Making): void {
    if (!this.shared.nodes.agents.has(node)) {
      this.makeSoon(node, body);
      return;
    }
    const { namespace = 'default' } = (body as Pod).metadata;
    this.shared.nodes.client(node).send({ verb: 'create', resource: 'pods', namespace, body });
  }

  private firstMirror(node: string, { metadata, spec }: Pod): object {
    const hash = hashOf(JSON.stringify({ metadata, spec })).toString(16).padStart(8, '0');
    const marks = { [MIRROR_ANNOTATION]: hash, [`${CONFIG}.hash`]: hash, [`${CONFIG}.source`]: 'file' };
    const seen = { [`${CONFIG}.seen`]: this.shared.deps.apiServer.timestamp() };
    return this.mirror(node, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        ...metadata,
        name: `${metadata.name}-${node}`,
        namespace: metadata.namespace ?? 'default',
        annotations: { ...metadata.annotations, ...marks, ...seen },
      },
      spec: {
        ...spec,
        nodeName: node,
        tolerations: [...(spec.tolerations ?? []), { operator: 'Exists', effect: 'NoExecute' }],
      },
    });
  }

  /** Owned by its Node, once that is there. */
  private mirror(node: string, pod: Pod): object {
    const uid = this.shared.nodes.machine(node)?.metadata.uid;
    const owner = { apiVersion: 'v1', kind: 'Node', name: node, uid, controller: true };
    return { ...pod, metadata: { ...pod.metadata, ...(uid === undefined ? {} : { ownerReferences: [owner] }) } };
  }

  /** A mirror was marked for deletion: it goes at once, whatever its grace. Within a pop that has its event. */
  onMarked(pod: RuntimePod): void {
    this.shared.reports.lastDelete(pod);
  }

  /** A mirror is gone, and what it mirrored runs: there is a new one soon. Within a pop that has its event. */
  onGone(pod: RuntimePod): void {
    const { metadata, spec, apiVersion, kind } = pod.object;
    const { name, namespace, labels, annotations } = metadata;
    const kept = { name, namespace, labels, annotations };
    const own = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
    const body = this.mirror(pod.node, { apiVersion, kind, metadata: own as unknown as Pod['metadata'], spec });
    this.shared.runtime.change(pod, { stage: 'unmirrored' });
    this.makeSoon(pod.node, body);
  }

  /** What a new mirror stands for, where it runs already. */
  takeOver(node: string, object: Pod): RuntimePod | undefined {
    const hash = object.metadata.annotations?.[MIRROR_ANNOTATION];
    return this.shared.runtime
      .on(node)
      .find(
        ({ stage, object: old }) =>
          stage === 'unmirrored' && hash !== undefined && old.metadata.annotations?.[MIRROR_ANNOTATION] === hash,
      );
  }

  /** The containers go on under the new mirror. Within a pop that has its event. */
  adopt(old: RuntimePod, object: Pod): RuntimePod {
    const { runtime } = this.shared;
    runtime.remove(old);
    const { containers, reasons, upSince } = old;
    const fresh = runtime.add(old.node, object, 'up', containers);
    return runtime.change(fresh, { reasons, upSince, sandbox: true, ...addressOf(old) });
  }
}

/** It keeps its address, which the new object does not have yet. */
function addressOf({ status }: RuntimePod): Partial<RuntimePod> {
  if (status === undefined) return {};
  const { podIP, podIPs, hostIP, hostIPs, startTime } = status;
  const known = { podIP, podIPs, hostIP, hostIPs, startTime };
  return { status: Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) };
}
