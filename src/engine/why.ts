/** Why a Pod waits, or why it went where it is: the scheduler's own cycles, run again with everything kept. */
import type { Step } from '../kernel/kernel.ts';
import type { KubeObject, Pod } from '../model/objects.ts';
import type { WhyAnswer, WhyNode } from '../protocol/protocol.ts';
import type { CycleResult, ExplainedCycle } from '../components/scheduler/scheduler.ts';
import type { Cluster } from './create-cluster.ts';
import { countUpTo } from './event-index.ts';
import type { EventIndex } from './event-index.ts';
import type { Explanations } from './explained.ts';
import { schedulingMessage } from './phase.ts';
import { createHints } from './hints.ts';
import { neededKinds, unjudgedAt } from './needed-kinds.ts';
import { isPod } from './phase.ts';
import { messageBefore, postFilterStep } from './post-filtered.ts';
import { viewOf } from './views-at.ts';

export function why(
  cluster: Cluster,
  index: EventIndex,
  explanations: Explanations,
  step: Step,
  podKey: string,
): WhyAnswer {
  const object = viewOf<KubeObject>(cluster, 'etcd', step).get(podKey);
  const pod = object !== undefined && isPod(object) ? object : undefined;
  const known = index.cyclesOf(podKey);
  const cycles = known.slice(0, countUpTo(known, step)).map((s) => explanations.at(s));
  const last = cycles.at(-1);
  const unjudged = pod === undefined ? [] : unjudgedAt(cluster, pod, step);
  const state = stateOf(cluster, pod, cycles.length > 0 || unjudged.length > 0);
  const told = last === undefined ? '' : messageAt(cluster, last, step);
  const message = schedulingMessage(pod) || (state === 'pending' ? told : '');
  return {
    pod: podKey,
    state,
    message,
    attempts: cycles.map((cycle) => ({
      step: cycle.step,
      number: cycle.attempt,
      host: cycle.result.host ?? '',
      message: cycle === last ? told : (cycle.result.message ?? ''),
    })),
    nodes: last === undefined ? [] : whyNodes(last),
    ...(last === undefined ? {} : walkOf(last)),
    scores: last === undefined ? [] : scoresOf(last.result),
    needs: pod === undefined ? [] : [...new Set([...neededKinds(cluster, pod), ...unjudged])],
  };
}

/** A cycle under way has not said yet what PostFilter will. */
const messageAt = (cluster: Cluster, { step: started, result }: ExplainedCycle, step: Step): string =>
  result.postFilterMessage === undefined || postFilterStep(cluster, started, step) !== undefined
    ? (result.message ?? '')
    : messageBefore(result);

function stateOf(cluster: Cluster, pod: Pod | undefined, isPending: boolean): string {
  if (pod === undefined) return 'gone';
  if (pod.status?.phase === 'Running') return 'running';
  if (pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed') return 'finished';
  if (pod.spec.nodeName !== undefined && pod.spec.nodeName !== '') return 'bound';
  if ((pod.spec.schedulingGates?.length ?? 0) > 0) return 'gated';
  if (!cluster.schedulerNames.includes(pod.spec.schedulerName ?? 'default-scheduler')) return 'no-scheduler';
  return isPending ? 'pending' : 'not-tried';
}

/** A nominated node that passes is the only one that a cycle looks at, however many there are. */
function walkOf({ input, result }: ExplainedCycle): Pick<WhyAnswer, 'start' | 'nominated'> {
  const { search, host } = result;
  const [start] = search?.walk ?? [];
  const isNominated = host !== undefined && input.pod.status?.nominatedNodeName === host && search?.nodes === 1;
  return {
    ...(start === undefined ? {} : { start }),
    ...(isNominated && input.nodes.length > 1 ? { nominated: true } : {}),
  };
}

function whyNodes({ input, result }: ExplainedCycle): WhyNode[] {
  const hintsOf = createHints(input);
  const seen = new Map(result.verdicts.map((v) => [v.node, v]));
  const rejected = result.prefilterRejection;
  return input.nodes.map(({ node }): WhyNode => {
    const { name } = node.metadata;
    const verdict = seen.get(name);
    if (verdict !== undefined) {
      const { code, plugin, reasons, numbers = [] } = verdict;
      return { name, status: code, plugin, reasons, numbers, hints: hintsOf(name, plugin, numbers) };
    }
    if (rejected !== undefined) {
      const { code, plugin, reasons } = rejected;
      return { name, status: code, plugin, reasons, numbers: [], hints: hintsOf(name, plugin, []) };
    }
    return { name, status: 'NotReached', plugin: '', reasons: [], numbers: [], hints: [] };
  });
}

function scoresOf(result: CycleResult): WhyAnswer['scores'] {
  return result.feasible.map((node, i) => ({
    node,
    total: result.totals[i] ?? 0,
    plugins: result.scores.map((s) => ({
      name: s.plugin,
      weight: s.weight,
      raw: s.raw[i] ?? 0,
      normalized: s.normalized[i] ?? 0,
    })),
  }));
}
