/** Answers to why: a Pod's nodes and scores, what would let it bind, what was refused. */
import type { FieldChange, ForkEntry } from './protocol.ts';

export interface WhyNode {
  readonly name: string;
  readonly status: string;
  readonly plugin: string;
  readonly reasons: readonly string[];
  readonly numbers: readonly {
    readonly resource: string;
    readonly asked: number;
    readonly free: number;
    readonly total: number;
  }[];
  /** What the node lacks for the Pod, in figures and names: the resource, the taint, the label and its nearest value. */
  readonly hints: readonly FixNote[];
}

/** What a controller says in a condition of its object: that it cannot do its work, or gave it up. */
export interface Trouble {
  /** "Deployment/default/web". */
  readonly object: string;
  /** The condition's type, reason and message. */
  readonly condition: string;
  readonly reason: string;
  readonly message: string;
}

export interface WhyAnswer {
  readonly pod: string;
  /** "pending", "bound", "running", "gated", "no-scheduler", "not-tried", "gone", "unknown". */
  readonly state: string;
  readonly message: string;
  readonly attempts: readonly {
    readonly step: number;
    readonly number: number;
    readonly host: string;
    readonly message: string;
  }[];
  readonly nodes: readonly WhyNode[];
  /** The node that the last cycle's search came to first; absent where it came to none. */
  readonly start?: string;
  /** The host was nominated before, so it was looked at alone, before all others. */
  readonly nominated?: true;
  readonly scores: readonly {
    readonly node: string;
    readonly total: number;
    readonly plugins: readonly {
      readonly name: string;
      readonly weight: number;
      readonly raw: number;
      readonly normalized: number;
    }[];
  }[];
  /** Kinds the input says nothing about and that the answer would need. */
  readonly needs: readonly string[];
}

/** A code and the figures that the sentence of this code needs; src/derive/words says it in two languages. */
export interface FixNote {
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/** Pods that could not even be created. */
export interface RefusedRow {
  /** Of the workload ("Deployment/ns/name"), or of the Pod that a person tried to make. */
  readonly key: string;
  /** What the api-server said last. */
  readonly message: string;
}

/** A change that lets a pending Pod bind. */
export interface Fix {
  /** Names the fix within its answer. */
  readonly id: string;
  /** Of its one edit, or "combination". */
  readonly code: string;
  readonly params: FixNote['params'];
  /** What has to be done, one or two. */
  readonly edits: readonly FixNote[];
  /** Fields that change, by object ("Deployment/ns/name"); an empty path is the whole object. */
  readonly changes: readonly (FieldChange & { readonly object: string })[];
  /** What `fork` takes to do it. */
  readonly entries: readonly ForkEntry[];
  /** The same for a shell, one command a line. */
  readonly command: string;
  /** Where the Pod goes. */
  readonly node: string;
  /** It was carried out from this step on a branch of its own, and the Pod was bound. */
  readonly verified: boolean;
  readonly outcome: {
    /** "Pod/ns/name": another name where a template makes the Pod anew. */
    readonly pod: string;
    readonly steps: number;
    readonly micros: number;
    /** Pods ("ns/name") that lose their place by it, beside those that it deletes. */
    readonly evicted: readonly string[];
  };
}

export interface FixesAnswer {
  readonly pod: string;
  readonly step: number;
  /** Least disturbing first; all verified. */
  readonly fixes: readonly Fix[];
  /** Edits that were looked at and do not help by themselves. */
  readonly tried: readonly FixNote[];
  /** Why there is no fix, where there is none. */
  readonly none?: FixNote;
}
