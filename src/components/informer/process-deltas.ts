/**
 * client-go tools/cache/controller.go, processDeltas and processReplacedAllInfo (v0.37): applies popped deltas to the store
 * and says what listeners are to hear, in order (5.1, 5.2, 6.1). The store decides between add and update, not the delta.
 */
import { isTombstone, type Delta, type Tombstone } from './delta.ts';
import type { ThreadSafeStore } from './thread-safe-store.ts';

export type Notification<O> =
  | { readonly kind: 'add'; readonly object: O; readonly isInInitialList: boolean }
  /** `sync`: the version is the same, so only listeners that are syncing hear it. */
  | { readonly kind: 'update'; readonly before: O; readonly after: O; readonly sync: boolean }
  | { readonly kind: 'delete'; readonly object: O | Tombstone<O> };

export interface ObjectAccess<O> {
  readonly keyOf: (object: O) => string | undefined;
  readonly versionOf: (object: O) => string;
}

export function processDeltas<O extends object>(
  store: ThreadSafeStore<O>,
  deltas: readonly Delta<O>[],
  isInInitialList: boolean,
  access: ObjectAccess<O>,
): readonly Notification<O>[] {
  const out: Notification<O>[] = [];
  for (const delta of deltas) {
    switch (delta.type) {
      case 'ReplacedAll':
        replaceAll(store, delta.objects, isInInitialList, access, out);
        break;
      case 'SyncAll':
        for (const object of store.list()) out.push({ kind: 'update', before: object, after: object, sync: true });
        break;
      case 'Bookmark':
        break;
      case 'Deleted':
        remove(store, delta.object, access, out);
        break;
      default:
        if (!isTombstone(delta.object)) upsert(store, delta.object, isInInitialList, access, out);
    }
  }
  return out;
}

function remove<O extends object>(
  store: ThreadSafeStore<O>,
  object: O | Tombstone<O>,
  access: ObjectAccess<O>,
  out: Notification<O>[],
): void {
  const key = isTombstone(object) ? object.tombstone : access.keyOf(object);
  if (key !== undefined) store.delete(key);
  out.push({ kind: 'delete', object });
}

function upsert<O extends object>(
  store: ThreadSafeStore<O>,
  object: O,
  isInInitialList: boolean,
  access: ObjectAccess<O>,
  out: Notification<O>[],
): void {
  const key = access.keyOf(object);
  if (key === undefined) return;
  const before = store.get(key);
  store.set(key, object);
  out.push(heard(before, object, isInInitialList, access));
}

function heard<O>(before: O | undefined, after: O, isInInitialList: boolean, access: ObjectAccess<O>): Notification<O> {
  if (before === undefined) return { kind: 'add', object: after, isInInitialList };
  return { kind: 'update', before, after, sync: access.versionOf(before) === access.versionOf(after) };
}

/** The store is replaced first; then deletions are told, then the list in its order. */
function replaceAll<O extends object>(
  store: ThreadSafeStore<O>,
  objects: readonly O[],
  isInInitialList: boolean,
  access: ObjectAccess<O>,
  out: Notification<O>[],
): void {
  const items = new Map<string, O>();
  for (const object of objects) {
    const key = access.keyOf(object);
    if (key !== undefined) items.set(key, object);
  }
  const before = new Map<string, O>();
  for (const key of store.listKeys()) {
    const object = store.get(key);
    if (object !== undefined) before.set(key, object);
  }
  store.replace(items);
  for (const [key, object] of before) {
    if (!items.has(key)) out.push({ kind: 'delete', object: { tombstone: key, object } });
  }
  for (const [key, object] of items) out.push(heard(before.get(key), object, isInInitialList, access));
}
