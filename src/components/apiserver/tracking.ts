/**
 * Ownership of fields as create and update see it: only where the world asks for it, and on what was applied, for it costs as
 * much as the write. Of all other objects it is worked out when it is asked for (written-by.ts).
 */
import type { KubeObject } from '../../model/objects.ts';
import type { ResourceInfo } from '../../model/resources.ts';
import type { Core } from './core.ts';
import { capUpdates } from './field-cap.ts';
import { fieldsOf } from './fields.ts';
import { afterUpdate, changesBy, isTracked, ownedOf, withOwned, type Writer } from './managed-fields.ts';
import type { ApiRequest } from './types.ts';

/** Who writes, and whether for good. */
export interface WriteContext {
  readonly writer: Writer;
  readonly dryRun: boolean;
  /** Warnings go to clients that have their bodies checked: people, not components. */
  readonly warns: boolean;
}

export function writeContext(request: ApiRequest, info: ResourceInfo, user: string): WriteContext {
  const { dryRun, fieldValidation } = request.options ?? {};
  return { writer: writerOf(request, info, user), dryRun: dryRun === true, warns: fieldValidation !== undefined };
}

function writerOf(request: ApiRequest, info: ResourceInfo, user: string): Writer {
  const [agent = ''] = user.split(' ');
  return {
    manager: request.options?.fieldManager ?? agent,
    operation: request.patchType === 'apply' ? 'Apply' : 'Update',
    apiVersion: info.apiVersion,
    subresource: request.subresource ?? '',
  };
}

type ManagedFields = KubeObject['metadata']['managedFields'];

/**
 * The managedFields that `after` has once it is written in the place of `before`. Kept up where the world asks for it, and
 * on objects that somebody applied; left as they are on all others. An apply brings its own.
 */
export function ownedAfter(
  core: Core,
  { writer }: WriteContext,
  before: KubeObject | undefined,
  after: KubeObject,
): ManagedFields {
  if (writer.operation === 'Apply') return after.metadata.managedFields;
  const owned = before?.metadata.managedFields;
  if (!isTracked(after.kind) || !(core.tracksFields || wasApplied(owned))) return owned;
  const entries = before === undefined ? [] : ownedOf(before);
  // skipnonapplied.go: what nobody owns when it is updated is nobody's until somebody applies.
  if (before !== undefined && entries.length === 0) return owned;
  const change = changesBy(before, after, after.kind, writer);
  const bare =
    before === undefined
      ? after
      : { ...after, metadata: { ...after.metadata, ...(owned === undefined ? {} : { managedFields: owned }) } };
  // The handler of scale writes no time.
  const time = writer.subresource === 'scale' ? '' : core.timestamp();
  return withOwned(bare, capUpdates(afterUpdate(entries, change, writer, time))).metadata.managedFields;
}

const wasApplied = (owned: ManagedFields): boolean =>
  owned?.some((entry) => fieldsOf(entry)['operation'] === 'Apply') === true;
