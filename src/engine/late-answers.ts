/** Answers that few steps ask for; a worker loads them when one is asked. */
import { validateConfiguration } from '../components/scheduler/configuration-check/configuration-check.ts';
import type { EngineApi, OpenAnswer, OpenRequest, Outcome } from '../protocol/protocol.ts';
import type { LateMethod, Opened } from './core-engine.ts';
import { refusedCreations } from './fixes/creation.ts';
import { besideOf } from './beside.ts';
import { apiServerAt } from './api-server-room.ts';
import { Conditions } from './conditions/conditions.ts';
import { conflictAt } from './conflict.ts';
import { fixes } from './fixes/fixes.ts';
import { InvariantCheck } from './invariants/invariants.ts';
import { inspect } from './inspect.ts';
import { duesOf } from './dues.ts';
import { lanesOf } from './lanes.ts';
import { ownershipAt } from './ownership.ts';
import { preemptionOf } from './preemption.ts';
import { informerAt, informersAt } from './informers.ts';
import { queuesAt } from './queues.ts';
import { topologyOf } from './topology.ts';
import { idleMetrics, troublesOf } from './troubles.ts';
import { addNodesAnswer, drainAnswer } from './what-if.ts';
import { fitLike, fitText } from './what-if-fit.ts';
import { unreachedEntries } from './unreached.ts';
import { why } from './why.ts';
import { workloadAt } from './workloads/workload.ts';

export interface LateAnswers extends Pick<EngineApi, LateMethod> {
  /** The answer to `open`, or why the real scheduler would not start with the scenario's configuration. */
  readonly checked: (answer: Outcome<OpenAnswer>, request: OpenRequest) => Outcome<OpenAnswer>;
}

/** More than anybody reads; a dump may have as many. */
const TROUBLES_MAX = 100;

export function createLateAnswers(opened: () => Opened): LateAnswers {
  return {
    inspect: (step, key) => inspect(opened().cluster, step, key),
    why: (step, podKey) => {
      const { cluster, index, explanations } = opened();
      return why(cluster, index, explanations, step, podKey);
    },
    fixes: (step, podKey) => fixes(opened().cluster, step, podKey),
    refused: (step) => refusedCreations(opened().cluster, step),
    preemption: (step, podKey) => preemptionOf(opened(), step, podKey),
    topology: (step, podKey) => topologyOf(opened(), step, podKey),
    lanes: (step, podKey) => lanesOf(opened(), step, podKey),
    queues: (step) => queuesAt(opened().cluster, step),
    informers: (step) => informersAt(opened(), step),
    informer: (step, id) => informerAt(opened(), step, id),
    apiServer: (step, asked) => apiServerAt(opened(), step, asked),
    conflict: (at) => conflictAt(opened(), at),
    ownership: (step, key) => ownershipAt(opened(), step, key),
    stops: (texts, from) => conditionsOf(opened()).stops(texts, from),
    watches: (texts, step) => conditionsOf(opened()).watches(texts, step),
    workload: (step, key) => workloadAt(opened(), step, key),
    fit: (step, podKey, max) => fitLike(opened().cluster, step, podKey, max),
    fitText: (step, file, max) => fitText(opened().cluster, step, file, max),
    drain: (step, node, force) => drainAnswer(opened().cluster, step, node, force),
    breaches: (step) => {
      const { check, atRest } = invariantsOf(opened());
      return check.upTo(step, atRest);
    },
    invariants: (step) => {
      const { check, atRest } = invariantsOf(opened());
      return check.rows(step, atRest);
    },
    addNodes: (step, like, count) => addNodesAnswer(opened().cluster, step, like, count),
    left: () => {
      const { cluster, run } = opened();
      return {
        due: duesOf(cluster),
        unreached: unreachedEntries(cluster, run.timeline),
        troubles: troublesOf(cluster).slice(0, TROUBLES_MAX),
        idle: idleMetrics(cluster),
      };
    },
    beside: (fork) => besideOf(opened(), fork),
    checked: (answer, request) => {
      if (!answer.ok) return answer;
      const { schedulerConfiguration, kubernetesVersion, files } = opened().cluster.scenario;
      const [first] = validateConfiguration(schedulerConfiguration, kubernetesVersion);
      if (first === undefined) return answer;
      const file = request.schedulerConfiguration?.name ?? files[0]?.name ?? '';
      const { path, message } = first;
      return {
        ok: false,
        problem: { kind: 'bad-scenario', code: 'bad-configuration', params: { path, message }, file },
      };
    },
  };
}

/** What conditions read is kept as long as the scenario is open. */
const kept = new WeakMap<Opened, Conditions>();

function conditionsOf(open: Opened): Conditions {
  const known = kept.get(open) ?? new Conditions(open.cluster.world);
  kept.set(open, known);
  return known;
}

/** A check goes on with the branch that it began with. */
const checks = new WeakMap<Opened['cluster'], InvariantCheck>();

function invariantsOf({ cluster, run }: Opened): { readonly check: InvariantCheck; readonly atRest: boolean } {
  const known = checks.get(cluster);
  const check = known === undefined || known.isStale() ? new InvariantCheck(cluster) : known;
  checks.set(cluster, check);
  return { check, atRest: run.status.state === 'quiescent' };
}
