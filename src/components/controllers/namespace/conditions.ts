/**
 * What a Namespace that is being deleted says of it: pkg/controller/namespace/deletion/status_condition_utils.go (v1.37).
 * Pure. Discovery of resources cannot fail here.
 */
import { compareBytes } from '../../../kernel/kernel.ts';
import type { Condition } from '../../../model/objects.ts';

/** What was found to be left. */
export interface Leftovers {
  /** By "resource.group": how many. */
  readonly resources: Readonly<Record<string, number>>;
  /** By finalizer: in how many objects. */
  readonly finalizers: Readonly<Record<string, number>>;
  readonly errors: readonly string[];
}

type Row = readonly [status: 'True' | 'False', reason: string, message: string];

const list = (counts: Readonly<Record<string, number>>, words: string): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${words.replace('N', String(count))}`)
    .sort(compareBytes)
    .join(', ');

function rows({ resources, finalizers, errors }: Leftovers): Readonly<Record<string, Row>> {
  const failed = `Failed to delete all resource types, ${String(errors.length)} remaining: `;
  return {
    NamespaceDeletionDiscoveryFailure: ['False', 'ResourcesDiscovered', 'All resources successfully discovered'],
    NamespaceDeletionGroupVersionParsingFailure: [
      'False',
      'ParsedGroupVersions',
      'All legacy kube types successfully parsed',
    ],
    NamespaceDeletionContentFailure:
      errors.length > 0
        ? ['True', 'ContentDeletionFailed', failed + [...errors].sort(compareBytes).join(', ')]
        : ['False', 'ContentDeleted', 'All content successfully deleted, may be waiting on finalization'],
    NamespaceContentRemaining:
      Object.keys(resources).length > 0
        ? [
            'True',
            'SomeResourcesRemain',
            `Some resources are remaining: ${list(resources, 'has N resource instances')}`,
          ]
        : ['False', 'ContentRemoved', 'All content successfully removed'],
    NamespaceFinalizersRemaining:
      Object.keys(finalizers).length > 0
        ? [
            'True',
            'SomeFinalizersRemain',
            `Some content in the namespace has finalizers remaining: ${list(finalizers, 'in N resource instances')}`,
          ]
        : ['False', 'ContentHasNoFinalizers', 'All content-preserving finalizers finished'],
  };
}

/** updateConditions. @returns undefined where nothing changes */
export function conditionsAfter(
  present: readonly Condition[],
  left: Leftovers,
  now: string,
): readonly Condition[] | undefined {
  const after = [...present];
  let changed = false;
  for (const [type, [status, reason, message]] of Object.entries(rows(left))) {
    const at = after.findIndex((condition) => condition.type === type);
    const old = after[at];
    if (old?.status === status && old.reason === reason && old.message === message) continue;
    changed = true;
    const lastTransitionTime = old?.status === status ? (old.lastTransitionTime ?? now) : now;
    after.splice(at < 0 ? after.length : at, at < 0 ? 0 : 1, { type, status, lastTransitionTime, reason, message });
  }
  return changed ? after : undefined;
}
