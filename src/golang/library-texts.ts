/** Functions of package strings. Models: strings of go1.26: indexes count bytes. Left out: special cases of Unicode. */
import { elementsOf } from './exec-slices.ts';
import { newSlice, text, whole, type Run } from './library-hand.ts';
import { byteLength } from './text.ts';
import { NIL, type Value } from './values.ts';
import { compareBytes } from '../kernel/kernel.ts';

/** Of texts. */
const pure =
  (run: (...texts: readonly string[]) => Value): Run =>
  (_, __, args) => [run(...args.map(text))];

/** Of a text and a number. */
const numbered =
  (run: (a: string, n: number) => Value): Run =>
  (_, __, [a, n]) => [run(text(a), whole(n))];

const list =
  (run: (a: string, b: string, n: number) => readonly string[]): Run =>
  (rt, g, [a, b = '', n = -1]) => [newSlice(rt, g, run(text(a), text(b), whole(n)), '[]string')];

/** Where a place in the text lies in bytes; -1 = nowhere. */
const bytesTo = (a: string, at: number): number => (at < 0 ? -1 : byteLength(a.slice(0, at)));

/** At most `n` parts, the last one with what is left; n < 0 = all. */
function split(a: string, by: string, n: number): readonly string[] {
  if (n === 0) return [];
  const parts = by === '' ? Array.from(a) : a.split(by);
  if (n < 0 || parts.length <= n) return parts;
  return [...parts.slice(0, n - 1), parts.slice(n - 1).join(by)];
}

function cut(a: string, by: string): readonly Value[] {
  const at = a.indexOf(by);
  return at < 0 ? [a, '', false] : [a.slice(0, at), a.slice(at + by.length), true];
}

/** Takes letters of a set away. */
function trim(a: string, set: string, left: boolean, right: boolean): string {
  const letters = Array.from(a);
  const inSet = (one: string | undefined): boolean => one !== undefined && Array.from(set).includes(one);
  let [from, to] = [0, letters.length];
  while (left && from < to && inSet(letters[from])) from++;
  while (right && to > from && inSet(letters[to - 1])) to--;
  return letters.slice(from, to).join('');
}

function count(a: string, part: string): number {
  return part === '' ? Array.from(a).length + 1 : a.split(part).length - 1;
}

/** The first `n` of them; n < 0 = all. */
function replace(a: string, from: string, to: string, n: number): string {
  const parts = from === '' ? ['', ...Array.from(a), ''] : a.split(from);
  return parts.reduce((done, part, i) => done + (n < 0 || i <= n ? to : from) + part);
}

export const TEXTS: Readonly<Record<string, Run>> = {
  'strings.Repeat': numbered((a, n) => a.repeat(n)),
  'strings.Join': (rt, _, [parts, by]) => [
    elementsOf(rt, parts ?? NIL)
      .map(text)
      .join(text(by)),
  ],
  'strings.Split': list((a, by) => split(a, by, -1)),
  'strings.SplitN': list(split),
  'strings.Fields': list((a) => a.split(/\s+/u).filter((one) => one !== '')),
  'strings.Cut': (_, __, [a, by]) => cut(text(a), text(by)),
  'strings.Contains': pure((a = '', b = '') => a.includes(b)),
  'strings.ContainsAny': pure((a = '', set = '') => Array.from(set).some((one) => a.includes(one))),
  'strings.ContainsRune': numbered((a, rune) => a.includes(String.fromCodePoint(rune))),
  'strings.HasPrefix': pure((a = '', b = '') => a.startsWith(b)),
  'strings.HasSuffix': pure((a = '', b = '') => a.endsWith(b)),
  'strings.ToUpper': pure((a = '') => a.toUpperCase()),
  'strings.ToLower': pure((a = '') => a.toLowerCase()),
  'strings.TrimSpace': pure((a = '') => a.trim()),
  'strings.Trim': pure((a = '', set = '') => trim(a, set, true, true)),
  'strings.TrimLeft': pure((a = '', set = '') => trim(a, set, true, false)),
  'strings.TrimRight': pure((a = '', set = '') => trim(a, set, false, true)),
  'strings.TrimPrefix': pure((a = '', b = '') => (a.startsWith(b) ? a.slice(b.length) : a)),
  'strings.TrimSuffix': pure((a = '', b = '') => (a.endsWith(b) ? a.slice(0, a.length - b.length) : a)),
  'strings.Index': pure((a = '', b = '') => bytesTo(a, a.indexOf(b))),
  'strings.LastIndex': pure((a = '', b = '') => bytesTo(a, a.lastIndexOf(b))),
  'strings.IndexByte': numbered((a, byte) => bytesTo(a, a.indexOf(String.fromCharCode(byte)))),
  'strings.Count': pure((a = '', b = '') => count(a, b)),
  'strings.Replace': (_, __, [a, from, to, n]) => [replace(text(a), text(from), text(to), whole(n))],
  'strings.ReplaceAll': pure((a = '', from = '', to = '') => replace(a, from, to, -1)),
  'strings.EqualFold': pure((a = '', b = '') => a.toLowerCase() === b.toLowerCase()),
  'strings.Compare': pure((a = '', b = '') => Math.sign(compareBytes(a, b))),
};
