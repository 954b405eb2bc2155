/**
 * Preemptions that a Pod tried, or had to go for: its cycles' PostFilter run again (kubernetes
 * pkg/scheduler/framework/preemption/preemption.go, v1.37), and what became of the victims since. Left out: victims that a
 * dump shows as chosen already, since nothing here chose them.
 */
import type { Step, View } from '../kernel/kernel.ts';
import { EVENT } from '../model/events.ts';
import type { KubeObject, Pod } from '../model/objects.ts';
import { namespacedName } from '../model/objects.ts';
import type { PreemptionAnswer, PreemptionCandidateRow, PreemptionVictim } from '../protocol/protocol.ts';
import type { ExplainedCycle, PreemptionCandidate, QueuedPod, VictimFacts } from '../components/scheduler/scheduler.ts';
import type { Opened } from './core-engine.ts';
import { countUpTo } from './event-index.ts';
import { isPod, tokenPhase } from './phase.ts';
import { postFilterStep } from './post-filtered.ts';
import { controllerOf, heirsOf, preemptedWrites } from './preemption-heirs.ts';
import { viewOf } from './views-at.ts';

/** @returns oldest first, a cycle's from its PostFilter on; none where no cycle of the Pod up to `step` came to a preemption, and it was no victim */
export function preemptionOf(opened: Opened, step: Step, podKey: string): readonly PreemptionAnswer[] {
  const { index, explanations } = opened;
  const own = index.cyclesOf(podKey);
  const tried = own.slice(0, countUpTo(own, step)).map((at) => ({ role: 'preemptor' as const, at }));
  const suffered = sufferedCycles(opened, step, podKey).map((at) => ({ role: 'victim' as const, at }));
  const cycles = [...tried, ...suffered]
    .sort((a, b) => a.at - b.at)
    .map(({ role, at }) => ({ role, cycle: explanations.at(at) }))
    .filter(({ cycle }) => cycle.result.preemption !== undefined)
    .flatMap(({ role, cycle }) => {
      const foundAt = postFilterStep(opened.cluster, cycle.step, step);
      return foundAt === undefined ? [] : [{ role, cycle, foundAt }];
    });
  if (cycles.length === 0) return [];
  const today = new Today(
    opened,
    step,
    cycles.map(({ cycle }) => cycle),
  );
  return cycles.map(({ role, cycle, foundAt }) => ({ ...answerOf(cycle, today), role, foundAt }));
}

/** Cycles that asked for the Pod's end, by the causes of the writes that marked it. */
function sufferedCycles({ cluster }: Opened, step: Step, podKey: string): Step[] {
  const { trace } = cluster.world;
  const found = new Set<Step>();
  for (const written of preemptedWrites(cluster, podKey, step)) {
    let at = written;
    while (at > 0 && trace.kind(at) !== EVENT['cycle.started']) at = trace.cause(at);
    if (at > 0) found.add(at);
  }
  return [...found];
}

function answerOf(cycle: ExplainedCycle, today: Today): Omit<PreemptionAnswer, 'role' | 'foundAt'> {
  const { input, result, step, attempt } = cycle;
  const { outcome = 'helpless', rules = [], unhelpful = [], untried = [] } = result.preemption ?? {};
  const nominated = outcome === 'nominated' ? (result.nominatedNodeName ?? '') : '';
  const before = podsOf(cycle);
  return {
    pod: `Pod/${namespacedName(input.pod)}`,
    step,
    attempt,
    priority: input.pod.spec.priority ?? 0,
    outcome,
    message: result.postFilterMessage ?? '',
    nodes: input.nodes.length,
    nominated,
    candidates: (result.candidates ?? []).map((candidate) => candidateRow(candidate, before, nominated, today)),
    rules,
    unhelpful,
    untried,
    ...today.preemptor(input.pod),
  };
}

/** The Pods on the nodes as the cycle saw them, by "ns/name". */
function podsOf({ input }: ExplainedCycle): ReadonlyMap<string, Pod> {
  return new Map(input.nodes.flatMap(({ pods }) => pods.map((pod) => [namespacedName(pod), pod] as const)));
}

function candidateRow(
  { node, victims, violations, facts, highestPriority, prioritySum, earliestStart }: PreemptionCandidate,
  before: ReadonlyMap<string, Pod>,
  nominated: string,
  today: Today,
): PreemptionCandidateRow {
  const rows = victims.flatMap((key, i): PreemptionVictim[] => {
    const pod = before.get(key);
    const fact = facts[i];
    if (pod === undefined || fact === undefined) return [];
    return [{ pod: key, ...factsOf(fact), owner: ownerName(pod), ...today.victim(pod, node === nominated) }];
  });
  return { node, victims: rows, violations, highestPriority, prioritySum, earliestStart };
}

const factsOf = ({ priority, started, budgets, violates }: VictimFacts) => ({ priority, started, budgets, violates });

function ownerName(pod: Pod): string {
  const owner = controllerOf(pod);
  return owner === undefined ? '' : `${owner.kind}/${pod.metadata.namespace ?? 'default'}/${owner.name}`;
}

/** What has become of Pods at the step asked about. */
class Today {
  private readonly etcd: View<KubeObject>;
  private readonly queue: View<QueuedPod>;
  /** By the victim's uid. */
  private readonly heirs: ReadonlyMap<string, Pod>;

  constructor(opened: Opened, step: Step, cycles: readonly ExplainedCycle[]) {
    this.etcd = viewOf<KubeObject>(opened.cluster, 'etcd', step);
    this.queue = viewOf<QueuedPod>(opened.cluster, 'scheduler/queue', step);
    const victims = cycles.flatMap((cycle) => {
      const before = podsOf(cycle);
      return (cycle.result.victims ?? []).flatMap((key) => before.get(key) ?? []);
    });
    const since = Math.min(...cycles.map((cycle) => cycle.step));
    this.heirs = heirsOf(opened, { since, until: step }, victims);
  }

  victim(pod: Pod, chosen: boolean): Pick<PreemptionVictim, 'now' | 'phase' | 'heir' | 'heirNode' | 'heirPhase'> {
    const now = this.same(pod);
    const heir = chosen ? this.heirs.get(pod.metadata.uid ?? '') : undefined;
    const heirNow = heir === undefined ? undefined : this.same(heir);
    return {
      now: now === undefined ? 'gone' : now.metadata.deletionTimestamp === undefined ? 'here' : 'terminating',
      phase: this.phaseOf(now),
      heir: heir === undefined ? '' : namespacedName(heir),
      heirNode: heirNow?.spec.nodeName ?? '',
      heirPhase: this.phaseOf(heirNow),
    };
  }

  preemptor(pod: Pod): Pick<PreemptionAnswer, 'boundTo' | 'phase'> {
    const now = this.same(pod);
    return { boundTo: now?.spec.nodeName ?? '', phase: this.phaseOf(now) };
  }

  private phaseOf(pod: Pod | undefined): PreemptionVictim['phase'] {
    return pod === undefined ? '' : tokenPhase(pod, this.queue);
  }

  private same(pod: Pod): Pod | undefined {
    const now = this.etcd.get(`Pod/${namespacedName(pod)}`);
    return now !== undefined && isPod(now) && now.metadata.uid === pod.metadata.uid ? now : undefined;
  }
}
