/**
 * How values print. Models: package fmt of go1.26, verbs v d s q t T x X c f e g b o p U w with width, precision and the
 * flags + - # 0 space. Left out: GoString, Formatter, methods of values inside other values. Addresses are made up.
 */
import type { GoType } from './types.ts';
import { ANY, under } from './types.ts';
import { utf8 } from './text.ts';
import { NIL, isKind, isNil, placeKey, type Place, type Value } from './values.ts';
import { compareBytes } from '../kernel/kernel.ts';

/** What printing must look up. */
export interface Source {
  typeOf(id: string): GoType;
  read(place: Place): Value;
  entries(root: string): readonly { readonly key: Value; readonly value: Value }[];
  elements(slice: Value): readonly Value[];
}

interface Flags {
  readonly plus: boolean;
  readonly sharp: boolean;
}
const PLAIN: Flags = { plus: false, sharp: false };

/** %v of a value of a static type. */
export function show(source: Source, type: GoType, value: Value, flags: Flags = PLAIN, depth = 0): string {
  if (isKind(value, 'err')) return value.text;
  if (isKind(value, 'iface') && value.shown !== undefined && !flags.sharp) return value.shown;
  if (isKind(value, 'iface')) return show(source, source.typeOf(value.t), value.v, flags, depth);
  if (type.id === 'time.Duration' && typeof value === 'number') return durationText(value);
  const base = under(type);
  const inner = (t: GoType, v: Value) => show(source, t, v, flags, depth + 1);
  switch (base.k) {
    case 'basic':
      if (typeof value === 'string' && flags.sharp) return JSON.stringify(value);
      return typeof value === 'number' && base.id.startsWith('float') ? floatText(value) : plain(value);
    case 'struct': {
      const parts = isKind(value, 'struct')
        ? base.fields.map((one) => {
            const text = inner(one.type, value.f[one.name] ?? NIL);
            return flags.plus || flags.sharp ? `${one.name}:${text}` : text;
          })
        : [];
      return flags.sharp ? `${type.id}{${parts.join(', ')}}` : `{${parts.join(' ')}}`;
    }
    case 'slice':
    case 'array': {
      if (flags.sharp && base.k === 'slice' && isNil(value)) return `${type.id}(nil)`;
      const parts = source.elements(value).map((one) => inner(base.of, one));
      return flags.sharp ? `${type.id}{${parts.join(', ')}}` : `[${parts.join(' ')}]`;
    }
    case 'map': {
      const entries = isKind(value, 'map') ? [...source.entries(value.root)] : [];
      entries.sort((a, b) => compareKeys(a.key, b.key));
      const parts = entries.map((one) => `${inner(base.key, one.key)}:${inner(base.of, one.value)}`);
      return flags.sharp ? `${type.id}{${parts.join(', ')}}` : `map[${parts.join(' ')}]`;
    }
    case 'pointer': {
      if (isNil(value)) return '<nil>';
      const target = under(base.of);
      if (depth === 0 && isKind(value, 'ptr') && /^(struct|slice|array|map)$/.test(target.k)) {
        return `&${show(source, base.of, source.read(value), flags, depth + 1)}`;
      }
      return addressText(value);
    }
    case 'native':
      return plain(value);
    default:
      return isNil(value) ? '<nil>' : addressText(value);
  }
}

function plain(value: Value): string {
  return typeof value === 'object' ? (isNil(value) ? '<nil>' : '{...}') : String(value);
}

function compareKeys(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return compareBytes(a, b);
  if (isKind(a, 'iface') && isKind(b, 'iface')) return compareKeys(a.v, b.v);
  return Number(a) - Number(b);
}

function addressText(value: Value): string {
  const key = isKind(value, 'ptr') ? placeKey(value) : JSON.stringify(value);
  const hash = utf8(key).reduce((sum, byte) => (sum * 31 + byte) % 0xfffff0, 7);
  return `0xc000${(hash - (hash % 8)).toString(16).padStart(6, '0')}`;
}

/** Go's shortest form: an exponent below 1e-4 and from 1e6 on. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  if (value !== 0 && (Math.abs(value) < 1e-4 || Math.abs(value) >= 1e6)) return exponent(value.toExponential());
  return String(value);
}

function exponent(text: string): string {
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
}

/** 1h2m3.5s, 150ms, 2µs, 0s */
export function durationText(ns: number): string {
  if (ns === 0) return '0s';
  const sign = ns < 0 ? '-' : '';
  const all = Math.abs(ns);
  if (all < 1e3) return `${sign}${all}ns`;
  if (all < 1e6) return `${sign}${String(all / 1e3)}µs`;
  if (all < 1e9) return `${sign}${String(all / 1e6)}ms`;
  const minutes = Math.floor(all / 6e10);
  const seconds = String((all % 6e10) / 1e9);
  if (minutes === 0) return `${sign}${seconds}s`;
  const hours = Math.floor(minutes / 60);
  return `${sign}${hours > 0 ? `${hours}h` : ''}${minutes % 60}m${seconds}s`;
}

/** fmt.Print puts spaces where neither side is a string, Println everywhere. */
export function printed(source: Source, args: readonly Value[], always: boolean): string {
  let text = '';
  args.forEach((one, i) => {
    const before = args[i - 1];
    const isText = (value: Value | undefined) =>
      isKind(value ?? NIL, 'iface') && typeof (value as { v: Value }).v === 'string';
    if (i > 0 && (always || !(isText(before) || isText(one)))) text += ' ';
    text += show(source, ANY, one);
  });
  return text;
}

const VERB = /%([-+# 0]*)(\*|\d+)?(?:\.(\*|\d+)?)?(.?)/gsu;

/** fmt.Sprintf. */
export function formatted(source: Source, format: string, args: readonly Value[]): string {
  let next = 0;
  const text = format.replace(
    VERB,
    (whole: string, flags: string, w: string | undefined, p: string | undefined, verb: string) => {
      if (verb === '%') return '%';
      if (verb === '') return '%!(NOVERB)';
      const star = (given: string | undefined) => (given === '*' ? show(source, ANY, args[next++] ?? NIL) : given);
      const width = Number(star(w) ?? 0);
      const digits = star(p) ?? (/\.[^\d*]/.test(whole) ? '0' : undefined);
      if (next >= args.length) return `%!${verb}(MISSING)`;
      const value = args[next++] ?? NIL;
      return padded(
        one(source, value, verb, flags, digits === undefined ? undefined : Number(digits)),
        width,
        flags,
        verb,
      );
    },
  );
  if (next >= args.length) return text;
  const extra = args.slice(next).map((value) => `${typeName(value)}=${show(source, ANY, value)}`);
  return `${text}%!(EXTRA ${extra.join(', ')})`;
}

function padded(text: string, width: number, flags: string, verb: string): string {
  const length = Array.from(text).length;
  if (length >= width) return text;
  const fill = width - length;
  if (flags.includes('-')) return text + ' '.repeat(fill);
  if (!flags.includes('0') || /[svqT]/.test(verb)) return ' '.repeat(fill) + text;
  const sign = /^[+-]/.exec(text)?.[0] ?? '';
  return sign + '0'.repeat(fill) + text.slice(sign.length);
}

function typeName(value: Value): string {
  return isKind(value, 'iface') ? value.t : '<nil>';
}

function one(source: Source, value: Value, verb: string, flags: string, digits: number | undefined): string {
  const held = isKind(value, 'iface') ? value.v : value;
  const all = show(source, ANY, value, { plus: flags.includes('+'), sharp: flags.includes('#') });
  switch (verb) {
    case 'v':
      return typeof held === 'number' ? signed(all, held, flags) : all;
    case 'T':
      return typeName(value);
    case 't':
      return typeof held === 'boolean' ? all : wrong(verb, value, all);
    case 's':
    case 'w':
      if (typeof held === 'number' || typeof held === 'boolean')
        return /[a-z]$/i.test(all) && typeof held === 'number' ? all : wrong(verb, value, all);
      return digits === undefined ? all : Array.from(all).slice(0, digits).join('');
    case 'q':
      if (typeof held === 'number') return `'${String.fromCodePoint(held)}'`;
      return JSON.stringify(all);
    case 'p':
      return addressText(held);
    case 'd':
      if (isKind(held, 'iface') || typeof held === 'string' || typeof held === 'boolean')
        return wrong(verb, value, all);
      return typeof held === 'number' ? integer(source, value, held, verb, flags, all) : all;
    case 'f':
    case 'F':
      return typeof held === 'number' && isFloatValue(source, value)
        ? signed(held.toFixed(digits ?? 6), held, flags)
        : wrong(verb, value, all);
    case 'e':
      return typeof held === 'number' ? exponent(held.toExponential(digits ?? 6)) : wrong(verb, value, all);
    case 'g':
      return typeof held === 'number' && digits !== undefined ? String(Number(held.toPrecision(digits))) : all;
    default:
      return rest(held, verb, flags) ?? wrong(verb, value, all);
  }
}

function isFloatValue(source: Source, value: Value): boolean {
  const base = isKind(value, 'iface') ? under(source.typeOf(value.t)) : ANY;
  return base.id.startsWith('float');
}

function integer(source: Source, value: Value, held: number, verb: string, flags: string, all: string): string {
  return isFloatValue(source, value) ? wrong(verb, value, all) : signed(String(held), held, flags);
}

function signed(text: string, value: number, flags: string): string {
  if (value < 0) return text;
  return flags.includes('+') ? `+${text}` : flags.includes(' ') ? ` ${text}` : text;
}

function rest(held: Value, verb: string, flags: string): string | undefined {
  const prefix = flags.includes('#') ? '0x' : '';
  if (typeof held === 'string' && /[xX]/.test(verb)) {
    const hex =
      prefix +
      utf8(held)
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('');
    return verb === 'X' ? hex.toUpperCase() : hex;
  }
  if (typeof held !== 'number') return undefined;
  switch (verb) {
    case 'x':
      return prefix + held.toString(16);
    case 'X':
      return (prefix + held.toString(16)).toUpperCase();
    case 'b':
      return held.toString(2);
    case 'o':
      return held.toString(8);
    case 'c':
      return String.fromCodePoint(held);
    case 'U':
      return `U+${held.toString(16).toUpperCase().padStart(4, '0')}`;
    default:
      return undefined;
  }
}

function wrong(verb: string, value: Value, text: string): string {
  return isNil(value) ? `%!${verb}(<nil>)` : `%!${verb}(${typeName(value)}=${text})`;
}
