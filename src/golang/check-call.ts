/** Calls, conversions, make and new. Upstream: types2/call.go, types2/builtins.go of go1.26. */
import type { Expr } from './ast.ts';
import { builtin } from './check-builtin.ts';
import { convertTo } from './check-convert.ts';
import { expr, exprOrType, index, list, use } from './check-eval.ts';
import { passed } from './check-arguments.ts';
import { described, invalid, operandOf, startOf } from './check-operand.ts';
import { isKnown, type Check, type Operand } from './check-scope.ts';
import { exprText } from './check-text.ts';
import { resolveType } from './check-types.ts';
import { typeText } from './type-text.ts';
import { pointer, under, type GoType } from './types.ts';
import { libraryFunction } from './universe.ts';

type Call = Expr & { kind: 'call' };

export function call(check: Check, e: Call): Operand {
  const callee = exprOrType(check, e.func);
  switch (callee.mode) {
    case 'invalid':
      use(check, e.args);
      return invalid(e);
    case 'type':
      return conversion(check, callee.type, e.args, e);
    case 'builtin':
      return builtin(check, exprText(e.func), e);
    default:
  }
  const args = list(check, e.args);
  const type = under(decided(check, e.func, args) ?? callee.type);
  if (type.k !== 'func') {
    if (isKnown(type) || callee.mode === 'nil')
      check.report(startOf(e.func), 'not-function', { text: described(callee), type: typeText(callee.type) });
    return invalid(e);
  }
  passed(check, e, type, args);
  check.calls = true;
  return result(type.results, e);
}

/** The type of a generic function of the library, as its arguments decide it. */
function decided(check: Check, func: Expr, args: readonly Operand[]): GoType | undefined {
  if (func.kind !== 'selector' || func.x.kind !== 'ident' || check.find(func.x.name)?.kind !== 'package')
    return undefined;
  return libraryFunction(`${func.x.name}.${func.name}`, () => args.map((one) => one.type));
}

function result(results: readonly GoType[], e: Expr): Operand {
  const [only, more] = results;
  if (only === undefined) return operandOf('novalue', { k: 'basic', id: 'no value' }, e, { kind: 'statement' });
  return operandOf('value', only, e, { kind: 'statement', ...(more === undefined ? {} : { tuple: results }) });
}

export function conversion(check: Check, to: GoType, args: readonly Expr[], e: Expr): Operand {
  const [only, ...more] = args;
  const last = more.at(-1);
  if (only === undefined || last !== undefined) {
    use(check, args);
    const code = last === undefined ? 'conversion-missing' : 'conversion-many';
    check.report(startOf(last ?? e), code, { type: typeText(to) });
    return invalid(e);
  }
  const x = expr(check, only);
  convertTo(check, x, to);
  if (x.mode === 'invalid' || !isKnown(to)) return invalid(e);
  const constant = x.mode === 'constant' && x.value !== undefined ? { value: x.value } : {};
  return operandOf('value' in constant ? 'constant' : 'value', to, e, { kind: 'conversion', ...constant });
}

export function typedCall(check: Check, e: Expr & { kind: 'typed-call' }): Operand {
  const type = resolveType(check, e.type);
  if (e.func === 'convert') return conversion(check, type, e.args, e);
  check.calls = true;
  if (e.func === 'make') return made(check, type, e);
  if (e.args.length > 0) {
    use(check, e.args);
    const counts = { text: exprText(e), want: '1', have: String(e.args.length + 1) };
    check.report(startOf(e), 'args-many-of', counts);
    return invalid(e);
  }
  return operandOf('value', pointer(type), e);
}

function made(check: Check, type: GoType, e: Expr & { kind: 'typed-call' }): Operand {
  const base = under(type);
  if (!isKnown(type)) {
    use(check, e.args);
    return invalid(e);
  }
  if (base.k !== 'slice' && base.k !== 'map' && base.k !== 'chan') {
    check.report(e.type.at, 'make-type', { type: typeText(type) });
    use(check, e.args);
    return invalid(e);
  }
  const least = base.k === 'slice' ? 2 : 1;
  const found = e.args.length + 1;
  if (found < least || found > least + 1) {
    use(check, e.args);
    const counts = { text: exprText(e), least: String(least), most: String(least + 1), found: String(found) };
    check.report(e.at, 'make-count', counts);
    return invalid(e);
  }
  const [length = -1, capacity = -1] = e.args.map((one) => index(check, one, -1));
  const [first] = e.args;
  if (first !== undefined && capacity >= 0 && length > capacity) check.report(startOf(first), 'make-swapped');
  return operandOf('value', type, e);
}
