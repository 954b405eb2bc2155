/** Strings of Go are bytes of UTF-8; here they are texts. What of a string's bytes a program can see. */

/** The bytes of a text. */
export function utf8(text: string): number[] {
  const bytes: number[] = [];
  for (const one of text) {
    const code = one.codePointAt(0) ?? 0;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else {
      bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    }
  }
  return bytes;
}

/** The text of bytes; what is not UTF-8 becomes U+FFFD. */
export function fromUtf8(bytes: readonly number[]): string {
  let text = '';
  for (let i = 0; i < bytes.length;) {
    const first = bytes[i] ?? 0;
    const more = first < 0x80 ? 0 : first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : -1;
    const rest = bytes.slice(i + 1, i + 1 + Math.max(more, 0));
    if (more < 0 || rest.length < more || rest.some((one) => (one & 0xc0) !== 0x80)) {
      text += '\ufffd';
      i++;
      continue;
    }
    const head = more === 0 ? first : first & (0x3f >> more);
    text += String.fromCodePoint(rest.reduce((code, one) => (code << 6) | (one & 63), head));
    i += more + 1;
  }
  return text;
}

const ASCII = /^[\0-\x7f]*$/;

export function byteLength(text: string): number {
  return ASCII.test(text) ? text.length : utf8(text).length;
}

export function bytesFrom(text: string, low: number, high: number): string {
  return ASCII.test(text) ? text.slice(low, high) : fromUtf8(utf8(text).slice(low, high));
}
