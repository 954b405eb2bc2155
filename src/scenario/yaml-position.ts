import yaml from 'js-yaml';
import { KUBECTL_SCHEMA } from './yaml-schema.ts';

/** One node of a document: where it begins, what it became, and its parts in the order of the text. */
interface Placed {
  readonly offset: number;
  readonly parts: Placed[];
  kind: string | null;
  result: unknown;
}

/**
 * Offset in `text` at which the value at `path` begins (its key, where the value is absent); of its nearest parent where the
 * path itself is absent. A list of one item around the document is looked through: that is how items of a List are cut out.
 * JSON is YAML enough to be placed too. 0 where the text cannot be parsed.
 * @param atKey where the last step's key begins, rather than its value
 */
export function offsetOf(text: string, path: readonly string[], atKey = false): number {
  const root = place(text);
  if (root === undefined) return 0;
  let node = root.kind === 'sequence' && root.parts[0] !== undefined ? root.parts[0] : root;
  for (const [i, step] of path.entries()) {
    const key = atKey && i === path.length - 1;
    const next = node.kind === 'sequence' ? node.parts[Number(step)] : member(node, step, key);
    if (next === undefined) break;
    node = next;
  }
  return node.offset;
}

/** A mapping's parts are key, value, key, value. A value that is not there stands at its key. */
function member(node: Placed, name: string, atKey: boolean): Placed | undefined {
  for (let i = 0; node.kind === 'mapping' && i + 1 < node.parts.length; i += 2) {
    const key = node.parts[i];
    const value = node.parts[i + 1];
    if (key === undefined || String(key.result) !== name) continue;
    return atKey || value === undefined || value.result === null ? key : value;
  }
  return undefined;
}

/** The parser tells when it opens and closes each node; the nesting is the tree. */
function place(text: string): Placed | undefined {
  const open: Placed[] = [];
  let root: Placed | undefined;
  const listener = (event: yaml.EventType, state: yaml.State): void => {
    if (event === 'open') {
      open.push({ offset: state.position, parts: [], kind: null, result: undefined });
      return;
    }
    const node = open.pop();
    if (node === undefined) return;
    node.kind = state.kind;
    node.result = state.result;
    // The parser first tries a node as a key: what was none is told twice, one inside the other.
    const [only] = node.parts;
    const parts =
      only !== undefined && node.parts.length === 1 && only.result === state.result ? only.parts : node.parts;
    const at = { ...node, parts, offset: begin(text, node.offset) };
    const parent = open.at(-1);
    if (parent === undefined) root = at;
    else parent.parts.push(at);
  };
  try {
    // JSON may be indented with tabs; inside its strings there are none.
    yaml.load(/^\s*[[{]/.test(text) ? text.replace(/\t/g, ' ') : text, { schema: KUBECTL_SCHEMA, listener });
  } catch {
    return root;
  }
  return root;
}

/** A node opens before the space in front of it. */
function begin(text: string, offset: number): number {
  return offset + (/^(?:\s|#[^\n]*\n)*/.exec(text.slice(offset))?.[0].length ?? 0);
}
