/** range clauses. Upstream: types2/range.go of go1.26. */
import type { Expr, Stmt } from './ast.ts';
import { initialise, target } from './check-assign.ts';
import { expr } from './check-eval.ts';
import { assignTo } from './check-fit.ts';
import { described, operandOf, startOf } from './check-operand.ts';
import { UNKNOWN, isKnown, type Check, type Operand } from './check-scope.ts';
import { typeText } from './type-text.ts';
import { isInteger, isText } from './type-kinds.ts';
import { INT, INT32, under, type GoType } from './types.ts';

type Range = Stmt & { kind: 'range' };
export type Scoped = (check: Check, body: readonly Stmt[]) => void;

export function range(check: Check, stmt: Range, scoped: Scoped): void {
  const x = expr(check, stmt.x);
  const types = x.mode === 'invalid' ? [] : rangeTypes(check, stmt, x);
  const overCount = x.mode !== 'invalid' && isInteger(x.type);
  const left = [stmt.key, stmt.value];
  left.forEach((one, i) => {
    if (one === undefined) return;
    const value = overCount ? x : operandOf('value', types[i] ?? UNKNOWN, one);
    const where = overCount ? 'range clause' : 'assignment';
    if (stmt.define) declareOne(check, one, value, where);
    else assignOne(check, one, value, where);
  });
  if (overCount && stmt.key === undefined) assignTo(check, x, undefined, 'range clause');
  if (stmt.define && left.every((one) => one === undefined || (one.kind === 'ident' && one.name === '_')))
    check.report(stmt.at, 'no-new-variables');
  scoped(check, stmt.body.body);
}

function declareOne(check: Check, one: Expr, value: Operand, where: string): void {
  if (one.kind !== 'ident') return;
  const taker: { type: GoType | undefined } = { type: undefined };
  initialise(check, taker, value, where);
  const entity = check.declare('var', one.name, one.at, taker.type ?? UNKNOWN);
  if (!isKnown(entity.type)) entity.isUsed = true;
}

function assignOne(check: Check, one: Expr, value: Operand, where: string): void {
  const to = target(check, one);
  if (!isKnown(value.type)) return;
  if (to === undefined || isKnown(to)) assignTo(check, value, to, where);
}

/** Types of key and value; reports where there are none, or fewer than are wanted. */
function rangeTypes(check: Check, stmt: Range, x: Operand): readonly GoType[] {
  if (!isKnown(x.type)) return [];
  const found = typesOver(x.type);
  if (found === undefined) {
    const base = under(x.type);
    const sends = base.k === 'chan' ? `: receive from send-only channel ${typeText(x.type)}` : '';
    if (base.k === 'func') check.report(startOf(stmt.x), 'no-range-func');
    else check.report(startOf(stmt.x), 'range-over', { text: described(x) + sends });
  } else if (stmt.value !== undefined && found.length < 2)
    check.report(startOf(stmt.value), 'range-one', { text: described(x) });
  return found ?? [];
}

function typesOver(type: GoType): readonly GoType[] | undefined {
  const outer = under(type);
  const base = outer.k === 'pointer' && under(outer.of).k === 'array' ? under(outer.of) : outer;
  switch (base.k) {
    case 'slice':
    case 'array':
      return [INT, base.of];
    case 'map':
      return [base.key, base.of];
    case 'chan':
      return base.arrow === 'chan<- ' ? undefined : [base.of];
    default:
      if (isText(type)) return [INT, INT32];
      return isInteger(type) ? [type] : undefined;
  }
}
