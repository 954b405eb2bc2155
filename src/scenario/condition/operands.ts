import { RESOURCES } from '../../model/resources.ts';
import { Refusal, type Token } from './tokens.ts';
import { EVENT_FIELDS, QUEUE_NAMES, type Condition, type EventField, type Operand, type QueueWord } from './types.ts';

/** What operands need of the parser. */
export interface Reader {
  readonly peek: Token;
  take(): Token;
  isWord(word: string): boolean;
  isSign(sign: string): boolean;
  expectSign(sign: string): void;
  where(): Condition;
}

const FUNCTIONS = ['phase', 'node', 'status', 'exists', 'revision', 'field', 'count', 'queue'] as const;
type FunctionName = (typeof FUNCTIONS)[number];

export const isFunction = (text: string): text is FunctionName => (FUNCTIONS as readonly string[]).includes(text);

const isEventField = (text: string): text is EventField => (EVENT_FIELDS as readonly string[]).includes(text);

export function eventOperand({ text, column }: Token): Operand {
  if (isEventField(text)) return { of: 'event', field: text };
  throw new Refusal('condition-unknown', column, { found: text });
}

export function functionOperand({ text }: Token, reader: Reader): Operand {
  reader.expectSign('(');
  const operand = argumentsOf(text as FunctionName, reader);
  reader.expectSign(')');
  return operand;
}

function argumentsOf(name: FunctionName, reader: Reader): Operand {
  if (name === 'count') return counted(reader);
  if (name === 'queue') return queued(reader);
  const key = keyOf(reader.take());
  if (name !== 'field') return { of: 'object', key, path: name };
  reader.expectSign(',');
  const { kind, text, column } = reader.take();
  if (kind !== 'word' && kind !== 'text') throw new Refusal('condition-what', column, { found: text });
  return { of: 'object', key, path: text };
}

/** "Pod/ns/name" or "Node/name": one object. */
function keyOf({ kind, text, column }: Token): string {
  const parts = text.split('/');
  const shaped = parts.length >= 2 && parts.length <= 3 && parts.every((part) => part !== '') && /^[A-Z]/.test(text);
  if (kind === 'sign' || kind === 'end' || !shaped) throw new Refusal('condition-key', column, { found: text });
  if (text.includes('*')) throw new Refusal('condition-one-key', column, { found: text });
  return text;
}

function counted(reader: Reader): Operand {
  const { text, column } = reader.take();
  const small = text.toLowerCase();
  const found = RESOURCES.find(({ kind, resource }) => resource === small || kind.toLowerCase() === small);
  if (found === undefined) throw new Refusal('condition-resource', column, { found: text });
  if (!reader.isWord('where')) return { of: 'count', kind: found.kind, where: undefined };
  reader.take();
  return { of: 'count', kind: found.kind, where: reader.where() };
}

const isQueue = (text: string): text is QueueWord => (QUEUE_NAMES as readonly string[]).includes(text);

function queued(reader: Reader): Operand {
  const { text, column } = reader.take();
  if (!isQueue(text)) throw new Refusal('condition-queue', column, { found: text, known: QUEUE_NAMES.join(', ') });
  return { of: 'queue', queue: text };
}
