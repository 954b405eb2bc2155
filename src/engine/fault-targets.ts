/** Whom a fault befalls: names of processes and their watches in a timeline, and what is wrong with them. */
import { meant } from '../model/nearest.ts';
import type { Problem } from '../protocol/protocol.ts';
import type { InformersSpec, TimelineEntry } from '../scenario/scenario.ts';
import { together } from '../scenario/problem.ts';
import { targetsIn, targetOf, type NamedTarget } from '../scenario/verbs.ts';
import type { Processes } from './processes.ts';

/** The server in the middle of it all, which is no process of `Processes`: it has no informers, and etcd keeps its state. */
export const API_SERVER = 'kube-apiserver';

/** What stands for the machines that are switched on with their Nodes is nobody's process: no fault befalls it. */
const NOBODY = 'kubelets';

/** Separates targets that one fault befalls: no name has it. */
const SEPARATOR = ', ';
export const joinTargets = (targets: readonly string[]): string => targets.join(SEPARATOR);

/** Processes and all their watches, or one watch; everybody where it is the api-server. */
export function concerns(target: string): (name: string) => boolean {
  if (target === API_SERVER) return (name) => name !== NOBODY && !name.startsWith(`${NOBODY} `);
  const targets = target.split(SEPARATOR);
  return (name) => targets.some((one) => name === one || name.startsWith(`${one} `));
}

/** What is wrong with a timeline that names a process which this cluster does not have, or a watch that its process has not. */
export function unknownProcess(entries: readonly TimelineEntry[], processes: Processes): Problem | undefined {
  const problems: Problem[] = [];
  for (const [i, entry] of entries.entries()) {
    for (const named of targetsIn(entry.verb, entry.body)) {
      const path = ['spec', 'timeline', String(i), entry.verb, ...named.path].join('.');
      const problem = unknownTarget(entry.verb, named, path, processes);
      if (problem !== undefined) problems.push(problem);
    }
  }
  return together(problems);
}

/** Of machines only kubelets are heard of: theirs may join later. */
const KUBELET = /^kubelet( |$)/;
const KUBELET_WATCHES = 'pods';

/** Verbs that say something of one machine's kubelet, or of all kubelets. */
const OF_KUBELETS: ReadonlySet<string> = new Set(['cut', 'slow', 'partition', 'drop', 'duplicate']);
/** Verbs that say something of the api-server's own process. */
const OF_API_SERVER: ReadonlySet<string> = new Set(['crash', 'pause']);
/** Verbs that befall a process as a whole: none of its watches by itself. */
const OF_A_PROCESS: ReadonlySet<string> = new Set(['crash', 'pause', 'skewClock', 'leaderChange']);
/** Who elects a leader among several candidates. */
export const ELECTED: readonly string[] = ['kube-scheduler', 'kube-controller-manager'];

function unknownTarget(verb: string, named: NamedTarget, path: string, processes: Processes): Problem | undefined {
  const { process, resource } = targetOf(named.text);
  const names = verb === 'leaderChange' ? ELECTED : processes.names;
  if (resource !== undefined && OF_A_PROCESS.has(verb)) {
    const params = { path, process: named.text, near: process, known: knownTo(verb, names).join(', ') };
    return problemOf('unknown-process', params);
  }
  if (process === API_SERVER && OF_API_SERVER.has(verb)) return undefined;
  if (KUBELET.test(process) && (OF_KUBELETS.has(verb) || isCrashOfKubelet(verb, process))) {
    return resource === undefined || resource === KUBELET_WATCHES
      ? undefined
      : problemOf('unwatched-resource', { path, process, resource, known: KUBELET_WATCHES });
  }
  const isThere = process === API_SERVER || KUBELET.test(process) || processes.names.includes(process);
  if (isThere && !names.includes(process))
    return problemOf('fault-of-others', { path, verb, process, known: knownTo(verb, names).join(', ') });
  if (!names.includes(process)) {
    const near = meant(process, names) ?? '';
    return problemOf('unknown-process', { path, process, near, known: knownTo(verb, names).join(', ') });
  }
  const watched = processes.resourcesOf(process);
  if (resource === undefined || watched.includes(resource)) return undefined;
  return problemOf('unwatched-resource', { path, process, resource, known: watched.join(', ') });
}

const isCrashOfKubelet = (verb: string, process: string): boolean => verb === 'crash' && process.startsWith('kubelet ');

const knownTo = (verb: string, names: readonly string[]): readonly string[] => [
  ...(OF_API_SERVER.has(verb) ? [API_SERVER] : []),
  ...names,
  ...(OF_KUBELETS.has(verb) || verb === 'crash' ? ['kubelet NODE'] : []),
];

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
