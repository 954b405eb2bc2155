/** Arguments of calls beside parameters. Upstream: types2/call.go (arguments) of go1.26. */
import type { Expr } from './ast.ts';
import { assignTo } from './check-fit.ts';
import { startOf, typesText } from './check-operand.ts';
import type { Check, Operand } from './check-scope.ts';
import { exprText } from './check-text.ts';
import type { GoType, Signature } from './types.ts';

type Call = Expr & { kind: 'call' };

/** Arguments beside parameters. */
export function passed(check: Check, e: Call, type: Signature, args: readonly Operand[]): void {
  const { params, variadic } = type;
  if (e.spread && !variadic) {
    check.report(startOf(e), 'spread-plain', { text: exprText(e.func) });
    return;
  }
  if (args.some((one) => one.mode === 'invalid') && args.length !== params.length) return;
  const fixed = variadic && !e.spread ? params.length - 1 : params.length;
  const many = variadic && !e.spread;
  if (args.length < fixed || (args.length > fixed && !many)) {
    const few = args.length < fixed;
    const at = few ? (args.at(-1)?.expr ?? e) : (args[fixed]?.expr ?? e);
    const have = typesText(
      args.map((one) => one.type),
      { dots: e.spread },
    );
    const counts = { name: exprText(e.func), have, want: typesText(params, { variadic }) };
    check.report(startOf(at), few ? 'call-few' : 'call-many', counts);
    return;
  }
  const where = `argument to ${exprText(e.func)}`;
  args.forEach((one, i) => {
    assignTo(check, one, i < fixed ? params[i] : elementOf(params.at(-1)), where);
  });
}

const elementOf = (type: GoType | undefined): GoType | undefined => (type?.k === 'slice' ? type.of : type);
