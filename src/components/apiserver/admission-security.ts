/**
 * Admission PodSecurity: k8s.io/pod-security-admission admission/admission.go and api/helpers.go (v0.37). The labels of a
 * Namespace say what is enforced on Pods and warned of on Pods and on what makes them. No exemptions, and every default
 * is privileged. Left out: the level of the audit log, for there is none (its labels are checked like the others).
 */
import type { KubeObject } from '../../model/objects.ts';
import type { ResourceInfo } from '../../model/resources.ts';
import { compareBytes } from '../../kernel/kernel.ts';
import type { Core } from './core.ts';
import { fieldsOf, isFields, listOf, type Fields } from './fields.ts';
import { detailsOf, findings, type Level } from './pod-security.ts';
import { viewOf } from './pod-security-view.ts';
import { forbidden, invalid, type FieldError } from './refusal.ts';

const PREFIX = 'pod-security.kubernetes.io/';
const LEVELS: readonly Level[] = ['privileged', 'baseline', 'restricted'];
const MODES = ['enforce', 'audit', 'warn'] as const;

/** Where a policy's version is to be the newest that the server knows. */
const LATEST = Infinity;

interface Bound {
  readonly level: Level;
  /** Minor, or LATEST. */
  readonly version: number;
}

interface Policy {
  readonly enforce: Bound;
  readonly warn: Bound;
  readonly errors: readonly FieldError[];
}

type Labels = Readonly<Record<string, string>>;

/** What the labels ask for. Those that cannot be read: enforce is restricted, the others privileged, versions latest. */
function policyOf(labels: Labels = {}): Policy {
  const errors = MODES.flatMap((mode) => labelErrors(labels, mode));
  const enforce = boundOf(labels, 'enforce');
  const warn = boundOf(labels, 'warn');
  const level = labels[`${PREFIX}enforce`];
  const follows = labels[`${PREFIX}warn`] === undefined && level !== undefined && isLevel(level);
  if (!follows || rank(enforce) <= rank(warn)) return { enforce, warn, errors };
  const version = labels[`${PREFIX}warn-version`] === undefined ? enforce.version : warn.version;
  return { enforce, warn: { level: enforce.level, version }, errors };
}

function boundOf(labels: Labels, mode: 'enforce' | 'warn'): Bound {
  const level = labels[PREFIX + mode] ?? 'privileged';
  const version = labels[`${PREFIX}${mode}-version`] ?? 'latest';
  const unread = mode === 'enforce' ? 'restricted' : 'privileged';
  return { level: isLevel(level) ? level : unread, version: minorOf(version) ?? LATEST };
}

const isLevel = (text: string): text is Level => (LEVELS as readonly string[]).includes(text);
const rank = ({ level }: Bound): number => LEVELS.indexOf(level);

function minorOf(version: string): number | undefined {
  if (version === 'latest') return LATEST;
  const [, minor] = /^v1\.(\d|[1-9]\d*)$/.exec(version) ?? [];
  return minor === undefined ? undefined : Number(minor);
}

function labelErrors(labels: Labels, mode: string): FieldError[] {
  const level = labels[PREFIX + mode];
  const version = labels[`${PREFIX}${mode}-version`];
  const errors: FieldError[] = [];
  if (level !== undefined && !isLevel(level))
    errors.push(labelError(mode, level, `must be one of ${LEVELS.join(', ')}`));
  if (version !== undefined && minorOf(version) === undefined) {
    errors.push(labelError(`${mode}-version`, version, 'must be "latest" or "v1.x"'));
  }
  return errors;
}

const labelError = (label: string, value: string, must: string): FieldError => ({
  reason: 'FieldValueInvalid',
  message: `Invalid value: ${JSON.stringify(value)}: ${must}`,
  field: `metadata.labels[${PREFIX}${label}]`,
});

const policyFor = (core: Core, object: KubeObject): Policy =>
  policyOf(core.store.get(`Namespace/${object.metadata.namespace ?? ''}`)?.metadata.labels);

/** "baseline:latest", "restricted:v1.30" */
const textOfBound = ({ level, version }: Bound): string =>
  `${level}:${version === LATEST ? 'latest' : `v1.${version}`}`;

const found = (core: Core, { level, version }: Bound, pod: Fields): ReturnType<typeof findings> =>
  findings(level, Math.min(version, core.minor), viewOf(pod, core.minor));

/** Refuses what a create (no `before`) or an update makes of the object. */
export function checkPodSecurity(core: Core, info: ResourceInfo, object: KubeObject, before?: KubeObject): void {
  if (info.kind === 'Namespace') checkLabels(info, object, before);
  if (info.kind !== 'Pod' || (before !== undefined && !isSignificant(before, object))) return;
  const { enforce } = policyFor(core, object);
  const wrong = found(core, enforce, asFields(object));
  if (wrong.length === 0) return;
  throw forbidden(info, object.metadata.name, `violates PodSecurity "${textOfBound(enforce)}": ${detailsOf(wrong)}`);
}

/** Labels that were wrong before may stay so. */
function checkLabels(info: ResourceInfo, object: KubeObject, before: KubeObject | undefined): void {
  const { errors } = policyOf(object.metadata.labels);
  if (errors.length === 0) return;
  const known = before === undefined ? [] : policyOf(before.metadata.labels).errors;
  if (JSON.stringify(known) === JSON.stringify(errors)) return;
  throw invalid(info, object.metadata.name, errors);
}

/** Only new containers and new images make a Pod be judged again. */
function isSignificant(before: KubeObject, after: KubeObject): boolean {
  const [old, now] = [fieldsOf(before.spec), fieldsOf(after.spec)];
  const images = (spec: Fields, list: string): string =>
    JSON.stringify(listOf(spec[list]).map((container) => fieldsOf(container)['image']));
  const lists = ['containers', 'initContainers', 'ephemeralContainers'];
  return old !== now && lists.some((list) => images(old, list) !== images(now, list));
}

const asFields = (object: KubeObject): Fields => object as unknown as Fields;

/** The texts that go with an answer to a create (no `before`) or an update, without the code of a Warning header. */
export function podSecurityWarnings(core: Core, object: KubeObject, before?: KubeObject): readonly string[] {
  if (object.kind === 'Namespace') return before === undefined ? [] : namespaceWarnings(core, object, before);
  if (object.kind === 'Pod' && before !== undefined && !isSignificant(before, object)) return [];
  const pod = podOf(object);
  if (pod === undefined) return [];
  const { warn } = policyFor(core, object);
  const wrong = found(core, warn, pod);
  return wrong.length === 0 ? [] : [`would violate PodSecurity "${textOfBound(warn)}": ${detailsOf(wrong)}`];
}

const WORKLOADS = ['ReplicationController', 'ReplicaSet', 'Deployment', 'StatefulSet', 'DaemonSet', 'Job'];

/** The Pod, or the template of Pods, that an object is. */
function podOf(object: KubeObject): Fields | undefined {
  if (object.kind === 'Pod') return asFields(object);
  const spec = fieldsOf(object.spec);
  const cronJob = (): unknown => fieldsOf(fieldsOf(spec['jobTemplate'])['spec'])['template'];
  const ofWorkload = (): unknown => (WORKLOADS.includes(object.kind) ? spec['template'] : undefined);
  const template = object.kind === 'CronJob' ? cronJob() : ofWorkload();
  return isFields(template) ? template : undefined;
}

/** A stricter level warns of the Pods that are there and that it would not have let in. */
function namespaceWarnings(core: Core, object: KubeObject, before: KubeObject): readonly string[] {
  const { enforce } = policyOf(object.metadata.labels);
  const was = policyOf(before.metadata.labels).enforce;
  if (enforce.version === was.version && rank(enforce) <= rank(was)) return [];
  const name = object.metadata.name;
  const podsByReason = new Map<string, string[]>();
  for (const pod of core.store.list('Pod', name)) {
    const reason = found(core, enforce, asFields(pod))
      .map((finding) => finding.reason)
      .join(', ');
    if (reason !== '') podsByReason.set(reason, [...(podsByReason.get(reason) ?? []), pod.metadata.name]);
  }
  if (podsByReason.size === 0) return [];
  const texts = [...podsByReason].map(([reason, pods]) => `${severalPods(pods)}: ${reason}`).sort(compareBytes);
  const violate = `existing pods in namespace ${JSON.stringify(name)} violate the new PodSecurity enforce level`;
  return [`${violate} "${textOfBound(enforce)}"`, ...texts];
}

/** "web-1", "web-1 (and 1 other pod)", "web-1 (and 2 other pods)" */
function severalPods(names: readonly string[]): string {
  const [first = ''] = [...names].sort(compareBytes);
  const others = names.length - 1;
  return others === 0 ? first : `${first} (and ${others} other pod${others === 1 ? '' : 's'})`;
}
