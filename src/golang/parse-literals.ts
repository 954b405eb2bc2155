/** Numbers, runes, strings; composite literals with the types left out inside them filled in. */
import type { SyntaxNode } from '@lezer/common';
import type { Expr, Type } from './ast.ts';
import { numberConstant, toNumber } from './constants.ts';
import { children, commaList, isType, type Reader } from './parse-reader.ts';

export function readNumber(reader: Reader, node: SyntaxNode): Expr {
  const at = reader.at(node);
  const text = reader.text(node);
  if (text.endsWith('i')) {
    reader.refuse(node, 'imaginary');
    return reader.nothing(node);
  }
  const plain = text.replaceAll('_', '');
  const isFloat = /^0[xX]/.test(plain) ? /[.pP]/.test(plain) : /[.eE]/.test(plain);
  const constant = numberConstant(plain);
  if (constant === undefined || (!isFloat && /^0\d*[89]/.test(plain))) reader.refuse(node, 'number');
  const value = constant === undefined ? 0 : toNumber(constant);
  return isFloat ? { kind: 'float', at, value, text } : { kind: 'int', at, value, text };
}

export function readRune(reader: Reader, node: SyntaxNode): Expr {
  const text = unescape(reader, node, reader.text(node).slice(1, -1), true);
  const code = text.codePointAt(0) ?? 0;
  if (text.length !== String.fromCodePoint(code).length) reader.refuse(node, text === '' ? 'rune-empty' : 'rune-form');
  return { kind: 'int', at: reader.at(node), value: code, text: reader.text(node), rune: true };
}

export function readString(reader: Reader, node: SyntaxNode): Expr {
  return { kind: 'string', at: reader.at(node), value: stringValue(reader, node), text: reader.text(node) };
}

export function stringValue(reader: Reader, node: SyntaxNode): string {
  const text = reader.text(node);
  if (text.startsWith('`')) return text.slice(1, -1).replaceAll('\r', '');
  return unescape(reader, node, text.slice(1, -1), false);
}

const SIMPLE: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
};

const ESCAPE = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{3})|([^]))/g;

function unescape(reader: Reader, node: SyntaxNode, text: string, rune: boolean): string {
  return text.replace(
    ESCAPE,
    (all: string, hex?: string, short?: string, long?: string, octal?: string, letter?: string) => {
      const code = escapeCode(hex ?? short ?? long, octal);
      if (code !== undefined) {
        const isByte = hex !== undefined || octal !== undefined;
        if (!rune && isByte && code > 0x7f) reader.refuse(node, 'escape-byte', { text: all });
        if (code <= 0x10ffff) return String.fromCodePoint(code);
      }
      const simple = letter === (rune ? "'" : '"') ? letter : SIMPLE[letter ?? ''];
      if (simple === undefined) reader.refuse(node, 'escape-unknown', { text: all });
      return simple ?? '?';
    },
  );
}

function escapeCode(hex: string | undefined, octal: string | undefined): number | undefined {
  if (hex !== undefined) return Number.parseInt(hex, 16);
  return octal === undefined ? undefined : Number.parseInt(octal, 8);
}

/** T{…} */
export function readComposite(reader: Reader, node: SyntaxNode): Expr {
  const typeNode = children(node).find(isType);
  const value = node.getChild('LiteralValue');
  if (typeNode === undefined || value === null) return reader.nothing(node);
  if (typeNode.name === 'SliceType' && typeNode.getChild('...') !== null) return countedArray(reader, typeNode, value);
  return literal(reader, value, reader.type(typeNode));
}

/** [...]T{…}: as long as its elements need. */
function countedArray(reader: Reader, typeNode: SyntaxNode, value: SyntaxNode): Expr {
  const at = reader.at(typeNode);
  const ofNode = children(typeNode).filter(isType).at(-1);
  if (ofNode === undefined) return reader.nothing(typeNode);
  const of = reader.type(ofNode);
  const filled = literal(reader, value, { kind: 'slice', at, of });
  if (filled.kind !== 'composite') return filled;
  let next = 0;
  let length = 0;
  for (const element of filled.elements) {
    if (element.key?.kind === 'int') next = element.key.value;
    else if (element.key !== undefined) reader.refuse(value, 'not-supported', { text: 'a named index in [...]' });
    next += 1;
    length = Math.max(length, next);
  }
  return { ...filled, type: { kind: 'array', at, of, length: { kind: 'int', at, value: length } } };
}

function literal(reader: Reader, value: SyntaxNode, type: Type): Expr {
  const under = underlying(reader, type);
  const inner = children(value).filter((part) => part.name !== '{' && part.name !== '}');
  const elements = commaList(reader, inner, true).map((element) => {
    const keyNode = element.getChild('Key')?.firstChild;
    const of = element.lastChild;
    const key = keyNode === null || keyNode === undefined ? {} : { key: part(reader, keyNode, keyType(under)) };
    return { ...key, value: of === null ? reader.nothing(element) : part(reader, of, elementType(under)) };
  });
  const start = value.parent?.name === 'TypedLiteral' ? value.parent : value;
  const end = reader.scan.position(value.to - 1);
  return { kind: 'composite', at: reader.at(start), type, elements, end };
}

/** @param type what a literal without a type is one of; undefined = it must have one */
function part(reader: Reader, node: SyntaxNode, type: Type | undefined): Expr {
  if (node.name !== 'LiteralValue') return reader.expr(node);
  const under = type === undefined ? undefined : underlying(reader, type);
  if (type === undefined || under === undefined) {
    reader.refuse(node, 'literal-type');
    return reader.nothing(node);
  }
  if (under.kind !== 'pointer') return literal(reader, node, type);
  return { kind: 'unary', at: reader.at(node), op: '&', x: literal(reader, node, under.of) };
}

function keyType(type: Type): Type | undefined {
  return type.kind === 'map' ? type.key : undefined;
}

function elementType(type: Type): Type | undefined {
  return type.kind === 'map' || type.kind === 'slice' || type.kind === 'array' ? type.of : undefined;
}

/** What a declared type stands for. */
function underlying(reader: Reader, type: Type, depth = 0): Type {
  if (type.kind !== 'named' || type.pkg !== '' || depth > 20) return type;
  const spec = reader.declared.get(type.name);
  const of = spec === undefined ? undefined : children(spec).filter(isType).at(-1);
  return of === undefined ? type : underlying(reader, reader.type(of), depth + 1);
}
