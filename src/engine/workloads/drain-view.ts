/** A drain with its budgets: who was asked to leave, who was refused and until when, and what stands for them elsewhere. */
import { objectKey, type Node, type Pod } from '../../model/objects.ts';
import { selectorMatches } from '../../model/selectors.ts';
import type { Budget } from '../../components/controllers/workload-rules.ts';
import type { At, BudgetView, DrainPodView, DrainView, EvictionTry } from '../../protocol/protocol.ts';
import type { Past, Try, Write } from './past.ts';
import { makerOf, podsThat, type Incarnation } from './pod-life.ts';
import { pointsOf } from './rollout.ts';

const BUDGET = 'PodDisruptionBudget';
const REFUSED = 429;

const budgetsIn = (past: Past): readonly Budget[] => past.list(BUDGET) as readonly Budget[];

/** Of a node: its Pods, those that left it, and the budgets that stand before them. */
export function drainOfNode(past: Past, name: string): DrainView {
  const all = podsThat(past, (pod) => pod.spec.nodeName === name);
  const here = all.filter((one) => concerns(past, one));
  const budgets = budgetsIn(past).filter((budget) => here.some(({ pod }) => covers(budget, pod)));
  const cordoned = cordonedAt(past, past.writes<Node>(`Node/${name}`));
  return {
    node: name,
    ...(cordoned === undefined ? {} : { cordoned }),
    pods: podViews(past, here),
    budgets: budgets.map((budget) => budgetView(past, budget)),
  };
}

/** Of a budget: its Pods wherever they are. */
export function drainOfBudget(past: Past, key: string): DrainView | undefined {
  const writes = past.writes<Budget>(key);
  const budget = past.last(writes)?.object ?? writes.find(({ object }) => object !== undefined)?.object;
  if (budget === undefined) return undefined;
  const all = podsThat(past, (pod) => covers(budget, pod)).filter((one) => concerns(past, one));
  return { node: '', pods: podViews(past, all), budgets: [budgetView(past, budget)] };
}

export function covers({ metadata, spec }: Budget, pod: Pod): boolean {
  return metadata.namespace === pod.metadata.namespace && selectorMatches(spec?.selector, pod.metadata.labels);
}

/** It is there at the step, or an eviction made it leave. */
function concerns(past: Past, one: Incarnation): boolean {
  const now = past.last(one.writes);
  if (now === undefined) return false;
  if (now.object !== undefined) return (now.object.spec.nodeName ?? '') !== '';
  return triesOf(past, one).some(({ code, step }) => code !== REFUSED && step <= past.step);
}

/** Answers to evictions while this Pod had the name. */
function triesOf(past: Past, { key, writes }: Incarnation): readonly Try[] {
  const born = writes[0]?.step ?? 0;
  const end = writes.at(-1)?.object === undefined ? (writes.at(-1)?.step ?? Infinity) : Infinity;
  return past.triesOf(key).filter(({ step }) => step >= born && step <= end);
}

function cordonedAt(past: Past, writes: readonly Write<Node>[]): At | undefined {
  let since: Write<Node> | undefined;
  for (const write of writes.filter(({ step }) => step <= past.step)) {
    if (write.object?.spec?.unschedulable !== true) since = undefined;
    else since ??= write;
  }
  return since === undefined ? undefined : past.moment(since.step);
}

function podViews(past: Past, pods: readonly Incarnation[]): readonly DrainPodView[] {
  const heirs = new Heirs(past);
  const leavers = pods.map((one) => ({ one, tries: triesOf(past, one) }));
  const grantedAt = ({ tries }: (typeof leavers)[number]): number =>
    tries.find(({ code }) => code !== REFUSED)?.step ?? Infinity;
  // Who left first has the first heir.
  return [...leavers]
    .sort((a, b) => grantedAt(a) - grantedAt(b))
    .map(({ one, tries }) => podView(past, one, tries, heirs));
}

function podView(past: Past, one: Incarnation, tries: readonly Try[], heirs: Heirs): DrainPodView {
  const { key, uid, writes, pod } = one;
  const now = past.last(writes)?.object;
  const shown = now ?? pod;
  const told = tries.filter(({ step }) => step <= past.step);
  const granted = tries.find(({ code }) => code !== REFUSED);
  const gaveUp = gaveUpOn(past, shown, told);
  const state = stateOf(now, told, gaveUp);
  const left = granted !== undefined && granted.step <= past.step;
  const heir = left ? heirs.takeFor(shown, granted.step) : undefined;
  return {
    key,
    uid,
    phase: past.phaseOf(shown),
    maker: makerOf(shown),
    budgets: budgetsIn(past)
      .filter((budget) => covers(budget, shown))
      .map(objectKey),
    state,
    tries: told.map((one) => tryView(past, shown, one)),
    ...(gaveUp === undefined ? {} : { gaveUp }),
    ...(granted === undefined || !told.some(({ code }) => code === REFUSED)
      ? {}
      : { granted: past.moment(granted.step) }),
    ...(heir === undefined ? {} : { heir }),
  };
}

/** Nobody asks again after the last refusal: a later drain would have asked at once. */
function gaveUpOn(past: Past, { spec }: Pod, told: readonly Try[]): At | undefined {
  const last = told.at(-1);
  if (last?.code !== REFUSED) return undefined;
  return past.givenUpOf(spec.nodeName ?? '').find(({ step }) => step > last.step && step <= past.step);
}

function stateOf(now: Pod | undefined, told: readonly Try[], gaveUp: At | undefined): DrainPodView['state'] {
  if (now === undefined) return 'gone';
  if (told.some(({ code }) => code !== REFUSED) || now.metadata.deletionTimestamp !== undefined) return 'evicted';
  if (told.length > 0) return gaveUp === undefined ? 'refused' : 'left';
  return makerOf(now).startsWith('DaemonSet/') ? 'daemonset' : 'stays';
}

function tryView(past: Past, pod: Pod, { step, tick, code, client }: Try): EvictionTry {
  const base = { step, tick, code, client };
  if (code !== REFUSED) return base;
  const budget = budgetsIn(past).find((one) => covers(one, pod));
  if (budget === undefined) return base;
  const then = past.at<Budget>(step).get(objectKey(budget))?.status;
  return {
    ...base,
    budget: objectKey(budget),
    healthy: then?.currentHealthy ?? 0,
    desired: then?.desiredHealthy ?? 0,
    leaving: Object.keys(then?.disruptedPods ?? {}).length,
  };
}

/** Pods made instead of others, each given once. */
class Heirs {
  private readonly taken = new Set<string>();
  private readonly byMaker = new Map<string, readonly Incarnation[]>();

  constructor(private readonly past: Past) {}

  takeFor(pod: Pod, after: number): DrainPodView['heir'] {
    const maker = makerOf(pod);
    if (maker === '') return undefined;
    const { past } = this;
    const made = this.byMaker.get(maker) ?? podsThat(past, (one) => makerOf(one) === maker);
    this.byMaker.set(maker, made);
    const found = made.find(({ uid, writes }) => {
      const born = writes[0]?.step ?? 0;
      return born > after && born <= past.step && !this.taken.has(uid);
    });
    if (found === undefined) return undefined;
    this.taken.add(found.uid);
    const shown = past.last(found.writes)?.object ?? found.pod;
    const at = past.moment(found.writes[0]?.step ?? 0);
    return { key: found.key, node: shown.spec.nodeName ?? '', phase: past.phaseOf(shown), at };
  }
}

function budgetView(past: Past, budget: Budget): BudgetView {
  const key = objectKey(budget);
  const { minAvailable, maxUnavailable, selector } = budget.spec ?? {};
  const rule =
    maxUnavailable === undefined
      ? `minAvailable: ${String(minAvailable ?? 0)}`
      : `maxUnavailable: ${String(maxUnavailable)}`;
  const pods = (past.list('Pod') as readonly Pod[]).filter((pod) => selector !== undefined && covers(budget, pod));
  return {
    key,
    rule,
    points: pointsOf(past.writes<Budget>(key), ({ status }) => ({
      allowed: status?.disruptionsAllowed ?? 0,
      healthy: status?.currentHealthy ?? 0,
      desired: status?.desiredHealthy ?? 0,
      expected: status?.expectedPods ?? 0,
    })),
    disrupted: Object.keys(budget.status?.disruptedPods ?? {}).sort(),
    pods: pods.map(objectKey),
  };
}
