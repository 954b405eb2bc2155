/** The oracle: a list of changes, folded into a Map whenever something is asked. Slow, and hard to get wrong. */

import type { Change, Value } from '../../src/kernel/kernel.ts';

export interface NaiveChange {
  readonly step: number;
  readonly collection: string;
  readonly key: string;
  readonly value: Value | undefined;
}

export class NaiveHistory {
  changes: readonly NaiveChange[] = [];

  add(change: NaiveChange): void {
    this.changes = [...this.changes, change];
  }

  truncate(step: number): void {
    this.changes = this.changes.filter((change) => change.step <= step);
  }

  at(collection: string, step: number): Map<string, Value> {
    const state = new Map<string, Value>();
    for (const change of this.changes) {
      if (change.step > step || change.collection !== collection) continue;
      if (change.value === undefined) state.delete(change.key);
      else state.set(change.key, change.value);
    }
    return state;
  }

  /** Net changes of one step: what differs between its beginning and its end. */
  changesAt(collections: readonly string[], step: number): Change[] {
    return collections.flatMap((collection) => {
      const before = step === 0 ? new Map<string, Value>() : this.at(collection, step - 1);
      const after = this.at(collection, step);
      const keys = new Set([...before.keys(), ...after.keys()]);
      return [...keys]
        .filter((key) => before.get(key) !== after.get(key))
        .map((key) => ({ collection, key, before: before.get(key), after: after.get(key) }));
    });
  }

  /** Net changes of one key, newest first. */
  history(collection: string, key: string, step: number): { step: number; value: Value | undefined }[] {
    const out: { step: number; value: Value | undefined }[] = [];
    for (let k = 0; k <= step; k++) {
      const change = this.changesAt([collection], k).find((candidate) => candidate.key === key);
      if (change !== undefined) out.unshift({ step: k, value: change.after });
    }
    return out;
  }
}
