/**
 * The engine behind the protocol, but for the answers that few steps ask for (late-answers.ts): so a worker starts small.
 */
import type {
  EngineApi,
  ImportSummary,
  OpenAnswer,
  OpenRequest,
  Outcome,
  ScriptedSummary,
} from '../protocol/protocol.ts';
import { invariant } from '../kernel/kernel.ts';
import { EVENT_KINDS, LANES } from '../model/events.ts';
import { resourceOfKind } from '../model/resources.ts';
import { unmodelledFields } from '../scenario/modelled.ts';
import { readConfiguration, readPlaced } from '../scenario/read-scenario.ts';
import type { ReadOptions, Scenario } from '../scenario/read-scenario.ts';
import { Agenda } from './agenda.ts';
import { Branches } from './branches.ts';
import { createCluster } from './create-cluster.ts';
import type { Cluster } from './create-cluster.ts';
import { EventIndex } from './event-index.ts';
import { Explanations } from './explained.ts';
import { unknownProcess } from './fault-targets.ts';
import { FramePacker } from './frames.ts';
import { objectRows } from './object-rows.ts';
import { lessonTable } from './lessons.ts';
import { isPod } from './phase.ts';
import { Run } from './run.ts';
import { stageView } from './stage-view.ts';
import { missingKinds } from './needed-kinds.ts';
import { undecodable } from './undecodable.ts';
import { lacksZones } from './zones.ts';

/** One opened scenario: a cluster and what answers questions about it. */
export interface Opened {
  readonly cluster: Cluster;
  readonly run: Run;
  readonly index: EventIndex;
  readonly explanations: Explanations;
  readonly packer: FramePacker;
  readonly branches: Branches;
}

/** Methods that late-answers.ts adds. */
export type LateMethod =
  | 'inspect'
  | 'why'
  | 'fixes'
  | 'refused'
  | 'preemption'
  | 'topology'
  | 'lanes'
  | 'queues'
  | 'informers'
  | 'informer'
  | 'apiServer'
  | 'conflict'
  | 'ownership'
  | 'stops'
  | 'watches'
  | 'workload'
  | 'fit'
  | 'fitText'
  | 'drain'
  | 'addNodes'
  | 'left'
  | 'beside'
  | 'breaches'
  | 'invariants';

export interface CoreEngine {
  readonly api: Omit<EngineApi, LateMethod>;
  /** What is open, its indexes up to date. */
  readonly opened: () => Opened;
}

/** The answer to `open` where lesson controllers are to be installed first; nobody sees it. */
const NEEDS_LESSONS = { ok: false, problem: { kind: 'bad-scenario', code: 'needs-lessons', params: {} } } as const;

/** The same for time zones. */
const NEEDS_ZONES = { ok: false, problem: { kind: 'bad-scenario', code: 'needs-zones', params: {} } } as const;

export function createCoreEngine(): CoreEngine {
  let current: Opened | undefined;

  const opened = (): Opened => {
    invariant(current !== undefined, 'open comes before all else');
    current.index.refresh();
    return current;
  };

  const api: CoreEngine['api'] = {
    open(request, progress) {
      const options = readOptions(request);
      if (!options.ok) return options;
      const read = readPlaced(request.files, options.value, progress);
      if (!read.ok) return read;
      const { scenario, placed } = read.value;
      if (scenario.lessons.length > 0 && lessonTable() === undefined) return NEEDS_LESSONS;
      if (lacksZones(scenario.canonical)) return NEEDS_ZONES;
      const wrong = undecodable(scenario.observed);
      if (wrong !== undefined) return { ok: false, problem: placed(wrong) };
      const cluster = createCluster(scenario);
      const problem = unknownProcess(scenario.timeline, cluster.processes);
      if (problem !== undefined) return { ok: false, problem: placed(problem) };
      current = openCluster({ ...cluster, warnings: cluster.warnings.map(placed) });
      return openAnswer(current.cluster);
    },
    advance(budget, wanted) {
      const { run, packer } = opened();
      if (wanted !== undefined) run.goOn(wanted);
      run.advance(budget);
      return packer.next(run.status);
    },
    view: (step, spec) => {
      const { cluster, index, explanations } = opened();
      return stageView(cluster, index, explanations, step, spec);
    },
    objects: (step) => objectRows(opened().cluster, step),
    moment: (step) => ({ step, digest: opened().cluster.world.digest(step) }),
    fork: (step, entries) => opened().branches.fork(step, entries),
    undo: () => opened().branches.undo(),
    scenario: () => opened().branches.scenario(),
  };
  return { api, opened };
}

function openCluster(cluster: Cluster): Opened {
  const { world, kubectl, scenario, apiServer } = cluster;
  const agenda = new Agenda(scenario.timeline);
  const run = new Run(world, apiServer.epochMicros, agenda, kubectl);
  const packer = new FramePacker(world);
  return {
    cluster,
    run,
    packer,
    index: new EventIndex(world),
    explanations: new Explanations(cluster),
    branches: new Branches(cluster, run, packer, agenda),
  };
}

function readOptions(request: OpenRequest): Outcome<ReadOptions> {
  const { kubernetesVersion, seed, informerGeneration, schedulerConfiguration: file } = request;
  const configuration = file === undefined ? undefined : readConfiguration(file);
  if (configuration?.ok === false) return configuration;
  const value = {
    ...(kubernetesVersion === undefined ? {} : { kubernetesVersion }),
    ...(seed === undefined ? {} : { seed }),
    ...(informerGeneration === undefined ? {} : { informerGeneration }),
    ...(configuration === undefined ? {} : { schedulerConfiguration: configuration.value }),
  };
  return { ok: true, value };
}

function openAnswer(cluster: Cluster): Outcome<OpenAnswer> {
  const { scenario } = cluster;
  return {
    ok: true,
    value: {
      title: scenario.title,
      name: scenario.name,
      kubernetesVersion: scenario.kubernetesVersion,
      seed: scenario.seed,
      summary: summaryOf(scenario, cluster),
      kinds: EVENT_KINDS.map(({ name, granularity }) => ({ name, granularity })),
      lanes: LANES,
      ticksPerSecond: 1_000_000,
      story: scenario.story,
      scenario: scenario.canonical,
    },
  };
}

function summaryOf(scenario: Scenario, cluster: Cluster): ImportSummary {
  const objects = [...scenario.observed, ...scenario.applied];
  const counts = new Map<string, number>();
  for (const { kind } of objects) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const pods = objects.filter(isPod);
  return {
    files: scenario.files,
    kinds: [...counts].map(([kind, count]) => ({
      kind,
      count,
      treatment: resourceOfKind(kind)?.modelled ?? 'unknown',
    })),
    observed: scenario.dump,
    kubernetesVersion: scenario.kubernetesVersion,
    versionFrom: scenario.versionFrom,
    unmodelledFields: unmodelledFields(objects),
    missingKinds: scenario.dump ? missingKinds(cluster) : [],
    warnings: [...scenario.warnings, ...cluster.warnings],
    runningPods: pods.filter((p) => p.status?.phase === 'Running').length,
    pendingPods: pods.filter((p) => (p.spec.nodeName ?? '') === '' && (p.status?.phase ?? 'Pending') === 'Pending')
      .length,
    nodes: counts.get('Node') ?? 0,
    scripted: scriptedSummary(scenario),
  };
}

function scriptedSummary({ timeline, lessons, informers, metrics }: Scenario): ScriptedSummary {
  const verbs = new Map<string, number>();
  for (const { verb } of timeline) verbs.set(verb, (verbs.get(verb) ?? 0) + 1);
  return {
    verbs: [...verbs].map(([verb, count]) => ({ verb, count })),
    lessons: lessons.map(({ name }) => name),
    listeners: informers.listeners.length,
    metrics: metrics.length,
  };
}
