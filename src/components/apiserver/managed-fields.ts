/**
 * Who owns which field: k8s.io/apimachinery pkg/util/managedfields and structured-merge-diff merge/update.go (v0.37, v6).
 * Left out: conversion between versions, unions.
 */
import { compareBytes } from '../../kernel/kernel.ts';
import type { KubeObject } from '../../model/objects.ts';
import { equal } from './equal.ts';
import { compareObjects, zeroStruct, type Comparison } from './field-compare.ts';
import {
  decodeFields,
  difference,
  EMPTY,
  encodeFields,
  FieldSetBuilder,
  intersection,
  isEmpty,
  union,
  withoutBelow,
  type FieldSet,
} from './field-set.ts';
import { fieldsOf, listOf, omit, textOf } from './fields.ts';
import { structOf } from './schema.ts';
import { hasStatus } from './strategy.ts';

export interface Writer {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly subresource: string;
}

/** One entry of metadata.managedFields. */
export interface Owned extends Writer {
  readonly time: string;
  readonly set: FieldSet;
}

/** The server's own part of metadata belongs to nobody. */
const SERVERS_OWN = [
  'name',
  'namespace',
  'creationTimestamp',
  'selfLink',
  'uid',
  'generation',
  'managedFields',
  'resourceVersion',
];
const STRIPPED = setOf([
  ['f:apiVersion'],
  ['f:kind'],
  ['f:metadata'],
  ...SERVERS_OWN.map((name) => ['f:metadata', `f:${name}`]),
]);

function setOf(paths: readonly (readonly string[])[]): FieldSet {
  const builder = new FieldSetBuilder();
  for (const path of paths) builder.insert(path);
  return builder.build();
}

const STATUS = setOf([['f:status']]);
const SPEC = setOf([['f:spec']]);

/** Fields that a write by this way does not reach (the strategies' GetResetFields). */
function unreached(kind: string, subresource: string): FieldSet {
  if (subresource === 'status') return SPEC;
  return hasStatus(kind) ? STATUS : EMPTY;
}

export const isTracked = (kind: string): boolean => structOf(kind) !== undefined;

export const sameWriter = (a: Writer, b: Writer): boolean =>
  a.manager === b.manager &&
  a.operation === b.operation &&
  a.apiVersion === b.apiVersion &&
  a.subresource === b.subresource;

export function ownedOf(object: KubeObject): readonly Owned[] {
  return listOf(object.metadata.managedFields).map((entry) => {
    const fields = fieldsOf(entry);
    return {
      manager: textOf(fields['manager']),
      operation: fields['operation'] === 'Apply' ? 'Apply' : 'Update',
      apiVersion: textOf(fields['apiVersion']),
      subresource: textOf(fields['subresource']),
      time: textOf(fields['time']),
      set: decodeFields(fieldsOf(fields['fieldsV1'])),
    };
  });
}

export const stripped = (set: FieldSet): FieldSet => difference(set, STRIPPED);

/** What the write by `writer` changes, without what belongs to nobody and what it does not reach. */
export function changesBy(before: KubeObject | undefined, after: KubeObject, kind: string, writer: Writer): Comparison {
  const { added, modified, removed } = compareObjects(before ?? zeroStruct(kind), after, kind, true);
  const ignored = unreached(kind, writer.subresource);
  const clean = (set: FieldSet): FieldSet => stripped(withoutBelow(set, ignored));
  return { added: clean(added), modified: clean(modified), removed: clean(removed) };
}

/** A PUT or PATCH: what changed moves to the writer; nothing is a conflict. */
export function afterUpdate(
  entries: readonly Owned[],
  change: Comparison,
  writer: Writer,
  time: string,
): readonly Owned[] {
  const touched = union(change.added, change.modified);
  const mine = entries.find((entry) => sameWriter(entry, writer));
  const own = union(difference(mine?.set ?? EMPTY, change.removed), touched);
  const others = entries
    .filter((entry) => entry !== mine)
    .map((entry) => without(entry, union(touched, change.removed)));
  const next: Owned = mine !== undefined && sameSet(mine.set, own) ? mine : { ...writer, time, set: own };
  return [...others, next].filter(({ set }) => !isEmpty(set));
}

export function without(entry: Owned, lost: FieldSet): Owned {
  const set = difference(entry.set, lost);
  return isEmpty(intersection(entry.set, lost)) ? entry : { ...entry, set };
}

const sameSet = (a: FieldSet, b: FieldSet): boolean => equal(encodeFields(a), encodeFields(b));

/** The object with its list of entries, sorted as upstream sorts them. */
export function withOwned(object: KubeObject, entries: readonly Owned[]): KubeObject {
  const sorted = [...entries].sort(compareOwned);
  const managedFields = sorted.map(({ manager, operation, apiVersion, subresource, time, set }) => ({
    manager,
    operation,
    apiVersion,
    ...(time === '' ? {} : { time }),
    fieldsType: 'FieldsV1',
    fieldsV1: encodeFields(set),
    ...(subresource === '' ? {} : { subresource }),
  }));
  if (equal(managedFields, object.metadata.managedFields ?? [])) return object;
  const metadata = omit(object.metadata, ['managedFields']);
  return { ...object, metadata: managedFields.length === 0 ? metadata : { ...metadata, managedFields } };
}

function compareOwned(a: Owned, b: Owned): number {
  return (
    compareBytes(a.operation, b.operation) ||
    compareBytes(a.time, b.time) ||
    compareBytes(a.manager, b.manager) ||
    compareBytes(a.apiVersion, b.apiVersion) ||
    compareBytes(a.subresource, b.subresource)
  );
}
