/** Ownership of fields as create and update see it: only where the world asks for it, for it costs as much as the write. */
import type { KubeObject } from '../../model/objects.ts';
import type { ResourceInfo } from '../../model/resources.ts';
import type { Core } from './core.ts';
import { afterUpdate, changesBy, isTracked, ownedOf, withOwned, type Writer } from './managed-fields.ts';
import type { ApiRequest } from './types.ts';

/** Who writes, and whether for good. */
export interface WriteContext {
  readonly writer: Writer;
  readonly dryRun: boolean;
}

export function writeContext(request: ApiRequest, info: ResourceInfo, user: string): WriteContext {
  return { writer: writerOf(request, info, user), dryRun: request.options?.dryRun === true };
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

/** `after` with the ownership that writing it in the place of `before` leads to. */
export function tracked(core: Core, writer: Writer, before: KubeObject | undefined, after: KubeObject): KubeObject {
  if (!core.tracksFields || !isTracked(after.kind)) return after;
  const change = changesBy(before, after, after.kind, writer);
  const entries = before === undefined ? [] : ownedOf(before);
  return withOwned(after, afterUpdate(entries, change, writer, core.timestamp()));
}
