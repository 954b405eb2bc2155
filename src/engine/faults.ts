/**
 * Faults as entries of a timeline: a process dies or freezes, a way to the api-server is cut, silent or slow, an event is lost,
 * etcd forgets its past. Each is an event when it begins and one when it ends, so it replays and shares like everything else.
 */
import type { Handler, HeldEntry, World } from '../kernel/kernel.ts';
import { EVENT, LANE } from '../model/events.ts';
import type { ApiServer } from '../components/apiserver/apiserver.ts';
import type { Kubelets, Machine } from '../components/kubelet/kubelet.ts';
import { durationMicros, signedMicros } from '../scenario/duration.ts';
import type { TimelineEntry } from '../scenario/scenario.ts';
import { FAULT_VERBS, targetOf, targetsIn } from '../scenario/verbs.ts';
import { API_SERVER, concerns, joinTargets } from './fault-targets.ts';
import type { Leaders } from './leaders.ts';
import { missedKubelets, missedNode, type Missed } from './missed-targets.ts';
import { createMachineFaults } from './machine-faults.ts';
import type { Processes } from './processes.ts';
import type { Skews } from './skewed-clock.ts';

/** A fault that befalls somebody; "nodeJoins" is none. */
export type FaultVerb =
  | 'kubeletStops'
  | 'kubeletPauses'
  | 'crash'
  | 'pause'
  | 'cut'
  | 'partition'
  | 'slow'
  | 'drop'
  | 'duplicate'
  | 'skewClock'
  | 'leaderChange'
  | 'compact';

/** A standing fault. */
export interface Fault {
  readonly verb: FaultVerb;
  /** Process, watch, several with commas between them, or "" for etcd. */
  readonly target: string;
  /** Of slow and skewClock. */
  readonly ticks: number;
  /** Of drop and duplicate: events. */
  readonly count?: number;
  /** Of pause: what the process had set out to do. */
  readonly held?: readonly HeldEntry[];
}

interface Ending extends Fault {
  readonly id: string;
}

/** What a verb does when it begins and when it is over. Without an end it happens, and does not stand. */
interface Acts {
  readonly begin: (fault: Fault, id: string) => void;
  readonly end?: (fault: Fault, id: string) => void;
}

export interface Faults {
  /** Does the entry bring a fault, rather than a request of kubectl? */
  is(entry: TimelineEntry): boolean;
  /**
   * Inside a pop that has not emitted: this is its event (a machine that joins makes its own).
   * @param id unlike that of any other entry
   * @returns what was not there
   */
  begin(id: string, entry: TimelineEntry): Missed | undefined;
}

/** Collection of the standing faults, by id. */
export const FAULTS = 'faults';

/** Does a crash that is not over keep the process down? */
export function isDown(world: World, process: string): boolean {
  const standing = world.collections().find(({ name }) => name === FAULTS);
  const faults = [...(standing?.entries() ?? [])].map(([, fault]) => fault as Fault);
  return faults.some(({ verb, target }) => verb === 'crash' && target === process);
}

interface FaultDeps {
  readonly world: World;
  readonly apiServer: ApiServer;
  readonly processes: Processes;
  readonly kubelets: Kubelets;
  readonly leaders: Leaders;
  readonly skews: Skews;
}

export function createFaults(deps: FaultDeps): Faults {
  const { world, apiServer, kubelets } = deps;
  const standing = world.collection<Fault>(FAULTS);
  const machines = createMachineFaults(deps);
  const acts = actsOf(deps, new Freezer(deps.world, standing), (fault) =>
    [...standing.entries()].some(([, { verb, target }]) => verb === fault.verb && target === fault.target),
  );

  const ended: Handler<Ending> = world.handler<Ending>('fault ended', ({ id }) => {
    const fault = standing.get(id);
    // A machine may have been let go on before.
    if (fault === undefined) return;
    world.emit(EVENT['fault.ended'], { subject: fault.target, detail: wordsOf(fault) });
    standing.delete(id);
    acts[fault.verb].end?.(fault, id);
  });

  /** SIGCONT: it ends the fault of the machine that was paused, and does nothing to another. */
  const resume = (node: string): void => {
    world.emit(EVENT['fault.ended'], { subject: node, detail: 'kubeletPauses' });
    for (const [id, { verb, target }] of [...standing.entries()]) {
      if (verb === 'kubeletPauses' && target === node) standing.delete(id);
    }
    kubelets.resume(node);
  };

  return {
    is: ({ verb }) => FAULT_VERBS.has(verb),
    begin: (id, entry) => {
      if (machines.is(entry)) return machines.begin(entry);
      if (entry.verb === 'nodeJoins') {
        kubelets.join(entry.body as Machine);
        return undefined;
      }
      if (entry.verb === 'kubeletResumes') {
        const node = String(entry.body);
        const runs = kubelets.runs(node);
        resume(node);
        return missedNode(apiServer, node, runs);
      }
      const fault = faultOf(entry, world.options.ticksPerSecond);
      const { begin, end } = acts[fault.verb];
      world.emit(EVENT['fault.began'], { subject: fault.target, detail: wordsOf(fault) });
      const node = machineOf(fault);
      const runs = node === undefined || kubelets.runs(node);
      const micros = durationMicros(entry.options['for']);
      // What is counted ends with its last event, or before, and nobody has to remember it.
      const lasts = end !== undefined && (micros !== undefined || fault.count === undefined);
      if (lasts) standing.set(id, fault);
      begin(fault, id);
      if (micros !== undefined && lasts) {
        world.after(micros, LANE['api-server'], ended, { id, ...fault }, { waiting: true });
      }
      if (node !== undefined) return missedNode(apiServer, node, runs);
      return missedKubelets(
        apiServer,
        targetsIn(entry.verb, entry.body).flatMap(({ text }) => kubeletOf(text) ?? []),
      );
    },
  };
}

function actsOf(
  { apiServer, processes, kubelets, leaders, skews }: FaultDeps,
  freezer: Freezer,
  stands: (fault: Fault) => boolean,
): Readonly<Record<FaultVerb, Acts>> {
  const ways = apiServer.faults;
  const lift = (_fault: Fault, id: string): void => {
    ways.lift(id);
  };
  const lose = ({ verb, target, count = 1 }: Fault, id: string): void => {
    ways.miscount(id, verb as 'drop' | 'duplicate', concerns(target), count);
  };
  const crash: Acts = {
    begin: ({ target }, id) => {
      const node = nodeOfKubelet(target);
      freezer.forget(target);
      if (target === API_SERVER) ways.cut(id, concerns(target));
      else if (node !== undefined) kubelets.crash(node);
      else processes.crash(target);
    },
    end: (fault, id) => {
      // Where it crashed again meanwhile, that end starts it.
      if (stands(fault)) return;
      const node = nodeOfKubelet(fault.target);
      if (fault.target === API_SERVER) {
        ways.restart();
        ways.lift(id);
      } else if (node !== undefined) kubelets.restart(node);
      else if (!leaders.isVacant(fault.target)) processes.start(fault.target);
    },
  };
  const pause: Acts = {
    begin: ({ target }, id) => {
      if (target === API_SERVER) ways.partition(id, concerns(target));
      else {
        ways.pause(id, concerns(target));
        freezer.freeze(id, target);
      }
    },
    end: (fault, id) => {
      ways.lift(id);
      freezer.thaw(fault);
    },
  };
  return {
    kubeletStops: { begin: ({ target }) => void kubelets.stop(target) },
    kubeletPauses: {
      begin: ({ target }) => {
        kubelets.pause(target);
      },
      end: ({ target }) => {
        kubelets.resume(target);
      },
    },
    crash,
    pause,
    cut: { begin: ({ target }, id) => ways.cut(id, concerns(target)), end: lift },
    partition: { begin: ({ target }, id) => ways.partition(id, concerns(target)), end: lift },
    slow: { begin: ({ target, ticks }, id) => ways.slow(id, concerns(target), ticks), end: lift },
    drop: { begin: lose, end: lift },
    duplicate: { begin: lose, end: lift },
    skewClock: {
      begin: ({ target, ticks }) => skews.set(target, { ticks }),
      end: ({ target }) => void skews.delete(target),
    },
    leaderChange: { begin: ({ target }) => leaders.change(target) },
    compact: {
      begin: () => {
        ways.compact();
      },
    },
  };
}

/** Keeps what a frozen process had set out to do, in its fault. */
class Freezer {
  constructor(
    private readonly world: World,
    private readonly standing: ReturnType<World['collection']>,
  ) {}

  private faultsOn(target: string): readonly (readonly [string, Fault])[] {
    const faults = [...this.standing.entries()] as unknown as readonly (readonly [string, Fault])[];
    return faults
      .filter(([, fault]) => fault.verb === 'pause' && fault.target === target)
      .sort(([a], [b]) => (a < b ? -1 : 1));
  }

  freeze(id: string, target: string): void {
    const fault = this.standing.get(id) as Fault;
    this.standing.set(id, { ...fault, held: this.world.withdraw(target) });
  }

  /** It goes on, unless something else keeps it frozen. */
  thaw({ target, held = [] }: Fault): void {
    const [other] = this.faultsOn(target);
    if (other === undefined) this.world.putBack(held);
    else this.standing.set(other[0], { ...other[1], held: [...held, ...(other[1].held ?? [])] });
  }

  /** It is dead. */
  forget(target: string): void {
    for (const [id, fault] of this.faultsOn(target)) this.standing.set(id, { ...fault, held: [] });
  }
}

/** The one whose kubelet it befalls. A way or a watch may be cut that is not there yet. */
function machineOf({ verb, target }: Fault): string | undefined {
  if (verb === 'kubeletStops' || verb === 'kubeletPauses') return target;
  return verb === 'crash' ? nodeOfKubelet(target) : undefined;
}

const nodeOfKubelet = (target: string): string | undefined => /^kubelet (\S+)$/.exec(target)?.[1];

/** Of its process or one of its watches. */
function kubeletOf(text: string): string | undefined {
  return nodeOfKubelet(targetOf(text).process);
}

interface Fields {
  readonly by?: string;
  readonly next?: number;
}

function faultOf({ verb, body }: TimelineEntry, ticksPerSecond: number): Fault {
  const fields = (typeof body === 'object' ? body : {}) as Fields;
  const target = joinTargets(targetsIn(verb, body).map(({ text }) => text));
  const named = target === '' && typeof body === 'string' ? body : target;
  const ticks = Math.round(((signedMicros(fields.by) ?? 0) * ticksPerSecond) / 1_000_000);
  const count = verb === 'drop' || verb === 'duplicate' ? { count: fields.next ?? 1 } : {};
  return { verb: verb as FaultVerb, target: named, ticks, ...count };
}

/** Detail of the events: the verb, and its number: "slow 2000000" and "skewClock -500000" (ticks), "drop 2" (events). */
function wordsOf({ verb, ticks, count }: Fault): string {
  if (verb === 'slow' || verb === 'skewClock') return `${verb} ${String(ticks)}`;
  return count === undefined ? verb : `${verb} ${String(count)}`;
}
