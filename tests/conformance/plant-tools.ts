/** Changes of a recording that keep it a recording: each returns a new one, its writes numbered anew. */
import type { Candidate } from '../../src/conformance/trace/candidate.ts';
import { get, list, text } from '../../src/model/fields.ts';
import { same } from '../../src/conformance/trace/json.ts';
import type { ExpectedTrace, Fact } from '../../src/conformance/trace/judge.ts';
import {
  conditionsOf,
  isMarked,
  isReady,
  type RecordedEvent,
  type Recording,
  type Write,
} from '../../src/conformance/trace/recording.ts';
import type { KubeObject } from '../../src/model/objects.ts';

export interface Site {
  readonly recording: Recording;
  readonly candidate: Candidate;
  readonly expected: ExpectedTrace;
}

type Data = Record<string, unknown>;

const numbered = (recording: Recording, writes: readonly Write[]): Recording => ({
  ...recording,
  writes: writes.map((write, index) => ({ ...write, index })),
});

/** A copy with one field set, or removed where the value is undefined; missing fields on the way are made. */
export function withField(object: KubeObject, path: readonly string[], value: unknown): KubeObject {
  const copy = structuredClone(object) as unknown as Data;
  let at = copy;
  for (const key of path.slice(0, -1)) {
    const next = at[key];
    at[key] = typeof next === 'object' && next !== null ? next : {};
    at = at[key] as Data;
  }
  const last = path.at(-1) ?? '';
  if (value === undefined) Reflect.deleteProperty(at, last);
  else at[last] = value;
  return copy as unknown as KubeObject;
}

export function withCondition(object: KubeObject, type: string, fields: Data | undefined): KubeObject {
  const others = list(object, 'status', 'conditions').filter((one) => text(one, 'type') !== type);
  const known = conditionsOf(object).get(type) as Data | undefined;
  const conditions = fields === undefined ? others : [...others, { ...known, type, ...fields }];
  return withField(object, ['status', 'conditions'], conditions);
}

/** The same change in each version of one object, from a write on. */
export function changeFrom(recording: Recording, from: Write, by: (object: KubeObject) => KubeObject): Recording {
  return numbered(
    recording,
    recording.writes.map((write) =>
      write.key === from.key && write.index >= from.index ? { ...write, object: by(write.object) } : write,
    ),
  );
}

export function changeAt(recording: Recording, at: Write, by: (write: Write) => Write): Recording {
  return numbered(
    recording,
    recording.writes.map((write) => (write.index === at.index ? by(write) : write)),
  );
}

export const without = (recording: Recording, gone: Write): Recording =>
  numbered(
    recording,
    recording.writes.filter(({ index }) => index !== gone.index),
  );

/** Further writes right after one; they belong to its command and moment. */
export function insertAfter(recording: Recording, at: Write, added: readonly Partial<Write>[]): Recording {
  const { writes } = recording;
  const whole = added.map((write): Write => ({ ...at, type: 'MODIFIED', by: undefined, ...write }));
  return numbered(recording, [...writes.slice(0, at.index + 1), ...whole, ...writes.slice(at.index + 1)]);
}

/** Takes a write out of its place, and lets it happen right before or after another. */
export function move(recording: Recording, moved: Write, where: 'before' | 'after', place: Write): Recording {
  const rest = recording.writes.filter(({ index }) => index !== moved.index);
  const at = rest.findIndex(({ index }) => index === place.index) + (where === 'after' ? 1 : 0);
  const { entry, seconds } = place;
  return numbered(recording, [...rest.slice(0, at), { ...moved, entry, seconds }, ...rest.slice(at)]);
}

/** Another object of the same kind and content beside one that is made. */
export function twins(recording: Recording, made: Write, count: number): Recording {
  const life = recording.lives.get(made.key);
  if (life === undefined) throw new Error(made.key);
  const lives = new Map(recording.lives);
  const added = Array.from({ length: count }, (_, n) => {
    const name = `${life.name}-twin${String(n)}`;
    const key = `${made.key}-twin${String(n)}`;
    lives.set(key, { ...life, key, name });
    const named = withField(made.object, ['metadata', 'name'], name);
    return { ...made, key, object: withField(named, ['metadata', 'uid'], `twin-${String(n)}`), before: undefined };
  });
  return insertAfter({ ...recording, lives }, made, added);
}

export const withEvents = (recording: Recording, events: readonly RecordedEvent[]): Recording => ({
  ...recording,
  events,
});

export const modified = (write: Write, kind: string): boolean => write.kind === kind && write.type === 'MODIFIED';
export const isAdded = (write: Write, kind: string): boolean => write.kind === kind && write.type === 'ADDED';

/** Does a field differ from the version before? */
export const changed = ({ before, object }: Write, ...path: readonly string[]): boolean =>
  !same(get(before, ...path), get(object, ...path));

export const isBind = (write: Write): boolean => modified(write, 'Pod') && changed(write, 'spec', 'nodeName');
export const isMarking = (write: Write): boolean =>
  write.type === 'MODIFIED' && isMarked(write.object) && write.before !== undefined && !isMarked(write.before);
export const becomesReady = (write: Write): boolean =>
  modified(write, 'Pod') && isReady(write.object) && !isReady(write.before);

export const containersOf = (object: KubeObject): readonly Data[] =>
  list(object, 'status', 'containerStatuses') as readonly Data[];
export const withContainers = (object: KubeObject, by: (container: Data) => Data): KubeObject =>
  withField(object, ['status', 'containerStatuses'], containersOf(object).map(by));

/** Kind of the controller of an object, and its key. */
export function ownerOf({ candidate, recording }: Site, { key }: Write): { kind: string; key: string } | undefined {
  const owner = candidate.names.ownerOf(key);
  return owner === undefined ? undefined : { kind: recording.lives.get(owner)?.kind ?? '', key: owner };
}

/** The write that shows a fact, and the fact. */
export function writeOf({ candidate, expected }: Site, id: string): Write | undefined {
  for (const [object, { facts }] of Object.entries(expected.objects)) {
    const fact = facts.find((one) => one.id === id);
    if (fact !== undefined) return writeOfFact(candidate, object, fact);
  }
  return undefined;
}

export function writeOfFact(candidate: Candidate, object: string, { phase, set }: Fact): Write | undefined {
  const [path = '', value] = Object.entries(set)[0] ?? [];
  const changes = candidate.tracks.get(object)?.get(path) ?? [];
  return changes.find((change) => change.phase === phase && (value === '*' || same(change.value, value)))?.write;
}

/** An event that a row requires, as often as it happened: one less is too few. */
export function requiredEvent({ recording, candidate, expected }: Site): RecordedEvent | undefined {
  const wanted = expected.events.filter(({ count: [least, most], ...key }) => {
    const { about, type, reason, message, component } = key;
    const id = JSON.stringify({ about, type, reason, message, component });
    return least === most && candidate.events.get(id)?.count === least;
  });
  return recording.events.find(({ object, count }) => {
    const key = candidate.names.keyOfUid(text(object, 'involvedObject', 'uid'));
    return wanted.some(
      (one) =>
        key !== undefined &&
        one.about === candidate.names.full(key) &&
        one.reason === text(object, 'reason') &&
        one.message === text(object, 'message') &&
        one.count[0] === count,
    );
  });
}

export interface Plant {
  readonly what: string;
  /** What the judge says of it. */
  readonly words: RegExp;
  /** Of what a row is about that looks at Deployments' specifications only. */
  readonly ofSpec?: true;
  readonly plant: (site: Site) => Recording | undefined;
}

/** Carries on with what was found. */
export const on = <T>(found: T | undefined, plant: (found: T) => Recording | undefined): Recording | undefined =>
  found === undefined ? undefined : plant(found);

export const find = ({ recording }: Site, holds: (write: Write) => boolean): Write | undefined =>
  recording.writes.find(holds);

export const hasCondition = (write: Write, type: string): boolean => conditionsOf(write.object).has(type);

export const isOwned = (site: Site, write: Write, ...kinds: readonly string[]): boolean =>
  kinds.includes(ownerOf(site, write)?.kind ?? '');
