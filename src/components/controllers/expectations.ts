/**
 * What a controller's last sync still waits to see in its cache: ControllerExpectations and UIDTrackingControllerExpectations
 * of pkg/controller/controller_utils.go (v1.35 recorded, v1.37). Without it a stale cache would make a Pod twice.
 */
import type { World } from '../../kernel/kernel.ts';
import type { Entries } from '../workqueue/workqueue.ts';

/** The value in collection "controllers/NAME/expectations", keyed by the owner's "namespace/name". */
export interface Expected {
  /** Creations not yet seen; below zero where more were seen than expected. */
  readonly add: number;
  /** Deletions not yet seen; likewise. */
  readonly del: number;
  /** When they were set. */
  readonly since: number;
  /** Keys of Pods whose deletion is not yet seen, as a set; absent where they are only counted. */
  readonly pods?: Readonly<Record<string, 1>>;
}

/** ExpectationsTimeout. */
const TIMEOUT_SECONDS = 300;

/** In any unit. */
export interface ExpectationsClock {
  readonly now: () => number;
  readonly timeout: number;
}

/** Counts only. */
export class ControllerExpectations {
  constructor(
    protected readonly expected: Entries<Expected>,
    private readonly clock: ExpectationsClock,
  ) {}

  get(key: string): Expected | undefined {
    return this.expected.get(key);
  }

  /** Fulfilled, expired, or never set. */
  satisfied(key: string): boolean {
    const expected = this.expected.get(key);
    if (expected === undefined || (expected.add <= 0 && expected.del <= 0)) return true;
    return this.clock.now() - expected.since > this.clock.timeout;
  }

  expectCreations(key: string, add: number): void {
    this.set(key, { add, del: 0 });
  }

  expectDeletionCount(key: string, del: number): void {
    this.set(key, { add: 0, del });
  }

  /** Anew: what was expected before is forgotten, but for the names of Pods. */
  private set(key: string, counts: Pick<Expected, 'add' | 'del'>): void {
    this.expected.set(key, { ...this.expected.get(key), ...counts, since: this.clock.now() });
  }

  raise(key: string, add: number, del: number): void {
    this.lower(key, -add, -del);
  }

  lower(key: string, add: number, del: number): void {
    const expected = this.expected.get(key);
    if (expected === undefined || (add === 0 && del === 0)) return;
    this.expected.set(key, { ...expected, add: expected.add - add, del: expected.del - del });
  }

  /** One creation was seen, or will never be. */
  creationObserved(key: string): void {
    this.lower(key, 1, 0);
  }

  deletionCounted(key: string): void {
    this.lower(key, 0, 1);
  }

  delete(key: string): void {
    this.expected.delete(key);
  }
}

/** Knows which Pods it waits for: a deletion counts once, however often it is seen. */
export class UIDTrackingControllerExpectations extends ControllerExpectations {
  expectDeletions(key: string, names: readonly string[]): void {
    const pods = Object.fromEntries(names.map((name) => [name, 1 as const]));
    this.expectDeletionCount(key, Object.keys(pods).length);
    const expected = this.expected.get(key);
    if (expected !== undefined) this.expected.set(key, { ...expected, pods });
  }

  deletionObserved(key: string, pod: string): void {
    const expected = this.expected.get(key);
    if (expected?.pods?.[pod] === undefined) return;
    const pods = Object.fromEntries(Object.entries(expected.pods).filter(([name]) => name !== pod));
    this.expected.set(key, { ...expected, del: expected.del - 1, pods });
  }
}

export const clockOf = (world: World): ExpectationsClock => ({
  now: () => world.now,
  timeout: TIMEOUT_SECONDS * world.options.ticksPerSecond,
});

/** In a world. @param name of its collection */
export class Expectations extends UIDTrackingControllerExpectations {
  constructor(world: World, name: string) {
    super(world.collection(name), clockOf(world));
  }
}
