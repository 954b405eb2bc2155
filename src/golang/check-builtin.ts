/** Calls of the functions that every program has. Upstream: types2/builtins.go of go1.26. */
import type { Expr } from './ast.ts';
import { compared, intConstant } from './constants.ts';
import { list } from './check-eval.ts';
import { assignTo, settle } from './check-fit.ts';
import { match } from './check-operators.ts';
import { described, invalid, operandOf, startOf } from './check-operand.ts';
import { isKnown, type Check, type Operand } from './check-scope.ts';
import { exprText } from './check-text.ts';
import { passed } from './check-arguments.ts';
import { typeText } from './type-text.ts';
import { identical, isOrdered, isText } from './type-kinds.ts';
import { ANY, EMPTY, INT, UINT8, UNTYPED_NIL, slice, under } from './types.ts';

type Call = Expr & { kind: 'call' };

/** How many arguments each takes; `more` = or more. */
const COUNTS: Readonly<Record<string, { readonly count: number; readonly more?: true }>> = {
  append: { count: 1, more: true },
  cap: { count: 1 },
  clear: { count: 1 },
  close: { count: 1 },
  copy: { count: 2 },
  delete: { count: 2 },
  len: { count: 1 },
  max: { count: 1, more: true },
  min: { count: 1, more: true },
  panic: { count: 1 },
  print: { count: 0, more: true },
  println: { count: 0, more: true },
  recover: { count: 0 },
};

export function builtin(check: Check, name: string, e: Call): Operand {
  const before = check.calls;
  check.calls = false;
  const args = list(check, e.args);
  const { calls } = check;
  check.calls = before || calls;
  if (args.some((one) => one.mode === 'invalid')) return invalid(e);
  const { count, more } = COUNTS[name] ?? { count: 0, more: true };
  const wrong = args.length < count ? 'not enough' : more === undefined && args.length > count ? 'too many' : '';
  if (wrong !== '') {
    check.report(startOf(e), 'builtin-count', {
      wrong,
      text: exprText(e),
      want: String(count),
      have: String(args.length),
    });
    return invalid(e);
  }
  if (e.spread && name !== 'append') {
    check.report(startOf(e), 'builtin-spread', { name });
    return invalid(e);
  }
  const done = run(check, name, e, args, calls);
  if (done.mode !== 'constant' && done.mode !== 'invalid') check.calls = true;
  return done;
}

const nothing = (e: Expr): Operand => operandOf('novalue', UNTYPED_NIL, e, { kind: 'statement' });

function run(check: Check, name: string, e: Call, args: readonly Operand[], calls: boolean): Operand {
  const [x, y] = args;
  switch (name) {
    case 'recover':
      return operandOf('value', EMPTY, e, { kind: 'statement' });
    case 'print':
    case 'println':
      for (const one of args) assignTo(check, one, undefined, `argument to built-in ${name}`);
      return nothing(e);
    case 'min':
    case 'max':
      return extreme(check, name, e, args);
    default:
  }
  if (x === undefined) return invalid(e);
  switch (name) {
    case 'append':
      return appended(check, e, x, args);
    case 'len':
    case 'cap':
      return length(check, name, e, x, calls);
    case 'panic':
      assignTo(check, x, ANY, 'argument to panic');
      return nothing(e);
    case 'close':
    case 'clear':
      return closed(check, name, e, x);
    case 'copy':
      return y === undefined ? invalid(e) : copied(check, e, x, y);
    default:
      return y === undefined ? invalid(e) : deleted(check, e, x, y);
  }
}

function appended(check: Check, e: Call, x: Operand, args: readonly Operand[]): Operand {
  const base = under(x.type);
  if (base.k !== 'slice') {
    if (isKnown(base)) check.report(startOf(x.expr), 'append-slice', { text: described(x) });
    return invalid(e);
  }
  const [, second] = args;
  const bytes = e.spread && args.length === 2 && second !== undefined && isText(second.type);
  if (bytes && identical(base, slice(UINT8))) {
    if (second.mode === 'constant') settle(check, second.expr, { k: 'basic', id: 'string' }, true);
  } else passed(check, e, { params: [x.type, slice(base.of)], results: [], variadic: true }, args);
  return operandOf('value', x.type, e);
}

function length(check: Check, name: 'len' | 'cap', e: Call, x: Operand, calls: boolean): Operand {
  const base = under(x.type);
  const array = base.k === 'pointer' ? under(base.of) : base;
  if (name === 'len' && isText(x.type) && x.mode !== 'nil') {
    const value = x.mode === 'constant' && x.value?.k === 'string' ? x.value.v : undefined;
    if (value === undefined) return operandOf('value', INT, e);
    return operandOf('constant', INT, e, { value: intConstant(new TextEncoder().encode(value).length) });
  }
  if (array.k === 'array') {
    return calls ? operandOf('value', INT, e) : operandOf('constant', INT, e, { value: intConstant(array.length) });
  }
  if (base.k === 'slice' || base.k === 'chan' || (base.k === 'map' && name === 'len'))
    return operandOf('value', INT, e);
  if (isKnown(base)) check.report(startOf(x.expr), 'builtin-argument', { text: described(x), name });
  return invalid(e);
}

function closed(check: Check, name: 'close' | 'clear', e: Call, x: Operand): Operand {
  const base = under(x.type);
  if (!isKnown(base)) return invalid(e);
  if (name === 'clear') {
    if (base.k === 'map' || base.k === 'slice') return nothing(e);
    check.report(startOf(x.expr), 'clear-kind', { text: described(x) });
    return invalid(e);
  }
  if (base.k === 'chan' && base.arrow !== '<-chan ') return nothing(e);
  const kind = base.k === 'chan' ? 'receive-only channel' : 'non-channel';
  check.report(startOf(x.expr), 'close-kind', { kind, text: described(x) });
  return invalid(e);
}

function copied(check: Check, e: Call, x: Operand, y: Operand): Operand {
  const [to, from] = [under(x.type), under(y.type)];
  const done = operandOf('value', INT, e, { kind: 'statement' });
  if (!isKnown(to) || !isKnown(from)) return done;
  for (const [one, base] of [
    [x, to],
    [y, from],
  ] as const) {
    if (base.k === 'slice' || (one === y && isText(y.type) && y.mode !== 'nil')) continue;
    check.report(startOf(one.expr), 'copy-slice', { text: described(one) });
    return invalid(e);
  }
  const [have, want] = [from.k === 'slice' ? from.of : UINT8, to.k === 'slice' ? to.of : UINT8];
  if (identical(have, want)) {
    if (y.mode === 'constant') settle(check, y.expr, { k: 'basic', id: 'string' }, true);
    return done;
  }
  const texts = { x: described(x), y: described(y), to: typeText(want), from: typeText(have) };
  check.report(startOf(x.expr), 'copy-elements', texts);
  return invalid(e);
}

function deleted(check: Check, e: Call, x: Operand, key: Operand): Operand {
  const base = under(x.type);
  if (base.k === 'map') {
    assignTo(check, key, base.key, 'argument to delete');
    return nothing(e);
  }
  if (isKnown(base)) check.report(startOf(x.expr), 'delete-map', { text: described(x) });
  return invalid(e);
}

function extreme(check: Check, name: 'min' | 'max', e: Call, args: readonly Operand[]): Operand {
  const [first] = args;
  if (first === undefined) return invalid(e);
  let best: Operand = { ...first };
  for (const [i, one] of args.entries()) {
    if (!isOrdered(one.type)) {
      if (isKnown(one.type)) check.report(startOf(one.expr), 'not-ordered', { text: described(one) });
      return invalid(e);
    }
    if (i === 0) continue;
    match(check, best, one);
    if (best.mode === 'invalid' || one.mode === 'invalid') return invalid(e);
    if (!identical(best.type, one.type)) {
      const types = { left: typeText(best.type), right: typeText(one.type), text: exprText(one.expr) };
      check.report(startOf(one.expr), 'mismatched-arguments', types);
      return invalid(e);
    }
    best = further(name, best, one);
  }
  if (best.mode !== 'constant') assignTo(check, best, ANY, `argument to built-in ${name}`);
  for (const one of args) settle(check, one.expr, best.type, true);
  const value = best.mode === 'constant' ? best.value : undefined;
  return operandOf(value === undefined ? 'value' : 'constant', best.type, e, value === undefined ? {} : { value });
}

function further(name: 'min' | 'max', best: Operand, one: Operand): Operand {
  if (best.mode !== 'constant' || one.mode !== 'constant' || best.value === undefined || one.value === undefined)
    return { ...best, mode: 'value' };
  return compared(one.value, name === 'min' ? '<' : '>', best.value) ? { ...one } : best;
}
