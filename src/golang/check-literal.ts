/** Composite literals. Upstream: types2/literals.go of go1.26. */
import type { Expr } from './ast.ts';
import { constantText, type Constant } from './constants.ts';
import { expr, index, use } from './check-eval.ts';
import { assignTo } from './check-fit.ts';
import { invalid, operandOf, startOf } from './check-operand.ts';
import { isKnown, type Check, type Operand } from './check-scope.ts';
import { exprText } from './check-text.ts';
import { resolveType } from './check-types.ts';
import { typeText } from './type-text.ts';
import { isInterface, under, type Field, type GoType } from './types.ts';

type Composite = Expr & { kind: 'composite' };

/** Of a literal whose type is a pointer that was left out: &T is filled in by the parser. */
export function composite(check: Check, e: Composite): Operand {
  const type = resolveType(check, e.type);
  const base = under(type);
  switch (base.k) {
    case 'struct':
      structLiteral(check, e, type, base.fields);
      break;
    case 'array':
      elements(check, e, base.of, base.length);
      break;
    case 'slice':
      elements(check, e, base.of, -1);
      break;
    case 'map':
      entries(check, e, base.key, base.of);
      break;
    default:
      if (!other(check, e, type)) return invalid(e);
  }
  return isKnown(type) ? operandOf('value', type, e) : invalid(e);
}

/** @returns false where it reports that there are no literals of the type */
function other(check: Check, e: Composite, type: GoType): boolean {
  use(
    check,
    e.elements.map((one) => one.value),
  );
  if (!isKnown(type) || under(type).k === 'native') return true;
  check.report(startOf(e), 'literal-kind', { type: typeText(type) });
  return false;
}

function structLiteral(check: Check, e: Composite, type: GoType, fields: readonly Field[]): void {
  const [first] = e.elements;
  if (first === undefined) return;
  if (first.key !== undefined) keyedFields(check, e, type, fields);
  else plainFields(check, e, type, fields);
}

function keyedFields(check: Check, e: Composite, type: GoType, fields: readonly Field[]): void {
  const seen = new Set<string>();
  for (const { key, value } of e.elements) {
    const x = expr(check, value);
    if (key === undefined) {
      check.report(startOf(value), 'literal-mixture');
      continue;
    }
    if (key.kind !== 'ident') {
      check.report(startOf(key), 'field-name', { text: exprText(key) });
      continue;
    }
    const field = fields.find((one) => one.name === key.name);
    if (field === undefined) unknownField(check, key, type, fields);
    else assignTo(check, x, field.type, 'struct literal');
    if (seen.has(key.name)) check.report(key.at, 'field-twice', { name: key.name });
    seen.add(key.name);
  }
}

function unknownField(check: Check, key: Expr & { kind: 'ident' }, type: GoType, fields: readonly Field[]): void {
  const near = fields.find((one) => one.name.toLowerCase() === key.name.toLowerCase());
  const hint = near === undefined ? '' : `, but does have ${near.name}`;
  check.report(key.at, 'unknown-field', { name: key.name, type: typeText(type) + hint });
}

function plainFields(check: Check, e: Composite, type: GoType, fields: readonly Field[]): void {
  for (const [i, { key, value }] of e.elements.entries()) {
    if (key !== undefined) {
      check.report(startOf(key), 'literal-mixture');
      continue;
    }
    const x = expr(check, value);
    const field = fields[i];
    if (field === undefined) {
      check.report(startOf(value), 'too-many-values', { type: typeText(type) });
      return;
    }
    assignTo(check, x, field.type, 'struct literal');
  }
  if (e.elements.length < fields.length) check.report(e.end, 'few-values', { type: typeText(type) });
}

/** @param length of an array; -1 = of a slice */
function elements(check: Check, e: Composite, of: GoType, length: number): void {
  const seen = new Set<number>();
  let next = 0;
  for (const { key, value } of e.elements) {
    let isPlace = true;
    const at = startOf(key ?? value);
    if (key !== undefined) {
      const before = check.problems.length;
      const place = index(check, key, length);
      isPlace = place >= 0;
      if (isPlace) next = place;
      else if (check.problems.length === before) check.report(at, 'index-constant', { text: exprText(key) });
    } else if (length >= 0 && next >= length) {
      check.report(at, 'index-beyond', { index: String(next), length: String(length) });
      isPlace = false;
    }
    if (isPlace && seen.has(next)) check.report(at, 'index-twice', { index: String(next) });
    seen.add(next);
    next += 1;
    assignTo(check, expr(check, value), of, 'array or slice literal');
  }
}

const keyText = (x: Constant, type: GoType, face: boolean): string => `${face ? type.id : ''} ${constantText(x)}`;

function entries(check: Check, e: Composite, keyType: GoType, of: GoType): void {
  const seen = new Set<string>();
  for (const { key, value } of e.elements) {
    if (key === undefined) {
      check.report(startOf(value), 'key-missing');
      continue;
    }
    const x = expr(check, key);
    assignTo(check, x, keyType, 'map literal');
    if (x.mode === 'invalid') continue;
    if (x.mode === 'constant' && x.value !== undefined) {
      const text = keyText(x.value, x.type, isInterface(keyType));
      if (seen.has(text)) {
        check.report(startOf(key), 'key-twice', { text: constantText(x.value) });
        continue;
      }
      seen.add(text);
    }
    assignTo(check, expr(check, value), of, 'map literal');
  }
}
