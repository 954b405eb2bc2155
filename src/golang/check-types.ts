/** Types of the text to types of the checker; members of types and packages. */
import type { Param, Type } from './ast.ts';
import { UNKNOWN, isKnown, type Check } from './check-scope.ts';
import {
  chan,
  embeddedOf,
  findField,
  func,
  isInterface,
  libraryType,
  map,
  pointer,
  slice,
  under,
  type Field,
  type GoType,
} from './types.ts';
import {
  libraryField,
  libraryFunction,
  libraryMembers,
  libraryMethod,
  libraryValue,
  libraryVariable,
} from './universe.ts';

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

export interface Member {
  readonly kind: 'value' | 'type';
  readonly type: GoType;
}

/** What is known of a package, as a list for messages: what is spelt most like `name` first. */
export function packageMembers(pkg: string, name: string): string {
  const paths = KNOWN_PACKAGES.filter((path) => packageName(path) === pkg);
  const types = paths.flatMap((path) => (PACKAGE_TYPES[path] ?? '').split(' ').filter((one) => one !== ''));
  return libraryMembers(pkg, name, [...new Set(types)]).join(', ');
}

/** What a package has under a name; undefined = nothing that is known. */
export function packageMember(pkg: string, name: string): Member | undefined {
  const full = `${pkg}.${name}`;
  const value = libraryFunction(full) ?? libraryValue(full)?.type ?? libraryVariable(full);
  if (value !== undefined) return { kind: 'value', type: value };
  return isPackageType(pkg, name) ? { kind: 'type', type: libraryType(pkg, name, []) } : undefined;
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
      const of = resolveType(check, type.of);
      const length = type.length.kind === 'int' ? type.length.value : 0;
      return { k: 'array', id: `[${String(length)}]${of.id}`, of, length };
    }
    case 'map':
      return map(resolveType(check, type.key), resolveType(check, type.of));
    case 'chan':
      return chan(resolveType(check, type.of), { both: 'chan ', send: 'chan<- ', receive: '<-chan ' }[type.direction]);
    case 'func':
      return signature(check, type.params, type.results);
    case 'struct':
      return struct(check, type.fields);
    case 'interface': {
      const methods = type.methods.map((one) => ({ name: one.name, type: resolveType(check, one.type) }));
      const id = methods.length === 0 ? 'interface {}' : `interface{${methods.map((one) => one.name).join('; ')}}`;
      return { k: 'interface', id, methods };
    }
  }
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
  check.report(type.at, 'member-unknown', {
    name: `${type.pkg}.${type.name}`,
    pkg: type.pkg,
    known: packageMembers(type.pkg, type.name),
  });
  return UNKNOWN;
}

export function signature(check: Check, params: readonly Param[], results: readonly Param[]): GoType {
  const types = params.map((one) => paramType(check, one));
  const variadic = params.at(-1)?.variadic === true;
  return func(
    types,
    results.map((one) => resolveType(check, one.type)),
    variadic,
  );
}

export function paramType(check: Check, param: Param): GoType {
  const type = resolveType(check, param.type);
  return param.variadic === true ? slice(type) : type;
}

function struct(check: Check, fields: readonly Param[]): GoType {
  const seen = new Set<string>();
  const found = fields.map((one): Field => {
    if (seen.has(one.name) && one.name !== '_') check.report(one.at, 'redeclared', { name: one.name });
    seen.add(one.name);
    return { name: one.name, type: resolveType(check, one.type), embedded: one.embedded === true };
  });
  const id =
    found.length === 0 ? 'struct {}' : `struct{${found.map((one) => `${one.name} ${one.type.id}`).join('; ')}}`;
  return { k: 'struct', id, fields: found };
}

/** A field or method of a value; undefined = the type has none of this name. */
export function memberOf(check: Check, type: GoType, name: string): GoType | undefined {
  if (!isKnown(type)) return UNKNOWN;
  const base = type.k === 'pointer' ? type.of : type;
  if (type.k === 'pointer' && isInterface(base)) return undefined;
  return ownMember(check, base, name) ?? embeddedMember(check, base, name);
}

function ownMember(check: Check, base: GoType, name: string): GoType | undefined {
  const own = base.k === 'named' ? check.methods.get(base.id)?.get(name) : undefined;
  const library = libraryMethod(base, name)?.type ?? libraryField(base, name);
  const found = own ?? library;
  if (found !== undefined) return found;
  const inner = under(base);
  return inner.k === 'interface' ? inner.methods.find((one) => one.name === name)?.type : undefined;
}

function embeddedMember(check: Check, base: GoType, name: string): GoType | undefined {
  const field = findField(base, name)?.path.at(-1);
  if (field !== undefined) return field.type;
  for (const { type } of embeddedOf(base)) {
    if (!isKnown(type)) return UNKNOWN;
    const found = ownMember(check, type.k === 'pointer' ? type.of : type, name);
    if (found !== undefined) return found;
  }
  // A struct with a part that is not known may have it.
  return isKnown(under(base)) ? undefined : UNKNOWN;
}
