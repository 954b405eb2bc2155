/**
 * The ResourceQuota controller: pkg/controller/resourcequota (v1.37): status.hard follows spec.hard, status.used what is
 * there. It hears of creates too, as admission here counts without writing (upstream's writes status.used itself, and the
 * controller hears of what goes). Left out: the recount of everything each five minutes, kinds that the garbage collector does
 * not watch.
 */
import { compareBytes } from '../../../kernel/kernel.ts';
import { namespacedName, type KubeObject } from '../../../model/objects.ts';
import { parseQuantity } from '../../../model/quantity.ts';
import { resourceInfo, type ResourceInfo } from '../../../model/resources.ts';
import { countsFor, isInScopes, quotaUsage, type ApiRequest, type ApiResponse } from '../../apiserver/apiserver.ts';
import type { SharedInformer } from '../../informer/informer.ts';
import type { WorkQueue } from '../../workqueue/workqueue.ts';
import type { Controller, ControllerDeps } from '../controllers.ts';
import { equalJson } from '../equal-json.ts';
import { MONITORED } from '../garbagecollector/graph.ts';
import { runReconciler, succeeded, type Outcome, type Reconciler } from '../sync.ts';

const SUBJECT = 'resourcequota-controller';

type Amounts = Readonly<Record<string, string | number>>;

interface Quota extends KubeObject {
  readonly spec?: { readonly hard?: Amounts };
  readonly status?: { readonly hard?: Amounts; readonly used?: Amounts };
}

type Nothing = Readonly<Record<string, never>>;

export const createResourceQuotaController = (deps: ControllerDeps): Controller => new ResourceQuotaController(deps);

class ResourceQuotaController implements Reconciler<Nothing> {
  readonly subject = SUBJECT;
  readonly name = 'resourcequota';
  readonly workers = 5;
  private readonly quotas: SharedInformer;
  private readonly counted: ReadonlyMap<ResourceInfo, SharedInformer>;
  private readonly queue: WorkQueue;

  constructor(private readonly deps: ControllerDeps) {
    this.quotas = deps.informer('resourcequotas');
    this.counted = new Map(
      MONITORED.flatMap((resource) => {
        const info = resourceInfo(resource);
        return info === undefined ? [] : [[info, deps.informer(resource)] as const];
      }),
    );
    this.queue = runReconciler(deps, this);
    this.listen();
  }

  prime(): void {
    for (const quota of this.quotas.indexer.list()) if (this.wanted(quota) !== undefined) this.add(quota);
  }

  objectOf(key: string): string {
    return `ResourceQuota/${key}`;
  }

  // --- what wakes it ---

  private listen(): void {
    const add = (quota: KubeObject): void => {
      this.add(quota);
    };
    this.quotas.addEventHandler(SUBJECT, {
      concerns: (before, after) => after !== undefined && !sameHard(before, after),
      onAdd: add,
      onUpdate: (_before, after) => {
        add(after);
      },
    });
    for (const [info, informer] of this.counted) this.replenish(info, informer);
  }

  /** replenishQuota. */
  private replenish(info: ResourceInfo, informer: SharedInformer): void {
    const addQuotas = (object: KubeObject): void => {
      for (const quota of this.quotasFor(info, object)) this.add(quota);
    };
    informer.addEventHandler(SUBJECT, {
      concerns: (before, after) => {
        const object = after ?? before;
        return object !== undefined && changesUsage(before, after) && this.quotasFor(info, object).length > 0;
      },
      onAdd: addQuotas,
      onUpdate: (_before, after) => {
        addQuotas(after);
      },
      onDelete: addQuotas,
    });
  }

  private quotasFor(info: ResourceInfo, { metadata }: KubeObject): readonly KubeObject[] {
    const quotas = this.quotas.indexer.list(metadata.namespace);
    return quotas.filter((quota) => Object.keys(hardOf(quota)).some((name) => countsFor(info, name)));
  }

  private add(quota: KubeObject): void {
    this.queue.add(namespacedName(quota));
  }

  // --- a sync: syncResourceQuota ---

  /** undefined where its status is right. */
  private wanted(quota: KubeObject): Quota['status'] | undefined {
    const { spec = {}, status = {} } = quota as Quota;
    const hard = canonical(spec.hard ?? {});
    const used = canonical({ ...masked(status.used ?? {}, hard), ...this.count(quota) });
    const isRight = equalJson(canonical(status.hard ?? {}), hard) && equalJson(canonical(status.used ?? {}), used);
    return isRight && status.used !== undefined ? undefined : { hard, used };
  }

  /** What the input left out is not counted: what was used of it before stands. */
  private count(quota: KubeObject): Amounts {
    const { world, apiServer } = this.deps;
    const known = [...this.counted].filter(([info]) => apiServer.knows(info.kind));
    const lists = known.map(([info, informer]) => {
      const all = informer.indexer.list(quota.metadata.namespace);
      return [info, all.filter((object) => isInScopes(quota, object))] as const;
    });
    const nowMicros = apiServer.epochMicros + Math.floor((world.now * 1e6) / world.options.ticksPerSecond);
    return quotaUsage(Object.keys(hardOf(quota)), new Map(lists), nowMicros);
  }

  begin(key: string): Outcome<Nothing> {
    const quota = this.quotas.indexer.get(key);
    const status = quota === undefined ? undefined : this.wanted(quota);
    if (quota === undefined || status === undefined) return { kind: 'done' };
    return { kind: 'wait', requests: [statusUpdate({ ...quota, status })], context: {} };
  }

  resume(_key: string, _context: Nothing, [answer]: readonly ApiResponse[]): Outcome<Nothing> {
    if (answer === undefined || succeeded(answer) || answer.code === 404) return { kind: 'done' };
    return { kind: 'failed', reason: answer.status?.reason ?? String(answer.code) };
  }
}

const hardOf = (quota: KubeObject): Amounts => (quota as Quota).spec?.hard ?? {};

const sameHard = (before: KubeObject | undefined, after: KubeObject): boolean =>
  before !== undefined && equalJson(hardOf(before), hardOf(after));

/** As the api-server prints them, sorted by name. */
const canonical = (amounts: Amounts): Amounts =>
  Object.fromEntries(
    Object.entries(amounts)
      .sort(([a], [b]) => compareBytes(a, b))
      .map(([name, amount]) => [name, parseQuantity(amount).toString()]),
  );

const masked = (amounts: Amounts, by: Amounts): Amounts =>
  Object.fromEntries(Object.entries(amounts).filter(([name]) => name in by));

/** Of a Pod what counts is whether it has ended; of a Service and a claim, what they ask for. */
function changesUsage(before: KubeObject | undefined, after: KubeObject | undefined): boolean {
  if (before === undefined || after === undefined) return true;
  if (before.kind === 'Pod') return hasEnded(before) !== hasEnded(after);
  return before.kind === 'Service' || before.kind === 'PersistentVolumeClaim' ? before.spec !== after.spec : false;
}

function hasEnded({ status }: KubeObject): boolean {
  const { phase } = (status ?? {}) as { readonly phase?: string };
  return phase === 'Succeeded' || phase === 'Failed';
}

function statusUpdate(body: KubeObject): ApiRequest {
  const { name, namespace = 'default' } = body.metadata;
  return { verb: 'update', resource: 'resourcequotas', namespace, name, subresource: 'status', body };
}
