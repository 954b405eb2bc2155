import type { Collection, Step, Value, World } from '../kernel/kernel.ts';
import { collectionNames } from '../components/workqueue/workqueue.ts';
import type { RunStatus } from '../protocol/protocol.ts';
import type { TimelineEntry } from '../scenario/scenario.ts';
import { ACT, Agenda } from './agenda.ts';
import { Deadlines, nameOf } from './deadlines.ts';

const SECOND = 1_000_000;
/** CONTRACT 1: nothing but periodic work for this long is rest. */
export const QUIET_TICKS = 60 * SECOND;
/** CONTRACT 1: a world that never rests is stopped here; counted anew from what a fork did. */
export const TIME_LIMIT_TICKS = 600 * SECOND;
/** CONTRACT 5. */
export const EVENT_LIMIT = 2_000_000;
/** The queue of the CronJob controller, if there is one. */
type Calendar = Readonly<Record<'delayed' | 'dirty' | 'processing', Collection<Value> | undefined>>;

const LIMITS = { ticks: TIME_LIMIT_TICKS, events: EVENT_LIMIT };
/** What a quiet run waits for. */
interface Awaited {
  /** Tick; -1 = nothing. */
  readonly at: number;
  readonly name: string;
  /** The last activity before. */
  readonly after: number;
  /** Deadlines that have come since. */
  readonly spent: Set<string>;
  /** Until then the last of them is being looked at. */
  readonly told: number;
}
const NOTHING_SEEN: Awaited = { at: -1, name: '', after: -1, spent: new Set(), told: 0 };
const NOBODY = { carryOut: (): void => undefined };

/** Who carries out entries of the timeline that wait for a step. */
export interface Hands {
  carryOut(entries: readonly TimelineEntry[]): void;
}

/** Where a run stood when a fork left its branch. */
export interface SavedRun {
  readonly agenda: Agenda;
  readonly begunAt: number;
  readonly wanted: number;
  readonly lastActivity: number;
  readonly state: RunStatus['state'];
}

/**
 * Runs a world until it rests. It rests when for 60 simulated seconds only periodic work happened, no entry waits for a
 * step, the timeline's clock holds nothing more, no one-shot deadline of an object (deadlines.ts) is due before the limit,
 * and no run of a CronJob is due in the 60 seconds that follow; a timer that is further away than that (a progress deadline)
 * does not keep it.
 */
export class Run {
  private lastActivity = 0;
  private begunAt = 0;
  /** Somebody wants to see what happens until then: no rest before. */
  private wanted = 0;
  /** The next deadline, as it was seen after this activity: looked for once, as nothing but activity moves it. */
  private awaited: Awaited = NOTHING_SEEN;
  private state: RunStatus['state'] = 'running';

  private readonly calendar: Calendar;
  private readonly deadlines: Deadlines;

  /** @param epochMicros what the world's tick 0 is, in microseconds since 1970 */
  constructor(
    private readonly world: World,
    epochMicros: number,
    private agenda: Agenda = new Agenda([]),
    private readonly hands: Hands = NOBODY,
  ) {
    this.deadlines = new Deadlines(world, epochMicros);
    const find = (name: string): Collection<Value> | undefined => world.collections().find((one) => one.name === name);
    const { delayed, dirty, processing } = collectionNames('cronjob');
    this.calendar = { delayed: find(delayed), dirty: find(dirty), processing: find(processing) };
  }

  /** @param until ends this call early; the run can go on */
  advance(budget: number, until?: () => boolean): void {
    let left = budget;
    while (left > 0 && this.state === 'running') {
      this.begin();
      const room = Math.min(left, this.agenda.next - this.world.step);
      const done = this.world.advance(room, () => this.note() || until?.() === true);
      left -= done;
      if (done === 0) this.state = 'quiescent';
      if (until?.() === true) return;
    }
  }

  /** On to the last event at or before `tick`, even after the world came to rest: its leases go on. */
  reach(tick: number): void {
    while (this.state !== 'event-limit' && (this.world.nextTime ?? Infinity) <= tick) {
      this.state = 'running';
      this.advance(1);
    }
    // Nobody asked for rest, so that it took too long to come is no news.
    if (this.state === 'time-limit') this.state = 'running';
  }

  /** On past rest, to what is due at `tick`, and on to the rest after it. */
  goOn(tick: number): void {
    this.wanted = Math.max(this.wanted, tick);
    if (this.state !== 'event-limit') this.state = 'running';
  }

  get timeline(): Agenda {
    return this.agenda;
  }

  /** How long nothing but periodic work has happened. Ticks. */
  get quiet(): number {
    return this.world.now - this.lastActivity;
  }

  get status(): RunStatus {
    return { steps: this.world.step, simMicros: this.world.now, state: this.state };
  }

  /** The world was forked at `step`: goes on from there with an agenda of its own. @returns how to go back */
  fork(step: Step, agenda: Agenda): SavedRun {
    const { lastActivity, begunAt, wanted, state } = this;
    const saved = { agenda: this.agenda, lastActivity, begunAt, wanted, state };
    const { trace } = this.world;
    const begun = agenda.lastBefore(step) ?? 0;
    let active = step;
    while (active > 0 && trace.periodic(active)) active--;
    this.agenda = agenda;
    this.begunAt = begun === 0 ? 0 : trace.time(begun);
    this.wanted = 0;
    this.awaited = NOTHING_SEEN;
    this.lastActivity = active === 0 ? 0 : trace.time(active);
    this.state = 'running';
    return saved;
  }

  undo({ agenda, lastActivity, begunAt, wanted, state }: SavedRun): void {
    this.agenda = agenda;
    this.lastActivity = lastActivity;
    this.begunAt = begunAt;
    this.wanted = wanted;
    this.awaited = NOTHING_SEEN;
    this.state = state;
  }

  /** Hands over what waits for the present step. */
  private begin(): void {
    while (this.agenda.next <= this.world.step) {
      this.begunAt = this.world.now;
      this.hands.carryOut(this.agenda.take(this.world.step));
    }
  }

  /** Looks at the event just made. @returns whether the run is over */
  private note(): boolean {
    const { world } = this;
    const { step, now } = world;
    if (!world.trace.periodic(step)) this.lastActivity = now;
    if (step >= LIMITS.events) this.state = 'event-limit';
    else if (now < this.wanted) return false;
    else if (this.rests()) this.state = 'quiescent';
    else if (now >= this.limit) this.state = 'time-limit';
    return this.state !== 'running';
  }

  private get limit(): number {
    return Math.max(this.begunAt, this.wanted) + LIMITS.ticks;
  }

  private rests(): boolean {
    const { agenda, world } = this;
    const quiet = world.now - Math.max(this.lastActivity, this.wanted);
    // Looked for in time: a deadline may come with the very event that would be rest.
    if (agenda.next !== Infinity || world.now < agenda.clock || quiet < QUIET_TICKS / 2) return false;
    return !this.deadlineIsAhead() && quiet >= QUIET_TICKS && !this.calendarIsNear();
  }

  private deadlineIsAhead(): boolean {
    const { now } = this.world;
    if (this.awaited.after !== this.lastActivity) this.await(new Set(), 0);
    // Whoever waited for it has only now been told, and may set it anew without a change: once is enough.
    else if (this.awaited.at >= 0 && this.awaited.at <= now)
      this.await(this.awaited.spent.add(this.awaited.name), this.awaited.at + SECOND);
    return this.awaited.at >= now || now < this.awaited.told;
  }

  private await(spent: Set<string>, told: number): void {
    const next = this.deadlines.next(this.limit, spent);
    const at = next?.at ?? this.nextFollower();
    this.awaited = { at, name: next === undefined ? '' : nameOf(next), after: this.lastActivity, spent, told };
  }

  /** Of what follows an entry that waited for a step; -1 if there is nothing. The clock's entries are in `agenda.clock`. */
  private nextFollower(): number {
    const ours = this.world.timers([ACT]).filter(({ data }) => this.agenda.owns((data as { name: string }).name));
    const times = ours.map(({ time }) => time).filter((time) => time <= this.limit);
    return times.length === 0 ? -1 : Math.min(...times);
  }

  /** A CronJob is being looked at, or is to be within the next minute. */
  private calendarIsNear(): boolean {
    const { now } = this.world;
    const { delayed, dirty, processing } = this.calendar;
    if ((dirty?.size ?? 0) + (processing?.size ?? 0) > 0) return true;
    for (const [, value] of delayed?.entries() ?? []) {
      const { due } = value as { readonly due: number };
      if (due > now && due <= now + QUIET_TICKS) return true;
    }
    return false;
  }
}
