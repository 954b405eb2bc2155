/** Does a run show what every recording of the same scenario showed? (ROWS, expect) */
import { finalOf, lastChangeOf, placementAt, settledAt, type Candidate, type Change } from './candidate.ts';
import { same } from './json.ts';
import { brokenLaws } from './laws.ts';
import { NAMED_KINDS } from './names.ts';
import type { Write } from './recording.ts';

export interface Fact {
  readonly id: string;
  readonly phase: number;
  readonly type: Write['type'];
  readonly by?: string;
  readonly set: Readonly<Record<string, unknown>>;
  readonly after?: readonly string[];
  readonly maySkip?: boolean;
}

export interface ExpectedObject {
  readonly facts: readonly Fact[];
  readonly loose?: Readonly<Record<string, readonly unknown[]>>;
  readonly settled?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

type Place = string | { readonly object: string; readonly counter: string; readonly phase: number };

export interface ExpectedTrace {
  readonly objects: Readonly<Record<string, ExpectedObject>>;
  readonly mayObjects?: readonly string[];
  readonly before: readonly (readonly [a: Place, b: Place, rule: string])[];
  readonly delays?: readonly {
    readonly from: string;
    readonly to: string;
    readonly seconds: readonly [number, number];
  }[];
  readonly events: readonly {
    readonly about: string;
    readonly type: string;
    readonly reason: string;
    readonly message: string;
    readonly component: string;
    readonly count: readonly [number, number];
  }[];
  readonly mayEvents: readonly (readonly [string, string, string, string, readonly string[]])[];
  readonly placement?: readonly {
    readonly phase: number;
    readonly owner: string;
    readonly perNode: readonly number[];
  }[];
  readonly final: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly scope?: { readonly kinds: readonly string[]; readonly paths: readonly string[] };
}

/** Loose paths whose values must be among those seen. */
const SEEN = ['condition[', 'container[', 'status.phase', 'endpoint[', 'image[', 'metadata.finalizers'];
const isSeen = (path: string): boolean => SEEN.some((head) => path.startsWith(head)) && !path.endsWith('.message');

const matches = (want: unknown, have: unknown): boolean =>
  want === '*' ? have !== null && have !== undefined : same(want ?? null, have ?? null);

const json = (value: unknown): string => JSON.stringify(value).slice(0, 300);

/** @returns every failure, in words; none = it passes */
export function judge(candidate: Candidate, expected: ExpectedTrace): readonly string[] {
  return new Judge(candidate, expected).run();
}

class Judge {
  private readonly bad: string[] = [];
  /** The write of each fact that was found. */
  private readonly places = new Map<string, Write>();
  private readonly tracks: Map<string, ReadonlyMap<string, readonly Change[]>>;

  constructor(
    private readonly candidate: Candidate,
    private readonly expected: ExpectedTrace,
  ) {
    this.tracks = new Map(candidate.tracks);
    const { scope } = expected;
    if (scope !== undefined) this.narrow(scope);
  }

  /** Only what is in scope is compared. */
  private narrow({ kinds, paths }: NonNullable<ExpectedTrace['scope']>): void {
    for (const [object, track] of [...this.tracks]) {
      const kept = [...track].filter(([path]) => paths.some((head) => path.startsWith(head)));
      if (kinds.includes(object.split('/')[0] ?? '') && kept.length > 0) this.tracks.set(object, new Map(kept));
      else this.tracks.delete(object);
    }
  }

  run(): readonly string[] {
    const { objects, mayObjects = [] } = this.expected;
    for (const object of this.tracks.keys()) {
      if (!(object in objects) && !mayObjects.includes(object) && this.isRecorded(object))
        this.say(`object: ${object} is not expected`);
    }
    for (const [object, wanted] of Object.entries(objects)) this.judgeObject(object, wanted);
    this.judgeOrder();
    this.judgeSettled();
    if (this.expected.scope === undefined) this.judgeEvents();
    this.judgeEnd();
    for (const law of brokenLaws(this.candidate)) this.say(`law: ${law}`);
    return this.bad;
  }

  /** Claims, quotas and the like are compared only where a row has some. */
  private isRecorded(object: string): boolean {
    const kind = object.split('/')[0] ?? '';
    const { objects, final } = this.expected;
    return (
      NAMED_KINDS.has(kind) ||
      [objects, final].some((all) => Object.keys(all).some((one) => one.startsWith(`${kind}/`)))
    );
  }

  private say(what: string): void {
    this.bad.push(what);
  }

  private judgeObject(object: string, { facts, loose = {} }: ExpectedObject): void {
    const track = this.tracks.get(object) ?? new Map<string, readonly Change[]>();
    const wanted = new Map<string, { fact: Fact; value: unknown }[]>();
    for (const fact of facts) {
      for (const [path, value] of Object.entries(fact.set)) {
        wanted.set(path, [...(wanted.get(path) ?? []), { fact, value }]);
      }
    }
    const found = new Map<string, Write>();
    for (const [path, values] of wanted) {
      const got = track.get(path) ?? [];
      const writes =
        path in loose ? this.subsequence(object, path, values, got) : this.exactly(object, path, values, got);
      for (const [id, write] of writes) found.set(`${id} ${path}`, write);
    }
    for (const [path, got] of track) this.judgeLoose(object, path, got, loose, wanted.has(path));
    for (const fact of facts) this.judgeFact(object, fact, found);
    this.judgeAfter(object, facts);
  }

  private subsequence(
    object: string,
    path: string,
    wanted: readonly { readonly fact: Fact; readonly value: unknown }[],
    got: readonly Change[],
  ): readonly (readonly [string, Write])[] {
    const found: [string, Write][] = [];
    let at = 0;
    for (const { fact, value } of wanted) {
      while (at < got.length && !(got[at]?.phase === fact.phase && matches(value, got[at]?.value))) at++;
      const change = got[at++];
      if (change === undefined) {
        this.say(`fact: ${object} ${path} = ${json(value)} in phase ${String(fact.phase)} is missing`);
        return found;
      }
      found.push([fact.id, change.write]);
    }
    return found;
  }

  private exactly(
    object: string,
    path: string,
    all: readonly { readonly fact: Fact; readonly value: unknown }[],
    got: readonly Change[],
  ): readonly (readonly [string, Write])[] {
    // What may be folded away is left out where the run did so.
    let at = 0;
    const wanted = all.filter(({ fact, value }) => {
      const here = got[at];
      const isHere = here?.phase === fact.phase && matches(value, here.value);
      if (!isHere && fact.maySkip === true) return false;
      at++;
      return true;
    });
    const agrees =
      wanted.length === got.length &&
      wanted.every(({ fact, value }, i) => got[i]?.phase === fact.phase && matches(value, got[i].value));
    if (!agrees) {
      const had = got.map(({ phase, value }) => [phase, value]);
      this.say(`track: ${object} ${path}: got ${json(had)}, want ${json(wanted.map((w) => [w.fact.phase, w.value]))}`);
      return [];
    }
    return wanted.flatMap(({ fact }, i) => {
      const write = got[i]?.write;
      return write === undefined ? [] : [[fact.id, write] as const];
    });
  }

  private judgeLoose(
    object: string,
    path: string,
    got: readonly Change[],
    loose: NonNullable<ExpectedObject['loose']>,
    isWanted: boolean,
  ): void {
    const seen = loose[path];
    if (seen === undefined) {
      if (!isWanted) this.say(`track: ${object} ${path} is not expected: ${json(got.map(({ value }) => value))}`);
      return;
    }
    if (isSeen(path)) {
      for (const { value } of got) {
        if (!seen.some((known) => same(known, value)))
          this.say(`value: ${object} ${path} = ${json(value)} was never seen`);
      }
    }
    if (path.endsWith('.message')) this.judgeMessages(object, path, got, seen);
  }

  private judgeMessages(object: string, path: string, got: readonly Change[], seen: readonly unknown[]): void {
    const kind = `${object.split('/')[0] ?? ''}/`;
    const others = Object.entries(this.expected.objects)
      .filter(([name]) => name.startsWith(kind))
      .flatMap(([, { loose }]) => loose?.[path] ?? []);
    const said = new Set(
      [...seen, ...others].flatMap((message) => (typeof message === 'string' ? phrasesOf(message) : [])),
    );
    for (const { value } of got) {
      const unheard = typeof value === 'string' ? phrasesOf(value).filter((phrase) => !said.has(phrase)) : [];
      if (unheard.length > 0) this.say(`message: ${object} ${path} says what was never said: ${json(unheard)}`);
    }
  }

  private judgeFact(object: string, fact: Fact, found: ReadonlyMap<string, Write>): void {
    const writes = Object.keys(fact.set).flatMap((path) => found.get(`${fact.id} ${path}`) ?? []);
    const [first] = [...writes].sort((a, b) => a.index - b.index);
    if (first === undefined) return;
    const what = `${object} ${fact.id} ${json(Object.keys(fact.set))}`;
    if (new Set(writes.map(({ index }) => index)).size > 1) this.say(`write: ${what} are not one write`);
    this.places.set(fact.id, first);
    if (fact.by !== undefined && first.by !== undefined && first.by !== fact.by) {
      this.say(`by: ${what} written by ${first.by}, want ${fact.by}`);
    }
    if (!('@' in fact.set) && first.type !== fact.type && fact.type !== 'MODIFIED') {
      this.say(`type: ${what} is ${first.type}, want ${fact.type}`);
    }
  }

  private judgeAfter(object: string, facts: readonly Fact[]): void {
    let previous: string | undefined;
    for (const { id, after } of facts) {
      for (const earlier of after ?? (previous === undefined ? [] : [previous])) {
        const [a, b] = [this.places.get(earlier), this.places.get(id)];
        if (a === undefined || b === undefined) continue;
        if (a.index > b.index || (a.index === b.index && a.by !== b.by)) {
          this.say(`order: ${object} ${id} before ${earlier}`);
        }
      }
      previous = id;
    }
  }

  private judgeOrder(): void {
    for (const [a, b, rule] of this.expected.before) {
      const [first, second] = [this.placeOf(a), this.placeOf(b)];
      if (first !== undefined && second !== undefined && first.index >= second.index) {
        this.say(`before: ${rule}: ${json(a)} must come before ${json(b)}`);
      }
    }
    for (const { from, to, seconds } of this.expected.delays ?? []) {
      const [a, b] = [this.places.get(from), this.places.get(to)];
      if (a === undefined || b === undefined) continue;
      const took = b.seconds - a.seconds;
      if (took < seconds[0] || took > seconds[1]) {
        this.say(`delay: ${from} to ${to} took ${took.toFixed(2)} s, want ${json(seconds)}`);
      }
    }
  }

  private placeOf(place: Place): Write | undefined {
    if (typeof place === 'string') return this.places.get(place);
    return lastChangeOf(this.candidate, place.object, place.counter, place.phase);
  }

  private judgeSettled(): void {
    for (const [object, { settled = {} }] of Object.entries(this.expected.objects)) {
      for (const [phase, counters] of Object.entries(settled)) {
        const got = settledAt(this.candidate, Number(phase), object);
        for (const [counter, value] of Object.entries(counters)) {
          if (got.get(counter) === value) continue;
          this.say(
            `settled: ${object} ${counter} is ${String(got.get(counter))} at the end of phase ${phase}, want ${String(value)}`,
          );
        }
      }
    }
  }

  private judgeEvents(): void {
    const known = new Set<string>();
    for (const { count, ...wanted } of this.expected.events) {
      const { about, type, reason, message, component } = wanted;
      const id = JSON.stringify({ about, type, reason, message, component });
      known.add(id);
      const got = this.candidate.events.get(id)?.count ?? 0;
      if (got < count[0] || got > count[1]) this.say(`event: ${id} ${String(got)} times, want ${json(count)}`);
    }
    for (const [id, { key }] of this.candidate.events) {
      if (known.has(id)) continue;
      const may = this.expected.mayEvents.find(
        ([kind, type, reason, component]) =>
          kind === key.about.split('/')[0] && type === key.type && reason === key.reason && component === key.component,
      );
      if (may === undefined) {
        this.say(`event: ${id} is not expected`);
        continue;
      }
      const unheard = phrasesOf(key.message).filter((phrase) => !may[4].includes(phrase));
      if (unheard.length > 0) this.say(`event: ${id} says what was never said: ${json(unheard)}`);
    }
  }

  private judgeEnd(): void {
    for (const { phase, owner, perNode } of this.expected.placement ?? []) {
      const got = placementAt(this.candidate, phase, owner);
      if (!same(got, perNode))
        this.say(`placement: ${owner} phase ${String(phase)}: ${json(got)}, want ${json(perNode)}`);
    }
    const final = finalOf(this.candidate);
    for (const [object, paths] of Object.entries(this.expected.final)) {
      const got = final.get(object);
      if (got === undefined) this.say(`final: ${object} is not there`);
      for (const [path, value] of Object.entries(paths)) {
        if (got !== undefined && !matches(value, got.get(path))) {
          this.say(`final: ${object} ${path} is ${json(got.get(path) ?? null)}, want ${json(value)}`);
        }
      }
    }
    if (this.expected.scope !== undefined) return;
    for (const object of final.keys()) {
      const may = this.expected.mayObjects?.includes(object) === true || ALWAYS_THERE.test(object);
      if (!(object in this.expected.final) && !may && this.isRecorded(object))
        this.say(`final: ${object} is still there`);
    }
  }
}

const ALWAYS_THERE = /^(?:ConfigMap\/kube|PriorityClass\/system|Service\/kubernetes)/;

/** What of a message remains when counts and names may differ. */
function phrasesOf(message: string): readonly string[] {
  return message
    .replace(/\d+/g, '#')
    .split(/[.,:] |\.$/)
    .filter((phrase) => phrase !== '');
}
