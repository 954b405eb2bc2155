/**
 * Whether values fit where they are used, as far as it is certain: numbers, strings, booleans and composite types are kept
 * apart. Left out: numbers of different types, elements of composite types, interfaces and their methods.
 * Upstream: "Assignability" and "Operators" of the Go specification, go1.26.
 */
import type { Expr, Position } from './ast.ts';
import { isKnown, type Check } from './check-scope.ts';
import { exprText } from './check-text.ts';
import { under, type GoType } from './types.ts';

const COMPOSITE: ReadonlySet<string> = new Set(['chan', 'map', 'slice', 'array', 'pointer', 'func', 'struct']);

/** undefined = it may be several, or is not known. */
function kindOf(type: GoType): string | undefined {
  if (!isKnown(type)) return undefined;
  const base = under(type);
  if (COMPOSITE.has(base.k)) return base.k;
  if (base.k !== 'basic') return undefined;
  if (base.id === 'string' || base.id === 'bool') return base.id;
  return /int|float/.test(base.id) ? 'number' : undefined;
}

function differ(a: GoType, b: GoType): boolean {
  const [one, other] = [kindOf(a), kindOf(b)];
  return one !== undefined && other !== undefined && one !== other;
}

const isComparison = (x: Expr): boolean => x.kind === 'binary' && /^([=!<>]=|[<>])$/.test(x.op);

/** What Go calls the type of a constant or comparison that has none yet; undefined = it has one. */
function untypedName(check: Check, x: Expr): string | undefined {
  if (x.kind === 'int' || x.kind === 'float' || x.kind === 'string') return `untyped ${x.kind}`;
  if (isComparison(x)) return 'untyped bool';
  const isTruth = x.kind === 'ident' && (x.name === 'true' || x.name === 'false');
  return isTruth && check.find(x.name)?.kind === 'const' ? 'untyped bool' : undefined;
}

function described(check: Check, x: Expr, type: GoType): string {
  const untyped = untypedName(check, x);
  if (untyped !== undefined) return `${exprText(x)} (${untyped} ${isComparison(x) ? 'value' : 'constant'})`;
  const kind = x.kind === 'ident' ? check.find(x.name)?.kind : undefined;
  const what = kind === 'var' ? 'variable' : kind === 'const' ? 'constant' : 'value';
  return `${exprText(x)} (${what} of type ${type.id})`;
}

/** @param where "assignment", "argument to f" */
export function checkFits(check: Check, at: Position, x: Expr, from: GoType, to: GoType, where: string): void {
  if (differ(from, to)) check.report(at, 'cannot-use', { text: described(check, x, from), type: to.id, where });
}

/** @returns false where it reports that the operands cannot stand beside each other */
export function checkOperands(
  check: Check,
  at: Position,
  x: Expr & { kind: 'binary' },
  left: GoType,
  right: GoType,
): boolean {
  if (!differ(left, right)) return true;
  const types = { left: untypedName(check, x.x) ?? left.id, right: untypedName(check, x.y) ?? right.id };
  check.report(at, 'mismatched-types', { text: exprText(x), ...types });
  return false;
}

/** @param clause "if", "for" */
export function checkCondition(check: Check, at: Position, type: GoType, clause: string): void {
  const kind = kindOf(type);
  if (kind !== undefined && kind !== 'bool') check.report(at, 'condition-type', { clause });
}

/** A channel used against its direction. */
export function checkDirection(check: Check, at: Position, x: Expr, type: GoType, use: 'send' | 'receive'): void {
  const wrong = use === 'send' ? '<-chan ' : 'chan<- ';
  if (!isKnown(type) || !under(type).id.startsWith(wrong)) return;
  check.report(at, use === 'send' ? 'send-direction' : 'receive-direction', {
    text: `${type.id} ${described(check, x, type)}`,
  });
}
