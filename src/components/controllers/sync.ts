/**
 * How a controller's sync runs on virtual time. A sync computes, sends requests, waits for all answers, goes on; it is a
 * state machine whose state is plain data, so it can be forked in the middle (k/k pkg/controller; client-go 7.5, v1.37).
 * Left out: client-side rate limits.
 */
import type { Collection, Handler, World } from '../../kernel/kernel.ts';
import { EVENT, LANE } from '../../model/events.ts';
import type { Latencies } from '../../model/latencies.ts';
import type { ApiClient, ApiRequest, ApiResponse, Reply } from '../apiserver/apiserver.ts';
import { createWorkQueue, type WorkQueue } from '../workqueue/workqueue.ts';

/** What a stretch of a sync leads to. `C` is what it puts aside for the next stretch: plain data. */
export type Outcome<C extends object> =
  | {
      readonly kind: 'wait';
      readonly requests: readonly ApiRequest[];
      readonly context: C;
      /** A look that came by the calendar turns into work: what follows keeps the world busy. */
      readonly awake?: true;
    }
  /** `busy`: until then something is being made, so coming back is no mere look. */
  | {
      readonly kind: 'done';
      readonly waitsFor?: string;
      readonly requeueAfter?: number;
      readonly busy?: true;
      /** The user's calendar says when it comes back: whatever was done before, waiting for that is no activity. */
      readonly calendar?: true;
    }
  /** Upstream's "return err": the key comes back, rate limited. */
  | { readonly kind: 'failed'; readonly reason: string };

export interface Reconciler<C extends object> {
  /** Subject of its events: "deployment-controller". */
  readonly subject: string;
  /** Names its collections and its queue: "deployment". */
  readonly name: string;
  readonly workers: number;
  /** After so many failures in a row a key is dropped; undefined = never. */
  readonly maxRetries?: number;
  /** Of a queue's key: the store's key. */
  objectOf(key: string): string;
  begin(key: string): Outcome<C>;
  /** @param answers in the order of the requests */
  resume(key: string, context: C, answers: readonly ApiResponse[]): Outcome<C>;
}

/** A sync on its way: the value in collection "controllers/NAME/syncs", keyed by the queue's key. */
interface RunningSync<C extends object> {
  readonly outcome: Outcome<C>;
  /** By the request's index. */
  readonly answers: Readonly<Record<string, ApiResponse>>;
  readonly missing: number;
  /** Has it sent anything? */
  readonly sent: boolean;
}

interface Answered {
  readonly key: string;
  readonly index: number;
}

interface RunnerDeps {
  readonly world: World;
  readonly client: ApiClient;
  readonly latencies: Latencies;
  readonly hasSynced?: () => boolean;
}

/** tools/cache syncedPollPeriod: who waits for caches looks so often. */
const SYNCED_POLL_SECONDS = 0.1;

export const succeeded = (response: ApiResponse): boolean => response.code < 300;

/** Set-up only. @returns the queue that feeds the reconciler */
export function runReconciler<C extends object>(deps: RunnerDeps, reconciler: Reconciler<C>): WorkQueue {
  return new SyncRunner(deps, reconciler).queue;
}

class SyncRunner<C extends object> {
  readonly queue: WorkQueue;
  private readonly syncs: Collection<RunningSync<C>>;
  private readonly work: Handler<{ readonly key: string }>;
  private readonly reply: Handler<Reply<Answered>>;

  constructor(
    private readonly deps: RunnerDeps,
    private readonly reconciler: Reconciler<C>,
  ) {
    const { world, latencies } = deps;
    const { name, workers } = reconciler;
    this.syncs = world.collection(`controllers/${name}/syncs`);
    this.work = world.handler(`${name} work`, ({ key }) => {
      this.carryOut(key);
    });
    this.reply = world.handler(`${name} reply`, ({ context, response }) => {
      this.onReply(context, response);
    });
    const process = world.handler<{ readonly key: string }>(`${name} sync`, (data) => {
      const wait = SYNCED_POLL_SECONDS * world.options.ticksPerSecond;
      // In silence: a worker that has not started looks again.
      if (deps.hasSynced?.() === false) world.after(wait, LANE.controllers, process, data, { waiting: true });
      else this.start(data.key);
    });
    this.queue = createWorkQueue({
      world,
      name,
      lane: LANE.controllers,
      workers,
      delay: latencies.workqueue,
      process,
    });
  }

  /** Caches are read here; computing then takes its time, so what is sent may rest on what is no longer so. */
  private start(key: string): void {
    const { subject } = this.reconciler;
    const object = this.reconciler.objectOf(key);
    this.deps.world.emit(EVENT['sync.started'], { subject, object, number: this.queue.length });
    this.keep(key, this.reconciler.begin(key));
    this.goOn(key, this.deps.latencies.sync);
  }

  private keep(key: string, outcome: Outcome<C>): void {
    const missing = outcome.kind === 'wait' ? outcome.requests.length : 0;
    const sent = missing > 0 || this.syncs.get(key)?.sent === true;
    this.syncs.set(key, { outcome, answers: {}, missing, sent });
  }

  private goOn(key: string, delay: number): void {
    const outcome = this.syncs.get(key)?.outcome;
    const awake = outcome?.kind === 'wait' && outcome.awake === true;
    this.deps.world.after(delay, LANE.controllers, this.work, { key }, awake ? { periodic: false } : {});
  }

  /** Sends what is to be sent (in silence: each request is an event of its own), or ends the sync. */
  private carryOut(key: string): void {
    const outcome = this.syncs.get(key)?.outcome;
    if (outcome === undefined) return;
    if (outcome.kind !== 'wait') {
      this.finish(key, outcome);
      return;
    }
    outcome.requests.forEach((request, index) => {
      this.deps.client.send(request, this.reply, { key, index });
    });
  }

  private onReply({ key, index }: Answered, response: ApiResponse): void {
    const running = this.syncs.get(key);
    if (running?.outcome.kind !== 'wait') return;
    const answers = { ...running.answers, [String(index)]: response };
    const missing = running.missing - 1;
    if (missing > 0) {
      this.syncs.set(key, { ...running, answers, missing });
      return;
    }
    const inOrder = running.outcome.requests.flatMap((_request, at) => answers[String(at)] ?? []);
    this.keep(key, this.reconciler.resume(key, running.outcome.context, inOrder));
    this.goOn(key, 0);
  }

  private finish(key: string, outcome: Exclude<Outcome<C>, { readonly kind: 'wait' }>): void {
    const { subject, maxRetries } = this.reconciler;
    const object = this.reconciler.objectOf(key);
    const failed = outcome.kind === 'failed';
    const detail = failed ? outcome.reason : (outcome.waitsFor ?? '');
    this.deps.world.emit(EVENT['sync.finished'], { subject, object, detail });
    // A look that found nothing to do and wants to look again is no activity.
    const busy = this.syncs.get(key)?.sent === true || (outcome.kind === 'done' && outcome.busy === true);
    this.syncs.delete(key);
    if (failed && (maxRetries === undefined || this.queue.numRequeues(key) < maxRetries)) {
      this.queue.addRateLimited(key);
    } else {
      this.queue.forget(key);
    }
    if (outcome.kind === 'done' && outcome.requeueAfter !== undefined) {
      this.queue.addAfter(key, outcome.requeueAfter, busy && outcome.calendar !== true ? undefined : true);
    }
    this.queue.done(key);
  }
}
