/** Topology spread constraints: a larger skew, or a wish instead of a rule. */
import type { PodSpec, TopologySpreadConstraint } from '../../model/objects.ts';
import { topologyReport } from '../../components/scheduler/topology-report.ts';
import { blockedBy } from './diagnosis.ts';
import type { Diagnosis } from './diagnosis.ts';
import { isSlip, nearest } from './nearest.ts';
import type { Near } from './nearest.ts';
import { labelsOf } from './placement.ts';
import { draftedPod, editPod, tryDraft, withEdit } from './situation.ts';
import type { Draft, Edit, Situation } from './situation.ts';

/** Beyond this it is no spreading any more. */
const SKEW_MORE_MAX = 8;

export function proposeSpread(situation: Situation, draft: Draft, diagnosis: Diagnosis): Edit[] {
  if (blockedBy(diagnosis, 'PodTopologySpread').length === 0) return [];
  const constraints = draftedPod(situation, draft).spec.topologySpreadConstraints ?? [];
  const rules = constraints.filter(({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule');
  return constraints.flatMap((constraint, at): Edit[] => {
    if (constraint.whenUnsatisfiable !== 'DoNotSchedule') return [];
    return [
      ...mendKey(constraint, at, diagnosis),
      ...raise(situation, draft, constraint, at),
      ...fewerDomains(constraint, at, rules.indexOf(constraint), diagnosis),
      relax(constraint, at),
    ];
  });
}

const editConstraint = (at: number, edit: (from: TopologySpreadConstraint) => TopologySpreadConstraint) =>
  editPod((spec: PodSpec) => ({
    ...spec,
    topologySpreadConstraints: (spec.topologySpreadConstraints ?? []).map((c, i) => (i === at ? edit(c) : c)),
  }));

/** A key that no node has, and the nearest that one does. */
function mendKey({ topologyKey }: TopologySpreadConstraint, at: number, { nodes }: Diagnosis): Edit[] {
  const to = meantKey(topologyKey, nodes);
  if (to === undefined) return [];
  return [
    {
      code: 'mend-topology-key',
      params: { from: topologyKey, to: to.word },
      cost: 10 + to.distance,
      change: editConstraint(at, (c) => ({ ...c, topologyKey: to.word })),
    },
  ];
}

/** The label of nodes that a mistyped topology key means. */
export function meantKey(key: string, nodes: Diagnosis['nodes']): Near | undefined {
  const labels = labelsOf(nodes.map(({ node }) => node));
  const near = labels.has(key) ? undefined : nearest(key, labels.keys());
  return near !== undefined && isSlip(key, near) ? near : undefined;
}

/** The smallest maxSkew that does it; where none does, one more (another edit may do the rest). */
function raise(
  situation: Situation,
  draft: Draft,
  { maxSkew, topologyKey }: TopologySpreadConstraint,
  at: number,
): Edit[] {
  const to = (value: number): Edit => ({
    code: 'raise-max-skew',
    params: { topologyKey, from: maxSkew, to: value },
    cost: 28 + 2 * (value - maxSkew),
    change: editConstraint(at, (c) => ({ ...c, maxSkew: value })),
  });
  for (let more = 1; more <= SKEW_MORE_MAX; more++) {
    const edit = to(maxSkew + more);
    if (tryDraft(situation, withEdit(draft, edit)).host !== undefined) return [edit];
  }
  return [];
}

/**
 * As many as there are that count: a node that a policy leaves out makes none.
 * @param hard which of the constraints that filter
 */
function fewerDomains(
  { minDomains = 1, topologyKey }: TopologySpreadConstraint,
  at: number,
  hard: number,
  { input }: Diagnosis,
): Edit[] {
  if (minDomains <= 1) return [];
  const rows = topologyReport(input).spread.filter(({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule');
  const domains = rows[hard]?.domains.length ?? 0;
  if (minDomains <= domains || domains === 0) return [];
  return [
    {
      code: 'lower-min-domains',
      params: { topologyKey, from: minDomains, to: domains },
      cost: 29,
      change: editConstraint(at, (c) => ({ ...c, minDomains: domains })),
    },
  ];
}

const relax = ({ topologyKey }: TopologySpreadConstraint, at: number): Edit => ({
  code: 'relax-spread',
  params: { topologyKey },
  cost: 45,
  change: editConstraint(at, ({ minDomains: _, ...c }) => ({ ...c, whenUnsatisfiable: 'ScheduleAnyway' })),
});
