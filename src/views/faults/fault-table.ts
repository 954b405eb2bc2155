/**
 * What can be broken, and how. A row adds a fault: where it fits, the fields that a person fills in, and the entry of the
 * timeline that comes of them. Its words are in derive/words/faults. A verb that this version does not act on is left out.
 */
import type { ForkEntry } from '../../protocol/protocol.ts';
import { durationMicros } from '../../scenario/duration.ts';
import { VERB_SHAPES } from '../../scenario/verbs.ts';

export type TargetKind = 'api-server' | 'process' | 'node' | 'line';

/** A component, a machine, or the line between a client and the api-server. */
export interface FaultTarget {
  /** As a link names it: "kube-scheduler", "node node-1", "line kubelet node-1". */
  readonly id: string;
  readonly kind: TargetKind;
  /** A node's name; else that of a process, "kubelet node-1" is one. */
  readonly name: string;
  /** What the client watches, of a line: "pods". */
  readonly watches: readonly string[];
}

export type FieldName = 'for' | 'by' | 'watch' | 'next';

export interface FaultField {
  readonly name: FieldName;
  readonly kind: 'duration' | 'signed' | 'count' | 'watch';
  /** What stands in it at first. */
  readonly preset: string;
  /** May be empty. */
  readonly optional?: true;
}

export type FaultValues = Readonly<Partial<Record<FieldName, string>>>;

export interface Fault {
  readonly verb: string;
  readonly on: readonly TargetKind[];
  readonly fields: readonly FaultField[];
  /** The verb's argument. `for` is written beside it by whoever asks. */
  readonly body: (target: FaultTarget, values: FaultValues) => unknown;
  /** Verb that came with it, where its own is older than what is done here. */
  readonly since?: string;
}

const forField = (preset: string): FaultField => ({ name: 'for', kind: 'duration', preset, optional: true });
const WATCH: FaultField = { name: 'watch', kind: 'watch', preset: '', optional: true };
const NEXT: FaultField = { name: 'next', kind: 'count', preset: '1' };

/** A client, or one of its watches. */
const watched = ({ name }: FaultTarget, { watch = '' }: FaultValues): string =>
  watch === '' ? name : `${name} ${watch}`;
const nameOf = ({ name }: FaultTarget): string => name;

const ALL: readonly Fault[] = [
  { verb: 'crash', on: ['process'], fields: [forField('30s')], body: nameOf },
  { verb: 'crash', on: ['api-server'], fields: [forField('30s')], body: nameOf, since: 'pause' },
  { verb: 'pause', on: ['process'], fields: [forField('30s')], body: nameOf },
  { verb: 'leaderChange', on: ['process'], fields: [], body: nameOf },
  {
    verb: 'skewClock',
    on: ['process'],
    fields: [{ name: 'by', kind: 'signed', preset: '60s' }, forField('')],
    body: ({ name }, { by }) => ({ process: name, by }),
  },
  { verb: 'compact', on: ['api-server'], fields: [], body: () => ({}) },
  { verb: 'kubeletStops', on: ['node'], fields: [], body: nameOf },
  { verb: 'kubeletPauses', on: ['node'], fields: [forField('90s')], body: nameOf },
  { verb: 'fillDisk', on: ['node'], fields: [], body: ({ name }) => ({ node: name }) },
  { verb: 'partition', on: ['node'], fields: [forField('90s')], body: ({ name }) => ({ nodes: [name] }) },
  {
    verb: 'cut',
    on: ['line'],
    fields: [WATCH, forField('20s')],
    body: (target, values) => ({ client: watched(target, values) }),
  },
  {
    verb: 'slow',
    on: ['line'],
    fields: [{ name: 'by', kind: 'duration', preset: '2s' }, WATCH, forField('30s')],
    body: (target, values) => ({ watch: watched(target, values), by: values.by }),
  },
  {
    verb: 'drop',
    on: ['line'],
    fields: [NEXT, WATCH],
    body: (target, values) => ({ watch: watched(target, values), next: Number(values.next) }),
  },
  {
    verb: 'duplicate',
    on: ['line'],
    fields: [NEXT, WATCH],
    body: (target, values) => ({ watch: watched(target, values), next: Number(values.next) }),
  },
];

const isKnown = (verb: string): boolean => Object.hasOwn(VERB_SHAPES, verb);

/** Those that this version acts on. */
export const FAULTS: readonly Fault[] = ALL.filter(({ verb, since = verb }) => isKnown(verb) && isKnown(since));

export const faultsOf = ({ kind }: FaultTarget): readonly Fault[] => FAULTS.filter(({ on }) => on.includes(kind));

export const presetsOf = ({ fields }: Fault): FaultValues =>
  Object.fromEntries(fields.map(({ name, preset }) => [name, preset]));

/** Fields that are not what they should be. */
export function wrongFields({ fields }: Fault, values: FaultValues): readonly FieldName[] {
  return fields
    .filter(({ name, kind, optional }) => {
      const text = (values[name] ?? '').trim();
      if (text === '') return optional !== true;
      if (kind === 'count') return !/^\d{1,3}$/.test(text) || Number(text) < 1 || Number(text) > 100;
      if (kind === 'watch') return false;
      return (durationMicros(kind === 'signed' ? text.replace(/^-/, '') : text) ?? 0) === 0;
    })
    .map(({ name }) => name);
}

/** What the branch does. @param values none of them wrong */
export function entryOf(fault: Fault, target: FaultTarget, values: FaultValues): ForkEntry {
  const trimmed = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text.trim()])) as FaultValues;
  const { for: duration = '' } = trimmed;
  const body = fault.body(target, trimmed);
  return { verb: fault.verb, body, ...(duration === '' ? {} : { options: { for: duration } }) };
}
