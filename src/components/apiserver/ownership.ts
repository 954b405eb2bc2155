/** managedFields for people: decoded, and worked out from an object's commits where nobody kept them. */
import type { Step, World } from '../../kernel/kernel.ts';
import type { KubeObject } from '../../model/objects.ts';
import { pathsOf } from './field-set.ts';
import { fieldsOf } from './fields.ts';
import { ownedOf, withOwned } from './managed-fields.ts';
import type { FieldOwner, PathStep } from './state-types.ts';
import { ETCD } from './store.ts';
import { entriesByHistory } from './written-by.ts';

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
 * The managed fields of an object after a step, also where the world does not keep them up. What an input object says of
 * itself is believed. @param timestamp RFC 3339 text of a tick
 */
export function ownershipAt(
  world: World,
  step: Step,
  key: string,
  timestamp: (tick: number) => string,
): readonly FieldOwner[] {
  const etcd = world.collections().find(({ name }) => name === ETCD);
  const object = etcd?.at(step).get(key) as KubeObject | undefined;
  return object === undefined ? [] : ownership(withOwned(object, entriesByHistory(world, step, key, timestamp)));
}
