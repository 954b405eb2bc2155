/** Values in few words, without their types: for the picture and the log. */
import { NIL, placeKey, type Value } from './values.ts';

export function brief(value: Value): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object') return String(value);
  switch (value.k) {
    case 'nil':
      return 'nil';
    case 'iface':
      return brief(value.v);
    case 'struct':
      return `{${Object.keys(value.f)
        .map((name) => brief(value.f[name] ?? NIL))
        .join(' ')}}`;
    case 'array':
      return `[${value.v.map(brief).join(' ')}]`;
    case 'ptr':
      return `&${placeKey(value)}`;
    case 'slice':
      return `[${value.len}]`;
    case 'err':
      return value.text;
    case 'func':
      return 'func';
    case 'chan':
    case 'map':
    case 'ctx':
    case 'timer':
      return value.root;
    case 'atomic':
      return brief(value.v);
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
