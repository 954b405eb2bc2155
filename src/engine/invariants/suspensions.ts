/** Which invariants are out of force at a step, by the faults that stand or stood shortly before. */
import type { Step, Trace } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import { SUSPENDED_BY, type InvariantId, type SuspendingVerb, type Suspension } from './table.ts';

export class Suspensions {
  /** By verb: how many stand. */
  private readonly standing = new Map<SuspendingVerb, number>();
  /** By invariant: tick until which it is out of force. */
  private readonly until = new Map<InvariantId, number>();

  constructor(
    private readonly trace: Trace,
    private readonly ticksPerSecond: number,
  ) {}

  suspends(id: InvariantId, step: Step): boolean {
    if (this.until.size === 0 && this.standing.size === 0) return false;
    if ((this.until.get(id) ?? -1) >= this.trace.time(step)) return true;
    for (const [verb, count] of this.standing) if (count > 0 && SUSPENDED_BY[verb].ids.includes(id)) return true;
    return false;
  }

  /** A fault began or ended, or a leader was elected. */
  note(step: Step, kind: number): void {
    if (kind === EVENT['leader.elected']) {
      this.extend(SUSPENDED_BY.leaderChange, step);
      return;
    }
    const verb = (this.trace.detail(step).split(' ')[0] ?? '') as SuspendingVerb;
    const ends = kind === EVENT['fault.ended'];
    this.extend(SUSPENDED_BY[verb], step);
    if (!STANDS.has(verb)) return;
    this.standing.set(verb, Math.max(0, (this.standing.get(verb) ?? 0) + (ends ? -1 : 1)));
  }

  private extend({ ids, after }: Suspension, step: Step): void {
    const until = this.trace.time(step) + after * this.ticksPerSecond;
    for (const id of ids) this.until.set(id, Math.max(this.until.get(id) ?? -1, until));
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
