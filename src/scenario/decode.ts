import { refuse } from './problem.ts';

/** CONTRACT 5: the largest file or paste, in bytes. */
export const FILE_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Bytes to text: UTF-8 (with or without a mark), or UTF-16 with a byte order mark, as PowerShell's `>` writes it.
 * Refuses what is not text at all, and the things that people save by mistake (an error page, a chart's template).
 */
export function decodeFile(file: string, data: Uint8Array | string): string {
  const size = data.length;
  if (size > FILE_BYTES_MAX) {
    refuse('too-large', file, 1, 1, { mebibytes: Math.ceil(size / 1048576), limit: FILE_BYTES_MAX / 1048576 });
  }
  const text = typeof data === 'string' ? data.replace(/^\uFEFF/, '') : decodeBytes(file, data);
  refuseWrongKind(file, text);
  return text;
}

function decodeBytes(file: string, bytes: Uint8Array): string {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return decodeAs(file, bytes.subarray(2), 'utf-16le');
  if (a === 0xfe && b === 0xff) return decodeAs(file, bytes.subarray(2), 'utf-16be');
  const zero = bytes.indexOf(0);
  if (zero >= 0) {
    if (looksLikeUtf16(bytes)) refuse('utf16-without-mark', file, 1, 1);
    refuse('binary-file', file, 1, 1, { offset: zero });
  }
  if (a === 0x1f && b === 0x8b) refuse('compressed-file', file, 1, 1);
  return decodeAs(file, bytes, 'utf-8');
}

function decodeAs(file: string, bytes: Uint8Array, label: string): string {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes).replace(/^\uFEFF/, '');
  } catch {
    return refuse('bad-encoding', file, 1, 1, { encoding: label.toUpperCase() });
  }
}

/** Every other byte of the first kilobyte is zero. */
function looksLikeUtf16(bytes: Uint8Array): boolean {
  const n = Math.min(bytes.length & ~1, 1024);
  let odd = 0;
  let even = 0;
  for (let i = 0; i < n; i += 2) {
    if (bytes[i] === 0) even++;
    if (bytes[i + 1] === 0) odd++;
  }
  const pairs = n / 2;
  return pairs > 1 && (odd > pairs * 0.7 || even > pairs * 0.7);
}

const HELM =
  /\{\{-?\s*(?:\.(?:Values|Release|Chart|Files|Capabilities)\b|(?:include|template|if|range|with|define|toYaml|end|else)\b|\$)/;

function refuseWrongKind(file: string, text: string): void {
  const start = /^(?:\s|#[^\n]*\n)*/.exec(text)?.[0].length ?? 0;
  const head = text.slice(start, start + 400);
  if (/^(?:(?:---|\.\.\.)\s*)*$/.test(head) && text.length - start <= 400) refuse('empty-file', file, 1, 1);
  if (/^<(?:!doctype|html|\?xml|head|body)/i.test(head)) refuse('html-page', file, lineAt(text, start), 1);
  const helm = HELM.exec(text);
  if (helm !== null) {
    const line = lineAt(text, helm.index);
    const column = helm.index - text.lastIndexOf('\n', helm.index - 1);
    refuse('helm-template', file, line, column, { found: helm[0] });
  }
  if (
    /^NAME(?:SPACE)?\s+\S*/.test(head) &&
    /^(?:NAMESPACE\s+)?NAME\s+(?:READY|STATUS|TYPE|DESIRED|REFERENCE|VERSION)/.test(head)
  ) {
    refuse('kubectl-table', file, lineAt(text, start), 1);
  }
  if (/^Name: {2,}\S/.test(head)) refuse('kubectl-describe', file, lineAt(text, start), 1);
  if (/^(?:error|Error from server|Unable to connect|The connection to the server)\b/i.test(head)) {
    refuse('kubectl-error', file, lineAt(text, start), 1, { text: head.split('\n')[0] ?? '' });
  }
}

export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let i = text.indexOf('\n'); i >= 0 && i < offset; i = text.indexOf('\n', i + 1)) line++;
  return line;
}
