/** Runs the timeline of a row as its recorder did: each command after the one before it, and after quiet where it waited. */
import { readFlags } from '../../model/flags.ts';
import type { KubeObject } from '../../model/objects.ts';
import { parseTime } from '../../model/time.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import { createCluster, type Cluster } from '../../engine/create-cluster.ts';
import { readScenario } from '../../scenario/scenario.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { readEntries } from '../../scenario/fork.ts';
import type { Fields } from '../../model/fields.ts';
import { recordingOf, type Mark, type Recording } from './recording.ts';

const SECOND = 1_000_000;
/** After the last command, a row is over when nothing is in flight for so long; its timers may still be set. */
const TAIL_SECONDS = 20;
const EVENTS_MAX = 400_000;

export interface GivenTrace {
  readonly now?: string;
  readonly objects: readonly KubeObject[];
  readonly environment: {
    readonly imagePullMillis: number;
    readonly stopMillis: number;
    readonly unpullable?: readonly string[];
    readonly flags?: unknown;
  };
  readonly timeline: readonly GivenEntry[];
}

export interface GivenEntry extends Fields {
  readonly entry: number;
  readonly afterMillis: number;
  readonly afterQuiet?: boolean;
}

export interface Driven {
  readonly cluster: Cluster;
  readonly recording: Recording;
  /** Entries that the product refused or does not know, with its words. */
  readonly refused: ReadonlyMap<number, string>;
  /** An object as it was when the command after this one began. */
  readonly objectAfter: (entry: number, key: string) => KubeObject | undefined;
}

export function drive(given: GivenTrace, version: KubernetesVersion, seed: number): Driven {
  const cluster = createCluster(scenarioOf(given, version, seed));
  const { world } = cluster;
  const marks: Mark[] = [];
  const refused = new Map<number, string>();
  let previous = 0;
  for (const entry of given.timeline) {
    const start = previous + entry.afterMillis * 1000;
    passTo(cluster, start);
    if (entry.afterQuiet === true) settle(cluster);
    previous = Math.max(start, world.now);
    marks.push({ step: world.step });
    carryOut(cluster, entry, previous, refused);
  }
  settle(cluster);
  passTo(cluster, world.now + TAIL_SECONDS * SECOND);
  settle(cluster);
  return {
    cluster,
    recording: recordingOf(world, marks),
    refused: new Map([...refused, ...refusedByServer(cluster, marks)]),
    objectAfter: (entry, key) => {
      const etcd = world.collections().find(({ name }) => name === 'etcd');
      return etcd?.at(marks[entry]?.step ?? world.step).get(key) as KubeObject | undefined;
    },
  };
}

function scenarioOf({ objects, environment, now }: GivenTrace, version: KubernetesVersion, seed: number): Scenario {
  const items = objects.map((object) => ({ ...object }));
  const data = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
  const outcome = readScenario([{ name: 'given.json', data }], { kubernetesVersion: version, seed });
  if (!outcome.ok) throw new Error(`${outcome.problem.code} ${JSON.stringify(outcome.problem.params)}`);
  const scenario = outcome.value;
  return {
    ...scenario,
    // What a row lists is the whole cluster.
    dump: false,
    nowMicros: (now === undefined ? undefined : parseTime(now)) ?? scenario.nowMicros,
    observed: [...scenario.observed, ...scenario.applied],
    applied: [],
    kubelet: { ...scenario.kubelet, unpullable: environment.unpullable ?? [] },
    flags: readFlags(environment.flags),
    latencies: {
      ...scenario.latencies,
      imagePull: environment.imagePullMillis * 1000,
      containerStop: environment.stopMillis * 1000,
    },
  };
}

/** Runs until the clock would pass `tick`. */
function passTo({ world }: Cluster, tick: number): void {
  while (world.nextTime !== undefined && world.nextTime <= tick) {
    if (world.advance(1) === 0) return;
    if (world.step > EVENTS_MAX) throw new Error(`more than ${String(EVENTS_MAX)} events`);
  }
}

/** Runs until nothing is in flight. */
function settle({ world }: Cluster): void {
  while (world.inFlight > 0) {
    if (world.advance(1) === 0) return;
    if (world.step > EVENTS_MAX) throw new Error(`more than ${String(EVENTS_MAX)} events`);
  }
}

const NOT_OF_VERBS = new Set(['entry', 'afterMillis', 'afterQuiet']);

function carryOut({ kubectl, world }: Cluster, entry: GivenEntry, start: number, refused: Map<number, string>): void {
  const raw = Object.fromEntries(Object.entries(entry).filter(([name]) => !NOT_OF_VERBS.has(name)));
  const read = readEntries([{ ...raw, afterMillis: 0 }]);
  if (!read.ok) {
    refused.set(entry.entry, `${read.problem.code} ${JSON.stringify(read.problem.params)}`);
    return;
  }
  kubectl.carryOut(read.value.map((one) => ({ ...one, when: { kind: 'at', micros: Math.max(start, world.now) } })));
}

/** Of the api-server, by the entry whose thread they stand in. */
function refusedByServer({ kubectl, world }: Cluster, marks: readonly Mark[]): readonly (readonly [number, string])[] {
  const collection = world.collections().find(({ name }) => name === 'kubectl/refused');
  const found: [number, string][] = [];
  for (const [key] of collection?.entries() ?? []) {
    const step = Number(/^step (\d+) /.exec(key)?.[1] ?? -1);
    const entry = marks.map((mark) => mark.step).lastIndexOf(step) + 1;
    const refusal = kubectl.refusals().find(({ message }) => message !== '');
    found.push([entry, refusal?.message ?? '']);
  }
  return found;
}
