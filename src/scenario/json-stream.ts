import { lineAt } from './decode.ts';
import { refuse } from './problem.ts';

/** One value of a stream of JSON values (NDJSON, or values one after the other). */
export interface Chunk {
  readonly text: string;
  /** 1-based. */
  readonly line: number;
  readonly value: unknown;
}

/** JSON values, and where a document that is not JSON follows them: the offset of its "---" line. */
export interface JsonStream {
  readonly chunks: readonly Chunk[];
  readonly yamlAt?: number;
}

/**
 * Splits and checks JSON by hand before the platform parses it: the platforms disagree on whether an error tells its
 * position, and none of them sees a key that is there twice. Values may stand one after the other or between "---" lines.
 */
export function readJsonStream(file: string, text: string): JsonStream {
  const scanner = new JsonScanner(file, text);
  const chunks: Chunk[] = [];
  for (;;) {
    const start = scanner.skipSpace();
    if (start >= text.length) return { chunks };
    if (scanner.skipSeparator()) {
      if (/^[^{[]/.test(text.slice(scanner.skipSpace()))) return { chunks, yamlAt: start };
      continue;
    }
    const end = scanner.value(start, 0);
    const slice = text.slice(start, end);
    chunks.push({ text: slice, line: lineAt(text, start), value: JSON.parse(slice) as unknown });
  }
}

const DEPTH_MAX = 200;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SEPARATOR = /---[ \t]*(?:#[^\n]*)?\r?(?:\n|$)/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

class JsonScanner {
  private at = 0;
  constructor(
    private readonly file: string,
    private readonly text: string,
  ) {}

  skipSpace(): number {
    for (; this.at < this.text.length; this.at++) {
      const c = this.text.charCodeAt(this.at);
      if (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09) break;
    }
    return this.at;
  }

  /** Between two values: a line of "---", maybe with a comment. @returns whether there was one */
  skipSeparator(): boolean {
    if (this.at > 0 && this.text[this.at - 1] !== '\n') return false;
    SEPARATOR.lastIndex = this.at;
    const found = SEPARATOR.exec(this.text);
    this.at += found?.[0].length ?? 0;
    return found !== null;
  }

  /** Scans the value at `start`. @returns the offset behind it */
  value(start: number, depth: number): number {
    this.at = start;
    if (depth > DEPTH_MAX) this.fail('too-deep');
    const c = this.text[start];
    if (c === '{') this.members(depth);
    else if (c === '[') this.elements(depth);
    else if (c === '"') this.string();
    else this.scalar();
    return this.at;
  }

  private members(depth: number): void {
    const keys = new Set<string>();
    this.at++;
    if (this.closesAtOnce('}')) return;
    for (;;) {
      this.skipSpace();
      const from = this.at;
      if (this.text[from] !== '"') this.fail('bad-json');
      const key = this.string();
      if (keys.has(key)) this.fail('duplicate-key', from, { key: JSON.parse(key) as string });
      keys.add(key);
      if (this.peek() !== ':') this.fail('bad-json');
      this.at++;
      this.value(this.skipSpace(), depth + 1);
      if (this.closes('}')) return;
    }
  }

  private elements(depth: number): void {
    this.at++;
    if (this.closesAtOnce(']')) return;
    for (;;) {
      this.value(this.skipSpace(), depth + 1);
      if (this.closes(']')) return;
    }
  }

  /** "{}" and "[]". */
  private closesAtOnce(end: string): boolean {
    if (this.peek() !== end) return false;
    this.at++;
    return true;
  }

  private closes(end: string): boolean {
    const c = this.peek();
    if (c !== end && c !== ',') this.fail('bad-json');
    this.at++;
    return c === end;
  }

  private peek(): string {
    this.skipSpace();
    const c = this.text[this.at];
    return c ?? this.fail('truncated');
  }

  private string(): string {
    const from = this.at++;
    for (;;) {
      const c = this.text.charCodeAt(this.at);
      if (Number.isNaN(c)) this.fail('truncated', from);
      if (c === 0x22) return this.text.slice(from, ++this.at);
      if (c < 0x20) this.fail('bad-json');
      if (c === 0x5c) this.match(ESCAPE);
      else this.at++;
    }
  }

  private scalar(): void {
    for (const word of ['true', 'false', 'null']) {
      if (this.text.startsWith(word, this.at)) return void (this.at += word.length);
    }
    if (this.at >= this.text.length) this.fail('truncated');
    this.match(NUMBER);
  }

  private match(pattern: RegExp): void {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) this.fail('bad-json');
    else this.at += found[0].length;
  }

  private fail(code: string, at = this.at, params: Readonly<Record<string, string>> = {}): never {
    // What breaks off inside a word, a number or an escape was cut, not mistyped.
    const cut =
      code === 'bad-json' &&
      /^(?:|t|tr|tru|f|fa|fal|fals|n|nu|nul|-|\\(?:u[0-9a-fA-F]{0,3})?)$/.test(this.text.slice(at).trimEnd());
    const found = this.text.slice(at, at + 20).split('\n')[0] ?? '';
    const column = at - this.text.lastIndexOf('\n', at - 1);
    return refuse(cut ? 'truncated' : code, this.file, lineAt(this.text, at), column, { found, ...params });
  }
}
