/**
 * A candidate on virtual time: client-go tools/leaderelection/leaderelection.go (v0.37), Run, acquire, renew and release. It
 * tries every retry period plus jitter (`World.choose`) until it leads; then it renews every retry period, and stops leading
 * when no renewal went through for the renew deadline. Left out: the health check's adaptor, metrics, Events on the Lease.
 */
import type { Collection, Handler } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import type { KubeObject } from '../../model/objects.ts';
import type { ApiRequest, ApiResponse, Reply } from '../apiserver/apiserver.ts';
import type { LeaderElector, LeaderElectorDeps } from './leaderelection.ts';
import { createLease, getLease, leaseKey, recordOf, updateLease } from './lease-lock.ts';
import * as rules from './rules.ts';

/** The candidate: the one value of its collection. */
interface State {
  /** Grows with each start and cancel, also over a crash: timers and answers of an earlier run come to nothing. */
  readonly run: number;
  readonly stage: 'off' | 'acquiring' | 'leading';
  /** Grows with each renewal: the deadline of an earlier round comes to nothing. */
  readonly round: number;
  readonly observed?: rules.Observation;
  /** As the lock has it: last read or written. */
  readonly lease?: KubeObject;
}

interface Run {
  readonly run: number;
}

interface Round extends Run {
  readonly round: number;
}

/** One tryAcquireOrRenew on its way, or a release. */
interface Attempt extends Round {
  /** Tick. */
  readonly startedAt: number;
  readonly stage: 'optimistic' | 'get' | 'create' | 'update' | 'get to release' | 'release';
  /** What it writes. */
  readonly record?: rules.LeaderElectionRecord;
}

const STATE = 'state';
const OFF: State = { run: -1, stage: 'off', round: 0 };
/** It goes on for ever, so it does not keep a world from being quiescent. */
const PERIODIC = { periodic: true } as const;
const MILLIS = 1000;

/** Set-up only. @throws if the configuration is refused */
export function createLeaderElector(deps: LeaderElectorDeps): LeaderElector {
  const error = rules.leaderElectionConfigError(deps.config);
  if (error !== undefined) throw new Error(error);
  return new Elector(deps);
}

class Elector implements LeaderElector {
  private readonly kept: Collection<State>;
  private readonly tryHandler: Handler<Round>;
  private readonly replyHandler: Handler<Reply<Attempt>>;
  private readonly electedHandler: Handler<Run>;
  private readonly deadlineHandler: Handler<Round>;
  private readonly second: number;

  constructor(private readonly deps: LeaderElectorDeps) {
    const { world, identity } = deps;
    this.second = world.options.ticksPerSecond;
    this.kept = world.collection(`leaderelection ${identity}`);
    this.tryHandler = world.handler<Round>(`${identity} leader election try`, (round) => {
      this.beginAttempt(round);
    });
    this.replyHandler = world.handler<Reply<Attempt>>(`${identity} leader election reply`, (reply) => {
      this.onReply(reply.context, reply.response);
    });
    this.electedHandler = world.handler<Run>(`${identity} elected`, (run) => {
      this.onElected(run);
    });
    this.deadlineHandler = world.handler<Round>(`${identity} renew deadline`, (round) => {
      this.onDeadline(round);
    });
  }

  get identity(): string {
    return this.deps.identity;
  }

  get isLeader(): boolean {
    return this.state.stage === 'leading';
  }

  private get state(): State {
    return this.kept.get(STATE) ?? OFF;
  }

  private change(changes: Partial<State>): State {
    const state = { ...this.state, ...changes };
    this.kept.set(STATE, state);
    return state;
  }

  /** In seconds, as the rules count. */
  private get clock(): number {
    return this.deps.world.now / this.second;
  }

  private after<D>(seconds: number, handler: Handler<D>, data: D): void {
    this.deps.world.after(Math.round(seconds * this.second), this.deps.lane, handler, data, PERIODIC);
  }

  private send(request: ApiRequest, attempt: Attempt): void {
    this.deps.client.send(request, this.replyHandler, attempt);
  }

  // --- from outside ---

  start(delay: number): void {
    const { world, lane } = this.deps;
    const run = 2 * world.step;
    this.kept.set(STATE, { run, stage: 'acquiring', round: 0 });
    world.after(delay, lane, this.tryHandler, { run, round: 0 }, PERIODIC);
  }

  cancel(): void {
    const { stage } = this.state;
    const after = this.end();
    if (stage === 'leading') this.stopLeading(after);
  }

  private end(): State {
    return this.change({ run: 2 * this.deps.world.step + 1, stage: 'off' });
  }

  // --- one attempt ---

  /** In silence: the request is an event of its own. */
  private beginAttempt({ run, round }: Round): void {
    const { state, deps } = this;
    if (state.run !== run || state.round !== round || state.stage === 'off') return;
    const attempt = { run, round, startedAt: deps.world.now };
    const { observed, lease } = state;
    const renews = state.stage === 'leading' && observed?.record.holderIdentity === deps.identity;
    if (renews && lease !== undefined && rules.isLeaseValid(observed, this.clock)) {
      const record = rules.recordToWrite(deps.identity, observed.record, deps.microTimestamp(), deps.config);
      this.send(updateLease(deps.lock, lease, record), { ...attempt, stage: 'optimistic', record });
    } else this.send(getLease(deps.lock), { ...attempt, stage: 'get' });
  }

  private onReply(attempt: Attempt, response: ApiResponse): void {
    const { state } = this;
    if (attempt.stage === 'get to release') this.release(attempt, response);
    if (state.run !== attempt.run || state.round !== attempt.round || state.stage === 'off') return;
    if (attempt.stage === 'get') this.onRead(attempt, response);
    else if (response.code < 300 && response.object !== undefined) this.onWritten(attempt, response.object);
    else if (attempt.stage === 'optimistic') this.send(getLease(this.deps.lock), { ...attempt, stage: 'get' });
    else this.onFailed(attempt);
  }

  private onRead(attempt: Attempt, { code, object: lease }: ApiResponse): void {
    const { identity, lock, config, microTimestamp } = this.deps;
    if (code === 404) {
      const record = rules.recordToWrite(identity, undefined, microTimestamp(), config);
      this.send(createLease(lock, record), { ...attempt, stage: 'create', record });
      return;
    }
    if (code >= 300 || lease === undefined) {
      this.onFailed(attempt);
      return;
    }
    const before = recordOf(lease);
    const observed = rules.observe(this.state.observed, before, this.clock);
    this.change({ lease, observed });
    if (rules.isHeldByOther(observed, identity, this.clock)) {
      this.onFailed(attempt);
      return;
    }
    const record = rules.recordToWrite(identity, before, microTimestamp(), config);
    this.send(updateLease(lock, lease, record), { ...attempt, stage: 'update', record });
  }

  private onWritten({ run, record }: Attempt, lease: KubeObject): void {
    const { stage, round } = this.state;
    if (record === undefined) return;
    this.change({ lease, observed: { record, since: this.clock }, stage: 'leading', round: round + 1 });
    if (stage === 'acquiring') {
      this.after(0, this.electedHandler, { run });
      this.beginRound(0);
    } else this.beginRound(this.deps.config.retryPeriodSeconds);
  }

  private onFailed({ run, round, startedAt }: Attempt): void {
    const { retryPeriodSeconds } = this.deps.config;
    if (this.state.stage === 'acquiring') {
      this.after(retryPeriodSeconds + this.jitter(), this.tryHandler, { run, round });
      return;
    }
    // The renewal's ticker runs from the start of an attempt, not from its end.
    const past = (this.deps.world.now - startedAt) / this.second;
    this.after(Math.max(0, retryPeriodSeconds - past), this.tryHandler, { run, round });
  }

  /** Seconds, in steps of a millisecond. */
  private jitter(): number {
    const { world, identity, config } = this.deps;
    const most = Math.floor(config.retryPeriodSeconds * rules.JITTER_FACTOR * MILLIS);
    return most <= 0 ? 0 : world.choose('leader election jitter', identity, most) / MILLIS;
  }

  // --- leading ---

  /** A renewal is tried until it goes through, from `wait` seconds on and for the renew deadline. */
  private beginRound(wait: number): void {
    const { run, round } = this.state;
    this.after(wait, this.tryHandler, { run, round });
    this.after(wait + this.deps.config.renewDeadlineSeconds, this.deadlineHandler, { run, round });
  }

  private onElected({ run }: Run): void {
    const { state, deps } = this;
    if (state.run !== run || state.stage !== 'leading') return;
    deps.world.emit(EVENT['leader.elected'], {
      subject: deps.identity,
      object: leaseKey(deps.lock),
      number: state.observed?.record.leaderTransitions ?? 0,
    });
    deps.onStartedLeading?.();
  }

  private onDeadline({ run, round }: Round): void {
    const { state, deps } = this;
    if (state.run !== run || state.round !== round || state.stage !== 'leading') return;
    deps.world.emit(EVENT['leader.lost'], { subject: deps.identity, object: leaseKey(deps.lock) });
    this.stopLeading(this.end());
  }

  private stopLeading({ run, round }: Round): void {
    const { config, lock, world } = this.deps;
    if (config.releaseOnCancel)
      this.send(getLease(lock), { run, round, startedAt: world.now, stage: 'get to release' });
    this.deps.onStoppedLeading?.();
  }

  /** Only its own Lease, and only while the process lives. */
  private release({ run, round, startedAt }: Attempt, { code, object: lease }: ApiResponse): void {
    const { lock, identity, microTimestamp } = this.deps;
    if (this.state.run !== run || code >= 300 || lease === undefined) return;
    const stored = recordOf(lease);
    if (stored.holderIdentity !== identity) return;
    const record = rules.releasedRecord(stored.leaderTransitions, microTimestamp());
    this.send(updateLease(lock, lease, record), { run, round, startedAt, stage: 'release', record });
  }
}
