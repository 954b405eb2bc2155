/** Pods that do not even exist: what the api-server said to their makers, and what would let them be made and bind. */
import { compareBytes } from '../../kernel/kernel.ts';
import type { Step, View } from '../../kernel/kernel.ts';
import { keyOf, objectKey } from '../../model/objects.ts';
import type { Condition, KubeObject, Pod, PodSpec, PodTemplateSpec } from '../../model/objects.ts';
import { parseQuantity } from '../../model/quantity.ts';
import { resourceOfKind } from '../../model/resources.ts';
import { quotaUsage } from '../../components/apiserver/apiserver.ts';
import type { RefusedRow } from '../../protocol/protocol.ts';
import type { Cluster } from '../create-cluster.ts';
import type { Refusal } from '../refusal.ts';
import { isPod } from '../phase.ts';
import { viewOf } from '../views-at.ts';
import { isSlip, nearest } from './nearest.ts';
import { controllerOf } from './owner.ts';
import type { Moment } from './moment.ts';
import { changeObject, createObject, editPod, situationOf } from './situation.ts';
import type { Edit, Situation } from './situation.ts';

const CONFLICT = 409;

/**
 * Workloads whose last attempt to make a Pod was refused, and whatever kubectl could not make (invalid, not admitted) and
 * is not there. Sorted by key.
 */
export function refusedCreations(cluster: Cluster, step: Step): RefusedRow[] {
  const objects = viewOf<KubeObject>(cluster, 'etcd', step);
  const rows = new Map<string, string>();
  for (const [, object] of objects.entries()) {
    const conditions = (object.status as { conditions?: readonly Condition[] } | undefined)?.conditions ?? [];
    const failed = conditions.find(({ type, status }) => type === 'ReplicaFailure' && status === 'True');
    if (object.kind !== 'ReplicaSet' || failed === undefined) continue;
    const upper = controllerOf(object);
    const key = upper === undefined ? objectKey(object) : keyOf(upper.kind, object.metadata.namespace, upper.name);
    rows.set(objects.has(key) ? key : objectKey(object), failed.message ?? '');
  }
  for (const [, { key = '', verb, code, message }] of viewOf<Refusal>(cluster, 'kubectl/refused', step).entries()) {
    // 409: it was there then.
    if (verb === 'create' && code !== CONFLICT && key !== '' && !objects.has(key)) rows.set(key, message);
  }
  return [...rows].sort(([a], [b]) => compareBytes(a, b)).map(([key, message]) => ({ key, message }));
}

interface Workload extends KubeObject {
  readonly spec?: { readonly template?: PodTemplateSpec };
}

/** The Pod that could not be made, as its maker would make it. */
export function unbornPod(moment: Moment, key: string): Situation | undefined {
  const { cluster, objects } = moment;
  const pod = key.startsWith('Pod/') ? writtenPod(cluster, key) : templatePod(objects, key);
  return pod === undefined ? undefined : { ...situationOf(moment, pod), unborn: true };
}

function writtenPod({ scenario }: Cluster, key: string): Pod | undefined {
  const bodies = scenario.timeline.flatMap(({ body }) => (Array.isArray(body) ? (body as unknown[]) : [body]));
  const given = [...scenario.applied, ...bodies] as readonly Partial<KubeObject>[];
  const isIt = (o: Partial<KubeObject>): o is KubeObject =>
    o.kind === 'Pod' && o.metadata !== undefined && objectKey(o as KubeObject) === key;
  const found = given.filter(isIt).at(-1);
  return found !== undefined && isPod(found) ? found : undefined;
}

function templatePod(objects: View<KubeObject>, key: string): Pod | undefined {
  const workload = objects.get(key) as Workload | undefined;
  const template = workload?.spec?.template;
  if (workload === undefined || template === undefined) return undefined;
  const { name, namespace, uid = '' } = workload.metadata;
  const made = [...objects.entries()]
    .map(([, o]) => o)
    .find((o) => o.kind === 'ReplicaSet' && controllerOf(o)?.uid === uid);
  const maker = made ?? workload;
  const owner = {
    apiVersion: maker.apiVersion,
    kind: maker.kind,
    name: maker.metadata.name,
    uid: maker.metadata.uid ?? '',
    controller: true,
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `${name}-?`,
      namespace: namespace ?? 'default',
      ...(template.metadata?.labels === undefined ? {} : { labels: template.metadata.labels }),
      ownerReferences: [owner],
    },
    spec: template.spec,
  };
}

/** What the message asks for. */
export function proposeCreation(situation: Situation, message: string): Edit[] {
  return [...priorityClass(situation, message), ...serviceAccount(situation, message), ...quota(situation, message)];
}

function priorityClass({ objects }: Situation, message: string): Edit[] {
  const name = /no PriorityClass with name (\S+) was found/.exec(message)?.[1];
  if (name === undefined) return [];
  const names = [...objects.entries()].flatMap(([, { kind, metadata }]) =>
    kind === 'PriorityClass' ? [metadata.name] : [],
  );
  const near = nearest(name, names);
  const mend: Edit[] =
    near === undefined || !isSlip(name, near)
      ? []
      : [
          {
            code: 'mend-priority-class',
            params: { from: name, to: near.word },
            cost: 10 + near.distance,
            change: editPod((spec: PodSpec) => ({ ...spec, priorityClassName: near.word })),
          },
        ];
  const object = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name }, value: 0 };
  return [...mend, { code: 'create-priority-class', params: { class: name }, cost: 15, change: createObject(object) }];
}

function serviceAccount({ objects, pod }: Situation, message: string): Edit[] {
  const name = /serviceaccount "([^"]+)" not found/.exec(message)?.[1];
  if (name === undefined) return [];
  const { namespace = 'default' } = pod.metadata;
  const names = [...objects.entries()].flatMap(([, { kind, metadata }]) =>
    kind === 'ServiceAccount' && metadata.namespace === namespace ? [metadata.name] : [],
  );
  const near = nearest(name, names);
  const mend: Edit[] =
    near === undefined || !isSlip(name, near)
      ? []
      : [
          {
            code: 'mend-service-account',
            params: { from: name, to: near.word },
            cost: 10 + near.distance,
            // The old name of the field is filled in from the new one.
            change: editPod(({ serviceAccount: _, ...spec }: PodSpec) => ({ ...spec, serviceAccountName: near.word })),
          },
        ];
  const object = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } };
  return [
    ...mend,
    {
      code: 'create-service-account',
      params: { account: `${namespace}/${name}` },
      cost: 15,
      change: createObject(object),
    },
  ];
}

interface Quota extends KubeObject {
  readonly spec?: { readonly hard?: Readonly<Record<string, string | number>> };
  readonly status?: { readonly used?: Readonly<Record<string, string>> };
}

/** So many Pods does its maker want that are not there; 1 where that is not known. */
function missingOf(objects: View<KubeObject>, pod: Pod): number {
  const owner = controllerOf(pod);
  if (owner === undefined) return 1;
  const maker = objects.get(keyOf(owner.kind, pod.metadata.namespace, owner.name));
  const wanted = (maker?.spec as { readonly replicas?: number } | undefined)?.replicas;
  if (wanted === undefined) return 1;
  const there = [...objects.entries()].filter(
    ([, one]) => isPod(one) && controllerOf(one)?.uid === owner.uid && one.metadata.deletionTimestamp === undefined,
  );
  return Math.max(1, wanted - there.length);
}

/** What one Pod takes of a quota: the message names only what is exceeded already. */
function demandOf(quota: Quota, pod: Pod, asked: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  const info = resourceOfKind('Pod');
  const names = Object.keys(quota.spec?.hard ?? {});
  const each = info === undefined ? {} : quotaUsage(names, new Map([[info, [pod]]]), 0);
  return Object.entries({ ...each, ...Object.fromEntries(asked) });
}

/** "exceeded quota: compute, requested: pods=1, used: pods=2, limited: pods=2" */
function quota({ objects, pod }: Situation, message: string): Edit[] {
  const found = /exceeded quota: ([^,]+), requested: (.*), used: (.*), limited: (.*)$/.exec(message);
  const [, name = '', requested = '', used = '', limited = ''] = found ?? [];
  const object = objects.get(keyOf('ResourceQuota', pod.metadata.namespace ?? 'default', name)) as Quota | undefined;
  if (object === undefined) return [];
  const [asked, taken, hard] = [requested, used, limited].map(amounts);
  const missing = missingOf(objects, pod);
  const raised = demandOf(object, pod, asked ?? new Map<string, string>()).flatMap(([resource, each]) => {
    const { status, spec } = object;
    const known = taken?.get(resource) ?? status?.used?.[resource] ?? '0';
    const from = hard?.get(resource) ?? String(spec?.hard?.[resource] ?? '0');
    let to = parseQuantity(known);
    for (let more = 0; more < missing; more++) to = to.add(parseQuantity(each));
    return to.cmp(parseQuantity(from)) > 0 ? [{ resource, from, to: to.toString() }] : [];
  });
  const next = Object.fromEntries(raised.map(({ resource, to }) => [resource, to]));
  const after = { ...object, spec: { ...object.spec, hard: { ...object.spec?.hard, ...next } } };
  const text = (of: (row: (typeof raised)[number]) => string): string => raised.map(of).join(',');
  const params = { quota: name, resource: text((r) => r.resource), from: text((r) => r.from), to: text((r) => r.to) };
  return [{ code: 'raise-quota', params, cost: 40, change: changeObject(object, after) }];
}

const amounts = (text: string): Map<string, string> =>
  new Map(
    text.split(',').flatMap((part) => {
      const [resource, amount] = part.split('=');
      return resource === undefined || amount === undefined ? [] : [[resource, amount] as const];
    }),
  );
