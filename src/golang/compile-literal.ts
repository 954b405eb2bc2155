/** Composite literals to instructions. Models: composite literals of the Go specification, go1.26. */
import type { Expr } from './ast.ts';
import { exprAs } from './compile-convert.ts';
import { emit, fold, resolve, type Fn } from './compile-unit.ts';
import { under, zero, type GoType } from './types.ts';

export function composite(fn: Fn, e: Extract<Expr, { kind: 'composite' }>): GoType {
  const type = resolve(fn, e.type);
  const base = under(type);
  const name = fn.unit.hint;
  fn.unit.hint = '';
  if (base.k === 'pointer') {
    // An inner literal whose &T was left out.
    structLiteral(fn, e, base.of);
    emit(fn, { op: 'new', name, t: base.of.id });
  } else if (base.k === 'map') {
    emit(fn, { op: 'make-map', name, t: type.id });
    for (const one of e.elements) {
      emit(fn, { op: 'dup' });
      if (one.key !== undefined) exprAs(fn, one.key, base.key);
      exprAs(fn, one.value, base.of);
      emit(fn, { op: 'map-begin' });
      emit(fn, { op: 'map-end' });
    }
  } else structLiteral(fn, e, type, name);
  return type;
}

function structLiteral(fn: Fn, e: Extract<Expr, { kind: 'composite' }>, type: GoType, name = ''): void {
  const base = under(type);
  if (base.k === 'struct') {
    base.fields.forEach((field, i) => {
      const given =
        e.elements.find((one) => one.key?.kind === 'ident' && one.key.name === field.name) ??
        (e.elements[i]?.key === undefined ? e.elements[i] : undefined);
      if (given === undefined) emit(fn, { op: 'const', v: zero(field.type) });
      else {
        fn.unit.hint = field.name;
        exprAs(fn, given.value, field.type);
        fn.unit.hint = '';
      }
    });
    fn.at = e.at;
    emit(fn, { op: 'struct', names: base.fields.map((one) => one.name) });
  } else if (base.k === 'slice' || base.k === 'array') elements(fn, e, base, name);
  // sync.Mutex{}, atomic.Int64{}
  else emit(fn, { op: 'const', v: zero(type) });
}

function elements(
  fn: Fn,
  e: Extract<Expr, { kind: 'composite' }>,
  base: Extract<GoType, { k: 'slice' | 'array' }>,
  name: string,
): void {
  const byIndex = new Map<number, Expr>();
  let at = 0;
  for (const one of e.elements) {
    if (one.key !== undefined) at = Number(fold(fn, one.key)?.value ?? at);
    byIndex.set(at++, one.value);
  }
  const length = base.k === 'array' ? base.length : Math.max(0, ...[...byIndex.keys()].map((i) => i + 1));
  for (let i = 0; i < length; i++) {
    const value = byIndex.get(i);
    if (value === undefined) emit(fn, { op: 'const', v: zero(base.of) });
    else exprAs(fn, value, base.of);
  }
  fn.at = e.at;
  emit(fn, { op: 'array', n: length });
  if (base.k === 'slice') {
    emit(fn, { op: 'new', name, t: `[]${base.of.id}` });
    emit(fn, { op: 'const', v: 0 });
    emit(fn, { op: 'slice-of', high: false, length });
  }
}
