/** Names and where they are known, and what else the checker keeps in mind. Upstream: types2/check.go of go1.26. */
import type { Expr, FuncLit, Position, Type } from './ast.ts';
import { boolConstant, type Constant } from './constants.ts';
import { goProblem, type GoProblem, type ProblemCode } from './problem.ts';
import { UNTYPED_BOOL, UNTYPED_INT, UNTYPED_NIL, basic, universeType, type GoType } from './types.ts';

export interface Entity {
  readonly kind: 'var' | 'const' | 'type' | 'func' | 'package' | 'builtin' | 'nil';
  readonly name: string;
  readonly at: Position;
  type: GoType;
  /** Of a constant; undefined = it is not known. */
  value?: Constant;
  isUsed: boolean;
  /** A variable of a function's body: it must be used. */
  readonly isLocal: boolean;
  /** Of the package: works out its type when somebody asks first. */
  resolve?: (() => void) | undefined;
}

/** Where the type is not known, or was wrong: nothing is said about it. */
export const UNKNOWN: GoType = basic('invalid');

export function isKnown(type: GoType): boolean {
  return !type.id.includes('invalid');
}

const NOWHERE: Position = { line: 1, column: 1 };
const BUILTINS = 'append cap clear close copy delete len make max min new panic print println recover'.split(' ');
const TYPES = (
  'any bool byte error float32 float64 int int8 int16 int32 int64 rune string ' +
  'uint uint8 uint16 uint32 uint64 uintptr'
).split(' ');

function universe(): Map<string, Entity> {
  const names = new Map<string, Entity>();
  const add = (kind: Entity['kind'], name: string, type: GoType, value?: Constant) =>
    names.set(name, {
      kind,
      name,
      at: NOWHERE,
      type,
      isUsed: true,
      isLocal: false,
      ...(value === undefined ? {} : { value }),
    });
  for (const name of BUILTINS) add('builtin', name, UNKNOWN);
  for (const name of TYPES) add('type', name, universeType(name) ?? UNKNOWN);
  add('const', 'true', UNTYPED_BOOL, boolConstant(true));
  add('const', 'false', UNTYPED_BOOL, boolConstant(false));
  add('const', 'iota', UNTYPED_INT);
  add('nil', 'nil', UNTYPED_NIL);
  return names;
}

export type Mode =
  | 'invalid'
  | 'novalue'
  | 'builtin'
  | 'type'
  | 'constant'
  | 'variable'
  | 'mapindex'
  | 'value'
  | 'nil'
  /** A second value says whether there was one. */
  | 'commaok';

/** What an expression is; changed on its way through the checker. */
export interface Operand {
  mode: Mode;
  type: GoType;
  /** Of a constant. */
  value?: Constant;
  /** Of a call with several results. */
  tuple?: readonly GoType[];
  expr: Expr;
  /** Whether it may stand alone as a statement. */
  kind: 'expression' | 'statement' | 'conversion';
}

/** An expression whose type is not settled yet. */
export interface Untyped {
  type: GoType;
  value: Constant | undefined;
  /** It is shifted by what is no constant: its type must become an integer. */
  isShifted: boolean;
}

/** What the compiler takes over from the checker. */
export interface Info {
  /** Types of expressions; of untyped ones what they became where they stand. */
  readonly types: Map<Expr, GoType>;
  readonly constants: Map<Expr, { readonly type: GoType; readonly value: Constant }>;
  /** Lengths of array types. */
  readonly lengths: Map<Type, number>;
}

export interface MethodInfo {
  readonly name: string;
  readonly type: GoType;
  /** It is declared on a pointer. */
  readonly pointer: boolean;
}

/** What is known while a program is checked. */
export class Check {
  readonly problems: GoProblem[] = [];
  readonly info: Info = { types: new Map(), constants: new Map(), lengths: new Map() };
  readonly untyped = new Map<Expr, Untyped>();
  /** Methods by the name of their type. */
  readonly methods = new Map<string, Map<string, MethodInfo>>();
  /** Of the function that is being checked. */
  results: readonly GoType[] = [];
  /** Its results that have names. */
  named: readonly Entity[] = [];
  /** Whether what was looked at calls or receives: then its length is no constant. */
  calls = false;
  /** Set by check.ts: function literals stand inside expressions, expressions inside types. */
  body: (func: FuncLit) => void = () => undefined;
  raw: (x: Expr) => Operand = (expr) => ({ mode: 'invalid', type: UNKNOWN, expr, kind: 'statement' });
  private scopes: Map<string, Entity>[] = [universe(), new Map<string, Entity>()];

  report(at: Position, code: ProblemCode, params: Readonly<Record<string, string>> = {}): void {
    const problem = goProblem(at, code, params);
    // As the compiler, which looks at some expressions twice.
    const same = (one: GoProblem) => one.line === at.line && one.message === problem.message;
    if (!this.problems.some(same)) this.problems.push(problem);
  }

  /** Runs `inside` with a scope of its own and reports what was declared there and not used. */
  scope(inside: () => void): void {
    const names = new Map<string, Entity>();
    this.scopes.push(names);
    inside();
    this.scopes.pop();
    for (const one of names.values())
      if (one.isLocal && !one.isUsed) this.report(one.at, 'unused-variable', { name: one.name });
  }

  /** Runs `inside` as if it stood outside of all functions. */
  private atPackage(inside: () => void): void {
    const { scopes, results, named, calls } = this;
    this.scopes = scopes.slice(0, 2);
    inside();
    Object.assign(this, { scopes, results, named, calls });
  }

  find(name: string): Entity | undefined {
    for (let i = this.scopes.length - 1; i >= 0; i -= 1) {
      const found = this.scopes[i]?.get(name);
      if (found === undefined) continue;
      this.settleEntity(found);
      return found;
    }
    return undefined;
  }

  settleEntity(entity: Entity): void {
    const { resolve } = entity;
    entity.resolve = undefined;
    if (resolve !== undefined) this.atPackage(resolve);
  }

  /** In the innermost scope alone. */
  findHere(name: string): Entity | undefined {
    return this.scopes.at(-1)?.get(name);
  }

  declare(kind: Entity['kind'], name: string, at: Position, type: GoType): Entity {
    const isLocal = kind === 'var' && this.scopes.length > 2;
    const entity: Entity = { kind, name, at, type, isUsed: false, isLocal };
    if (name === '_' || name === '') return entity;
    if (this.findHere(name) !== undefined) this.report(at, 'redeclared', { name });
    else this.scopes.at(-1)?.set(name, entity);
    return entity;
  }

  /** A parameter or result: it need not be used. */
  declareParam(name: string, at: Position, type: GoType): Entity {
    const entity = this.declare('var', name, at, type);
    entity.isUsed = true;
    return entity;
  }
}
