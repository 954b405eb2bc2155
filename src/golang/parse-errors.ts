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
  const stray = strayStatement(tree, from);
  if (stray !== undefined) return goProblem(scan.position(stray.from), 'outside-function');
  const i = scan.tokens.findIndex((one) => one.from >= from);
  const token = scan.tokens[i] ?? scan.tokens.at(-1);
  return token === undefined ? undefined : problemAt(scan, i, token, first);
}

const DECLARATIONS = new Set([
  'PackageClause',
  'ImportDecl',
  'FunctionDecl',
  'MethodDecl',
  'VarDecl',
  'ConstDecl',
  'TypeDecl',
]);

/** A statement outside a function, before the place: most often a } too many ended the function. */
function strayStatement(tree: Tree, before: number): SyntaxNode | undefined {
  for (let node = tree.topNode.firstChild; node !== null && node.from < before; node = node.nextSibling) {
    const isStray = !node.type.isError && node.name !== ';' && !DECLARATIONS.has(node.name);
    if (isStray && node.to <= before) return node;
  }
  return undefined;
}

function problemAt(scan: Scan, i: number, token: Token, node: SyntaxNode): GoProblem {
  const at = scan.position(token.from);
  const place = placeOf(node, scan, i);
  if (token.text === '{' && place.includes('after if clause')) {
    const start =
      scan.tokens
        .slice(0, i)
        .map((one) => one.text)
        .lastIndexOf('if') + 1;
    const head = scan.tokens[start];
    const text = head === undefined ? '' : scan.text.slice(head.from, token.from).trim();
    const isAssignment = /[^=!<>:]=[^=]|:=/.test(text) && !text.includes(';');
    return isAssignment ? goProblem(at, 'statement-value', { text }) : goProblem(at, 'if-condition');
  }
  if (token.text === ':=' && place === PLACES['Block']) return goProblem(at, 'declare-name');
  return goProblem(at, place === '' ? 'unexpected' : 'unexpected-in', { found: nameOf(token), place });
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

function placeOf(node: SyntaxNode, scan: Scan, i: number): string {
  const before = scan.tokens[i - 1];
  const token = scan.tokens[i];
  if (before?.text === 'func' && token?.kind === 'name' && node.parent?.name !== 'SourceFile') return ', expected (';
  if (before !== undefined && WANTS_OPERAND.test(before.text) && before.kind !== 'literal')
    return ', expected expression';
  if (inStruct(scan.tokens.slice(0, i))) return ' in struct type; possibly missing semicolon or newline or }';
  const afterEnd = before === undefined || before.text === ';' || before.text === '{';
  for (let { parent } = node; parent !== null; parent = parent.parent) {
    const place = PLACES[parent.name];
    if (place !== undefined) {
      if (!afterEnd) return place;
      if (parent.name === 'Block') return token?.kind === 'end' || token?.kind === 'keyword' ? ', expected }' : '';
      return parent.name === 'SourceFile' ? '' : place;
    }
    if (parent.name.endsWith('Expr') || parent.name.endsWith('Exp')) return ', expected expression';
  }
  return '';
}

const WANTS_OPERAND = /^(?:defer|go|[-+*/%&|^!<>=]|<-|:=|==|!=|<=|>=|&&|\|\||<<|>>|&\^|[-+*/%&|^]=)$/;

/** The innermost bracket that is open is the brace of a struct type. */
function inStruct(tokens: readonly Token[]): boolean {
  let depth = 0;
  for (let i = tokens.length - 1; i >= 0; i -= 1) {
    const text = tokens[i]?.kind === 'sign' ? tokens[i]?.text : '';
    if (text === ')' || text === ']' || text === '}') depth += 1;
    if (text === '(' || text === '[' || text === '{') depth -= 1;
    if (depth < 0) return text === '{' && tokens[i - 1]?.text === 'struct';
  }
  return false;
}
