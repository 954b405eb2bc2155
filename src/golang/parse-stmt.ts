/** Statements. */
import type { SyntaxNode } from '@lezer/common';
import type { Block, Expr, SelectCase, Stmt, SwitchCase, TypeCase } from './ast.ts';
import { readDeclarations } from './parse-decl.ts';
import { children, commaList, isExpr, isType, type Reader } from './parse-reader.ts';

type Assign = Stmt & { kind: 'assign' };

export function readBlock(reader: Reader, node: SyntaxNode): Block {
  const close = node.getChild('}');
  return {
    kind: 'block',
    at: reader.at(node),
    body: readBody(reader, children(node)),
    end: close === null ? reader.at(node) : reader.at(close),
  };
}

function readBody(reader: Reader, nodes: readonly SyntaxNode[]): Stmt[] {
  return nodes
    .filter((node) => node.name !== '{' && node.name !== '}' && node.name !== ';')
    .flatMap((node) => {
      if (node.name === 'FallthroughStatement') {
        reader.refuse(node, 'fallthrough-place');
        return [];
      }
      return readStatement(reader, node, '');
    });
}

function readStatement(reader: Reader, node: SyntaxNode, label: string): Stmt[] {
  switch (node.name) {
    case 'VarDecl':
      return node.getChild(':=') === null ? readDeclarations(reader, node) : [simple(reader, node)];
    case 'ConstDecl':
    case 'TypeDecl':
      return readDeclarations(reader, node);
    case 'Block':
      return [readBlock(reader, node)];
    case 'LabeledStatement':
      return labeled(reader, node);
    case 'IfStatement':
      return [readIf(reader, node)];
    case 'ForStatement':
      return [readFor(reader, node, label)];
    case 'SwitchStatement':
      return [readSwitch(reader, node, label)];
    case 'TypeSwitchStatement':
      return [readTypeSwitch(reader, node, label)];
    case 'SelectStatement':
      return [readSelect(reader, node, label)];
    case 'GoStatement':
    case 'DeferStatement':
      return [readGoOrDefer(reader, node)];
    case 'ReturnStatement': {
      const values = commaList(reader, children(node).slice(1)).map(reader.expr);
      return [{ kind: 'return', at: reader.at(node), values }];
    }
    case 'GotoStatement':
      return jump(reader, node);
    default:
      return [simple(reader, node)];
  }
}

const LABELED = new Set(['ForStatement', 'SwitchStatement', 'TypeSwitchStatement', 'SelectStatement']);

function labeled(reader: Reader, node: SyntaxNode): Stmt[] {
  const [name] = children(node);
  const statement = node.lastChild;
  if (name === undefined || statement === null || !LABELED.has(statement.name)) {
    reader.refuse(node, 'no-label');
    return [];
  }
  return readStatement(reader, statement, reader.text(name));
}

function jump(reader: Reader, node: SyntaxNode): Stmt[] {
  const [word, label] = children(node);
  const kind = word?.name;
  if (kind !== 'break' && kind !== 'continue') {
    reader.refuse(node, 'no-goto');
    return [];
  }
  return [{ kind, at: reader.at(node), label: label === undefined ? '' : reader.text(label) }];
}

function readGoOrDefer(reader: Reader, node: SyntaxNode): Stmt {
  const kind = node.name === 'GoStatement' ? 'go' : 'defer';
  const call = exprIn(reader, node);
  const inside = children(node).find(isExpr);
  const isCall = call.kind === 'call' && inside?.name !== 'ParenthesizedExpr';
  if (!isCall) reader.refuse(inside ?? node, 'call-wanted', { text: kind });
  return { kind, at: reader.at(node), call };
}

function exprIn(reader: Reader, node: SyntaxNode): Expr {
  const found = children(node).find(isExpr);
  return found === undefined ? reader.nothing(node) : reader.expr(found);
}

/** An expression, send, assignment, declaration with := or step. */
function simple(reader: Reader, node: SyntaxNode): Stmt {
  const at = reader.at(node);
  switch (node.name) {
    case 'ExprStatement':
      return { kind: 'expr', at, x: exprIn(reader, node) };
    case 'SendStatement':
      return { kind: 'send', at, ...sendOf(reader, node) };
    case 'IncDecStatement': {
      const op = reader.text(node.getChild('IncDecOp') ?? node) === '--' ? '-=' : '+=';
      return { kind: 'assign', at, op, left: [exprIn(reader, node)], right: [{ kind: 'int', at, value: 1 }] };
    }
    case 'Assignment':
    case 'VarDecl':
      return assignment(reader, node);
    default:
      reader.refuse(node, 'not-supported');
      return { kind: 'expr', at, x: reader.nothing(node) };
  }
}

function assignment(reader: Reader, node: SyntaxNode): Stmt {
  const parts = children(node);
  const sign = parts.findIndex((part) => part.name === '=' || part.name === ':=' || part.name === 'UpdateOp');
  const opNode = parts[sign];
  return {
    kind: 'assign',
    at: reader.at(node),
    // The grammar's operators are those of the tree.
    op: (opNode === undefined ? '=' : reader.text(opNode)) as Assign['op'],
    left: leftOf(reader, parts.slice(0, sign)),
    right: commaList(reader, parts.slice(sign + 1)).map(reader.expr),
  };
}

function leftOf(reader: Reader, parts: readonly SyntaxNode[]): Expr[] {
  return commaList(reader, parts).map((part) =>
    part.name === 'DefName' ? { kind: 'ident', at: reader.at(part), name: reader.text(part) } : reader.expr(part),
  );
}

// --- heads ---

/** What stands before the first ; of an if or switch. */
function initOf(reader: Reader, node: SyntaxNode): { init?: Stmt } {
  const parts = children(node);
  const end = parts.findIndex((part) => part.name === ';');
  const init = parts[end - 1];
  return end < 2 || init === undefined ? {} : { init: head(reader, init) };
}

function head(reader: Reader, node: SyntaxNode): Stmt {
  checkHead(reader, node);
  return simple(reader, node);
}

/** Names of types before { are taken for the end of a head by Go; the grammar tries both. */
function checkHead(reader: Reader, node: SyntaxNode): void {
  if (['ParenthesizedExpr', 'FunctionLiteral', 'Arguments', 'LiteralValue'].includes(node.name)) return;
  const first = node.firstChild;
  if (node.name === 'TypedLiteral' && first !== null && NAMED_TYPES.has(first.name))
    reader.refuse(node, 'header-literal');
  const bracket = node.name === 'IndexExpr' || node.name === 'SliceExpr';
  for (const child of bracket ? children(node).slice(0, 1) : children(node)) checkHead(reader, child);
}

const NAMED_TYPES = new Set(['TypeName', 'QualifiedType', 'ParameterizedType']);

function headExpr(reader: Reader, node: SyntaxNode): Expr {
  checkHead(reader, node);
  return reader.expr(node);
}

function readIf(reader: Reader, node: SyntaxNode): Stmt {
  const parts = children(node);
  const then = parts.findIndex((part) => part.name === 'Block');
  const cond = parts.slice(0, then).filter(isExpr).at(-1);
  const thenNode = parts[then];
  const other = parts.slice(then + 1).find((part) => part.name === 'Block' || part.name === 'IfStatement');
  return {
    kind: 'if',
    at: reader.at(node),
    ...initOf(reader, node),
    cond: cond === undefined ? reader.nothing(node) : headExpr(reader, cond),
    then: reader.block(thenNode ?? node),
    ...(other === undefined ? {} : { else: other.name === 'Block' ? reader.block(other) : readIf(reader, other) }),
  };
}

function readFor(reader: Reader, node: SyntaxNode, label: string): Stmt {
  const at = reader.at(node);
  const body = reader.block(node.getChild('Block') ?? node);
  const range = node.getChild('RangeClause');
  if (range !== null) return readRange(reader, range, { at, label, body });
  const clause = node.getChild('ForClause');
  if (clause !== null) return { kind: 'for', at, label, ...forClause(reader, clause), body };
  const cond = children(node).find(isExpr);
  return { kind: 'for', at, label, ...(cond === undefined ? {} : { cond: headExpr(reader, cond) }), body };
}

function forClause(reader: Reader, node: SyntaxNode): { init?: Stmt; cond?: Expr; post?: Stmt } {
  const slots: (SyntaxNode | undefined)[] = [undefined, undefined, undefined];
  let slot = 0;
  for (const part of children(node)) {
    if (part.name !== ';') slots[slot] = part;
    else slot += 1;
  }
  const [init, cond, post] = slots;
  return {
    ...(init === undefined ? {} : { init: head(reader, init) }),
    ...(cond === undefined ? {} : { cond: headExpr(reader, cond) }),
    ...(post === undefined ? {} : { post: head(reader, post) }),
  };
}

function readRange(
  reader: Reader,
  node: SyntaxNode,
  loop: Pick<Stmt & { kind: 'range' }, 'at' | 'label' | 'body'>,
): Stmt {
  const parts = children(node);
  const sign = parts.findIndex((part) => part.name === '=' || part.name === ':=');
  const isBare = reader.scan.isPutIn(node.from);
  const [key, value, third] = isBare ? [] : leftOf(reader, parts.slice(0, sign));
  const thirdNode = parts[4];
  if (third !== undefined && thirdNode !== undefined)
    reader.refuse(thirdNode, 'unexpected-in', { found: 'third variable', place: ': range permits at most two' });
  const x = parts.filter(isExpr).at(-1);
  if (x?.name === 'FunctionLiteral') reader.refuse(x, 'no-range-func');
  return {
    kind: 'range',
    ...loop,
    ...(key === undefined ? {} : { key }),
    ...(value === undefined ? {} : { value }),
    define: parts[sign]?.name === ':=',
    x: x === undefined ? reader.nothing(node) : headExpr(reader, x),
  };
}

// --- switch and select ---

/** The cases of a block, each with the statements up to the next. */
function casesOf(reader: Reader, block: SyntaxNode | null, text: string): { head: SyntaxNode; body: SyntaxNode[] }[] {
  const cases: { head: SyntaxNode; body: SyntaxNode[] }[] = [];
  for (const part of block === null ? [] : children(block)) {
    if (part.name === 'Case') cases.push({ head: part, body: [] });
    else cases.at(-1)?.body.push(part);
  }
  const second = cases.filter(({ head: part }) => isDefault(part))[1];
  if (second !== undefined) reader.refuse(second.head, 'default-twice', { text });
  return cases;
}

function isDefault(node: SyntaxNode): boolean {
  return node.firstChild?.name === 'default';
}

function readSwitch(reader: Reader, node: SyntaxNode, label: string): Stmt {
  const parts = children(node);
  const end = parts.findIndex((part) => part.name === ';');
  const tag = parts.slice(end + 1).find(isExpr);
  const mark = parts[end];
  if (mark !== undefined && tag === undefined && reader.isLineEnd(mark))
    reader.refuse(mark, 'header-newline', { clause: 'switch' });
  const cases = casesOf(reader, node.getChild('SwitchBlock'), 'switch');
  return {
    kind: 'switch',
    at: reader.at(node),
    label,
    ...initOf(reader, node),
    ...(tag === undefined ? {} : { tag: headExpr(reader, tag) }),
    cases: cases.map((one, i) => switchCase(reader, one.head, one.body, i === cases.length - 1)),
  };
}

function switchCase(reader: Reader, node: SyntaxNode, body: readonly SyntaxNode[], isLast: boolean): SwitchCase {
  const statements = body.filter((part) => part.name !== ';' && part.name !== '}');
  const last = statements.at(-1);
  const falls = last?.name === 'FallthroughStatement';
  if (falls && isLast) reader.refuse(last, 'fallthrough-place');
  return {
    at: reader.at(node),
    values: commaList(reader, children(node).slice(1, -1)).map(reader.expr),
    isDefault: isDefault(node),
    body: readBody(reader, falls ? statements.slice(0, -1) : statements),
    fallthrough: falls && !isLast,
  };
}

/** A statement before it comes as a block around both. */
function readTypeSwitch(reader: Reader, node: SyntaxNode, label: string): Stmt {
  const { init } = initOf(reader, node);
  const statement = typeSwitch(reader, node, label);
  if (init === undefined) return statement;
  return { kind: 'block', at: reader.at(node), body: [init, statement], end: reader.scan.position(node.to - 1) };
}

function typeSwitch(reader: Reader, node: SyntaxNode, label: string): Stmt {
  const parts = children(node);
  const end = parts.findIndex((part) => part.name === ';');
  const rest = parts.slice(end + 1);
  const bind = rest.find((part) => part.name === 'DefName');
  const x = rest.find(isExpr);
  return {
    kind: 'type-switch',
    at: reader.at(bind ?? node),
    label,
    ...(bind === undefined ? {} : { bind: reader.text(bind) }),
    x: x === undefined ? reader.nothing(node) : headExpr(reader, x),
    cases: casesOf(reader, node.getChild('SwitchBlock'), 'switch').map((one): TypeCase => ({
      at: reader.at(one.head),
      types: children(one.head).filter(isType).map(reader.type),
      isDefault: isDefault(one.head),
      body: readBody(reader, one.body),
    })),
  };
}

function readSelect(reader: Reader, node: SyntaxNode, label: string): Stmt {
  return {
    kind: 'select',
    at: reader.at(node),
    label,
    cases: casesOf(reader, node.getChild('SelectBlock'), 'select').map((one): SelectCase => ({
      at: reader.at(one.head),
      comm: commOf(reader, one.head),
      body: readBody(reader, one.body),
    })),
  };
}

function commOf(reader: Reader, node: SyntaxNode): SelectCase['comm'] {
  if (isDefault(node)) return { kind: 'default' };
  const send = node.getChild('SendStatement');
  if (send !== null) return { kind: 'send', ...sendOf(reader, send) };
  const receive = node.getChild('ReceiveStatement');
  const parts = receive === null ? [] : children(receive);
  const sign = parts.findIndex((part) => part.name === '=' || part.name === ':=');
  const from = parts.at(-1);
  const x = from === undefined ? reader.nothing(node) : reader.expr(from);
  const left = sign < 0 ? [] : leftOf(reader, parts.slice(0, sign));
  if (x.kind !== 'unary' || x.op !== '<-' || left.length > 2) {
    reader.refuse(from ?? node, 'comm-wanted');
    return { kind: 'default' };
  }
  return { kind: 'receive', chan: x.x, left, define: parts[sign]?.name === ':=' };
}

function sendOf(reader: Reader, node: SyntaxNode): { chan: Expr; value: Expr } {
  const [chan, value] = children(node).filter(isExpr);
  const nothing = reader.nothing(node);
  return {
    chan: chan === undefined ? nothing : reader.expr(chan),
    value: value === undefined ? nothing : reader.expr(value),
  };
}
