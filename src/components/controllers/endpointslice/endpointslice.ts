/**
 * The EndpointSlice controller: pkg/controller/endpointslice and k8s.io/endpointslice (v1.37): the Pods behind each Service,
 * a slice of at most a hundred. Left out: see endpoints.ts; events about slices that could not be written.
 */
import type { Collection } from '../../../kernel/kernel.ts';
import { compareBytes } from '../../../kernel/kernel.ts';
import { namespacedName, type KubeObject, type Pod } from '../../../model/objects.ts';
import type { ApiResponse, ApiServer } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import type { WorkQueue } from '../../workqueue/workqueue.ts';
import type { Controller, ControllerDeps } from '../controllers.ts';
import { isPod } from '../kinds.ts';
import { controllerOf } from '../owner.ts';
import { runReconciler, succeeded, type Outcome, type Reconciler } from '../sync.ts';
import { groupsOf, isService, isSlice, selectorOf, selects, type EndpointSlice, type Service } from './endpoints.ts';
import { LABEL_MANAGER, LABEL_SERVICE, MANAGED_BY, requestsFor } from './plan.ts';
import { Triggers } from './triggers.ts';

const SUBJECT = 'endpoint-slice-controller';
/** maxRetries. */
const RETRIES = 15;

/** What a sync waits for: uids of the slices that it deletes. */
interface Sent {
  readonly deleted: readonly string[];
}

/** Generations of slices by uid, as the last answers told: the cache must not be older. */
type Expected = Readonly<Record<string, number>>;

export const createEndpointSliceController = (deps: ControllerDeps): Controller => new EndpointSliceController(deps);

class EndpointSliceController implements Reconciler<Sent> {
  readonly subject = SUBJECT;
  readonly name = 'endpointslice';
  readonly workers = 5;
  readonly maxRetries = RETRIES;
  private readonly apiServer: ApiServer;
  private readonly services: SharedInformer;
  private readonly pods: SharedInformer;
  private readonly nodes: SharedInformer;
  private readonly slices: SharedInformer;
  private readonly queue: WorkQueue;
  private readonly triggers: Triggers;
  private readonly expected: Collection<Expected>;

  constructor(deps: ControllerDeps) {
    this.apiServer = deps.apiServer;
    this.services = deps.informer('services');
    this.pods = deps.informer('pods');
    this.nodes = deps.informer('nodes');
    this.slices = deps.informer('endpointslices');
    this.triggers = new Triggers(deps.world);
    this.expected = deps.world.collection('controllers/endpointslice/expected');
    this.queue = runReconciler(deps, this);
    this.listen();
  }

  prime(): void {
    if (!this.isKnown) return;
    for (const service of this.services.indexer.list()) if (this.concerns(service)) this.add(service);
  }

  /** A dump that leaves slices or Pods out says nothing about them: none are made. */
  private get isKnown(): boolean {
    return this.apiServer.knows('EndpointSlice') && this.apiServer.knows('Pod');
  }

  objectOf(key: string): string {
    return `Service/${key}`;
  }

  // --- what wakes it ---

  private listen(): void {
    const add = (object: KubeObject): void => {
      this.add(object);
    };
    this.services.addEventHandler(SUBJECT, {
      filter: (service) => this.concerns(service),
      onAdd: add,
      onUpdate: (_before, after) => {
        add(after);
      },
      onDelete: add,
    });
    this.pods.addEventHandler(SUBJECT, {
      filter: (pod) => this.servicesOf(pod).length > 0,
      onAdd: (pod) => {
        this.addServicesOf(pod);
      },
      onUpdate: (before, after) => {
        if (matters(before) !== matters(after)) this.addServicesOf(before, after);
      },
      onDelete: (pod) => {
        this.addServicesOf(pod);
      },
    });
    this.slices.addEventHandler(SUBJECT, {
      filter: isManaged,
      onDelete: (slice) => {
        this.onSliceGone(slice);
      },
    });
  }

  private concerns(service: KubeObject): boolean {
    return this.isKnown && isService(service) && selectorOf(service) !== undefined;
  }

  private add(service: KubeObject): void {
    this.queue.add(namespacedName(service));
  }

  private servicesOf(pod: KubeObject): readonly Service[] {
    if (!this.isKnown) return [];
    return this.services.indexer
      .list(pod.metadata.namespace)
      .filter((service): service is Service => isService(service) && selects(service, pod));
  }

  private addServicesOf(...pods: readonly KubeObject[]): void {
    for (const pod of pods) for (const service of this.servicesOf(pod)) this.add(service);
  }

  /** A slice whose deletion an answer told of is no surprise; any other is made anew. */
  private onSliceGone({ metadata }: KubeObject): void {
    const service = metadata.labels?.[LABEL_SERVICE] ?? '';
    const key = metadata.namespace === undefined ? service : `${metadata.namespace}/${service}`;
    const { [metadata.uid ?? '']: generation, ...rest } = this.expected.get(key) ?? {};
    if (generation === undefined) return;
    this.expected.set(key, rest);
    this.queue.add(key);
  }

  // --- a sync ---

  begin(key: string): Outcome<Sent> {
    const service = this.services.indexer.get(key);
    if (service === undefined || !isService(service) || selectorOf(service) === undefined) {
      this.triggers.forget(key);
      this.expected.delete(key);
      return { kind: 'done' };
    }
    if (service.metadata.deletionTimestamp !== undefined) return { kind: 'done' };
    const existing = this.slicesOf(service);
    if (this.isStale(key, existing)) return { kind: 'failed', reason: 'EndpointSlice informer cache is out of date' };
    const pods = this.podsOf(service);
    const groups = groupsOf(service, pods, (node) => this.zoneOf(node));
    const requests = requestsFor(service, groups, existing, this.triggers.take(key, service, pods));
    const deleted = requests
      .filter(({ verb }) => verb === 'delete')
      .flatMap(({ name }) => existing.find(({ metadata }) => metadata.name === name)?.metadata.uid ?? []);
    return requests.length === 0 ? { kind: 'done' } : { kind: 'wait', requests, context: { deleted } };
  }

  resume(key: string, { deleted }: Sent, answers: readonly ApiResponse[]): Outcome<Sent> {
    const generations = new Map(Object.entries(this.expected.get(key) ?? {}));
    for (const { object } of answers) {
      const uid = object?.metadata.uid;
      if (object?.kind === 'EndpointSlice' && uid !== undefined) generations.set(uid, object.metadata.generation ?? 0);
    }
    for (const uid of deleted) generations.delete(uid);
    this.expected.set(key, Object.fromEntries(generations));
    const refused = answers.find((answer) => !succeeded(answer) && answer.code !== 404);
    return refused === undefined
      ? { kind: 'done' }
      : { kind: 'failed', reason: refused.status?.reason ?? String(refused.code) };
  }

  /** Does the cache lack a slice, or its last change, of which an answer told? What is gone was forgotten. */
  private isStale(key: string, existing: readonly EndpointSlice[]): boolean {
    return Object.entries(this.expected.get(key) ?? {}).some(([uid, generation]) => {
      const slice = existing.find(({ metadata }) => metadata.uid === uid);
      return slice === undefined || (slice.metadata.generation ?? 0) < generation;
    });
  }

  private slicesOf({ metadata }: Service): readonly EndpointSlice[] {
    return this.slices.indexer
      .list(metadata.namespace)
      .filter(
        (slice): slice is EndpointSlice =>
          isSlice(slice) && isManaged(slice) && slice.metadata.labels?.[LABEL_SERVICE] === metadata.name,
      )
      .filter((slice) => slice.metadata.deletionTimestamp === undefined && isOf(slice, metadata.uid));
  }

  private podsOf(service: Service): readonly Pod[] {
    return this.pods.indexer
      .list(service.metadata.namespace)
      .filter((pod): pod is Pod => isPod(pod) && selects(service, pod))
      .sort((a, b) => compareBytes(a.metadata.name, b.metadata.name));
  }

  private zoneOf(node: string): string | undefined {
    return this.nodes.indexer.get(node)?.metadata.labels?.['topology.kubernetes.io/zone'];
  }
}

const isManaged = ({ metadata }: KubeObject): boolean => metadata.labels?.[LABEL_MANAGER] === MANAGED_BY;

const isOf = (slice: KubeObject, uid: string | undefined): boolean => {
  const owner = controllerOf(slice);
  return owner === undefined || owner.uid === uid;
};

/** podEndpointsChanged: what of a Pod a slice can show. */
function matters(pod: KubeObject): string {
  if (!isPod(pod)) return '';
  const { metadata, spec, status } = pod;
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')?.status;
  return JSON.stringify([
    metadata.labels,
    metadata.deletionTimestamp !== undefined,
    spec.nodeName,
    status?.podIP,
    status?.phase,
    ready,
  ]);
}
