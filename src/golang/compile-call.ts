/**
 * Calls to instructions: what is put on the stack, then what is done with it. `go` and `defer` put it there now and do it
 * later, in a function of their own. Models: calls, builtins, conversions of the Go specification, go1.26.
 */
import type { Expr } from './ast.ts';
import {
  BUILTINS,
  CompileError,
  emit,
  isPackage,
  lookup,
  resolve,
  temp,
  typeNamed,
  wrapper,
  probe,
  type Fn,
} from './compile-unit.ts';
import { convert, exprAs } from './compile-convert.ts';
import { address, expr } from './compile-expr.ts';
import { methodOf, pushReceiver } from './compile-method.ts';
import {
  ANY,
  INT,
  STRING,
  findField,
  settled,
  isInterface,
  isUntyped,
  pointer,
  under,
  zero,
  type GoType,
  type Signature,
} from './types.ts';
import { libraryFunction } from './universe.ts';

type Call = Extract<Expr, { kind: 'call' }>;
type TypedCall = Extract<Expr, { kind: 'typed-call' }>;

interface Parts {
  /** How many values `push` leaves (without the function where `isFunction`). */
  readonly n: number;
  readonly results: readonly GoType[];
  readonly name: string;
  /** The first of them is a function value, and `op` calls it. */
  readonly isFunction: boolean;
  readonly push: () => void;
  readonly op: (fn: Fn) => void;
}

/** Leaves all results. @returns their types */
export function call(fn: Fn, e: Expr): readonly GoType[] {
  const parts = partsOf(fn, e);
  parts.push();
  fn.at = e.at;
  parts.op(fn);
  return parts.results;
}

/** Leaves a function and its arguments. @returns how many arguments */
export function pushCallee(fn: Fn, e: Expr): number {
  const parts = partsOf(fn, e);
  if (!parts.isFunction) {
    const id = wrapper(fn.unit, parts.name, parts.n, 0, (inner) => {
      for (let i = 0; i < parts.n; i++) emit(inner, { op: 'load', slot: i });
      inner.at = e.at;
      parts.op(inner);
      return parts.results.length;
    });
    emit(fn, { op: 'const', v: { k: 'func', id, caps: [] } });
  }
  parts.push();
  fn.at = e.at;
  return parts.n;
}

function partsOf(fn: Fn, e: Expr): Parts {
  if (e.kind === 'typed-call') return typedCall(fn, e);
  if (e.kind !== 'call') throw new CompileError(e.at, 'not a call');
  const { func } = e;
  const type = typeNamed(fn, func);
  if (type !== undefined) return conversion(fn, type, e.args);
  if (func.kind === 'ident' && BUILTINS.has(func.name) && lookup(fn, func.name) === undefined) {
    return builtin(fn, func.name, e);
  }
  if (func.kind === 'selector') {
    const found = isPackage(fn, func.x) ? library(fn, `${func.x.name}.${func.name}`, e) : methodCall(fn, func, e);
    if (found !== undefined) return found;
  }
  return functionCall(fn, e);
}

function functionCall(fn: Fn, e: Call): Parts {
  const type = under(probe(fn, e.func));
  if (type.k !== 'func') throw new CompileError(e.at, 'not a function');
  const n = type.params.length;
  const push = () => {
    expr(fn, e.func);
    pushArgs(fn, type, e);
  };
  return {
    n,
    results: type.results,
    name: '',
    isFunction: true,
    push,
    op: (inner) => void emit(inner, { op: 'call', n }),
  };
}

function methodCall(fn: Fn, func: Extract<Expr, { kind: 'selector' }>, e: Call): Parts | undefined {
  const of = probe(fn, func.x);
  if (findField(of, func.name) !== undefined) return undefined;
  const method = methodOf(fn, of, func.name);
  if (method?.type.k !== 'func') return undefined;
  const { type, kind } = method;
  const params = type.params.length;
  const push = () => {
    if (kind === 'own') emit(fn, { op: 'const', v: { k: 'func', id: method.id, caps: [] } });
    pushReceiver(fn, func.x, of, method, { expr, address });
    pushArgs(fn, type, e);
  };
  const op = (inner: Fn) => method.op(inner, params);
  return { n: params + 1, results: type.results, name: func.name, isFunction: kind === 'own', push, op };
}

function library(fn: Fn, name: string, e: Call): Parts {
  const type = libraryFunction(name, () => manyResults(fn, e.args) ?? e.args.map((one) => probe(fn, one)));
  if (type?.k !== 'func') throw new CompileError(e.at, `undefined: ${name}`);
  const { params } = type;
  if (!type.variadic || e.spread) {
    const op = (inner: Fn) => {
      if (type.variadic && isInterface(elementOf(params.at(-1)))) emit(inner, { op: 'stringify', n: 1, spread: true });
      emit(inner, { op: 'native', name, n: params.length, t: type });
    };
    const push = () => pushArgs(fn, type, e);
    return { n: params.length, results: type.results, name, isFunction: false, push, op };
  }
  const fixed = params.length - 1;
  const many = manyResults(fn, e.args);
  const loose = (many?.length ?? e.args.length) - fixed;
  const of = elementOf(params.at(-1));
  const push = () => {
    pushList(fn, e.args, (i) => (i < fixed ? (params[i] ?? ANY) : of));
  };
  const op = (inner: Fn) => {
    emit(inner, { op: 'stringify', n: loose });
    emit(inner, { op: 'array', n: loose });
    emit(inner, { op: 'native', name, n: fixed + 1, t: type });
  };
  return { n: fixed + loose, results: type.results, name, isFunction: false, push, op };
}

function elementOf(type: GoType | undefined): GoType {
  return type?.k === 'slice' ? type.of : ANY;
}

/** f(g()) where g has several results. */
function manyResults(fn: Fn, args: readonly Expr[]): readonly GoType[] | undefined {
  const [only, more] = args;
  if (only?.kind !== 'call' || more !== undefined) return undefined;
  const { results } = partsOf(fn, only);
  return results.length > 1 ? results : undefined;
}

/** Leaves the values of all, each as a type of its place. */
function pushList(fn: Fn, args: readonly Expr[], typeAt: (i: number) => GoType): void {
  const many = manyResults(fn, args);
  const [only] = args;
  if (many === undefined || only === undefined) {
    args.forEach((one, i) => exprAs(fn, one, typeAt(i)));
    return;
  }
  call(fn, only);
  const slots = many.map(() => temp(fn));
  for (const slot of [...slots].reverse()) emit(fn, { op: 'store', slot });
  slots.forEach((slot, i) => {
    emit(fn, { op: 'load', slot });
    convert(fn, many[i] ?? ANY, typeAt(i));
  });
}

function pushArgs(fn: Fn, type: Signature, e: Call): void {
  const { params } = type;
  if (!type.variadic || e.spread) {
    pushList(fn, e.args, (i) => params[i] ?? ANY);
    return;
  }
  const fixed = params.length - 1;
  const of = elementOf(params[fixed]);
  const count = manyResults(fn, e.args)?.length ?? e.args.length;
  pushList(fn, e.args, (i) => (i < fixed ? (params[i] ?? ANY) : of));
  emit(fn, { op: 'pack', n: count - fixed, t: `[]${of.id}` });
}

function conversion(fn: Fn, type: GoType, args: readonly Expr[]): Parts {
  const [x] = args;
  const push = () => {
    if (x === undefined) return;
    const given = expr(fn, x);
    const from = isUntyped(given) ? settled(given) : given;
    convert(fn, given, type);
    fn.unit.boxed[type.id] = type;
    emit(fn, { op: 'conv', t: type, from });
  };
  return { n: 1, results: [type], name: type.id, isFunction: false, push, op: () => undefined };
}

function typedCall(fn: Fn, e: TypedCall): Parts {
  const type = resolve(fn, e.type);
  if (e.func === 'convert') return conversion(fn, type, e.args);
  const name = fn.unit.hint;
  const done = { n: 1, name: e.func, isFunction: false, op: () => undefined };
  if (e.func === 'new') {
    const push = () => {
      emit(fn, { op: 'const', v: zero(type) });
      emit(fn, { op: 'new', name, t: type.id });
    };
    return { ...done, results: [pointer(type)], push };
  }
  const base = under(type);
  const [first, second] = e.args;
  const push = () => {
    fn.unit.hint = '';
    if (base.k === 'map') {
      emit(fn, { op: 'make-map', name, t: type.id });
      return;
    }
    if (first === undefined) emit(fn, { op: 'const', v: 0 });
    else exprAs(fn, first, INT);
    fn.at = e.at;
    if (base.k === 'chan') {
      emit(fn, { op: 'make-chan', zero: zero(base.of), name, t: type.id });
      return;
    }
    if (second === undefined) emit(fn, { op: 'dup' });
    else exprAs(fn, second, INT);
    fn.at = e.at;
    emit(fn, { op: 'make-slice', zero: base.k === 'slice' ? zero(base.of) : 0, name, t: type.id });
  };
  return { ...done, results: [type], push };
}

function builtin(fn: Fn, name: string, e: Call): Parts {
  const [x, y] = e.args;
  const all = (types: readonly (GoType | undefined)[] = []) => {
    e.args.forEach((one, i) => {
      const type = types[i];
      if (type === undefined) expr(fn, one);
      else exprAs(fn, one, type);
    });
  };
  const parts = (results: readonly GoType[], push: () => void, op: (inner: Fn) => void, n = e.args.length): Parts => ({
    n,
    results,
    name,
    isFunction: false,
    push,
    op,
  });
  switch (name) {
    case 'len':
    case 'cap':
      return parts([INT], all, (inner) => void emit(inner, { op: name }));
    case 'append':
      return append(fn, e);
    case 'close':
      return parts([], all, (inner) => void emit(inner, { op: 'close' }));
    case 'panic':
      return parts(
        [],
        () => all([ANY]),
        (inner) => {
          // What it prints if nobody recovers.
          emit(inner, { op: 'dup' });
          emit(inner, { op: 'stringify', n: 1 });
          emit(inner, { op: 'panic' });
        },
      );
    case 'recover':
      return parts([ANY], all, (inner) => void emit(inner, { op: 'recover' }));
    case 'copy':
      return parts([INT], all, (inner) => void emit(inner, { op: 'copy' }));
    case 'clear':
      return parts([], all, (inner) => void emit(inner, { op: 'clear' }));
    case 'delete': {
      const base = x === undefined ? ANY : under(probe(fn, x));
      const push = () => all([undefined, base.k === 'map' ? base.key : undefined]);
      const op = (inner: Fn) => {
        emit(inner, { op: 'delete-begin' });
        emit(inner, { op: 'delete-end' });
      };
      return parts([], push, op);
    }
    case 'min':
    case 'max': {
      const type = [x, y].flatMap((one) => (one === undefined ? [] : [probe(fn, one)])).find((one) => !isUntyped(one));
      const t = type ?? INT;
      return parts(
        [t],
        () => all(e.args.map(() => t)),
        (inner) => {
          emit(inner, { op: 'array', n: e.args.length });
          emit(inner, { op: 'native', name, n: 1, t });
        },
      );
    }
    case 'print':
    case 'println':
      return parts(
        [],
        () => all(e.args.map(() => ANY)),
        (inner) => {
          emit(inner, { op: 'array', n: e.args.length });
          emit(inner, { op: 'native', name: 'println', n: 1, t: STRING });
        },
      );
    default:
      throw new CompileError(e.at, `undefined: ${name}`);
  }
}

function append(fn: Fn, e: Call): Parts {
  const [to, ...more] = e.args;
  if (to === undefined) throw new CompileError(e.at, 'not enough arguments for append');
  const type = probe(fn, to);
  const base = under(type);
  const of = base.k === 'slice' ? base.of : ANY;
  const push = () => {
    expr(fn, to);
    if (e.spread) more.forEach((one) => expr(fn, one));
    else {
      more.forEach((one) => exprAs(fn, one, of));
      fn.at = e.at;
      emit(fn, { op: 'array', n: more.length });
    }
  };
  const op = (inner: Fn) => void emit(inner, { op: 'append', zero: zero(of), t: type.id });
  return { n: 2, results: [type], name: 'append', isFunction: false, push, op };
}
