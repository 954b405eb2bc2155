/** Which invariants are out of force at a step, by the faults that stand or stood shortly before. */
import type { Step, Trace } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import { SUSPENDED_BY, type InvariantId, type SuspendingVerb } from './table.ts';

/** Why an invariant is out of force. */
export interface Held {
  readonly by: SuspendingVerb;
  /** The fault stands; `until` counts from its end. */
  readonly stands: boolean;
  /** Tick; Infinity = for the rest of the run. Says nothing while the fault stands. */
  readonly until: number;
}

export class Suspensions {
  /** By verb: how many stand. */
  private readonly standing = new Map<SuspendingVerb, number>();
  /** By invariant: who had it out of force last, and until which tick. */
  private readonly until = new Map<InvariantId, Held>();
  private readonly noted: Step[] = [];

  constructor(
    private readonly trace: Trace,
    private readonly ticksPerSecond: number,
  ) {}

  suspends(id: InvariantId, step: Step): boolean {
    return this.holderOf(id, step) !== undefined;
  }

  /** As known of all that was noted. @param step not before the last one that was noted */
  private holderOf(id: InvariantId, step: Step): Held | undefined {
    if (this.until.size === 0 && this.standing.size === 0) return undefined;
    for (const [by, count] of this.standing)
      if (count > 0 && SUSPENDED_BY[by].ids.includes(id)) return { by, stands: true, until: Infinity };
    const held = this.until.get(id);
    return held !== undefined && held.until >= this.trace.time(step) ? held : undefined;
  }

  /** Why it was out of force at any step that was looked at. */
  at(step: Step): (id: InvariantId) => Held | undefined {
    const then = new Suspensions(this.trace, this.ticksPerSecond);
    for (const noted of this.noted) if (noted <= step) then.note(noted, this.trace.kind(noted));
    return (id) => then.holderOf(id, step);
  }

  /** A fault began or ended, or a leader was elected. */
  note(step: Step, kind: number): void {
    this.noted.push(step);
    if (kind === EVENT['leader.elected']) {
      this.extend('leaderChange', step);
      return;
    }
    const verb = (this.trace.detail(step).split(' ')[0] ?? '') as SuspendingVerb;
    const ends = kind === EVENT['fault.ended'];
    this.extend(verb, step);
    if (!STANDS.has(verb)) return;
    this.standing.set(verb, Math.max(0, (this.standing.get(verb) ?? 0) + (ends ? -1 : 1)));
  }

  private extend(by: SuspendingVerb, step: Step): void {
    const { ids, after } = SUSPENDED_BY[by];
    const until = this.trace.time(step) + after * this.ticksPerSecond;
    for (const id of ids)
      if (until >= (this.until.get(id)?.until ?? -1)) this.until.set(id, { by, stands: false, until });
  }
}

/** Those that have an end. */
const STANDS: ReadonlySet<SuspendingVerb> = new Set([
  'crash',
  'pause',
  'cut',
  'partition',
  'slow',
  'skewClock',
  'kubeletPauses',
]);
