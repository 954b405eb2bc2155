/** A refused write, side by side: what the client had read, what it sent, what was stored by then, and who wrote in between. */
import type { Step } from '../kernel/kernel.ts';
import { applyJsonPatch, applyMergePatch, applyStrategicPatch } from '../components/apiserver/apiserver.ts';
import { commitsBefore } from '../components/apiserver/looking.ts';
import type { ApiRequest, ApiResponse } from '../components/apiserver/apiserver.ts';
import { objectKey, type KubeObject, type ObjectMeta } from '../model/objects.ts';
import type { ConflictAnswer } from '../protocol/protocol.ts';
import type { Budget } from '../components/controllers/workload-rules.ts';
import { selectorMatches } from '../model/selectors.ts';
import { conflictFields } from './conflict-fields.ts';
import type { Opened } from './core-engine.ts';
import type { Cluster } from './create-cluster.ts';
import { refusalAt, rowOf } from './refused.ts';
import { collectionOf, viewOf } from './views-at.ts';

const BETWEEN_MAX = 50;

/** A version of an object as history has it; undefined = deleted. */
interface Version {
  readonly step: Step;
  readonly value: KubeObject | undefined;
}

export function conflictAt({ cluster }: Opened, at: Step): ConflictAnswer | undefined {
  const { world } = cluster;
  const heard = refusalAt(world, at);
  if (heard === undefined) return undefined;
  const { request } = heard;
  const row = rowOf(world, at, heard);
  // Newest first, as it was when the request came.
  const versions = [...collectionOf<KubeObject>(cluster, 'etcd').history(row.key, at - 1)];
  const stored = versions[0]?.value;
  const applies = request.patchType === 'apply';
  const manager = request.options?.fieldManager ?? heard.client;
  const base = applies ? lastApplied(cluster, manager, versions) : namedVersion(request, versions);
  const steps = stepsBetween(cluster, request, versions, base);
  const budget = stored === undefined ? undefined : refusingBudget(cluster, at, stored, heard.response);
  return {
    ...row,
    ...(base === undefined ? {} : { readRevision: base.revision }),
    storedRevision: stored?.metadata.resourceVersion ?? '',
    ...(applies ? { fieldManager: manager } : {}),
    ...(budget === undefined ? {} : { budget }),
    // The first one up to a step that wrote is that step's own.
    between: steps.flatMap((step) => commitsBefore(world, step, 1)),
    // An Eviction has no field in common with the Pod that it is about.
    fields:
      budget === undefined
        ? conflictFields(heard, { read: base?.object, sent: sentObject(request, stored), stored })
        : [],
  };
}

/** The one budget over the Pod, as it stood when the eviction came: more than one is another refusal (500). */
function refusingBudget(
  cluster: Cluster,
  at: Step,
  pod: KubeObject,
  { status }: ApiResponse,
): ConflictAnswer['budget'] | undefined {
  const cause = status?.causes?.find(({ reason }) => reason === 'DisruptionBudget')?.message;
  if (cause === undefined) return undefined;
  for (const [, object] of viewOf<KubeObject>(cluster, 'etcd', at - 1).entries()) {
    if (object.kind !== 'PodDisruptionBudget') continue;
    const { metadata, spec, status: said } = object as Budget;
    if (metadata.namespace !== pod.metadata.namespace || !selectorMatches(spec?.selector, pod.metadata.labels))
      continue;
    const { disruptionsAllowed: allowed = 0, currentHealthy: healthy = 0, desiredHealthy: desired = 0 } = said ?? {};
    return { key: objectKey(object), cause, allowed, healthy, desired };
  }
  return undefined;
}

/** What the client built upon. */
interface Base {
  readonly revision: string;
  /** What stood in it; undefined where history does not have it. */
  readonly object: KubeObject | undefined;
}

interface Body {
  readonly metadata?: Partial<ObjectMeta>;
}

/** The version that the request names. */
function namedVersion({ body, options }: ApiRequest, versions: readonly Version[]): Base | undefined {
  const own = (body as Body | undefined)?.metadata?.resourceVersion;
  const revision = own ?? options?.preconditions?.resourceVersion ?? '';
  if (revision === '' || revision === '0') return undefined;
  return { revision, object: versions.find(({ value }) => value?.metadata.resourceVersion === revision)?.value };
}

/** What a server-side apply goes on from: the version that this manager's last apply made. */
function lastApplied({ world, apiServer }: Cluster, manager: string, versions: readonly Version[]): Base | undefined {
  const made = versions.find(({ step, value }) => {
    const entry = applyEntry(manager, value);
    if (entry === undefined || step === 0) return entry !== undefined;
    // Others change the entry, too, when they take fields from it; the time is that of its owner's own write.
    return world.trace.detail(step) === 'apply' && entry.time === apiServer.timestamp(world.trace.time(step));
  });
  if (made?.value === undefined) return undefined;
  return { revision: made.value.metadata.resourceVersion ?? '', object: made.value };
}

interface Entry {
  readonly manager?: string;
  readonly operation?: string;
  readonly time?: string;
}

function applyEntry(manager: string, object: KubeObject | undefined): Entry | undefined {
  const entries = (object?.metadata.managedFields ?? []) as readonly Entry[];
  return entries.find((entry) => entry.manager === manager && entry.operation === 'Apply');
}

/** Steps of the writes that the client did not know of, oldest first: the newest ones where they are many. */
function stepsBetween(
  { world: { trace } }: Cluster,
  { verb, subresource }: ApiRequest,
  versions: readonly Version[],
  base: Base | undefined,
): Step[] {
  const written = versions.filter(({ step }) => step > 0);
  const since = written.filter(({ step }) => base !== undefined && trace.number(step) > Number(base.revision));
  if (base !== undefined) return stepsOf(since.slice(0, BETWEEN_MAX)).reverse();
  // Whoever creates believes that nothing is there: what counts is how it came to be; else, how it went.
  if (verb === 'create' && subresource === undefined) {
    const born = written.find(({ value }) => value !== undefined && isNew(value, versions));
    return born === undefined ? [] : [born.step];
  }
  return stepsOf(written.filter(({ value }, i) => i === 0 && value === undefined));
}

const stepsOf = (versions: readonly Version[]): Step[] => versions.map(({ step }) => step);

/** Is it the first version after nothing? */
function isNew(object: KubeObject, versions: readonly Version[]): boolean {
  const at = versions.findIndex(({ value }) => value === object);
  return versions[at + 1]?.value === undefined;
}

/** What the object would have been, or as much of it as the request says. */
function sentObject(request: ApiRequest, stored: KubeObject | undefined): unknown {
  const { verb, body, subresource, options } = request;
  if (subresource === 'binding') return { spec: { nodeName: (body as { target?: { name?: string } }).target?.name } };
  if (subresource === 'eviction') return undefined;
  if (verb === 'delete') return options?.preconditions === undefined ? undefined : { metadata: options.preconditions };
  if (verb !== 'patch' || request.patchType === 'apply') return body;
  return stored === undefined ? undefined : patched(request, stored);
}

function patched({ patchType, body }: ApiRequest, stored: KubeObject): unknown {
  try {
    if (patchType === 'json') return applyJsonPatch(stored, body as Parameters<typeof applyJsonPatch>[1]);
    if (patchType === 'merge') return applyMergePatch(stored, body);
    type Fields = Readonly<Record<string, unknown>>;
    return applyStrategicPatch(stored as unknown as Fields, body as Fields, stored.kind);
  } catch {
    // A patch that cannot be applied makes no object; the message says why.
    return undefined;
  }
}
