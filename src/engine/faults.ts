/**
 * Faults as entries of a timeline: a process dies and starts again, a way to the api-server is cut or slow, etcd forgets its
 * past. Each is an event when it begins and one when it ends, so it replays and shares like everything else.
 */
import type { Handler, World } from '../kernel/kernel.ts';
import { EVENT, LANE } from '../model/events.ts';
import { meant } from '../model/nearest.ts';
import type { ApiServer } from '../components/apiserver/apiserver.ts';
import type { Kubelets, Machine } from '../components/kubelet/kubelet.ts';
import type { Problem } from '../protocol/protocol.ts';
import { durationMicros } from '../scenario/duration.ts';
import type { InformersSpec, TimelineEntry } from '../scenario/scenario.ts';
import { FAULT_VERBS, TARGET_FIELD, targetOf, type Target } from '../scenario/verbs.ts';
import { createMachineFaults } from './machine-faults.ts';
import type { Processes } from './processes.ts';

type FaultVerb = 'kubeletStops' | 'kubeletPauses' | 'crash' | 'cut' | 'slow' | 'compact';

/** A standing fault. */
export interface Fault {
  readonly verb: FaultVerb;
  /** Process, watch, or "" for etcd. */
  readonly target: string;
  /** Of slow. */
  readonly ticks: number;
}

interface Ending extends Fault {
  readonly id: string;
}

export interface Faults {
  /** Does the entry bring a fault, rather than a request of kubectl? */
  is(entry: TimelineEntry): boolean;
  /**
   * Inside a pop that has not emitted: this is its event (a machine that joins makes its own).
   * @param id unlike that of any other entry
   */
  begin(id: string, entry: TimelineEntry): void;
}

/** Collection of the standing faults, by id. */
export const FAULTS = 'faults';

export function createFaults(deps: {
  world: World;
  apiServer: ApiServer;
  processes: Processes;
  kubelets: Kubelets;
}): Faults {
  const { world, apiServer, processes, kubelets } = deps;
  const standing = world.collection<Fault>(FAULTS);
  const machines = createMachineFaults(deps);

  const ended: Handler<Ending> = world.handler<Ending>('fault ended', ({ id, ...fault }) => {
    // A machine may have been let go on before.
    if (!standing.has(id)) return;
    world.emit(EVENT['fault.ended'], { subject: fault.target, detail: wordsOf(fault) });
    standing.delete(id);
    if (fault.verb === 'crash') processes.start(fault.target);
    else if (fault.verb === 'kubeletPauses') kubelets.resume(fault.target);
    else apiServer.faults.lift(id);
  });

  /** SIGCONT: it ends the fault of the machine that was paused, and does nothing to another. */
  const resume = (node: string): void => {
    world.emit(EVENT['fault.ended'], { subject: node, detail: 'kubeletPauses' });
    for (const [id, { verb, target }] of [...standing.entries()]) {
      if (verb === 'kubeletPauses' && target === node) standing.delete(id);
    }
    kubelets.resume(node);
  };

  const act = (id: string, { verb, target, ticks }: Fault): void => {
    switch (verb) {
      case 'kubeletStops':
        kubelets.stop(target);
        return;
      case 'kubeletPauses':
        kubelets.pause(target);
        return;
      case 'crash':
        processes.crash(target);
        return;
      case 'cut':
        apiServer.faults.cut(id, concerns(target));
        return;
      case 'slow':
        apiServer.faults.slow(id, concerns(target), ticks);
        return;
      case 'compact':
        apiServer.faults.compact();
    }
  };

  return {
    is: ({ verb }) => FAULT_VERBS.has(verb),
    begin: (id, entry) => {
      if (machines.is(entry)) {
        machines.begin(entry);
        return;
      }
      if (entry.verb === 'nodeJoins') {
        kubelets.join(entry.body as Machine);
        return;
      }
      if (entry.verb === 'kubeletResumes') {
        resume(String(entry.body));
        return;
      }
      const fault = faultOf(entry);
      world.emit(EVENT['fault.began'], { subject: fault.target, detail: wordsOf(fault) });
      act(id, fault);
      if (fault.verb === 'compact' || fault.verb === 'kubeletStops') return;
      standing.set(id, fault);
      const micros = durationMicros(entry.options['for']);
      if (micros !== undefined) world.after(micros, LANE['api-server'], ended, { id, ...fault }, { waiting: true });
    },
  };
}

function faultOf({ verb, body }: TimelineEntry): Fault {
  const fields = (typeof body === 'object' ? body : {}) as { client?: string; watch?: string; by?: string };
  const target = typeof body === 'string' ? body : (fields.client ?? fields.watch ?? '');
  return { verb: verb as FaultVerb, target, ticks: durationMicros(fields.by) ?? 0 };
}

/** Detail of the events: "crash", "cut", "slow 2000000" (ticks), "compact". */
const wordsOf = ({ verb, ticks }: Fault): string => (verb === 'slow' ? `${verb} ${String(ticks)}` : verb);

/** A process and all its watches, or one watch. */
export const concerns =
  (target: string) =>
  (name: string): boolean =>
    name === target || name.startsWith(`${target} `);

/** What is wrong with a timeline that names a process which this cluster does not have, or a watch that its process has not. */
export function unknownProcess(entries: readonly TimelineEntry[], processes: Processes): Problem | undefined {
  for (const [i, { verb, body }] of entries.entries()) {
    const field = TARGET_FIELD[verb];
    if (field === undefined) continue;
    const text = field === '' ? body : (body as Readonly<Record<string, unknown>>)[field];
    const path = ['spec', 'timeline', String(i), verb, ...(field === '' ? [] : [field])].join('.');
    const problem = unknownTarget(verb, targetOf(String(text)), path, processes);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Of machines only kubelets are heard of: theirs may join later. */
const KUBELET = /^kubelet( |$)/;

function unknownTarget(
  verb: string,
  { process, resource }: Target,
  path: string,
  processes: Processes,
): Problem | undefined {
  const machines = verb !== 'crash';
  if (machines && KUBELET.test(process)) {
    return resource === undefined || resource === KUBELET_WATCHES
      ? undefined
      : problemOf('unwatched-resource', { path, process, resource, known: KUBELET_WATCHES });
  }
  if (!processes.has(process)) {
    const near = meant(process, processes.names) ?? '';
    const known = [...processes.names, ...(machines ? ['kubelet NODE'] : [])].join(', ');
    return problemOf('unknown-process', { path, process, near, known });
  }
  const watched = processes.resourcesOf(process);
  if (resource === undefined || watched.includes(resource)) return undefined;
  return problemOf('unwatched-resource', { path, process, resource, known: watched.join(', ') });
}

const KUBELET_WATCHES = 'pods';

const problemOf = (code: string, params: Problem['params']): Problem => ({ kind: 'bad-scenario', code, params });

/**
 * What a listener of the scenario brings with it beyond itself: it is allowed, and may be a slip of the pen.
 * @param processes before the listener was added
 */
export function listenerWarning(
  { name, process, resource }: InformersSpec['listeners'][number],
  index: number,
  processes: Processes,
): readonly Problem[] {
  const about = { name, process, resource, path: `spec.informers.listeners.${String(index)}` };
  if (!processes.has(process)) {
    return [problemOf('listener-makes-process', { ...about, known: processes.names.join(', ') })];
  }
  const watched = processes.resourcesOf(process);
  if (watched.includes(resource)) return [];
  return [problemOf('listener-makes-informer', { ...about, known: watched.join(', ') })];
}
