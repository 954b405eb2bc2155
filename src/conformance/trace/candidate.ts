/** A run as a row sees it: every path's changes by phase, counters, events, placement, what is left at the end. */
import type { KubeObject } from '../../model/objects.ts';
import { get, list, text } from '../../model/fields.ts';
import { namesOf, type Names } from './names.ts';
import { countersOf, pathsOf, type Paths } from './paths.ts';
import { isMarked, type Recording, type Write } from './recording.ts';
import { same } from './json.ts';

/** One change of one path. */
export interface Change {
  readonly phase: number;
  readonly value: unknown;
  readonly write: Write;
}

export interface EventKey {
  readonly about: string;
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  readonly component: string;
}

export interface Candidate {
  readonly recording: Recording;
  readonly names: Names;
  readonly phases: number;
  readonly phaseOf: (entry: number) => number;
  /** By object, then path; "@" is ADDED or DELETED. Values that went away are null. */
  readonly tracks: ReadonlyMap<string, ReadonlyMap<string, readonly Change[]>>;
  /** Living objects when a phase ends, by phase. */
  readonly ends: readonly ReadonlyMap<string, KubeObject>[];
  /** By JSON of the key. */
  readonly events: ReadonlyMap<string, { readonly key: EventKey; readonly count: number }>;
}

/** @param quiet numbers of the entries that begin a phase */
export function candidateOf(recording: Recording, quiet: ReadonlySet<number>): Candidate {
  const phaseByEntry = phasesOf(recording.entries, quiet);
  const phaseOf = (entry: number): number => phaseByEntry[entry] ?? 0;
  const names = namesOf(recording, phaseOf);
  const phases = phaseOf(recording.entries) + 1;
  return {
    recording,
    names,
    phases,
    phaseOf,
    tracks: tracksOf(recording, names, phaseOf),
    ends: endsOf(recording, phases, phaseOf),
    events: eventsOf(recording, names),
  };
}

function phasesOf(entries: number, quiet: ReadonlySet<number>): readonly number[] {
  const phases = [0];
  let phase = 0;
  for (let entry = 1; entry <= entries; entry++) {
    if (entry > 1 && quiet.has(entry)) phase++;
    phases.push(phase);
  }
  return phases;
}

function tracksOf(
  { base, writes }: Recording,
  names: Names,
  phaseOf: (entry: number) => number,
): Map<string, Map<string, Change[]>> {
  const tracks = new Map<string, Map<string, Change[]>>();
  const note = (path: string, value: unknown, write: Write): void => {
    const object = names.full(write.key);
    const track = tracks.get(object) ?? new Map<string, Change[]>();
    tracks.set(object, track);
    const changes = track.get(path) ?? [];
    track.set(path, changes);
    changes.push({ phase: phaseOf(write.entry), value, write });
  };
  const present = new Map<string, Paths>();
  for (const [key, object] of base) present.set(key, pathsOf(key, object, names));
  for (const write of writes) {
    if (write.type !== 'MODIFIED') note('@', write.type, write);
    if (write.type === 'DELETED') {
      present.delete(write.key);
      continue;
    }
    const before =
      write.type === 'ADDED' ? new Map<string, unknown>() : (present.get(write.key) ?? new Map<string, unknown>());
    const after = pathsOf(write.key, write.object, names);
    for (const path of [...new Set([...before.keys(), ...after.keys()])].sort()) {
      if (!same(before.get(path), after.get(path))) note(path, after.get(path) ?? null, write);
    }
    present.set(write.key, after);
  }
  return tracks;
}

function endsOf(
  { base, writes }: Recording,
  phases: number,
  phaseOf: (entry: number) => number,
): ReadonlyMap<string, KubeObject>[] {
  const present = new Map(base);
  const ends: ReadonlyMap<string, KubeObject>[] = [];
  let next = 0;
  for (let phase = 0; phase < phases; phase++) {
    for (let write = writes[next]; write !== undefined && phaseOf(write.entry) === phase; write = writes[++next]) {
      if (write.type === 'DELETED') present.delete(write.key);
      else present.set(write.key, write.object);
    }
    ends.push(new Map(present));
  }
  return ends;
}

/** Their moment is a tick's. */
const SKIPPED_EVENTS = new Set([
  'ImageGCFailed',
  'Pulling',
  'RemovingNode',
  'RegisteredNode',
  'NodeSchedulable',
  'NodeNotSchedulable',
  'NoPods',
]);

function eventsOf(recording: Recording, names: Names): Map<string, { key: EventKey; count: number }> {
  const events = new Map<string, { key: EventKey; count: number }>();
  for (const { object, count } of recording.events) {
    const message = text(object, 'message');
    if (SKIPPED_EVENTS.has(text(object, 'reason')) || message.startsWith('(combined from similar events)')) continue;
    const key = eventKey(object, recording, names);
    const id = JSON.stringify(key);
    events.set(id, { key, count: (events.get(id)?.count ?? 0) + count });
  }
  return events;
}

function eventKey(object: KubeObject, recording: Recording, names: Names): EventKey {
  const involved = get(object, 'involvedObject');
  const [kind, name, reason] = [text(involved, 'kind'), text(involved, 'name'), text(object, 'reason')];
  const about = names.keyOfUid(text(involved, 'uid')) ?? newestOf(names, kind, name, text(involved, 'namespace'));
  let message = names.words(text(object, 'message'));
  if (about !== undefined && kind === 'Pod' && (reason === 'Scheduled' || reason === 'Preempted')) {
    const last = recording.writes.filter((write) => write.key === about).at(-1);
    const node = text(last?.object, 'spec', 'nodeName');
    for (const lead of ['to ', 'on node ']) {
      if (node !== '' && message.endsWith(lead + node)) message = `${message.slice(0, -node.length)}<its node>`;
    }
  }
  if (reason === 'Pulled' || (reason === 'Failed' && message.includes('pull'))) {
    message = message.replace(/in [0-9.]+m?s/g, 'in <duration>');
  }
  return {
    about: about === undefined ? `${kind}/${name}` : names.full(about),
    type: text(object, 'type'),
    reason,
    message,
    component: text(object, 'reportingComponent') || text(object, 'source', 'component'),
  };
}

function newestOf(names: Names, kind: string, name: string, namespace: string): string | undefined {
  return names.keys
    .filter((key) => {
      const life = names.lifeOf(key);
      const place = life?.namespace === '' ? 'default' : life?.namespace;
      return life?.kind === kind && life.name === name && place === (namespace || 'default');
    })
    .at(-1);
}

/** Counters of an object when a phase ends; empty where it is not there. */
export function settledAt(candidate: Candidate, phase: number, object: string): ReadonlyMap<string, number> {
  for (const [key, found] of candidate.ends[phase] ?? []) {
    if (candidate.names.full(key) === object) return countersOf(found);
  }
  return new Map();
}

/** The write that gave a counter its last value in a phase. */
export function lastChangeOf(candidate: Candidate, object: string, counter: string, phase: number): Write | undefined {
  const { names, recording, phaseOf } = candidate;
  let before = 0;
  let found: Write | undefined;
  for (const write of recording.writes) {
    if (names.full(write.key) !== object || write.type === 'DELETED') continue;
    const value = countersOf(write.object).get(counter) ?? 0;
    if (value !== before && phaseOf(write.entry) === phase) found = write;
    before = value;
  }
  return found;
}

/** Living Pods of a ReplicaSet, a number a node, largest first. */
export function placementAt({ ends, names }: Candidate, phase: number, owner: string): readonly number[] {
  const byNode = new Map<string, number>();
  for (const [key, object] of ends[phase] ?? []) {
    const set = names.ownerOf(key);
    const node = text(object, 'spec', 'nodeName');
    if (object.kind !== 'Pod' || set === undefined || names.full(set) !== owner || node === '' || isMarked(object))
      continue;
    byNode.set(node, (byNode.get(node) ?? 0) + 1);
  }
  return [...byNode.values()].sort((a, b) => b - a);
}

/** What is there at the end: paths and counters by object. */
export function finalOf({ ends, names }: Candidate): ReadonlyMap<string, Paths> {
  const final = new Map<string, Paths>();
  for (const [key, object] of ends.at(-1) ?? []) {
    if (object.kind === 'ControllerRevision') continue;
    final.set(names.full(key), new Map([...pathsOf(key, object, names), ...countersOf(object)]));
  }
  return final;
}

/** An object's managedFields but for the controller manager's: who, how, and which fields. */
export function managersOf(object: KubeObject | undefined): readonly unknown[] {
  return list(object, 'metadata', 'managedFields')
    .filter((entry) => text(entry, 'manager') !== 'kube-controller-manager')
    .map((entry) => Object.fromEntries(Object.entries(entry as object).filter(([name]) => COMPARED.has(name))));
}

const COMPARED = new Set(['manager', 'operation', 'subresource', 'fieldsV1']);
