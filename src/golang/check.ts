/**
 * What Go's compiler refuses and a learner meets: names that are not known or not used, numbers of values that do not
 * match, functions that do not return, jumps out of nothing, members that do not exist. Messages are those of go1.26.
 * Left out: whether types fit each other.
 */
import type { FuncDecl, FuncLit, ImportDecl, Program } from './ast.ts';
import { checkFlow } from './check-flow.ts';
import { Check, UNKNOWN } from './check-scope.ts';
import { checkBody, statement, variables } from './check-stmt.ts';
import { KNOWN_PACKAGES, packageName, resolveType, signature } from './check-types.ts';
import type { GoProblem } from './problem.ts';
import type { NamedType } from './types.ts';

/** @returns what is wrong, in the order of the text; empty = the machine can run it */
export function checkGo(program: Program): readonly GoProblem[] {
  const check = new Check();
  check.body = (func: FuncLit) => {
    checkFlow(func, check.problems);
    checkBody(check, func);
  };
  imports(check, program.imports);
  const types = program.types.map((decl) => {
    const type: NamedType = { k: 'named', id: decl.name, under: UNKNOWN };
    check.declare('type', decl.name, decl.at, type);
    return { decl, type };
  });
  for (const { decl, type } of types) type.under = resolveType(check, decl.type);
  for (const one of program.vars) if (one.kind === 'const') statement(check, one);
  for (const one of program.funcs) declareFunc(check, one);
  for (const one of program.vars) if (one.kind === 'var') variables(check, one);
  for (const one of program.funcs) func(check, one);
  main(check, program);
  for (const { path, at } of program.imports)
    if (KNOWN_PACKAGES.includes(path) && check.find(packageName(path))?.isUsed === false)
      check.report(at, 'import-unused', { path });
  return check.problems.sort((a, b) => a.line - b.line || a.column - b.column);
}

function imports(check: Check, list: readonly ImportDecl[]): void {
  for (const { path, at } of list) {
    if (KNOWN_PACKAGES.includes(path)) check.declare('package', packageName(path), at, UNKNOWN);
    else {
      check.report(at, 'import-unknown', { path, known: KNOWN_PACKAGES.join(', ') });
      check.declare('package', packageName(path), at, UNKNOWN);
    }
  }
}

function declareFunc(check: Check, decl: FuncDecl): void {
  const type = signature(check, decl.func.params, decl.func.results);
  if (decl.receiver === undefined) {
    if (decl.name !== 'init') check.declare('func', decl.name, decl.at, type);
    return;
  }
  const base = decl.receiver.type.kind === 'pointer' ? decl.receiver.type.of : decl.receiver.type;
  if (base.kind !== 'named') return;
  const methods = check.methods.get(base.name) ?? new Map<string, typeof type>();
  if (methods.has(decl.name)) check.report(decl.at, 'member-twice', { type: base.name, name: decl.name });
  methods.set(decl.name, type);
  check.methods.set(base.name, methods);
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
