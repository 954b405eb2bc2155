/** What stands still at the end of a run, in the words of the conditions that controllers write; and metrics that nobody reads. */
import { compareBytes } from '../kernel/kernel.ts';
import type { MeasuredThing, ScriptedMetric } from '../model/metrics.ts';
import { meant } from '../model/nearest.ts';
import { resourceOfKind } from '../model/resources.ts';
import { keyOf, objectKey, type Condition, type KubeObject } from '../model/objects.ts';
import type { Problem, Trouble } from '../protocol/protocol.ts';
import type { Cluster } from './create-cluster.ts';
import { controllerOf } from './fixes/owner.ts';

interface Conditioned extends KubeObject {
  readonly status?: { readonly conditions?: readonly Condition[] };
}

/** A condition that says that something is wrong: its type, the status that says so, and reasons that do not. */
type Wrong = readonly [type: string, status: string, fine?: string];

const WRONG: Readonly<Record<string, readonly Wrong[]>> = {
  horizontalpodautoscalers: [
    ['AbleToScale', 'False'],
    // Scaled to 0 by a person.
    ['ScalingActive', 'False', 'ScalingDisabled'],
  ],
  deployments: [
    ['Progressing', 'False'],
    ['ReplicaFailure', 'True'],
  ],
  replicasets: [['ReplicaFailure', 'True']],
  jobs: [['Failed', 'True']],
};

/** By resource, then by key. */
export function troublesOf({ apiServer }: Cluster): readonly Trouble[] {
  return Object.entries(WRONG).flatMap(([resource, wrong]) => {
    const objects = [...(apiServer.list(resource) as readonly Conditioned[])];
    objects.sort((a, b) => compareBytes(objectKey(a), objectKey(b)));
    return objects.flatMap((object) => rowsOf(object, wrong));
  });
}

function rowsOf(object: Conditioned, wrong: readonly Wrong[]): Trouble[] {
  // Its Deployment says the same.
  if (object.kind === 'ReplicaSet' && controllerOf(object) !== undefined) return [];
  return wrong.flatMap(([type, status, fine]) => {
    const found = object.status?.conditions?.find((one) => one.type === type && one.status === status);
    if (found === undefined || found.reason === fine) return [];
    return [{ object: objectKey(object), condition: type, reason: found.reason ?? '', message: found.message ?? '' }];
  });
}

// --- scripted metrics ---

type OfPods = Extract<MeasuredThing, { readonly kind: 'pods' }>;

/** Entries of `spec.metrics` that are about nothing that there is at the end of the run. */
export function idleMetrics(cluster: Cluster): readonly Problem[] {
  const seen = new Set<string>();
  return cluster.scenario.metrics.flatMap((metric) => {
    const about = textOf(metric);
    const near = seen.has(about) ? undefined : missed(metric, cluster);
    seen.add(about);
    return near === undefined
      ? []
      : [{ kind: 'bad-scenario', code: `metric-of-no-${metric.of.kind}`, params: { about, near } } as const];
  });
}

const labelsText = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(',');

function textOf({ of, namespace, name }: ScriptedMetric): string {
  if (of.kind === 'external') return name;
  const what = of.kind === 'pods' ? labelsText(of.labels) : of.object;
  return namespace === 'default' ? what : `${what} (${namespace})`;
}

/** @returns undefined where somebody has it, else what may have been meant, or "" */
function missed({ of, namespace, name }: ScriptedMetric, cluster: Cluster): string | undefined {
  const { apiServer } = cluster;
  if (of.kind === 'pods') return missedPods(of, namespace, cluster);
  if (of.kind === 'object') {
    const [kind = '', object = ''] = of.object.split('/');
    if (apiServer.get(keyOf(kind, namespace, object)) !== undefined) return undefined;
    const others = apiServer.list(resourceOfKind(kind)?.resource ?? '', namespace);
    const near = meant(
      object,
      others.map(({ metadata }) => metadata.name),
    );
    return near === undefined ? '' : `${kind}/${near}`;
  }
  const asked = apiServer.list('horizontalpodautoscalers').flatMap(externalNames);
  return asked.includes(name) ? undefined : (meant(name, asked) ?? '');
}

type Labels = Readonly<Record<string, string>>;

function missedPods({ labels }: Pick<OfPods, 'labels'>, namespace: string, cluster: Cluster): string | undefined {
  const all = labelsThere(cluster, namespace);
  const wanted = Object.entries(labels);
  if (all.some((own) => wanted.every(([key, value]) => own[key] === value))) return undefined;
  const near = wanted.flatMap(([key, value]) => {
    if (all.some((own) => own[key] === value)) return [];
    const values = all.flatMap((own) => own[key] ?? []);
    if (values.length > 0) {
      const like = meant(value, values);
      return like === undefined ? [] : `${key}=${like}`;
    }
    const other = meant(
      key,
      all.flatMap((own) => Object.keys(own)),
    );
    return other === undefined ? [] : `${other}=${value}`;
  });
  return near.join(',');
}

/** Of Pods, of what makes Pods, and of what the input brought and is gone. */
function labelsThere({ apiServer, scenario }: Cluster, namespace: string): readonly Labels[] {
  const given = [...scenario.observed, ...scenario.applied].filter(
    ({ metadata }) => (metadata.namespace ?? 'default') === namespace,
  );
  const now = ['pods', ...MAKERS].flatMap((resource) => apiServer.list(resource, namespace));
  return [...given, ...now].flatMap((object) => {
    const { template } = (object.spec ?? {}) as { readonly template?: { readonly metadata?: { labels?: Labels } } };
    const labels = object.kind === 'Pod' ? object.metadata.labels : template?.metadata?.labels;
    return labels === undefined ? [] : [labels];
  });
}

const MAKERS = ['deployments', 'replicasets', 'statefulsets', 'daemonsets', 'jobs', 'replicationcontrollers'];

interface Autoscaler {
  readonly spec?: {
    readonly metrics?: readonly { readonly external?: { readonly metric?: { readonly name?: string } } }[];
  };
}

const externalNames = (object: KubeObject): readonly string[] =>
  ((object as Autoscaler).spec?.metrics ?? []).flatMap(({ external }) => external?.metric?.name ?? []);
