/** Who registered what: a process's collections, handlers and rebuilds, so that it can be forgotten as a whole. */
import { invariant } from './invariant.ts';
import type { Collection, Value } from './kernel.ts';

export interface Group {
  readonly collections: Collection<Value>[];
  readonly handlers: Set<number>;
  readonly rebuilds: (() => void)[];
}

export class Groups {
  /** Registrations go here; undefined = to nobody. */
  current: Group | undefined;
  private readonly byName = new Map<string, Group>();

  within<T>(name: string, build: () => T): T {
    const outer = this.current;
    this.current = name === '' ? undefined : this.open(name);
    try {
      return build();
    } finally {
      this.current = outer;
    }
  }

  private open(name: string): Group {
    let group = this.byName.get(name);
    if (group === undefined) {
      group = { collections: [], handlers: new Set(), rebuilds: [] };
      this.byName.set(name, group);
    }
    return group;
  }

  get(name: string): Group {
    const group = this.byName.get(name);
    invariant(group !== undefined, `no group ${name}`);
    return group;
  }
}
