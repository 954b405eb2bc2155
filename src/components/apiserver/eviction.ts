/**
 * POST pods/NAME/eviction: k8s.io/kubernetes pkg/registry/core/pod/storage/eviction.go (v1.37). Left out: dry run, retries
 * against a budget that changes meanwhile.
 */
import { keyOf, type Condition, type KubeObject, type LabelSelector, type Pod } from '../../model/objects.ts';
import { resourceOfKind, type ResourceInfo } from '../../model/resources.ts';
import { selectorMatches } from '../../model/selectors.ts';
import type { Core } from './core.ts';
import { checkPreconditions, removeObject } from './delete.ts';
import { fieldsOf, type Fields } from './fields.ts';
import type { Next, Outcome } from './outcome.ts';
import { forbidden, internal, notFound, refuse } from './refusal.ts';
import type { ApiRequest } from './types.ts';

/** Upstream's bound on pods that a budget remembers as on their way out. */
const DISRUPTED_MAX = 2000;

export function evict(core: Core, request: ApiRequest, info: ResourceInfo): Outcome {
  const name = request.name ?? '';
  const namespace = request.namespace ?? 'default';
  const key = keyOf(info.kind, namespace, name);
  const pod = core.store.get(key) as Pod | undefined;
  if (pod === undefined) throw notFound(info, name);
  const sent = fieldsOf(fieldsOf(request.body)['deleteOptions']) as NonNullable<ApiRequest['options']>;
  const options = { ...sent, ...request.options };
  checkPreconditions(info, pod, options);
  if (ignoresBudgets(pod)) return marked(core, key, pod, options);
  const budget = onlyBudget(core, pod);
  if (budget === undefined || unhealthyMayGo(pod, budget)) return marked(core, key, pod, options);
  const budgetKey = keyOf('PodDisruptionBudget', namespace, budget.metadata.name);
  core.store.put(budgetKey, charged(core, budget, name));
  const written = { key: budgetKey, revision: core.store.revision };
  const next = { kind: 'evict', stage: 'mark', key, uid: pod.metadata.uid ?? '', options } as const;
  return { response: { code: 201, written: true }, written, next };
}

/** The commits after the budget's: the Pod's condition, then its deletion. */
export function evictFurther(core: Core, { key, uid, stage, options }: Extract<Next, { kind: 'evict' }>): Outcome {
  const pod = core.store.get(key) as Pod | undefined;
  if (pod === undefined || (pod.metadata.uid ?? '') !== uid) return { response: { code: 201, written: false }, key };
  return stage === 'mark' ? marked(core, key, pod, options) : created(removeObject(core, key, pod, options));
}

/** addConditionAndDeletePod: a Pod that says already why it goes is deleted at once. */
function marked(core: Core, key: string, pod: Pod, options: NonNullable<ApiRequest['options']>): Outcome {
  const conditions = pod.status?.conditions ?? [];
  const before = conditions.find(({ type }) => type === EVICTED.type);
  if (before?.status === EVICTED.status && before.reason === EVICTED.reason) {
    return created(removeObject(core, key, pod, options));
  }
  const condition: Condition = { ...EVICTED, lastProbeTime: null, lastTransitionTime: core.timestamp() };
  const after =
    before === undefined ? [...conditions, condition] : conditions.map((c) => (c === before ? condition : c));
  core.store.put(key, { ...pod, status: { ...pod.status, conditions: after } });
  const next = { kind: 'evict', stage: 'delete', key, uid: pod.metadata.uid ?? '', options } as const;
  return { response: { code: 201, written: true }, written: { key, revision: core.store.revision }, next };
}

const EVICTED = {
  type: 'DisruptionTarget',
  status: 'True',
  reason: 'EvictionByEvictionAPI',
  message: 'Eviction API: evicting',
} as const;

/** The answer to an Eviction is 201 without an object. */
const created = (outcome: Outcome): Outcome => ({
  ...outcome,
  response: { code: 201, written: outcome.response.written },
});

/** A Pod that ended, is pending, or goes already costs no budget. */
function ignoresBudgets({ metadata, status }: Pod): boolean {
  const phase = status?.phase;
  return metadata.deletionTimestamp !== undefined || phase === 'Succeeded' || phase === 'Failed' || phase === 'Pending';
}

function onlyBudget(core: Core, pod: Pod): KubeObject | undefined {
  const budgets = core.store
    .list('PodDisruptionBudget', pod.metadata.namespace)
    .filter((budget) => selectorMatches(selectorOf(budget), pod.metadata.labels));
  if (budgets.length > 1) {
    throw internal('This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.');
  }
  return budgets[0];
}

const selectorOf = (budget: KubeObject): LabelSelector | undefined =>
  fieldsOf(budget.spec)['selector'] as LabelSelector | undefined;

const isReady = ({ status }: Pod): boolean =>
  (status?.conditions ?? []).some(({ type, status: is }: Condition) => type === 'Ready' && is === 'True');

/** A Pod that is not ready may go while the application has what it needs, or always, by the budget's own policy. */
function unhealthyMayGo(pod: Pod, budget: KubeObject): boolean {
  if (isReady(pod)) return false;
  if (fieldsOf(budget.spec)['unhealthyPodEvictionPolicy'] === 'AlwaysAllow') return true;
  const { currentHealthy = 0, desiredHealthy = 0 } = fieldsOf(budget.status);
  return Number(desiredHealthy) > 0 && Number(currentHealthy) >= Number(desiredHealthy);
}

/** checkAndDecrement: one disruption less, and the Pod written down. */
function charged(core: Core, budget: KubeObject, pod: string): KubeObject {
  const status = fieldsOf(budget.status);
  const { name } = budget.metadata;
  if (Number(status['observedGeneration'] ?? 0) < (budget.metadata.generation ?? 0)) {
    throw blocked(`The disruption budget ${name} is still being processed by the server.`);
  }
  const allowed = Number(status['disruptionsAllowed'] ?? 0);
  const info = resourceOfKind('PodDisruptionBudget');
  if (allowed < 0 && info !== undefined) throw forbidden(info, name, 'pdb disruptions allowed is negative');
  const disrupted = fieldsOf(status['disruptedPods']);
  if (Object.keys(disrupted).length > DISRUPTED_MAX && info !== undefined) {
    throw forbidden(info, name, 'DisruptedPods map too big - too many evictions not confirmed by PDB controller');
  }
  if (allowed === 0) throw blocked(shortOf(name, status));
  const next: Fields = {
    ...status,
    disruptionsAllowed: allowed - 1,
    disruptedPods: { ...disrupted, [pod]: core.timestamp() },
    ...conditionsAfter(core, status, allowed),
  };
  return { ...budget, status: next };
}

const shortOf = (name: string, status: Fields): string =>
  `The disruption budget ${name} needs ${Number(status['desiredHealthy'] ?? 0)} healthy pods and has ` +
  `${Number(status['currentHealthy'] ?? 0)} currently`;

function blocked(message: string): Error {
  const words = "Cannot evict pod as it would violate the pod's disruption budget.";
  return refuse(429, 'TooManyRequests', words, [{ reason: 'DisruptionBudget', message }]);
}

/** DisruptionAllowed turns false with the last one. */
function conditionsAfter(core: Core, status: Fields, allowed: number): Fields {
  const conditions = (status['conditions'] ?? []) as readonly Condition[];
  if (allowed > 1 || conditions.length === 0) return {};
  const next = conditions.map((condition) =>
    condition.type === 'DisruptionAllowed' && condition.status === 'True'
      ? { ...condition, status: 'False', reason: 'InsufficientPods', lastTransitionTime: core.timestamp() }
      : condition,
  );
  return { conditions: next };
}
