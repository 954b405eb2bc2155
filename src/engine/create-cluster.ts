/**
 * The whole cluster, wired by hand, top to bottom, on one page: who is connected to what is what this file says, and
 * nothing else is. Everything passes through the api-server.
 */
import { createWorld, invariant } from '../kernel/kernel.ts';
import type { World } from '../kernel/kernel.ts';
import { EVENT_KIND_NAMES, LANE, LANES } from '../model/events.ts';
import { DEFAULT_FLAGS } from '../model/flags.ts';
import { DEFAULT_LATENCIES } from '../model/latencies.ts';
import type { Latencies } from '../model/latencies.ts';
import { lessonProcess } from '../model/lessons.ts';
import type { KubeObject } from '../model/objects.ts';
import { RESOURCES } from '../model/resources.ts';
import { informerGeneration } from '../model/versions.ts';
import type { InformerGeneration } from '../model/versions.ts';
import { createApiServer } from '../components/apiserver/apiserver.ts';
import type { ApiServer } from '../components/apiserver/apiserver.ts';
import { createControllers } from '../components/controllers/controllers.ts';
import type { Controller } from '../components/controllers/controllers.ts';
import { createSharedInformer } from '../components/informer/informer.ts';
import type { InformerSettings, ResourceEventHandler, SharedInformer } from '../components/informer/informer.ts';
import { createKubelets } from '../components/kubelet/kubelet.ts';
import { createScheduler } from '../components/scheduler/scheduler.ts';
import type { Problem } from '../protocol/protocol.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { listenerWarning } from './fault-targets.ts';
import { createFaults, isDown } from './faults.ts';
import { assumedNamespaces, initialObjects, withRevisions } from './initial-objects.ts';
import { createKubectl } from './kubectl.ts';
import type { Kubectl } from './kubectl.ts';
import type { Note, Refusal } from './refusal.ts';
import { lessonTable } from './lessons.ts';
import { createLeaders } from './leaders.ts';
import { Processes } from './processes.ts';
import { SKEWS, withClock, type Skews } from './skewed-clock.ts';

export interface Cluster {
  readonly world: World;
  readonly apiServer: ApiServer;
  readonly scenario: Scenario;
  readonly latencies: Latencies;
  readonly generation: InformerGeneration;
  readonly controllers: readonly Controller[];
  readonly schedulerNames: readonly string[];
  /** Kinds that a dump left out. */
  readonly unknownKinds: ReadonlySet<string>;
  /** The person at the keyboard. */
  readonly kubectl: Kubectl;
  readonly processes: Processes;
  /** Of what the scenario asks for and gets, and may not have meant. */
  readonly warnings: readonly Problem[];
  /** Requests of the scenario itself that the api-server refused so far. */
  readonly refusals: () => readonly Refusal[];
  readonly notes: () => readonly Note[];
}

export function createCluster(scenario: Scenario): Cluster {
  const { kubernetesVersion: version, seed } = scenario;
  const latencies: Latencies = { ...DEFAULT_LATENCIES, ...scenario.latencies };
  const generation = scenario.informerGeneration === 'auto' ? informerGeneration(version) : scenario.informerGeneration;
  const { listeners: _listeners, ...settings } = scenario.informers;
  const unknownKinds = scenario.dump ? absentKinds([...scenario.observed, ...scenario.applied]) : new Set<string>();

  const world = createWorld({ seed, ticksPerSecond: 1_000_000, kinds: EVENT_KIND_NAMES, lanes: LANES });
  const flags = { ...DEFAULT_FLAGS, ...scenario.flags };
  const epochMicros = scenario.nowMicros;
  const apiServer = createApiServer({ world, version, latencies, epochMicros, unknownKinds, flags });
  for (const object of withRevisions(initialObjects(scenario))) apiServer.seed(object);

  const processes = new Processes(world, apiServer);
  const skews: Skews = world.collection(SKEWS);
  const clockOf = (process: string): ApiServer => withClock(apiServer, world, skews, process);
  const made = new Map<string, SharedInformer>();
  const informersOf = (
    process: string,
    lane: number,
    own: Partial<InformerSettings> = {},
  ): ((resource: string) => SharedInformer) => {
    const client = apiServer.connect(process, lane);
    return (resource) => {
      const id = `${process} ${resource}`;
      const known = made.get(id);
      if (known !== undefined) return known;
      const informer = processes.within(process, () =>
        createSharedInformer(
          {
            world,
            apiServer,
            client,
            latencies,
            generation,
            version,
            settings: { ...settings, ...own },
            batchSize: settings.batchSize,
          },
          { process, resource, lane: LANE.informers },
        ),
      );
      made.set(id, informer);
      processes.addInformer(process, informer);
      return informer;
    };
  };

  const schedulerInformer = informersOf('kube-scheduler', LANE.informers);
  const scheduler = processes.within('kube-scheduler', () =>
    createScheduler({
      world,
      apiServer: clockOf('kube-scheduler'),
      client: apiServer.connect('kube-scheduler', LANE.scheduler),
      pods: schedulerInformer('pods'),
      nodes: schedulerInformer('nodes'),
      namespaces: schedulerInformer('namespaces'),
      others: SCHEDULER_LOOKS_AT.map(schedulerInformer),
      latencies,
      version,
      seed,
      configuration: scenario.schedulerConfiguration,
    }),
  );
  processes.onStart('kube-scheduler', () => {
    scheduler.restart();
  });

  const manager = processes.within('kube-controller-manager', () =>
    createControllers({
      world,
      apiServer: clockOf('kube-controller-manager'),
      client: apiServer.connect('kube-controller-manager', LANE.controllers),
      latencies,
      version,
      flags,
      informer: informersOf('kube-controller-manager', LANE.informers),
      metrics: scenario.metrics,
    }),
  );

  const lessons = scenario.lessons.map(({ name, cured }) => {
    const process = lessonProcess(name);
    const client = apiServer.connect(process, LANE.controllers);
    const row = lessonTable()?.[name];
    invariant(row !== undefined, 'lessons are installed before a scenario that has one is opened');
    const resyncTicks = settings.resyncTicks || row.resyncSeconds * world.options.ticksPerSecond;
    const informer = informersOf(process, LANE.informers, { resyncTicks });
    return processes.within(process, () =>
      row.create({ world, apiServer: clockOf(process), client, latencies, version, informer, cured }),
    );
  });

  const controllers = [...manager, ...lessons];

  const kubelets = createKubelets({ world, apiServer, latencies, version, ...scenario.kubelet });
  const warnings: Problem[] = assumedNamespaces(scenario).map((name) => ({
    kind: 'bad-scenario',
    code: 'namespace-assumed',
    params: { name },
  }));
  for (const [i, listener] of scenario.informers.listeners.entries()) {
    warnings.push(...listenerWarning(listener, i, processes));
    const { name, process, resource, handlerTicks } = listener;
    informersOf(process, LANE.informers)(resource).addEventHandler(name, JUST_LISTENS, { handlerTicks });
  }
  const mayStart = (process: string): boolean => !isDown(world, process);
  const leaders = createLeaders({ world, apiServer, processes, mayStart });
  const faults = createFaults({ world, apiServer, processes, kubelets, leaders, skews });
  const kubectl = createKubectl({ world, apiServer, scenario, faults });

  // A cluster that was running: caches full, queues as a fresh leader finds them, containers up.
  for (const informer of made.values()) informer.prime();
  kubelets.prime();
  for (const controller of controllers) controller.prime();
  scheduler.prime();
  kubectl.prime();
  world.begin();

  const { schedulerNames } = scheduler;
  const { refusals, notes } = kubectl;
  return {
    ...{ world, apiServer, scenario, latencies, generation, controllers, schedulerNames, unknownKinds },
    processes,
    kubectl,
    warnings,
    refusals,
    notes,
  };
}

/** A listener that a scenario adds: it takes its time and does nothing. */
const JUST_LISTENS: ResourceEventHandler = {
  onAdd: () => undefined,
  onUpdate: () => undefined,
  onDelete: () => undefined,
};

/** Resources beside Pods, Nodes and Namespaces that plugins read. */
export const SCHEDULER_LOOKS_AT = [
  'services',
  'replicationcontrollers',
  'replicasets',
  'statefulsets',
  'poddisruptionbudgets',
  'persistentvolumes',
  'persistentvolumeclaims',
  'storageclasses',
  'csinodes',
  'csidrivers',
  'csistoragecapacities',
  'volumeattachments',
];

/** What the cluster itself makes as it goes is never unknown. */
const ALWAYS_KNOWN = new Set(['Event', 'Lease']);

function absentKinds(objects: readonly KubeObject[]): Set<string> {
  const present = new Set(objects.map((o) => o.kind));
  const absent = RESOURCES.filter((r) => !present.has(r.kind) && !ALWAYS_KNOWN.has(r.kind));
  return new Set(absent.map((r) => r.kind));
}
