import type { World } from '../kernel/kernel.ts';
import type { RunStatus } from '../protocol/protocol.ts';

const SECOND = 1_000_000;
/** CONTRACT 1: nothing but periodic work for this long is rest. */
const QUIET_TICKS = 60 * SECOND;
/** CONTRACT 1: a world that never rests is stopped here. */
export const TIME_LIMIT_TICKS = 600 * SECOND;
/** CONTRACT 5. */
export const EVENT_LIMIT = 2_000_000;

/**
 * Runs a world until it rests. It rests when for 60 simulated seconds only periodic work happened; a timer that is
 * further away than that (a progress deadline) does not keep it.
 */
export class Run {
  private lastActivity = 0;
  private state: RunStatus['state'] = 'running';

  constructor(
    private readonly world: World,
    private readonly limits: { readonly ticks: number; readonly events: number } = {
      ticks: TIME_LIMIT_TICKS,
      events: EVENT_LIMIT,
    },
  ) {}

  /** @param until ends this call early; the run can go on */
  advance(budget: number, until?: () => boolean): void {
    if (this.state !== 'running') return;
    let left = budget;
    while (left > 0 && this.state === 'running') {
      const done = this.world.advance(left, () => this.note() || until?.() === true);
      left -= done;
      if (done === 0) this.state = 'quiescent';
      if (until?.() === true) return;
    }
  }

  get status(): RunStatus {
    return { steps: this.world.step, simMicros: this.world.now, state: this.state };
  }

  /** Looks at the event just made. @returns whether the run is over */
  private note(): boolean {
    const { world } = this;
    const { step, now } = world;
    if (!world.trace.periodic(step)) this.lastActivity = now;
    if (now - this.lastActivity >= QUIET_TICKS) this.state = 'quiescent';
    else if (now >= this.limits.ticks) this.state = 'time-limit';
    else if (step >= this.limits.events) this.state = 'event-limit';
    return this.state !== 'running';
  }
}
