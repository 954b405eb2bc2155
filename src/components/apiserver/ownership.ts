/** managedFields for people: decoded, and worked out from an object's commits where nobody kept them. */
import type { Step, World } from '../../kernel/kernel.ts';
import { EVENT } from '../../model/events.ts';
import type { KubeObject } from '../../model/objects.ts';
import { capUpdates } from './field-cap.ts';
import { pathsOf } from './field-set.ts';
import { fieldsOf } from './fields.ts';
import { afterUpdate, changesBy, isTracked, ownedOf, withOwned, type Owned, type Writer } from './managed-fields.ts';
import type { FieldOwner, PathStep } from './state-types.ts';
import { ETCD } from './store.ts';

/** The managed fields of an object as it stands. */
export function ownership(object: KubeObject): readonly FieldOwner[] {
  return ownedOf(object).map(({ manager, operation, apiVersion, subresource, time, set }) => ({
    ...{ manager, operation, apiVersion, subresource, time },
    paths: pathsOf(set).map((path) => path.map(stepOf)),
  }));
}

function stepOf(key: string): PathStep {
  const rest = key.slice(2);
  if (key.startsWith('f:')) return rest;
  const value: unknown = JSON.parse(rest);
  return key.startsWith('v:') ? { '=': value } : fieldsOf(value);
}

/**
 * The managed fields of an object after a step, also where the world does not keep them up: its commits are gone through
 * once more. A request's own `fieldManager` is known only where managed fields were kept, else the client's name stands.
 * What an input object says of itself is believed. @param timestamp RFC 3339 text of a tick
 */
export function ownershipAt(
  world: World,
  step: Step,
  key: string,
  timestamp: (tick: number) => string,
): readonly FieldOwner[] {
  const objects = world.collections().find(({ name }) => name === ETCD);
  if (objects === undefined) return [];
  const changes = [...objects.history(key, step)].reverse() as { step: Step; value: KubeObject | undefined }[];
  let entries: readonly Owned[] = [];
  let before: KubeObject | undefined;
  for (const { step: at, value } of changes) {
    entries = value === undefined ? [] : entriesAfter(world, at, entries, before, value, timestamp);
    before = value;
  }
  return before === undefined ? [] : ownership(withOwned(before, entries));
}

function entriesAfter(
  world: World,
  step: Step,
  entries: readonly Owned[],
  before: KubeObject | undefined,
  after: KubeObject,
  timestamp: (tick: number) => string,
): readonly Owned[] {
  if (after.metadata.managedFields !== before?.metadata.managedFields) return ownedOf(after);
  if (step === 0 || !isTracked(after.kind)) return entries;
  const writer = writerOf(world, step, after);
  // A binding records no manager.
  if (writer.subresource === 'binding') return entries;
  const tick = world.trace.time(step);
  return capUpdates(afterUpdate(entries, changesBy(before, after, after.kind, writer), writer, timestamp(tick)));
}

/** "update status" by "kubelet node-a": manager kubelet, subresource status. */
function writerOf({ trace }: World, step: Step, { apiVersion }: KubeObject): Writer {
  const written = trace.kind(step) === EVENT['store.written'];
  const verb = written ? trace.detail(step) : '';
  const [, subresource = ''] = verb.split(' ');
  const [manager = ''] = (written ? trace.subject(step) : '').split(' ');
  return { manager, operation: 'Update', apiVersion, subresource: verb === 'bind' ? 'binding' : subresource };
}
