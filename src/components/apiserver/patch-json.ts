/** JSON Patch, RFC 6902, as the api-server applies it (gopkg.in/evanphx/json-patch v4). */
import { equal } from './equal.ts';
import { isFields, isList, omit, type Fields } from './fields.ts';

/** The patch cannot be applied. */
export class JsonPatchError extends Error {}

interface Operation {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

/** @returns `target` patched, sharing what is untouched. Errors: JsonPatchError */
export function applyJsonPatch(target: unknown, patch: readonly unknown[]): unknown {
  let result = target;
  for (const operation of patch) result = applyOperation(result, operationOf(operation));
  return result;
}

/** What is missing or no text is told when it is needed. */
function operationOf(value: unknown): Operation {
  if (!isFields(value)) throw new JsonPatchError('no operation');
  const { op, path, from } = value;
  if (typeof op !== 'string') throw new JsonPatchError('Unexpected kind: unknown');
  if (typeof path !== 'string') throw new JsonPatchError('operation missing path field');
  const needsFrom = op === 'move' || op === 'copy';
  if (needsFrom && typeof from !== 'string') throw new JsonPatchError('operation missing from field');
  return { op, path, value: value['value'] ?? null, ...(typeof from === 'string' ? { from } : {}) };
}

function applyOperation(target: unknown, { op, path, from, value }: Operation): unknown {
  const tokens = tokensOf(path);
  switch (op) {
    case 'add':
      return change(target, tokens, (parent, token) => insert(parent, token, value));
    case 'remove':
      return change(target, tokens, removeAt);
    case 'replace':
      return tokens.length === 0
        ? whole(value)
        : change(target, tokens, (parent, token) => replace(parent, token, value));
    case 'move': {
      const source = tokensOf(from ?? '');
      const moved = read(target, source);
      const removed = change(target, source, removeAt);
      return change(removed, tokens, (parent, token) => insert(parent, token, moved));
    }
    case 'copy': {
      const copied = read(target, tokensOf(from ?? ''));
      return change(target, tokens, (parent, token) => insert(parent, token, copied));
    }
    case 'test':
      if (!equal(readOr(target, tokens), value)) throw new JsonPatchError(`testing value ${path} failed`);
      return target;
    default:
      throw new JsonPatchError(`Unexpected kind: ${op}`);
  }
}

function whole(value: unknown): unknown {
  if (isFields(value) || isList(value)) return value;
  throw new JsonPatchError('replace operation value must be object or array');
}

function tokensOf(path: string): readonly string[] {
  if (path === '') return [];
  if (!path.startsWith('/')) throw new JsonPatchError(`invalid path ${path}`);
  return path
    .slice(1)
    .split('/')
    .map((token) => token.replace(/~1/g, '/').replace(/~0/g, '~'));
}

function child(parent: unknown, token: string): unknown {
  if (isList(parent)) return parent[indexOf(parent, token, parent.length - 1)];
  if (isFields(parent) && token in parent) return parent[token];
  throw new JsonPatchError(`missing path at ${token}`);
}

/** A place in a list; negative numbers count from its end. */
function indexOf(list: readonly unknown[], token: string, last: number): number {
  if (!/^-?\d+$/.test(token)) throw new JsonPatchError(`no index: ${token}`);
  const number = Number(token);
  const index = number < 0 ? list.length + number : number;
  if (index < 0 || index > last) throw new JsonPatchError(`index out of bounds: ${token}`);
  return index;
}

const read = (target: unknown, tokens: readonly string[]): unknown => tokens.reduce(child, target);

/** A test against null holds for a field that is not there. */
function readOr(target: unknown, tokens: readonly string[]): unknown {
  const last = tokens.at(-1);
  if (last === undefined) return target;
  const parent = read(target, tokens.slice(0, -1));
  if (isFields(parent) && !(last in parent)) return null;
  return child(parent, last);
}

type Edit = (parent: unknown, token: string) => unknown;

function change(target: unknown, tokens: readonly string[], edit: Edit): unknown {
  const [token, ...rest] = tokens;
  if (token === undefined) throw new JsonPatchError('the whole document');
  if (rest.length === 0) return edit(target, token);
  const next = change(child(target, token), rest, edit);
  if (isList(target)) return target.map((value, i) => (i === indexOf(target, token, target.length - 1) ? next : value));
  return { ...(target as Fields), [token]: next };
}

function insert(parent: unknown, token: string, value: unknown): unknown {
  if (isList(parent)) {
    const index = token === '-' ? parent.length : indexOf(parent, token, parent.length);
    return [...parent.slice(0, index), value, ...parent.slice(index)];
  }
  if (isFields(parent)) return { ...parent, [token]: value };
  throw new JsonPatchError(`no place for ${token}`);
}

function replace(parent: unknown, token: string, value: unknown): unknown {
  child(parent, token);
  if (!isList(parent)) return { ...(parent as Fields), [token]: value };
  const index = indexOf(parent, token, parent.length - 1);
  return parent.map((old, i) => (i === index ? value : old));
}

function removeAt(parent: unknown, token: string): unknown {
  child(parent, token);
  if (isList(parent)) {
    const index = indexOf(parent, token, parent.length - 1);
    return parent.filter((_, i) => i !== index);
  }
  return omit(parent as Fields, [token]);
}
