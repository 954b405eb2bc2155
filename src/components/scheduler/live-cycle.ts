/**
 * The scheduling loop on virtual time: kubernetes pkg/scheduler/schedule_one.go ScheduleOne (v1.37). The inputs are read
 * when the Pod is popped; each extension point is a pop of its own, and what follows travels in its data. One scheduling
 * cycle at a time; bindings overlap.
 */
import type { Handler, World } from '../../kernel/kernel.ts';
import { EVENT, LANE } from '../../model/events.ts';
import type { Latencies } from '../../model/latencies.ts';
import type { Pod } from '../../model/objects.ts';
import { minorOf } from '../../model/versions.ts';
import type { Reply } from '../apiserver/apiserver.ts';
import type { SchedulerCache } from './cache.ts';
import { configurationOf, DEFAULT_SCHEDULER_NAME, profileFor } from './configuration.ts';
import { pointTicks } from './cost.ts';
import { runCycle } from './cycle.ts';
import { pointsOfCycle } from './cycle-points.ts';
import { FailedCycles } from './failed-cycles.ts';
import { NO_NODES } from './fit-error.ts';
import type { Choose } from './framework.ts';
import { eventRequest, failurePatch, nominationPatch, scheduledNote } from './messages.ts';
import { bindingRequest } from './plugins/default-binder/default-binder.ts';
import { podKey } from './pod-info.ts';
import type { PreemptingPods } from './preempting-pods.ts';
import { PreemptionRun } from './preemption-run.ts';
import type { SchedulingQueue } from './queue.ts';
import { keyOfEntry } from './queue-store.ts';
import { ToldFailures } from './told-failures.ts';
import type { CycleInput, CycleResult, QueuedPod, SchedulerDeps, VolumeBindings } from './types.ts';
import { type BindingPod, VolumeBinder } from './volume-binder.ts';

/** What a cycle came to, as its later steps need it. Plain data of heap entries. */
interface CycleRecord {
  /** "namespace/name". */
  readonly key: string;
  readonly uid: string;
  readonly object: string;
  readonly nodes: number;
  readonly evaluated: number;
  readonly feasible: number;
  readonly nextStart: number;
  /** "" where the cycle failed. */
  readonly host: string;
  readonly total: number;
  /** How long Filter and Score take; Score is 0 where one node was left. */
  readonly filterTicks: number;
  readonly scoreTicks: number;
  readonly message: string;
  readonly error: boolean;
  readonly plugins: readonly string[];
  /** Plugin that rejected the Pod in PreFilter, or "". */
  readonly rejectedBy: string;
  readonly postFiltered: boolean;
  /** Whether PostFilter sets or clears the nomination, and to what. */
  readonly nominates: boolean;
  readonly nominated: string;
  readonly victims: readonly string[];
  /** What VolumeBinding does before the Pod is bound. */
  readonly volumes?: VolumeBindings;
}

const SUBJECT = 'kube-scheduler';
const BIND_TIMEOUT_SECONDS = 600;
const NOMINATES_SINCE = 35;
/** tools/cache syncedPollPeriod. */
const SYNCED_POLL_SECONDS = 0.1;

export class LiveCycle {
  private readonly popped: Handler<undefined>;
  private readonly points: Readonly<
    Record<
      'prefilter' | 'filter' | 'postfilter' | 'score' | 'reserve' | 'permit' | 'failed' | 'bound' | 'unbound',
      Handler<CycleRecord>
    >
  >;
  private readonly answered: Handler<Reply<CycleRecord>>;
  private readonly volumes: VolumeBinder<CycleRecord>;
  private readonly preemptions: PreemptionRun;
  private readonly world: World;
  private readonly minor: number;
  private readonly failures = new FailedCycles<CycleRecord>();
  private readonly told: ToldFailures;

  constructor(
    private readonly deps: SchedulerDeps,
    private readonly cache: SchedulerCache,
    private readonly queue: SchedulingQueue,
    preempting: PreemptingPods,
  ) {
    const { world } = deps;
    this.world = world;
    this.minor = minorOf(deps.version);
    this.told = new ToldFailures(world, deps.apiServer);
    const point = (name: string, run: (record: CycleRecord) => void): Handler<CycleRecord> =>
      world.handler<CycleRecord>(`scheduler ${name}`, run);
    this.popped = world.handler<undefined>('scheduler pop', () => this.pop());
    this.points = {
      prefilter: point('prefilter', (record) => this.prefilter(record)),
      filter: point('filter', (record) => this.filter(record)),
      postfilter: point('postfilter', (record) => this.postfilter(record)),
      score: point('score', (record) => this.score(record)),
      reserve: point('reserve', (record) => this.reserve(record)),
      permit: point('permit', (record) => this.permit(record)),
      failed: point('failed', (record) => this.failed(record)),
      bound: point('bound', (record) => this.bound(record)),
      unbound: point('unbound', (record) => this.unbound(record)),
    };
    this.answered = world.handler<Reply<CycleRecord>>('scheduler binding answered', (reply) => this.onAnswer(reply));
    this.preemptions = new PreemptionRun(deps, cache, queue, preempting);
    const timeoutSeconds = ({ key }: BindingPod): number => this.bindTimeout(key);
    this.volumes = new VolumeBinder(
      { world, client: deps.client, cache, timeoutSeconds },
      {
        bound: (record) => this.sendBinding(record),
        failed: (record, message) => this.next('unbound', unbindable(record, message), 0),
      },
    );
  }

  /** Something may be popped: look at once, unless a cycle is under way. */
  wake(): void {
    if (this.cache.busy) return;
    const delay = Math.max(0, this.deps.latencies.schedulerStart - this.world.now);
    this.world.after(delay, LANE.scheduler, this.popped, undefined, { periodic: false });
  }

  /** cmd/kube-scheduler: WaitForCacheSync and WaitForHandlersSync come before the first cycle. */
  private get hasSynced(): boolean {
    const { pods, nodes, namespaces, others = [] } = this.deps;
    return [pods, nodes, namespaces, ...others].every((informer) => informer.handlerHasSynced(SUBJECT));
  }

  private pop(): void {
    const { cache, queue, world } = this;
    if (cache.busy || queue.peek() === undefined) return;
    if (!this.hasSynced) {
      const wait = SYNCED_POLL_SECONDS * world.options.ticksPerSecond;
      world.after(wait, LANE.scheduler, this.popped, undefined, { periodic: false, waiting: true });
      return;
    }
    const entry = queue.pop();
    if (entry === undefined) return;
    cache.busy = true;
    world.emit(EVENT['cycle.started'], { subject: SUBJECT, object: entry.pod, number: entry.attempts });
    const pod = cache.pendingPod(keyOfEntry(entry));
    if (pod === undefined) throw new Error(`${entry.pod} is in the scheduling queue but not pending`);
    const input = this.inputFor(pod);
    this.next('prefilter', this.recordOf(entry, input), this.deps.latencies.extensionPoint);
  }

  private recordOf(entry: QueuedPod, input: CycleInput): CycleRecord {
    const { world, cache, deps } = this;
    const { pod } = input;
    const choose: Choose = (label, object, count) => world.choose(label, object, count);
    const run = (chosen: Choose): CycleRecord => recordOf(entry, input, runCycle(input, chosen), deps.latencies);
    // A Pod is not held up by its own nomination, but by those of its brothers.
    if (cache.views.nominations.size > 0) return run(choose);
    const record = this.failures.of(input, podKey(pod), choose, run, isPlainFailure);
    return { ...record, key: keyOfEntry(entry), uid: pod.metadata.uid ?? '', object: entry.pod };
  }

  private inputFor(pod: Pod): CycleInput {
    const { deps, cache } = this;
    return {
      pod,
      nodes: cache.nodes(),
      startIndex: cache.nextStart,
      version: deps.version,
      configuration: deps.configuration,
      ...cache.clusterInput(),
    };
  }

  private next(point: keyof LiveCycle['points'], record: CycleRecord, delay: number): void {
    this.world.after(delay, LANE.scheduler, this.points[point], record, { periodic: false });
  }

  private emit(kind: number, record: CycleRecord, detail: string, number = 0): void {
    this.world.emit(kind, { subject: SUBJECT, object: record.object, detail, number });
  }

  private prefilter(record: CycleRecord): void {
    const stopped = record.rejectedBy !== '' || record.message === NO_NODES || (record.error && record.evaluated === 0);
    this.emit(EVENT['cycle.prefilter'], record, record.rejectedBy, stopped ? 0 : record.nodes);
    if (!stopped) this.next('filter', record, record.filterTicks);
    else this.next(record.postFiltered ? 'postfilter' : 'failed', record, this.deps.latencies.extensionPoint);
  }

  private filter(record: CycleRecord): void {
    this.emit(EVENT['cycle.filter'], record, '', record.feasible);
    if (record.nextStart !== this.cache.nextStart) this.cache.nextStart = record.nextStart;
    if (record.host !== '') this.next('score', record, record.scoreTicks);
    else this.next(record.postFiltered ? 'postfilter' : 'failed', record, this.deps.latencies.extensionPoint);
  }

  private postfilter(record: CycleRecord): void {
    this.emit(EVENT['cycle.postfilter'], record, record.nominated);
    const preemptor = this.stillPending(record);
    if (preemptor !== undefined) this.preemptions.start(preemptor, record.nominated, record.victims);
    this.next('failed', record, 0);
  }

  private score(record: CycleRecord): void {
    this.emit(EVENT['cycle.score'], record, record.host, record.total);
    this.next('reserve', record, this.deps.latencies.extensionPoint);
  }

  /** The Pod that was popped, unless it was deleted, bound by another or made anew meanwhile. */
  private stillPending(record: CycleRecord): Pod | undefined {
    const pod = this.cache.pendingPod(record.key);
    return pod !== undefined && (pod.metadata.uid ?? '') === record.uid ? pod : undefined;
  }

  private reserve(record: CycleRecord): void {
    const pod = this.stillPending(record);
    if (pod === undefined) {
      this.vanished(record);
      return;
    }
    this.emit(EVENT['cycle.reserve'], record, record.host);
    this.cache.nominate(record.key, '');
    this.cache.setPod({ ...pod, spec: { ...pod.spec, nodeName: record.host } }, record.host, true);
    this.volumes.assume(record);
    this.next('permit', record, this.deps.latencies.extensionPoint);
  }

  private vanished(record: CycleRecord): void {
    this.emit(EVENT['cycle.failed'], record, '');
    this.finishCycle();
  }

  /** The next Pod may be popped. */
  private finishCycle(): void {
    this.cache.busy = false;
    if (this.queue.peek() !== undefined) this.wake();
  }

  private permit(record: CycleRecord): void {
    this.emit(EVENT['cycle.permit'], record, record.host);
    this.queue.bind(record.key);
    if (record.volumes === undefined) this.sendBinding(record);
    else this.bindVolumes(record);
    this.finishCycle();
  }

  private sendBinding(record: CycleRecord): void {
    const pod = this.cache.pod(record.key)?.pod;
    if (pod !== undefined) this.deps.client.send(bindingRequest(pod, record.host), this.answered, record);
  }

  /** Since 1.35 others hear where the Pod will go before the long wait (NominatedNodeNameForExpectation). */
  private bindVolumes(record: CycleRecord): void {
    const pod = this.cache.pendingPod(record.key);
    if (pod !== undefined && this.minor >= NOMINATES_SINCE) this.deps.client.send(nominationPatch(pod, record.host));
    this.volumes.bind(record);
  }

  private bindTimeout(key: string): number {
    const { configuration, version } = this.deps;
    const pod = this.cache.pendingPod(key);
    const profile = profileFor(configurationOf(configuration, version), pod?.spec.schedulerName);
    const given = profile?.argsOf('VolumeBinding')['bindTimeoutSeconds'];
    return typeof given === 'number' ? given : BIND_TIMEOUT_SECONDS;
  }

  private onAnswer({ response, context }: Reply<CycleRecord>): void {
    const message = response.status?.message ?? '';
    if (response.code < 300) this.next('bound', context, 0);
    else this.next('unbound', unbindable(context, bindError(message)), 0);
  }

  private bound(record: CycleRecord): void {
    this.emit(EVENT['cycle.bound'], record, record.host);
    if (this.queue.get(record.key)?.uid === record.uid) this.queue.done(record.key);
    const pod = this.cache.pod(record.key)?.pod;
    if (pod === undefined || (pod.metadata.uid ?? '') !== record.uid) return;
    const { client, apiServer } = this.deps;
    const name = pod.spec.schedulerName ?? DEFAULT_SCHEDULER_NAME;
    client.send(eventRequest(apiServer, this.world.now, pod, scheduledNote(pod, record.host), name));
  }

  /** The binding was refused: take the Pod off the node again. */
  private unbound(record: CycleRecord): void {
    const { cache, queue } = this;
    const pod = this.stillPending(record);
    const assumed = cache.pod(record.key);
    if (assumed?.assumed === true) {
      cache.deletePod(record.key);
      queue.move('AssignedPodDelete', { before: assumed.pod });
    }
    this.volumes.revert(record);
    const where = pod === undefined ? '' : queue.fail(pod, []);
    this.emit(EVENT['cycle.failed'], record, where);
    if (pod !== undefined) this.report(record, pod);
  }

  private failed(record: CycleRecord): void {
    const pod = this.stillPending(record);
    if (pod === undefined) {
      this.vanished(record);
      return;
    }
    if (record.nominates) this.cache.nominate(record.key, record.nominated);
    const where = this.queue.fail(pod, record.plugins);
    this.emit(EVENT['cycle.failed'], record, where, record.evaluated);
    this.report(record, pod);
    this.finishCycle();
  }

  /** Event and status: what `kubectl describe` shows of a Pod that waits. */
  private report(record: CycleRecord, pod: Pod): void {
    const { client, apiServer } = this.deps;
    const name = pod.spec.schedulerName ?? DEFAULT_SCHEDULER_NAME;
    const told = this.told.tell(pod, record.message, name);
    if (told !== undefined) client.send(told);
    const patch = failurePatch(
      pod,
      {
        reason: record.error ? 'SchedulerError' : 'Unschedulable',
        message: record.message,
        observedGeneration: this.minor >= 34,
        ...(record.nominates ? { nominatedNodeName: record.nominated } : {}),
      },
      apiServer.timestamp(),
    );
    if (patch !== undefined) client.send(patch);
  }
}

/** The nomination that PreBind announced is taken back. */
const unbindable = (record: CycleRecord, message: string): CycleRecord => ({
  ...record,
  message,
  error: true,
  plugins: [],
  ...(record.volumes === undefined ? {} : { nominates: true, nominated: '' }),
});

const bindError = (message: string): string => `binding rejected: running Bind plugin "DefaultBinder": ${message}`;

/** No node, and none by preemption. */
const isPlainFailure = ({ host, error, victims, nominated }: CycleRecord): boolean =>
  host === '' && !error && victims.length === 0 && nominated === '';

function recordOf(entry: QueuedPod, input: CycleInput, result: CycleResult, latencies: Latencies): CycleRecord {
  const { host = '', nominatedNodeName } = result;
  const { filter, score } = pointsOfCycle(input, result);
  return {
    key: keyOfEntry(entry),
    uid: input.pod.metadata.uid ?? '',
    object: entry.pod,
    nodes: input.nodes.length,
    evaluated: result.evaluated,
    feasible: result.feasible.length,
    nextStart: result.nextStart,
    host,
    total: result.totals[result.feasible.indexOf(host)] ?? 0,
    filterTicks: filter === undefined ? latencies.extensionPoint : pointTicks(latencies, filter),
    scoreTicks: score === undefined ? 0 : pointTicks(latencies, score),
    message: result.message ?? '',
    error: result.error === true,
    plugins: result.unschedulablePlugins,
    rejectedBy: result.prefilterRejection?.plugin ?? '',
    postFiltered: result.postFilterMessage !== undefined,
    nominates: nominatedNodeName !== undefined,
    nominated: nominatedNodeName ?? '',
    victims: result.victims ?? [],
    ...(result.volumes === undefined ? {} : { volumes: result.volumes }),
  };
}
