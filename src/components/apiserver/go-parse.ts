/** Texts that stand for something else, as Go parses them: base64.StdEncoding and time.Parse, with their errors. */
import { parseTime } from '../../model/time.ts';

/** encoding/base64 CorruptInputError, which counts the bytes before the first that is wrong. */
export function bytesProblem(text: string): string | undefined {
  const plain = text.replace(/[\r\n]/g, '');
  if (/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(plain)) return undefined;
  const wrong = plain.search(/[^A-Za-z0-9+/]/);
  // All letters are right, but the last group is not whole: Go names the group's beginning.
  const at = wrong < 0 ? plain.length - (plain.length % 4) : wrong;
  return `illegal base64 data at input byte ${String(at)}`;
}

/** Layouts of metav1.Time and metav1.MicroTime, and what each of their parts looks like. */
const LAYOUTS = { t: '2006-01-02T15:04:05Z07:00', u: '2006-01-02T15:04:05.000000Z07:00' };
const PARTS: readonly (readonly [layout: string, text: RegExp])[] = [
  ['2006', /^\d{4}/],
  ['-', /^-/],
  ['01', /^\d{2}/],
  ['-', /^-/],
  ['02', /^\d{2}/],
  ['T', /^T/],
  ['15', /^\d{2}/],
  [':', /^:/],
  ['04', /^\d{2}/],
  [':', /^:/],
  ['05', /^\d{2}(?:[.,]\d+)?/],
  ['Z07:00', /^(?:Z|[+-]\d{2}:\d{2})/],
];

/** time.ParseError. */
export function timeProblem(text: string, kind: 't' | 'u'): string | undefined {
  const parsing = `parsing time ${JSON.stringify(text)}`;
  const as = `${parsing} as ${JSON.stringify(LAYOUTS[kind])}: cannot parse`;
  let rest = text;
  for (const [layout, pattern] of PARTS) {
    const found = pattern.exec(rest);
    if (found === null) return `${as} ${JSON.stringify(rest)} as ${JSON.stringify(layout)}`;
    rest = rest.slice(found[0].length);
  }
  if (rest !== '') return `${parsing}: extra text: ${JSON.stringify(rest)}`;
  return parseTime(text) === undefined ? `${parsing}: ${outOfRange(text)} out of range` : undefined;
}

function outOfRange(text: string): string {
  const [month = 0, hour = 0, minute = 0, second = 0] = [5, 11, 14, 17].map((at) => Number(text.slice(at, at + 2)));
  if (month < 1 || month > 12) return 'month';
  if (hour > 23) return 'hour';
  if (minute > 59) return 'minute';
  return second > 59 ? 'second' : 'day';
}
