/** What stands in etcd at step 0: what the input observed, what every cluster has, and what the input takes for granted. */
import { compareBytes } from '../kernel/kernel.ts';
import type { KubeObject, Pod, QuantityText } from '../model/objects.ts';
import { objectKey } from '../model/objects.ts';
import { quantityProblem } from '../model/quantity.ts';
import type { Scenario, TimelineEntry } from '../scenario/scenario.ts';
import { isPod } from './phase.ts';

/** In the order in which they came to be. A dump says itself what there is. */
export function initialObjects(scenario: Scenario): KubeObject[] {
  const { observed, applied, timeline, dump } = scenario;
  if (dump) return [...observed];
  const given = [...observed, ...applied, ...timeline.flatMap(objectsOfEntry)];
  const known = new Set([...given, ...DEFAULT_OBJECTS].map(objectKey));
  const classes = new Map([...DEFAULT_OBJECTS, ...given].flatMap(priorityClass));
  return [
    ...DEFAULT_OBJECTS,
    ...assumedNamespaces(scenario).map(namespaceObject),
    ...impliedClasses(given).filter((o) => !known.has(objectKey(o))),
    ...observed.map((o) => (isPod(o) ? withPriority(o, classes) : o)),
  ];
}

/** What an entry of the timeline brings along. */
function objectsOfEntry({ verb, body }: TimelineEntry): readonly KubeObject[] {
  if (verb !== 'apply' && verb !== 'create') return [];
  return (Array.isArray(body) ? body : [body]) as readonly KubeObject[];
}

/** Whatever stands in etcd was written once: objects that do not say when get the next revisions, in order. */
export function withRevisions(objects: readonly KubeObject[]): KubeObject[] {
  let revision = objects.reduce((newest, o) => Math.max(newest, Number(o.metadata.resourceVersion ?? 0)), 0);
  return objects.map((o) => {
    if (o.metadata.resourceVersion !== undefined) return o;
    return { ...o, metadata: { ...o.metadata, resourceVersion: String(++revision) } };
  });
}

const namespaceObject = (name: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, labels: { 'kubernetes.io/metadata.name': name } },
  spec: { finalizers: ['kubernetes'] },
  status: { phase: 'Active' },
});

/** What every cluster has before anybody does anything (pkg/controlplane and the priority admission plugin, v1.37). */
const DEFAULT_OBJECTS: readonly KubeObject[] = [
  ...['default', 'kube-node-lease', 'kube-public', 'kube-system'].map(namespaceObject),
  ...(
    [
      ['system-cluster-critical', 2_000_000_000],
      ['system-node-critical', 2_000_001_000],
    ] as const
  ).map(([name, value]) => ({
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name },
    value,
    preemptionPolicy: 'PreemptLowerPriority',
  })),
];

/**
 * Names of the namespaces that objects of the input stand in and that it does not bring, sorted: manifests rarely do. What a
 * timeline creates later is on its own: a mistyped namespace is not found then.
 */
export function assumedNamespaces({ observed, applied, dump }: Scenario): readonly string[] {
  if (dump) return [];
  const given = [...observed, ...applied];
  const known = new Set([...given, ...DEFAULT_OBJECTS].filter(({ kind }) => kind === 'Namespace').map(objectKey));
  const written = given.map(({ metadata }): unknown => metadata.namespace);
  const named = new Set(written.filter((name) => typeof name === 'string'));
  return [...named].filter((name) => !known.has(`Namespace/${name}`)).sort(compareBytes);
}

/** Nor do they bring a class whose overhead their Pods state already. */
function impliedClasses(objects: readonly KubeObject[]): KubeObject[] {
  const runtimes = new Map(objects.filter(isPod).flatMap(runtimeClass));
  return [...runtimes].sort(([a], [b]) => compareBytes(a, b)).map(([, object]) => object);
}

/** Of a Pod that a person wrote, which may lack all or be wrong: the api-server says so when it comes. */
function runtimeClass(pod: Pod): (readonly [string, KubeObject])[] {
  const spec = pod.spec as Partial<Pod['spec']> | null | undefined;
  const name = spec?.['runtimeClassName'];
  const podFixed: unknown = spec?.overhead;
  if (typeof name !== 'string' || name === '' || !areQuantities(podFixed)) return [];
  const object = { apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: { name }, handler: name };
  return [[name, { ...object, overhead: { podFixed } } as KubeObject]];
}

const areQuantities = (value: unknown): value is Readonly<Record<string, QuantityText>> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(
    (amount) => (typeof amount === 'string' || typeof amount === 'number') && quantityProblem(amount) === undefined,
  );

interface PriorityClass extends KubeObject {
  readonly value?: number;
  readonly preemptionPolicy?: string;
}

const priorityClass = (object: KubeObject): (readonly [string, PriorityClass])[] =>
  object.kind === 'PriorityClass' ? [[object.metadata.name, object]] : [];

/** An observed Pod that was written by hand names its class only; admission would have put in what that stands for. */
function withPriority(pod: Pod, classes: ReadonlyMap<string, PriorityClass>): Pod {
  const found = classes.get(pod.spec.priorityClassName ?? '');
  if (found?.value === undefined || pod.spec.priority !== undefined) return pod;
  const { value: priority, preemptionPolicy = 'PreemptLowerPriority' } = found;
  return { ...pod, spec: { preemptionPolicy, ...pod.spec, priority } };
}
