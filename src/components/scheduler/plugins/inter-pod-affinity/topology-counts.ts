/** kubernetes pkg/scheduler/framework/plugins/interpodaffinity/filtering.go topologyToMatchedTermCount (v1.35). */
import type { NodeInfo } from '../../node-info.ts';

/** A number for each topology pair (key, value); a pair that comes to 0 is forgotten. */
export class TopologyCounts {
  private readonly byKey: Map<string, Map<string, number>>;

  constructor(byKey = new Map<string, Map<string, number>>()) {
    this.byKey = byKey;
  }

  /** How many keys have a pair. */
  get size(): number {
    return this.byKey.size;
  }

  /** Counts at the node's value of the key; a node without the key counts nowhere. */
  add(node: NodeInfo, key: string, delta: number): void {
    const value = Object.hasOwn(node.labels, key) ? node.labels[key] : undefined;
    if (value === undefined) return;
    let values = this.byKey.get(key);
    if (values === undefined) this.byKey.set(key, (values = new Map<string, number>()));
    const sum = (values.get(value) ?? 0) + delta;
    if (sum !== 0) values.set(value, sum);
    else {
      values.delete(value);
      if (values.size === 0) this.byKey.delete(key);
    }
  }

  /** The count at the node's value of the key, 0 where it has none. */
  at(node: NodeInfo, key: string): number {
    const values = this.byKey.get(key);
    const value = values === undefined || !Object.hasOwn(node.labels, key) ? undefined : node.labels[key];
    return value === undefined ? 0 : (values?.get(value) ?? 0);
  }

  /** Is any pair of the node counted? */
  any(node: NodeInfo): boolean {
    for (const key of this.byKey.keys()) if (this.at(node, key) > 0) return true;
    return false;
  }

  copy(): TopologyCounts {
    return new TopologyCounts(new Map([...this.byKey].map(([key, values]) => [key, new Map(values)])));
  }
}
