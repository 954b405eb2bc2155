/** How long a DaemonSet waits before it replaces a Pod that failed on a node: client-go util/flowcontrol/backoff.go (v0.37). */
import type { Collection, World } from '../../../kernel/kernel.ts';

/** The value in collection "controllers/daemonset/failed": ticks. */
interface Entry {
  readonly wait: number;
  readonly last: number;
}

const FIRST_SECONDS = 1;
const MAX_SECONDS = 900;

export class FailedPodsBackoff {
  private readonly entries: Collection<Entry>;

  constructor(private readonly world: World) {
    this.entries = world.collection('controllers/daemonset/failed');
  }

  private recent(key: string): Entry | undefined {
    const entry = this.entries.get(key);
    const limit = 2 * MAX_SECONDS * this.world.options.ticksPerSecond;
    return entry === undefined || this.world.now - entry.last > limit ? undefined : entry;
  }

  /** Ticks that are left to wait; undefined where the Pod may be replaced now. */
  left(key: string): number | undefined {
    const entry = this.recent(key);
    if (entry === undefined || this.world.now - entry.last >= entry.wait) return undefined;
    return entry.wait;
  }

  next(key: string): void {
    const second = this.world.options.ticksPerSecond;
    const before = this.recent(key);
    const wait = before === undefined ? FIRST_SECONDS * second : Math.min(2 * before.wait, MAX_SECONDS * second);
    this.entries.set(key, { wait, last: this.world.now });
  }
}
