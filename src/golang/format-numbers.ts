/** Numbers and quoted texts as package fmt writes them. Models: strconv, fmt/format.go of go1.26. Left out: floats in hex. */
import { utf8 } from './text.ts';
import { big, type Value } from './values.ts';

export interface Flags {
  readonly minus: boolean;
  readonly plus: boolean;
  readonly sharp: boolean;
  readonly space: boolean;
  readonly zero: boolean;
  /** 0 = none. */
  readonly width: number;
  /** undefined = none. */
  readonly digits: number | undefined;
}

export const PLAIN: Flags = {
  minus: false,
  plus: false,
  sharp: false,
  space: false,
  zero: false,
  width: 0,
  digits: undefined,
};

export function padded(text: string, { minus, zero, width }: Flags): string {
  const fill = width - Array.from(text).length;
  if (fill <= 0) return text;
  return minus ? text + ' '.repeat(fill) : (zero ? '0' : ' ').repeat(fill) + text;
}

const sign = (negative: boolean, { plus, space }: Flags): string => (negative ? '-' : plus ? '+' : space ? ' ' : '');

// --- integers ---

const BASES: Readonly<Record<string, number>> = { b: 2, o: 8, O: 8, x: 16, X: 16 };
const PREFIXES: Readonly<Record<string, string>> = { b: '0b', o: '0', O: '0o', x: '0x', X: '0X' };

/** @param verb one of v d b o O x X */
export function integerText(value: Value, verb: string, flags: Flags): string {
  const whole = big(value);
  const negative = whole < 0n;
  let text = (negative ? -whole : whole).toString(BASES[verb] ?? 10);
  if (verb === 'X') text = text.toUpperCase();
  const mark = sign(negative, flags);
  if (flags.digits !== undefined) {
    if (flags.digits === 0 && whole === 0n) return padded('', { ...flags, zero: false });
    text = text.padStart(flags.digits, '0');
  } else if (flags.zero && !flags.minus) text = text.padStart(flags.width - mark.length, '0');
  const prefix = flags.sharp || verb === 'O' ? (PREFIXES[verb] ?? '') : '';
  return padded(mark + (prefix === '0' && text.startsWith('0') ? '' : prefix) + text, { ...flags, zero: false });
}

/** U+1F600 */
export function unicodeText(value: Value, flags: Flags): string {
  const code = big(value);
  const text = `U+${code
    .toString(16)
    .toUpperCase()
    .padStart(Math.max(4, flags.digits ?? 0), '0')}`;
  const shown = flags.sharp && code <= 0x10ffffn ? ` '${String.fromCodePoint(Number(code))}'` : '';
  return padded(text + shown, { ...flags, zero: false });
}

// --- floats ---

/** More digits than a tie and its neighbours share. */
const BEYOND = 25;

/** A number half way goes to the even digit, where the language's own rounding goes up. @param longer with more digits */
function toEven(rounded: string, longer: string): string {
  const [short, long] = [rounded.replace('.', ''), longer.replace('.', '')];
  if (!/^50*$/.test(long.slice(short.length)) || Number(short.at(-1)) % 2 === 0) return rounded;
  const even = long.slice(0, short.length);
  const point = rounded.indexOf('.');
  return point < 0 ? even : `${even.slice(0, point)}.${even.slice(point)}`;
}

function exponential(value: number, digits: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential(digits).split('e');
  const [longer = '', same] = value.toExponential(Math.min(100, digits + BEYOND)).split('e');
  return `${same === exponent ? toEven(mantissa, longer) : mantissa}e${exponent}`;
}

/** The fewest digits that mean this number and no other, as d.ddde±x. */
function shortest(value: number, single: boolean): string {
  if (!single) return value.toExponential();
  for (let digits = 0; digits < 9; digits++) {
    const text = exponential(value, digits);
    if (Math.fround(Number(text)) === value) return text;
  }
  return value.toExponential();
}

/** Digits before the point where none are asked for. */
const SHORT = 6;

const twoDigits = (text: string): string => text.replace(/e([+-])(\d)$/, 'e$10$2');

function plainDigits(text: string): string {
  const [mantissa = '0', exponent = '0'] = text.split('e');
  const minus = mantissa.startsWith('-') ? '-' : '';
  const digits = mantissa.replace(/[-.]/g, '');
  const point = Number(exponent) + 1;
  if (point <= 0) return `${minus}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return minus + digits.padEnd(point, '0');
  return `${minus}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** The shorter of both notations: an exponent below 1e-4, and where there are more digits before the point than `most`. */
function general(text: string, most: number): string {
  const exponent = Number(text.split('e')[1] ?? 0);
  return exponent < -4 || exponent >= most ? twoDigits(text) : plainDigits(text);
}

/** Go's shortest form: an exponent below 1e-4 and from 1e6 on. */
export function floatText(value: number, single = false): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  return general(shortest(value, single), SHORT);
}

function finiteText(value: number, verb: string, digits: number | undefined, single: boolean): string {
  const minus = Object.is(value, -0) ? '-' : '';
  switch (verb) {
    case 'e':
    case 'E': {
      const text = twoDigits(exponential(value, digits ?? 6));
      return minus + (verb === 'E' ? text.toUpperCase() : text);
    }
    case 'f':
    case 'F':
      return minus + fixed(value, digits ?? 6);
    default: {
      const most = digits === 0 ? 1 : digits;
      const text = most === undefined ? shortest(value, single) : trimmed(exponential(value, most - 1));
      const shown = minus + general(text, most ?? SHORT);
      return verb === 'G' ? shown.toUpperCase() : shown;
    }
  }
}

/** Exact, of large numbers too. */
function fixed(value: number, digits: number): string {
  if (Math.abs(value) < 1e21) return toEven(value.toFixed(digits), value.toFixed(Math.min(100, digits + BEYOND)));
  return String(BigInt(value)) + (digits > 0 ? `.${'0'.repeat(digits)}` : '');
}

const trimmed = (text: string): string => text.replace(/\.?0*e/, (zeros) => (zeros.startsWith('.') ? 'e' : zeros));

/** @param verb one of v e E f F g G */
export function formattedFloat(value: number, verb: string, flags: Flags, single: boolean): string {
  if (!Number.isFinite(value)) {
    const mark = Number.isNaN(value) ? sign(false, flags) : value < 0 ? '-' : flags.space && !flags.plus ? ' ' : '+';
    return padded(mark + (Number.isNaN(value) ? 'NaN' : 'Inf'), { ...flags, zero: false });
  }
  const text = finiteText(value, verb, flags.digits, single);
  const negative = text.startsWith('-');
  const mark = sign(negative, flags);
  const bare = negative ? text.slice(1) : text;
  const filled = flags.zero && !flags.minus ? bare.padStart(flags.width - mark.length, '0') : bare;
  return padded(mark + filled, { ...flags, zero: false });
}

// --- texts ---

const ESCAPES: Readonly<Record<string, string>> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
};

/** @param mark " or ' */
export function quoted(text: string, mark = '"'): string {
  const shown = Array.from(text, (one) => {
    if (one === mark) return `\\${mark}`;
    const code = one.codePointAt(0) ?? 0;
    if (code < 0x20 || code === 0x7f) return ESCAPES[one] ?? `\\x${code.toString(16).padStart(2, '0')}`;
    return ESCAPES[one] ?? one;
  });
  return mark + shown.join('') + mark;
}

/** @param verb x or X */
export function hexBytes(bytes: readonly number[], verb: string, flags: Flags): string {
  const prefix = flags.sharp ? '0x' : '';
  const parts = bytes.map((one) => one.toString(16).padStart(2, '0'));
  const text = flags.space
    ? parts.map((one) => prefix + one).join(' ')
    : (parts.length > 0 ? prefix : '') + parts.join('');
  return padded(verb === 'X' ? text.toUpperCase() : text, flags);
}

/** @param verb one of v s q x X */
export function stringText(text: string, verb: string, flags: Flags): string {
  const cut = flags.digits === undefined ? text : Array.from(text).slice(0, flags.digits).join('');
  if (verb === 'x' || verb === 'X') return hexBytes(utf8(cut), verb, flags);
  if (verb === 'q') return padded(flags.sharp && !cut.includes('`') ? `\`${cut}\`` : quoted(cut), flags);
  return padded(cut, flags);
}
