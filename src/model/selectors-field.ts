/**
 * Field selectors, "metadata.name=a,spec.nodeName!=n1": k8s.io/apimachinery pkg/fields/selector.go (v0.32 to v0.37).
 * A field that is absent reads as "".
 */
import { compareBytes } from '../kernel/bytes.ts';
import { SelectorError } from './selectors-requirement.ts';

export interface FieldTerm {
  readonly field: string;
  readonly equals: boolean;
  readonly value: string;
}

export interface FieldMatcher {
  readonly terms: readonly FieldTerm[];
  matches(fields: Readonly<Record<string, string>>): boolean;
  /** Upstream's text form: "==" is written "=". */
  toString(): string;
}

/** Cuts at commas that no backslash escapes. */
function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let term = '';
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '\\') {
      term += char + text.charAt(++i);
    } else if (char === ',') {
      terms.push(term);
      term = '';
    } else {
      term += char;
    }
  }
  return [...terms, term];
}

function splitTerm(text: string): { field: string; equals: boolean; rest: string } | undefined {
  for (let i = 0; i < text.length; i++) {
    const rest = text.slice(i);
    if (rest.startsWith('!=')) return { field: text.slice(0, i), equals: false, rest: rest.slice(2) };
    if (rest.startsWith('==')) return { field: text.slice(0, i), equals: true, rest: rest.slice(2) };
    if (rest.startsWith('=')) return { field: text.slice(0, i), equals: true, rest: rest.slice(1) };
  }
  return undefined;
}

const quoted = (text: string): string => JSON.stringify(text);

/** Removes backslashes. Errors: a bare comma or equals sign, or a backslash before anything else. */
function unescape(text: string): string {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '\\') {
      const next = text.charAt(++i);
      if (next !== '\\' && next !== ',' && next !== '=') {
        throw new SelectorError(`invalid field selector: invalid escape sequence: ${quoted(char + next)}`);
      }
      out += next;
    } else if (char === ',' || char === '=') {
      throw new SelectorError(`invalid field selector: unescaped character in field selector value: ${quoted(char)}`);
    } else {
      out += char;
    }
  }
  return out;
}

const escape = (text: string): string => text.replace(/[\\,=]/g, (char) => `\\${char}`);

/** fields.ParseSelector. Errors: SelectorError. */
export function parseFieldSelector(text: string): FieldMatcher {
  const parts = splitTerms(text).sort(compareBytes);
  const terms: FieldTerm[] = [];
  for (const part of parts) {
    if (part === '') continue;
    const split = splitTerm(part);
    if (split === undefined) {
      throw new SelectorError(`invalid selector: '${text}'; can't understand '${part}'`);
    }
    terms.push({ field: split.field, equals: split.equals, value: unescape(split.rest) });
  }
  return {
    terms,
    matches: (fields) =>
      terms.every(({ field, equals, value }) => {
        const found = Object.hasOwn(fields, field) ? (fields[field] ?? '') : '';
        return (found === value) === equals;
      }),
    toString: () => terms.map((t) => `${t.field}${t.equals ? '=' : '!='}${escape(t.value)}`).join(','),
  };
}
