/** Names and where they are known. Upstream: "Declarations and scope" of the Go specification, go1.26. */
import type { FuncLit, Position } from './ast.ts';
import { goProblem, type GoProblem, type ProblemCode } from './problem.ts';
import { BOOL, INT, UNTYPED_NIL, basic, universeType, type GoType } from './types.ts';

export interface Entity {
  readonly kind: 'var' | 'const' | 'type' | 'func' | 'package' | 'builtin';
  readonly name: string;
  readonly at: Position;
  type: GoType;
  isUsed: boolean;
  /** A variable of a function's body: it must be used. */
  readonly isLocal: boolean;
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
  const add = (kind: Entity['kind'], name: string, type: GoType) =>
    names.set(name, { kind, name, at: NOWHERE, type, isUsed: true, isLocal: false });
  for (const name of BUILTINS) add('builtin', name, UNKNOWN);
  for (const name of TYPES) add('type', name, universeType(name) ?? UNKNOWN);
  add('const', 'true', BOOL);
  add('const', 'false', BOOL);
  add('const', 'iota', INT);
  add('const', 'nil', UNTYPED_NIL);
  return names;
}

/** What is known while a program is checked. */
export class Check {
  readonly problems: GoProblem[] = [];
  /** Methods by the name of their type. */
  readonly methods = new Map<string, Map<string, GoType>>();
  /** Of the function that is being checked. */
  results: readonly GoType[] = [];
  hasNamedResults = false;
  /** Set by check.ts: function literals stand inside expressions. */
  body: (func: FuncLit) => void = () => undefined;
  private readonly scopes: Map<string, Entity>[] = [universe(), new Map<string, Entity>()];

  report(at: Position, code: ProblemCode, params: Readonly<Record<string, string>> = {}): void {
    this.problems.push(goProblem(at, code, params));
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

  find(name: string): Entity | undefined {
    for (let i = this.scopes.length - 1; i >= 0; i -= 1) {
      const found = this.scopes[i]?.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
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
  declareParam(name: string, at: Position, type: GoType): void {
    this.declare('var', name, at, type).isUsed = true;
  }
}
