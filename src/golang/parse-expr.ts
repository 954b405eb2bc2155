/** Expressions. */
import type { SyntaxNode } from '@lezer/common';
import type { BinaryOp, Expr, FuncLit, Type, UnaryOp } from './ast.ts';
import { readComposite, readNumber, readRune, readString } from './parse-literals.ts';
import { children, commaList, isExpr, isType, type Reader } from './parse-reader.ts';
import { exprOfType, PREDECLARED_TYPES, readSignature, typeOfExpr } from './parse-types.ts';

const UNARY: ReadonlySet<string> = new Set<UnaryOp>(['+', '-', '!', '^', '*', '&', '<-']);
const PRECEDENCE: Readonly<Record<BinaryOp, number>> = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '<': 3,
  '<=': 3,
  '>': 3,
  '>=': 3,
  '+': 4,
  '-': 4,
  '|': 4,
  '^': 4,
  '*': 5,
  '/': 5,
  '%': 5,
  '<<': 5,
  '>>': 5,
  '&': 5,
  '&^': 5,
};

type Item =
  | { readonly kind: 'operand'; readonly node: SyntaxNode }
  /** .name [index] [low:high] .(T) (args), as the node that has it after its first child. */
  | { readonly kind: 'follow'; readonly node: SyntaxNode }
  | { readonly kind: 'unary'; readonly op: UnaryOp; readonly node: SyntaxNode }
  | { readonly kind: 'binary'; readonly op: BinaryOp; readonly node: SyntaxNode };

/**
 * The grammar lets signs and operators bind closer than what follows an operand: it reads *p.x as (*p).x, and a + b.c as
 * (a + b).c at times. So an expression is laid out flat, down to parentheses, and put together as Go does.
 */
export function readExpr(reader: Reader, node: SyntaxNode): Expr {
  const items: Item[] = [];
  layOut(reader, node, items);
  return new Assembly(reader, node, items).binary(1);
}

const FOLLOWS = new Set(['SelectorExpr', 'IndexExpr', 'SliceExpr', 'TypeAssertion', 'CallExpr', 'ParameterizedExpr']);

function layOut(reader: Reader, node: SyntaxNode, items: Item[]): void {
  const [first, second, third] = children(node);
  const op = first === undefined ? '' : reader.text(first);
  const between = second === undefined ? '' : reader.text(second);
  if (node.name === 'UnaryExp' && isUnary(op) && second !== undefined) {
    items.push({ kind: 'unary', op, node });
    layOut(reader, second, items);
  } else if (node.name === 'BinaryExp' && first !== undefined && third !== undefined && isBinary(between)) {
    layOut(reader, first, items);
    items.push({ kind: 'binary', op: between, node: second ?? node });
    layOut(reader, third, items);
  } else if (FOLLOWS.has(node.name) && first !== undefined) {
    layOut(reader, first, items);
    items.push({ kind: 'follow', node });
  } else {
    for (const star of starsOf(node)) items.push({ kind: 'unary', op: '*', node: star });
    items.push({ kind: 'operand', node });
  }
}

/** *T(x) is *(T(x)): only in parentheses is a star part of the type of a conversion. */
function starsOf(node: SyntaxNode): SyntaxNode[] {
  const stars: SyntaxNode[] = [];
  let type = node.name === 'Conversion' ? children(node).find(isType) : undefined;
  while (type?.name === 'PointerType') {
    stars.push(type);
    type = children(type).find(isType);
  }
  return stars;
}

function isUnary(op: string): op is UnaryOp {
  return UNARY.has(op);
}

function isBinary(op: string): op is BinaryOp {
  return op in PRECEDENCE;
}

class Assembly {
  private readonly reader: Reader;
  private readonly node: SyntaxNode;
  private readonly items: readonly Item[];
  private next = 0;

  constructor(reader: Reader, node: SyntaxNode, items: readonly Item[]) {
    this.reader = reader;
    this.node = node;
    this.items = items;
  }

  binary(least: number): Expr {
    let x = this.unary();
    for (;;) {
      const item = this.items[this.next];
      if (item?.kind !== 'binary' || PRECEDENCE[item.op] < least) return x;
      this.next += 1;
      const opAt = this.reader.at(item.node);
      x = { kind: 'binary', at: x.at, op: item.op, opAt, x, y: this.binary(PRECEDENCE[item.op] + 1) };
    }
  }

  private unary(): Expr {
    const item = this.items[this.next];
    this.next += 1;
    if (item?.kind === 'unary') return { kind: 'unary', at: this.reader.at(item.node), op: item.op, x: this.unary() };
    if (item?.kind !== 'operand') return this.reader.nothing(this.node);
    const first = this.items[this.next];
    const type =
      first?.kind === 'follow' && first.node.name === 'CallExpr' ? convertedTo(this.reader, item.node) : undefined;
    if (type === undefined || first?.kind !== 'follow') return this.follows(primary(this.reader, item.node));
    this.next += 1;
    const args = callItems(this.reader, first.node).map((arg) => readExpr(this.reader, arg));
    return this.follows({ kind: 'typed-call', at: this.reader.at(item.node), func: 'convert', type, args });
  }

  private follows(operand: Expr): Expr {
    let x = operand;
    for (;;) {
      const item = this.items[this.next];
      if (item?.kind !== 'follow') return x;
      this.next += 1;
      x = follow(this.reader, item.node, x);
    }
  }
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
      return inside === undefined ? reader.nothing(node) : { ...readExpr(reader, inside), paren: reader.at(node) };
    }
    case 'FunctionLiteral':
      return readFunction(reader, node);
    case 'Conversion':
      return conversion(reader, node);
    default:
      reader.refuse(node, 'not-supported');
      return reader.nothing(node);
  }
}

function ident(reader: Reader, node: SyntaxNode): Expr {
  const name = reader.text(node);
  if (name === 'iota' && reader.iota !== undefined)
    return { kind: 'int', at: reader.at(node), value: reader.iota, text: name };
  return { kind: 'ident', at: reader.at(node), name };
}

/** A body that begins on the next line is none to the grammar; parse.ts tells that. */
function braceFollows(node: SyntaxNode): boolean {
  return node.nextSibling?.name === ';' && node.nextSibling.nextSibling?.name === 'Block';
}

/** A function literal, or the function of a declaration. */
export function readFunction(reader: Reader, node: SyntaxNode): FuncLit {
  const body = node.getChild('Block');
  if (body === null && !braceFollows(node)) reader.refuse(node, 'body-missing');
  const { iota } = reader;
  reader.iota = undefined;
  const func: FuncLit = {
    kind: 'func-lit',
    at: reader.at(node),
    ...readSignature(reader, node),
    body: body === null ? { kind: 'block', at: reader.at(node), body: [], end: reader.at(node) } : reader.block(body),
  };
  reader.iota = iota;
  return func;
}

function follow(reader: Reader, node: SyntaxNode, x: Expr): Expr {
  const { at } = x;
  const rest = children(node).slice(1);
  switch (node.name) {
    case 'CallExpr':
      return call(reader, node, x);
    case 'ParameterizedExpr':
      return indexed(reader, node, x);
    case 'SliceExpr':
      return sliceOf(reader, node, x, rest);
    case 'SelectorExpr': {
      const name = rest.find((part) => part.name === 'FieldName');
      return name === undefined ? x : { kind: 'selector', at: reader.at(name), x, name: reader.text(name) };
    }
    case 'TypeAssertion': {
      const type = rest.find(isType);
      return type === undefined ? x : { kind: 'assert', at, x, type: reader.type(type) };
    }
    default: {
      const index = rest.find(isExpr);
      return index === undefined ? x : { kind: 'index', at, x, index: readExpr(reader, index) };
    }
  }
}

function sliceOf(reader: Reader, node: SyntaxNode, x: Expr, rest: readonly SyntaxNode[]): Expr {
  const colons = rest.filter((part) => part.name === ':');
  if (colons.length > 1) reader.refuse(node, 'no-full-slice');
  const colon = rest.findIndex((part) => part.name === ':');
  const low = rest.slice(0, colon).find(isExpr);
  const high = rest.slice(colon).find(isExpr);
  return {
    kind: 'slice-of',
    at: x.at,
    x,
    ...(low === undefined ? {} : { low: readExpr(reader, low) }),
    ...(high === undefined ? {} : { high: readExpr(reader, high) }),
  };
}

function callItems(reader: Reader, node: SyntaxNode): SyntaxNode[] {
  const list = node.getChild('Arguments');
  const parts = list === null ? [] : children(list).filter((part) => !['(', ')', '...'].includes(part.name));
  return commaList(reader, parts, true);
}

function call(reader: Reader, node: SyntaxNode, func: Expr): Expr {
  const items = callItems(reader, node);
  if (func.kind === 'ident' && (func.name === 'make' || func.name === 'new'))
    return typedCall(reader, node, func, items);
  const spread = (node.getChild('Arguments')?.getChild('...') ?? null) !== null;
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
function indexed(reader: Reader, node: SyntaxNode, x: Expr): Expr {
  const list = node.getChild('TypeArgs');
  const args = list === null ? [] : children(list).filter(isType);
  const index = args[0] === undefined ? undefined : exprOfType(reader, args[0]);
  if (index !== undefined && args.length === 1) return { kind: 'index', at: x.at, x, index };
  reader.refuse(list ?? node, 'no-type-args');
  return x;
}

function typedCall(
  reader: Reader,
  node: SyntaxNode,
  callee: Expr & { kind: 'ident' },
  items: readonly SyntaxNode[],
): Expr {
  const func = callee.name === 'make' ? 'make' : 'new';
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
    at: callee.at,
    func,
    type: isType(first) ? reader.type(first) : typeOfExpr(reader, first),
    args: rest.map((item) => readExpr(reader, item)),
  };
}

/** []byte(x) */
function conversion(reader: Reader, node: SyntaxNode): Expr {
  const parts = children(node);
  const x = parts.find(isExpr);
  let core = parts.find(isType);
  while (core?.name === 'PointerType') core = children(core).find(isType);
  if (core === undefined || x === undefined) return reader.nothing(node);
  const type = reader.type(core);
  const args = [readExpr(reader, x)];
  const { at } = type;
  if (type.kind !== 'named') return { kind: 'typed-call', at, func: 'convert', type, args };
  const name: Expr = { kind: 'ident', at, name: type.name };
  const func: Expr =
    type.pkg === '' ? name : { kind: 'selector', at, x: { kind: 'ident', at, name: type.pkg }, name: type.name };
  return { kind: 'call', at, func, args, spread: false };
}
