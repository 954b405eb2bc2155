/**
 * The run on screen beside the one that it left, or would become: the other one is made anew from its scenario text, which
 * gives the same events, and only what it did is kept.
 */
import type { Step } from '../kernel/kernel.ts';
import { EVENT } from '../model/events.ts';
import type { KubeObject, Pod } from '../model/objects.ts';
import type { BesideAnswer, ForkEntry, ObjectState, RunStatus, Tale, TaleRow } from '../protocol/protocol.ts';
import type { QueuedPod } from '../components/scheduler/scheduler.ts';
import { forkedText, lastForkOf, rawEntry } from '../scenario/fork.ts';
import { readScenario } from '../scenario/read-scenario.ts';
import { Agenda } from './agenda.ts';
import type { Opened } from './core-engine.ts';
import { createCluster, type Cluster } from './create-cluster.ts';
import { statusWord } from './object-rows.ts';
import { isPod, tokenPhase } from './phase.ts';
import { Run } from './run.ts';
import { collectionOf, viewOf } from './views-at.ts';

const KINDS = new Set(['Pod', 'Node', 'Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet', 'Job']);
const BINS = 160;
/** Of the time after the fork, this part is shown before it, too. */
const LEAD = 0.15;
/** And this part after the end. */
const TAIL = 0.04;
/** Steps of the other run beyond those of the one on screen: then it is told as far as it came. */
const STEPS_MORE = 300_000;

/** What a run did since a step. */
interface Account {
  readonly steps: Step;
  readonly micros: number;
  readonly state: RunStatus['state'];
  readonly rows: readonly TaleRow[];
  readonly broken: boolean;
  /** Times of all events that are not periodic. */
  readonly times: readonly number[];
}

/** The other run of an open scenario that was asked for last. */
const others = new WeakMap<Cluster, { readonly text: string; readonly account: Account }>();

/**
 * @param fork what would make the branch, where the original is on screen; undefined: the branch is
 * @returns undefined where the run on screen is no branch
 */
export function besideOf(
  { cluster, run, branches }: Opened,
  fork: { readonly step: Step; readonly entries: readonly ForkEntry[] } | undefined,
): BesideAnswer | undefined {
  const text = branches.scenario();
  const last = fork === undefined ? lastForkOf(text) : { step: fork.step, entries: fork.entries, without: '' };
  if (last === undefined || last.step > cluster.world.step) return undefined;
  const { step: from, entries } = last;
  const otherText =
    fork === undefined
      ? last.without
      : forkedText(
          text,
          from,
          entries.map((entry) => rawEntry(from, entry)),
        );
  const mine = accountOf(cluster, run.status, from);
  const other = otherOf(cluster, otherText, from);
  const [original, branch] = fork === undefined ? [other, mine] : [mine, other];
  const fromMicros = from === 0 ? 0 : cluster.world.trace.time(from);
  const window = windowOf(fromMicros, original, branch);
  return {
    from,
    fromMicros,
    entries,
    base: baseOf(cluster, from),
    original: taleOf(original, window),
    branch: taleOf(branch, window),
    window,
  };
}

function otherOf(cluster: Cluster, text: string, from: Step): Account {
  const known = others.get(cluster);
  if (known?.text === text) return known.account;
  const read = readScenario([{ name: 'beside.json', data: text }], {});
  if (!read.ok) throw new Error(`${read.problem.code} ${JSON.stringify(read.problem.params)}`);
  const made = createCluster(read.value);
  const run = new Run(made.world, made.apiServer.epochMicros, new Agenda(read.value.timeline), made.kubectl);
  run.advance(cluster.world.step + STEPS_MORE);
  const account = accountOf(made, run.status, from);
  others.set(cluster, { text, account });
  return account;
}

function baseOf(cluster: Cluster, step: Step): (readonly [string, ObjectState])[] {
  const queue = viewOf<QueuedPod>(cluster, 'scheduler/queue', step);
  const found: (readonly [string, ObjectState])[] = [];
  for (const [key, object] of viewOf<KubeObject>(cluster, 'etcd', step).entries()) {
    if (KINDS.has(object.kind)) found.push([key, stateOf(object, queue)]);
  }
  return found;
}

type Queue = Parameters<typeof tokenPhase>[1];

function accountOf(cluster: Cluster, { state, simMicros }: RunStatus, from: Step): Account {
  const { world } = cluster;
  const { trace } = world;
  const told = new Map(baseOf(cluster, from).map(([key, known]) => [key, wordsOf(known)]));
  const queue = collectionOf<QueuedPod>(cluster, 'scheduler/queue');
  const rows: TaleRow[] = [];
  const times: number[] = [];
  let broken = false;
  for (let step = 1; step <= world.step; step++) {
    if (trace.kind(step) === EVENT['fault.began']) broken = true;
    if (!trace.periodic(step)) times.push(trace.time(step));
    if (step <= from || trace.kind(step) !== EVENT['store.written']) continue;
    for (const { collection, key, after } of world.changesAt(step)) {
      if (collection !== 'etcd' || !KINDS.has(key.split('/')[0] ?? '')) continue;
      const now = after === undefined ? undefined : stateOf(after as KubeObject, queue.at(step));
      const words = now === undefined ? '' : wordsOf(now);
      if ((told.get(key) ?? '') === words) continue;
      told.set(key, words);
      rows.push({ step, micros: trace.time(step), key, ...(now === undefined ? {} : { state: now }) });
    }
  }
  return { steps: world.step, micros: simMicros, state, rows, broken, times };
}

const wordsOf = (state: ObjectState): string => JSON.stringify(state);

function stateOf(object: KubeObject, queue: Queue): ObjectState {
  const { conditions = [] } = (object.status ?? {}) as { readonly conditions?: readonly Condition[] };
  const pod = isPod(object) ? object : undefined;
  return {
    text: textOf(object),
    phase: pod === undefined ? '' : tokenPhase(pod, queue),
    node: pod?.spec.nodeName ?? '',
    ready: conditions.some(({ type, status }) => type === 'Ready' && status === 'True'),
    restarts: pod === undefined ? 0 : restartsOf(pod),
    disrupted: conditions.find(({ type }) => type === 'DisruptionTarget')?.reason ?? '',
  };
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
}

const restartsOf = (pod: Pod): number =>
  (pod.status?.containerStatuses ?? []).reduce((sum, { restartCount }) => sum + restartCount, 0);

/** Of kinds whose word the object table leaves empty, their numbers. */
function textOf(object: KubeObject): string {
  const status = (object.status ?? {}) as Readonly<Record<string, unknown>>;
  const number = (name: string): string => (typeof status[name] === 'number' ? String(status[name]) : '0');
  if (object.kind === 'DaemonSet') return `${number('numberReady')}/${number('desiredNumberScheduled')}`;
  if (object.kind !== 'Job') return statusWord(object);
  const { completions = 1 } = (object.spec ?? {}) as { readonly completions?: number };
  return `${number('succeeded')}/${String(completions)}`;
}

function windowOf(fromMicros: number, ...accounts: readonly Account[]): BesideAnswer['window'] {
  const ends = accounts.map(({ times, micros }) => Math.max(micros, times.at(-1) ?? 0));
  const last = Math.max(fromMicros + 1, ...ends);
  const to = Math.ceil(last + (last - fromMicros) * TAIL);
  return { from: Math.max(0, Math.floor(fromMicros - (last - fromMicros) * LEAD)), to };
}

function taleOf({ times, ...account }: Account, { from, to }: BesideAnswer['window']): Tale {
  const density = Array.from({ length: BINS }, () => 0);
  for (const time of times) {
    if (time < from || time > to) continue;
    const bin = Math.min(BINS - 1, Math.floor(((time - from) / (to - from)) * BINS));
    density[bin] = (density[bin] ?? 0) + 1;
  }
  return { ...account, density };
}
