/**
 * First pass over Go text: comments go, and semicolons come where Go's lexical rules put them at the end of a line
 * (specification go1.26, "Semicolons"). The grammar then reads a text without line ends: left to itself it takes a line
 * end for a semicolon only where one would fit, and so reads texts that Go refuses.
 */
import { goProblem, type GoProblem, type ProblemCode } from './problem.ts';
import type { Position } from './ast.ts';

export interface Token {
  /** In the text of the grammar. */
  readonly from: number;
  /** "newline" is a semicolon that was put in. */
  readonly kind: 'name' | 'keyword' | 'literal' | 'sign' | 'newline' | 'end';
  readonly text: string;
}

export interface Scan {
  /** For the grammar: one offset for one of the original, but for what was put in. */
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly problems: readonly GoProblem[];
  /** @param offset into `text` */
  position(offset: number): Position;
  /** True for the `_ =` put in for a bare `for range x`, which the grammar does not know. */
  isPutIn(offset: number): boolean;
}

const KEYWORDS = new Set(
  (
    'break case chan const continue default defer else fallthrough for func go goto if import interface map package ' +
    'range return select struct switch type var'
  ).split(' '),
);
const ENDS_LINE = new Set(['break', 'continue', 'fallthrough', 'return', '++', '--', ')', ']', '}']);
const BLANK_RANGE = '_=';

const TOKEN =
  /(?<space>[ \t\r]+)|(?<line>\n)|(?<comment>\/\/[^\n]*|\/\*[^]*?\*\/)|(?<name>[\p{L}_][\p{L}\p{Nd}_]*)|(?<number>0[xX](?:[\da-fA-F_.]|[pP][+-]?)*i?|(?:\d|\.\d)(?:[\d_.]|[eE][+-]?|[a-zA-Z])*)|(?<raw>`[^`]*`)|(?<string>"(?:\\[^\n]|[^\\"\n])*")|(?<rune>'(?:\\[^\n]|[^\\'\n])+')|(?<sign><<=|>>=|&\^=|\.\.\.|&&|\|\||<-|\+\+|--|==|!=|<=|>=|:=|<<|>>|&\^|[-+*/%&|^]=|[-+*/%&|^<>=!()[\]{},;.:~])/uy;

class Scanner {
  readonly problems: GoProblem[] = [];
  readonly tokens: Token[] = [];
  readonly putIn: number[] = [];
  private readonly source: string;
  private readonly lineStarts: number[] = [0];
  private out = '';
  private last: Token | undefined;

  constructor(source: string) {
    this.source = source;
    for (let i = source.indexOf('\n'); i >= 0; i = source.indexOf('\n', i + 1)) this.lineStarts.push(i + 1);
  }

  run(): Scan {
    let from = 0;
    while (from < this.source.length) {
      TOKEN.lastIndex = from;
      const found = TOKEN.exec(this.source);
      from += found === null ? this.broken(from) : this.take(found[0], found.groups ?? {});
    }
    if (this.last !== undefined && endsLine(this.last)) this.push('newline', ';');
    this.tokens.push({ from: this.out.length, kind: 'end', text: '' });
    return {
      text: this.out,
      tokens: this.tokens,
      problems: this.problems,
      position: (offset) => this.position(this.original(offset)),
      isPutIn: (offset) => this.putIn.includes(offset),
    };
  }

  private take(text: string, groups: Partial<Record<string, string>>): number {
    if (groups['space'] !== undefined) this.out += ' '.repeat(text.length);
    else if (groups['line'] !== undefined || groups['comment'] !== undefined) this.blank(text);
    else if (groups['name'] !== undefined) this.name(text);
    else this.push(groups['sign'] === undefined ? 'literal' : 'sign', text);
    return text.length;
  }

  private name(text: string): void {
    if (text === 'range' && this.last?.text === 'for') {
      this.putIn.push(this.out.length);
      this.out += BLANK_RANGE;
    }
    this.push(KEYWORDS.has(text) ? 'keyword' : 'name', text);
  }

  private push(kind: Token['kind'], text: string): void {
    this.last = { from: this.out.length, kind, text };
    this.tokens.push(this.last);
    this.out += text;
  }

  /** A line end or a comment. */
  private blank(text: string): void {
    if (text.includes('\n') && this.last !== undefined && endsLine(this.last)) {
      this.push('newline', ';');
      this.out += ' '.repeat(text.length - 1);
    } else this.out += ' '.repeat(text.length);
  }

  /** Tells what is wrong with the text from here and steps over it. */
  private broken(from: number): number {
    const [code, length] = brokenAt(this.source, from);
    const text = this.source.slice(from, from + length);
    const shown = code === 'character' ? characterName(text) : text;
    this.problems.push(goProblem(this.position(from), code, { text: shown }));
    this.out += ' '.repeat(length);
    return length;
  }

  private original(offset: number): number {
    const before = this.putIn.filter((at) => at < offset).length;
    return Math.min(offset - before * BLANK_RANGE.length, this.source.length);
  }

  private position(offset: number): Position {
    let low = 0;
    let high = this.lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.lineStarts[low] ?? 0) + 1 };
  }
}

function endsLine(token: Token): boolean {
  return token.kind === 'name' || token.kind === 'literal' || ENDS_LINE.has(token.text);
}

function brokenAt(source: string, from: number): [ProblemCode, number] {
  const rest = source.slice(from);
  if (rest.startsWith('/*')) return ['comment-open', rest.length];
  if (rest.startsWith('`')) return ['string-open', rest.length];
  const line = /^[^\n]*/.exec(rest)?.[0] ?? '';
  if (rest.startsWith('"')) return [line.length === rest.length ? 'string-open' : 'string-newline', line.length];
  if (rest.startsWith("''")) return ['rune-empty', 2];
  if (rest.startsWith("'")) return ['rune-open', line.length];
  return ['character', (rest.codePointAt(0) ?? 0) > 0xffff ? 2 : 1];
}

/** As Go names it: U+0040 '@'. */
function characterName(text: string): string {
  const code = (text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `U+${code} '${text}'`;
}

export function scanGo(source: string): Scan {
  return new Scanner(source).run();
}
