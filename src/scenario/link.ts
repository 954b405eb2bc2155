/** The link codec (CONTRACT 4): a moment of a scenario as the fragment of an address, and back. */
import { deflateSync, FlateErrorCode, Inflate, strFromU8, strToU8 } from 'fflate';
import type { Outcome } from '../protocol/protocol.ts';
import { forkIn, type KeptFork } from './link-fork.ts';
import { hasMarks, marksOf, NO_MARKS, type LinkMarks } from './link-marks.ts';
import { canonicalJson } from './plain.ts';

export const LINK_VERSION = 1;
/** Characters of payload; beyond that the scenario is shared as a file. */
export const PAYLOAD_MAX = 64 * 1024;
export const INFLATED_MAX = 4 * 1024 * 1024;
export const ENGINE_VERSION = 1;

export interface LinkMoment {
  readonly step: number;
  /** "KIND:OBJECT:OCCURRENCE" of the event at that step: survives an engine that counts differently. */
  readonly anchor: string;
  readonly select: string;
  readonly view: string;
  readonly digest: string;
  /** Undefined = none. */
  readonly marks?: LinkMarks | undefined;
  /** The scenario is a fork: the way back. Undefined = it is none. */
  readonly fork?: KeptFork | undefined;
}

/** A moment of the laboratory. */
export interface LabLink {
  readonly lab: string;
  readonly variant: string;
  readonly params: Readonly<Record<string, number>>;
  /** Own text; undefined = that of the variant. */
  readonly text: string | undefined;
  /** Variant that stands beside it; undefined = none. */
  readonly beside?: string | undefined;
  /** What decides the schedule, as the laboratory's protocol has it: plain data. */
  readonly schedule: unknown;
  readonly step: number;
  readonly digest: string;
}

export type Link =
  | { readonly kind: 'lab'; readonly lab: LabLink }
  | { readonly kind: 'scenario'; readonly scenario: string; readonly moment: LinkMoment; readonly engine: number }
  | { readonly kind: 'gallery'; readonly name: string; readonly at: string }
  | { readonly kind: 'file'; readonly digest: string; readonly at: string };

export type LinkCode = 'link-truncated' | 'link-corrupt' | 'link-too-new' | 'link-empty' | 'link-too-large';

/** @returns the fragment with its "#", or undefined where it would pass 64 KiB */
export function encodeLink(scenario: string, moment: LinkMoment): string | undefined {
  const text = canonicalJson({ engine: ENGINE_VERSION, moment: plainMoment(moment), scenario });
  if (text.length > INFLATED_MAX) return undefined;
  const body = bodyOf(text);
  return body.length > PAYLOAD_MAX ? undefined : `#${String(LINK_VERSION)}.${body}`;
}

/** Without marks and fork a moment is written as it was before there were any: equal moments give equal links. */
const plainMoment = ({ marks = NO_MARKS, fork, ...rest }: LinkMoment): object => ({
  ...rest,
  ...(hasMarks(marks) ? { marks } : {}),
  ...(fork === undefined ? {} : { fork }),
});

function bodyOf(text: string): string {
  const payload = toBase64Url(deflateSync(strToU8(text), { level: 9 }));
  return payload + checksum(payload);
}

/** Marks as a field of an address that names its scenario; "" = none. */
export const encodeMarks = (marks: LinkMarks): string => (hasMarks(marks) ? bodyOf(canonicalJson(marks)) : '');

/** @param text "" = none */
export const decodeMarks = (text: string): Outcome<LinkMarks> =>
  text === '' ? { ok: true, value: NO_MARKS } : decodeBody(text, marksOf);

/** @returns the fragment with its "#", or undefined where it would pass 64 KiB */
export function encodeLabLink({ text, beside, ...rest }: LabLink): string | undefined {
  const plain = canonicalJson({
    ...rest,
    ...(text === undefined ? {} : { text }),
    ...(beside === undefined ? {} : { beside }),
  });
  const body = bodyOf(plain);
  return body.length > PAYLOAD_MAX ? undefined : `#l${String(LINK_VERSION)}.${body}`;
}

export function encodeGalleryLink(name: string, at: string): string {
  return `#g.${name}@${at}`;
}

export function encodeFileLink(digest: string, at: string): string {
  return `#f.${digest}@${at}`;
}

/** The file that a large scenario is shared as: scenario and moment in one. */
export function encodeMomentFile(scenario: string, moment: LinkMoment): string {
  const plain = plainMoment(moment);
  return canonicalJson({ steplaneMoment: LINK_VERSION, engine: ENGINE_VERSION, moment: plain, scenario });
}

export function decodeMomentFile(text: string): Link | undefined {
  if (!/^\s*\{"engine":\d+,"moment":/.test(text.slice(0, 40))) return undefined;
  try {
    return momentOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** @param fragment with or without "#"; @returns undefined for an empty fragment */
export function decodeLink(fragment: string): Outcome<Link> | undefined {
  const text = unescaped(fragment.replace(/^#/, ''));
  if (text === '') return undefined;
  const named = /^(g|f)\.([A-Za-z0-9-]+)@?(.*)$/.exec(text);
  if (named !== null) {
    const [, kind, name = '', at = ''] = named;
    return { ok: true, value: kind === 'g' ? { kind: 'gallery', name, at } : { kind: 'file', digest: name, at } };
  }
  const parts = /^(l?)(\d+)\.(.*)$/s.exec(text);
  if (parts === null) return fail('link-corrupt');
  const [, lab, version, body = ''] = parts;
  if (Number(version) > LINK_VERSION) return fail('link-too-new', { version: Number(version), known: LINK_VERSION });
  return Number(version) < 1 ? fail('link-corrupt') : decodeBody(body, lab === '' ? momentOf : labOf);
}

function decodeBody<T>(body: string, read: (value: unknown) => T | undefined): Outcome<T> {
  if (body === '') return fail('link-empty');
  if (body.length > PAYLOAD_MAX) return fail('link-too-large', { characters: body.length, limit: PAYLOAD_MAX });
  const payload = body.slice(0, -8);
  if (body.length <= 8) return fail('link-truncated');
  // One digit over is no byte: a cut that the check sum below tells of.
  const inflated = fromBase64Url(payload.length % 4 === 1 ? payload.slice(0, -1) : payload);
  if (inflated === undefined) return fail('link-corrupt');
  if (checksum(payload) !== body.slice(-8)) return fail(cutOff(inflated) ? 'link-truncated' : 'link-corrupt');
  const text = inflate(inflated);
  if (typeof text !== 'string') return fail(text.code, text.params);
  try {
    const value = read(JSON.parse(text));
    return value === undefined ? fail('link-corrupt') : { ok: true, value };
  } catch {
    return fail('link-corrupt');
  }
}

function momentOf(value: unknown): Link | undefined {
  const { scenario, moment, engine } = value as { scenario?: unknown; moment?: Partial<LinkMoment>; engine?: unknown };
  if (typeof scenario !== 'string' || typeof engine !== 'number' || typeof moment !== 'object') return undefined;
  const { step, anchor, select, view, digest, marks } = moment;
  if (typeof step !== 'number' || !Number.isSafeInteger(step) || step < 0) return undefined;
  const text = (t: unknown): string => (typeof t === 'string' ? t : '');
  const fork = forkIn(moment);
  return {
    kind: 'scenario',
    scenario,
    engine,
    moment: {
      step,
      anchor: text(anchor),
      select: text(select),
      view: text(view),
      digest: text(digest),
      ...(marks === undefined ? {} : { marks: marksOf(marks) }),
      ...(fork === undefined ? {} : { fork }),
    },
  };
}

function labOf(value: unknown): Link | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { lab, variant, params, text, beside, schedule, step, digest } = value as Partial<
    Record<keyof LabLink, unknown>
  >;
  if (typeof lab !== 'string' || typeof variant !== 'string' || typeof digest !== 'string') return undefined;
  if (typeof step !== 'number' || !Number.isSafeInteger(step) || step < 0) return undefined;
  if (typeof params !== 'object' || params === null || (text !== undefined && typeof text !== 'string'))
    return undefined;
  const numbers = Object.entries(params).filter((one): one is [string, number] => Number.isSafeInteger(one[1]));
  const plain = { lab, variant, params: Object.fromEntries(numbers), text, schedule, step, digest };
  return { kind: 'lab', lab: typeof beside === 'string' ? { ...plain, beside } : plain };
}

function fail(code: LinkCode, params: Readonly<Record<string, string | number>> = {}): Outcome<never> {
  return { ok: false, problem: { kind: 'bad-scenario', code, params } };
}

interface Refusal {
  readonly code: LinkCode;
  readonly params: Readonly<Record<string, number>>;
}

const SLICE = 1024;

/** Fed in small slices, since one push inflates all of it before any cap can be looked at. */
function inflate(bytes: Uint8Array): string | Refusal {
  const parts: Uint8Array[] = [];
  const state = { size: 0, ended: false };
  const stream = new Inflate((part, final) => {
    parts.push(part);
    state.size += part.length;
    state.ended = final;
  });
  try {
    for (let at = 0; at < bytes.length; at += SLICE) {
      stream.push(bytes.subarray(at, at + SLICE), at + SLICE >= bytes.length);
      if (state.size > INFLATED_MAX)
        return { code: 'link-too-large', params: { bytes: state.size, limit: INFLATED_MAX } };
    }
  } catch (error) {
    const ranOut = (error as { code?: unknown }).code === FlateErrorCode.UnexpectedEOF;
    return { code: ranOut ? 'link-truncated' : 'link-corrupt', params: {} };
  }
  if (!state.ended) return { code: 'link-truncated', params: {} };
  const whole = new Uint8Array(state.size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return strFromU8(whole);
}

/** A payload whose check sum is wrong lost its tail if what is there inflates cleanly and then simply stops. */
function cutOff(bytes: Uint8Array): boolean {
  const found = inflate(bytes);
  return typeof found !== 'string' && found.code === 'link-truncated';
}

/** CRC-32 (the polynomial of zip) of the payload's characters, 8 hex digits: the last character is never "-" or "_". */
function checksum(text: string): string {
  let crc = ~0;
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (~crc >>> 0).toString(16).padStart(8, '0');
}

/** Chat programs escape fragments now and then, some of them twice. */
function unescaped(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return unescaped(decodeURIComponent(text));
  } catch {
    return text;
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const bits = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const digits = left >= 3 ? 4 : left + 1;
    for (let d = 0; d < digits; d++) text += ALPHABET[(bits >> (18 - 6 * d)) & 63] ?? '';
  }
  return text;
}

function fromBase64Url(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let at = 0;
  let bits = 0;
  let held = 0;
  for (const character of text) {
    held = ((held << 6) | ALPHABET.indexOf(character)) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (held >> bits) & 255;
  }
  return bytes;
}
