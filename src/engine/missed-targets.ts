/** What a fault of a timeline did not find when it was carried out: told as kubectl tells of what is not there. */
import type { ApiServer } from '../components/apiserver/apiserver.ts';
import { matchesGlob } from '../model/globs.ts';
import { keyOf, type Pod } from '../model/objects.ts';

export interface Missed {
  /** "Node/n-1". */
  readonly key: string;
  /** "nodes/n-1". */
  readonly object: string;
  /** 404 where it is not there; 0 where it is, and is not what the verb needs. */
  readonly code: number;
  readonly message: string;
  /** It may still come: no more than a word beside the deed. */
  readonly note?: true;
}

/** @param runs a kubelet of that name was found running */
export function missedNode(apiServer: ApiServer, node: string, runs: boolean): Missed | undefined {
  const about = { key: keyOf('Node', undefined, node), object: `nodes/${node}` };
  if (runs) return undefined;
  if (apiServer.get(about.key) === undefined) return { ...about, code: 404, message: `nodes "${node}" not found` };
  return { ...about, code: 0, message: `no kubelet runs on node "${node}"` };
}

interface OfPods {
  readonly pod: string;
  readonly namespace?: string | undefined;
  readonly container?: string | undefined;
}

/** Does any Pod of the api-server have the name, which may have * and ? in it? */
export function missedPod(apiServer: ApiServer, { pod, namespace = 'default' }: OfPods): Missed | undefined {
  const found = apiServer
    .list('pods')
    .some(({ metadata }) => metadata.namespace === namespace && matchesGlob(pod, metadata.name));
  if (found) return undefined;
  const about = { key: keyOf('Pod', namespace, pod), object: `pods/${pod}` };
  return { ...about, code: 404, message: `pods "${pod}" not found` };
}

/** Of what a way or a watch is the kubelet's: machines may join later. @param nodes each named once */
export function missedKubelets(apiServer: ApiServer, nodes: readonly string[]): Missed | undefined {
  const absent = nodes.filter((node) => apiServer.get(keyOf('Node', undefined, node)) === undefined);
  const [first] = absent;
  if (first === undefined) return undefined;
  const message = absent.map((node) => `nodes "${node}" not found`).join(', ');
  return { key: keyOf('Node', undefined, first), object: `nodes/${first}`, code: 404, message, note: true };
}

/** Who is said to use a node up, and is not on it: where nobody is, the fault is over at the kubelet's first look. */
export function missedUsers(apiServer: ApiServer, node: string, patterns: readonly string[]): Missed | undefined {
  const there = (apiServer.list('pods') as readonly Pod[]).filter(({ spec }) => spec.nodeName === node);
  const absent = patterns.filter((pattern) => !there.some(({ metadata }) => matchesGlob(pattern, metadata.name)));
  if (absent.length === 0) return undefined;
  const message = absent.map((pattern) => `pods "${pattern}" not found on node "${node}"`).join(', ');
  const about = { key: keyOf('Node', undefined, node), object: `nodes/${node}`, code: 404, message };
  return absent.length < patterns.length ? { ...about, note: true } : about;
}

/** @param ended how many containers did */
export function missedContainer(apiServer: ApiServer, body: OfPods, ended: number): Missed | undefined {
  if (ended > 0) return undefined;
  const { pod, namespace = 'default', container } = body;
  const absent = missedPod(apiServer, body);
  if (absent !== undefined) return absent;
  const which = container === undefined ? 'first container' : `container "${container}"`;
  const about = { key: keyOf('Pod', namespace, pod), object: `pods/${pod}` };
  return { ...about, code: 0, message: `the ${which} of pods "${pod}" does not run` };
}
