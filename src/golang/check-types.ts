/** Types of the text to types of the checker; the packages that are known. */
import type { Expr, Param, Type } from './ast.ts';
import { represented } from './constants.ts';
import { expr } from './check-eval.ts';
import { described, startOf } from './check-operand.ts';
import { UNKNOWN, isKnown, type Check } from './check-scope.ts';
import { incomparable, isInteger } from './type-kinds.ts';
import { typeText } from './type-text.ts';
import {
  array,
  chan,
  func,
  interfaceOf,
  isUntyped,
  libraryType,
  map,
  pointer,
  slice,
  struct,
  under,
  type Field,
  type GoType,
} from './types.ts';
import { constantNames } from './library-constants.ts';
import { libraryMembers } from './universe.ts';

/** Packages that the machine knows, by import path, with their types. */
const PACKAGE_TYPES: Readonly<Record<string, string>> = {
  bytes: 'Buffer',
  cmp: '',
  context: 'Context CancelFunc CancelCauseFunc',
  errors: '',
  fmt: 'Stringer',
  io: 'Writer',
  maps: '',
  math: '',
  'math/rand': '',
  'math/rand/v2': '',
  os: 'File',
  runtime: '',
  slices: '',
  sort: 'Interface',
  strconv: '',
  strings: 'Builder',
  sync: 'Mutex RWMutex WaitGroup Once Cond Map Locker',
  'sync/atomic': 'Bool Int32 Int64 Uint32 Uint64 Pointer Value',
  time: 'Duration Time Timer Ticker Month',
};

export const KNOWN_PACKAGES: readonly string[] = Object.keys(PACKAGE_TYPES);

/** Last element of the path; a version at the end is none. */
export function packageName(path: string): string {
  const parts = path.split('/').filter((part) => !/^v\d+$/.test(part));
  return parts.at(-1) ?? path;
}

function isPackageType(pkg: string, name: string): boolean {
  return KNOWN_PACKAGES.some((path) => packageName(path) === pkg && PACKAGE_TYPES[path]?.split(' ').includes(name));
}

export function resolveType(check: Check, type: Type): GoType {
  switch (type.kind) {
    case 'named':
      return named(check, type);
    case 'pointer':
      return pointer(resolveType(check, type.of));
    case 'slice':
      return slice(resolveType(check, type.of));
    case 'array': {
      const length = arrayLength(check, type.length);
      check.info.lengths.set(type, length);
      return array(resolveType(check, type.of), length);
    }
    case 'map':
      return mapType(check, type);
    case 'chan':
      return chan(resolveType(check, type.of), { both: 'chan ', send: 'chan<- ', receive: '<-chan ' }[type.direction]);
    case 'func':
      return signature(check, type.params, type.results);
    case 'struct':
      return structType(check, type.fields);
    case 'interface':
      return interfaceOf(type.methods.map((one) => ({ name: one.name, type: resolveType(check, one.type) })));
  }
}

function mapType(check: Check, type: Type & { kind: 'map' }): GoType {
  const key = resolveType(check, type.key);
  if (isKnown(under(key)) && incomparable(key) !== undefined)
    check.report(type.key.at, 'map-key', { type: typeText(key) });
  return map(key, resolveType(check, type.of));
}

/** @returns 0 where it reports that it is none */
function arrayLength(check: Check, e: Expr): number {
  if (e.kind === 'ident') {
    const entity = check.find(e.name);
    if (entity !== undefined && entity.kind !== 'const') {
      check.report(e.at, 'array-length', { text: e.name });
      return 0;
    }
  }
  const x = expr(check, e);
  if (x.mode === 'invalid') return 0;
  const value = x.mode === 'constant' && x.value !== undefined ? represented(x.value, 'int') : undefined;
  const counts = isUntyped(x.type) || isInteger(x.type);
  if (counts && value?.k === 'int' && value.v >= 0n) return Number(value.v);
  const code =
    x.mode !== 'constant' ? 'array-length-constant' : isInteger(x.type) ? 'array-length' : 'array-length-integer';
  check.report(startOf(e), code, { text: described(x) });
  return 0;
}

function named(check: Check, type: Type & { kind: 'named' }): GoType {
  const args = type.args.map((one) => resolveType(check, one));
  if (type.pkg !== '') return packageType(check, type, args);
  const entity = check.find(type.name);
  if (entity === undefined) check.report(type.at, 'undefined', { name: type.name });
  else if (entity.kind === 'type') return entity.type;
  else {
    entity.isUsed = true;
    check.report(type.at, 'not-a-type', { name: type.name });
  }
  return UNKNOWN;
}

function packageType(check: Check, type: Type & { kind: 'named' }, args: readonly GoType[]): GoType {
  const entity = check.find(type.pkg);
  if (entity?.kind !== 'package') {
    check.report(type.at, 'undefined', { name: type.pkg });
    return UNKNOWN;
  }
  entity.isUsed = true;
  if (isPackageType(type.pkg, type.name)) return libraryType(type.pkg, type.name, args);
  const known = packageMembers(type.pkg, type.name);
  // Of a package that is unknown itself its import tells.
  if (known !== '') check.report(type.at, 'member-unknown', { name: `${type.pkg}.${type.name}`, pkg: type.pkg, known });
  return UNKNOWN;
}

export function signature(check: Check, params: readonly Param[], results: readonly Param[]): GoType {
  return func(
    params.map((one) => paramType(check, one)),
    results.map((one) => resolveType(check, one.type)),
    params.at(-1)?.variadic === true,
    [...params, ...results].map((one) => one.name),
  );
}

export function paramType(check: Check, param: Param): GoType {
  const type = resolveType(check, param.type);
  return param.variadic === true ? slice(type) : type;
}

function structType(check: Check, fields: readonly Param[]): GoType {
  const seen = new Set<string>();
  const found = fields.map((one): Field => {
    if (seen.has(one.name) && one.name !== '_') check.report(one.at, 'field-redeclared', { name: one.name });
    seen.add(one.name);
    return { name: one.name, type: resolveType(check, one.type), embedded: one.embedded === true };
  });
  return struct(found);
}

/** What is known of a package, as a list for messages: what is spelt most like `name` first. */
export function packageMembers(pkg: string, name: string): string {
  const paths = KNOWN_PACKAGES.filter((path) => packageName(path) === pkg);
  const types = paths.flatMap((path) => (PACKAGE_TYPES[path] ?? '').split(' ').filter((one) => one !== ''));
  return libraryMembers(pkg, name, [...new Set([...types, ...constantNames(pkg)])]).join(', ');
}

/** A type of a package by its name; undefined = nothing that is known. */
export function packageTypeNamed(pkg: string, name: string): GoType | undefined {
  return isPackageType(pkg, name) ? libraryType(pkg, name, []) : undefined;
}
