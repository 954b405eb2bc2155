/**
 * Go text to the tree of the goroutine machine. The grammar is Lezer's Go (@lezer/go 1.0); what it lets pass or reads
 * otherwise than Go is put right in the other parse-*.ts. Upstream: the Go specification, go1.26. Left out: generic
 * functions and types of one's own, goto, complex numbers, aliases, range over functions, renamed imports.
 */
import { parser } from '@lezer/go';
import type { SyntaxNode, Tree } from '@lezer/common';
import type { ConstDecl, FuncDecl, ImportDecl, Program, TypeDecl, VarDecl } from './ast.ts';
import { readDeclarations, readFuncDecl, readImports } from './parse-decl.ts';
import { syntaxProblem } from './parse-errors.ts';
import { readExpr } from './parse-expr.ts';
import { children, Reader } from './parse-reader.ts';
import { scanGo } from './parse-scan.ts';
import { readBlock } from './parse-stmt.ts';
import { readType } from './parse-types.ts';
import type { GoProblem } from './problem.ts';

export type GoParse =
  | { readonly kind: 'program'; readonly program: Program }
  /** In the order of the text, at least one. */
  | { readonly kind: 'problems'; readonly problems: readonly GoProblem[] };

/** @param text a whole file; `package main` may be left out */
export function parseGo(text: string): GoParse {
  const scan = scanGo(text);
  if (scan.problems.length > 0) return { kind: 'problems', problems: scan.problems };
  const tree = parser.parse(scan.text);
  const broken = syntaxProblem(scan, tree);
  if (broken !== undefined) return { kind: 'problems', problems: [broken] };
  const reader = new Reader(scan);
  reader.expr = (node) => readExpr(reader, node);
  reader.type = (node) => readType(reader, node);
  reader.block = (node) => readBlock(reader, node);
  collectTypes(reader, tree);
  const program = readFile(reader, tree.topNode);
  if (reader.problems.length === 0) return { kind: 'program', program };
  return { kind: 'problems', problems: reader.problems.sort((a, b) => a.line - b.line || a.column - b.column) };
}

function collectTypes(reader: Reader, tree: Tree): void {
  tree.iterate({
    enter: ({ name, node }) => {
      const declared = name === 'TypeSpec' ? node.getChild('DefName') : null;
      if (declared !== null) reader.declared.set(reader.text(declared), node);
    },
  });
}

function readFile(reader: Reader, top: SyntaxNode): Program {
  const imports: ImportDecl[] = [];
  const types: TypeDecl[] = [];
  const vars: (VarDecl | ConstDecl)[] = [];
  const funcs: FuncDecl[] = [];
  for (const node of children(top)) {
    if (node.name === 'PackageClause') checkPackage(reader, node);
    else if (node.name === 'ImportDecl') imports.push(...readImports(reader, node));
    else if (node.name === 'FunctionDecl' || node.name === 'MethodDecl') funcs.push(readFuncDecl(reader, node));
    else if (isDeclaration(node))
      for (const decl of readDeclarations(reader, node)) {
        if (decl.kind === 'type') types.push(decl);
        else vars.push(decl);
      }
    else if (node.name === 'Block') reader.refuse(node, 'brace-line');
    else if (node.name !== ';') reader.refuse(node, 'outside-function');
  }
  return { imports, types, vars, funcs };
}

function isDeclaration(node: SyntaxNode): boolean {
  if (node.name === 'VarDecl') return node.getChild(':=') === null;
  return node.name === 'ConstDecl' || node.name === 'TypeDecl';
}

function checkPackage(reader: Reader, node: SyntaxNode): void {
  const name = node.getChild('DefName');
  if (name !== null && reader.text(name) !== 'main') reader.refuse(name, 'package-main', { text: reader.text(name) });
}
