/** Expressions. */
import type { SyntaxNode } from '@lezer/common';
import type { BinaryOp, Expr, FuncLit, Type, UnaryOp } from './ast.ts';
import { readComposite, readNumber, readRune, readString } from './parse-literals.ts';
import { children, commaList, isExpr, isType, type Reader } from './parse-reader.ts';
import { exprOfType, PREDECLARED_TYPES, readSignature, typeOfExpr } from './parse-types.ts';

const UNARY: ReadonlySet<string> = new Set<UnaryOp>(['+', '-', '!', '^', '*', '&', '<-']);

interface Prefix {
  readonly op: UnaryOp;
  readonly node: SyntaxNode;
}

/**
 * The grammar binds signs before an operand closer than what follows it, and reads *p.x as (*p).x; Go reads *(p.x). So the
 * signs in front are taken off, and put around the whole.
 */
export function readExpr(reader: Reader, node: SyntaxNode): Expr {
  const prefixes: Prefix[] = [];
  const core = operand(reader, node, prefixes);
  return prefixes.reduceRight<Expr>((x, { op, node: at }) => ({ kind: 'unary', at: reader.at(at), op, x }), core);
}

function operand(reader: Reader, node: SyntaxNode, prefixes: Prefix[]): Expr {
  const first = node.firstChild;
  switch (node.name) {
    case 'UnaryExp': {
      const of = node.lastChild;
      const op = first === null ? '' : reader.text(first);
      if (of === null || !isUnary(op)) return reader.nothing(node);
      prefixes.push({ op, node });
      return operand(reader, of, prefixes);
    }
    case 'SelectorExpr':
    case 'IndexExpr':
    case 'SliceExpr':
    case 'TypeAssertion':
    case 'CallExpr':
      return first === null ? reader.nothing(node) : follow(reader, node, first, prefixes);
    case 'Conversion':
      return conversion(reader, node, prefixes);
    default:
      return primary(reader, node);
  }
}

function isUnary(op: string): op is UnaryOp {
  return UNARY.has(op);
}

function primary(reader: Reader, node: SyntaxNode): Expr {
  switch (node.name) {
    case 'Number':
      return readNumber(reader, node);
    case 'Rune':
      return readRune(reader, node);
    case 'String':
      return readString(reader, node);
    case 'VariableName':
    case 'Bool':
    case 'Nil':
    case 'make':
    case 'new':
      return ident(reader, node);
    case 'TypedLiteral':
      return readComposite(reader, node);
    case 'ParenthesizedExpr': {
      const inside = children(node).find(isExpr);
      return inside === undefined ? reader.nothing(node) : readExpr(reader, inside);
    }
    case 'FunctionLiteral':
      return readFunction(reader, node);
    case 'BinaryExp':
      return binary(reader, node);
    default:
      reader.refuse(node, 'not-supported');
      return reader.nothing(node);
  }
}

function ident(reader: Reader, node: SyntaxNode): Expr {
  const name = reader.text(node);
  if (name === 'iota' && reader.iota !== undefined) return { kind: 'int', at: reader.at(node), value: reader.iota };
  return { kind: 'ident', at: reader.at(node), name };
}

/** A function literal, or the function of a declaration. */
export function readFunction(reader: Reader, node: SyntaxNode): FuncLit {
  const body = node.getChild('Block');
  if (body === null) reader.refuse(node, 'body-missing');
  const { iota } = reader;
  reader.iota = undefined;
  const func: FuncLit = {
    kind: 'func-lit',
    at: reader.at(node),
    ...readSignature(reader, node),
    body: reader.block(body ?? node),
  };
  reader.iota = iota;
  return func;
}

function binary(reader: Reader, node: SyntaxNode): Expr {
  const [x, op, y] = children(node);
  if (x === undefined || op === undefined || y === undefined) return reader.nothing(node);
  return {
    kind: 'binary',
    at: reader.at(node),
    // The grammar's operators are those of the tree.
    op: reader.text(op) as BinaryOp,
    x: readExpr(reader, x),
    y: readExpr(reader, y),
  };
}

/** What follows an operand: .name [index] [low:high] .(T) (args) */
function follow(reader: Reader, node: SyntaxNode, first: SyntaxNode, prefixes: Prefix[]): Expr {
  if (node.name === 'CallExpr') return call(reader, node, first, prefixes);
  const x = operand(reader, first, prefixes);
  const at = reader.at(first);
  const rest = children(node).slice(1);
  if (node.name === 'SelectorExpr') {
    const name = rest.find((part) => part.name === 'FieldName');
    return name === undefined ? x : { kind: 'selector', at: reader.at(name), x, name: reader.text(name) };
  }
  if (node.name === 'TypeAssertion') {
    const type = rest.find(isType);
    return type === undefined ? x : { kind: 'assert', at, x, type: reader.type(type) };
  }
  if (node.name === 'SliceExpr') return sliceOf(reader, node, x, rest);
  const index = rest.find(isExpr);
  return index === undefined ? x : { kind: 'index', at, x, index: readExpr(reader, index) };
}

function sliceOf(reader: Reader, node: SyntaxNode, x: Expr, rest: readonly SyntaxNode[]): Expr {
  const colons = rest.filter((part) => part.name === ':');
  if (colons.length > 1) reader.refuse(node, 'no-full-slice');
  const colon = rest.findIndex((part) => part.name === ':');
  const low = rest.slice(0, colon).find(isExpr);
  const high = rest.slice(colon).find(isExpr);
  return {
    kind: 'slice-of',
    at: reader.at(node),
    x,
    ...(low === undefined ? {} : { low: readExpr(reader, low) }),
    ...(high === undefined ? {} : { high: readExpr(reader, high) }),
  };
}

function call(reader: Reader, node: SyntaxNode, callee: SyntaxNode, prefixes: Prefix[]): Expr {
  const list = node.getChild('Arguments');
  const parts = list === null ? [] : children(list).filter((part) => part.name !== '(' && part.name !== ')');
  const spread = parts.some((part) => part.name === '...');
  const items = commaList(
    reader,
    parts.filter((part) => part.name !== '...'),
    true,
  );
  const converted = convertedTo(reader, callee);
  if (converted !== undefined)
    return {
      kind: 'typed-call',
      at: reader.at(node),
      func: 'convert',
      type: converted,
      args: items.map((item) => readExpr(reader, item)),
    };
  const func =
    callee.name === 'ParameterizedExpr' ? indexed(reader, callee, prefixes) : operand(reader, callee, prefixes);
  if (func.kind === 'ident' && (func.name === 'make' || func.name === 'new'))
    return typedCall(reader, node, func.name, items);
  return { kind: 'call', at: func.at, func, args: items.map((item) => readExpr(reader, item)), spread };
}

/** (*T)(x) where T is a type. */
function convertedTo(reader: Reader, callee: SyntaxNode): Type | undefined {
  if (callee.name !== 'ParenthesizedExpr') return undefined;
  const inside = children(callee).find(isExpr);
  if (inside === undefined || !reader.text(inside).startsWith('*')) return undefined;
  const name = reader.text(inside).slice(1).trim();
  const isTypeName = PREDECLARED_TYPES.has(name) || reader.declared.has(name);
  return isTypeName ? typeOfExpr(reader, inside) : undefined;
}

/** handlers[name](x): the grammar takes the index for a type argument. */
function indexed(reader: Reader, node: SyntaxNode, prefixes: Prefix[]): Expr {
  const [base, list] = children(node);
  const args = list === undefined ? [] : children(list).filter(isType);
  const index = args[0] === undefined ? undefined : exprOfType(reader, args[0]);
  if (base === undefined || index === undefined || args.length !== 1) {
    reader.refuse(list ?? node, 'no-type-args');
    return reader.nothing(node);
  }
  return { kind: 'index', at: reader.at(base), x: operand(reader, base, prefixes), index };
}

function typedCall(reader: Reader, node: SyntaxNode, func: 'make' | 'new', items: readonly SyntaxNode[]): Expr {
  const [first, ...rest] = items;
  const most = func === 'new' ? 1 : 3;
  const counts = { text: func, want: '1', have: String(items.length) };
  if (first === undefined || items.length > most) {
    reader.refuse(node, first === undefined ? 'args-missing' : 'args-many', {
      ...counts,
      want: String(first ? most : 1),
    });
    return reader.nothing(node);
  }
  return {
    kind: 'typed-call',
    at: reader.at(node),
    func,
    type: isType(first) ? reader.type(first) : typeOfExpr(reader, first),
    args: rest.map((item) => readExpr(reader, item)),
  };
}

/** []byte(x) */
function conversion(reader: Reader, node: SyntaxNode, prefixes: Prefix[]): Expr {
  const parts = children(node);
  const typeNode = parts.find(isType);
  const x = parts.find(isExpr);
  if (typeNode === undefined || x === undefined) return reader.nothing(node);
  // *T(x) is *(T(x)): only in parentheses is the star part of the type.
  let core = typeNode;
  while (core.name === 'PointerType') {
    prefixes.push({ op: '*', node: core });
    core = children(core).find(isType) ?? node;
  }
  const type = reader.type(core);
  const args = [readExpr(reader, x)];
  const { at } = type;
  if (type.kind !== 'named') return { kind: 'typed-call', at, func: 'convert', type, args };
  const name: Expr = { kind: 'ident', at, name: type.name };
  const func: Expr =
    type.pkg === '' ? name : { kind: 'selector', at, x: { kind: 'ident', at, name: type.pkg }, name: type.name };
  return { kind: 'call', at, func, args, spread: false };
}
