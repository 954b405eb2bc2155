/** Types, parameters and fields. */
import type { SyntaxNode } from '@lezer/common';
import type { Expr, Param, Type } from './ast.ts';
import { children, isType, named, type Reader } from './parse-reader.ts';

export const PREDECLARED_TYPES: ReadonlySet<string> = new Set(
  (
    'any bool byte error float32 float64 int int8 int16 int32 int64 rune string ' +
    'uint uint8 uint16 uint32 uint64 uintptr comparable complex64 complex128'
  ).split(' '),
);

export function readType(reader: Reader, node: SyntaxNode): Type {
  const at = reader.at(node);
  switch (node.name) {
    case 'TypeName':
      return typeName(reader, node);
    case 'QualifiedType':
      return qualified(reader, node);
    case 'ParameterizedType':
      return withArguments(reader, node);
    case 'ParenthesizedType':
      return inner(reader, node);
    case 'PointerType':
      return { kind: 'pointer', at, of: inner(reader, node) };
    case 'SliceType':
      if (node.getChild('...') !== null) reader.refuse(node, 'not-supported', { text: '[...] outside a literal' });
      return { kind: 'slice', at, of: inner(reader, node) };
    case 'ArrayType':
      return arrayType(reader, node);
    case 'MapType':
      return mapType(reader, node);
    case 'ChannelType':
      return channel(reader, node);
    case 'FunctionType':
      return { kind: 'func', at, ...readSignature(reader, node) };
    case 'StructType':
      return { kind: 'struct', at, fields: fields(reader, node) };
    case 'InterfaceType':
      return interfaceType(reader, node);
    default:
      reader.refuse(node, 'type-wanted');
      return named(at, 'any');
  }
}

function typeName(reader: Reader, node: SyntaxNode): Type {
  const name = reader.text(node);
  if (name === 'complex64' || name === 'complex128') reader.refuse(node, 'imaginary');
  return named(reader.at(node), name);
}

function qualified(reader: Reader, node: SyntaxNode): Type {
  const parts = children(node).filter((part) => part.name !== '.');
  const [pkg, name] = parts;
  if (pkg === undefined || name === undefined || parts.length !== 2) {
    reader.refuse(node, 'type-wanted');
    return named(reader.at(node), 'any');
  }
  return { ...named(reader.at(node), reader.text(name)), pkg: reader.text(pkg) };
}

function withArguments(reader: Reader, node: SyntaxNode): Type {
  const [base, args] = children(node);
  const type = base === undefined ? named(reader.at(node), 'any') : reader.type(base);
  if (type.kind !== 'named' || args === undefined) return type;
  return { ...type, args: children(args).filter(isType).map(reader.type) };
}

function inner(reader: Reader, node: SyntaxNode): Type {
  const of = children(node).filter(isType).at(-1);
  return of === undefined ? named(reader.at(node), 'any') : reader.type(of);
}

function arrayType(reader: Reader, node: SyntaxNode): Type {
  const [, length] = children(node);
  return {
    kind: 'array',
    at: reader.at(node),
    of: inner(reader, node),
    length: length === undefined ? reader.nothing(node) : reader.expr(length),
  };
}

function mapType(reader: Reader, node: SyntaxNode): Type {
  const [key, of] = children(node).filter(isType);
  const any = named(reader.at(node), 'any');
  return {
    kind: 'map',
    at: reader.at(node),
    key: key === undefined ? any : reader.type(key),
    of: of === undefined ? any : reader.type(of),
  };
}

/** An arrow belongs to the leftmost chan that it can: the grammar reads chan<- chan T as chan (<-chan T). */
function channel(reader: Reader, node: SyntaxNode): Type {
  const words: SyntaxNode[] = [];
  let of: SyntaxNode | undefined = node;
  while (of?.name === 'ChannelType') {
    words.push(...children(of).filter((part) => part.name === 'chan' || part.name === '<-'));
    of = children(of).filter(isType).at(-1);
  }
  const element: Type = of === undefined ? named(reader.at(node), 'any') : reader.type(of);
  const links: { at: SyntaxNode; direction: 'both' | 'send' | 'receive' }[] = [];
  for (let i = 0; i < words.length; i += 1) {
    const [word, next] = [words[i], words[i + 1]];
    if (word === undefined) break;
    const isReceive = word.name === '<-';
    const isSend = !isReceive && next?.name === '<-';
    if (isReceive || isSend) i += 1;
    links.push({ at: word, direction: isReceive ? 'receive' : isSend ? 'send' : 'both' });
  }
  return links.reduceRight<Type>(
    (type, { at, direction }) => ({ kind: 'chan', at: reader.at(at), of: type, direction }),
    element,
  );
}

function interfaceType(reader: Reader, node: SyntaxNode): Type {
  const methods: { name: string; type: Type }[] = [];
  for (const element of children(node.getChild('InterfaceBody') ?? node)) {
    if (element.name === 'MethodElem') {
      const name = element.getChild('FieldName');
      const type: Type = { kind: 'func', at: reader.at(element), ...readSignature(reader, element) };
      methods.push({ name: name === null ? '_' : reader.text(name), type });
    } else if (isType(element) || element.name === 'TypeElem' || element.name === 'UnderlyingType')
      reader.refuse(element, 'no-embedded-interface');
  }
  return { kind: 'interface', at: reader.at(node), methods };
}

function fields(reader: Reader, node: SyntaxNode): Param[] {
  return children(node.getChild('StructBody') ?? node).flatMap((field) =>
    field.name === 'FieldDecl' ? fieldsOf(reader, field) : [],
  );
}

function fieldsOf(reader: Reader, node: SyntaxNode): Param[] {
  const parts = children(node);
  const type = parts.filter(isType).at(-1);
  if (type === undefined) return [];
  const names = parts.filter((part) => part.name === 'FieldName');
  if (names.length > 0) {
    const shared = reader.type(type);
    return names.map((name) => ({ at: reader.at(name), name: reader.text(name), type: shared }));
  }
  const base = reader.type(type);
  const name = base.kind === 'named' ? base.name : '_';
  const star = parts.find((part) => part.name === '*');
  const whole: Type = star === undefined ? base : { kind: 'pointer', at: reader.at(star), of: base };
  return [{ at: reader.at(node), name, type: whole, embedded: true }];
}

/** Of a function type, literal or declaration: the parameter lists among the children of `node`. */
export function readSignature(reader: Reader, node: SyntaxNode): { params: Param[]; results: Param[] } {
  const parts = children(node);
  // A method has its receiver before its name.
  const name = parts.findIndex((part) => part.name === 'FieldName');
  const [params, results] = parts.slice(name + 1).filter((part) => part.name === 'Parameters' || isType(part));
  return {
    params: params === undefined ? [] : readParameters(reader, params),
    results: results === undefined ? [] : readResults(reader, results),
  };
}

function readResults(reader: Reader, node: SyntaxNode): Param[] {
  return isType(node) ? [{ at: reader.at(node), name: '', type: reader.type(node) }] : readParameters(reader, node);
}

interface Entry {
  readonly node: SyntaxNode;
  readonly names: readonly SyntaxNode[];
  readonly type: SyntaxNode;
  readonly variadic: boolean;
}

/** `a, b int` comes from the grammar as one parameter of two names or as the type `a` and the parameter `b int`. */
export function readParameters(reader: Reader, node: SyntaxNode): Param[] {
  const entries = node.getChildren('Parameter').flatMap((entry): Entry[] => {
    const parts = children(entry);
    const type = parts.filter(isType).at(-1);
    const names = parts.filter((part) => part.name === 'DefName');
    const variadic = parts.some((part) => part.name === '...');
    return type === undefined ? [] : [{ node: entry, names, type, variadic }];
  });
  const early = entries.slice(0, -1).find((entry) => entry.variadic);
  if (early !== undefined) reader.refuse(early.node, 'variadic-place');
  if (entries.some((entry) => entry.names.length > 0)) return namedParameters(reader, entries);
  return entries.map((entry) => ({ at: reader.at(entry.node), name: '', ...typeOf(reader, entry) }));
}

function namedParameters(reader: Reader, entries: readonly Entry[]): Param[] {
  const params: Param[] = [];
  let waiting: SyntaxNode[] = [];
  for (const entry of entries) {
    if (entry.names.length === 0 && entry.type.name === 'TypeName' && !entry.variadic) waiting.push(entry.type);
    else if (entry.names.length === 0) reader.refuse(entry.node, 'mixed-parameters');
    else {
      const type = typeOf(reader, entry);
      for (const name of [...waiting, ...entry.names])
        params.push({ at: reader.at(name), name: reader.text(name), ...type });
      waiting = [];
    }
  }
  if (waiting[0] !== undefined) reader.refuse(waiting[0], 'mixed-parameters');
  return params;
}

function typeOf(reader: Reader, entry: Entry): { type: Type; variadic?: boolean } {
  const type = reader.type(entry.type);
  return entry.variadic ? { type, variadic: true } : { type };
}

/** Where the grammar took a type for an expression: make(T), new(sync.Mutex), (*T)(x). */
export function typeOfExpr(reader: Reader, node: SyntaxNode): Type {
  const at = reader.at(node);
  const [first, second] = children(node).filter((part) => !['(', ')', '.', '[', ']'].includes(part.name));
  if (node.name === 'VariableName') return typeName(reader, node);
  if (node.name === 'ParenthesizedExpr' && first !== undefined) return typeOfExpr(reader, first);
  if (node.name === 'SelectorExpr' && first?.name === 'VariableName' && second !== undefined)
    return { ...named(at, reader.text(second)), pkg: reader.text(first) };
  if (node.name === 'UnaryExp' && first !== undefined && second !== undefined && reader.text(first) === '*')
    return { kind: 'pointer', at, of: typeOfExpr(reader, second) };
  if (node.name === 'SelectorExpr' && first?.name === 'UnaryExp' && second !== undefined) {
    // The grammar binds * closer than the dot: *sync.Mutex.
    const [star, pkg] = children(first);
    if (star !== undefined && reader.text(star) === '*' && pkg?.name === 'VariableName')
      return { kind: 'pointer', at, of: { ...named(reader.at(pkg), reader.text(second)), pkg: reader.text(pkg) } };
  }
  if (node.name === 'IndexExpr' && first !== undefined && second !== undefined) {
    const base = typeOfExpr(reader, first);
    if (base.kind === 'named') return { ...base, args: [typeOfExpr(reader, second)] };
  }
  reader.refuse(node, 'type-wanted');
  return named(at, 'any');
}

/** Where the grammar took an index for a type argument: handlers[name](x). Undefined for what only a type can be. */
export function exprOfType(reader: Reader, node: SyntaxNode): Expr | undefined {
  const at = reader.at(node);
  const [first, second] = children(node).filter((part) => !['(', ')', '.', '[', ']'].includes(part.name));
  if (node.name === 'TypeName') {
    const name = reader.text(node);
    return PREDECLARED_TYPES.has(name) || reader.declared.has(name) ? undefined : { kind: 'ident', at, name };
  }
  if (node.name === 'ParenthesizedType' && first !== undefined) return exprOfType(reader, first);
  if (node.name === 'QualifiedType' && first !== undefined && second !== undefined) {
    const x: Expr = { kind: 'ident', at, name: reader.text(first) };
    return children(node)
      .filter((part) => part.name !== '.')
      .slice(1)
      .reduce<Expr>((of, part) => ({ kind: 'selector', at: reader.at(part), x: of, name: reader.text(part) }), x);
  }
  if (node.name === 'PointerType') {
    const x = second === undefined ? undefined : exprOfType(reader, second);
    return x === undefined ? undefined : { kind: 'unary', at, op: '*', x };
  }
  if (node.name === 'ParameterizedType' && first !== undefined && second !== undefined) {
    const x = exprOfType(reader, first);
    const argument = children(second).find(isType);
    const index = argument === undefined ? undefined : exprOfType(reader, argument);
    return x === undefined || index === undefined ? undefined : { kind: 'index', at, x, index };
  }
  return undefined;
}
