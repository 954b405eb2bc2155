/** Tokens of a list in pages: k8s.io/apiserver pkg/storage/continue.go and etcd3/errors.go (v0.37). */
import { badRequest, Refusal, refuse } from './refusal.ts';

const VERSION = 'meta.k8s.io/v1';
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export interface Continue {
  /** Of the snapshot; -1 = whatever is there now. */
  readonly revision: number;
  /** The key that comes next, below the list's prefix; it ends in NUL after the last key of the page before. */
  readonly startKey: string;
}

/** Unpadded base64 for addresses. */
function encode(text: string): string {
  let out = '';
  const bytes = utf8(text);
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b = 0, c = 0] = bytes.slice(i, i + 3);
    const bits = (a << 16) | (b << 8) | c;
    const left = Math.min(3, bytes.length - i);
    for (let n = 0; n <= left; n++) out += DIGITS.charAt((bits >> (18 - 6 * n)) & 63);
  }
  return out;
}

/** Errors: undefined where it is no base64. */
function decode(text: string): string | undefined {
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (const char of text) {
    const digit = DIGITS.indexOf(char);
    if (digit < 0) return undefined;
    bits = ((bits << 6) | digit) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push((bits >> count) & 255);
  }
  try {
    return decodeURIComponent(bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
  } catch {
    return undefined;
  }
}

function utf8(text: string): number[] {
  const escaped = encodeURIComponent(text);
  const bytes: number[] = [];
  for (let i = 0; i < escaped.length; i++) {
    if (escaped.charAt(i) !== '%') bytes.push(escaped.charCodeAt(i));
    else {
      bytes.push(parseInt(escaped.slice(i + 1, i + 3), 16));
      i += 2;
    }
  }
  return bytes;
}

export function encodeContinue({ revision, startKey }: Continue): string {
  return encode(JSON.stringify({ v: VERSION, rv: revision, start: startKey }));
}

const invalid = (why: string): Refusal => badRequest(`invalid continue token: continue key is not valid: ${why}`);

export function decodeContinue(token: string): Continue {
  const text = decode(token);
  if (text === undefined) throw invalid('illegal base64 data');
  let read: { readonly v?: unknown; readonly rv?: unknown; readonly start?: unknown };
  try {
    read = JSON.parse(text) as typeof read;
  } catch {
    throw invalid('it is no JSON');
  }
  if (read.v !== VERSION)
    throw invalid(`server does not recognize this encoded version ${JSON.stringify(read.v ?? '')}`);
  if (typeof read.rv !== 'number' || read.rv === 0) {
    throw invalid(`incorrect encoded start resourceVersion (version ${VERSION})`);
  }
  if (typeof read.start !== 'string' || read.start === '') {
    throw invalid(`encoded start key empty (version ${VERSION})`);
  }
  return { revision: read.rv, startKey: read.start };
}

const TOO_OLD =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.';

/** 410 with a token that goes on with what is there now. */
export function continueRefusal(startKey: string): Refusal {
  const { code, status } = refuse(410, 'Expired', TOO_OLD);
  return new Refusal(code, { ...status, continue: encodeContinue({ revision: -1, startKey }) });
}
