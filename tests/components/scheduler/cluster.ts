/** A world with nothing but an api-server, a scheduler and its informers; tests create and change objects as "tester". */
import type { World } from '../../../src/kernel/kernel.ts';
import { createWorld } from '../../../src/kernel/kernel.ts';
import { EVENT_KIND_NAMES, LANE, LANES } from '../../../src/model/events.ts';
import { DEFAULT_LATENCIES } from '../../../src/model/latencies.ts';
import type { KubeObject, Node, Pod, PodSpec } from '../../../src/model/objects.ts';
import { informerGeneration, type KubernetesVersion } from '../../../src/model/versions.ts';
import { type ApiRequest, type ApiServer, createApiServer } from '../../../src/components/apiserver/apiserver.ts';
import { createSharedInformer } from '../../../src/components/informer/informer.ts';
import { createScheduler } from '../../../src/components/scheduler/scheduler.ts';

/** Midnight, so that ticks and whole seconds of the clock coincide. */
export const EPOCH_MICROS = Date.UTC(2026, 1, 1) * 1000;

export interface TestCluster {
  readonly world: World;
  readonly apiServer: ApiServer;
  /** Sends a request at a tick from now. */
  send(request: ApiRequest, delay?: number): void;
  /** Lines "kind object detail number" of the scheduler's own events. */
  lines(): string[];
  pod(name: string): Pod;
}

export interface TestClusterOptions {
  readonly version?: KubernetesVersion;
  readonly configuration?: unknown;
  readonly seed?: number;
  readonly checks?: boolean;
}

export function node(name: string, cpu = '4', more: Partial<Node> & { labels?: Record<string, string> } = {}): Node {
  const { labels = {}, ...rest } = more;
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } },
    status: { allocatable: { cpu, memory: '8Gi', pods: '110' } },
    ...rest,
  };
}

export function pod(name: string, cpu = '500m', spec: Partial<PodSpec> = {}, labels?: Record<string, string>): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', ...(labels === undefined ? {} : { labels }) },
    spec: { containers: [{ name: 'c', image: 'web:1', resources: { requests: { cpu, memory: '128Mi' } } }], ...spec },
  };
}

export const create = (object: KubeObject): ApiRequest => ({
  verb: 'create',
  resource: object.kind === 'Node' ? 'nodes' : 'pods',
  ...(object.metadata.namespace === undefined ? {} : { namespace: object.metadata.namespace }),
  body: object,
});

export function testCluster(seeded: readonly KubeObject[], options: TestClusterOptions = {}): TestCluster {
  const { version = '1.35', seed = 1 } = options;
  const world = createWorld({
    seed,
    ticksPerSecond: 1_000_000,
    kinds: EVENT_KIND_NAMES,
    lanes: LANES,
    ...(options.checks === undefined ? {} : { checks: options.checks }),
  });
  const latencies = DEFAULT_LATENCIES;
  const apiServer = createApiServer({ world, version, latencies, epochMicros: EPOCH_MICROS });
  const informerClient = apiServer.connect('kube-scheduler', LANE.informers);
  const generation = informerGeneration(version);
  const informer = (resource: string) =>
    createSharedInformer(
      { world, apiServer, client: informerClient, latencies, generation },
      { process: 'kube-scheduler', resource, lane: LANE.informers },
    );
  const [pods, nodes, namespaces, replicaSets] = ['pods', 'nodes', 'namespaces', 'replicasets'].map(informer);
  if (!pods || !nodes || !namespaces || !replicaSets) throw new Error('four informers');
  const scheduler = createScheduler({
    world,
    apiServer,
    client: apiServer.connect('kube-scheduler', LANE.scheduler),
    pods,
    nodes,
    namespaces,
    others: [replicaSets],
    latencies,
    version,
    seed,
    configuration: options.configuration,
  });
  const tester = apiServer.connect('tester', LANE.clients);
  const sent = world.handler<ApiRequest>('tester sends', (request) => {
    tester.send(request);
  });
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } };
  for (const object of [namespace, ...seeded]) apiServer.seed(object);
  for (const each of [nodes, namespaces, replicaSets, pods]) each.prime();
  scheduler.prime();
  world.begin();
  return {
    world,
    apiServer,
    send: (request, delay = 0) => world.after(delay, LANE.clients, sent, request),
    lines: () => schedulerLines(world),
    pod: (name) => apiServer.get(`Pod/default/${name}`) as Pod,
  };
}

function schedulerLines(world: World): string[] {
  const { trace } = world;
  const lines: string[] = [];
  for (let step = 1; step <= world.step; step++) {
    const kind = EVENT_KIND_NAMES[trace.kind(step)] ?? '';
    if (!kind.startsWith('cycle.') && kind !== 'queue.flushed') continue;
    const words = [kind, trace.object(step), trace.detail(step), String(trace.number(step))];
    lines.push(words.filter((word) => word !== '').join(' '));
  }
  return lines;
}
