/** switch, type switch and select. Models: those statements of the Go specification, go1.26. */
import type { Expr, SelectCase, Stmt } from './ast.ts';
import { declare, emit, inScope, initialise, patch, resolve, temp, type Fn } from './compile-unit.ts';
import { convert, exprAs } from './compile-convert.ts';
import { expr } from './compile-expr.ts';
import type { SelectArm } from './code.ts';
import type { Tools } from './compile-stmt.ts';
import { ANY, BOOL, isInterface, settled, under, zero, type GoType } from './types.ts';
import { NIL } from './values.ts';

export function switchStmt(fn: Fn, s: Extract<Stmt, { kind: 'switch' }>, tools: Tools): void {
  inScope(fn, () => {
    if (s.init !== undefined) tools.stmt(fn, s.init);
    const tag = temp(fn);
    let type: GoType = BOOL;
    if (s.tag === undefined) emit(fn, { op: 'const', v: true });
    else type = settled(expr(fn, s.tag));
    emit(fn, { op: 'store', slot: tag });
    tools.loop(fn, s.label, false, (loop) => {
      const entries = s.cases.map((one) =>
        one.values.map((value) => {
          emit(fn, { op: 'load', slot: tag });
          const from = expr(fn, value, type);
          if (isInterface(type)) convert(fn, from, type);
          fn.at = value.at;
          emit(fn, { op: 'bin', name: '==', t: type });
          emit(fn, { op: 'un', name: '!', t: BOOL });
          return emit(fn, { op: 'jump-if-not', to: -1 });
        }),
      );
      const other = emit(fn, { op: 'jump', to: -1 });
      s.cases.forEach((one, i) => {
        for (const entry of entries[i] ?? []) patch(fn, entry);
        if (one.isDefault) patch(fn, other);
        tools.block(fn, one.body);
        if (!one.fallthrough) loop.breaks.push(emit(fn, { op: 'jump', to: -1 }));
      });
      if (!s.cases.some((one) => one.isDefault)) patch(fn, other);
    });
  });
}

export function typeSwitch(fn: Fn, s: Extract<Stmt, { kind: 'type-switch' }>, tools: Tools): void {
  inScope(fn, () => {
    const held = temp(fn);
    const from = expr(fn, s.x);
    emit(fn, { op: 'store', slot: held });
    tools.loop(fn, s.label, false, (loop) => {
      const entries = s.cases.map((one) =>
        one.types.map((type) => {
          emit(fn, { op: 'load', slot: held });
          if (type.kind === 'named' && type.name === 'nil' && type.pkg === '') {
            emit(fn, { op: 'const', v: NIL });
            emit(fn, { op: 'bin', name: '!=', t: ANY });
          } else {
            const t = resolve(fn, type);
            fn.unit.boxed[t.id] = t;
            emit(fn, { op: 'assert', t, ok: true, zero: zero(t), from: from.id });
            emit(fn, { op: 'swap' });
            emit(fn, { op: 'pop' });
            emit(fn, { op: 'un', name: '!', t: BOOL });
          }
          return emit(fn, { op: 'jump-if-not', to: -1 });
        }),
      );
      const other = emit(fn, { op: 'jump', to: -1 });
      s.cases.forEach((one, i) => {
        for (const entry of entries[i] ?? []) patch(fn, entry);
        if (one.isDefault) patch(fn, other);
        inScope(fn, () => {
          const [only, more] = one.types;
          if (s.bind !== undefined) {
            const single = only !== undefined && more === undefined && !(only.kind === 'named' && only.name === 'nil');
            const t = single ? resolve(fn, only) : from;
            emit(fn, { op: 'load', slot: held });
            if (single) emit(fn, { op: 'assert', t, ok: false, zero: zero(t), from: from.id });
            initialise(fn, declare(fn, s.bind, t));
          }
          tools.block(fn, one.body);
        });
        loop.breaks.push(emit(fn, { op: 'jump', to: -1 }));
      });
      if (!s.cases.some((one) => one.isDefault)) patch(fn, other);
    });
  });
}

export function selectStmt(fn: Fn, s: Extract<Stmt, { kind: 'select' }>, tools: Tools): void {
  const arms: SelectArm[] = [];
  const types: GoType[] = [];
  const cases: SelectCase[] = [];
  for (const one of s.cases) {
    if (one.comm.kind === 'default') continue;
    const base = under(expr(fn, one.comm.chan));
    const of = base.k === 'chan' ? base.of : ANY;
    if (one.comm.kind === 'send') exprAs(fn, one.comm.value, of);
    else emit(fn, { op: 'const', v: zero(of) });
    const channel = shown(one.comm.chan);
    arms.push({
      send: one.comm.kind === 'send',
      label: one.comm.kind === 'send' ? `case ${channel} <- ${shown(one.comm.value)}` : `case <-${channel}`,
    });
    types.push(of);
    cases.push(one);
  }
  const fallback = s.cases.find((one) => one.comm.kind === 'default');
  fn.at = s.at;
  emit(fn, { op: 'select', arms, hasDefault: fallback !== undefined });
  tools.loop(fn, s.label, false, (loop) => {
    cases.forEach((one, i) => {
      const next = emit(fn, { op: 'unless', value: i, to: -1 });
      selected(fn, one, types[i] ?? ANY, tools);
      loop.breaks.push(emit(fn, { op: 'jump', to: -1 }));
      patch(fn, next);
    });
    // What is left is the default: the index, ok and value still lie there.
    for (let i = 0; i < 3; i++) emit(fn, { op: 'pop' });
    if (fallback !== undefined) tools.block(fn, fallback.body);
  });
}

function selected(fn: Fn, one: SelectCase, type: GoType, tools: Tools): void {
  inScope(fn, () => {
    fn.at = one.at;
    const left = one.comm.kind === 'receive' ? one.comm.left : [];
    const define = one.comm.kind === 'receive' && one.comm.define;
    if (left.length === 1) emit(fn, { op: 'pop' });
    tools.assignTop(fn, left, left.length === 1 ? [type] : [type, BOOL], define);
    tools.block(fn, one.body);
  });
}

/** A short text of a channel expression. */
function shown(e: Expr): string {
  switch (e.kind) {
    case 'ident':
      return e.name;
    case 'selector':
      return `${shown(e.x)}.${e.name}`;
    case 'call':
      return `${shown(e.func)}(${e.args.length > 0 ? '…' : ''})`;
    case 'index':
      return `${shown(e.x)}[${shown(e.index)}]`;
    case 'int':
    case 'float':
      return String(e.value);
    case 'string':
      return JSON.stringify(e.value);
    default:
      return '…';
  }
}
