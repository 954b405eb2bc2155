/**
 * At most ten entries of updates: k8s.io/apimachinery pkg/util/managedfields/internal/capmanagers.go (v0.37). The oldest
 * of one API version become one entry.
 */
import { compareBytes } from '../../kernel/kernel.ts';
import { union } from './field-set.ts';
import { sameWriter, type Owned } from './managed-fields.ts';

const MOST = 10;
const BUCKET = 'ancient-changes';

export function capUpdates(entries: readonly Owned[]): readonly Owned[] {
  const updates = entries.filter(({ operation }) => operation === 'Update');
  if (updates.length <= MOST) return entries;
  const oldest = [...updates].sort((a, b) => compareBytes(a.time, b.time) || compareBytes(a.manager, b.manager));
  let left = [...entries];
  let count = updates.length;
  /** The oldest entry of each API version: the first that a bucket takes in. */
  const first = new Map<string, Owned>();
  for (const entry of oldest) {
    if (count <= MOST) break;
    const before = first.get(entry.apiVersion);
    if (before === undefined) {
      first.set(entry.apiVersion, entry);
    } else {
      const bucket = merged(before, entry);
      left = [...left.filter((other) => other !== before && other !== entry && !sameWriter(other, bucket)), bucket];
      first.set(entry.apiVersion, bucket);
      count--;
    }
  }
  return left;
}

/** With the time of the younger. */
const merged = (older: Owned, younger: Owned): Owned => ({
  manager: BUCKET,
  operation: 'Update',
  apiVersion: younger.apiVersion,
  subresource: '',
  time: younger.time,
  set: union(younger.set, older.set),
});
