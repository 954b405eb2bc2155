/**
 * The person at the keyboard: carries out what a scenario says, entry after entry, object after object, as kubectl does
 * (one request at a time). Models staging/src/k8s.io/kubectl v1.37.
 */
import { compareBytes, invariant } from '../kernel/kernel.ts';
import type { Collection, Handler, Step, World } from '../kernel/kernel.ts';
import { EVENT, LANE } from '../model/events.ts';
import { keyOf } from '../model/objects.ts';
import { resourceInfo } from '../model/resources.ts';
import type { ApiClient, ApiRequest, ApiServer, Reply } from '../components/apiserver/apiserver.ts';
import { durationMicros } from '../scenario/duration.ts';
import type { Scenario, TimelineEntry } from '../scenario/scenario.ts';
import { ACT, mainEntries, threadName } from './agenda.ts';
import { Drains, type DrainWish, type Refused } from './drain.ts';
import type { Faults } from './faults.ts';
import { askedAt, ownManagerOf } from './kubectl-requests.ts';
import type { Asked } from './kubectl-words.ts';
import type { Missed } from './missed-targets.ts';
import type { Note, Refusal } from './refusal.ts';

/** Entries that are carried out one after the other. "" is the timeline itself; "step 12 " began at that step. */
interface Thread {
  readonly name: string;
  readonly entries: readonly TimelineEntry[];
  /** That it waited for, where it did. */
  readonly step?: Step;
  /** It belongs to what is done in `alone`. */
  readonly own?: true;
}

/** How often someone who waits for quiet looks: 10 ms. */
const QUIET_LOOK_TICKS = 10_000;

interface Position extends Thread {
  readonly entry: number;
  readonly item: number;
}

/** What a request was sent for, and what kubectl says itself. */
interface Answering extends Position {
  readonly said?: Omit<Asked, 'request'>;
}

export interface Kubectl {
  prime(): void;
  /** From outside, between two calls of `advance`: begins with these entries now. */
  carryOut(entries: readonly TimelineEntry[]): void;
  /** While `act` runs the world, entries that had not begun before are left undone, but for those that it has carried out. */
  alone<T>(act: () => T): T;
  /** Another branch has another timeline: which of its steps leave undone what has not begun by then. */
  follow(timeline: readonly TimelineEntry[]): void;
  /** In the order in which they came. */
  readonly refusals: () => readonly Refusal[];
  readonly notes: () => readonly Note[];
}

export function createKubectl(deps: {
  world: World;
  apiServer: ApiServer;
  scenario: Scenario;
  faults: Faults;
}): Kubectl {
  const { world, apiServer, scenario, faults } = deps;
  const client = apiServer.connect(KUBECTL, LANE.clients);
  /** Whoever writes under a name of its own is a client of its own. */
  const clientOf = (entry: TimelineEntry): ApiClient => {
    const manager = ownManagerOf(entry);
    return manager === undefined ? client : apiServer.connect(`${KUBECTL} ${manager}`, LANE.clients);
  };
  const refused = world.collection<Refusal>('kubectl/refused');
  const noted = world.collection<Note>('kubectl/noted');
  const { first, entries } = mainThread(scenario);

  let alone = false;
  let lone = loneSteps(scenario.timeline);
  /** The input itself is no deed. */
  const isLeftUndone = (at: Position, entry: TimelineEntry): boolean =>
    at.item === 0 &&
    entry !== first &&
    ((alone && at.own !== true) || lone.some((step) => (at.step ?? -1) < step && step <= world.step));

  const act: Handler<Position> = world.handler(ACT, (at) => {
    const entry = at.entries[at.entry];
    invariant(entry !== undefined, 'a timeline entry that was scheduled exists');
    if (isLeftUndone(at, entry)) return;
    if (at.item === 0 && 'quiet' in entry.when && world.inFlight > 0) {
      world.after(QUIET_LOOK_TICKS, LANE.clients, act, at, { waiting: true });
      return;
    }
    if (faults.is(entry)) {
      const missed = faults.begin(`${at.name}${String(at.entry)}`, entry);
      if (missed !== undefined) tell(at, entry.verb, missed);
      scheduleFollower(at);
      scheduleTerminal(at);
      return;
    }
    if (entry.verb === 'drain') {
      drains.begin(at, drainWish(entry));
      scheduleTerminal(at);
      return;
    }
    // Made when it is needed, since some verbs look at the object as it is then (apply, taint).
    const asked = askedAt(entry, at.item, apiServer);
    if (asked === undefined) {
      scheduleFollower(at);
      scheduleTerminal(at);
    } else {
      const { request, ...said } = asked;
      clientOf(entry).send(request, answered, Object.keys(said).length === 0 ? at : { ...at, said });
    }
  });

  /** An eviction that a budget refused is tried again; it keeps nobody waiting, and no run from rest. */
  const retry: Handler<Retried> = world.handler('kubectl.retry', (one) => {
    client.send(one.request, retried, one);
  });

  const retried: Handler<Reply<Retried>> = world.handler('kubectl.retried', ({ response, context }) => {
    if (response.code === TOO_MANY) world.after(context.ticks, LANE.clients, retry, context, PERIODIC);
    else refused.delete(context.key);
  });

  const drains: Drains<Position> = new Drains<Position>({
    world,
    apiServer,
    client,
    finished: (at, failed) => {
      world.after(0, LANE.clients, drained, { at, ...(failed === undefined ? {} : { failed }) });
    },
    // Once a Pod: kubectl says it at each try.
    waits: (at, { node, pod, ...said }) => {
      const place = `${at.name}${String(at.entry)}/${pod}`;
      if (!noted.has(place)) noted.set(place, { object: `nodes/${node}`, step: world.step, ...said });
    },
  });

  const drained: Handler<Drained> = world.handler('kubectl.drained', ({ at, failed }) => {
    world.emit(EVENT['command.ended'], {
      subject: 'kubectl',
      object: `Node/${String(at.entries[at.entry]?.body)}`,
      detail: failed === undefined ? 'drain' : 'drain failed',
    });
    if (failed !== undefined) {
      const { node, message } = failed;
      const key = `${at.name}${String(at.entry)}/0`;
      const object = `nodes/${node}`;
      refused.set(key, { key: `Node/${node}`, object, verb: 'drain', code: 0, message, step: world.step });
    }
    scheduleFollower(at);
  });

  const answered: Handler<Reply<Answering>> = world.handler(
    'kubectl.answered',
    ({ response, request, context: asked }) => {
      const { said, ...context } = asked;
      const object = `${request.resource}/${request.name ?? nameOf(request)}`;
      const key = `${context.name}${String(context.entry)}/${String(context.item)}`;
      const about = { key: keyOfRequest(request), object, code: 0, step: world.step };
      if (response.status === undefined || said?.about !== undefined) {
        const verb = context.entries[context.entry]?.verb ?? request.verb;
        if (said?.refused !== undefined) refused.set(key, { ...about, ...said.about, verb, message: said.refused });
        if (said?.note !== undefined) noted.set(key, { object, step: world.step, message: said.note });
      } else {
        const { message, causes = [] } = response.status;
        const cause = causes.find(({ reason }) => reason === 'DisruptionBudget')?.message;
        const told = { ...about, verb: request.verb, code: response.code, message };
        refused.set(key, cause === undefined ? told : { ...told, cause });
        const ticks = durationMicros(context.entries[context.entry]?.options['retry']);
        if (response.code === TOO_MANY && ticks !== undefined) {
          world.after(ticks, LANE.clients, retry, { request, key, ticks }, PERIODIC);
        }
      }
      world.after(0, LANE.clients, act, { ...context, item: context.item + 1 });
    },
  );

  /** Inside a pop that has its event. */
  function tell(at: Position, verb: string, { key, object, code, message, note }: Missed): void {
    const place = `${at.name}${String(at.entry)}/0`;
    if (note === true) noted.set(place, { object, step: world.step, message });
    else refused.set(place, { key, object, verb, code, message, step: world.step });
  }

  function scheduleEntry(thread: Thread, index: number): void {
    const entry = thread.entries[index];
    if (entry !== undefined)
      world.after(delayOf(entry), LANE.clients, act, { ...thread, entry: index, item: 0 }, { waiting: true });
  }

  /** What waits for the entry before it. */
  function scheduleFollower(at: Position): void {
    const next = at.entries[at.entry + 1];
    if (next !== undefined && !isTerminal(next)) scheduleEntry(at, at.entry + 1);
  }

  /** The next terminal, once its forerunner's first entry is sent: those of one time keep their order. */
  function scheduleTerminal(at: Position): void {
    const entry = at.entries[at.entry];
    if (at.entry > 0 && entry !== undefined && !isTerminal(entry)) return;
    const next = at.entries.findIndex((other, i) => i > at.entry && isTerminal(other));
    if (next > 0) scheduleEntry(at, next);
  }

  function delayOf({ when }: TimelineEntry): number {
    if (when.kind === 'step') return 0;
    return when.kind === 'after' ? when.micros : Math.max(0, when.micros - world.now);
  }

  return {
    prime: () => {
      scheduleEntry({ name: '', entries }, 0);
    },
    carryOut: (list) => {
      const { step } = world;
      const thread = { name: threadName(step), entries: byTerminal(list), step };
      scheduleEntry(alone ? { ...thread, own: true } : thread, 0);
    },
    alone: (doing) => {
      const before = alone;
      alone = true;
      try {
        return doing();
      } finally {
        alone = before;
      }
    },
    follow: (other) => {
      lone = loneSteps(other);
    },
    refusals: () => inOrder(refused),
    notes: () => inOrder(noted),
  };
}

/** An entry with a time of its own is somebody's at another terminal: no drain that goes on keeps it waiting. */
export const isTerminal = ({ when }: TimelineEntry): boolean => when.kind === 'at' && when.quiet !== true;

/** What follows the clock. `first`: applied objects are one `kubectl apply` at time 0. */
export function mainThread({ applied, timeline }: Pick<Scenario, 'applied' | 'timeline'>): {
  readonly first: TimelineEntry;
  readonly entries: readonly TimelineEntry[];
} {
  const first: TimelineEntry = { verb: 'apply', body: applied, options: {}, when: { kind: 'at', micros: 0 } };
  const main = mainEntries(timeline);
  return { first, entries: byTerminal(applied.length > 0 ? [first, ...main] : main) };
}

/** Terminals in the order of their times, each with the entries that follow in it. */
export function byTerminal(entries: readonly TimelineEntry[]): readonly TimelineEntry[] {
  const terminals: { readonly micros: number; readonly entries: TimelineEntry[] }[] = [];
  for (const entry of entries) {
    const last = terminals.at(-1);
    if (last !== undefined && !isTerminal(entry)) last.entries.push(entry);
    else terminals.push({ micros: entry.when.kind === 'at' ? entry.when.micros : 0, entries: [entry] });
  }
  return terminals.sort((a, b) => a.micros - b.micros).flatMap((terminal) => terminal.entries);
}

/** Steps at which entries of the timeline want to be alone from then on. */
const loneSteps = (timeline: readonly TimelineEntry[]): readonly Step[] =>
  timeline.flatMap(({ when, options }) => (options['alone'] === true && when.kind === 'step' ? [when.step] : []));

const KUBECTL = 'kubectl';

/** What is of one step, by the places in the timeline. */
function inOrder<V extends { readonly step: number }>(said: Collection<V>): readonly V[] {
  const sorted = [...said.entries()].sort(([a, x], [b, y]) => x.step - y.step || compareBytes(a, b));
  return sorted.map(([, one]) => one);
}

/** A request that is sent again; `key` of its refusal. */
interface Retried {
  readonly request: ApiRequest;
  readonly key: string;
  readonly ticks: number;
}

const TOO_MANY = 429;
const PERIODIC = { periodic: true } as const;

interface Drained {
  readonly at: Position;
  readonly failed?: Refused;
}

function drainWish({ body, options }: TimelineEntry): DrainWish {
  const timeout = durationMicros(options['timeout']);
  return {
    node: String(body),
    ignoreDaemonSets: options['ignoreDaemonSets'] === true,
    force: options['force'] === true,
    ...(timeout === undefined || timeout === 0 ? {} : { timeout }),
  };
}

const nameOf = (request: ApiRequest): string =>
  (request.body as { metadata?: { name?: string } | null } | null | undefined)?.metadata?.name ?? '';

const keyOfRequest = (request: ApiRequest): string =>
  keyOf(resourceInfo(request.resource)?.kind ?? request.resource, request.namespace, request.name ?? nameOf(request));
