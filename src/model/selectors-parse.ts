/**
 * Text form of label selectors: k8s.io/apimachinery pkg/labels/selector.go (the same from v0.32 to v0.37 but for C-22).
 */
import { compareBytes } from '../kernel/bytes.ts';
import { invalid } from './field-errors.ts';
import { qualifiedNameProblems } from './names.ts';
import {
  type LabelMatcher,
  newRequirement,
  type Operator,
  type Requirement,
  requirementsMatcher,
  SelectorError,
} from './selectors-requirement.ts';
import { DEFAULT_VERSION, type KubernetesVersion } from './versions.ts';

interface Token {
  readonly kind: 'end' | 'identifier' | 'symbol' | 'error';
  readonly text: string;
}

const SYMBOLS: ReadonlySet<string> = new Set([')', ',', '!', '==', '=', '>', '<', '!=', '(']);
const SYMBOL_CHARS = '=!(),><';
const BLANKS = ' \t\r\n';

/** The longest run of symbol characters that is a symbol; what cannot start one is an error token. */
function scanSymbol(text: string, start: number): { token: Token; next: number } {
  let known = '';
  let run = '';
  let at = start;
  for (; at < text.length && SYMBOL_CHARS.includes(text.charAt(at)); at++) {
    const longer = run + text.charAt(at);
    if (SYMBOLS.has(longer)) known = longer;
    else if (known !== '') break;
    run = longer;
  }
  const token: Token =
    known === '' ? { kind: 'error', text: `error expected: keyword found '${run}'` } : { kind: 'symbol', text: known };
  return { token, next: at };
}

function scan(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (BLANKS.includes(char)) {
      at++;
    } else if (SYMBOL_CHARS.includes(char)) {
      const { token, next } = scanSymbol(text, at);
      tokens.push(token);
      at = next;
    } else {
      const start = at;
      while (at < text.length && !SYMBOL_CHARS.includes(text.charAt(at)) && !BLANKS.includes(text.charAt(at))) at++;
      tokens.push({ kind: 'identifier', text: text.slice(start, at) });
    }
  }
  return tokens;
}

const END: Token = { kind: 'end', text: '' };
const OPERATORS: Readonly<Record<string, Operator>> = {
  in: 'in',
  notin: 'notin',
  '=': '=',
  '==': '==',
  '!=': '!=',
  '>': 'gt',
  '<': 'lt',
};
const BINARY = 'in, notin, =, ==, !=, gt, lt';

class Parser {
  private at = 0;
  constructor(
    private readonly tokens: readonly Token[],
    private readonly version: KubernetesVersion,
  ) {}

  parse(): Requirement[] {
    const requirements: Requirement[] = [];
    for (;;) {
      const token = this.peek();
      if (token.kind === 'end') return requirements;
      if (!startsRequirement(token)) {
        throw new SelectorError(`found '${token.text}', expected: !, identifier, or 'end of string'`);
      }
      requirements.push(this.wrapped());
      const after = this.take();
      if (after.kind === 'end') return requirements;
      if (!isSymbol(after, ',')) throw new SelectorError(`found '${after.text}', expected: ',' or 'end of string'`);
      const next = this.peek();
      if (!startsRequirement(next)) throw new SelectorError(`found '${next.text}', expected: identifier after ','`);
    }
  }

  private peek(): Token {
    return this.tokens[this.at] ?? END;
  }

  private take(): Token {
    const token = this.peek();
    this.at++;
    return token;
  }

  private wrapped(): Requirement {
    try {
      return this.requirement();
    } catch (error) {
      if (error instanceof SelectorError) throw new SelectorError(`unable to parse requirement: ${error.message}`);
      throw error;
    }
  }

  private requirement(): Requirement {
    let token = this.take();
    const negated = isSymbol(token, '!');
    if (negated) token = this.take();
    if (token.kind !== 'identifier') throw new SelectorError(`found '${token.text}', expected: identifier`);
    const key = token.text;
    const problems = qualifiedNameProblems(key, this.version);
    if (problems.length > 0) throw new SelectorError(invalid('', key, problems.join('; ')));
    if (negated) return newRequirement(key, '!', [], this.version);
    const next = this.peek();
    if (next.kind === 'end' || isSymbol(next, ',')) return newRequirement(key, 'exists', [], this.version);
    const operator = this.operator();
    const values = operator === 'in' || operator === 'notin' ? this.values() : [this.exactValue()];
    return newRequirement(key, operator, [...new Set(values)].sort(compareBytes), this.version);
  }

  private operator(): Operator {
    const token = this.take();
    const operator = Object.hasOwn(OPERATORS, token.text) ? OPERATORS[token.text] : undefined;
    if (operator === undefined) throw new SelectorError(`found '${token.text}', expected: ${BINARY}`);
    return operator;
  }

  private exactValue(): string {
    const next = this.peek();
    if (next.kind === 'end' || isSymbol(next, ',')) return '';
    const token = this.take();
    if (token.kind !== 'identifier') throw new SelectorError(`found '${token.text}', expected: identifier`);
    return token.text;
  }

  private values(): string[] {
    const open = this.take();
    if (!isSymbol(open, '(')) throw new SelectorError(`found '${open.text}' expected: '('`);
    const first = this.peek();
    if (isSymbol(first, ')')) {
      this.take();
      return [''];
    }
    if (first.kind !== 'identifier' && !isSymbol(first, ',')) {
      throw new SelectorError(`found '${first.text}', expected: ',', ')' or identifier`);
    }
    const listed = this.identifiers();
    if (!isSymbol(this.take(), ')')) throw new SelectorError(`found '${first.text}', expected: ')'`);
    return listed;
  }

  /** A list whose gaps, "(,a" or "(a,,b)", are empty values. */
  private identifiers(): string[] {
    const listed: string[] = [];
    for (;;) {
      const token = this.take();
      const next = this.peek();
      if (token.kind === 'identifier') {
        listed.push(token.text);
        if (isSymbol(next, ')')) return listed;
        if (!isSymbol(next, ',')) throw new SelectorError(`found '${next.text}', expected: ',' or ')'`);
      } else if (isSymbol(token, ',')) {
        if (listed.length === 0) listed.push('');
        if (isSymbol(next, ')')) return [...listed, ''];
        if (isSymbol(next, ',')) {
          this.take();
          listed.push('');
        }
      } else {
        throw new SelectorError(`found '${token.text}', expected: ',', or identifier`);
      }
    }
  }
}

const isSymbol = (token: Token, text: string): boolean => token.kind === 'symbol' && token.text === text;
const startsRequirement = (token: Token): boolean => token.kind === 'identifier' || isSymbol(token, '!');

/** labels.Parse. Errors: SelectorError with upstream's text. */
export function parseSelector(text: string, version: KubernetesVersion = DEFAULT_VERSION): LabelMatcher {
  return requirementsMatcher(new Parser(scan(text), version).parse());
}
