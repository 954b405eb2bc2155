/** Switches. Upstream: types2/stmt.go (switchStmt, typeSwitchStmt) of go1.26. */
import type { Expr, Stmt, TypeCase } from './ast.ts';
import { boolConstant, constantText } from './constants.ts';
import { comparison } from './check-compare.ts';
import { expr } from './check-eval.ts';
import { assignTo, convertUntyped } from './check-fit.ts';
import { missingMethod } from './check-methods.ts';
import { described, operandOf, startOf } from './check-operand.ts';
import type { Scoped } from './check-range.ts';
import { isKnown, type Check, type Operand } from './check-scope.ts';
import { exprText } from './check-text.ts';
import { resolveType } from './check-types.ts';
import { typeText } from './type-text.ts';
import { hasNil, incomparable } from './type-kinds.ts';
import { BOOL, isInterface, type GoType } from './types.ts';

export function switchStmt(check: Check, stmt: Stmt & { kind: 'switch' }, scoped: Scoped): void {
  const x = tagOf(check, stmt);
  const seen = new Set<string>();
  for (const one of stmt.cases) {
    for (const value of one.values) caseValue(check, x, value, seen);
    scoped(check, one.body);
  }
}

function tagOf(check: Check, { tag, at }: Stmt & { kind: 'switch' }): Operand {
  if (tag === undefined)
    return operandOf('constant', BOOL, { kind: 'ident', at, name: 'true' }, { value: boolConstant(true) });
  const x = expr(check, tag);
  assignTo(check, x, undefined, 'switch expression');
  if (x.mode !== 'invalid' && incomparable(x.type) !== undefined && !hasNil(x.type)) {
    check.report(startOf(tag), 'switch-incomparable', { text: described(x), type: typeText(x.type) });
    x.mode = 'invalid';
  }
  return x;
}

function caseValue(check: Check, x: Operand, e: Expr, seen: Set<string>): void {
  const v = expr(check, e);
  if (x.mode === 'invalid' || v.mode === 'invalid') return;
  convertUntyped(check, v, x.type);
  if ((v.mode as string) === 'invalid') return;
  if (comparison(check, { ...v }, { ...x }, '==', undefined).mode === 'invalid') return;
  if (v.mode !== 'constant' || v.value === undefined || v.value.k === 'bool') return;
  const text = `${v.type.id} ${constantText(v.value)}`;
  if (seen.has(text)) check.report(startOf(e), 'case-twice', { text: described(v) });
  seen.add(text);
}

export function typeSwitch(check: Check, stmt: Stmt & { kind: 'type-switch' }, scoped: Scoped): void {
  const x = expr(check, stmt.x);
  const isFace = x.mode !== 'invalid' && isInterface(x.type);
  if (x.mode !== 'invalid' && !isFace && isKnown(x.type))
    check.report(startOf(stmt.x), 'type-switch-interface', { text: described(x) });
  const { bind } = stmt;
  const seen = new Map<string, GoType | undefined>();
  let isUsed = bind === undefined;
  for (const one of stmt.cases) {
    const type = caseType(check, one, isFace ? x : undefined, seen);
    check.scope(() => {
      const entity = bind === undefined ? undefined : check.declare('var', bind, stmt.at, type ?? x.type);
      scoped(check, one.body);
      if (entity === undefined) return;
      isUsed ||= entity.isUsed;
      entity.isUsed = true;
    });
  }
  if (bind !== undefined && !isUsed) check.report(stmt.at, 'unused-symbol', { name: bind });
}

/** @returns the type of the variable in the case; undefined = that of the expression */
function caseType(
  check: Check,
  one: TypeCase,
  x: Operand | undefined,
  seen: Map<string, GoType | undefined>,
): GoType | undefined {
  const types = one.types.map((of) => {
    const isNil = of.kind === 'named' && of.pkg === '' && of.name === 'nil' && check.find('nil')?.kind === 'nil';
    const type = isNil ? undefined : resolveType(check, of);
    if (type !== undefined && !isKnown(type)) return type;
    const text = type === undefined ? 'nil' : typeText(type);
    if (seen.has(text)) check.report(of.at, 'case-type-twice', { text });
    else if (type !== undefined && x !== undefined && !isInterface(type)) {
      const missing = missingMethod(check, type, x.type, false);
      if (missing !== '')
        check.report(of.at, 'case-impossible', { type: text, text: exprText(x.expr), x: described(x), missing });
    }
    seen.set(text, type);
    return type;
  });
  return types.length === 1 ? types[0] : undefined;
}
