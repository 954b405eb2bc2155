/**
 * `kubectl drain`: staging/src/k8s.io/kubectl/pkg/drain and cmd/drain (v1.37): cordon, look at the Pods of the node, evict all
 * of them at once, again every 5 s where a budget forbids it, and wait until they are gone. Left out: Pods with local storage,
 * mirror Pods, --disable-eviction.
 */
import type { Handler, World } from '../kernel/kernel.ts';
import { LANE } from '../model/events.ts';
import { objectKey, type KubeObject, type Pod } from '../model/objects.ts';
import type { ApiClient, ApiRequest, ApiServer, Reply } from '../components/apiserver/apiserver.ts';

/** Ticks. */
const RETRY_TICKS = 5_000_000;
const LOOK_TICKS = 1_000_000;

/** The handler whose heap entries are drains on their way. */
export const LOOK = 'kubectl.drain look';

export interface DrainWish {
  readonly node: string;
  readonly ignoreDaemonSets: boolean;
  readonly force: boolean;
  /** Ticks; undefined = endless. */
  readonly timeout?: number;
}

export interface Refused {
  readonly node: string;
  readonly message: string;
}

/** A drain on its way; plain data of heap entries. `at` goes back to whoever asked. */
interface Draining<C> extends DrainWish {
  readonly began: number;
  readonly at: C;
}

/** One Pod of it. */
interface Evicting<C> extends Draining<C> {
  readonly pod: string;
  readonly uid: string;
}

interface Deps<C> {
  readonly world: World;
  readonly apiServer: ApiServer;
  readonly client: ApiClient;
  /** Inside a pop that emits nothing, or that of an answer. */
  readonly finished: (at: C, refused: Refused | undefined) => void;
  /** Inside the pop of an answer: a budget forbids to evict a Pod. @param cause what the budget says */
  readonly waits: (at: C, pod: Refused & { readonly pod: string; readonly cause?: string }) => void;
}

export class Drains<C extends object> {
  private readonly cordoned: Handler<Reply<Draining<C>>>;
  private readonly evicted: Handler<Reply<Evicting<C>>>;
  private readonly again: Handler<Evicting<C>>;
  private readonly look: Handler<Draining<C> & { readonly pods: readonly string[] }>;

  constructor(private readonly deps: Deps<C>) {
    const { world } = deps;
    this.cordoned = world.handler('kubectl.drain cordoned', ({ response, context }) => {
      if (response.status === undefined) this.evictAll(context);
      else deps.finished(context.at, { node: context.node, message: response.status.message });
    });
    this.evicted = world.handler('kubectl.drain evicted', ({ response, context }) => {
      if (response.code !== 429) return;
      const { message = '', causes = [] } = response.status ?? {};
      const cause = causes.find(({ reason }) => reason === 'DisruptionBudget')?.message;
      const told = `${whenEvicting(context.pod)} (will retry after 5s): ${message}`;
      const { at, node, pod } = context;
      deps.waits(at, { node, pod, message: told, ...(cause === undefined ? {} : { cause }) });
      world.after(RETRY_TICKS, LANE.clients, this.again, context, { waiting: true });
    });
    this.again = world.handler('kubectl.drain again', (one) => {
      if (!this.isLate(one) && this.isThere(one.pod, one.uid)) this.evict(one);
    });
    this.look = world.handler(LOOK, (draining) => {
      this.onLook(draining);
    });
  }

  /** Inside a pop that emits nothing. */
  begin(at: C, wish: DrainWish): void {
    const node = this.deps.apiServer.get(`Node/${wish.node}`);
    const draining: Draining<C> = { ...wish, began: this.deps.world.now, at };
    const request: ApiRequest = {
      verb: 'patch',
      resource: 'nodes',
      name: wish.node,
      patchType: 'merge',
      body: { spec: { unschedulable: true } },
    };
    const isCordoned = (node?.spec as { unschedulable?: boolean } | undefined)?.unschedulable === true;
    if (isCordoned) this.evictAll(draining);
    else this.deps.client.send(request, this.cordoned, draining);
  }

  private podsOf(node: string): readonly Pod[] {
    return (this.deps.apiServer.list('pods') as readonly Pod[]).filter(({ spec }) => spec.nodeName === node);
  }

  private evictAll(draining: Draining<C>): void {
    const { going, message } = sorted(this.podsOf(draining.node), draining);
    if (message !== '') {
      this.deps.finished(draining.at, { node: draining.node, message });
      return;
    }
    for (const pod of going) this.evict({ ...draining, pod: objectKey(pod), uid: pod.metadata.uid ?? '' });
    const pods = going.map((pod) => `${objectKey(pod)} ${pod.metadata.uid ?? ''}`);
    this.deps.world.after(LOOK_TICKS, LANE.clients, this.look, { ...draining, pods }, { waiting: true });
  }

  private evict(one: Evicting<C>): void {
    const { namespace, name } = placeOf(one.pod);
    const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } };
    const request: ApiRequest = { verb: 'create', resource: 'pods', namespace, name, subresource: 'eviction', body };
    this.deps.client.send(request, this.evicted, one);
  }

  /** What kubectl was at with a Pod when its time was over: still asking, or waiting for its end. */
  private stuckAt(pod: string): string {
    const { namespace, name } = placeOf(pod);
    const leaves = this.deps.apiServer.get(pod)?.metadata.deletionTimestamp !== undefined;
    return leaves ? `error when waiting for pod "${name}" in namespace "${namespace}" to terminate` : whenEvicting(pod);
  }

  private isThere(pod: string, uid: string): boolean {
    return this.deps.apiServer.get(pod)?.metadata.uid === uid;
  }

  private isLate({ began, timeout }: Draining<C>): boolean {
    return timeout !== undefined && this.deps.world.now >= began + timeout;
  }

  private onLook(draining: Draining<C> & { readonly pods: readonly string[] }): void {
    const left = draining.pods.filter((words) => {
      const [pod = '', uid = ''] = words.split(' ');
      return this.isThere(pod, uid);
    });
    if (left.length === 0) this.deps.finished(draining.at, undefined);
    else if (this.isLate(draining)) {
      const reached = `global timeout reached: ${goDuration(draining.timeout ?? 0)}`;
      const lines = left.map((words) => `${this.stuckAt(words.split(' ')[0] ?? '')}: ${reached}`);
      this.deps.finished(draining.at, { node: draining.node, message: lines.join('\n') });
    } else this.deps.world.after(LOOK_TICKS, LANE.clients, this.look, { ...draining, pods: left }, { waiting: true });
  }
}

const placeOf = (pod: string): { readonly namespace: string; readonly name: string } => {
  const [, namespace = '', name = ''] = pod.split('/');
  return { namespace, name };
};

/** @param pod "Pod/ns/name" */
function whenEvicting(pod: string): string {
  const { namespace, name } = placeOf(pod);
  return `error when evicting pods/"${name}" -n "${namespace}"`;
}

/** As Go prints a time.Duration: "12s", "1m30s", "1h0m0s", "500ms". @param micros a whole number of milliseconds */
function goDuration(micros: number): string {
  if (micros < 1_000_000) return `${String(micros / 1000)}ms`;
  const minutes = Math.floor(micros / 60_000_000);
  const seconds = `${String((micros % 60_000_000) / 1_000_000)}s`;
  if (minutes === 0) return seconds;
  return minutes < 60
    ? `${String(minutes)}m${seconds}`
    : `${String(Math.floor(minutes / 60))}h${String(minutes % 60)}m${seconds}`;
}

const controllerOf = ({ metadata }: KubeObject): string | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller === true)?.kind;
const isOver = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed';

/** The filters of drain/filters.go: who goes, and why nobody does. */
function sorted(
  pods: readonly Pod[],
  { ignoreDaemonSets, force }: DrainWish,
): { going: readonly Pod[]; message: string } {
  const daemons = pods.filter((pod) => controllerOf(pod) === 'DaemonSet' && !isOver(pod));
  const bare = pods.filter((pod) => controllerOf(pod) === undefined && !isOver(pod));
  const words = [
    // Its words begin as the line does, so kubectl says it twice.
    ...(bare.length > 0 && !force
      ? [`cannot delete Pods that declare no controller (use --force to override): ${listed(bare)}`]
      : []),
    ...(daemons.length > 0 && !ignoreDaemonSets
      ? [`DaemonSet-managed Pods (use --ignore-daemonsets to ignore): ${listed(daemons)}`]
      : []),
  ].map((what) => `cannot delete ${what}`);
  return { going: pods.filter((pod) => !daemons.includes(pod)), message: words.join('\n') };
}

const listed = (pods: readonly Pod[]): string =>
  pods.map(({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name}`).join(', ');
