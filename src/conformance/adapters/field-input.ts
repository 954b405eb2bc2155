/** What a field case drops, as a scenario: the file itself, a List, a specification of a large world, or a timeline. */
import type { KubeObject, Pod } from '../../model/objects.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import { readScenario, type Scenario } from '../../scenario/scenario.ts';
import { isFields } from '../read.ts';

type SourceFile = Parameters<typeof readScenario>[0][number];
type Entry = Scenario['timeline'][number];

interface GenerateSpec {
  readonly nodes: { readonly count: number; readonly name: string; readonly allocatable: unknown };
  /** Placed on the nodes in turn ("i mod N"). */
  readonly running_pods?: { readonly count: number; readonly requests: unknown };
  readonly pods?: readonly { readonly name: string; readonly requests: unknown }[];
}

/** "x%04d" */
const numbered = (format: string, i: number): string =>
  format.replace(/%0?(\d*)d/, (_, width: string) => String(i).padStart(Number(width), '0'));

const podSpec = (requests: unknown): Pod['spec'] => ({
  containers: [{ name: 'c', image: 'registry.example/app:1', resources: { requests } as never }],
});

function generated({ nodes, running_pods: running, pods = [] }: GenerateSpec): KubeObject[] {
  const names = Array.from({ length: nodes.count }, (_, i) => numbered(nodes.name, i));
  const asNode = (name: string): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name } },
    status: { allocatable: nodes.allocatable },
  });
  const asRunning = (i: number): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `r${String(i)}`, namespace: 'default' },
    spec: { ...podSpec(running?.requests), nodeName: names[i % names.length] },
    status: { phase: 'Running' },
  });
  const asWaiting = ({ name, requests }: { readonly name: string; readonly requests: unknown }): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default' },
    spec: podSpec(requests),
  });
  return [
    ...names.map(asNode),
    ...Array.from({ length: running?.count ?? 0 }, (_, i) => asRunning(i)),
    ...pods.map(asWaiting),
  ];
}

const asFile = (name: string, value: unknown): SourceFile => ({ name, data: JSON.stringify(value) });

const asList = (items: unknown): SourceFile => asFile('case.json', { apiVersion: 'v1', kind: 'List', items });

/** Objects as a list or as a text, and what happens to them, in the verbs of a scenario. */
function timelineFiles(input: Readonly<Record<string, unknown>>): SourceFile[] {
  const { timeline, kind: _kind, apiVersion: _version, metadata: _metadata, ...rest } = input;
  const files = Object.values(rest).flatMap((part): SourceFile[] => {
    if (typeof part === 'string') return [{ name: 'case.yaml', data: part }];
    return Array.isArray(part) ? [asList(part)] : [];
  });
  return [...files, asFile('timeline.json', { apiVersion: 'steplane.dev/v1', kind: 'Scenario', spec: { timeline } })];
}

function filesOf(input: unknown): readonly SourceFile[] {
  if (typeof input === 'string') return [{ name: 'case.yaml', data: input }];
  if (!isFields(input)) throw new Error('a case drops a text or an object');
  if (input['generate'] !== undefined) return [asList(generated(input['generate'] as GenerateSpec))];
  return input['timeline'] === undefined ? [asFile('case.json', input)] : timelineFiles(input);
}

/** Requests take no time; where a document makes Pods, each waits for those before it, so that they take its place. */
const AT_ONCE = { request: 0, commit: 0, response: 0, informerPop: 0, handler: 0 };
const BETWEEN_MICROS = 100_000;

const isBound = (object: KubeObject): boolean => object.kind === 'Pod' && ((object as Pod).spec.nodeName ?? '') !== '';

/** The cases treat a Pod with a nodeName as running there, whether or not it says so. */
const running = (pod: KubeObject): KubeObject => ({ ...pod, status: { phase: 'Running' } });

const MAKES_PODS = new Set(['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet', 'ReplicationController', 'Job']);
const makesPods = ({ kind }: KubeObject): boolean => MAKES_PODS.has(kind);

/**
 * The cases have every waiting Pod in the scheduler's queue at the start, in the order of the documents: what is dropped is
 * applied first, then the scheduler comes up, then the case's own timeline goes on.
 */
export function scenarioOf(input: unknown, version: KubernetesVersion): Scenario {
  const outcome = readScenario(filesOf(input), { kubernetesVersion: version });
  if (!outcome.ok) throw new Error(`${outcome.problem.code} ${JSON.stringify(outcome.problem.params)}`);
  const { observed, applied, latencies, timeline, ...scenario } = outcome.value;
  const waiting = applied.filter((object) => !isBound(object));
  const inTurn = waiting.some(makesPods) ? waiting.filter((object) => object.kind === 'Pod' || makesPods(object)) : [];
  const turns = inTurn.map((object, i): Entry => ({
    verb: 'apply',
    body: [object],
    options: {},
    when: { kind: 'at', micros: i * BETWEEN_MICROS },
  }));
  return {
    ...scenario,
    // A case is a whole cluster: what it does not list is not there, though an object may carry a uid.
    dump: false,
    observed: [...observed, ...applied.filter(isBound).map(running)],
    applied: waiting.filter((object) => !inTurn.includes(object)),
    timeline: [...turns, ...timeline],
    latencies: { ...AT_ONCE, schedulerStart: (turns.length + 1) * BETWEEN_MICROS, ...latencies },
  };
}
