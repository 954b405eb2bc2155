/** What an expression turned out to be, and how messages speak of it. Upstream: types2/operand.go of go1.26. */
import type { Expr, Position } from './ast.ts';
import { constantText } from './constants.ts';
import { UNKNOWN, isKnown, type Mode, type Operand } from './check-scope.ts';
import { exprText } from './check-text.ts';
import { compositeKind, typeText } from './type-text.ts';
import { isUntyped, under, type GoType } from './types.ts';

export function operandOf(mode: Mode, type: GoType, expr: Expr, more: Partial<Operand> = {}): Operand {
  return { mode, type, expr, kind: 'expression', ...more };
}

export const invalid = (expr: Expr): Operand => operandOf('invalid', UNKNOWN, expr, { kind: 'statement' });

/** Where the text of an expression begins: a selector's own place is that of its name. */
export function startOf(x: Expr): Position {
  if (x.paren !== undefined) return x.paren;
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

const MODES: Readonly<Record<Mode, string>> = {
  invalid: 'invalid operand',
  novalue: 'no value',
  builtin: 'built-in',
  type: 'type',
  constant: 'constant',
  variable: 'variable',
  mapindex: 'map index expression',
  value: 'value',
  nil: 'nil',
  commaok: 'comma, ok expression',
};

const FLOATS = /^(untyped float|float32|float64)$/;

/** "x (variable of type int)", "1 << 3 (untyped int constant 8)" */
export function described(x: Operand): string {
  if (x.mode === 'nil') return 'nil';
  const text = exprText(x.expr);
  const typed = x.mode !== 'invalid' && x.mode !== 'novalue' && x.mode !== 'builtin' && x.mode !== 'type';
  const untyped = typed && isUntyped(x.type);
  const value =
    x.mode === 'constant' && x.value !== undefined ? constantText(x.value, FLOATS.test(under(x.type).id)) : text;
  const shown = value === text ? '' : ` ${value}`;
  return `${text} (${untyped ? `${x.type.id} ` : ''}${MODES[x.mode]}${shown}${typed && !untyped ? ofType(x) : ''})`;
}

function ofType({ type, tuple }: Operand): string {
  if (tuple !== undefined) return ` of type (${tuple.map(typeText).join(', ')})`;
  if (!isKnown(type)) return ' with invalid type';
  const isNamed =
    type.k === 'named' ||
    type.k === 'native' ||
    (type.k === 'interface' && (hasName(type) || type.shown !== undefined));
  const kind = isNamed ? compositeKind(type) : '';
  const desc = isNamed ? `${kind === '' ? typeText(under(type)) : kind} ` : '';
  return ` of ${desc}type ${typeText(type)}`;
}

/** Declared, predeclared, or of the library: not put together in place. */
export function hasName(type: GoType): boolean {
  return (
    type.k === 'basic' ||
    type.k === 'named' ||
    type.k === 'native' ||
    (type.k === 'interface' && !type.id.startsWith('interface'))
  );
}

/** As Go lists what a call or return has: an untyped number is a number. */
export function typesText(types: readonly GoType[], how: { variadic?: boolean; dots?: boolean } = {}): string {
  const shown = types.map((type, i) => {
    const last = i === types.length - 1;
    if (last && how.variadic === true && type.k === 'slice') return `...${typeText(type.of)}`;
    return summary(type) + (last && how.dots === true ? '...' : '');
  });
  return `(${shown.join(', ')})`;
}

function summary(type: GoType): string {
  if (!isKnown(type)) return 'unknown type';
  if (!isUntyped(type)) return typeText(type);
  return /int|float|rune/.test(type.id) ? 'number' : type.id.replace('untyped ', '');
}
