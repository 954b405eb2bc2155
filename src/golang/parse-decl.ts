/** Declarations: imports, types, variables, constants, functions. */
import type { SyntaxNode } from '@lezer/common';
import type { ConstDecl, FuncDecl, ImportDecl, Param, TypeDecl, VarDecl } from './ast.ts';
import { readFunction } from './parse-expr.ts';
import { stringValue } from './parse-literals.ts';
import { children, commaList, isExpr, isType, named, type Reader } from './parse-reader.ts';
import { readParameters } from './parse-types.ts';

/** The specs of a declaration, alone or in parentheses. */
function specs(node: SyntaxNode, name: string): SyntaxNode[] {
  return (node.getChild('SpecList') ?? node).getChildren(name);
}

export function readImports(reader: Reader, node: SyntaxNode): ImportDecl[] {
  return specs(node, 'ImportSpec').flatMap((spec) => {
    const path = spec.getChild('String');
    const [first] = children(spec);
    if (first !== undefined && first.name !== 'String') reader.refuse(first, 'no-import-name');
    return path === null ? [] : [{ at: reader.at(path), path: stringValue(reader, path) }];
  });
}

/** Of var, const or type. */
export function readDeclarations(reader: Reader, node: SyntaxNode): (VarDecl | ConstDecl | TypeDecl)[] {
  if (node.name === 'VarDecl') return specs(node, 'VarSpec').flatMap((spec) => variables(reader, spec));
  if (node.name === 'ConstDecl') return constants(reader, specs(node, 'ConstSpec'));
  return specs(node, 'TypeSpec').map((spec) => readTypeSpec(reader, spec));
}

function variables(reader: Reader, spec: SyntaxNode): VarDecl[] {
  const { names, type, values } = parts(reader, spec);
  const declared = type === undefined ? {} : { type: reader.type(type) };
  const first = names[0];
  if (first === undefined) return [];
  if (values.length > 0)
    return [
      {
        kind: 'var',
        at: reader.at(first),
        names: names.map((name) => reader.text(name)),
        ...declared,
        values: values.map(reader.expr),
      },
    ];
  if (type === undefined) reader.refuse(spec, 'unexpected-in', { found: 'newline', place: ', expected type' }, spec.to);
  return names.map((name) => ({
    kind: 'var',
    at: reader.at(name),
    names: [reader.text(name)],
    ...declared,
    values: [],
  }));
}

interface SpecParts {
  readonly names: readonly SyntaxNode[];
  readonly type: SyntaxNode | undefined;
  readonly values: readonly SyntaxNode[];
}

function parts(reader: Reader, spec: SyntaxNode): SpecParts {
  const all = children(spec);
  const sign = all.findIndex((part) => part.name === '=');
  const before = sign < 0 ? all : all.slice(0, sign);
  return {
    names: before.filter((part) => part.name === 'DefName'),
    type: before.filter(isType).at(-1),
    values: sign < 0 ? [] : commaList(reader, all.slice(sign + 1)).filter(isExpr),
  };
}

/** A spec without values repeats those of the one before, with its own iota. */
function constants(reader: Reader, list: readonly SyntaxNode[]): ConstDecl[] {
  const constants: ConstDecl[] = [];
  let before: SpecParts | undefined;
  list.forEach((spec, iota) => {
    const own = parts(reader, spec);
    const from: SpecParts = own.values.length > 0 ? own : (before ?? own);
    before = from;
    const { iota: outer } = reader;
    reader.iota = iota;
    own.names.forEach((name, i) => {
      const value = from.values[i];
      if (value === undefined) reader.refuse(name, 'const-value');
      constants.push({
        kind: 'const',
        at: reader.at(name),
        name: reader.text(name),
        ...(from.type === undefined ? {} : { type: reader.type(from.type) }),
        value: value === undefined ? reader.nothing(name) : reader.expr(value),
      });
    });
    reader.iota = outer;
  });
  return constants;
}

function readTypeSpec(reader: Reader, spec: SyntaxNode): TypeDecl {
  const name = spec.getChild('DefName') ?? spec;
  const generic = spec.getChild('TypeParams');
  if (generic !== null) reader.refuse(generic, 'no-generics');
  const alias = spec.getChild('=');
  if (alias !== null) reader.refuse(alias, 'no-alias-type');
  const type = children(spec).filter(isType).at(-1);
  const at = reader.at(name);
  return { kind: 'type', at, name: reader.text(name), type: type === undefined ? named(at, 'any') : reader.type(type) };
}

export function readFuncDecl(reader: Reader, node: SyntaxNode): FuncDecl {
  const generic = node.getChild('TypeParams');
  if (generic !== null) reader.refuse(generic, 'no-generics');
  const name = node.getChild(node.name === 'MethodDecl' ? 'FieldName' : 'DefName') ?? node;
  const decl: FuncDecl = {
    kind: 'func',
    at: reader.at(name),
    name: reader.text(name),
    func: readFunction(reader, node),
  };
  if (node.name !== 'MethodDecl') return decl;
  const receiver = receiverOf(reader, node);
  return receiver === undefined ? decl : { ...decl, receiver };
}

function receiverOf(reader: Reader, node: SyntaxNode): Param | undefined {
  const list = node.getChild('Parameters');
  const params = list === null ? [] : readParameters(reader, list);
  if (params.length !== 1) reader.refuse(list ?? node, 'receiver-count');
  const base = params[0]?.type.kind === 'pointer' ? params[0].type.of : params[0]?.type;
  const ofText = base?.kind === 'named' && base.pkg === '' && base.args.length === 0;
  if (base !== undefined && !ofText) reader.refuse(list ?? node, 'receiver-type');
  return params[0];
}
