/** What the readers of expressions, types, statements and declarations share while one text is read. */
import type { SyntaxNode } from '@lezer/common';
import type { Block, Expr, Position, Type } from './ast.ts';
import type { Scan } from './parse-scan.ts';
import { goProblem, type GoProblem, type ProblemCode } from './problem.ts';

export class Reader {
  readonly scan: Scan;
  readonly problems: GoProblem[] = [];
  /** Types that the text declares, anywhere in it. */
  readonly declared = new Map<string, SyntaxNode>();
  /** Inside a constant declaration. */
  iota: number | undefined = undefined;
  /** Set by parse.ts: readers of one kind of node meet all other kinds inside it. */
  expr: (node: SyntaxNode) => Expr = (node) => this.nothing(node);
  type: (node: SyntaxNode) => Type = (node) => named(this.at(node), 'any');
  block: (node: SyntaxNode) => Block = (node) => ({ kind: 'block', at: this.at(node), body: [], end: this.at(node) });

  constructor(scan: Scan) {
    this.scan = scan;
  }

  at(node: SyntaxNode): Position {
    return this.scan.position(node.from);
  }

  text(node: SyntaxNode): string {
    return this.scan.text.slice(node.from, node.to);
  }

  /** @param offset of the place, where that is not the start of `node` */
  refuse(node: SyntaxNode, code: ProblemCode, params: Readonly<Record<string, string>> = {}, offset = node.from): void {
    const text = this.text(node).replace(/\s+/g, ' ');
    this.problems.push(goProblem(this.scan.position(offset), code, { text, ...params }));
  }

  /** Of a semicolon: it was put in at the end of a line. */
  isLineEnd(node: SyntaxNode): boolean {
    return this.scan.tokens.some(({ from, kind }) => from === node.from && kind === 'newline');
  }

  /** Stands where something was refused. */
  nothing(node: SyntaxNode): Expr {
    return { kind: 'ident', at: this.at(node), name: '_' };
  }
}

export function named(at: Position, name: string): Type & { kind: 'named' } {
  return { kind: 'named', at, pkg: '', name, args: [] };
}

export function children(node: SyntaxNode): SyntaxNode[] {
  const all: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) all.push(child);
  return all;
}

const TYPES = new Set([
  'PointerType',
  'FunctionType',
  'InterfaceType',
  'ChannelType',
  'ParenthesizedType',
  'StructType',
  'ArrayType',
  'SliceType',
  'MapType',
  'QualifiedType',
  'TypeName',
  'ParameterizedType',
]);

export function isType(node: SyntaxNode): boolean {
  return TYPES.has(node.name);
}

const EXPRESSIONS = new Set([
  'Number',
  'String',
  'Bool',
  'Nil',
  'Rune',
  'VariableName',
  'TypedLiteral',
  'ParenthesizedExpr',
  'FunctionLiteral',
  'Conversion',
  'SelectorExpr',
  'IndexExpr',
  'SliceExpr',
  'TypeAssertion',
  'CallExpr',
  'UnaryExp',
  'BinaryExp',
]);

export function isExpr(node: SyntaxNode): boolean {
  return EXPRESSIONS.has(node.name);
}

/** The expressions or names among `nodes`, which must take turns with commas: the grammar lets some be left out. */
export function commaList(reader: Reader, nodes: readonly SyntaxNode[], trailing = false): SyntaxNode[] {
  const items: SyntaxNode[] = [];
  let comma = true;
  for (const node of nodes) {
    if (node.name !== ',') items.push(node);
    else if (comma) reader.refuse(node, 'list-hole');
    comma = node.name === ',';
  }
  const last = nodes.at(-1);
  if (comma && !trailing && last !== undefined) reader.refuse(last, 'list-hole');
  return items;
}
