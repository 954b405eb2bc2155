/** Server-side apply over plain objects: structured-merge-diff merge/update.go Apply, prune and Conflicts (v6). */
import type { KubeObject } from '../../model/objects.ts';
import { compareObjects, fieldsOfObject, rootShape } from './field-compare.ts';
import { mergeApplied, removeFields, withNamedParents } from './field-merge.ts';
import { difference, EMPTY, intersection, isEmpty, pathsOf, pathText, union, type FieldSet } from './field-set.ts';
import { sameWriter, stripped, without, type Owned, type Writer } from './managed-fields.ts';

export interface Conflict {
  readonly entry: Owned;
  /** ".spec.replicas" */
  readonly path: string;
}

export type Applied =
  | { readonly kind: 'applied'; readonly object: KubeObject; readonly entries: readonly Owned[] }
  | { readonly kind: 'conflicts'; readonly conflicts: readonly Conflict[] };

export interface ApplyInput {
  /** What is there; an empty object of the kind where nothing is. */
  readonly live: unknown;
  readonly config: KubeObject;
  readonly kind: string;
  readonly entries: readonly Owned[];
  readonly writer: Writer;
  readonly force: boolean;
  readonly time: string;
  /** See compareObjects. */
  readonly zeros: boolean;
}

export function applyFields(input: ApplyInput): Applied {
  const { live, config, kind, entries, writer, time } = input;
  const mine = entries.find((entry) => sameWriter(entry, writer));
  const whole = fieldsOfObject(config, kind);
  const others = entries.filter((entry) => entry !== mine);
  const merged = mergeApplied(live, config, rootShape(kind));
  // For the pruning the client owns all that it sent: name and namespace too.
  const object = prune(merged, [...others.map(({ set }) => set), whole], mine?.set ?? EMPTY, kind) as KubeObject;
  return settle(input, object, others, { ...writer, time, set: stripped(whole) });
}

function settle(input: ApplyInput, object: KubeObject, others: readonly Owned[], next: Owned): Applied {
  const { added, modified, removed } = compareObjects(input.live, object, input.kind, input.zeros);
  const changed = union(stripped(added), stripped(modified));
  if (!input.force) {
    const conflicts = others.flatMap((entry) =>
      pathsOf(intersection(entry.set, changed)).map((path) => ({ entry, path: pathText(path) })),
    );
    if (conflicts.length > 0) return { kind: 'conflicts', conflicts };
  }
  const lost = union(changed, stripped(removed));
  const kept = others.map((entry) => without(entry, lost));
  return { kind: 'applied', object, entries: [...kept, next].filter(({ set }) => !isEmpty(set)) };
}

/** Takes out what this manager applied before and names no more, unless somebody else owns it. */
function prune(merged: unknown, sets: readonly FieldSet[], last: FieldSet, kind: string): unknown {
  if (isEmpty(last)) return merged;
  const shape = rootShape(kind);
  const named = (set: FieldSet): FieldSet => withNamedParents(set, shape);
  const fieldsOf = (value: unknown): FieldSet => named(fieldsOfObject(value, kind));
  const before = named(last);
  const inMerged = fieldsOf(merged);
  const without = removeFields(merged, before, shape) ?? {};
  const owned = sets.reduce((all, set) => union(all, named(set)), EMPTY);
  const withOwned = removeFields(merged, difference(inMerged, union(fieldsOf(without), owned)), shape) ?? {};
  const dangling = intersection(difference(inMerged, fieldsOf(withOwned)), before);
  return removeFields(merged, dangling, shape) ?? {};
}
