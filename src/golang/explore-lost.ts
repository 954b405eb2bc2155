/**
 * Lost updates: what a goroutine has read of a shared variable (or a key of a map), and whether another has written it
 * since. A write after that overwrites what it never saw. Left out: atomics, and whether the value written comes from the
 * value read at all.
 */
import type { Position } from './ast.ts';
import type { LostUpdate } from './explore-types.ts';
import type { Op } from './machine-types.ts';
import { compareBytes } from '../kernel/kernel.ts';

interface Held {
  readonly object: string;
  readonly goroutine: number;
  readonly read: Position;
  /** The first write by another since. */
  readonly by?: { readonly goroutine: number; readonly at: Position };
}

/** What goroutines have read and not written back, by object and goroutine. Never changed in place. */
export type Reads = ReadonlyMap<string, Held>;
export const NO_READS: Reads = new Map();

const entry = (object: string, goroutine: number): string => `${object}|${goroutine}`;

/** The variables that a step is about. */
function objectsOf({ kind, memory, cell, key }: Op): readonly string[] {
  if (kind === 'read' || kind === 'write') return memory.map((one) => one.object);
  const keyed = (kind === 'map-read' || kind === 'map-write') && key !== undefined;
  return keyed ? [`${cell}[${key}]`] : [];
}

function written(next: Map<string, Held>, object: string, op: Op): LostUpdate | undefined {
  const own = next.get(entry(object, op.goroutine));
  for (const [key, held] of next) {
    if (held.object !== object || held.goroutine === op.goroutine || held.by !== undefined) continue;
    next.set(key, { ...held, by: { goroutine: op.goroutine, at: op.at } });
  }
  next.delete(entry(object, op.goroutine));
  if (own?.by === undefined) return undefined;
  const { goroutine, read, by } = own;
  return { object: op.object, goroutine, read, write: op.at, other: by.goroutine, overwritten: by.at };
}

/** @returns what is held after the step, and the update that it lost */
export function afterStep(reads: Reads, op: Op): { readonly reads: Reads; readonly lost: LostUpdate | undefined } {
  if (op.kind === 'end') {
    const left = [...reads].filter(([, held]) => held.goroutine !== op.goroutine);
    return { reads: left.length === reads.size ? reads : new Map(left), lost: undefined };
  }
  const objects = objectsOf(op);
  if (objects.length === 0) return { reads, lost: undefined };
  const next = new Map(reads);
  let lost: LostUpdate | undefined;
  for (const object of objects) {
    if (op.kind === 'write' || op.kind === 'map-write') lost = written(next, object, op) ?? lost;
    else next.set(entry(object, op.goroutine), { object, goroutine: op.goroutine, read: op.at });
  }
  return { reads: next, lost };
}

/** A text that is equal for equal reads. */
export function readsKey(reads: Reads): string {
  const place = (at: Position | undefined) => (at === undefined ? '' : `${at.line}:${at.column}`);
  return [...reads]
    .map(([key, { read, by }]) => `${key}@${place(read)}/${by?.goroutine ?? ''}@${place(by?.at)}`)
    .sort(compareBytes)
    .join();
}
