/**
 * Reads a condition: `kind = store.written and object = Pod/default/web-*`, `phase(Pod/default/web-1) = Running`,
 * `count(pods where phase = Pending) > 3`, `not (queue(backoffQ) = 0)`. What is wrong is told with its place.
 */
import { EVENT_KINDS, LANES } from '../../model/events.ts';
import { Refusal, tokensOf, type Token } from './tokens.ts';
import { eventOperand, functionOperand, isFunction, type Reader } from './operands.ts';
import type { Comparison, Condition, Operand, Parsed, Watch } from './types.ts';

export const CONDITION_MAX = 300;
const DEPTH_MAX = 16;

export const parseCondition = (source: string): Parsed<Condition> => read(source, (parser) => parser.whole());

/** One thing to look at, or a condition. */
export const parseWatch = (source: string): Parsed<Watch> => read(source, (parser) => parser.watch());

function read<T>(source: string, what: (parser: Parser) => T): Parsed<T> {
  try {
    if (source.trim() === '') throw new Refusal('condition-empty', 1);
    if (source.length > CONDITION_MAX) {
      throw new Refusal('condition-long', CONDITION_MAX + 1, { limit: String(CONDITION_MAX) });
    }
    return { ok: true, value: what(new Parser(tokensOf(source))) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, problem: error.problem };
    throw error;
  }
}

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  '=': '=',
  '==': '=',
  '!=': '!=',
  '~': '~',
  '!~': '!~',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};
const ORDER: ReadonlySet<Comparison> = new Set(['<', '<=', '>', '>=']);

class Parser implements Reader {
  private at = 0;
  private depth = 0;
  /** Within a `where`: names are fields of the object. */
  private inside = false;
  private readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  whole(): Condition {
    const found = this.or();
    this.expectEnd();
    return found;
  }

  watch(): Watch {
    if (this.isWord('not') || this.isSign('(')) return { shows: 'truth', condition: this.whole() };
    const operand = this.operand();
    if (this.peek.kind === 'end') return { shows: 'value', operand };
    this.at = 0;
    return { shows: 'truth', condition: this.whole() };
  }

  where(): Condition {
    this.inside = true;
    const found = this.or();
    this.inside = false;
    return found;
  }

  get peek(): Token {
    return this.tokens[this.at] ?? { kind: 'end', text: '', column: 1 };
  }

  take(): Token {
    const token = this.peek;
    this.at++;
    return token;
  }

  isWord(word: string): boolean {
    return this.peek.kind === 'word' && this.peek.text.toLowerCase() === word;
  }

  expectSign(sign: string): void {
    if (!this.isSign(sign)) throw new Refusal('condition-closing', this.peek.column, { sign, found: this.peek.text });
    this.at++;
  }

  isSign(sign: string): boolean {
    return this.peek.kind === 'sign' && this.peek.text === sign;
  }

  private or(): Condition {
    return this.joined('or', () => this.joined('and', () => this.not()));
  }

  private joined(is: 'and' | 'or', one: () => Condition): Condition {
    const first = one();
    if (!this.isWord(is)) return first;
    const parts = [first];
    while (this.isWord(is)) {
      this.at++;
      parts.push(one());
    }
    return { is, parts };
  }

  private not(): Condition {
    if (this.depth >= DEPTH_MAX) throw new Refusal('condition-deep', this.peek.column, { limit: String(DEPTH_MAX) });
    this.depth++;
    const found = this.inner();
    this.depth--;
    return found;
  }

  private inner(): Condition {
    if (this.isWord('not')) {
      this.at++;
      return { is: 'not', part: this.not() };
    }
    if (!this.isSign('(')) return this.test();
    this.at++;
    const found = this.or();
    this.expectSign(')');
    return found;
  }

  private test(): Condition {
    const operand = this.operand();
    const comparison = this.peek.kind === 'sign' ? COMPARISONS[this.peek.text] : undefined;
    if (comparison === undefined) {
      if (operand.of === 'object' && operand.path === 'exists') {
        return { is: 'test', operand, comparison: '=', value: 'true' };
      }
      throw new Refusal('condition-comparison', this.peek.column, { found: this.peek.text });
    }
    this.at++;
    const value = this.value(comparison);
    check(operand, comparison, value);
    const marked = markedTest(operand, comparison, value.text);
    if (marked !== undefined) return marked;
    return { is: 'test', operand, comparison, value: value.text };
  }

  private value(comparison: Comparison): Token {
    const token = this.take();
    if (token.kind === 'sign' || token.kind === 'end') {
      throw new Refusal('condition-value', token.column, { comparison, found: token.text });
    }
    if (ORDER.has(comparison) && !isNumber(token.text)) {
      throw new Refusal('condition-number', token.column, { comparison, found: token.text });
    }
    return token;
  }

  private operand(): Operand {
    const token = this.take();
    if (token.kind !== 'word') throw new Refusal('condition-what', token.column, { found: token.text });
    const called = this.isSign('(');
    if (called && isFunction(token.text) && !this.inside) return functionOperand(token, this);
    if (called) throw new Refusal('condition-unknown', token.column, { found: `${token.text}(` });
    return this.inside ? { of: 'field', path: token.text } : eventOperand(token);
  }

  private expectEnd(): void {
    const { kind, text, column } = this.peek;
    if (kind !== 'end') throw new Refusal('condition-rest', column, { found: text });
  }
}

export const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);

const KINDS: readonly string[] = EVENT_KINDS.map(({ name }) => name);
const LANE_NAMES: readonly string[] = LANES;

/** Of a closed table, what is not in it would never come: that is told at once. */
function check(operand: Operand, comparison: Comparison, { text, column }: Token): void {
  if (operand.of !== 'event' || (comparison !== '=' && comparison !== '!=') || text.includes('*')) return;
  if (operand.field === 'kind' && !KINDS.includes(text)) {
    throw new Refusal('condition-kind', column, { found: text, like: alike(text, KINDS) });
  }
  if (operand.field === 'lane' && !LANE_NAMES.includes(text)) {
    throw new Refusal('condition-lane', column, { found: text, known: LANES.join(', ') });
  }
}

/** The name that shares most with what was written; "" where that is less than a third of it. */
function alike(text: string, names: readonly string[]): string {
  const pairs = (word: string): Set<string> => new Set(Array.from(word, (_, i) => word.slice(i, i + 2)));
  const wanted = pairs(text);
  const score = (name: string): number => [...pairs(name)].filter((pair) => wanted.has(pair)).length;
  const [best = ''] = [...names].sort((a, b) => score(b) - score(a));
  return score(best) * 3 >= wanted.size ? best : '';
}

/** Terminating is no phase of a Pod but its deletionTimestamp; a Namespace in that phase has one, too. */
function markedTest(operand: Operand, comparison: Comparison, value: string): Condition | undefined {
  if (value !== 'Terminating' || (comparison !== '=' && comparison !== '!=')) return undefined;
  if ((operand.of !== 'object' && operand.of !== 'field') || !PHASES.has(operand.path)) return undefined;
  const marked = { ...operand, path: 'metadata.deletionTimestamp' };
  return { is: 'test', operand: marked, comparison: comparison === '=' ? '!=' : '=', value: '' };
}

const PHASES: ReadonlySet<string> = new Set(['phase', 'status.phase']);
