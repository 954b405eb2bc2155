/**
 * What Go's compiler refuses and a learner meets, in the words of go1.26; and what the compiler of the machine must know:
 * types of expressions, values of constants. Upstream: cmd/compile/internal/types2.
 * Left out: what the parser refuses already; cycles of initialisation and of types, sizes.
 */
import type { FuncDecl, FuncLit, ImportDecl, Program } from './ast.ts';
import { constant, nameAt, variableTypes } from './check-assign.ts';
import { raw } from './check-expr.ts';
import { record } from './check-fit.ts';
import { checkFlow } from './check-flow.ts';
import { Check, UNKNOWN, type Info, type MethodInfo } from './check-scope.ts';
import { checkBody } from './check-stmt.ts';
import { represented } from './constants.ts';
import { KNOWN_PACKAGES, packageName, resolveType, signature } from './check-types.ts';
import type { GoProblem } from './problem.ts';
import { settled, under, type NamedType } from './types.ts';

export interface Checked {
  /** In the order of the text; empty = the machine can run it. */
  readonly problems: readonly GoProblem[];
  readonly info: Info;
}

const known = new WeakMap<Program, Checked>();

/** A program is looked at once. */
export function checkProgram(program: Program): Checked {
  let checked = known.get(program);
  if (checked === undefined) {
    checked = checkWhole(program);
    known.set(program, checked);
  }
  return checked;
}

/** @returns what is wrong, in the order of the text; empty = the machine can run it */
export function checkGo(program: Program): readonly GoProblem[] {
  return checkProgram(program).problems;
}

function checkWhole(program: Program): Checked {
  const check = new Check();
  check.raw = (e) => raw(check, e);
  check.body = (func: FuncLit) => {
    checkFlow(func, check.problems);
    checkBody(check, func);
  };
  imports(check, program.imports);
  const types = declareTypes(check, program);
  declareConstants(check, program);
  for (const type of types) type();
  for (const one of program.funcs) declareFunc(check, one);
  declareVariables(check, program);
  for (const one of program.vars) for (const name of one.kind === 'var' ? one.names : [one.name]) check.find(name);
  for (const one of program.funcs) func(check, one);
  main(check, program);
  for (const { path, at } of program.imports)
    if (KNOWN_PACKAGES.includes(path) && check.find(packageName(path))?.isUsed === false)
      check.report(at, 'import-unused', { path });
  settleRest(check);
  const problems = [...check.problems].sort((a, b) => a.line - b.line || a.column - b.column);
  return { problems, info: check.info };
}

/** What nobody asked anything of has the type that it has by default. */
function settleRest(check: Check): void {
  for (const [e, { type, value }] of check.untyped) {
    const to = settled(type);
    const rounded = value === undefined ? undefined : represented(value, to.id);
    if (value === undefined || rounded !== undefined) record(check, e, to, rounded);
  }
}

function imports(check: Check, list: readonly ImportDecl[]): void {
  for (const { path, at } of list) {
    if (!KNOWN_PACKAGES.includes(path)) check.report(at, 'import-unknown', { path, known: KNOWN_PACKAGES.join(', ') });
    check.declare('package', packageName(path), at, UNKNOWN);
  }
}

/** @returns what works out each: they may name each other */
function declareTypes(check: Check, program: Program): (() => void)[] {
  return program.types.map((decl) => {
    const type: NamedType = { k: 'named', id: `main.${decl.name}`, under: UNKNOWN };
    const entity = check.declare('type', decl.name, decl.at, type);
    entity.resolve = () => {
      type.under = resolveType(check, decl.type);
    };
    return () => {
      check.settleEntity(entity);
    };
  });
}

function declareConstants(check: Check, program: Program): void {
  for (const one of program.vars) {
    if (one.kind !== 'const') continue;
    const entity = check.declare('const', one.name, one.at, UNKNOWN);
    entity.resolve = () => {
      Object.assign(entity, constant(check, one));
    };
    if (one.name === '_') check.settleEntity(entity);
  }
}

function declareVariables(check: Check, program: Program): void {
  for (const one of program.vars) {
    if (one.kind !== 'var') continue;
    const entities = one.names.map((name, i) => check.declare('var', name, nameAt(one, i), UNKNOWN));
    const resolve = () => {
      for (const entity of entities) entity.resolve = undefined;
      const types = variableTypes(check, one);
      entities.forEach((entity, i) => (entity.type = types[i] ?? UNKNOWN));
    };
    for (const entity of entities) entity.resolve = resolve;
    if (one.names.every((name) => name === '_') && entities[0] !== undefined) check.settleEntity(entities[0]);
  }
}

function declareFunc(check: Check, decl: FuncDecl): void {
  const type = signature(check, decl.func.params, decl.func.results);
  const { name, receiver, at } = decl;
  if (receiver === undefined) {
    if (name !== 'init') check.declare('func', name, at, type);
    return;
  }
  const base = receiver.type.kind === 'pointer' ? receiver.type.of : receiver.type;
  if (base.kind !== 'named') return;
  const id = `main.${base.name}`;
  const methods = check.methods.get(id) ?? new Map<string, MethodInfo>();
  if (methods.has(name)) check.report(at, 'member-twice', { type: base.name, name });
  const held = check.find(base.name)?.type;
  const struct = held === undefined ? undefined : under(held);
  if (struct?.k === 'struct' && struct.fields.some((one) => one.name === name))
    check.report(at, 'field-and-method', { name });
  if (!methods.has(name)) methods.set(name, { name, type, pointer: receiver.type.kind === 'pointer' });
  check.methods.set(id, methods);
}

function func(check: Check, decl: FuncDecl): void {
  checkFlow(decl.func, check.problems);
  const { receiver } = decl;
  if (receiver === undefined) checkBody(check, decl.func);
  else checkBody(check, decl.func, { name: receiver.name, type: resolveType(check, receiver.type) });
}

function main(check: Check, program: Program): void {
  const found = program.funcs.find((one) => one.name === 'main' && one.receiver === undefined);
  if (found === undefined) check.report({ line: 1, column: 1 }, 'main-missing');
  else if (found.func.params.length + found.func.results.length > 0) check.report(found.at, 'main-signature');
}
