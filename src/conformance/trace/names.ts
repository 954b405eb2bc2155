/** Canonical names: by owner and order, so that runs in which other random names were drawn compare (ROWS, Names). */
import type { KubeObject } from '../../model/objects.ts';
import { get, list, text } from '../../model/fields.ts';
import { conditionsOf, isMarked, isReady, type Life, type Recording, type Write } from './recording.ts';

const FIRST = [
  'Deployment',
  'StatefulSet',
  'DaemonSet',
  'CronJob',
  'Service',
  'Node',
  'ConfigMap',
  'PriorityClass',
  'PodDisruptionBudget',
];
/** Owners before what they own. */
const ROUNDS = [FIRST, ['ReplicaSet', 'Job', 'EndpointSlice', 'ControllerRevision'], ['Pod']];

/** Kinds that rows have names for: others were not recorded. */
export const NAMED_KINDS: ReadonlySet<string> = new Set(ROUNDS.flat());

const NEVER = 99;

export interface Names {
  /** "Kind/name" by key of a life. */
  readonly full: (key: string) => string;
  /** The same without its kind. */
  readonly short: (key: string) => string;
  readonly ownerOf: (key: string) => string | undefined;
  readonly keyOfUid: (uid: string) => string | undefined;
  /** Canonical name of the newest life of a raw name. */
  readonly byRawName: (kind: string, name: string) => string;
  readonly keys: readonly string[];
  readonly lifeOf: (key: string) => Life | undefined;
  /** A text with generated names, uids and durations made canonical. */
  readonly words: (text: string) => string;
}

interface Naming {
  readonly recording: Recording;
  readonly phaseOf: (entry: number) => number;
  readonly first: ReadonlyMap<string, Write>;
  readonly writesOf: ReadonlyMap<string, readonly Write[]>;
  readonly owners: ReadonlyMap<string, string>;
  readonly names: Map<string, string>;
}

export function namesOf(recording: Recording, phaseOf: (entry: number) => number): Names {
  const uids = uidsOf(recording);
  const first = new Map<string, Write>();
  const writesOf = new Map<string, Write[]>();
  for (const write of recording.writes) {
    if (!first.has(write.key)) first.set(write.key, write);
    const known = writesOf.get(write.key);
    if (known === undefined) writesOf.set(write.key, [write]);
    else known.push(write);
  }
  const owners = new Map<string, string>();
  for (const [key, { object }] of first) {
    const reference = list(object, 'metadata', 'ownerReferences').find((r) => get(r, 'controller') === true);
    const owner = uids.get(text(reference, 'uid'));
    if (owner !== undefined) owners.set(key, owner);
  }
  const names = new Map<string, string>();
  for (const key of recording.base.keys()) names.set(key, plain(recording, key));
  giveNames({ recording, phaseOf, first, writesOf, owners, names });
  return facade(recording, names, owners, uids);
}

/** The earliest life of each uid. */
function uidsOf({ base, writes }: Recording): ReadonlyMap<string, string> {
  const uids = new Map<string, string>();
  const note = (uid: string, key: string): void => {
    if (uid !== '' && !uids.has(uid)) uids.set(uid, key);
  };
  for (const [key, object] of base) note(object.metadata.uid ?? '', key);
  for (const { key, object } of writes) note(object.metadata.uid ?? '', key);
  return uids;
}

function giveNames(naming: Naming): void {
  const { first, names } = naming;
  for (const kinds of ROUNDS) {
    const siblings = new Map<string, string[]>();
    for (const [key, { kind }] of first) {
      if (names.has(key) || !kinds.includes(kind)) continue;
      const group = groupOf(naming, key);
      if (group === undefined) names.set(key, plain(naming.recording, key));
      else siblings.set(group, [...(siblings.get(group) ?? []), key]);
    }
    for (const keys of siblings.values()) numberThem(naming, keys);
  }
  for (const key of first.keys()) if (!names.has(key)) names.set(key, plain(naming.recording, key));
}

/** Siblings are numbered together; undefined for what keeps its name. */
function groupOf({ recording, first, owners, names }: Naming, key: string): string | undefined {
  const owner = owners.get(key);
  const ownerKind = recording.lives.get(owner ?? '')?.kind;
  const kind = first.get(key)?.kind ?? '';
  if (owner === undefined || !names.has(owner) || ownerKind === 'Node') return undefined;
  if (kind !== 'Pod') return `${owner} ${kind}`;
  if (ownerKind === 'StatefulSet') return undefined;
  return ownerKind === 'DaemonSet' ? `${owner} on ${targetOf(first.get(key)?.object)}` : owner;
}

function numberThem(naming: Naming, keys: readonly string[]): void {
  const { recording, owners, names, first } = naming;
  const [any = ''] = keys;
  const owner = owners.get(any) ?? '';
  const name = names.get(owner) ?? '';
  const kind = first.get(any)?.kind;
  if (kind === 'Pod' && recording.lives.get(owner)?.kind === 'DaemonSet') {
    const target = targetOf(first.get(any)?.object);
    keys.forEach((key, n) => names.set(key, `${name}#${target}${n === 0 ? '' : `.${String(n + 1)}`}`));
  } else if (kind === 'Pod') {
    const fates = new Map(keys.map((key) => [key, fateOf(naming, key)]));
    const inOrder = [...keys].sort((a, b) => compareFates(fates.get(a) ?? [], fates.get(b) ?? []));
    inOrder.forEach((key, n) => names.set(key, `${name}#${String(n)}`));
  } else {
    const mark =
      kind === 'EndpointSlice' ? (n: number): string => `#${String(n)}` : (n: number): string => `@${String(n + 1)}`;
    keys.forEach((key, n) => names.set(key, name + mark(n)));
  }
}

/** The node that a DaemonSet's Pod is made for. */
function targetOf(object: KubeObject | undefined): string {
  const path = [
    'spec',
    'affinity',
    'nodeAffinity',
    'requiredDuringSchedulingIgnoredDuringExecution',
    'nodeSelectorTerms',
  ];
  const [term] = list(object, ...path);
  const [match] = list(term, 'matchFields');
  const [value] = list(match, 'values');
  return typeof value === 'string' ? value : text(object, 'spec', 'nodeName') || '?';
}

type Fate = readonly (number | string)[];

/** Replicas of equal fate are interchangeable: what became of a Pod, in the order that ROWS gives. */
function fateOf({ writesOf, phaseOf }: Naming, key: string): Fate {
  const writes = writesOf.get(key) ?? [];
  const firstPhase = (holds: (object: KubeObject) => boolean): number => {
    const write = writes.find(({ object }) => holds(object));
    return write === undefined ? NEVER : phaseOf(write.entry);
  };
  const ever = (holds: (object: KubeObject) => boolean): number => (writes.some(({ object }) => holds(object)) ? 1 : 0);
  const target = writes
    .map(({ object }) => text(conditionsOf(object).get('DisruptionTarget'), 'reason'))
    .find((r) => r !== '');
  const ended = writes
    .map(({ object }) => text(object, 'status', 'phase'))
    .find((p) => p === 'Succeeded' || p === 'Failed');
  return [
    writes[0]?.type === 'ADDED' ? phaseOf(writes[0].entry) : NEVER,
    firstPhase(isReady),
    firstPhase(isMarked),
    target ?? '',
    ended ?? '',
    ever((object) => text(conditionsOf(object).get('PodScheduled'), 'status') === 'False'),
    ever((object) => text(object, 'spec', 'nodeName') !== ''),
    writes[0]?.index ?? 0,
  ];
}

function compareFates(a: Fate, b: Fate): number {
  for (let i = 0; i < a.length; i++) {
    const [x = 0, y = 0] = [a[i], b[i]];
    if (x !== y) return x < y ? -1 : 1;
  }
  return 0;
}

function plain(recording: Recording, key: string): string {
  const life = recording.lives.get(key);
  if (life === undefined) return key;
  const name = life.name + (life.life > 1 ? `~${String(life.life)}` : '');
  return life.namespace === '' || life.namespace === 'default' ? name : `${life.namespace}/${name}`;
}

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const DURATION = /\b[0-9.]+(?:ms|s|m[0-9.]+s) \([0-9.]+(?:ms|s|m[0-9.]+s) including waiting\)/g;
const PULLED =
  /^(?:Successfully pulled image ("[^"]*") in <duration>\. Image size: \d+ bytes\.|Container image ("[^"]*") already present on machine and can be accessed by the pod)$/;

function facade(
  recording: Recording,
  names: ReadonlyMap<string, string>,
  owners: ReadonlyMap<string, string>,
  uids: ReadonlyMap<string, string>,
): Names {
  const keys = [...names.keys()];
  const lifeOf = (key: string): Life | undefined => recording.lives.get(key);
  const generated = keys
    .map((key) => ({ raw: lifeOf(key)?.name ?? '', name: names.get(key) ?? '' }))
    .filter(({ raw, name }) => raw.length > 3 && raw !== name.split('~')[0])
    .sort((a, b) => b.raw.length - a.raw.length);
  return {
    keys,
    lifeOf,
    full: (key) => `${lifeOf(key)?.kind ?? ''}/${names.get(key) ?? key}`,
    short: (key) => names.get(key) ?? key,
    ownerOf: (key) => owners.get(key),
    keyOfUid: (uid) => uids.get(uid),
    byRawName: (kind, name) => {
      const found = keys.filter((key) => lifeOf(key)?.kind === kind && lifeOf(key)?.name === name).at(-1);
      return found === undefined ? name : (names.get(found) ?? name);
    },
    words: (given) => {
      let said = given.replace(UUID, (uid) => names.get(uids.get(uid) ?? '') ?? '<uid>');
      for (const { raw, name } of generated) {
        if (said.includes(raw))
          said = said.replace(new RegExp(`(?<![a-z0-9-])${escape(raw)}(?![a-z0-9-])`, 'g'), () => name);
      }
      return said
        .replace(DURATION, '<duration>')
        .replace(PULLED, (_all, pulled?: string, present?: string) => `image ${pulled ?? present ?? ''} is there`)
        .replace(/_default\([^)]*\)/g, '_default(<uid>)');
    },
  };
}

const escape = (raw: string): string => raw.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
