/** range loops. Models: for statements with range clause of the Go specification, go1.26. Left out: range over functions. */
import type { Stmt } from './ast.ts';
import { emit, inScope, patch, probe, temp, type Fn, type Loop } from './compile-unit.ts';
import { expr } from './compile-expr.ts';
import type { Tools } from './compile-stmt.ts';
import { INT, INT32, isUntyped, settled, under, zero, type GoType } from './types.ts';

type Range = Extract<Stmt, { kind: 'range' }>;

export function range(fn: Fn, s: Range, tools: Tools): void {
  const type = under(probe(fn, s.x));
  inScope(fn, () => {
    tools.loop(fn, s.label, true, (loop) => {
      if (type.k === 'chan') overChannel(fn, s, type.of, loop, tools);
      else if (type.k === 'map') overIterator(fn, s, [type.key, type.of], 'map-next', loop, tools);
      else if (type.k === 'basic' && type.id === 'string') overIterator(fn, s, [INT, INT32], 'str-next', loop, tools);
      else overCount(fn, s, loop, tools);
    });
  });
}

/** Takes key and value off the stack (as many as are wanted), and runs the body. */
function turn(fn: Fn, s: Range, types: readonly GoType[], tools: Tools): void {
  inScope(fn, () => {
    const left = [s.key, s.value].filter((one) => one !== undefined);
    fn.at = s.at;
    tools.assignTop(fn, left, types.slice(0, Math.max(left.length, 1)), s.define);
    tools.block(fn, s.body.body);
  });
}

function again(fn: Fn, loop: Loop, top: number): void {
  for (const one of loop.continues) patch(fn, one, top);
  emit(fn, { op: 'jump', to: top });
}

function overChannel(fn: Fn, s: Range, of: GoType, loop: Loop, tools: Tools): void {
  const channel = temp(fn);
  expr(fn, s.x);
  emit(fn, { op: 'store', slot: channel });
  const top = fn.code.length;
  emit(fn, { op: 'load', slot: channel });
  fn.at = s.at;
  emit(fn, { op: 'recv', ok: true, zero: zero(of) });
  const more = emit(fn, { op: 'jump-if-not', to: -1 });
  turn(fn, s, [of], tools);
  again(fn, loop, top);
  patch(fn, more);
  // The zero value that came with the close.
  emit(fn, { op: 'pop' });
}

function overIterator(
  fn: Fn,
  s: Range,
  types: readonly [GoType, GoType],
  op: 'map-next' | 'str-next',
  loop: Loop,
  tools: Tools,
): void {
  const slot = temp(fn);
  expr(fn, s.x);
  fn.at = s.at;
  if (op === 'map-next') emit(fn, { op: 'map-iter' });
  else emit(fn, { op: 'array', n: 1 });
  emit(fn, { op: 'store', slot });
  const top = fn.code.length;
  fn.at = s.at;
  loop.breaks.push(emit(fn, { op, slot, to: -1 }));
  if (s.value === undefined) emit(fn, { op: 'pop' });
  turn(fn, s, types, tools);
  again(fn, loop, top);
}

/** Integers, slices, arrays and pointers to arrays: an index that counts up to a length taken once. */
function overCount(fn: Fn, s: Range, loop: Loop, tools: Tools): void {
  const [held, limit, counter] = [temp(fn), temp(fn), temp(fn)];
  const type = probe(fn, s.x);
  const base = under(type);
  const inner = base.k === 'pointer' ? under(base.of) : base;
  const counts = base.k === 'basic';
  // An array is copied first, a slice or a pointer is not.
  expr(fn, s.x);
  emit(fn, { op: 'store', slot: held });
  if (inner.k === 'array') emit(fn, { op: 'const', v: inner.length });
  else emit(fn, { op: 'load', slot: held });
  if (inner.k === 'slice') emit(fn, { op: 'len' });
  emit(fn, { op: 'store', slot: limit });
  emit(fn, { op: 'const', v: -1 });
  emit(fn, { op: 'store', slot: counter });
  const top = fn.code.length;
  emit(fn, { op: 'load', slot: counter });
  emit(fn, { op: 'const', v: 1 });
  emit(fn, { op: 'bin', name: '+', t: INT });
  emit(fn, { op: 'dup' });
  emit(fn, { op: 'store', slot: counter });
  emit(fn, { op: 'load', slot: limit });
  emit(fn, { op: 'bin', name: '<', t: INT });
  loop.breaks.push(emit(fn, { op: 'jump-if-not', to: -1 }));
  emit(fn, { op: 'load', slot: counter });
  if (s.value !== undefined) {
    emit(fn, { op: 'load', slot: held });
    emit(fn, { op: 'load', slot: counter });
    if (base.k === 'array') emit(fn, { op: 'elem' });
    else {
      emit(fn, { op: 'elem-ptr', length: inner.k === 'array' ? inner.length : -1 });
      emit(fn, { op: 'mem-load' });
    }
  }
  const of = inner.k === 'slice' || inner.k === 'array' ? inner.of : INT;
  turn(fn, s, [counts && !isUntyped(type) ? type : settled(INT), of], tools);
  again(fn, loop, top);
}
