/** Adapter for short sequences of server-side apply over single fields, written as a ConfigMap's data. */
import { FieldManager, type FieldManagerAnswer } from '../../components/apiserver/apiserver.ts';
import { ownership } from '../../components/apiserver/looking.ts';
import type { KubeObject } from '../../model/objects.ts';
import type { Adapter, Row, RowStep } from '../types.ts';

interface Step extends RowStep {
  readonly op: 'apply' | 'update';
  readonly manager: string;
  readonly fields: Readonly<Record<string, number>>;
  readonly force?: boolean;
}

function objectOf(fields: Step['fields']): KubeObject {
  const data = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data } as KubeObject;
}

function dataOf(object: KubeObject | undefined): Readonly<Record<string, string>> {
  return (object as { readonly data?: Readonly<Record<string, string>> } | undefined)?.data ?? {};
}

/** Each manager's fields, sorted. */
function ownersOf({ object, managedFields }: FieldManagerAnswer): Readonly<Record<string, readonly string[]>> {
  if (object === undefined) return {};
  const tracked = { ...object, metadata: { ...object.metadata, managedFields } } as KubeObject;
  return Object.fromEntries(
    ownership(tracked).map(({ manager, paths }) => [
      manager,
      paths.flatMap(([top, name]) => (top === 'data' && typeof name === 'string' ? [name] : [])).sort(),
    ]),
  );
}

function errorOf({ refusal }: FieldManagerAnswer): unknown {
  if (refusal === undefined) return undefined;
  const causes = (refusal.status.causes ?? []).map(({ reason, message = '', field = '' }) => ({
    type: reason,
    field: field.replace(/^\.data\./, ''),
    manager: /^conflict with "([^"]*)"/.exec(message)?.[1],
  }));
  return { code: refusal.code, causes };
}

export const handServerSideApply: Adapter = {
  source: 'client-go-hand',
  kind: 'ssa',
  compare: { isComplete: (path) => path === 'owners' || path === 'fields' },
  run(row: Row) {
    const manager = new FieldManager('ConfigMap');
    let last: FieldManagerAnswer = { object: undefined, managedFields: [] };
    for (const step of row.steps ?? []) {
      const { op, manager: name, fields, force = false } = step as Step;
      last = op === 'apply' ? manager.apply(name, objectOf(fields), force) : manager.update(name, objectOf(fields));
    }
    const fields = Object.entries(dataOf(last.object)).map(([name, value]) => [name, Number(value)]);
    return { fields: Object.fromEntries(fields) as unknown, owners: ownersOf(last), lastError: errorOf(last) };
  },
};
