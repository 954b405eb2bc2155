/** Which function a method call means: one of the program, of the library, or one found out when it runs. */
import type { Expr } from './ast.ts';
import { emit, wrapper, type Fn } from './compile-unit.ts';
import { embeddedOf, isInterface, under, type Field, type GoType } from './types.ts';
import { libraryMethod } from './universe.ts';

/** How to call it: receiver (and before it the function where `kind` is own), arguments, then `op`. */
export interface MethodCall {
  readonly kind: 'own' | 'library' | 'interface';
  readonly id: number;
  readonly type: GoType;
  /** It wants a pointer to the receiver. */
  readonly pointer: boolean;
  /** Embedded fields on the way to the receiver. */
  readonly path: readonly Field[];
  /** The receiver's type at the end of the path. */
  readonly of: GoType;
  readonly op: (fn: Fn, args: number) => void;
}

const BY_VALUE = /^(time\.(Time|Duration|Month)$|context\.|error|fmt\.|sync\.Locker)/;

function direct(fn: Fn, of: GoType, name: string, path: readonly Field[]): MethodCall | undefined {
  const base = of.k === 'pointer' ? of.of : of;
  const own = fn.unit.methods.get(`${base.id}.${name}`);
  if (own !== undefined) {
    const op = (inner: Fn, args: number) => void emit(inner, { op: 'call', n: args + 1 });
    return { kind: 'own', id: own.id, type: own.type, pointer: own.pointer, path, of, op };
  }
  if (isInterface(of)) {
    const face = under(of);
    const found = face.k === 'interface' ? face.methods.find((one) => one.name === name) : undefined;
    const type = libraryMethod(of, name)?.type ?? found?.type;
    if (type === undefined) return undefined;
    const op = (inner: Fn, args: number) => void emit(inner, { op: 'call-method', method: name, n: args });
    return { kind: 'interface', id: -1, type, pointer: false, path, of, op };
  }
  const library = libraryMethod(base, name);
  if (library === undefined) return undefined;
  const op = (inner: Fn, args: number) =>
    void emit(inner, { op: 'native', name: library.name, n: args + 1, t: library.type });
  const pointer = !BY_VALUE.test(base.id);
  return { kind: 'library', id: -1, type: library.type, pointer, path, of, op };
}

/** A method of `of` or of what it embeds. */
export function methodOf(fn: Fn, of: GoType, name: string): MethodCall | undefined {
  const own = direct(fn, of, name, []);
  if (own !== undefined) return own;
  for (const one of embeddedOf(of)) {
    const found = direct(fn, one.type, name, one.path);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Parts {
  readonly expr: (fn: Fn, e: Expr) => GoType;
  readonly address: (fn: Fn, e: Expr) => GoType;
}

/** Leaves what the method takes as its receiver. */
export function pushReceiver(fn: Fn, x: Expr, of: GoType, method: MethodCall, { expr, address }: Parts): void {
  const { path, pointer } = method;
  const first = path[0];
  if (first === undefined) {
    const isPointer = under(of).k === 'pointer' && of.k !== 'named';
    if (pointer && !isPointer) address(fn, x);
    else expr(fn, x);
    if (!pointer && isPointer) emit(fn, { op: 'mem-load' });
    return;
  }
  if (under(of).k === 'pointer') expr(fn, x);
  else address(fn, x);
  walk(fn, path, pointer);
}

/** From a pointer to the outer struct to the receiver inside. */
function walk(fn: Fn, path: readonly Field[], pointer: boolean): void {
  path.forEach((field, i) => {
    emit(fn, { op: 'field-ptr', name: field.name });
    const isPointer = under(field.type).k === 'pointer';
    const last = i === path.length - 1;
    if (isPointer) emit(fn, { op: 'mem-load' });
    if (last && !pointer) {
      emit(fn, { op: 'mem-load' });
    }
  });
}

/** From the outer struct itself to the receiver inside. */
function walkValue(fn: Fn, path: readonly Field[], pointer: boolean): void {
  let byPointer = false;
  for (const field of path) {
    emit(fn, { op: byPointer ? 'field-ptr' : 'field', name: field.name });
    if (byPointer) emit(fn, { op: 'mem-load' });
    byPointer = under(field.type).k === 'pointer';
  }
  if (byPointer && !pointer) emit(fn, { op: 'mem-load' });
}

/** Methods that a struct has of what it embeds get a function of their own: interfaces find them by name. */
export function promote(fn: Fn, type: GoType): void {
  const { unit } = fn;
  for (const one of embeddedOf(type)) {
    const base = one.type.k === 'pointer' ? one.type.of : one.type;
    const face = under(base);
    const names =
      face.k === 'interface'
        ? face.methods.map((method) => method.name)
        : [...unit.methods.keys()]
            .filter((key) => key.startsWith(`${base.id}.`))
            .map((key) => key.slice(base.id.length + 1));
    for (const name of base.k === 'native' ? ['Lock', 'Unlock', 'RLock', 'RUnlock'] : names) {
      const method = direct(fn, one.type, name, one.path);
      const key = `${type.id}.${name}`;
      if (method?.type.k !== 'func' || unit.methods.has(key) || unit.promoted.has(key)) continue;
      const { params, results } = method.type;
      const pointer = method.pointer && !one.path.some((field) => under(field.type).k === 'pointer');
      const id = wrapper(unit, name, params.length + 1, 0, (inner) => {
        if (method.kind === 'own') emit(inner, { op: 'const', v: { k: 'func', id: method.id, caps: [] } });
        emit(inner, { op: 'load', slot: 0 });
        if (pointer) walk(inner, one.path, method.pointer);
        else walkValue(inner, one.path, method.pointer);
        params.forEach((_, i) => emit(inner, { op: 'load', slot: i + 1 }));
        method.op(inner, params.length);
        return results.length;
      });
      unit.promoted.set(key, { id, pointer, type: method.type });
    }
  }
}
