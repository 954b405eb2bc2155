import type { Step } from '../kernel/kernel.ts';
import { EVENT } from '../model/events.ts';
import type { CycleMark, CycleNodeMark } from '../protocol/protocol.ts';
import type { CycleResult } from '../components/scheduler/scheduler.ts';
import type { Cluster } from './create-cluster.ts';
import { countUpTo } from './event-index.ts';
import type { EventIndex } from './event-index.ts';
import type { Explanations } from './explained.ts';

/** Extension points in order, by the event that tells of each. */
const POINTS: readonly (readonly [kind: number, point: string])[] = [
  [EVENT['cycle.prefilter'], 'PreFilter'],
  [EVENT['cycle.filter'], 'Filter'],
  [EVENT['cycle.postfilter'], 'PostFilter'],
  [EVENT['cycle.score'], 'Score'],
  [EVENT['cycle.reserve'], 'Reserve'],
  [EVENT['cycle.permit'], 'Permit'],
  [EVENT['cycle.bound'], 'Bind'],
  [EVENT['cycle.failed'], 'PostFilter'],
];
const POINT_OF = new Map(POINTS);
/** A binding takes a request and an answer; further away than this nothing of a cycle is looked for. */
const STEPS_MAX = 4096;

/** The cycle that was started last at or before the step, as far as it had come. */
export function cycleMark(
  cluster: Cluster,
  index: EventIndex,
  explanations: Explanations,
  step: Step,
  rows: number,
): CycleMark | undefined {
  const startStep = index.cycles[countUpTo(index.cycles, step) - 1];
  if (startStep === undefined) return undefined;
  const { trace } = cluster.world;
  const pod = trace.object(startStep);
  const { point, open } = progressOf(cluster, startStep, step, pod);
  const { result, attempt } = explanations.at(startStep);
  const scored = ['Score', 'Reserve', 'Permit', 'Bind'].includes(point);
  const filtered = scored || point === 'Filter' || point === 'PostFilter';
  return {
    pod,
    attempt,
    startStep,
    point,
    open,
    plugins: result.scores.map(({ plugin, weight }) => ({ name: plugin, weight })),
    nodes: filtered ? nodeRows(result, scored, rows) : [],
    host: scored ? (result.host ?? '') : '',
    maxTotal: result.scores.reduce((sum, { weight }) => sum + weight * 100, 0),
  };
}

function progressOf(cluster: Cluster, startStep: Step, step: Step, pod: string): { point: string; open: boolean } {
  const { trace } = cluster.world;
  let point = '';
  let open = true;
  const last = Math.min(step, startStep + STEPS_MAX);
  for (let at = startStep + 1; at <= last; at++) {
    if (trace.object(at) !== pod) continue;
    const kind = trace.kind(at);
    point = POINT_OF.get(kind) ?? point;
    if (kind === EVENT['request.sent'] && trace.detail(at) === 'bind') point = 'Bind';
    if (kind === EVENT['cycle.bound'] || kind === EVENT['cycle.failed']) open = false;
  }
  return { point, open };
}

/** Candidates by name first, then the filtered ones; cut to what a screen shows, never without the host. */
function nodeRows(result: CycleResult, scored: boolean, rows: number): CycleNodeMark[] {
  const marks = result.verdicts.map((verdict): CycleNodeMark => {
    const at = result.feasible.indexOf(verdict.node);
    return {
      node: verdict.node,
      plugin: verdict.plugin,
      reason: reasonText(verdict.reasons, verdict.numbers),
      scores: scored && at >= 0 ? result.scores.map((s) => (s.normalized[at] ?? 0) * s.weight) : [],
      total: scored && at >= 0 ? (result.totals[at] ?? 0) : 0,
    };
  });
  marks.sort(
    (a, b) =>
      Number(b.node === result.host) - Number(a.node === result.host) ||
      Number(a.plugin !== '') - Number(b.plugin !== '') ||
      b.total - a.total,
  );
  const shown = marks.slice(0, rows);
  return shown.sort((a, b) => (a.node < b.node ? -1 : 1));
}

type Numbers = CycleResult['verdicts'][number]['numbers'];

function reasonText(reasons: readonly string[], numbers: Numbers): string {
  const [first] = numbers ?? [];
  const text = reasons.join(', ');
  if (first === undefined) return text;
  const unit = first.resource === 'cpu' ? 'm' : '';
  return `${text}, asked ${String(first.asked)}${unit}, free ${String(first.free)}${unit}`;
}
