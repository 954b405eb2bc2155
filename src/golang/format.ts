/**
 * How values print. Models: package fmt of go1.26, verbs v d s q t T p x X c f e g b o O U w with width, precision and the
 * flags + - # 0 space. Left out: Formatter, GoStringer. Addresses are made up.
 */
import { runeText } from './arithmetic.ts';
import {
  PLAIN,
  formattedFloat,
  hexBytes,
  integerText,
  padded,
  quoted,
  stringText,
  unicodeText,
  type Flags,
} from './format-numbers.ts';
import { ANY, isFloat, under, type GoType } from './types.ts';
import { fromUtf8, utf8 } from './text.ts';
import {
  NIL,
  hasNaN,
  isKind,
  isNil,
  isNumber,
  num,
  placeKey,
  type BoxedValue,
  type Place,
  type Said,
  type Value,
} from './values.ts';
import { orderOf } from './integers.ts';
import { compareBytes } from '../kernel/kernel.ts';

/** What printing must look up. */
export interface Source {
  typeOf(id: string): GoType;
  read(place: Place): Value;
  entries(root: string): readonly { readonly key: Value; readonly value: Value }[];
  elements(slice: Value): readonly Value[];
  /** Whether values of a type have a method that says how they print. */
  speaks(t: string): boolean;
}

interface Printing {
  readonly source: Source;
  readonly verb: string;
  readonly flags: Flags;
  readonly inner: Inner;
  /** It stands in a field that is not exported: no method is called. */
  readonly hidden?: true;
}

/** Values inside of the one that prints are asked one after the other. */
interface Inner {
  readonly answers: readonly Said[];
  next: number;
  /** The first that has not been asked yet. */
  wanted: BoxedValue | undefined;
}

const innerOf = (value: Value): Inner => ({
  answers: isKind(value, 'iface') ? (value.inner ?? []) : [],
  next: 0,
  wanted: undefined,
});

/** The value inside of this one whose method must be called before it can print. */
export function unasked(source: Source, value: Value): BoxedValue | undefined {
  const inner = innerOf(value);
  print({ source, verb: 'v', flags: PLAIN, inner }, ANY, value, 0);
  return inner.wanted;
}

function spoken({ verb, flags }: Printing, { shown, failed }: Said): string {
  return failed === undefined ? stringText(shown, verb, flags) : `%!${verb}(PANIC=${failed} method: ${shown})`;
}

function asked(p: Printing, type: GoType, value: Value): string {
  const answer = p.inner.answers[p.inner.next++];
  if (answer !== undefined) return spoken(p, answer);
  p.inner.wanted ??= { k: 'iface', t: type.id, v: value };
  return '';
}

/** %v of a value of a static type. */
export function show(source: Source, type: GoType, value: Value): string {
  return print({ source, verb: 'v', flags: PLAIN, inner: innerOf(value) }, type, value, 0);
}

const TEXT_VERBS = 'vsxXq';

/** @param depth inside how many others it stands */
function print(p: Printing, type: GoType, value: Value, depth: number): string {
  const { source, verb, flags } = p;
  const asText = TEXT_VERBS.includes(verb) && !(verb === 'v' && flags.sharp);
  if (isKind(value, 'err')) return stringText(value.text, asText ? verb : 'v', flags);
  if (isKind(value, 'iface')) {
    if (value.shown !== undefined && asText) {
      const { shown, failed } = value;
      return spoken(p, failed === undefined ? { shown } : { shown, failed });
    }
    return print(p, source.typeOf(value.t), value.v, depth);
  }
  const open = asText && p.hidden !== true;
  if (open && depth > 0 && source.speaks(type.id)) return asked(p, type, value);
  if (type.id === 'time.Duration' && open) return stringText(durationText(num(value)), verb, flags);
  const base = under(type);
  switch (base.k) {
    case 'basic':
      return leaf(p, type, value);
    case 'struct':
    case 'slice':
    case 'array':
    case 'map':
      return composite(p, type, value, depth);
    case 'pointer':
      return pointerText(p, type, base.of, value, depth);
    case 'native':
      return isNumber(value) ? integerText(value, 'v', flags) : padded(isNil(value) ? '<nil>' : '{...}', flags);
    default:
      return isNil(value) && base.k === 'interface' ? nilText(p) : addressIn(p, type, value);
  }
}

const nilText = ({ verb, flags }: Printing): string => (verb === 'v' ? padded('<nil>', flags) : `%!${verb}(<nil>)`);

function leaf(p: Printing, type: GoType, value: Value): string {
  const { verb } = p;
  // %+v is about names, not about signs.
  const flags = verb === 'v' ? { ...p.flags, plus: false } : p.flags;
  if (typeof value === 'boolean')
    return verb === 't' || verb === 'v' ? padded(String(value), flags) : wrong(p, type, value);
  if (typeof value === 'string') {
    if (!TEXT_VERBS.includes(verb)) return wrong(p, type, value);
    return stringText(
      value,
      verb === 'v' && flags.sharp ? 'q' : verb,
      verb === 'v' ? { ...flags, sharp: false } : flags,
    );
  }
  if (!isNumber(value)) return padded(isNil(value) ? '<nil>' : '{...}', flags);
  if (isFloat(type)) {
    if (!'veEfFgG'.includes(verb)) return wrong(p, type, value);
    return formattedFloat(num(value), verb, flags, under(type).id === 'float32');
  }
  return integer({ ...p, flags }, type, value);
}

function integer(p: Printing, type: GoType, value: Value): string {
  const { verb, flags } = p;
  switch (verb) {
    case 'c':
      return padded(runeText(value), flags);
    case 'q':
      return padded(quoted(runeText(value), "'"), flags);
    case 'U':
      return unicodeText(value, flags);
    case 'v':
      // %#v of an unsigned one is in hex.
      return flags.sharp && under(type).id.startsWith('u')
        ? integerText(value, 'x', flags)
        : integerText(value, 'v', { ...flags, sharp: false });
    default:
      return 'dboOxX'.includes(verb) ? integerText(value, verb, flags) : wrong(p, type, value);
  }
}

function composite(p: Printing, type: GoType, value: Value, depth: number): string {
  const { source, verb, flags } = p;
  const base = under(type);
  const inner = (t: GoType, v: Value, hidden = false) => print(hidden ? { ...p, hidden: true } : p, t, v, depth + 1);
  const syntax = verb === 'v' && flags.sharp;
  const between = syntax ? ', ' : ' ';
  const around = (open: string, parts: readonly string[], close: string): string =>
    syntax ? `${type.id}{${parts.join(between)}}` : open + parts.join(between) + close;
  if (base.k === 'struct') {
    const named = verb === 'v' && (flags.plus || syntax);
    const fields = isKind(value, 'struct') ? value.f : {};
    const parts = base.fields.map(
      (one) => (named ? `${one.name}:` : '') + inner(one.type, fields[one.name] ?? NIL, !/^\p{Lu}/u.test(one.name)),
    );
    return around('{', parts, '}');
  }
  if (verb === 'p' && base.k !== 'array') return addressIn(p, type, value);
  if (base.k === 'map') {
    if (syntax && isNil(value)) return `${type.id}(nil)`;
    const entries = isKind(value, 'map') ? [...source.entries(value.root)] : [];
    entries.sort((a, b) => compareKeys(a.key, b.key));
    return around(
      'map[',
      entries.map((one) => `${inner(base.key, one.key)}:${inner(base.of, one.value)}`),
      ']',
    );
  }
  if (base.k !== 'slice' && base.k !== 'array') return '';
  if (syntax && base.k === 'slice' && isNil(value)) return `${type.id}(nil)`;
  const elements = source.elements(value);
  if (under(base.of).id === 'uint8' && 'sqxX'.includes(verb)) return bytesText(elements.map(num), verb, flags);
  return around(
    '[',
    elements.map((one) => inner(base.of, one)),
    ']',
  );
}

function bytesText(bytes: readonly number[], verb: string, flags: Flags): string {
  return verb === 'x' || verb === 'X' ? hexBytes(bytes, verb, flags) : stringText(fromUtf8(bytes), verb, flags);
}

function pointerText(p: Printing, type: GoType, of: GoType, value: Value, depth: number): string {
  const target = under(of).k;
  const follows = depth === 0 && p.verb !== 'p' && isKind(value, 'ptr') && /^(struct|slice|array|map)$/.test(target);
  return follows ? `&${print(p, of, p.source.read(value), depth + 1)}` : addressIn(p, type, value);
}

/** Of pointers, maps, functions, channels. */
function addressIn(p: Printing, type: GoType, value: Value): string {
  const { verb, flags } = p;
  const address = isNil(value) ? 0 : addressOf(value);
  switch (verb) {
    case 'v':
      if (flags.sharp) return `(${type.id})(${address === 0 ? 'nil' : `0x${address.toString(16)}`})`;
      return padded(address === 0 ? '<nil>' : `0x${address.toString(16)}`, flags);
    case 'p':
      return integerText(address, 'x', { ...flags, sharp: !flags.sharp });
    default:
      return 'bodxX'.includes(verb) ? integerText(address, verb, flags) : wrong(p, type, value);
  }
}

/** Made up, the same for the same thing. */
export function addressOf(value: Value): number {
  const key = isKind(value, 'ptr') ? placeKey(value) : JSON.stringify(value);
  const hash = utf8(key).reduce((sum, byte) => (sum * 31 + byte) % 0xfffff0, 7);
  return 0xc000000000 + hash - (hash % 8);
}

function compareKeys(a: Value, b: Value): number {
  // NaN stands before all others.
  if (isNumber(a) && isNumber(b)) return Number(hasNaN(b)) - Number(hasNaN(a)) || orderOf(a, b);
  if (typeof a === 'string' && typeof b === 'string') return compareBytes(a, b);
  if (isKind(a, 'iface') && isKind(b, 'iface')) return compareKeys(a.v, b.v);
  return Number(a) - Number(b);
}

/** A value whose type does not know the verb. */
function wrong({ source, verb }: Printing, type: GoType, value: Value): string {
  return `%!${verb}(${type.id}=${show(source, type, value)})`;
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
  const star = (given: string | undefined): number | undefined => {
    if (given !== '*') return given === undefined ? undefined : Number(given);
    const value = args[next++] ?? NIL;
    return num(isKind(value, 'iface') ? value.v : value);
  };
  const text = format.replace(
    VERB,
    (whole: string, marks: string, w: string | undefined, d: string | undefined, verb: string) => {
      if (verb === '%') return '%';
      if (verb === '') return '%!(NOVERB)';
      const width = star(w) ?? 0;
      const digits = star(d) ?? (/\.[^\d*]/.test(whole) ? 0 : undefined);
      if (next >= args.length) return `%!${verb}(MISSING)`;
      return one(source, args[next++] ?? NIL, verb, flagsOf(marks, width, digits));
    },
  );
  if (next >= args.length) return text;
  const extra = args
    .slice(next)
    .map((value) => (isNil(value) ? '<nil>' : `${typeName(value)}=${show(source, ANY, value)}`));
  return `${text}%!(EXTRA ${extra.join(', ')})`;
}

function flagsOf(marks: string, width: number, digits: number | undefined): Flags {
  const minus = marks.includes('-') || width < 0;
  return {
    minus,
    plus: marks.includes('+'),
    sharp: marks.includes('#'),
    space: marks.includes(' '),
    zero: marks.includes('0') && !minus,
    width: Math.abs(width),
    digits,
  };
}

function typeName(value: Value): string {
  return isKind(value, 'iface') ? value.t : '<nil>';
}

const POINTERS = /^(pointer|slice|map|chan|func)$/;

function one(source: Source, value: Value, verb: string, flags: Flags): string {
  if (verb === 'T') return padded(typeName(value), flags);
  if (isNil(value)) return verb === 'v' ? padded('<nil>', flags) : `%!${verb}(<nil>)`;
  const type = isKind(value, 'iface') ? source.typeOf(value.t) : ANY;
  const p = { source, verb: verb === 'w' ? 'v' : verb, flags, inner: innerOf(value) };
  if (verb === 'p' && isKind(value, 'iface') && !POINTERS.test(under(type).k)) return wrong(p, type, value.v);
  return print(p, ANY, value, 0);
}
