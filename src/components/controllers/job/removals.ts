/** Finalizers that a sync has taken off Pods and the cache does not show yet: uidTrackingExpectations of tracking_utils.go (v1.37). */
import type { Collection, World } from '../../../kernel/kernel.ts';

export class Removals {
  private readonly entries: Collection<Readonly<Record<string, 1>>>;

  constructor(world: World) {
    this.entries = world.collection('controllers/job/finalizers');
  }

  get(key: string): ReadonlySet<string> {
    return new Set(Object.keys(this.entries.get(key) ?? {}));
  }

  expect(key: string, uids: readonly string[]): void {
    const added = Object.fromEntries(uids.map((uid) => [uid, 1 as const]));
    this.entries.set(key, { ...this.entries.get(key), ...added });
  }

  /** It was seen, or will never be. */
  drop(key: string, uid: string): void {
    const known = this.entries.get(key);
    if (known?.[uid] === undefined) return;
    const left = Object.fromEntries(Object.entries(known).filter(([other]) => other !== uid));
    if (Object.keys(left).length === 0) this.entries.delete(key);
    else this.entries.set(key, left);
  }

  forget(key: string): void {
    this.entries.delete(key);
  }
}
