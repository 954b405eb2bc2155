/** A place that the grammar could not read, told as Go's compiler tells it (go1.26). */
import type { SyntaxNode, Tree } from '@lezer/common';
import type { Scan, Token } from './parse-scan.ts';
import { goProblem, type GoProblem } from './problem.ts';

/** The first one: what comes after it may only follow from it. */
export function syntaxProblem(scan: Scan, tree: Tree): GoProblem | undefined {
  let first: SyntaxNode | undefined;
  tree.iterate({
    enter: (node) => {
      if (node.type.isError) first ??= node.node;
      return first === undefined;
    },
  });
  if (first === undefined) return undefined;
  const { from } = first;
  const token = scan.tokens.find((one) => one.from >= from) ?? scan.tokens.at(-1);
  if (token === undefined) return undefined;
  const place = placeOf(first, scan, token);
  return goProblem(scan.position(token.from), place === '' ? 'unexpected' : 'unexpected-in', {
    found: nameOf(token),
    place,
  });
}

function nameOf(token: Token): string {
  if (token.kind === 'end') return 'EOF';
  if (token.kind === 'newline') return 'newline';
  if (token.kind === 'sign') return SIGNS[token.text] ?? token.text;
  return `${token.kind} ${token.text}`;
}

const SIGNS: Readonly<Record<string, string>> = { ',': 'comma', ';': 'semicolon' };

const PLACES: Readonly<Record<string, string>> = {
  Arguments: ' in argument list; possibly missing comma or )',
  LiteralValue: ' in composite literal; possibly missing comma or }',
  Element: ' in composite literal; possibly missing comma or }',
  Parameters: ' in parameter list; possibly missing comma or )',
  Parameter: ' in parameter list; possibly missing comma or )',
  SourceFile: ' after top level declaration',
  IndexExpr: ', expected ]',
  ParenthesizedExpr: ', expected )',
  IfStatement: ', expected { after if clause',
  ForStatement: ', expected { after for clause',
  ForClause: ', expected { after for clause',
  RangeClause: ', expected { after for clause',
  Block: ' at end of statement',
};

function placeOf(node: SyntaxNode, scan: Scan, token: Token): string {
  const before = scan.tokens[scan.tokens.indexOf(token) - 1];
  const afterEnd = before === undefined || before.text === ';' || before.text === '{';
  for (let { parent } = node; parent !== null; parent = parent.parent) {
    const place = PLACES[parent.name];
    if (place !== undefined) return afterEnd && (parent.name === 'Block' || parent.name === 'SourceFile') ? '' : place;
    if (parent.name.endsWith('Expr') || parent.name.endsWith('Exp')) return ', expected expression';
  }
  return '';
}
