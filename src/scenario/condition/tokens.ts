import type { ConditionCode, ConditionProblem } from '../../protocol/conditions.ts';

export interface Token {
  readonly kind: 'word' | 'text' | 'sign' | 'end';
  readonly text: string;
  /** 1-based. */
  readonly column: number;
}

/** Thrown inside the parser, caught at its door. */
export class Refusal extends Error {
  readonly problem: ConditionProblem;

  constructor(code: ConditionCode, column: number, params: Readonly<Record<string, string>> = {}) {
    super(code);
    this.problem = { code, column, params };
  }
}

const SIGN = /^(?:!=|!~|<=|>=|==|[=~<>(),])/;
/** Names, keys, paths, numbers, and patterns of them. */
const WORD = /^[^\s()=!~<>,"']+/;

export function tokensOf(source: string): readonly Token[] {
  // Signs and digits as a Japanese keyboard writes them mean the same.
  const text = source.normalize('NFKC');
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const blank = /^\s+/.exec(rest)?.[0].length ?? 0;
    if (blank > 0) {
      at += blank;
      continue;
    }
    const token = next(rest, at + 1);
    tokens.push(token);
    at += token.kind === 'text' ? token.text.length + 2 : token.text.length;
  }
  return [...tokens, { kind: 'end', text: '', column: text.length + 1 }];
}

function next(rest: string, column: number): Token {
  const sign = SIGN.exec(rest)?.[0];
  if (sign !== undefined) return { kind: 'sign', text: sign, column };
  const word = WORD.exec(rest)?.[0];
  if (word !== undefined) return { kind: 'word', text: word, column };
  const quote = rest.charAt(0);
  if (quote === '!') throw new Refusal('condition-comparison', column, { found: '!' });
  const end = rest.indexOf(quote, 1);
  if (end < 0) throw new Refusal('condition-quote', column, { quote });
  return { kind: 'text', text: rest.slice(1, end), column };
}
