/** What package fmt may look up in the machine while it prints. Models: fmt of go1.26: whose methods it asks for a text. */
import { elementsOf } from './exec-slices.ts';
import type { Source } from './format.ts';
import { mapCell, readPlace } from './memory.ts';
import type { Rt } from './runtime-state.ts';
import { ANY } from './types.ts';

const TEXT_METHODS = ['Error', 'String'];

export function hasMethod(rt: Rt, t: string, method: string): boolean {
  const byPointer = t.startsWith('*');
  const found = rt.code.methods[`${byPointer ? t.slice(1) : t}.${method}`];
  return found !== undefined && (byPointer || !found.pointer);
}

/** The method by which values of a type say how they print. */
export const textMethodOf = (rt: Rt, t: string): string | undefined =>
  TEXT_METHODS.find((one) => hasMethod(rt, t, one));

export function sourceOf(rt: Rt): Source {
  return {
    typeOf: (id) => rt.code.types[id] ?? ANY,
    read: (place) => readPlace(rt, place),
    entries: (root) => Object.values(mapCell(rt, root).entries),
    elements: (slice) => elementsOf(rt, slice),
    speaks: (t) => textMethodOf(rt, t) !== undefined,
  };
}
