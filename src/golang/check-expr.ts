/**
 * Expressions: names are known, packages used, calls have as many arguments as they need, members exist. Types are worked
 * out as far as that needs; check-fit.ts says how far operands must fit each other. Upstream: "Expressions" of the Go specification.
 */
import type { Expr, Position } from './ast.ts';
import { checkDirection, checkFits, checkOperands } from './check-fit.ts';
import { UNKNOWN, isKnown, type Check } from './check-scope.ts';
import { exprText } from './check-text.ts';
import { memberOf, packageMember, packageMembers, resolveType, signature } from './check-types.ts';
import { libraryFunction } from './universe.ts';
import {
  BOOL,
  INT,
  STRING,
  UINT8,
  UNTYPED_FLOAT,
  UNTYPED_INT,
  isUntyped,
  pointer,
  under,
  type GoType,
} from './types.ts';

/** One value, several or none of a call, or what is no value. */
export type Operand =
  | { readonly kind: 'value'; readonly type: GoType }
  | { readonly kind: 'tuple'; readonly types: readonly GoType[] }
  | { readonly kind: 'type'; readonly type: GoType }
  | { readonly kind: 'builtin'; readonly name: string };

export const value = (type: GoType): Operand => ({ kind: 'value', type });
export const NO_VALUE: Operand = { kind: 'tuple', types: [] };

/** An expression where one value is wanted. @returns its type */
export function single(check: Check, x: Expr): GoType {
  const found = operand(check, x);
  const text = exprText(x);
  switch (found.kind) {
    case 'value':
      return found.type;
    case 'type':
      check.report(x.at, 'type-as-value', { name: text });
      return UNKNOWN;
    case 'builtin':
      check.report(x.at, 'builtin-value', { text });
      return UNKNOWN;
    case 'tuple':
      if (found.types.length === 0) check.report(startOf(x), 'no-value', { text });
      else check.report(startOf(x), 'many-values', { text, types: typesText(found.types) });
      return UNKNOWN;
  }
}

/** Where the text of an expression begins: a selector's own place is that of its name. */
export function startOf(x: Expr): Position {
  switch (x.kind) {
    case 'selector':
    case 'index':
    case 'slice-of':
    case 'assert':
      return startOf(x.x);
    case 'call':
      return startOf(x.func);
    case 'binary':
      return startOf(x.x);
    default:
      return x.at;
  }
}

/** As Go lists what a call or return has: an untyped number is a number. */
export function typesText(types: readonly GoType[]): string {
  const names: Readonly<Record<string, string>> = {
    'untyped int': 'number',
    'untyped float': 'number',
    'untyped nil': 'nil',
    'interface {}': 'any',
  };
  return `(${types.map((type) => names[type.id] ?? type.id).join(', ')})`;
}

export function operand(check: Check, x: Expr): Operand {
  switch (x.kind) {
    case 'ident':
      return ident(check, x);
    case 'int':
      return value(UNTYPED_INT);
    case 'float':
      return value(UNTYPED_FLOAT);
    case 'string':
      return value(STRING);
    case 'func-lit': {
      const type = signature(check, x.params, x.results);
      check.body(x);
      return value(type);
    }
    case 'composite':
      return composite(check, x);
    case 'selector':
      return selector(check, x);
    case 'index':
      return index(check, x);
    case 'slice-of': {
      const of = single(check, x.x);
      for (const bound of [x.low, x.high]) if (bound !== undefined) single(check, bound);
      const base = under(of);
      return value(base.k === 'array' ? { k: 'slice', id: `[]${base.of.id}`, of: base.of } : of);
    }
    case 'call':
      return call(check, x);
    case 'typed-call':
      return typedCall(check, x);
    case 'assert':
      single(check, x.x);
      return value(resolveType(check, x.type));
    case 'unary':
      return unary(check, x);
    case 'binary':
      return binary(check, x);
  }
}

function ident(check: Check, x: Expr & { kind: 'ident' }): Operand {
  const { name, at } = x;
  if (name === '_') {
    check.report(at, 'blank-value');
    return value(UNKNOWN);
  }
  const found = check.find(name);
  if (found === undefined) {
    check.report(at, 'undefined', { name });
    return value(UNKNOWN);
  }
  found.isUsed = true;
  if (found.kind === 'type') return { kind: 'type', type: found.type };
  if (found.kind === 'builtin') return { kind: 'builtin', name };
  if (found.kind === 'package') {
    check.report(at, 'package-value', { name });
    return value(UNKNOWN);
  }
  return value(found.type);
}

function selector(check: Check, x: Expr & { kind: 'selector' }): Operand {
  const pkg = x.x.kind === 'ident' ? check.find(x.x.name) : undefined;
  if (pkg?.kind === 'package') {
    pkg.isUsed = true;
    const member = packageMember(pkg.name, x.name);
    if (member !== undefined) return member;
    check.report(x.at, 'member-unknown', {
      name: `${pkg.name}.${x.name}`,
      pkg: pkg.name,
      known: packageMembers(pkg.name, x.name),
    });
    return value(UNKNOWN);
  }
  const of = operand(check, x.x);
  if (of.kind === 'type') {
    check.report(startOf(x), 'not-supported', { text: `the method expression ${exprText(x)}` });
    return value(UNKNOWN);
  }
  const type = of.kind === 'value' ? of.type : single(check, x.x);
  const member = memberOf(check, type, x.name);
  if (member === undefined) check.report(x.at, 'undefined-member', { x: exprText(x), type: type.id, name: x.name });
  return value(member ?? UNKNOWN);
}

function index(check: Check, x: Expr & { kind: 'index' }): Operand {
  const base = under(single(check, x.x));
  single(check, x.index);
  if (base.k === 'map' || base.k === 'slice' || base.k === 'array') return value(base.of);
  if (base.k === 'pointer') {
    const inner = under(base.of);
    return value(inner.k === 'array' ? inner.of : UNKNOWN);
  }
  return value(base === STRING || base.id === 'string' ? UINT8 : UNKNOWN);
}

function composite(check: Check, x: Expr & { kind: 'composite' }): Operand {
  const type = resolveType(check, x.type);
  const base = under(type);
  const fields = base.k === 'struct' ? base.fields : undefined;
  x.elements.forEach(({ key, value: of }) => {
    if (key !== undefined && fields !== undefined && key.kind === 'ident') {
      const isField = fields.some((one) => one.name === key.name);
      if (!isField) check.report(key.at, 'unknown-field', { name: key.name, type: type.id });
    } else if (key !== undefined && isKnown(base)) single(check, key);
    single(check, of);
  });
  const plain = fields !== undefined && x.elements.length > 0 && x.elements.every(({ key }) => key === undefined);
  if (plain && x.elements.length !== fields.length) {
    const few = x.elements.length < fields.length;
    check.report(x.at, few ? 'few-values' : 'too-many-values', { type: type.id });
  }
  return value(type);
}

function unary(check: Check, x: Expr & { kind: 'unary' }): Operand {
  const found = operand(check, x.x);
  if (x.op === '*' && found.kind === 'type') return { kind: 'type', type: pointer(found.type) };
  const type = found.kind === 'value' ? found.type : single(check, x.x);
  const base = under(type);
  if (x.op === '&') return value(pointer(type));
  if (x.op === '!') return value(BOOL);
  if (x.op !== '*' && x.op !== '<-') return value(type);
  if (x.op === '*' && base.k === 'pointer') return value(base.of);
  if (x.op === '<-' && base.k === 'chan') {
    checkDirection(check, startOf(x.x), x.x, type, 'receive');
    return value(base.of);
  }
  const code = x.op === '*' ? 'not-pointer' : 'not-channel';
  if (isKnown(type)) check.report(x.x.at, code, { text: exprText(x.x), type: type.id });
  return value(UNKNOWN);
}

const COMPARES: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

function binary(check: Check, x: Expr & { kind: 'binary' }): Operand {
  const left = single(check, x.x);
  const right = single(check, x.y);
  if (x.op === '<<' || x.op === '>>') return value(left);
  const compares = COMPARES.has(x.op);
  const fits = checkOperands(check, startOf(compares ? x.y : x), x, left, right);
  if (compares) return value(BOOL);
  if (!fits) return value(UNKNOWN);
  return value(isUntyped(left) && (!isUntyped(right) || right === UNTYPED_FLOAT) ? right : left);
}

// --- calls ---

function call(check: Check, x: Expr & { kind: 'call' }): Operand {
  const callee = operand(check, x.func);
  if (callee.kind === 'builtin') return builtin(check, x, callee.name);
  if (callee.kind === 'type') {
    for (const arg of x.args) single(check, arg);
    if (x.args.length !== 1) check.report(startOf(x), 'conversion-count', { type: callee.type.id });
    return value(callee.type);
  }
  const args = argumentTypes(check, x.args);
  const type = callee.kind === 'value' ? under(decided(check, x.func, args) ?? callee.type) : UNKNOWN;
  if (type.k !== 'func') {
    if (isKnown(type)) check.report(startOf(x), 'not-function', { text: exprText(x.func), type: type.id });
    return value(UNKNOWN);
  }
  const least = type.variadic ? type.params.length - 1 : type.params.length;
  const few = args.length < least;
  if (few || (args.length > least && !type.variadic)) {
    const extra = x.args[type.params.length];
    const at = few || extra === undefined ? startOf(x) : startOf(extra);
    const counts = { name: exprText(x.func), have: typesText(args), want: paramsText(type.id) };
    check.report(at, few ? 'call-few' : 'call-many', counts);
  }
  if (args.length === x.args.length)
    x.args.slice(0, least).forEach((arg, i) => {
      const where = `argument to ${exprText(x.func)}`;
      checkFits(check, startOf(arg), arg, args[i] ?? UNKNOWN, type.params[i] ?? UNKNOWN, where);
    });
  const [result] = type.results;
  return type.results.length === 1 && result !== undefined ? value(result) : { kind: 'tuple', types: type.results };
}

/** The type of a generic function of the library, as its arguments decide it. */
function decided(check: Check, func: Expr, args: readonly GoType[]): GoType | undefined {
  if (func.kind !== 'selector' || func.x.kind !== 'ident') return undefined;
  return check.find(func.x.name)?.kind === 'package'
    ? libraryFunction(`${func.x.name}.${func.name}`, () => args)
    : undefined;
}

/** Of the text of a function type. */
function paramsText(id: string): string {
  let depth = 0;
  for (let i = 'func'.length; i < id.length; i += 1) {
    if (id[i] === '(') depth += 1;
    if (id[i] === ')') depth -= 1;
    if (depth === 0) return id.slice('func'.length, i + 1);
  }
  return '()';
}

/** f(g()) hands on all results of g. */
export function argumentTypes(check: Check, args: readonly Expr[]): readonly GoType[] {
  const [only] = args;
  if (args.length !== 1 || only?.kind !== 'call') return args.map((arg) => single(check, arg));
  const found = operand(check, only);
  if (found.kind === 'tuple' && found.types.length > 1) return found.types;
  if (found.kind === 'value') return [found.type];
  if (found.kind === 'tuple') check.report(startOf(only), 'no-value', { text: exprText(only) });
  return [UNKNOWN];
}

function builtin(check: Check, x: Expr & { kind: 'call' }, name: string): Operand {
  const types = x.args.map((arg) => single(check, arg));
  const [first] = types;
  const [least, most] = BUILTIN_ARGS[name] ?? [0, Infinity];
  if (types.length < least || types.length > most)
    check.report(startOf(x), types.length < least ? 'args-missing' : 'args-many', {
      text: exprText(x),
      want: String(types.length < least ? least : most),
      have: String(types.length),
    });
  switch (name) {
    case 'len':
    case 'cap':
    case 'copy':
      return value(INT);
    case 'append':
    case 'min':
    case 'max':
      return value(first ?? UNKNOWN);
    case 'recover':
      return value({ k: 'interface', id: 'interface {}', methods: [] });
    default:
      return NO_VALUE;
  }
}

const BUILTIN_ARGS: Readonly<Record<string, readonly [number, number]>> = {
  len: [1, 1],
  cap: [1, 1],
  close: [1, 1],
  clear: [1, 1],
  panic: [1, 1],
  recover: [0, 0],
  delete: [2, 2],
  copy: [2, 2],
  append: [1, Infinity],
  min: [1, Infinity],
  max: [1, Infinity],
};

function typedCall(check: Check, x: Expr & { kind: 'typed-call' }): Operand {
  const type = resolveType(check, x.type);
  for (const arg of x.args) single(check, arg);
  const base = under(type);
  if (x.func === 'make' && isKnown(type) && base.k !== 'slice' && base.k !== 'map' && base.k !== 'chan')
    check.report(x.type.at, 'make-type', { type: type.id });
  else if (x.func === 'make' && base.k === 'slice' && x.args.length === 0)
    check.report(x.at, 'make-length', { text: exprText(x) });
  return value(x.func === 'new' ? pointer(type) : type);
}
