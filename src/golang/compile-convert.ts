/** Values into interfaces: the conversions that assignments make. Models: assignability of the Go specification, go1.26. */
import type { Expr } from './ast.ts';
import { emit, type Fn } from './compile-unit.ts';
import { isInterface, settled, type GoType } from './types.ts';

/** Leaves a value of type `to`. */
export function exprAs(fn: Fn, e: Expr, to: GoType): void {
  convert(fn, fn.unit.expr(fn, e, to), to);
}

/** Turns the value on the stack, of type `from`, into one that a variable of type `to` holds. */
export function convert(fn: Fn, from: GoType, to: GoType): void {
  if (!isInterface(to) || isInterface(from) || from.id === 'untyped nil') return;
  const type = settled(from);
  fn.unit.boxed[type.id] = type;
  emit(fn, { op: 'box', t: type.id });
}
