/** Programs to code of the machine. Models: program structure and initialisation of the Go specification, go1.26. */
import type { FuncDecl, FuncLit, Program } from './ast.ts';
import { checkProgram } from './check.ts';
import type { Info } from './check-scope.ts';
import type { Code } from './code.ts';
import { call } from './compile-call.ts';
import { exprAs } from './compile-convert.ts';
import { expr } from './compile-expr.ts';
import { promote } from './compile-method.ts';
import { declareConst } from './compile-assign.ts';
import { block } from './compile-stmt.ts';
import { libraryFuncs, libraryName } from './library-code.ts';
import { libraryCode } from './compile-library.ts';
import {
  declare,
  declareType,
  emit,
  initialise,
  isHeap,
  newFn,
  patch,
  probe,
  resolve,
  type Compiled,
  type Entity,
  type Fn,
  type Marks,
  type MethodEntry,
  type Scope,
  type Unit,
  type Variable,
} from './compile-unit.ts';
import { ANY, func, settled, slice, zero, type GoType } from './types.ts';

/**
 * @param program was found right by the checker
 * @throws CompileError for what the checker should have refused
 */
export function compile(program: Program): Code {
  const { info } = checkProgram(program);
  const marks: Marks = { addressed: new Set(), captured: new Set(), assigned: new Set() };
  const size = () => marks.addressed.size + marks.captured.size + marks.assigned.size;
  let known = -1;
  let code = compileOnce(program, info, marks);
  // What becomes of a variable shows only after code that reads it was made.
  while (size() > known) {
    known = size();
    code = compileOnce(program, info, marks);
  }
  return code;
}

function compileOnce(program: Program, info: Info, marks: Marks): Code {
  const unit: Unit = {
    info,
    universe: { outer: undefined, names: new Map<string, Entity>() },
    funcs: [],
    methods: new Map<string, MethodEntry>(),
    boxed: {},
    wrappers: {},
    promoted: new Map<string, MethodEntry>(),
    marks,
    nextVariable: 0,
    hint: '',
    expr,
    call,
    literal: (fn, lit, name, receiver) => literal(unit, fn, lit, name, receiver),
  };
  const entry = newFn(unit, undefined, 'main');
  entry.scope = unit.universe;
  const types = program.types.map((one) => ({ decl: one, type: declareType(entry, one.name) }));
  for (const { decl, type } of types) type.under = resolve(entry, decl.type);
  for (const one of program.vars) if (one.kind === 'const') declareConst(entry, one);
  const bodies = [...declareFuncs(entry, program.funcs), ...declareLibrary(entry, program)];
  libraryCode(unit);
  for (const { type } of types) promote(entry, type);
  const globals = declareGlobals(entry, program);
  for (const run of bodies) run();
  const main = entry.scope.names.get('main');
  entry.scope = { outer: unit.universe, names: new Map() };
  if (main?.kind === 'func') emit(entry, { op: 'const', v: { k: 'func', id: main.id, caps: [] } });
  emit(entry, { op: 'call', n: 0 });
  emit(entry, { op: 'ret', n: 0 });
  const id = unit.funcs.push({ ...finished(entry, 'main'), epilogue: entry.code.length - 1 }) - 1;
  return {
    funcs: unit.funcs.flatMap((one) => (one === undefined ? [] : [one])),
    entry: id,
    globals,
    methods: Object.fromEntries([...unit.promoted, ...unit.methods]),
    types: unit.boxed,
    wrappers: unit.wrappers,
  };
}

/** Makes room for all functions first: they may call each other. @returns what compiles each */
function declareFuncs(entry: Fn, funcs: readonly FuncDecl[], scope: Scope = entry.unit.universe): (() => void)[] {
  const { unit } = entry;
  return funcs.map((one) => {
    const id = unit.funcs.push(undefined) - 1;
    const type = signature(entry, one.func);
    const of = one.receiver === undefined ? undefined : resolve(entry, one.receiver.type);
    if (of === undefined) scope.names.set(one.name, { kind: 'func', id, type });
    else {
      const base = of.k === 'pointer' ? of.of : of;
      unit.methods.set(`${base.id}.${one.name}`, { id, pointer: of.k === 'pointer', type });
    }
    const shown = of === undefined ? one.name : `${of.id.replace('main.', '')}.${one.name}`;
    return () => {
      const receiver = of === undefined ? undefined : ([one.receiver?.name ?? '', of] as const);
      const made = literal(unit, undefined, one.func, shown, receiver, scope);
      // It was compiled at the end of the list: put it into its own place.
      unit.funcs[id] = unit.funcs[made.id];
    };
  });
}

/** What the library has in Go text is called by its name in the library; the program's scope does not see it. */
function declareLibrary(entry: Fn, program: Program): (() => void)[] {
  const { unit } = entry;
  const scope: Scope = { outer: undefined, names: new Map() };
  const funcs = libraryFuncs(program);
  const bodies = declareFuncs(
    entry,
    funcs.map((one) => ({ ...one, name: libraryName(one.name) })),
    scope,
  );
  for (const [name, found] of scope.names) if (found.kind === 'func') unit.wrappers[name] = found.id;
  return bodies;
}

function declareGlobals(entry: Fn, program: Program): Code['globals'] {
  const globals: Code['globals'][number][] = [];
  for (const one of program.vars) {
    if (one.kind !== 'var') continue;
    const given = one.type === undefined ? undefined : resolve(entry, one.type);
    const [value] = one.values;
    one.names.forEach((name, i) => {
      const from = one.values[i];
      const type = given ?? (from === undefined ? ANY : settled(probe(entry, from)));
      const key = `pkg/${name}`;
      entry.scope.names.set(name, { kind: 'global', name, type, pointer: { k: 'ptr', root: key, path: [] } });
      globals.push({ key, name, zero: zero(type), t: type.id });
      if (from === undefined || value === undefined) return;
      emit(entry, { op: 'const', v: { k: 'ptr', root: key, path: [] } });
      entry.unit.hint = name;
      exprAs(entry, from, type);
      entry.unit.hint = '';
      emit(entry, { op: 'mem-store' });
    });
  }
  return globals;
}

function signature(fn: Fn, lit: FuncLit): GoType {
  return func(
    lit.params.map((one) => {
      const type = resolve(fn, one.type);
      return one.variadic === true ? slice(type) : type;
    }),
    lit.results.map((one) => resolve(fn, one.type)),
    lit.params.some((one) => one.variadic === true),
  );
}

function literal(
  unit: Unit,
  outer: Fn | undefined,
  lit: FuncLit,
  name: string,
  receiver?: readonly [string, GoType],
  scope: Scope = unit.universe,
): Compiled {
  const id = unit.funcs.push(undefined) - 1;
  const fn = newFn(unit, outer, name);
  if (outer === undefined) fn.scope = { outer: scope, names: new Map() };
  fn.at = lit.at;
  const type = signature(fn, lit);
  const params: Variable[] = [];
  if (receiver !== undefined) params.push(declare(fn, ...receiver));
  lit.params.forEach((one, i) =>
    params.push(declare(fn, one.name, (type.k === 'func' ? type.params[i] : undefined) ?? ANY)),
  );
  for (const one of params) {
    if (!isHeap(fn, one)) continue;
    emit(fn, { op: 'load', slot: one.slot });
    initialise(fn, one);
  }
  for (const one of lit.results) {
    const result = declare(fn, one.name, resolve(fn, one.type));
    emit(fn, { op: 'const', v: zero(result.type) });
    initialise(fn, result);
    // Every return writes it.
    unit.marks.assigned.add(result.index);
    fn.results.push(result);
  }
  block(fn, lit.body.body);
  fn.at = lit.body.end;
  for (const one of fn.toEpilogue) patch(fn, one);
  const epilogue = emit(fn, { op: 'run-defers' });
  for (const one of fn.results) {
    emit(fn, { op: 'load', slot: one.slot });
    if (isHeap(fn, one)) emit(fn, { op: 'mem-load' });
  }
  emit(fn, { op: 'ret', n: fn.results.length });
  unit.funcs[id] = { ...finished(fn, name), params: params.map((one) => one.slot), epilogue };
  return { id, captures: fn.captures.map((one) => one.variable), type };
}

function finished(fn: Fn, name: string) {
  return {
    name,
    code: fn.code,
    slots: fn.slots,
    params: [],
    captures: fn.captures.map((one) => one.slot),
    locals: fn.locals,
  };
}
