/** Expressions: what each kind of them is. Upstream: types2/expr.go, types2/call.go (selector), types2/index.go of go1.26. */
import type { Expr } from './ast.ts';
import { intConstant, numberConstant, stringConstant, type Constant } from './constants.ts';
import { binaryOperator, limited, unaryOperator } from './check-operators.ts';
import { call, typedCall } from './check-call.ts';
import { composite } from './check-literal.ts';
import { expr, exprOrType, index, use } from './check-eval.ts';
import { assignTo, record } from './check-fit.ts';
import { memberOf, missingMethod, respelled } from './check-methods.ts';
import { described, invalid, operandOf, startOf } from './check-operand.ts';
import { isKnown, type Check, type Entity, type Mode, type Operand } from './check-scope.ts';
import { exprText } from './check-text.ts';
import { packageMembers, packageTypeNamed, resolveType, signature } from './check-types.ts';
import { libraryConstant } from './library-constants.ts';
import { typeText } from './type-text.ts';
import { isText } from './type-kinds.ts';
import {
  STRING,
  UINT8,
  UNTYPED_FLOAT,
  UNTYPED_INT,
  UNTYPED_RUNE,
  UNTYPED_STRING,
  isInterface,
  isUntyped,
  pointer,
  slice,
  under,
  type GoType,
} from './types.ts';
import { libraryFunction, libraryVariable } from './universe.ts';

/** What an expression is, whatever it is. */
export function raw(check: Check, e: Expr): Operand {
  const x = found(check, e);
  x.expr = e;
  if (x.mode === 'invalid' || x.mode === 'novalue' || x.mode === 'builtin' || x.mode === 'type') return x;
  if (isUntyped(x.type) && x.mode !== 'nil') {
    const value = x.mode === 'constant' ? x.value : undefined;
    check.untyped.set(e, { type: x.type, value, isShifted: false });
  } else if (x.tuple === undefined) record(check, e, x.type, x.mode === 'constant' ? x.value : undefined);
  return x;
}

function found(check: Check, e: Expr): Operand {
  switch (e.kind) {
    case 'ident':
      return ident(check, e);
    case 'int':
    case 'float':
    case 'string':
      return limited(check, literal(e), e);
    case 'func-lit': {
      const type = signature(check, e.params, e.results);
      check.body(e);
      return operandOf('value', type, e);
    }
    case 'composite':
      return composite(check, e);
    case 'selector':
      return selector(check, e);
    case 'index':
      return indexed(check, e);
    case 'slice-of':
      return sliced(check, e);
    case 'call':
      return call(check, e);
    case 'typed-call':
      return typedCall(check, e);
    case 'assert':
      return assertion(check, e);
    case 'unary':
      return unary(check, e);
    case 'binary':
      return binaryOperator(check, expr(check, e.x), expr(check, e.y), e.op, e);
  }
}

// --- names and literals ---

function ident(check: Check, e: Expr & { kind: 'ident' }): Operand {
  const { name, at } = e;
  const entity = name === '_' ? undefined : check.find(name);
  if (entity === undefined) {
    check.report(at, name === '_' ? 'blank-value' : 'undefined', { name });
    return invalid(e);
  }
  entity.isUsed = true;
  if (entity.kind === 'package') {
    check.report(at, 'package-value', { name });
    return invalid(e);
  }
  return entityOperand(entity, e);
}

const MODE_OF: Readonly<Record<Exclude<Entity['kind'], 'package'>, Mode>> = {
  var: 'variable',
  const: 'constant',
  type: 'type',
  func: 'value',
  builtin: 'builtin',
  nil: 'nil',
};

function entityOperand({ kind, type, value }: Entity, e: Expr): Operand {
  if (kind === 'package' || (!isKnown(type) && (kind === 'var' || kind === 'const'))) return invalid(e);
  return operandOf(MODE_OF[kind], type, e, kind === 'const' && value !== undefined ? { value } : {});
}

function literal(e: Expr & { kind: 'int' | 'float' | 'string' }): Operand {
  if (e.kind === 'string') return operandOf('constant', UNTYPED_STRING, e, { value: stringConstant(e.value) });
  const isRune = e.kind === 'int' && e.rune === true;
  const exact: Constant | undefined = isRune ? undefined : numberConstant((e.text ?? '').replaceAll('_', ''));
  const type = isRune ? UNTYPED_RUNE : e.kind === 'int' ? UNTYPED_INT : UNTYPED_FLOAT;
  return operandOf('constant', type, e, { value: exact ?? intConstant(Math.trunc(e.value)) });
}

// --- parts ---

function selector(check: Check, e: Expr & { kind: 'selector' }): Operand {
  const entity = e.x.kind === 'ident' ? check.find(e.x.name) : undefined;
  if (entity?.kind === 'package') {
    entity.isUsed = true;
    return packageMember(check, entity.name, e);
  }
  const x = exprOrType(check, e.x);
  if (x.mode === 'invalid') return invalid(e);
  if (x.mode === 'type' && memberOf(check, x.type, e.name) !== undefined) {
    check.report(startOf(e), 'not-supported', { text: `the method expression ${exprText(e)}` });
    return invalid(e);
  }
  const member = memberOf(check, x.type, e.name);
  if (member === undefined) {
    check.report(e.at, 'undefined-member', { x: exprText(e), why: whyNoMember(check, x.type, e.name) });
    return invalid(e);
  }
  if (!isKnown(member.type)) return invalid(e);
  if (member.kind === 'ambiguous') {
    check.report(e.at, 'selector-ambiguous', { text: exprText(e) });
    return invalid(e);
  }
  if (member.kind === 'field')
    return operandOf(x.mode === 'variable' || member.indirect ? 'variable' : 'value', member.type, e);
  if (member.pointer && !member.indirect && x.mode !== 'variable' && !isInterface(x.type)) {
    check.report(e.at, 'pointer-method', { name: e.name, type: typeText(x.type) });
    return invalid(e);
  }
  return operandOf('value', member.type, e);
}

function whyNoMember(check: Check, type: GoType, name: string): string {
  const base = under(type);
  const text = typeText(type);
  if (base.k === 'pointer' && isInterface(base.of)) return `type ${text} is pointer to interface, not interface`;
  const near = respelled(check, type, name);
  const hint = near === undefined ? '' : `, but does have ${near.type === undefined ? 'field' : 'method'} ${near.name}`;
  return `type ${text} has no field or method ${name}${hint}`;
}

function packageMember(check: Check, pkg: string, e: Expr & { kind: 'selector' }): Operand {
  const full = `${pkg}.${e.name}`;
  const constant = libraryConstant(full);
  if (constant !== undefined) return operandOf('constant', constant.type, e, { value: constant.value });
  const func = libraryFunction(full);
  if (func !== undefined) return operandOf('value', func, e);
  const variable = libraryVariable(full);
  if (variable !== undefined) return operandOf('variable', variable, e);
  const type = packageTypeNamed(pkg, e.name);
  if (type !== undefined) return operandOf('type', type, e);
  const known = packageMembers(pkg, e.name);
  // Of a package that is unknown itself its import tells.
  if (known !== '') check.report(e.at, 'member-unknown', { name: full, pkg, known });
  return invalid(e);
}

interface Elements {
  readonly of: GoType;
  readonly length: number;
  readonly mode: Mode;
}

/** What an index into `x` finds; undefined = it has none. */
function elementsOf(x: Operand): Elements | undefined {
  const base = under(x.type);
  if (isText(x.type)) {
    const length = x.mode === 'constant' && x.value?.k === 'string' ? byteLength(x.value.v) : -1;
    return { of: UINT8, length, mode: 'value' };
  }
  const array = base.k === 'pointer' ? under(base.of) : base;
  if (array.k === 'array')
    return {
      of: array.of,
      length: array.length,
      mode: base.k === 'pointer' || x.mode === 'variable' ? 'variable' : 'value',
    };
  return base.k === 'slice' ? { of: base.of, length: -1, mode: 'variable' } : undefined;
}

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

function indexed(check: Check, e: Expr & { kind: 'index' }): Operand {
  const x = exprOrType(check, e.x);
  const base = under(x.type);
  if (x.mode === 'invalid' || !isKnown(base)) {
    use(check, [e.index]);
    return invalid(e);
  }
  if (x.mode !== 'type' && base.k === 'map') {
    assignTo(check, expr(check, e.index), base.key, 'map index');
    return operandOf('mapindex', base.of, e);
  }
  const elements = x.mode === 'type' ? undefined : elementsOf(x);
  if (elements === undefined) {
    check.report(startOf(e.x), 'cannot-index', { text: described(x) });
    use(check, [e.index]);
    return invalid(e);
  }
  index(check, e.index, elements.length);
  return operandOf(elements.mode, elements.of, e);
}

function sliced(check: Check, e: Expr & { kind: 'slice-of' }): Operand {
  const x = expr(check, e.x);
  const bounds = [e.low, e.high];
  const elements = x.mode === 'invalid' ? undefined : elementsOf(x);
  if (elements === undefined || (under(x.type).k === 'array' && x.mode !== 'variable')) {
    if (x.mode !== 'invalid' && isKnown(under(x.type)))
      check.report(startOf(e.x), elements === undefined ? 'cannot-slice' : 'slice-unaddressable', {
        text: described(x),
      });
    use(
      check,
      bounds.filter((one) => one !== undefined),
    );
    return invalid(e);
  }
  const limit = elements.length < 0 ? -1 : elements.length + 1;
  const [low = 0, high = -1] = bounds.map((one) => (one === undefined ? undefined : index(check, one, limit)));
  if (low > high && high >= 0 && e.high !== undefined)
    check.report(startOf(e.high), 'slice-swapped', { high: String(high), low: String(low) });
  const base = under(x.type);
  if (base.k === 'slice' || isText(x.type)) return operandOf('value', isUntyped(x.type) ? STRING : x.type, e);
  return operandOf('value', slice(elements.of), e);
}

function assertion(check: Check, e: Expr & { kind: 'assert' }): Operand {
  const x = expr(check, e.x);
  if (x.mode === 'invalid') return invalid(e);
  if (!isInterface(x.type)) {
    check.report(startOf(e), 'not-interface', { text: described(x) });
    return invalid(e);
  }
  const type = resolveType(check, e.type);
  if (!isKnown(type)) return invalid(e);
  const missing = isInterface(type) ? '' : missingMethod(check, type, x.type, false);
  if (missing !== '') {
    const texts = { text: exprText(e), type: typeText(type), of: typeText(x.type), missing };
    check.report(startOf(e), 'assert-impossible', texts);
  }
  return operandOf('commaok', type, e);
}

// --- signs ---

function unary(check: Check, e: Expr & { kind: 'unary' }): Operand {
  switch (e.op) {
    case '&':
      return address(check, e);
    case '<-':
      return received(check, e);
    case '*':
      return indirect(check, e);
    default:
      return unaryOperator(check, expr(check, e.x), e, e.op);
  }
}

function address(check: Check, e: Expr & { kind: 'unary' }): Operand {
  const x = expr(check, e.x);
  if (x.mode === 'invalid') return x;
  if (e.x.kind !== 'composite' && x.mode !== 'variable') {
    check.report(startOf(e.x), 'not-addressable', { text: described(x) });
    return invalid(e);
  }
  return operandOf('value', pointer(x.type), e);
}

function received(check: Check, e: Expr & { kind: 'unary' }): Operand {
  const x = expr(check, e.x);
  if (x.mode === 'invalid' || !isKnown(x.type)) return invalid(e);
  check.calls = true;
  const of = elementOf(check, x, true);
  return of === undefined ? invalid(e) : operandOf('commaok', of, e, { kind: 'statement' });
}

/** What a channel carries; undefined where it reports that it cannot be used so. */
export function elementOf(check: Check, x: Operand, receives: boolean): GoType | undefined {
  const base = under(x.type);
  const against = receives ? 'chan<- ' : '<-chan ';
  if (base.k === 'chan' && base.arrow !== against) return base.of;
  const kind = base.k !== 'chan' ? 'non-channel' : receives ? 'send-only channel' : 'receive-only channel';
  const text = `${kind} ${typeText(x.type)} ${described(x)}`;
  check.report(startOf(x.expr), receives ? 'cannot-receive' : 'cannot-send', { text });
  return undefined;
}

function indirect(check: Check, e: Expr & { kind: 'unary' }): Operand {
  const x = exprOrType(check, e.x);
  if (x.mode === 'invalid' || !isKnown(x.type)) return invalid(e);
  if (x.mode === 'type') return operandOf('type', pointer(x.type), e);
  const base = under(x.type);
  if (x.mode !== 'nil' && base.k === 'pointer') return operandOf('variable', base.of, e);
  check.report(startOf(e.x), x.mode === 'nil' ? 'indirect-nil' : 'not-pointer', { text: described(x) });
  return invalid(e);
}
