/** Adapters for patches of plain data and for server-side apply, which the api-server does for its clients. */
import {
  applyJsonPatch,
  applyMergePatch,
  applyStrategicPatch,
  FieldManager,
  type FieldManagerAnswer,
} from '../../components/apiserver/apiserver.ts';
import { createThreeWayPatch, createTwoWayPatch } from '../../components/apiserver/apiserver.ts';
import type { KubeObject } from '../../model/objects.ts';
import type { Adapter, Row, RowStep } from '../types.ts';

type Fields = Readonly<Record<string, unknown>>;

const patchAdapter = (kind: string, patch: (object: Fields, patch: unknown, type: string) => unknown): Adapter => ({
  source: 'client-go',
  kind,
  compare: { isComplete: (path) => path.includes('result') },
  run(row) {
    const { object, kind: type = '' } = row.given as { readonly object: Fields; readonly kind?: string };
    return (row.steps ?? []).map((step) => {
      try {
        return { result: patch(object, step['patch'], type) };
      } catch {
        return { error: true };
      }
    });
  },
});

export const jsonPatch = patchAdapter('json-patch', (object, patch) =>
  applyJsonPatch(object, patch as readonly unknown[]),
);
export const jsonMergePatch = patchAdapter('json-merge-patch', applyMergePatch);
export const strategicMergePatch = patchAdapter('strategic-merge-patch', (object, patch, type) =>
  applyStrategicPatch(object, patch as Fields, type),
);

interface Creation extends RowStep {
  readonly original: Fields;
  readonly modified: Fields;
  readonly current?: Fields;
}

/** The patch that a client makes of two or three objects, and what comes of it. */
export const strategicMergeCreate: Adapter = {
  source: 'client-go',
  kind: 'strategic-merge-create',
  compare: { isComplete: (path) => path.includes('patch') || path.includes('applied') },
  run(row) {
    const { kind } = row.given as { readonly kind: string };
    return (row.steps ?? []).map((step) => {
      const { original, modified, current } = step as Creation;
      const patch =
        current === undefined
          ? createTwoWayPatch(original, modified, kind)
          : createThreeWayPatch(original, modified, current, kind);
      return { patch, applied: applyStrategicPatch(current ?? original, patch, kind) };
    });
  },
};

interface Write extends RowStep {
  readonly manager: string;
  readonly object: KubeObject;
  readonly force?: boolean;
}

function answered({ object, managedFields, refusal }: FieldManagerAnswer): unknown {
  const entries = managedFields.map((entry) => {
    const { fieldsV1, manager, operation } = entry as Fields;
    return { fieldsV1, manager, operation };
  });
  const sorted = entries.sort((a, b) => compareText(keyOfEntry(a), keyOfEntry(b)));
  const base = { live: object ?? null, managedFields: sorted.length === 0 ? null : sorted };
  if (refusal === undefined) return base;
  const causes = (refusal.status.causes ?? []).map(({ field, message, reason }) => ({ field, message, type: reason }));
  return { ...base, error: true, code: refusal.code, causes };
}

const keyOfEntry = ({ manager, operation }: { manager?: unknown; operation?: unknown }): string =>
  `${String(manager)} ${String(operation)}`;
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function runWrites(row: Row): unknown {
  const manager = new FieldManager((row.given as { readonly kind: string }).kind);
  return (row.steps ?? []).map((step) => {
    const { op, manager: name, object, force = false } = step as Write;
    return answered(op === 'apply' ? manager.apply(name, object, force) : manager.update(name, object));
  });
}

export const serverSideApply: Adapter = {
  source: 'client-go',
  kind: 'server-side-apply',
  compare: {
    isSet: (path) => path.endsWith('causes'),
    isComplete: (path) => path.includes('fieldsV1') || path.includes('live'),
  },
  run: runWrites,
};
