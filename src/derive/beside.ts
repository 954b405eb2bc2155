/** What two runs that part at a fork have and have not in common, at a time and from then on. Times in microseconds. */
import type { BesideAnswer, ObjectState, Tale } from '../protocol/protocol.ts';

export type States = ReadonlyMap<string, ObjectState>;

/** Objects of one of both as of a time; before the fork, as of the fork. */
export function statesAt({ base }: BesideAnswer, { rows }: Tale, micros: number): States {
  const states = new Map(base);
  for (const { micros: at, key, state } of rows) {
    if (at > micros) break;
    if (state === undefined) states.delete(key);
    else states.set(key, state);
  }
  return states;
}

/** An object that is not the same in both; undefined = it is not there. */
export interface Difference {
  readonly key: string;
  readonly original: ObjectState | undefined;
  readonly branch: ObjectState | undefined;
}

const RANKS: Readonly<Record<string, number>> = { Pod: 2, Node: 0 };
const rankOf = (key: string): number => RANKS[key.split('/')[0] ?? ''] ?? 1;

const same = (a: ObjectState | undefined, b: ObjectState | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b));

/** Nodes first, then workloads, then Pods. */
export function differencesAt(answer: BesideAnswer, micros: number): readonly Difference[] {
  const original = statesAt(answer, answer.original, micros);
  const branch = statesAt(answer, answer.branch, micros);
  return [...new Set([...original.keys(), ...branch.keys()])]
    .map((key) => ({ key, original: original.get(key), branch: branch.get(key) }))
    .filter((row) => !same(row.original, row.branch))
    .sort((a, b) => rankOf(a.key) - rankOf(b.key) || (a.key < b.key ? -1 : 1));
}

export interface Parting extends Difference {
  readonly micros: number;
  /** Of the write in the branch; undefined where only the original did something then. */
  readonly step: number | undefined;
}

/** Where the first object differs; undefined where none ever does. */
export function partingOf(answer: BesideAnswer): Parting | undefined {
  const times = new Set([...answer.original.rows, ...answer.branch.rows].map(({ micros }) => micros));
  const original = new Follower(answer.base, answer.original);
  const branch = new Follower(answer.base, answer.branch);
  for (const micros of [...times].sort((a, b) => a - b)) {
    const keys = new Set([...original.advance(micros), ...branch.advance(micros)]);
    for (const key of keys) {
      const [a, b] = [original.states.get(key), branch.states.get(key)];
      if (same(a, b)) continue;
      const step = answer.branch.rows.find((row) => row.micros === micros && row.key === key)?.step;
      return { key, original: a, branch: b, micros, step };
    }
  }
  return undefined;
}

/** Walks through a tale once. */
class Follower {
  readonly states: Map<string, ObjectState>;
  private next = 0;

  constructor(
    base: BesideAnswer['base'],
    private readonly tale: Tale,
  ) {
    this.states = new Map(base);
  }

  /** @returns keys that changed */
  advance(micros: number): readonly string[] {
    const changed: string[] = [];
    for (
      let row = this.tale.rows[this.next];
      row !== undefined && row.micros <= micros;
      row = this.tale.rows[++this.next]
    ) {
      changed.push(row.key);
      if (row.state === undefined) this.states.delete(row.key);
      else this.states.set(row.key, row.state);
    }
    return changed;
  }
}

export interface Counts {
  readonly ready: number;
  readonly waiting: number;
  readonly readyNodes: number;
  /** Since the fork. */
  readonly restarts: number;
  readonly evictions: number;
}

const isPod = (key: string): boolean => key.startsWith('Pod/');

export function countsAt(answer: BesideAnswer, tale: Tale, micros: number): Counts {
  const states = [...statesAt(answer, tale, micros)];
  const pods = states.filter(([key]) => isPod(key)).map(([, state]) => state);
  return {
    ready: pods.filter(({ ready }) => ready).length,
    waiting: pods.filter(({ node, phase }) => node === '' && phase !== 'done' && phase !== 'fail').length,
    readyNodes: states.filter(([key, { ready }]) => key.startsWith('Node/') && ready).length,
    ...happened(answer, tale, micros),
  };
}

/** What is counted, not what is there. */
function happened({ base }: BesideAnswer, { rows }: Tale, micros: number): Pick<Counts, 'restarts' | 'evictions'> {
  const known = new Map(base);
  let [restarts, evictions] = [0, 0];
  for (const { micros: at, key, state } of rows) {
    if (at > micros) break;
    if (!isPod(key)) continue;
    const before = known.get(key);
    if (state === undefined) {
      known.delete(key);
      continue;
    }
    known.set(key, state);
    restarts += Math.max(0, state.restarts - (before?.restarts ?? 0));
    if (state.disrupted !== '' && (before?.disrupted ?? '') === '') evictions++;
  }
  return { restarts, evictions };
}

export type Recovery =
  /** Never fewer Pods were ready than in the original. */
  | { readonly kind: 'unharmed' }
  /** From the fork until as many are ready again, and stay so. */
  | { readonly kind: 'recovered'; readonly micros: number }
  | { readonly kind: 'not-yet'; readonly missing: number };

export function recoveryOf(answer: BesideAnswer): Recovery {
  const times = new Set([...answer.original.rows, ...answer.branch.rows].map(({ micros }) => micros));
  const original = new Follower(answer.base, answer.original);
  const branch = new Follower(answer.base, answer.branch);
  const readyIn = ({ states }: Follower): number =>
    [...states].filter(([key, { ready }]) => isPod(key) && ready).length;
  let missing = 0;
  let since: number | undefined;
  for (const micros of [...times].sort((a, b) => a - b)) {
    if ([...original.advance(micros), ...branch.advance(micros)].length === 0) continue;
    const now = readyIn(original) - readyIn(branch);
    if (now <= 0 && missing > 0) since = micros;
    missing = Math.max(0, now);
  }
  if (missing > 0) return { kind: 'not-yet', missing };
  return since === undefined ? { kind: 'unharmed' } : { kind: 'recovered', micros: since - answer.fromMicros };
}

export interface NodeRow {
  /** "" = Pods without a node. */
  readonly node: string;
  /** Undefined: the node is not there. */
  readonly state: ObjectState | undefined;
  readonly pods: readonly { readonly key: string; readonly state: ObjectState; readonly differs: boolean }[];
}

/** Both pictures, node by node: the same nodes in the same order in each, those with differences first. */
export function nodeRows(
  answer: BesideAnswer,
  micros: number,
): { readonly original: readonly NodeRow[]; readonly branch: readonly NodeRow[]; readonly same: number } {
  const differing = new Set(differencesAt(answer, micros).map(({ key }) => key));
  const [original, branch] = [answer.original, answer.branch].map((tale) => {
    const rows = rowsOf(statesAt(answer, tale, micros), differing);
    return new Map(rows.map((row) => [row.node, row]));
  }) as [Map<string, NodeRow>, Map<string, NodeRow>];
  const names = [...new Set([...original.keys(), ...branch.keys()])];
  const differs = (node: string): boolean =>
    differing.has(`Node/${node}`) ||
    [original, branch].some((side) => side.get(node)?.pods.some((pod) => pod.differs) === true);
  const shown = names
    .sort((a, b) => Number(differs(b)) - Number(differs(a)) || Number(a === '') - Number(b === '') || (a < b ? -1 : 1))
    .filter((node, i) => differs(node) || i < NODES_MAX)
    .slice(0, NODES_MOST);
  const rows = (side: Map<string, NodeRow>): NodeRow[] =>
    shown.map((node) => side.get(node) ?? { node, state: undefined, pods: [] });
  return { original: rows(original), branch: rows(branch), same: names.length - shown.length };
}

/** So many nodes are shown even where they are the same in both; more than the second number nobody reads. */
const NODES_MAX = 6;
const NODES_MOST = 30;

function rowsOf(states: States, differing: ReadonlySet<string>): readonly NodeRow[] {
  const rows = new Map<string, { state: ObjectState | undefined; pods: NodeRow['pods'][number][] }>();
  const at = (node: string): { state: ObjectState | undefined; pods: NodeRow['pods'][number][] } => {
    const known = rows.get(node) ?? { state: undefined, pods: [] };
    rows.set(node, known);
    return known;
  };
  for (const [key, state] of [...states].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (key.startsWith('Node/')) at(key.slice('Node/'.length)).state = state;
    else if (isPod(key)) at(state.node).pods.push({ key, state, differs: differing.has(key) });
  }
  return [...rows].map(([node, row]) => ({ node, ...row }));
}
