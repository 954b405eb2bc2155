/** Comparisons. Upstream: types2/expr.go (comparison) of go1.26. */
import type { Expr } from './ast.ts';
import { boolConstant, compared } from './constants.ts';
import { assignable, settle } from './check-fit.ts';
import { invalid, operandOf, startOf } from './check-operand.ts';
import { isKnown, type Check, type Operand } from './check-scope.ts';
import { exprText } from './check-text.ts';
import { compositeKind, typeText } from './type-text.ts';
import { hasNil, incomparable, isOrdered } from './type-kinds.ts';
import { UNTYPED_BOOL, settled } from './types.ts';

interface Wrong {
  readonly at: Operand;
  readonly cause: string;
}

function notDefined(at: Operand, op: string): Wrong {
  const kind = at.mode === 'nil' ? '' : compositeKind(at.type);
  return { at, cause: `operator ${op} not defined on ${kind === '' ? typeText(at.type) : kind}` };
}

/** @returns undefined = they can be compared */
function compareProblem(check: Check, x: Operand, y: Operand, op: string): Wrong | undefined {
  if (assignable(check, x, y.type) !== undefined && assignable(check, y, x.type) !== undefined)
    return { at: y, cause: `mismatched types ${typeText(x.type)} and ${typeText(y.type)}` };
  if (op !== '==' && op !== '!=') {
    const bad = [x, y].find((one) => !isOrdered(one.type));
    return bad === undefined ? undefined : notDefined(bad, op);
  }
  if (x.mode === 'nil' || y.mode === 'nil') {
    const other = x.mode === 'nil' ? y : x;
    return other.mode === 'nil' || !hasNil(other.type) ? notDefined(y, op) : undefined;
  }
  for (const at of [x, y]) {
    const cause = incomparable(at.type);
    if (cause !== undefined) return { at, cause };
  }
  return undefined;
}

/** @param expr undefined: a case of a switch on y */
export function comparison(check: Check, x: Operand, y: Operand, op: string, expr: Expr | undefined): Operand {
  const whole = expr ?? x.expr;
  if (!isKnown(x.type) || !isKnown(y.type)) return invalid(whole);
  const wrong = compareProblem(check, x, y, op);
  if (wrong !== undefined) {
    const texts = { left: exprText(x.expr), right: exprText(y.expr), cause: wrong.cause };
    if (expr === undefined) check.report(startOf(x.expr), 'case-invalid', texts);
    else check.report(startOf(wrong.at.expr), 'compare', { ...texts, op });
    return invalid(whole);
  }
  if (x.mode === 'constant' && y.mode === 'constant' && x.value !== undefined && y.value !== undefined)
    return operandOf('constant', UNTYPED_BOOL, whole, { value: boolConstant(compared(x.value, op, y.value)) });
  for (const one of [x, y]) if (one.mode !== 'nil') settle(check, one.expr, settled(one.type), true);
  return operandOf('value', UNTYPED_BOOL, whole);
}
