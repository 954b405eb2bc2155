/** Values in few words, without their types: for the picture and the log. */
import { memory, placeName, readPlace } from './memory.ts';
import type { Rt } from './runtime-state.ts';
import { NIL, type PointerValue, type Value } from './values.ts';

export function brief(rt: Rt, value: Value): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object') return String(value);
  const inner = (one: Value): string => brief(rt, one);
  switch (value.k) {
    case 'nil':
      return 'nil';
    case 'iface':
      return inner(value.v);
    case 'struct':
      return `{${Object.keys(value.f)
        .map((name) => inside(rt, value.f[name] ?? NIL))
        .join(' ')}}`;
    case 'array':
      return `[${value.v.map((one) => inside(rt, one)).join(' ')}]`;
    case 'ptr':
      return nameOf(rt, value) ?? `&${inside(rt, readPlace(rt, value))}`;
    case 'slice':
      return `[${value.len}]`;
    case 'err':
      return value.text;
    case 'func':
      return 'func';
    case 'chan':
    case 'map':
    case 'ctx':
    case 'timer': {
      const name = (rt.cells.get(value.root) as { readonly name?: string } | undefined)?.name ?? '';
      return name === '' ? value.k : name;
    }
    case 'atomic':
      return inner(value.v);
    case 'wg':
      return String(value.n);
    case 'mutex':
      return value.locked ? 'locked' : 'free';
    case 'once':
      return value.done ? 'done' : 'not done';
    default:
      return value.k;
  }
}

/** "&counter", "&s.mu"; a value that was made without a variable has no name of its own. */
function nameOf(rt: Rt, pointer: PointerValue): string | undefined {
  if (pointer.path.length === 0 && memory(rt, pointer.root).made === true) return undefined;
  const name = placeName(rt, pointer);
  return name.startsWith(pointer.root) ? undefined : `&${name}`;
}

/** A pointer inside a value is not followed: values may lead back to themselves. */
function inside(rt: Rt, value: Value): string {
  if (typeof value !== 'object') return brief(rt, value);
  if (value.k === 'iface' || value.k === 'atomic') return inside(rt, value.v);
  return value.k === 'ptr' ? (nameOf(rt, value) ?? '&{…}') : brief(rt, value);
}
