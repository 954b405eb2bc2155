import yaml from 'js-yaml';
import type { Chunk } from './json-stream.ts';
import { refuse } from './problem.ts';
import type { Progress } from './types.ts';
import { KUBECTL_SCHEMA } from './yaml-schema.ts';

/**
 * Reads a YAML stream document by document, and a large `kind: List` item by item, so that a 22 MB dump shows progress and
 * never stands in memory as one syntax tree. Chunks of a List are its items; the caller does not see the List around them.
 */
export function readYamlStream(file: string, text: string, progress: Progress): Chunk[] {
  const chunks: Chunk[] = [];
  let done = 0;
  for (const piece of documents(text)) {
    const items = listItems(file, piece);
    if (items === undefined) addDocument(file, piece, chunks);
    else {
      for (const item of items) {
        addItem(file, item, chunks);
        done += item.text.length;
        progress(done, text.length);
      }
    }
  }
  return chunks;
}

interface Piece {
  readonly text: string;
  readonly line: number;
}

/**
 * Splits at `---` lines. (A `---` inside a block scalar is always indented.) Where one output of kubectl follows another
 * without one, a whole object has its kind already when the next `apiVersion:` or `{` stands at the left edge.
 */
function documents(text: string): Piece[] {
  const pieces: Piece[] = [];
  let line = 1;
  let start = 0;
  let startLine = 1;
  let whole = false;
  for (let at = 0; at <= text.length;) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const marked = text.startsWith('---', at) && /^---(?:\s|$)/.test(text.slice(at, at + 4));
    if (marked || (whole && (text.startsWith('apiVersion:', at) || text[at] === '{'))) {
      pieces.push({ text: text.slice(start, at), line: startLine });
      // What follows the marker on its line belongs to the document; keep the columns.
      start = at;
      startLine = line;
      whole = false;
    }
    whole ||= text.startsWith('kind:', at);
    if (newline < 0) break;
    at = end + 1;
    line++;
  }
  pieces.push({ text: text.slice(start), line: startLine });
  return pieces.filter(
    (p) => !/^(?:---)?(?:\s|#[^\n]*(?:\n|$))*(?:\.\.\.\s*)?$/.test(p.text.slice(0, 4000)) || p.text.length > 4000,
  );
}

/**
 * The items of a List as kubectl prints it: `items:` and each "- " at the left edge. Anything else is left to the parser.
 * @returns undefined where the document is no such List
 */
function listItems(file: string, piece: Piece): Piece[] | undefined {
  const head = /^(?:---[^\n]*\n)?(?:apiVersion: v1\r?\n)?items:[ \t]*\r?\n(?=- )/.exec(piece.text);
  if (head === null) return undefined;
  const lines = piece.text.slice(head[0].length).split('\n');
  const items: Piece[] = [];
  let first = 0;
  const headLines = head[0].split('\n').length - 1;
  const end = lines.findIndex((l) => /^[^\s#-]/.test(l));
  const tail = end < 0 ? lines.length : end;
  for (let i = 1; i <= tail; i++) {
    if (i < tail && lines[i]?.startsWith('- ') !== true) continue;
    items.push({
      text: lines.slice(first, i).join('\n') + (i < lines.length ? '\n' : ''),
      line: piece.line + headLines + first,
    });
    first = i;
  }
  const rest = lines.slice(tail).join('\n');
  // kubectl ends a List with its kind: a text that stops before was cut, even between two items.
  if (head[0].includes('apiVersion') && !/^kind:/m.test(rest)) {
    const last = piece.line + piece.text.trimEnd().split('\n').length - 1;
    refuse('truncated', file, last, 1, { what: 'kind: List', found: '' });
  }
  return /^(?:kind: List|metadata:|apiVersion: v1|  resourceVersion: ""|  selfLink: ""|\s)*$/.test(rest)
    ? items
    : undefined;
}

function addDocument(file: string, piece: Piece, chunks: Chunk[]): void {
  const value = load(file, piece);
  if (value === undefined || value === null) return;
  chunks.push({ text: piece.text, line: piece.line, value });
}

function addItem(file: string, piece: Piece, chunks: Chunk[]): void {
  const value = load(file, piece);
  if (!Array.isArray(value) || value.length !== 1) refuse('bad-yaml', file, piece.line, 1, { what: 'a list item' });
  chunks.push({ text: piece.text, line: piece.line, value: (value as readonly unknown[])[0] });
}

function load(file: string, piece: Piece): unknown {
  try {
    return yaml.load(piece.text, { schema: KUBECTL_SCHEMA });
  } catch (error) {
    if (!(error instanceof yaml.YAMLException)) throw error;
    const mark = error.mark as { line: number; column: number } | undefined;
    // The parser puts the end of a text on a line that is not there.
    const at = Math.min(mark?.line ?? 0, piece.text.trimEnd().split('\n').length - 1);
    const text = piece.text.split('\n')[at] ?? '';
    const line = piece.line + at;
    const column = (mark?.column ?? 0) + 1;
    if (/^\s*\t/.test(text)) refuse('bad-yaml-tab', file, line, text.indexOf('\t') + 1);
    if (error.reason.startsWith('duplicated mapping key')) {
      refuse('duplicate-key', file, line, column, { key: /^\s*(?:- )?([^:]*)/.exec(text)?.[1]?.trim() ?? '' });
    }
    // A text that stops inside its last line, without a line end, was cut there.
    const cut = !piece.text.endsWith('\n') && piece.text.split('\n').length <= at + 1;
    const ended = cut || error.reason.includes('unexpected end of the stream');
    return refuse(ended ? 'truncated' : 'bad-yaml', file, line, column, {
      what: error.reason,
      found: text.trim().slice(0, 60),
    });
  }
}
