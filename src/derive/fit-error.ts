/** The scheduler's message cut where its parts begin, so that each can lead to its nodes. Nothing of it is lost. */
import type { WhyNode } from '../protocol/protocol.ts';

export interface MessagePart {
  readonly text: string;
  /** Nodes that gave this reason; none = plain text. */
  readonly nodes: readonly WhyNode[];
  /** The plugin of those nodes; "" = plain text, or several. */
  readonly plugin: string;
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly nodes: readonly WhyNode[];
}

/**
 * A part is "12 reason": the count that the nodes themselves come to, right before the reason. A rejection before any node
 * was looked at has no count; it stands alone behind the colon.
 */
function find(message: string, reason: string, nodes: readonly WhyNode[]): Found | undefined {
  return findText(message, ' ', `${String(nodes.length)} ${reason}`, nodes) ?? findText(message, ': ', reason, nodes);
}

function findText(message: string, before: string, text: string, nodes: readonly WhyNode[]): Found | undefined {
  const whole = before + text;
  for (let at = message.indexOf(whole); at >= 0; at = message.indexOf(whole, at + 1)) {
    const after = message[at + whole.length] ?? '.';
    if (/[,.]/.test(after)) return { start: at + before.length, end: at + whole.length, nodes };
  }
  return undefined;
}

/** Concatenated, the texts of the answer are the message. */
export function messageParts(message: string, nodes: readonly WhyNode[]): readonly MessagePart[] {
  const byReason = new Map<string, WhyNode[]>();
  for (const node of nodes) {
    for (const reason of node.reasons) {
      const known = byReason.get(reason);
      if (known === undefined) byReason.set(reason, [node]);
      else known.push(node);
    }
  }
  const found = [...byReason]
    .map(([reason, members]) => find(message, reason, members))
    .filter((part) => part !== undefined)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const parts: MessagePart[] = [];
  let at = 0;
  const plain = (to: number): void => {
    if (to > at) parts.push({ text: message.slice(at, to), nodes: [], plugin: '' });
  };
  for (const { start, end, nodes: members } of found) {
    if (start < at) continue;
    plain(start);
    const plugins = new Set(members.map(({ plugin }) => plugin));
    parts.push({
      text: message.slice(start, end),
      nodes: members,
      plugin: plugins.size === 1 ? (members[0]?.plugin ?? '') : '',
    });
    at = end;
  }
  plain(message.length);
  return parts;
}
