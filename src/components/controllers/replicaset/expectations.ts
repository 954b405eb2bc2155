/**
 * What a ReplicaSet's last sync still waits to see in its cache: UIDTrackingControllerExpectations of
 * pkg/controller/controller_utils.go (v1.37). Without it a stale cache would make a Pod twice.
 */
import type { Collection, World } from '../../../kernel/kernel.ts';

/** The value in collection "controllers/replicaset/expectations", keyed by the ReplicaSet's "namespace/name". */
export interface Expected {
  /** Creations not yet seen. */
  readonly add: number;
  /** Keys of Pods whose deletion is not yet seen, as a set. */
  readonly del: Readonly<Record<string, 1>>;
  /** Tick at which they were set. */
  readonly since: number;
}

/** ExpectationsTimeout. */
const TIMEOUT_SECONDS = 300;

export class Expectations {
  private readonly expected: Collection<Expected>;

  constructor(
    private readonly world: World,
    name: string,
  ) {
    this.expected = world.collection(name);
  }

  /** Fulfilled, expired, or never set. */
  satisfied(key: string): boolean {
    const expected = this.expected.get(key);
    if (expected === undefined) return true;
    if (expected.add <= 0 && Object.keys(expected.del).length === 0) return true;
    return this.world.now - expected.since > TIMEOUT_SECONDS * this.world.options.ticksPerSecond;
  }

  expectCreations(key: string, add: number): void {
    this.expected.set(key, { add, del: {}, since: this.world.now });
  }

  expectDeletions(key: string, pods: readonly string[]): void {
    const del = Object.fromEntries(pods.map((pod) => [pod, 1 as const]));
    this.expected.set(key, { add: 0, del, since: this.world.now });
  }

  /** One creation was seen, or will never be. */
  creationObserved(key: string, count = 1): void {
    const expected = this.expected.get(key);
    if (expected !== undefined && expected.add > 0) this.expected.set(key, { ...expected, add: expected.add - count });
  }

  deletionObserved(key: string, pod: string): void {
    const expected = this.expected.get(key);
    if (expected?.del[pod] === undefined) return;
    const del = Object.fromEntries(Object.entries(expected.del).filter(([name]) => name !== pod));
    this.expected.set(key, { ...expected, del });
  }

  delete(key: string): void {
    this.expected.delete(key);
  }
}
