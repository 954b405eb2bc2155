/** The part of an address behind "#": which scenario, which moment. A thin layer over the codec of the scenario room. */
import {
  decodeLink,
  decodeMarks,
  encodeFileLink,
  encodeGalleryLink,
  encodeLink,
  encodeLabLink,
  encodeMarks,
  encodeMomentFile,
  type LabLink,
  type LinkMoment,
} from '../scenario/link.ts';
import type { KeptFork } from '../scenario/link-fork.ts';
import { NO_MARKS, type LinkMarks } from '../scenario/link-marks.ts';
import type { Outcome, Problem } from '../protocol/protocol.ts';
import type { Source } from './session.ts';

/** Where to stand once the scenario is open. */
export interface Target {
  /** A step or an anchor; "" = the start. */
  readonly at: string;
  readonly select: string;
  readonly view: string;
  /** Digest of the moment where the link knows it. */
  readonly digest: string;
  /** What to look for where the engine counts differently. */
  readonly anchor: string;
  readonly marks: LinkMarks;
  /** What is opened is a fork: the way back. */
  readonly fork?: KeptFork | undefined;
}

export const START: Target = { at: '', select: '', view: '', digest: '', anchor: '', marks: NO_MARKS };

export type Destination =
  | { readonly kind: 'home' }
  | { readonly kind: 'lab'; readonly moment: LabLink | undefined }
  | { readonly kind: 'gallery'; readonly name: string; readonly target: Target }
  | { readonly kind: 'scenario'; readonly scenario: string; readonly target: Target }
  | { readonly kind: 'file'; readonly digest: string; readonly target: Target }
  | { readonly kind: 'unreadable'; readonly problem: Problem };

/** "128&select=Pod/default/web-1" */
function targetOf(text: string): Outcome<Target> {
  const [at = '', ...fields] = text.split('&');
  const field = (name: string): string => fields.find((f) => f.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  const marks = decodeMarks(field('marks'));
  if (!marks.ok) return marks;
  return { ok: true, value: { ...START, at, select: field('select'), view: field('view'), marks: marks.value } };
}

export const momentTarget = (moment: LinkMoment): Target => ({
  at: String(moment.step),
  select: moment.select,
  view: moment.view,
  digest: moment.digest,
  anchor: moment.anchor,
  marks: moment.marks ?? NO_MARKS,
  fork: moment.fork,
});

/** The laboratory: the same whatever is open. */
export const LAB_HASH = '#lab';

/** @param hash `location.hash` */
export function readAddress(hash: string): Destination {
  if (hash === '' || hash === '#') return { kind: 'home' };
  if (hash === LAB_HASH) return { kind: 'lab', moment: undefined };
  const link = decodeLink(hash);
  if (link === undefined) return { kind: 'home' };
  if (!link.ok) return { kind: 'unreadable', problem: link.problem };
  const { value } = link;
  if (value.kind === 'lab') return { kind: 'lab', moment: value.lab };
  if (value.kind === 'scenario') {
    return { kind: 'scenario', scenario: value.scenario, target: momentTarget(value.moment) };
  }
  const target = targetOf(value.at);
  if (!target.ok) return { kind: 'unreadable', problem: target.problem };
  if (value.kind === 'gallery') return { kind: 'gallery', name: value.name, target: target.value };
  return { kind: 'file', digest: value.digest, target: target.value };
}

export interface Standing {
  readonly source: Source;
  /** Canonical text of the scenario. */
  readonly scenario: string;
  /** Digest of step 0: names the scenario where it is too large for an address. */
  readonly origin: string;
  readonly moment: LinkMoment;
}

export interface Address {
  /** With its "#". */
  readonly hash: string;
  readonly kind: 'gallery' | 'scenario' | 'file';
}

function at(moment: LinkMoment): string {
  const select = moment.select === '' ? '' : `&select=${moment.select}`;
  const view = moment.view === '' || moment.view === 'stage' ? '' : `&view=${moment.view}`;
  const marks = encodeMarks(moment.marks ?? NO_MARKS);
  return `${String(moment.step)}${view}${select}${marks === '' ? '' : `&marks=${marks}`}`;
}

/** Longer texts never fit; finding that out by compressing them would be felt. */
const TEXT_MAX = 4 * 1024 * 1024;

/** @param textMax scenarios longer than this are not compressed but named by their digest */
export function writeAddress({ source, scenario, origin, moment }: Standing, textMax = TEXT_MAX): Address {
  if (source.kind === 'gallery') return { kind: 'gallery', hash: encodeGalleryLink(source.name, at(moment)) };
  const link = scenario.length > textMax ? undefined : encodeLink(scenario, moment);
  if (link !== undefined) return { kind: 'scenario', hash: link };
  return { kind: 'file', hash: encodeFileLink(origin, at(moment)) };
}

/** The laboratory's own address; its plain one where the text is too long for any. */
export function writeLabAddress(moment: LabLink): string {
  return encodeLabLink(moment) ?? LAB_HASH;
}

export function writeMomentFile({ scenario, moment }: Standing): string {
  return encodeMomentFile(scenario, moment);
}
