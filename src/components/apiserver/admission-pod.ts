/**
 * What admission adds to a Pod on create: k8s.io/kubernetes plugin/pkg/admission (v1.37) ServiceAccount, Priority,
 * DefaultTolerationSeconds, RuntimeClass, and the pod strategy's PrepareForCreate (pkg/registry/core/pod). Left out:
 * image pull secrets of the service account, webhooks.
 */
import type { KubeObject, Toleration } from '../../model/objects.ts';
import { limitRangeDefaults } from './admission-limits.ts';
import type { Core } from './core.ts';
import { fieldsOf, isFields, listOf, mapList, textOf, withDefaults, withField, type Fields } from './fields.ts';
import { forbidden, nameSoFar } from './refusal.ts';
import { resourceOfKind, type ResourceInfo } from '../../model/resources.ts';
import { qosClass } from './qos.ts';

const NOT_READY = 'node.kubernetes.io/not-ready';
const UNREACHABLE = 'node.kubernetes.io/unreachable';
const eviction = (key: string, tolerationSeconds: number): Toleration => ({
  key,
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds,
});

const TOKEN_PATH = '/var/run/secrets/kubernetes.io/serviceaccount';
const TOKEN_VOLUME = 'kube-api-access-';
const TOKEN_SOURCE: Fields = {
  sources: [
    { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
    { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
    {
      downwardAPI: { items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }] },
    },
  ],
  defaultMode: 420,
};

const SYSTEM_PRIORITIES: Readonly<Record<string, number>> = {
  'system-cluster-critical': 2_000_000_000,
  'system-node-critical': 2_000_001_000,
};

const podInfo = resourceOfKind('Pod') as ResourceInfo;

/** @param key store key, "Pod/ns/name" or "Pod/ns/prefix*": names the token volume */
export function admitPod(core: Core, sent: KubeObject, key: string): KubeObject {
  const pod = limitRangeDefaults(core, sent);
  let spec = fieldsOf(pod.spec);
  spec = addServiceAccount(core, pod, spec, key);
  spec = addPriority(core, pod, spec);
  spec = addTolerations(core, spec);
  spec = addRuntimeClass(core, pod, spec);
  spec = foldMatchLabelKeys(spec, pod.metadata.labels ?? {});
  return { ...pod, spec, status: initialStatus(core, spec) };
}

function initialStatus(core: Core, spec: Fields): Fields {
  const status: Fields = { phase: 'Pending', qosClass: qosClass(spec) };
  if (listOf(spec['schedulingGates']).length === 0) return status;
  const gated = {
    type: 'PodScheduled',
    status: 'False',
    reason: 'SchedulingGated',
    message: 'Scheduling is blocked due to non-empty scheduling gates',
    lastProbeTime: null,
    lastTransitionTime: core.timestamp(),
  };
  return { ...status, conditions: [gated] };
}

function addServiceAccount(core: Core, pod: KubeObject, spec: Fields, key: string): Fields {
  if (pod.metadata.annotations?.['kubernetes.io/config.mirror'] !== undefined) return spec;
  const name = textOf(spec['serviceAccountName']) || 'default';
  const next = withDefaults(spec, { serviceAccountName: name, serviceAccount: name });
  if (!mountsToken(core, pod, next, name)) return next;
  return mountToken(next, `${TOKEN_VOLUME}${core.derivedSuffix(`${core.store.revision}/${key}`)}`);
}

function mountsToken(core: Core, pod: KubeObject, spec: Fields, account: string): boolean {
  const { namespace = '' } = pod.metadata;
  const found = core.store.get(`ServiceAccount/${namespace}/${account}`);
  // The default account is made by a controller; an input without accounts says nothing about the others.
  if (found === undefined && account !== 'default' && core.knows('ServiceAccount')) {
    const why = `error looking up service account ${namespace}/${account}: serviceaccount "${account}" not found`;
    throw forbidden(podInfo, nameSoFar(pod.metadata), why);
  }
  const own = spec['automountServiceAccountToken'];
  return typeof own === 'boolean' ? own : fieldsOf(found)['automountServiceAccountToken'] !== false;
}

function mountToken(spec: Fields, volume: string): Fields {
  const mount: Fields = { name: volume, readOnly: true, mountPath: TOKEN_PATH };
  const add = (container: Fields): Fields => {
    const mounts = listOf(container['volumeMounts']);
    if (mounts.some((other) => fieldsOf(other)['mountPath'] === TOKEN_PATH)) return container;
    return { ...container, volumeMounts: [...mounts, mount] };
  };
  let next = mapList(spec, 'initContainers', add);
  next = mapList(next, 'containers', add);
  if (next === spec) return spec;
  return { ...next, volumes: [...listOf(next['volumes']), { name: volume, projected: TOKEN_SOURCE }] };
}

function addPriority(core: Core, pod: KubeObject, spec: Fields): Fields {
  const name = textOf(spec['priorityClassName']);
  const found = name === '' ? defaultPriorityClass(core) : core.store.get(`PriorityClass/${name}`);
  const system = SYSTEM_PRIORITIES[name];
  if (name !== '' && found === undefined && system === undefined && core.knows('PriorityClass')) {
    throw forbidden(podInfo, nameSoFar(pod.metadata), `no PriorityClass with name ${name} was found`);
  }
  const fields = fieldsOf(found);
  const known = typeof spec['priority'] === 'number' && found === undefined ? spec['priority'] : 0;
  const priority = typeof fields['value'] === 'number' ? fields['value'] : (system ?? known);
  const policy = fields['preemptionPolicy'] ?? 'PreemptLowerPriority';
  const given = spec['preemptionPolicy'];
  if (given !== undefined && given !== policy) {
    const why = `the string value of PreemptionPolicy (${textOf(given)}) must not be provided in pod spec; priority admission controller computed ${textOf(policy)} from the given PriorityClass name`;
    throw forbidden(podInfo, nameSoFar(pod.metadata), why);
  }
  const named = found === undefined || name !== '' ? spec : { ...spec, priorityClassName: found.metadata.name };
  return withDefaults(withField(named, 'priority', priority), { preemptionPolicy: policy });
}

/** Of several marked as global default, the one of the lowest value. */
function defaultPriorityClass(core: Core): KubeObject | undefined {
  if (core.store.count('PriorityClass') === 0) return undefined;
  let best: KubeObject | undefined;
  for (const found of core.store.list('PriorityClass')) {
    if (fieldsOf(found)['globalDefault'] !== true) continue;
    if (best === undefined || Number(fieldsOf(found)['value']) < Number(fieldsOf(best)['value'])) best = found;
  }
  return best;
}

function addTolerations({ flags }: Core, spec: Fields): Fields {
  const present = listOf(spec['tolerations']) as readonly Toleration[];
  const added: Toleration[] = [];
  if (!toleratesEviction(present, NOT_READY)) added.push(eviction(NOT_READY, flags.defaultNotReadyTolerationSeconds));
  if (!toleratesEviction(present, UNREACHABLE))
    added.push(eviction(UNREACHABLE, flags.defaultUnreachableTolerationSeconds));
  return added.length === 0 ? spec : { ...spec, tolerations: [...present, ...added] };
}

const toleratesEviction = (tolerations: readonly Toleration[], key: string): boolean =>
  tolerations.some(
    (t) => (t.key === key || (t.key ?? '') === '') && (t.effect === 'NoExecute' || (t.effect ?? '') === ''),
  );

function addRuntimeClass(core: Core, pod: KubeObject, spec: Fields): Fields {
  const name = textOf(spec['runtimeClassName']);
  if (name === '') return spec;
  const stored = core.store.get(`RuntimeClass/${name}`);
  if (stored === undefined && core.knows('RuntimeClass')) {
    throw forbidden(podInfo, nameSoFar(pod.metadata), `pod rejected: RuntimeClass "${name}" not found`);
  }
  const found = fieldsOf(stored);
  const overhead = fieldsOf(found['overhead'])['podFixed'];
  let next = isFields(overhead) ? withField(spec, 'overhead', overhead) : spec;
  const scheduling = fieldsOf(found['scheduling']);
  if (isFields(scheduling['nodeSelector'])) {
    next = withField(next, 'nodeSelector', { ...fieldsOf(next['nodeSelector']), ...scheduling['nodeSelector'] });
  }
  const tolerations = listOf(scheduling['tolerations']);
  if (tolerations.length > 0) next = { ...next, tolerations: [...listOf(next['tolerations']), ...tolerations] };
  return next;
}

/** A spread constraint's matchLabelKeys become requirements on the Pod's own values (from 1.34 on). */
function foldMatchLabelKeys(spec: Fields, labels: Readonly<Record<string, string>>): Fields {
  return mapList(spec, 'topologySpreadConstraints', (constraint) => {
    const keys = listOf(constraint['matchLabelKeys']).filter((key) => labels[textOf(key)] !== undefined);
    const selector = constraint['labelSelector'];
    if (keys.length === 0 || !isFields(selector)) return constraint;
    const own = keys.map((key) => ({ key, operator: 'In', values: [labels[textOf(key)]] }));
    const matchExpressions = [...listOf(selector['matchExpressions']), ...own];
    return { ...constraint, labelSelector: { ...selector, matchExpressions } };
  });
}
