/** A small cluster with everything but a person: requests are sent at given ticks, runs are read as lists of writes. */
import { createWorld, type Handler, type World } from '../../../src/kernel/kernel.ts';
import { EVENT, EVENT_KIND_NAMES, LANE, LANES } from '../../../src/model/events.ts';
import { DEFAULT_LATENCIES, type Latencies } from '../../../src/model/latencies.ts';
import type { Deployment, KubeObject, Node, Pod } from '../../../src/model/objects.ts';
import type { ScriptedMetric } from '../../../src/model/metrics.ts';
import { informerGeneration, type KubernetesVersion } from '../../../src/model/versions.ts';
import { createApiServer, type ApiRequest, type ApiServer } from '../../../src/components/apiserver/apiserver.ts';
import { createControllers } from '../../../src/components/controllers/controllers.ts';
import { createSharedInformer, type SharedInformer } from '../../../src/components/informer/informer.ts';
import { createKubelets, type Kubelets } from '../../../src/components/kubelet/kubelet.ts';
import { createScheduler } from '../../../src/components/scheduler/scheduler.ts';

export const EPOCH_MICROS = Date.UTC(2026, 0, 1) * 1000;
export const SECOND = 1_000_000;

export interface Act {
  /** Seconds. */
  readonly at: number;
  readonly request: ApiRequest;
}

export interface Options {
  readonly objects?: readonly KubeObject[];
  readonly acts?: readonly Act[];
  readonly version?: KubernetesVersion;
  readonly seed?: number;
  readonly latencies?: Partial<Latencies>;
  readonly unknownKinds?: ReadonlySet<string>;
  readonly scheduler?: false;
  /** What autoscalers are told. */
  readonly metrics?: readonly ScriptedMetric[];
  readonly unpullable?: readonly string[];
  /** What befalls the machines, at seconds. */
  readonly machines?: readonly { readonly at: number; readonly act: (kubelets: Kubelets) => void }[];
}

export interface Write {
  readonly step: number;
  /** Seconds. */
  readonly time: number;
  readonly who: string;
  readonly verb: string;
  readonly key: string;
  readonly before: KubeObject | undefined;
  readonly after: KubeObject | undefined;
}

export interface TestCluster {
  readonly world: World;
  readonly apiServer: ApiServer;
  /** @param seconds of virtual time */
  runUntil(seconds: number): TestCluster;
  writes(kind?: string): Write[];
  events(): string[];
}

const namespaces = ['default', 'kube-node-lease', 'kube-system'].map((name) => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name },
  spec: { finalizers: ['kubernetes'] },
  status: { phase: 'Active' },
}));

export function cluster(options: Options = {}): TestCluster {
  const { version = '1.35', seed = 1, unknownKinds, acts = [] } = options;
  const latencies: Latencies = { ...DEFAULT_LATENCIES, ...options.latencies };
  const world = createWorld({ seed, ticksPerSecond: SECOND, kinds: EVENT_KIND_NAMES, lanes: LANES, checks: true });
  const base = { world, version, latencies, epochMicros: EPOCH_MICROS };
  const apiServer = createApiServer(unknownKinds === undefined ? base : { ...base, unknownKinds });
  for (const object of [...namespaces, ...(options.objects ?? [])]) apiServer.seed(object);

  const informers: SharedInformer[] = [];
  const informersOf = (process: string): ((resource: string) => SharedInformer) => {
    const client = apiServer.connect(process, LANE.informers);
    const made = new Map<string, SharedInformer>();
    return (resource) => {
      const known = made.get(resource);
      if (known !== undefined) return known;
      const deps = { world, apiServer, client, latencies, generation: informerGeneration(version) };
      const informer = createSharedInformer(deps, { process, resource, lane: LANE.informers });
      made.set(resource, informer);
      informers.push(informer);
      return informer;
    };
  };
  const ofScheduler = informersOf('kube-scheduler');
  const scheduler = createScheduler({
    ...base,
    apiServer,
    client: apiServer.connect('kube-scheduler', LANE.scheduler),
    pods: ofScheduler('pods'),
    nodes: ofScheduler('nodes'),
    namespaces: ofScheduler('namespaces'),
    seed,
  });
  const controllers = createControllers({
    ...base,
    apiServer,
    client: apiServer.connect('kube-controller-manager', LANE.controllers),
    informer: informersOf('kube-controller-manager'),
    ...(options.metrics === undefined ? {} : { metrics: options.metrics }),
  });
  const kubelets = createKubelets({ ...base, apiServer, unpullable: options.unpullable ?? [] });
  const user = apiServer.connect('kubectl', LANE.clients);
  const act: Handler<{ readonly request: ApiRequest }> = world.handler('test act', ({ request }) => {
    user.send(request);
  });

  const machine: Handler<{ readonly index: number }> = world.handler('test machine', ({ index }) => {
    world.emit(EVENT['fault.began'], { subject: 'test' });
    options.machines?.[index]?.act(kubelets);
  });

  for (const informer of informers) informer.prime();
  kubelets.prime();
  for (const controller of controllers) controller.prime();
  if (options.scheduler !== false) scheduler.prime();
  for (const { at, request } of acts) world.after(at * SECOND, LANE.clients, act, { request });
  for (const [index, { at }] of (options.machines ?? []).entries()) {
    world.after(at * SECOND, LANE.clients, machine, { index });
  }
  world.begin();
  return new Running(world, apiServer);
}

class Running implements TestCluster {
  constructor(
    readonly world: World,
    readonly apiServer: ApiServer,
  ) {}

  runUntil(seconds: number): TestCluster {
    const { world } = this;
    while (world.nextTime !== undefined && world.nextTime <= seconds * SECOND) if (world.advance(1) === 0) break;
    return this;
  }

  writes(kind?: string): Write[] {
    const { trace } = this.world;
    const out: Write[] = [];
    for (let step = 1; step <= trace.length; step++) {
      if (trace.kind(step) !== EVENT['store.written']) continue;
      const key = trace.object(step);
      if (kind !== undefined && !key.startsWith(`${kind}/`)) continue;
      for (const change of this.world.changesAt(step)) {
        if (change.key !== key || change.collection !== 'etcd') continue;
        const [before, after] = [change.before, change.after] as unknown as [Write['before'], Write['after']];
        const [who, verb] = [trace.subject(step), trace.detail(step)];
        out.push({ step, time: trace.time(step) / SECOND, who, verb, key, before, after });
      }
    }
    return out;
  }

  /** Messages of the Events posted, in order. */
  events(): string[] {
    return this.writes('Event').flatMap(({ after }) => {
      const event = after as unknown as { reason: string; message: string } | undefined;
      return event === undefined ? [] : [`${event.reason}: ${event.message}`];
    });
  }
}

export const node = (index: number): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name: `node-${index}`,
    uid: `node-uid-${index}`,
    labels: {
      'kubernetes.io/hostname': `node-${index}`,
      'topology.kubernetes.io/region': 'region-1',
      'topology.kubernetes.io/zone': `zone-${index}`,
    },
  },
  spec: {},
  status: {
    addresses: [{ type: 'InternalIP', address: `10.1.0.1${index + 1}` }],
    allocatable: { cpu: '4', memory: '8Gi', pods: '110' },
    capacity: { cpu: '4', memory: '8Gi', pods: '110' },
    conditions: [{ type: 'Ready', status: 'True', reason: 'KubeletReady' }],
  },
});

export const NODES = [node(0), node(1), node(2)];

export const web = (spec: Partial<Deployment['spec']> = {}, image = 'nginx:1.27'): Deployment => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'default', labels: { app: 'web' } },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'nginx', image, resources: { requests: { cpu: '250m', memory: '128Mi' } } }] },
    },
    ...spec,
  },
});

export const create = (object: KubeObject, resource: string): ApiRequest => ({
  verb: 'create',
  resource,
  ...(object.metadata.namespace === undefined ? {} : { namespace: object.metadata.namespace }),
  body: object,
});

export const patchWeb = (body: object): ApiRequest => ({
  verb: 'patch',
  resource: 'deployments',
  namespace: 'default',
  name: 'web',
  patchType: 'strategic',
  body,
});

export const setImage = (image: string): ApiRequest =>
  patchWeb({ spec: { template: { spec: { containers: [{ name: 'nginx', image }] } } } });

export const scaleTo = (replicas: number): ApiRequest => patchWeb({ spec: { replicas } });

export const deleteWeb = (options?: ApiRequest['options']): ApiRequest => ({
  verb: 'delete',
  resource: 'deployments',
  namespace: 'default',
  name: 'web',
  ...(options === undefined ? {} : { options }),
});

export const podsOf = ({ apiServer }: TestCluster): readonly Pod[] => apiServer.list('pods') as readonly Pod[];

export const isReady = (pod: Pod): boolean =>
  pod.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') === true;
